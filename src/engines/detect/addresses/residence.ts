// The names of a text that may be a residence, workplace or birthplace: those of the gazetteer, and words with a preposition or an ending of
// places; and their features for fitted weights (data/weights/places.tsv, logistic regression by tools/fit-places.mjs).

import { firstAt } from '../../../lists.ts'
import { Level } from '../../../packs/word-levels.ts'
import type { Range } from '../../../text/range.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/address-reader.ts'
import type { FoundAddress } from '../../../values/address/parts.ts'
import { Role } from '../../../values/address/word-roles.ts'
import type { Evidence } from '../evidence.ts'
import { endsClause, wordAt } from './place-context.ts'
import type { PlaceJudge } from './place-judge.ts'

/** A text, and the evidence for the places in it. */
export interface Surroundings {
  readonly reader: AddressReader
  readonly evidence: Evidence
  /** Ranges of the people of the text, in its order (peopleInOrder). */
  readonly people: readonly Range[]
  readonly judge: PlaceJudge
  /** Phrase-book group of words for living or being born. */
  readonly dwellings: number
}

/** A place that the grammar of addresses read, without the person that its first words are: "Anke von der Heide, Kassel". */
export function listedPlace(found: FoundAddress, { reader, judge, evidence, people }: Surroundings): PlaceCandidate {
  const { endToken, parts } = found
  const isOfPerson = ({ from, to }: FoundAddress['parts'][number]) => {
    const person = people[firstAt(people, ({ end }) => end >= reader.end(to - 1))]
    return person !== undefined && person.start < reader.start(from)
  }
  const rest = parts.length > 1 && isOfPerson(parts[0]!) ? parts.slice(1) : parts
  const entry = rest.find(({ place }) => place !== undefined)?.place?.entries[0]
  return {
    firstToken: rest === parts ? found.firstToken : rest[0]!.from,
    endToken,
    source: 'listed',
    confidence: judge.confidence(found, reader, evidence),
    size: entry?.size ?? 0,
    isCountry: entry?.kind === 'k',
    isHome: entry !== undefined && reader.book.isHome(entry.country),
    isOne: rest.length === 1 && !isStreetWord(reader, rest[0]!.from),
  }
}

/** Whether a person of the text is called so. */
export function isNamed({ firstToken, endToken }: PlaceCandidate, { reader, people }: Surroundings): boolean {
  const person = people[firstAt(people, ({ end }) => end > reader.start(firstToken))]
  return person !== undefined && person.start < reader.end(endToken - 1)
}

const STREET_WORDS = Role.streetBefore | Role.streetAfter | Role.building

function isStreetWord(reader: AddressReader, at: number): boolean {
  return (reader.roles(at) & STREET_WORDS) !== 0
}

/**
 * Inflected names of towns; where a text has people or mentions a residence (`isOfPeople`), also towns in small letters after a
 * preposition.
 */
export function addUnlisted(places: PlaceCandidate[], around: Surroundings, isOfPeople: boolean): void {
  const { reader, judge, people } = around
  const { languages } = around.evidence
  const add = (source: PlaceCandidate['source'], firstToken: number, endToken: number, size: number, isHome = false) =>
    places.push({ source, firstToken, endToken, size, isHome, confidence: 0, isCountry: false, isOne: true })
  const { kinds, wordBits } = reader
  let person = 0
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i]!
    if (kind > TokenKind.upper) continue
    const isBehindSmall = i > 0 && kinds[i - 1] === TokenKind.lower && !reader.isCell(i)
    const isLed = isOfPeople && isBehindSmall && (wordBits[i - 1]! & Role.preposition) !== 0
    if (kind === TokenKind.lower ? !isLed : !isBehindSmall && !isOfPeople) continue
    while (person < people.length && people[person]!.end <= reader.start(i)) person++
    if (person < people.length && people[person]!.start < reader.end(i)) continue
    if (kind !== TokenKind.lower) {
      const size = judge.bentSize(reader, i, languages)
      if (size >= 0) add('bent', i, i + 1, size)
      continue
    }
    const hit = judge.levels(reader, i).word < Level.known ? reader.place(i, true) : null
    const entry = hit?.place.entries[0]
    if (hit !== null && entry !== undefined) add('small', i, hit.end, entry.size, reader.book.isHome(entry.country))
  }
}

