// Identifiers: equal, one slip of the pen, or another number. Two different numbers of one register mean two entities; a number
// that fails the check of its register was written wrongly, so it neither separates two records nor links them like a valid one.
import { editDistance } from '../../../text/similarity.ts'
import { checks } from '../../../values/identifier/checks.ts'
import { Schemes, type Standing } from '../../../values/identifier/schemes.ts'
import { TERRITORY } from '../places/territories.ts'
import { graded, stated, type Wording } from '../statement.ts'
import type { Tools } from '../tools.ts'
import { plain } from '../words/plain-letters.ts'
import { tokensOf } from '../words/value-words.ts'
import { type Agreement, type Comparator, type Fields, NOTHING, severalOf } from './comparator.ts'

function compact(value: string): string {
  return plain(value).replace(/[^a-z0-9]/g, '')
}

/** True for what people write when they have no number: zeros, "none". */
function isPlaceholder(value: string): boolean {
  return value.length < 3 || /^(?:0+|none|null|unknown|test)$/.test(value)
}

function grade(a: string, b: string): number {
  if (a === b) return 1
  const longer = Math.max(a.length, b.length)
  if (longer >= 6 && (a.endsWith(b) || b.endsWith(a)) && Math.min(a.length, b.length) >= 6) return 0.9
  // The first of several houses is numbered with nothing but zeros.
  if (a.length !== b.length && Math.min(a.length, b.length) >= 6 && isFilledUp(a, b)) return 0.9
  if (longer >= 6 && editDistance(a, b, 1) === 1) return SLIP
  if (longer >= 7 && editDistance(a, b, 2) === 2) return 0.3
  return 0
}

/** Is the longer one the shorter one followed by zeros? */
function isFilledUp(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long.startsWith(short) && /^0+$/.test(long.slice(short.length))
}

/** Similarity of two numbers one character apart, and of two equal numbers that fail their check. */
const SLIP = 0.6
const UNSOUND = 0.92

const SOUND: readonly Wording[] = [
  [1, 'same'],
  [UNSOUND, 'alike', 'the {many} agree but fail their own check digit'],
  [0.9, 'alike', 'one {one} ends with the other'],
  [SLIP, 'differ', 'the {many} differ by one character'],
  [0.3, 'differ', 'the {many} differ by two characters'],
  [0, 'differ'],
]
const ONE_UNSOUND: readonly Wording[] = [
  [SLIP, 'differ', 'the {many} differ by one character, and one of them fails its check digit'],
  [0.3, 'differ', 'the {many} differ by two characters, and one of them fails its check digit'],
  [0, 'differ', 'the {many} differ, and one of them fails its check digit'],
]

/** The same number in a longer form of its register: a GTIN-12 as a GTIN-14. */
function padded(a: string, b: string): boolean {
  return a.replace(/^0+/, '') === b.replace(/^0+/, '')
}

/** A number of a record, and its reading that holds for every country. */
interface Written {
  readonly text: string
  readonly standing: Standing
}

/** The numbers of a record's field, and the countries that it names. */
interface Numbered {
  readonly numbers: readonly Written[]
  readonly countries: readonly string[]
}

const NOWHERE: Standing = { passed: [], failed: [] }

/** How two numbers of a field compare. */
interface Level {
  readonly similarity: number
  /** 1: both pass the check of one scheme; 0: just one does; NaN: no scheme tells. */
  readonly check: number
  readonly conflict: boolean
  /** Both are sound, and no slip of each other. */
  readonly separates: boolean
  /** They are one slip apart, and a check tells which of them is wrong, or that either may be. */
  readonly slipped: boolean
}

const SAME_OR_UNCHECKED = { separates: false, slipped: false }

/** One character replaced, or two neighbours swapped. */
function isSlip(x: string, y: string): boolean {
  return x !== y && x.length === y.length && editDistance(x, y, 1) === 1
}

/** By the one check that every number of the field passes. */
function byCheck(check: (compact: string) => boolean, x: string, y: string): Level | null {
  const grown = padded(x, y) ? 1 : grade(x, y)
  if (check(x.toUpperCase()) && check(y.toUpperCase())) {
    // Two sound numbers are two, however alike: the goods of one maker are numbered one after the other.
    const similarity = grown < 0.9 ? 0 : grown
    const slipped = similarity === 0 && isSlip(x, y)
    return { similarity, check: NOTHING, conflict: similarity === 0, separates: similarity === 0 && !slipped, slipped }
  }
  if (grown < SLIP) return null
  const similarity = Math.min(grown, UNSOUND)
  return { similarity, check: NOTHING, conflict: false, separates: false, slipped: similarity === SLIP }
}

