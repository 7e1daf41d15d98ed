// Special categories of personal data (GDPR Articles 9 and 10), and other values that forms identify by a field name only (clan, biometric
// template, wallet). Conservative: only a field with its answer, or a statement about a person. General mentions of illness, faith or
// unions are not personal data.

import { firstAt, largest } from '../../../lists.ts'
import { fold } from '../../../text/fold.ts'
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { CONFIDENCE } from '../confidence.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import { isAlphanumeric, isNumeric, signAt } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'
import { HealthConditions } from './health-conditions.ts'

interface Special {
  readonly labels: readonly string[]
  /** Allowed answers of a field; any short answer if the list is missing. */
  readonly values?: readonly string[]
  /** The answer is an identifier of a record: one token run with a digit. */
  readonly answer?: 'reference'
  readonly states?: readonly string[]
}

interface SpecialFile {
  readonly people: readonly string[]
  readonly conjunctions: readonly string[]
  /** Folded answers without information. */
  readonly noAnswers: readonly string[]
  readonly categories: Readonly<Record<string, Special>>
}

interface Kind {
  readonly category: string
  readonly label: number
  readonly states: number
  readonly values: ReadonlySet<string> | null
  readonly isReference: boolean
}

const NAME = 'PII-1-NAME'
const HEALTH = 'PII-6-HEALTH'
const NOWHERE = Number.NEGATIVE_INFINITY
const LONGEST_REFERENCE = 128
const MOST_WORDS = 6
/** Items of one answer: "type 2 diabetes, asthma". */
const MOST_ITEMS = 12
const ENDS_ITEM = /^[.,;|()"]$/
const NO_RANGES: readonly Range[] = []
const NONE: ReadonlySet<number> = new Set()
/** Letters of the longest short form before an illness: "chron. Bronchitis". */
const LONGEST_SHORT_FORM = 6
/** Maximum distance from the person to the statement about them, in UTF-16 units. */
const REACH = 40

export const specialDetector: DetectorFactory = (packs, cues) => {
  const file = JSON.parse(packs.cues('special-categories.json')) as SpecialFile
  const people = cues.add(file.people, 'aside')
  const conjunctions: ReadonlySet<string> = new Set(file.conjunctions.map(fold))
  const noAnswers: ReadonlySet<string> = new Set(file.noAnswers)
  const kinds: Kind[] = Object.entries(file.categories).map(([category, special]) => ({
    category,
    label: cues.add(special.labels, 'special'),
    states: cues.add(special.states ?? [], 'aside'),
    values: special.values === undefined ? null : new Set(special.values.map(words)),
    isReference: special.answer === 'reference',
  }))
  const special = cues.bitOf('special')
  const health = new HealthConditions(packs, cues)
  // One group of all statements: most texts have none.
  const stated = cues.add(
    Object.values(file.categories).flatMap(({ states }) => states ?? []),
    'aside',
  )
  return {
    name: 'special',
    find(scanned, _scope, { hits }) {
      const claims: Claim[] = []
      if ((hits.kinds & special) === 0) return claims
      for (const kind of kinds)
        for (const { endToken } of hits.of(kind.label)) {
          const ranges = kind.isReference
            ? reference(scanned, endToken)
            : answers(scanned, endToken, kind.values, noAnswers, kind.category === HEALTH ? health.starts(hits) : NONE)
          for (const range of ranges) claims.push(specialOf(kind.category, range))
        }
      return claims
    },
    refine(scanned, claims, evidence) {
      if (!evidence.hits.has(stated) && !health.isIn(evidence.hits)) return []
      const bearers = claims.filter(({ category }) => category === NAME).sort((a, b) => a.start - b.start)
      const illnesses = health.find(scanned, evidence, bearers).sort((a, b) => a.start - b.start)
      const found = illnesses.map((range) => specialOf(HEALTH, range))
      if (!evidence.hits.has(stated)) return found
      let names: Int32Array | null = null
      for (const kind of kinds)
        for (const hit of evidence.hits.of(kind.states)) {
          names ??= nameEnds(bearers)
          const word = evidence.nearest(people, hit.end - 1, REACH + hit.end - hit.start)
          const personEnd = Math.max(
            word === null ? NOWHERE : Math.min(word.end, hit.start),
            lastUpTo(names, hit.start),
          )
          if (hit.start - personEnd > REACH || isOtherSentence(scanned.text.slice(personEnd, hit.start))) continue
          const said = statement(scanned, hit.firstToken, hit.endToken, conjunctions)
          // "suffers from asthma": the illness alone is found, so that a copy still says that somebody suffers.
          const illness = illnesses[firstAt(illnesses, (one) => one.end > said.start)]
          if (illness === undefined || illness.start >= said.end) found.push(specialOf(kind.category, said))
        }
      return found
    },
  }
}

const specialOf = (category: string, { start, end }: Range): Claim =>
  claimOf(category, start, end, CONFIDENCE.special_category, `rule:${category.slice(6).toLowerCase()}`, 'lexicon')

const nameEnds = (names: readonly Claim[]): Int32Array => Int32Array.from(names, ({ end }) => end).sort()

/** The greatest of ascending numbers that is not above `limit`; NOWHERE if there is none. */
const lastUpTo = (ascending: Int32Array, limit: number): number =>
  ascending[firstAt(ascending, (one) => one > limit) - 1] ?? NOWHERE

/** True if a sentence that begins between person and statement has words before it. In "He left. Diagnosed with" the subject is still "he". */
function isOtherSentence(between: string): boolean {
  const last = largest(['.', '!', '?', ';', '\n'].map((sign) => between.lastIndexOf(sign)))
  return last >= 0 && /\p{L}/u.test(between.slice(last + 1))
}

/** Normalises an answer for comparison: folded letters and digits with single spaces. */
const words = (value: string): string =>
  fold(value)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** "Fingerprint ID: FP-2231-88": one token run after the field, with a digit and at least four units long. */
function reference({ tokens, text }: ScannedText, token: number): readonly Range[] {
  let first = token
  // "Fingerprint no.: (": the value follows one to three signs.
  while (first < token + 3 && first < tokens.count && tokens.kind[first] === TokenKind.sign) first++
  if (first === token || !isAlphanumeric(tokens.kind[first]) || tokens.start[first]! - tokens.end[token - 1]! > 6)
    return NO_RANGES
  const start = tokens.start[first]!
  const end = valueRun(text, start, LONGEST_REFERENCE)
  return end - start >= 4 && /\d/.test(text.slice(start, end)) ? [{ start, end }] : NO_RANGES
}

/**
 * The items after "field:" up to the end of the clause: allowed answers, or short ones where no answers are listed. `illnesses`: offsets at
 * which a known illness begins.
 */
function answers(
  scanned: ScannedText,
  token: number,
  values: ReadonlySet<string> | null,
  noAnswers: ReadonlySet<string>,
  illnesses: ReadonlySet<number>,
): readonly Range[] {
  const { tokens, text } = scanned
  const sign = signAt(scanned, token)
  if (sign !== ':' && sign !== '=') return NO_RANGES
  let first = token + 1
  if (!isAlphanumeric(tokens.kind[first]) || tokens.start[first]! - tokens.end[token]! > 4) return NO_RANGES
  const found: Range[] = []
  while (found.length < MOST_ITEMS && isAlphanumeric(tokens.kind[first])) {
    const { last, next } = itemFrom(scanned, first, illnesses)
    if (last < 0) break
    const range = { start: tokens.start[first]!, end: tokens.end[last]! }
    const isNone = noAnswers.has(scanned.folded(first)) || isNumeric(tokens.kind[first])
    if (values === null ? !isNone : values.has(words(text.slice(range.start, range.end)))) found.push(range)
    else break
    if (signAt(scanned, next) !== ',') break
    first = next + 1
  }
  return found
}

/** The last token of an item that begins at token `first`, and the token that ends it; -1 for an item of too many words. */
function itemFrom(scanned: ScannedText, first: number, illnesses: ReadonlySet<number>): { last: number; next: number } {
  const { tokens } = scanned
  let last = first
  let next = first + 1
  for (let count = 1; next < tokens.count; next++) {
    if (
      tokens.kind[next] === TokenKind.newline ||
      (ENDS_ITEM.test(signAt(scanned, next)) && !isShortForm(scanned, next, illnesses))
    )
      break
    if (!isAlphanumeric(tokens.kind[next])) continue
    if (++count > MOST_WORDS) return { last: -1, next }
    last = next
  }
  return { last, next }
}

/** The full stop of a short form ends no item: "Z.n. TEP", "Z. n. Hüft-TEP", "art. Hypertonie". */
function isShortForm({ tokens, text }: ScannedText, at: number, illnesses: ReadonlySet<number>): boolean {
  const stop = tokens.start[at]!
  if (text.charAt(stop) !== '.') return false
  const letters = stop - tokens.start[at - 1]!
  if (tokens.start[at + 1] === stop + 1) return isAlphanumeric(tokens.kind[at + 1])
  return text.startsWith('. ', stop) && (letters === 1 || (letters <= LONGEST_SHORT_FORM && illnesses.has(stop + 2)))
}

/** The statement and up to three words that complete it ("diagnosed with type 2 diabetes"). */
function statement(scanned: ScannedText, first: number, endToken: number, conjunctions: ReadonlySet<string>): Range {
  const { tokens } = scanned
  let last = endToken - 1
  for (let i = endToken, count = 0; i < tokens.count && count < 3; i++) {
    if (
      !isAlphanumeric(tokens.kind[i]) ||
      conjunctions.has(scanned.folded(i)) ||
      tokens.start[i]! - tokens.end[i - 1]! > 1
    )
      break
    last = i
    count++
  }
  return { start: tokens.start[first]!, end: tokens.end[last]! }
}
