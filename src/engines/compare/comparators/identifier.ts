// Identifiers: equal, one slip of the pen, or another number. Two different numbers of one register mean two entities; a number
// that fails the check of its register was written wrongly, so it neither separates two records nor links them like a valid one.
import { editDistance } from '../../../text/similarity.ts'
import { checks } from '../../../values/identifier/checks.ts'
import { isFiller } from '../../../values/identifier/filler.ts'
import { Schemes, type Standing } from '../../../values/identifier/schemes.ts'
import type { Fields, Tools } from '../tools/pack-tools.ts'
import { NOTHING } from '../words/measures.ts'
import { plain } from '../words/plain-letters.ts'
import { TERRITORY, tokensOf } from '../words/value-words.ts'
import { type Agreement, type Comparator, Effect, severalOf, when } from './comparator.ts'
import { type Level, level, saysLevel } from './level.ts'

function compact(value: string): string {
  return plain(value).replace(/[^a-z0-9]/g, '')
}

/** True for what people write when they have no number: words ("pending"), zeros, "123456789", "A00000000". */
function isPlaceholder(value: string): boolean {
  return value.length < 3 || /^(?:\D*|[a-z]{0,2}0+)$/.test(value) || isFiller(value.replace(/^[a-z]{1,2}/, ''))
}

const SAME = level('same', 1, 'same')
/** Two equal numbers that fail their check. */
const UNSOUND = level('same', 0.92, 'alike', 'the {many} agree but fail their own check digit')
const ENDS_ALIKE = level('same', 0.9, 'alike', 'one {one} ends with the other')
const TYPO = level('typo', 0.6, 'differ', 'the {many} differ by one character')
const TYPOS = level('typos', 0.3, 'differ', 'the {many} differ by two characters')
/** Two numbers that are issued one after the other, as to twins, a mother and her child, a couple at one counter. */
const [NEXT, NEXT_APART] = [TYPO, TYPOS].map(({ similarity }) =>
  level('next', similarity, 'differ', 'the {many} follow one another'),
) as [Level, Level]
const OTHER = level('other', 0, 'differ')
/** The same of numbers without a check that distinguishes them. */
const OTHER_ALIKE = level('other', 0.3, 'differ')
const SOUND = level('sound', 0, 'differ', 'the {many} differ, and both pass their check digit')
/** The level of two numbers that differ, where one of them fails its check. */
const ONE_UNSOUND: ReadonlyMap<Level, Level> = new Map([
  [TYPO, level('typo', 0.6, 'differ', 'the {many} differ by one character, and one of them fails its check digit')],
  [TYPOS, level('typos', 0.3, 'differ', 'the {many} differ by two characters, and one of them fails its check digit')],
  [OTHER, level('unsound', 0, 'differ', 'the {many} differ, and one of them fails its check digit')],
])

function gradeOf(a: string, b: string): Level {
  if (a === b) return SAME
  const longer = Math.max(a.length, b.length)
  const shorter = Math.min(a.length, b.length)
  if (shorter >= 6 && (a.endsWith(b) || b.endsWith(a))) return ENDS_ALIKE
  // The first of several houses is numbered with nothing but zeros.
  if (a.length !== b.length && shorter >= 6 && isFilledUp(a, b)) return ENDS_ALIKE
  if (longer >= 6 && editDistance(a, b, 1) === 1) return areConsecutive(a, b) ? NEXT : TYPO
  if (longer < 7 || editDistance(a, b, 2) !== 2) return OTHER
  return areConsecutive(a, b) ? NEXT_APART : TYPOS
}

/** One character that differs may be a slip. */
const isOneSlip = (found: Level): boolean => found === TYPO || found === NEXT

/** Digits at the end of a number that count up, and how far two numbers of one family are apart. */
const [COUNTED, STEPS] = [3, 2]