export interface PlaceCandidate {
  readonly firstToken: number
  readonly endToken: number
  /** How it was read: in the gazetteer, inflected, after words for living, in small letters. */
  readonly source: 'listed' | 'bent' | 'lived' | 'small'
  /** Its score by the place model, 0 to 1. */
  readonly confidence: number
  /** log10 of the population; 0 for a village and for what is not listed. */
  readonly size: number
  readonly isCountry: boolean
  readonly isHome: boolean
  /** Whether it is one name, without a region or a postcode next to it. */
  readonly isOne: boolean
}

/** Tokens around a place that are looked at, and characters to the nearest words for living. */
const WITHIN = 12
const LIVING_WITHIN = 40
const FAR = 99

/** The features of a candidate, as data/weights/places.tsv spells them. */
export function residenceFeatures(candidate: PlaceCandidate, around: Surroundings): string[] {
  const { reader, evidence, people, judge } = around
  const { firstToken, endToken, source } = candidate
  const before = beforeOf(reader, firstToken)
  const behind = behindOf(reader, endToken)
  const { near, after, inLine, inText, isNamed } = peopleAround(candidate, around)
  const lived = livingAround(candidate, around)
  const weight = candidate.confidence >= 0.6 ? 'sure' : source === 'listed' ? 'doubtful' : source
  const one = reader.kind(firstToken) === TokenKind.upper ? 'upper' : 'other'
  return [
    'any',
    `source=${source} size=${candidate.size}${candidate.isHome ? ' home' : ''}${candidate.isCountry ? ' country' : ''}`,
    `confidence=${candidate.confidence.toFixed(2)}`,
    `tokens=${Math.min(3, endToken - firstToken)} ${one} ${weight}`,
    `before=${before} ${weight}`,
    `behind=${behind} ${weight}`,
    `before=${before} behind=${behind}`,
    `-1 ${smallWord(reader, firstToken - 1)}`,
    `-2 ${smallWord(reader, firstToken - 2)}`,
    `-3 ${smallWord(reader, firstToken - 3)}`,
    `+1 ${smallWord(reader, endToken)}`,
    `living=${lived} ${weight}`,
    `people=${inText} line=${inLine} ${weight}`,
    `person=${near} before=${before} ${weight}`,
    `person=${near} ${weight}`,
    `person behind=${after} behind=${behind}`,
    `is named=${isNamed} ${weight}`,
    `date=${step(dateBefore(reader, evidence, firstToken))} ${weight}`,
    `line=${evidence.kinds.at(reader.start(firstToken))} ${weight}`,
    `text=${Math.min(13, Math.floor(Math.log2(reader.count)))} people=${Math.min(4, Math.floor(Math.log2(people.length + 1)))} ${weight}`,
    `heading=${evidence.heading(reader.start(firstToken)) !== null} people=${inText}`,
    ...levelsOf(reader, judge, firstToken),
  ]
}

function levelsOf(reader: AddressReader, judge: PlaceJudge, at: number): string[] {
  const { given, family, word, proper } = judge.levels(reader, at)
  const name = Math.max(given, family)
  return [`name=${Math.min(name, Level.common)} proper=${proper}`, `word=${word}`]
}

function smallWord(reader: AddressReader, at: number): string {
  if (reader.isNewline(at)) return 'line'
  return reader.kind(at) === TokenKind.lower ? wordAt(reader, at) : classOf(reader, at)
}

function classOf(reader: AddressReader, at: number): string {
  if (at < 0 || at >= reader.count) return 'edge'
  if (reader.kind(at) === TokenKind.sign) return reader.sign(at)
  if (reader.kind(at) === TokenKind.number) return 'number'
  return reader.isCapital(at) ? 'Capital' : 'small'
}

