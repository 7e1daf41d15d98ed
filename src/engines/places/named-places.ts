// Places by what is next to them or in them: landmarks, facilities, and names with a cue, a list or a case ending.
import { Level } from '../../packs/word-levels.ts'
import { TokenKind } from '../../text/tokens.ts'
import { anchor as readAnchor, thing as readThing } from '../../values/address/landmarks.ts'
import type { AddressPart } from '../../values/address/parts.ts'
import { caseOf, plainPlace } from '../../values/address/place-inflection.ts'
import { region as readRegion, streetAfter, streetBefore } from '../../values/address/streets.ts'
import { Role } from '../../values/address/word-roles.ts'
import type { CueHit } from './cue-book.ts'
import { isAddressOfNet, isAttribute, isDoubtful, isLowerTown, isPersonal, isVetoed } from './name-guard.ts'
import type { Candidate, Scope } from './reading.ts'

export function relationLength(c: Scope, i: number): number {
  const end = c.reader.phrase(i, Role.relation)
  return end > 0 ? end - i : 0
}

export function landmark(c: Scope, i: number): Candidate | null {
  const r = c.reader
  if (!r.isWord(i)) return null
  const relation = r.phrase(i, Role.relation)
  if (relation === 0) return null
  const hit = readAnchor(r, i)
  if (hit === null || !hit.isTyped || !isRelation(c, i, relation, hit.type !== 'other')) return null
  if (hit.type === 'other' && !r.isCapital(hit.end - 1)) return null
  const parts: AddressPart[] = [{ kind: 'anchor', from: i, to: hit.end, anchorType: hit.type }]
  const end = tail(c, hit.end, parts)
  const candidate = c.make(i, end, 2, parts, false)
  candidate.relation = relation - i
  return candidate
}

/** Relation words that mostly express time or cause ("before", "under") count only with a certain type of place. */
export function isRelation(c: Scope, from: number, to: number, isSure: boolean): boolean {
  const phrase = c.words(from, to)
  if (!c.cues.isRelation(phrase, c.active)) return false
  return isSure || !c.cues.weakRelations.has(phrase)
}

/** Segments after a comma that locate the preceding part: known names, streets, and one unknown name. */
export function tail(c: Scope, from: number, parts: AddressPart[]): number {
  const r = c.reader
  let end = from
  for (let segments = 0; segments < 3; segments++) {
    if (r.sign(end) !== ',' || r.isNewline(end + 1)) return end
    const at = end + 1
    const region = readRegion(r, at)
    if (region !== null && parts.length > 0) {
      parts.push({ kind: region.isQuarter ? 'quarter' : 'region', from: region.name, to: region.end })
      end = region.end
      continue
    }
    const street = streetAfter(r, at, true) ?? streetBefore(r, at, true)
    if (street !== null && (r.isCapital(at) || c.endsPart(street.end))) {
      parts.push({ kind: 'street', from: at, to: street.end })
      end = street.end
      continue
    }
    const place = r.place(at, true)
    const isWhole =
      place !== null && (c.endsPart(place.end) || (r.isCapital(at) && r.kind(place.end) === TokenKind.lower))
    if (place !== null && isWhole && (r.isCapital(at) || !place.place.isWord)) {
      const kind = place.place.entries[0]!.kind === 'k' ? 'country' : 'place'
      parts.push({ kind, from: at, to: place.end, place: place.place })
      end = place.end
      continue
    }
    const run = r.capitals(at, 3)
    if (run > 0 && c.endsPart(run) && !isVetoed(c, at, run)) {
      parts.push({ kind: 'word', from: at, to: run })
      end = run
      continue
    }
    return end
  }
  return end
}

/** A named facility: "Morriston Hospital", "Spitalul de Pediatrie, Sibiu", "Porta Principe". */
export function facility(c: Scope, i: number): Candidate | null {
  const r = c.reader
  if (
    !r.isCapital(i) ||
    (r.isCapital(i - 1) && !r.isNewline(i - 1) && r.isTight(i) === false && c.text.text.charAt(r.start(i) - 1) === ' ')
  )
    return null
  let end = r.capitals(i, 6)
  let type = null
  let isHead = false
  for (let at = i; at < end; at++) {
    const one = c.book.landmarkType(c.text.folded(at))
    if (one === null) continue
    // The facility begins at its type word: "Cisnădie la Spitalul de Pediatrie".
    if (at > i && r.kind(at - 1) === TokenKind.lower && c.cues.isCueWord(c.text.folded(at - 1), c.active)) return null
    type = one
    isHead = at === i
    if (isHead) break
  }
  // The lower-case type word follows the name: "Stavanger universitetssjukehus", "Triangelns station".
  if (type === null && r.kind(end) === TokenKind.lower && !r.isNewline(end)) {
    type = c.book.landmarkType(c.text.folded(end))
    if (type !== null) end++
  }
  if (type === null || type === 'other' || end - i < 2) return null
  if (c.cues.titles.has(c.text.folded(i)) || (!isHead && c.startsSentence(i) && end - i < 3)) return null
  const parts: AddressPart[] = [{ kind: 'anchor', from: i, to: end, anchorType: type }]
  const stop = tail(c, end, parts)
  return c.make(i, stop, parts.length > 1 ? 2 : 1, parts, true)
}

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
