// Model and part numbers: the strongest evidence among products, for and against.
import { editDistance } from '../../../text/similarity.ts'
import { isNamed, namingFields, type Product, titledProduct } from '../products/parsed-title.ts'
import { isStrongCode } from '../products/quantities-and-codes.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { NOTHING } from '../words/measures.ts'
import { plain } from '../words/plain-letters.ts'
import { isNumber, tokensOf } from '../words/value-words.ts'
import { type Agreement, type Comparator, disputes, Effect, ofFields, when } from './comparator.ts'
import { graded, stated } from './statement.ts'

function similarity(a: string, b: string): number {
  if (a.trimEnd() === b.trimEnd()) return 1
  const short = a.length < b.length ? a : b
  const long = a.length < b.length ? b : a
  // Region, colour and packaging letters are hung onto a model number.
  if (short.length >= 4 && long.startsWith(short) && !(/\d$/.test(short) && /^\d/.test(long.slice(short.length))))
    return 0.85
  if (short.length >= 4 && long.endsWith(short) && (/^\d{4}/.test(short) || !/^\d/.test(short))) return 0.75
  if (short.length >= 6 && long.includes(short)) return 0.75
  if (short.length >= 6 && editDistance(a, b, 1) === 1) return /^\d+$/.test(short) ? 0.2 : 0.35
  if (short.length >= 5 && a.slice(0, 4) === b.slice(0, 4)) return 0.15
  return 0
}

/** The codes that a model field lists; none where several words with digits are one name ("EQ.6 s300"). */
function partsOfModel(text: string): string[] {
  const parts = text
    .split(/[\s,;/]+/)
    .map((part) => part.replace(/[^a-z0-9]/g, ''))
    .filter((part) => /\d/.test(part))
  return parts.length > 1 && !/[,;/]/.test(text) ? [] : parts.filter((part) => part.length >= 3)
}

/**
 * A model field as one code. A name of several words with a digit or two ("Fenix 7") closes with a blank: a letter more is the next
 * member of its line ("Fenix 7X") and no packaging letter.
 */
function wholeModel(text: string): string[] {
  const code = text.replace(/[^a-z0-9]/g, '')
  const digits = code.replace(/[^0-9]/g, '').length
  if (code.length < 3 || digits === 0) return []
  return [digits < 3 && /[a-z0-9]\s+[a-z0-9]/.test(text) ? `${code} ` : code]
}

/** "7" for "a7": the number of a model without its letters. */
function isShortened(short: string, long: string): boolean {
  return (
    isNumber(short) &&
    long.length - short.length <= 2 &&
    long.length > short.length &&
    LETTERS_NUMBER.test(long) &&
    long.endsWith(short)
  )
}
const LETTERS_NUMBER = /^[a-z]{1,2}\d+$/

/** Codes but for those that an accessory is made for, where it is held against a thing that is none. */
function without(codes: readonly string[], accessory: Product, other: Product): readonly string[] {
  const { hosts } = accessory
  return hosts.length === 0 || other.accessories.length > 0 ? codes : codes.filter((code) => !hosts.includes(code))
}

const NONE: readonly string[] = []

const DIGIT = /\d/
/** Information of a maker's own name for a model, in bits. */
const MODEL_BITS = 18

/** Length of the longest code of five characters or more that occurs in one of the texts; 0: none does. */
function longestIn(codes: readonly string[], texts: () => readonly string[]): number {
  let best = 0
  let read: readonly string[] | null = null
  for (const code of codes) {
    if (code.length < 5 || code.length <= best) continue
    read ??= texts()
    if (read.some((text) => text.includes(code))) best = code.length
  }
  return best
}

/** The most alike of two sides' codes, and how long the shorter of the two is; of several the longest. Nothing where a side has none. */
function bestPair(
  codesA: readonly string[],
  codesB: readonly string[],
): { readonly similarity: number; readonly length: number } {
  if (codesA.length === 0 || codesB.length === 0) return NO_PAIR
  let best = 0
  let length = 0
  for (const p of codesA)
    for (const q of codesB) {
      const found = similarity(p, q)
      if (found > best || (found === best && found > 0 && Math.min(p.length, q.length) > length)) {
        best = found
        length = Math.min(p.length, q.length)
      }
    }
  return { similarity: best, length }
}
const NO_PAIR = { similarity: NOTHING, length: 0 }

/** Similarity of a series whose letters one side leaves out, and of one that one side alone names. */
const SHORTENED = 0.8
const ONE_SIDED = 0.3

/** How far the series of two titles agree. */
function seriesOf(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length > 0 ? ONE_SIDED : NOTHING
  let shared = 0
  for (const token of a)
    if (b.includes(token)) shared++
    else if (b.some((other) => isShortened(token, other) || isShortened(other, token))) shared += SHORTENED
  const most = Math.max(a.length, b.length)
  // Three shares come to one but for the last bit of a double: all of them agreeing is one.
  if (shared === most) return 1
  if (shared === 0) return 0
  // "12" and "e12" of one title are both the "12" of the other: no more than all of them agree.
  return Math.min(1, 0.3 + 0.35 * (shared / Math.min(a.length, b.length)) + 0.35 * (shared / most))
}

