// Names supported by a cue, a list or a case ending: towns in any case, roads, and unknown capitalised names.
import { Level } from '../../packs/word-levels.ts'
import { TokenKind } from '../../text/tokens.ts'
import { thing as readThing } from '../../values/address/landmarks.ts'
import type { AddressPart } from '../../values/address/parts.ts'
import { caseOf, plainPlace } from '../../values/address/place-inflection.ts'
import type { CueHit } from './cue-book.ts'
import { tail } from './landmarks.ts'
import { isAddressOfNet, isAttribute, isDoubtful, isLowerTown, isPersonal, isVetoed } from './name-guard.ts'
import type { Candidate, Scope } from './reading.ts'

/** Road numbers of the supported countries: A51, E45, AP-7, SS36, DN1, N2, M62. */
const ROAD = /^(?:AP?|B|C|DK?|DN|DJ|E|M|N|R|SS?|SP|SR|L|IP|IC|EN)-?\d{1,4}$/

/** Names with a case ending as their cue (Finnish, Hungarian, Estonian, Baltic). */
export function cased(c: Scope, taken: Uint8Array, add: (candidate: Candidate | null) => void): void {
  const r = c.reader
  for (const code of c.active) {
    const language = c.cues.languages.get(code)
    if (language === undefined || language.case_endings.length === 0) continue
    for (let i = 0; i < r.count; i++) {
      if (taken[i] || !r.isWord(i) || r.length(i) < 4) continue
      const isCapital = r.isCapital(i)
      const raw = c.text.text.slice(r.start(i), r.end(i))
      const hit = caseOf(raw, language, c.book, isCapital && !c.startsSentence(i))
      if (hit === null) continue
      if (isPersonal(c, i, i + 1)) continue
      if (hit.place === null && c.names.of(c.text.folded(i)).word >= Level.rare) continue
      if (
        hit.place !== null &&
        hit.length === 1 &&
        (hit.place.entries[0]!.size < 4 || hit.place.isWord || isDoubtful(c, i, i + 1, hit.place))
      )
        continue
      if (hit.place !== null && c.startsSentence(i) && (hit.place.entries[0]!.size < 4 || hit.place.isWord)) continue
      if (!isCapital && !c.isCasual) continue
      // In lower case, only a town that is not an ordinary word, and no other word of the language.
      if (!isCapital && raw.length - hit.length < 5 && (hit.place === null || hit.place.entries[0]!.size < 5)) continue
      if (
        !isCapital &&
        (hit.place === null ||
          hit.place.isWord ||
          hit.place.entries[0]!.size < 4 ||
          c.names.of(c.text.folded(i)).word >= Level.rare ||
          hit.role === 'none')
      )
        continue
      const type = c.book.landmarkType(c.text.folded(i))
      const part: AddressPart =
        type !== null && hit.place === null
          ? { kind: 'anchor', from: i, to: i + 1, anchorType: type }
          : { kind: 'place', from: i, to: i + 1, ...(hit.place ? { place: hit.place } : {}) }
      const candidate = c.make(i, i + 1, hit.place === null ? 0 : 1, [part], hit.role === 'none')
      candidate.ending = hit.role === 'none' ? null : { role: hit.role, length: hit.length }
      add(candidate)
    }
  }
}

/** A name directly after a cue: known in any case or inflection, a road, or unknown with a capital. */
export function licensed(c: Scope, hit: CueHit, taken: Uint8Array): Candidate | null {
  const r = c.reader
  let at = hit.endToken
  const isLabel = hit.rule?.id.startsWith('label_') ?? false
  while (isLabel && at < r.count && at < hit.endToken + 6 && r.sign(at - 1) !== ':') at++
  if (!isLabel)
    while (
      at < hit.endToken + 3 &&
      r.isWord(at) &&
      !r.isCapital(at) &&
      c.cues.isFiller(c.text.folded(at), hit.language) &&
      r.place(at, true) === null
    )
      at++
  while (!isLabel && at < hit.endToken + 4 && (r.sign(at) === "'" || r.sign(at) === '\u2019')) at++
  if (at >= r.count || taken[at] || r.isNewline(at)) return null
  const minTier = hit.rule?.min_tier ?? 1
  return nameAt(c, at, hit, minTier)
}

/** A name before a postposed cue: "heinolan kautta", "na nsukka i dey". */
export function licensedBefore(c: Scope, hit: CueHit, taken: Uint8Array): Candidate | null {
  const at = hit.firstToken - 1
  if (at < 0 || taken[at] || !c.reader.isWord(at)) return null
  for (let from = Math.max(0, at - 2); from <= at; from++) {
    if (taken[from]) continue
    const candidate = nameAt(c, from, hit, 1)
    if (candidate !== null && candidate.endToken === at + 1) return candidate
  }
  return null
}

/** The next name of a list: "from Voi and Taveta". */
export function listed(c: Scope, last: Candidate, taken: Uint8Array): Candidate | null {
  const r = c.reader
  let at = last.endToken
  if (r.sign(at) === ',') at++
  if (r.isWord(at) && c.cues.isConjunction(c.text.folded(at), c.active)) at++
  else if (at === last.endToken) return null
  if (at >= r.count || taken[at] || !r.isCapital(at)) return null
  const hit = r.place(at)
  if (hit === null || isPersonal(c, at, hit.end)) return null
  return c.make(at, hit.end, 1, [{ kind: 'place', from: at, to: hit.end, place: hit.place }], true)
}