/** Do two numbers of one length differ by one or two in their last digits? */
function areConsecutive(a: string, b: string): boolean {
  const [x, y] = [a.slice(-COUNTED), b.slice(-COUNTED)]
  if (a.length !== b.length || a.slice(0, -COUNTED) !== b.slice(0, -COUNTED) || /\D/.test(x + y)) return false
  return Math.abs(Number(x) - Number(y)) <= STEPS
}

/** Is the longer one the shorter one followed by zeros? */
function isFilledUp(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long.startsWith(short) && /^0+$/.test(long.slice(short.length))
}

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
interface Compared {
  readonly level: Level
  /** 1: both pass the check of one scheme; 0: just one does; NaN: no scheme tells. */
  readonly check: number
  readonly conflict: boolean
  readonly effects: number
}

/** Two numbers without a check that decides: those more than a typo apart are of two entities. */
function unchecked(level: Level): Compared {
  const conflict = level.similarity < TYPO.similarity
  return { level: level === TYPOS ? OTHER_ALIKE : level, check: NOTHING, conflict, effects: 0 }
}

/** One character replaced, or two neighbours swapped. */
function isSlip(x: string, y: string): boolean {
  return x !== y && x.length === y.length && editDistance(x, y, 1) === 1
}

/** By the one check that every number of the field passes. */
function byCheck(check: (compact: string) => boolean, x: string, y: string): Compared | null {
  const found = padded(x, y) ? SAME : gradeOf(x, y)
  if (check(x.toUpperCase()) && check(y.toUpperCase())) {
    // Two sound numbers are two, however alike: the goods of one maker are numbered one after the other.
    if (found.similarity >= 0.9) return { level: found, check: NOTHING, conflict: false, effects: 0 }
    return isSlip(x, y)
      ? { level: OTHER, check: NOTHING, conflict: true, effects: Effect.slipped }
      : { level: SOUND, check: NOTHING, conflict: true, effects: Effect.separates }
  }
  if (found.similarity < TYPO.similarity) return null
  const level = found === SAME ? UNSOUND : found
  return { level, check: NOTHING, conflict: false, effects: when(isOneSlip(found), Effect.slipped) }
}

/** By the schemes whose shape the numbers have. */
function bySchemes(p: Standing, q: Standing, x: string, y: string): Compared {
  const level = gradeOf(x, y)
  const slipped = when(isOneSlip(level), Effect.slipped)
  if (p.passed.some((scheme) => q.passed.includes(scheme)))
    // A slip of one character passes no check digit: two sound numbers that lie further apart are two numbers, however alike.
    return level.similarity < TYPO.similarity
      ? { level: SOUND, check: NOTHING, conflict: true, effects: Effect.separates }
      : { level, check: level === SAME ? 1 : NOTHING, conflict: false, effects: slipped }
  const oneFails =
    p.passed.some((scheme) => q.failed.includes(scheme)) || q.passed.some((scheme) => p.failed.includes(scheme))
  return oneFails
    ? { level: ONE_UNSOUND.get(level) ?? level, check: 0, conflict: false, effects: slipped }
    : unchecked(level)
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
    const compareTwo = (x: Written, y: Written, countries: readonly string[]): Compared | null => {
      if (check !== null) return byCheck(check, x.text, y.text)
      if (schemes !== null) return bySchemes(standingOf(x, countries), standingOf(y, countries), x.text, y.text)
      return unchecked(gradeOf(x.text, y.text))
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
      let best: Compared | null = null
      let length = 0
      for (const x of left.numbers)
        for (const y of right.numbers) {
          const found = compareTwo(x, y, countries)
          if (found === null || (best !== null && found.level.similarity <= best.level.similarity)) continue
          best = found
          length = Math.min(x.text.length, y.text.length)
        }
      if (best === null) return null
      const { level, check: checked, conflict, effects } = best
      return {
        measures: [level.similarity, checked],
        level,
        levels: () => [level.name],
        bits: level === SAME ? Math.min(33, 3.3 * length) : 0,
        conflict,
        effects,
      }
    }
    return { reads: schemes === null ? [rule.field] : [rule.field, ...rule.with], prepare, compare }
  },
  says: saysLevel,
}
