// Places by what is next to them or in them: landmarks, facilities, and names with a cue, a list or a case ending.
import type { Place } from '../../packs/gazetteer.ts'
import type { CueLanguage } from '../../packs/schemas/place.ts'
import { Level } from '../../packs/word-levels.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { PlaceHit } from '../../values/address/address-reader.ts'
import type { AnchorType } from '../../values/address/book.ts'
import { anchor as readAnchor, thing as readThing } from '../../values/address/landmarks.ts'
import type { AddressPart } from '../../values/address/parts.ts'
import { caseOf, plainPlace } from '../../values/address/place-inflection.ts'
import { region as readRegion, streetAfter, streetBefore } from '../../values/address/streets.ts'
import { Role } from '../../values/address/word-roles.ts'
import type { CueHit } from './cue-book.ts'
import { isAddressOfNet, isAttribute, isDoubtful, isLowerTown, isPersonal, isVetoed } from './name-guard.ts'
import type { Candidate, Scope, Tier } from './reading.ts'

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

/** Readers of one segment after a comma, in the order in which they are tried. */
const SEGMENTS: readonly ((c: Scope, at: number) => AddressPart | null)[] = [
  regionSegment,
  streetSegment,
  placeSegment,
  wordSegment,
]
const MOST_SEGMENTS = 3

/** Segments after a comma that locate the preceding part: known names, streets, and unknown names. */
export function tail(c: Scope, from: number, parts: AddressPart[]): number {
  const r = c.reader
  let end = from
  for (let segments = 0; segments < MOST_SEGMENTS; segments++) {
    if (r.sign(end) !== ',' || r.isNewline(end + 1)) return end
    const part = firstOf(SEGMENTS, c, end + 1)
    if (part === null) return end
    parts.push(part)
    end = part.to
  }
  return end
}

function firstOf<Found>(
  readers: readonly ((c: Scope, at: number) => Found | null)[],
  c: Scope,
  at: number,
): Found | null {
  for (const read of readers) {
    const found = read(c, at)
    if (found !== null) return found
  }
  return null
}

function regionSegment(c: Scope, at: number): AddressPart | null {
  const region = readRegion(c.reader, at)
  return region === null ? null : { kind: region.isQuarter ? 'quarter' : 'region', from: region.name, to: region.end }
}

function streetSegment(c: Scope, at: number): AddressPart | null {
  const street = streetAfter(c.reader, at, true) ?? streetBefore(c.reader, at, true)
  if (street === null || !(c.reader.isCapital(at) || c.endsPart(street.end))) return null
  return { kind: 'street', from: at, to: street.end }
}

function placeSegment(c: Scope, at: number): AddressPart | null {
  const r = c.reader
  const hit = r.place(at, true)
  if (hit === null) return null
  const isCapital = r.isCapital(at)
  const isWhole = c.endsPart(hit.end) || (isCapital && r.kind(hit.end) === TokenKind.lower)
  return isWhole && (isCapital || !hit.place.isWord) ? placePart(at, hit.end, hit.place) : null
}

function wordSegment(c: Scope, at: number): AddressPart | null {
  const run = c.reader.capitals(at, 3)
  return run > 0 && c.endsPart(run) && !isVetoed(c, at, run) ? { kind: 'word', from: at, to: run } : null
}

const placePart = (from: number, to: number, place: Place): AddressPart => ({
  kind: place.entries[0]!.kind === 'k' ? 'country' : 'place',
  from,
  to,
  place,
})

/** A named facility: "Morriston Hospital", "Spitalul de Pediatrie, Sibiu", "Porta Principe". */
export function facility(c: Scope, i: number): Candidate | null {
  const r = c.reader
  if (!r.isCapital(i) || isInRun(c, i)) return null
  const found = facilityType(c, i, r.capitals(i, 6))
  if (found === null) return null
  const { type, end, isHead } = found
  if (type === 'other' || end - i < 2) return null
  if (c.cues.titles.has(c.text.folded(i)) || (!isHead && c.startsSentence(i) && end - i < 3)) return null
  const parts: AddressPart[] = [{ kind: 'anchor', from: i, to: end, anchorType: type }]
  const stop = tail(c, end, parts)
  return c.make(i, stop, parts.length > 1 ? 2 : 1, parts, true)
}

/** True if a capitalised word and one space precede token i. */
function isInRun({ reader: r, text }: Scope, i: number): boolean {
  return r.isCapital(i - 1) && !r.isNewline(i - 1) && !r.isTight(i) && text.text.charAt(r.start(i) - 1) === ' '
}