export const isListed = (candidate: Candidate): boolean =>
  candidate.tier < 2 || candidate.parts.every((part) => part.kind === 'place')

function nameAt(c: Scope, at: number, hit: CueHit, minTier: number): Candidate | null {
  const r = c.reader
  const road = hit.rule?.role === 'via' || hit.rule?.role === 'location' ? roadEnd(c, at) : 0
  if (road > 0) return c.make(at, road, 1, [{ kind: 'street', from: at, to: road }], true)
  if (!r.isWord(at)) return null
  const isCapital = r.isCapital(at)
  if (isAddressOfNet(c, at)) return null
  const known = r.place(at, true)
  if (known !== null && isCapital && isAttribute(c, at, known.end)) return null
  if (known !== null && isDoubtful(c, at, known.end, known.place)) return null
  const run = runEnd(c, at)
  if (known !== null && (isCapital ? run <= known.end || !goesOn(c, known.end) : isLowerTown(c, at, known.place))) {
    const parts: AddressPart[] = [
      {
        kind: known.place.entries[0]!.kind === 'k' ? 'country' : 'place',
        from: at,
        to: known.end,
        place: known.place,
      },
    ]
    return c.make(at, tail(c, known.end, parts), 1, parts, true)
  }
  const language = c.cues.languages.get(hit.language)
  if (language !== undefined && hit.rule?.after && language.case_endings.length > 0) {
    const cased = caseOf(c.text.text.slice(r.start(at), r.end(at)), language, c.book, false)
    if (cased?.place && cased.place.entries[0]!.size >= 4)
      return c.make(at, at + 1, 1, [{ kind: 'place', from: at, to: at + 1, place: cased.place }], true)
  }
  if (language !== undefined && language.endings.length > 0) {
    const end = isCapital ? run : at + 1
    const place = plainPlace(c.words(at, end), language, c.book) ?? plainPlace(c.text.folded(at), language, c.book)
    const isWhole = place !== null && (isCapital || isLowerTown(c, at, place))
    if (place !== null && isWhole) {
      const parts: AddressPart[] = [
        { kind: place.entries[0]!.kind === 'k' ? 'country' : 'place', from: at, to: end, place },
      ]
      return c.make(at, tail(c, end, parts), 1, parts, true)
    }
  }
  // A lower-case type of place and a name after it: "babban asibitin Katsina".
  const isKind =
    !isCapital &&
    (c.book.landmarkType(c.text.folded(at)) !== null ||
      (r.isWord(at + 1) && !r.isCapital(at + 1) && c.book.landmarkType(c.text.folded(at + 1)) !== null))
  const landmark = isKind ? readThing(r, at) : null
  if (landmark?.isTyped && landmark.end - at <= 6 && r.isCapital(landmark.end - 1)) {
    const parts: AddressPart[] = [{ kind: 'anchor', from: at, to: landmark.end, anchorType: landmark.type }]
    return c.make(at, tail(c, landmark.end, parts), 1, parts, true)
  }
  if (minTier > 0 || hit.kind !== 'rule' || language?.capital_nouns || !isCapital || run === 0 || isVetoed(c, at, run))
    return null
  const type = c.book.landmarkType(c.text.folded(run - 1)) ?? c.book.landmarkType(c.text.folded(at))
  const parts: AddressPart[] = [
    type === null ? { kind: 'word', from: at, to: run } : { kind: 'anchor', from: at, to: run, anchorType: type },
  ]
  return c.make(at, tail(c, run, parts), 0, parts, true)
}

/** Capitalised words from i, up to a word that is itself a cue ("Ostravy do Polska"). */
function runEnd(c: Scope, i: number): number {
  const end = c.reader.capitals(i, 5)
  for (let at = i + 1; at < end; at++)
    if (c.reader.kind(at) === TokenKind.lower && c.cues.isCueWord(c.text.folded(at), c.active)) return at
  return end
}

function goesOn(c: Scope, at: number): boolean {
  const r = c.reader
  return r.isCapital(at) && !r.isNewline(at) && !r.isCell(at)
}

function roadEnd(c: Scope, at: number): number {
  const r = c.reader
  const kind = r.kind(at)
  if (kind !== TokenKind.mixed && kind !== TokenKind.upper) return 0
  let end = at + 1
  if (
    kind === TokenKind.upper &&
    r.sign(end) === '-' &&
    r.isTight(end) &&
    r.kind(end + 1) === TokenKind.number &&
    r.isTight(end + 1)
  )
    end += 2
  else if (kind === TokenKind.upper && r.length(at) === 1 && r.kind(end) === TokenKind.number && r.length(end) <= 3)
    end++
  if (r.kind(end) === TokenKind.number || r.kind(end) === TokenKind.mixed) return 0
  return ROAD.test(r.slice(at, end).replace(' ', '')) ? end : 0
}