function beforeOf(reader: AddressReader, first: number): string {
  const at = first - 1
  if (reader.isNewline(at) || reader.isCell(first)) return 'line'
  if (reader.kind(at) !== TokenKind.lower) return classOf(reader, at)
  const roles = reader.roles(at)
  if ((roles & Role.surePreposition) !== 0) return 'sure preposition'
  return (roles & Role.preposition) !== 0 ? 'preposition' : 'small'
}

function behindOf(reader: AddressReader, end: number): string {
  if (end >= reader.count || reader.isNewline(end) || reader.isCell(end)) return 'line'
  return endsClause(reader, end) ? `${classOf(reader, end)} end` : classOf(reader, end)
}

/** Distance of the nearest person before a place and after it, in steps of tokens, in the same line. */
export function peopleAround(
  { firstToken, endToken }: Pick<PlaceCandidate, 'firstToken' | 'endToken'>,
  { reader, people }: Surroundings,
): { near: string; after: string; inLine: boolean; inText: boolean; isNamed: boolean } {
  const [start, end] = [reader.start(firstToken), reader.end(endToken - 1)]
  const next = firstAt(people, (person) => person.end > start)
  let behind = next
  while (behind < people.length && people[behind]!.start < end) behind++
  const near = next === 0 ? FAR : tokensBetween(reader, people[next - 1]!.end, start)
  const after = behind === people.length ? FAR : tokensBetween(reader, end, people[behind]!.start)
  const inText = next > 0 || behind < people.length
  return { near: step(near), after: step(after), inLine: Math.min(near, after) < FAR, inText, isNamed: behind > next }
}

export function peopleInOrder({ people }: Evidence): Range[] {
  const sorted = [...people].sort((a, b) => a.start - b.start || a.end - b.end)
  const kept: Range[] = []
  for (const person of sorted) if (kept.length === 0 || person.start >= kept[kept.length - 1]!.end) kept.push(person)
  return kept
}

/** Tokens from the nearest date before a place. */
function dateBefore(reader: AddressReader, { dates }: Evidence, firstToken: number): number {
  const start = reader.start(firstToken)
  const before = firstAt(dates, (date) => date.end > start) - 1
  return before < 0 ? FAR : tokensBetween(reader, dates[before]!.end, start)
}

/** Tokens between two offsets of one line; FAR over lines, and where there are too many. */
function tokensBetween(reader: AddressReader, from: number, to: number): number {
  let at = firstAt(reader.starts, (start) => start >= from)
  let count = 0
  for (; at < reader.count && reader.start(at) < to; at++) {
    if (reader.isNewline(at) || count > 2 * WITHIN) return FAR
    count++
  }
  return count
}

function step(tokens: number): string {
  if (tokens <= 2) return String(tokens)
  return tokens <= 5 ? '5' : tokens <= WITHIN ? '12' : tokens < FAR ? 'line' : 'none'
}

function livingAround({ firstToken, endToken }: PlaceCandidate, { reader, evidence, dwellings }: Surroundings): string {
  const { hits } = evidence
  if (!hits.has(dwellings)) return 'none'
  const [start, end] = [reader.start(firstToken), reader.end(endToken - 1)]
  let found = 'text'
  for (const hit of hits.between(start - LIVING_WITHIN, end + LIVING_WITHIN)) {
    if (!hit.says.has(dwellings)) continue
    if (hit.end <= start) return start - hit.end <= 2 ? 'right before' : 'before'
    if (hit.start >= end) found = 'behind'
  }
  return found
}

/** True if words for living are near before an offset. */
export function livesBefore(start: number, { evidence: { hits }, dwellings }: Surroundings): boolean {
  return hits.has(dwellings) && hits.between(start - LIVING_WITHIN, start).some(({ says }) => says.has(dwellings))
}