/** The type of a facility in the run of capitals [i, end), or in the word after it; `isHead`: the name begins with its type. */
function facilityType(c: Scope, i: number, end: number): { type: AnchorType; end: number; isHead: boolean } | null {
  const r = c.reader
  let found: AnchorType | null = null
  for (let at = i; at < end; at++) {
    const type = c.book.landmarkType(c.text.folded(at))
    if (type === null) continue
    // The facility begins at its type word: "Cisnădie la Spitalul de Pediatrie".
    if (at > i && r.kind(at - 1) === TokenKind.lower && c.cues.isCueWord(c.text.folded(at - 1), c.active)) return null
    if (at === i) return { type, end, isHead: true }
    found = type
  }
  if (found !== null) return { type: found, end, isHead: false }
  // The lower-case type word follows the name: "Stavanger universitetssjukehus", "Triangelns station".
  if (r.kind(end) !== TokenKind.lower || r.isNewline(end)) return null
  const type = c.book.landmarkType(c.text.folded(end))
  return type === null ? null : { type, end: end + 1, isHead: false }
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
      if (taken[i] || !r.isWord(i) || r.length(i) < SHORTEST_CASED) continue
      const raw = c.text.text.slice(r.start(i), r.end(i))
      const hit = caseOf(raw, language, c.book, r.isCapital(i) && !c.startsSentence(i))
      if (hit === null || isPersonal(c, i, i + 1) || isOtherCase(c, i, hit)) continue
      const type = hit.place === null ? c.book.landmarkType(c.text.folded(i)) : null
      const part: AddressPart =
        type !== null
          ? { kind: 'anchor', from: i, to: i + 1, anchorType: type }
          : { kind: 'place', from: i, to: i + 1, ...(hit.place ? { place: hit.place } : {}) }
      const candidate = c.make(i, i + 1, hit.place === null ? 0 : 1, [part], hit.role === 'none')
      candidate.ending = hit.role === 'none' ? null : { role: hit.role, length: hit.length }
      add(candidate)
    }
  }
}

/** Fewest letters of a word with a case ending, and of a town in lower case without its ending. */
const SHORTEST_CASED = 4
const SHORTEST_LOWER = 5
/** log10 of the population of a town that is known by an inflected form, and of one that is known in lower case. */
const KNOWN_TOWN = 4
const LARGE_TOWN = 5

/** True if a word with a case ending is rather another word than the name of a place. */
function isOtherCase(c: Scope, i: number, hit: NonNullable<ReturnType<typeof caseOf>>): boolean {
  const { place, length, role } = hit
  const isOrdinary = () => c.names.of(c.text.folded(i)).word >= Level.rare
  const isCapital = c.reader.isCapital(i)
  if (place === null) return !isCapital || isOrdinary()
  const { size } = place.entries[0]!
  const isWeak = size < KNOWN_TOWN || place.isWord
  if (length === 1 && (isWeak || isDoubtful(c, i, i + 1, place))) return true
  if (isCapital) return isWeak && c.startsSentence(i)
  // In lower case, only a town that is not an ordinary word, and no other word of the language.
  if (!c.isCasual || isWeak || role === 'none' || isOrdinary()) return true
  return c.reader.length(i) - length < SHORTEST_LOWER && size < LARGE_TOWN
}

/** A name directly after a cue: known in any case or inflection, a road, or unknown with a capital. */
export function licensed(c: Scope, hit: CueHit, taken: Uint8Array): Candidate | null {
  const at = isLabel(hit) ? afterColon(c, hit) : afterFillers(c, hit)
  if (at >= c.reader.count || taken[at] || c.reader.isNewline(at)) return null
  return nameAt(c, at, hit, hit.rule?.min_tier ?? 1)
}

const isLabel = ({ rule }: CueHit): boolean => rule?.id.startsWith('label_') ?? false

function afterColon({ reader: r }: Scope, { endToken }: CueHit): number {
  let at = endToken
  while (at < r.count && at < endToken + 6 && r.sign(at - 1) !== ':') at++
  return at
}