/** By the schemes whose shape the numbers have. */
function bySchemes(p: Standing, q: Standing, x: string, y: string): Level {
  const similarity = grade(x, y)
  const bothPass = p.passed.some((scheme) => q.passed.includes(scheme))
  // A slip of one character passes no check digit: two sound numbers that lie further apart are two numbers, however alike.
  if (bothPass && similarity < SLIP)
    return { similarity: 0, check: NOTHING, conflict: true, separates: true, slipped: false }
  const slipped = similarity === SLIP
  if (bothPass) return { similarity, check: similarity === 1 ? 1 : NOTHING, conflict: false, separates: false, slipped }
  const oneFails =
    p.passed.some((scheme) => q.failed.includes(scheme)) || q.passed.some((scheme) => p.failed.includes(scheme))
  return {
    similarity,
    check: oneFails ? 0 : NOTHING,
    conflict: similarity < SLIP && !oneFails,
    separates: false,
    slipped: slipped && oneFails,
  }
}

/** ISO 3166 codes of the countries that fields of a record name. */
function countriesOf(record: Fields, fields: readonly string[], tools: Tools): readonly string[] {
  return fields.flatMap((field) => {
    const value = record.get(field)
    if (value === undefined) return []
    if (value.length === 2) return [value.toUpperCase()]
    return tools
      .territories()
      .marked(tokensOf(value), true)
      .filter((token) => token.startsWith(TERRITORY))
      .map((token) => token.slice(1, 3).toUpperCase())
  })
}

const NONE: readonly string[] = []

/** Level of two numbers: the same, mistyped, of two entities, or different without a check that decides. */
function levelOf({ similarity, check, conflict, separates }: Level): string {
  if (similarity >= 0.9) return 'same'
  if (separates) return 'sound'
  if (similarity >= SLIP) return 'typo'
  return similarity > 0 && (check === 0 || !conflict) ? 'typos' : check === 0 ? 'unsound' : 'other'
}

export const identifier: Comparator = {
  summary:
    'Identifiers without separators: equal, one or two slips, or different; check digits where the register has them.',
  evidence: 'distinctive',
  measures: ['', 'check'],
  levels: [''],
  bind(rule, tools) {
    const check = rule.check === undefined ? null : checks[rule.check]!
    const schemes = rule.schemes === undefined ? null : new Schemes(tools.countries(), rule.schemes)
    const known = tools.remember<readonly Written[]>()
    const numbersOf = (value: string) =>
      known.get(value, (whole) =>
        severalOf(whole)
          .map(compact)
          .filter((text) => !isPlaceholder(text))
          .map((text) => ({ text, standing: schemes?.of(text.toUpperCase(), NONE) ?? NOWHERE })),
      )
    const standings = tools.remember<Standing>()
    const standingOf = ({ text, standing }: Written, countries: readonly string[]) =>
      countries.length === 0 || schemes === null
        ? standing
        : standings.get(`${text} ${countries.join(' ')}`, () => schemes.of(text.toUpperCase(), countries))
    const level = (x: Written, y: Written, countries: readonly string[]): Level | null => {
      if (check !== null) return byCheck(check, x.text, y.text)
      if (schemes !== null) return bySchemes(standingOf(x, countries), standingOf(y, countries), x.text, y.text)
      const similarity = grade(x.text, y.text)
      return { similarity, check: NOTHING, conflict: similarity < SLIP, ...SAME_OR_UNCHECKED }
    }
    const prepare = (record: Fields): Numbered | null => {
      const value = record.get(rule.field)
      if (value === undefined) return null
      const countries =
        schemes !== null && rule.with.some((field) => record.has(field)) ? countriesOf(record, rule.with, tools) : NONE
      return { numbers: numbersOf(value), countries }
    }
    const compare = (left: Numbered, right: Numbered): Agreement | null => {
      const countries =
        left.countries.length + right.countries.length === 0 ? NONE : [...left.countries, ...right.countries]
      let best: Level | null = null
      let length = 0
      for (const x of left.numbers)
        for (const y of right.numbers) {
          const found = level(x, y, countries)
          if (found === null || (best !== null && found.similarity <= best.similarity)) continue
          best = found
          length = Math.min(x.text.length, y.text.length)
        }
      if (best === null) return null
      const found = best
      return {
        measures: [best.similarity, best.check],
        levels: () => [levelOf(found)],
        bits: best.similarity === 1 ? Math.min(33, 3.3 * length) : 0,
        conflict: best.conflict,
        separates: best.separates,
        slipped: best.slipped,
        reason: best.separates ? 'sound' : '',
      }
    }
    return { reads: schemes === null ? [rule.field] : [rule.field, ...rule.with], prepare, compare }
  },
  says({ measure, conflict, reason }) {
    if (conflict && reason === 'sound') return [stated('differ', 'the {many} differ, and both pass their check digit')]
    if (measure('') < 0.9 && measure('check') === 0) return graded(measure(''), ONE_UNSOUND)
    return graded(conflict && measure('') < SLIP ? 0 : measure(''), SOUND)
  },
}
