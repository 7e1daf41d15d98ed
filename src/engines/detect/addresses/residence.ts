// Whether the name of a place is a residence, workplace or birthplace: features of the name and of the words around it, with
// fitted weights (data/weights/places.tsv, logistic regression by tools/fit-places.mjs).

import { firstAt } from '../../../lists.ts'
import { Level } from '../../../packs/word-levels.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { AddressReader } from '../../../values/address/reader.ts'
import { Role } from '../../../values/address/words.ts'
import type { Evidence, Range } from '../evidence.ts'
import type { PlaceJudge } from './place-judge.ts'
import { endsClause, wordAt } from './place-surroundings.ts'

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

/** The features of a candidate, as data/weights/places.tsv spells them; `people`: see peopleInOrder. */
export function residenceFeatures(
  candidate: PlaceCandidate,
  reader: AddressReader,
  evidence: Evidence,
  people: readonly Range[],
  judge: PlaceJudge,
  dwellings: number,
): string[] {
  const { firstToken, endToken, source } = candidate
  const before = beforeOf(reader, firstToken)
  const behind = behindOf(reader, endToken)
  const { near, after, inLine, inText, isNamed } = peopleAround(reader, people, candidate)
  const lived = livingAround(reader, evidence, candidate, dwellings)
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
function peopleAround(
  reader: AddressReader,
  people: readonly Range[],
  { firstToken, endToken }: PlaceCandidate,
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

function livingAround(
  reader: AddressReader,
  { hits }: Evidence,
  { firstToken, endToken }: PlaceCandidate,
  dwellings: number,
): string {
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