/** The token after up to three filler words that are no place, and an apostrophe: "dans l'Yonne". */
function afterFillers(c: Scope, { endToken, language }: CueHit): number {
  const r = c.reader
  const isFiller = (at: number) =>
    r.isWord(at) && !r.isCapital(at) && c.cues.isFiller(c.text.folded(at), language) && r.place(at, true) === null
  let at = endToken
  while (at < endToken + 3 && isFiller(at)) at++
  while (at < endToken + 4 && (r.sign(at) === "'" || r.sign(at) === '\u2019')) at++
  return at
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

/** A name at a token with a cue, and what is known of it. */
interface Cued {
  readonly c: Scope
  readonly at: number
  readonly hit: CueHit
  readonly minTier: number
  readonly isCapital: boolean
  readonly known: PlaceHit | null
  /** End of the run of capitals. */
  readonly run: number
  readonly language: CueLanguage | undefined
}

/** Readers of a name after a cue, in the order in which they are tried. */
const NAMES: readonly ((name: Cued) => Candidate | null)[] = [
  listedName,
  casedName,
  inflectedName,
  typedName,
  unknownName,
]

function nameAt(c: Scope, at: number, hit: CueHit, minTier: number): Candidate | null {
  const r = c.reader
  const road = hit.rule?.role === 'via' || hit.rule?.role === 'location' ? roadEnd(c, at) : 0
  if (road > 0) return c.make(at, road, 1, [{ kind: 'street', from: at, to: road }], true)
  if (!r.isWord(at) || isAddressOfNet(c, at)) return null
  const isCapital = r.isCapital(at)
  const known = r.place(at, true)
  if (known !== null && isCapital && isAttribute(c, at, known.end)) return null
  if (known !== null && isDoubtful(c, at, known.end, known.place)) return null
  const language = c.cues.languages.get(hit.language)
  const name: Cued = { c, at, hit, minTier, isCapital, known, run: runEnd(c, at), language }
  for (const read of NAMES) {
    const found = read(name)
    if (found !== null) return found
  }
  return null
}

/** A candidate of a part and the segments after it. */
function withTail(c: Scope, part: AddressPart, tier: Tier): Candidate {
  const parts = [part]
  return c.make(part.from, tail(c, part.to, parts), tier, parts, true)
}

function listedName({ c, at, isCapital, known, run }: Cued): Candidate | null {
  if (known === null) return null
  const isWhole = isCapital ? run <= known.end || !goesOn(c, known.end) : isLowerTown(c, at, known.place)
  return isWhole ? withTail(c, placePart(at, known.end, known.place), 1) : null
}

/** A town with a case ending before its cue. */
function casedName({ c, at, hit, language }: Cued): Candidate | null {
  if (language === undefined || !hit.rule?.after || language.case_endings.length === 0) return null
  const cased = caseOf(c.reader.slice(at, at + 1), language, c.book, false)
  if (!cased?.place || cased.place.entries[0]!.size < KNOWN_TOWN) return null
  return c.make(at, at + 1, 1, [{ kind: 'place', from: at, to: at + 1, place: cased.place }], true)
}

function inflectedName({ c, at, isCapital, run, language }: Cued): Candidate | null {
  if (language === undefined || language.endings.length === 0) return null
  const end = isCapital ? run : at + 1
  const place = plainPlace(c.words(at, end), language, c.book) ?? plainPlace(c.text.folded(at), language, c.book)
  if (place === null || !(isCapital || isLowerTown(c, at, place))) return null
  return withTail(c, placePart(at, end, place), 1)
}

/** A lower-case type of place and a name after it: "babban asibitin Katsina". */
function typedName({ c, at, isCapital }: Cued): Candidate | null {
  const r = c.reader
  const isType = (i: number) => c.book.landmarkType(c.text.folded(i)) !== null
  if (isCapital || !(isType(at) || (r.isWord(at + 1) && !r.isCapital(at + 1) && isType(at + 1)))) return null
  const landmark = readThing(r, at)
  if (!landmark?.isTyped || landmark.end - at > 6 || !r.isCapital(landmark.end - 1)) return null
  return withTail(c, { kind: 'anchor', from: at, to: landmark.end, anchorType: landmark.type }, 1)
}

/** A name in capitals that no list has. */
function unknownName({ c, at, hit, minTier, isCapital, run, language }: Cued): Candidate | null {
  if (minTier > 0 || hit.kind !== 'rule' || language?.capital_nouns) return null
  if (!isCapital || run === 0 || isVetoed(c, at, run)) return null
  const type = c.book.landmarkType(c.text.folded(run - 1)) ?? c.book.landmarkType(c.text.folded(at))
  const part: AddressPart =
    type === null ? { kind: 'word', from: at, to: run } : { kind: 'anchor', from: at, to: run, anchorType: type }
  return withTail(c, part, 0)
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
