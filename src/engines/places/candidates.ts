// Finds the possible places of a text, in order of trust: parsed addresses, landmarks, facilities, names with a cue, towns.
import { append } from '../../lists.ts'
import { TokenKind } from '../../text/tokens.ts'
import { findAddresses } from '../../values/address/address-finder.ts'
import type { FoundAddress } from '../../values/address/parts.ts'
import { Role } from '../../values/address/word-roles.ts'
import type { CueHit } from './cue-book.ts'
import { isAttribute, isModifier, isPersonal, isVetoed } from './name-guard.ts'
import {
  cased,
  facility,
  isListed,
  isRelation,
  landmark,
  licensed,
  licensedBefore,
  listed,
  relationLength,
} from './named-places.ts'
import type { Candidate, Scope } from './reading.ts'

/** Candidates by the tokens that they take: a token belongs to the first that takes it. */
class Candidates {
  readonly all: Candidate[] = []
  readonly taken: Uint8Array

  constructor(count: number) {
    this.taken = new Uint8Array(count)
  }

  readonly add = (candidate: Candidate | null): void => {
    if (candidate === null) return
    const { firstToken, endToken } = candidate
    for (let i = firstToken; i < endToken; i++) if (this.taken[i]) return
    this.keep(candidate)
  }

  keep(candidate: Candidate): void {
    this.taken.fill(1, candidate.firstToken, candidate.endToken)
    this.all.push(candidate)
  }

  sort(): Candidate[] {
    return this.all.sort((a, b) => a.start - b.start)
  }
}

/** Steps in order of trust; each takes tokens that no earlier one took. */
export function findCandidates(c: Scope, hits: readonly CueHit[]): Candidate[] {
  const { count } = c.reader
  const found = new Candidates(count)
  const { taken, add } = found
  const read = findAddresses(c.reader, { anyCase: true }).flatMap((address) => ofAddress(c, address) ?? [])
  const towns = read.filter(({ tier }) => tier !== 2)
  for (const candidate of read) if (candidate.tier === 2) found.keep(candidate)
  const inCue = tokensOfCues(count, hits)
  for (let i = 0; i < count; i++) if (!taken[i] && !inCue[i]) add(landmark(c, i))
  for (let i = 0; i < count; i++) if (!taken[i]) add(facility(c, i))
  cased(c, taken, add)
  for (const town of towns) if (town.isModifier) add(town)
  for (const hit of hits) if (precedesName(hit)) add(licensed(c, hit, taken))
  for (const hit of hits) if (hit.rule?.after) add(licensedBefore(c, hit, taken))
  for (const town of towns) add(town)
  const all = found.sort()
  // The list grows while it is read: each item of a list may have a next one.
  for (let i = 0; i < all.length; i++) if (isListed(all[i]!)) add(listed(c, all[i]!, taken))
  for (const candidate of found.sort()) widen(c, candidate, taken)
  return merged(c, all)
}

/** Marks the tokens of cues of several words, which are not landmarks. */
function tokensOfCues(count: number, hits: readonly CueHit[]): Uint8Array {
  const inCue = new Uint8Array(count)
  for (const { rule, firstToken, endToken } of hits)
    if (rule !== null && rule.role !== 'location' && endToken - firstToken > 1) inCue.fill(1, firstToken, endToken)
  return inCue
}

const precedesName = ({ kind, rule }: CueHit): boolean =>
  kind !== 'negation_after' && kind !== 'pair_postposed' && rule?.after !== true

function ofAddress(c: Scope, address: FoundAddress): Candidate | null {
  const { firstToken, endToken, level } = address
  const parts = [...address.parts]
  if (level === 'place') {
    if (isPersonal(c, firstToken, endToken)) return null
    const modifies = isModifier(c, firstToken, endToken)
    if (!modifies && isAttribute(c, firstToken, endToken)) return null
    const isWritten = parts.length > 1 && c.text.text.slice(address.start, address.end).includes(',')
    const candidate = c.make(firstToken, endToken, 1, parts, !isWritten && !modifies)
    candidate.isModifier = modifies
    return candidate
  }
  if (level === 'street' && address.isWeak && !parts.some((part) => part.kind === 'number')) return null
  // A landmark word can look like a street: "vor dem Bahnhof".
  if (level === 'street' && parts.length === 1 && c.book.landmarkType(c.text.folded(endToken - 1)) !== null) return null
  const candidate = c.make(firstToken, endToken, 2, parts, level === 'street')
  if (level === 'street' && isPersonal(c, firstToken, endToken)) return null
  if (parts[0]?.kind === 'anchor') {
    const relation = relationLength(c, parts[0].from)
    // A relation word of another language is an ordinary word here.
    if (relation > 0 && !isRelation(c, firstToken, firstToken + relation, parts[0].anchorType !== 'other')) return null
    candidate.relation = relation
  }
  return candidate
}

/** Adds a townland or quarter before a known town, after a cue: "from Knockroe, Carrick-on-Suir". */
function widen(c: Scope, candidate: Candidate, taken: Uint8Array): void {
  const r = c.reader
  const first = candidate.parts[0]
  if (
    first?.kind !== 'place' ||
    candidate.parts.some((part) => part.kind === 'street') ||
    r.sign(candidate.firstToken - 1) !== ','
  )
    return
  const stop = candidate.firstToken - 1
  for (let at = Math.max(0, stop - 3); at < stop; at++) {
    if (taken[at] || !r.isCapital(at) || r.isCapital(at - 1) || r.capitals(at, 3) !== stop) continue
    if (r.kind(at - 1) !== TokenKind.lower || (r.roles(at - 1) & Role.preposition) === 0 || isVetoed(c, at, stop))
      return
    candidate.parts.unshift({ kind: 'word', from: at, to: stop })
    candidate.firstToken = at
    candidate.start = r.start(at)
    taken.fill(1, at, stop + 1)
    return
  }
}

/** Joins a town to the address that follows it: "Espooseen, Merituulentie 30 C 12". */
function merged(c: Scope, found: Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of found) {
    const last = kept.at(-1)
    const isNext =
      last !== undefined && c.reader.sign(last.endToken) === ',' && candidate.firstToken === last.endToken + 1
    const hasTown = candidate.parts.some((part) => part.kind === 'place' || part.kind === 'word')
    if (
      last !== undefined &&
      isNext &&
      candidate.tier === 2 &&
      candidate.relation === 0 &&
      !hasTown &&
      last.parts.every((part) => part.kind === 'place')
    ) {
      last.end = candidate.end
      last.endToken = candidate.endToken
      append(last.parts, candidate.parts)
      last.tier = 2
      last.needsCue = false
      continue
    }
    kept.push(candidate)
  }
  return kept
}