/** From this similarity on a code extends another. */
const EXTENDS = 0.75

/** How many of the rarer side's codes the other side has, too. */
function sharedOf(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return NOTHING
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  return few.filter((p) => many.some((q) => similarity(p, q) >= EXTENDS)).length / few.length
}

export const productCode: Comparator = {
  summary: 'Model and part numbers in titles, model fields and descriptions: shared, extended, contradicted.',
  evidence: 'distinctive',
  measures: ['code', 'code_text', 'series', 'model', 'coded'],
  bind(rule, tools) {
    const titled = titledProduct(tools, rule.field)
    const modelField = rule.with[0] ?? 'model'
    const textField = rule.with[1] ?? 'description'
    const brandField = rule.with[2] ?? 'brand'
    const compacted = tools.remember<string>()
    const compact = (text: string) => compacted.get(text, (value) => tokensOf(value).join(''))
    const models = tools.remember<readonly string[]>()
    const modelCodes = (value: string | undefined): readonly string[] =>
      value === undefined
        ? NONE
        : models.get(value, (text) => partsOfModel(plain(text)).concat(wholeModel(plain(text))))
    const textsOf = (record: Fields): readonly string[] => {
      const texts: string[] = []
      for (const field of [rule.field, modelField, textField]) {
        const value = record.get(field)
        if (value !== undefined) texts.push(compact(value))
      }
      return texts
    }
    /** One model of one maker, however short its name: a maker does not sell two products as "Canon R6". */
    const isOneModel = (a: Fields, b: Fields): boolean =>
      [modelField, brandField].every((field) => {
        const [left, right] = [a.get(field), b.get(field)]
        return left !== undefined && right !== undefined && compact(left) !== '' && compact(left) === compact(right)
      }) && DIGIT.test(a.get(modelField)!)
    const compare = (a: Fields, b: Fields): Agreement | null => {
      const x = titled(a)
      const y = titled(b)
      if (x === null || y === null) return null
      const ownA = modelCodes(a.get(modelField))
      const ownB = modelCodes(b.get(modelField))
      const titledA = without(x.codes, x, y)
      const titledB = without(y.codes, y, x)
      const codesA = ownA.length === 0 ? titledA : [...titledA, ...ownA]
      const codesB = ownB.length === 0 ? titledB : [...titledB, ...ownB]
      const shared = bestPair(codesA, codesB)
      // A code of one side inside the other side's whole text, written apart or together.
      const inside = Math.max(
        longestIn(without(codesA, y, x), () => textsOf(b)),
        longestIn(without(codesB, x, y), () => textsOf(a)),
      )
      // A bare number that stands on one side only is a shop's own: its absence says nothing.
      const isTelling = inside > 0 || codesA.some(isStrongCode) || codesB.some(isStrongCode)
      const inText = isTelling ? Math.min(1, inside / 10) : NOTHING
      const series = seriesOf(x.series, y.series)
      const coded = sharedOf(titledA, titledB)
      let code = shared.similarity
      let model = bestPair(ownA, ownB).similarity
      if (Number.isNaN(code) && Number.isNaN(inText) && Number.isNaN(series)) return null
      const oneModel = isOneModel(a, b)
      if (oneModel) code = model = 1
      const agreed = code >= EXTENDS || inText >= 0.5
      return {
        measures: [code, inText, series, model, coded],
        bits: Math.max(agreed ? Math.min(28, 3.5 * Math.max(shared.length, inside)) : 0, oneModel ? MODEL_BITS : 0),
        // If two titles share no part number, the one of 2015 is not the one of 2016.
        conflict: series === 0 && !agreed,
        effects:
          when(!a.has(rule.field) && !b.has(rule.field), Effect.bare) |
          disputes(code < 1 || model < 1 || series < ONE_SIDED),
      }
    }
    return ofFields([...namingFields(rule.field), modelField, textField, brandField], compare, isNamed(rule.field))
  },
  says({ measure, conflict }) {
    if (conflict) return [stated('differ', null, { one: 'series number', many: 'series numbers' })]
    const code = measure('code')
    const inText = measure('code_text')
    if (!(code >= EXTENDS) && inText >= 0.5)
      return [stated('alike', 'the model number of one side stands in the text of the other')]
    if (!Number.isNaN(code))
      return graded(
        code,
        [
          [1, 'same'],
          [EXTENDS, 'alike', 'one {one} extends the other'],
          [0.2, 'differ', 'the {many} differ by a character'],
          [0, 'differ'],
        ],
        { one: 'model number', many: 'model numbers' },
      )
    // A series that one side alone names is not a statement about both.
    if (measure('series') === ONE_SIDED) return []
    return graded(
      measure('series'),
      [
        [1, 'same'],
        [0.31, 'differ', 'only some of the {many} agree'],
        [0, 'differ'],
      ],
      { one: 'series number', many: 'series numbers' },
    )
  },
}
