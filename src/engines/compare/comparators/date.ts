// Dates of a life: partial, swapped, mistyped; graded by how much of them agrees.
import { fold } from '../../../text/fold.ts'
import { editDistance } from '../../../text/similarity.ts'
import { monthNames } from '../../../values/date.ts'
import { graded, stated } from '../statement.ts'
import { type Comparator, ofField } from './comparator.ts'

interface PartialDate {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly digits: string
  /** Written with two digits of the year: any century will do. */
  readonly anyCentury: boolean
  /** The same written with its year first, where two digits of it leave that open ("31-08-15"). */
  readonly yearFirst: PartialDate | null
}

/** "1990-04-12", "1990-04-12T08:00", "1990. 04. 12." */
const ISO = /^(\d{4})(?:[-/.] ?(\d{1,2}))?(?:[-/.] ?(\d{1,2}))?\.?(?:[T ].{0,40})?$/
const YEAR_LAST = /^(\d{1,2})[-/. ]{1,2}(\d{1,2})[-/. ]{1,2}(\d{4}|\d{2})$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const ANY_YEAR = /\b(1\d{3}|20\d{2})\b/
const NAMED_MONTH = /\p{L}{3}/u

function parse(value: string): PartialDate | null {
  const text = value.trim()
  let found = COMPACT.exec(text) ?? ISO.exec(text)
  if (found) return made(found[1]!, found[2] ?? '', found[3] ?? '')
  found = YEAR_LAST.exec(text)
  // Day first, as nearly everywhere; a month that no calendar has stands where the day does.
  if (found && Number(found[2]) > 12 && Number(found[1]) <= 12) return made(found[3]!, found[1]!, found[2]!)
  if (found) {
    const date = made(found[3]!, found[2]!, found[1]!)
    const turned = date?.anyCentury === true && Number(found[2]) <= 12 && Number(found[3]) <= 31
    return turned ? { ...date, yearFirst: made(found[1]!, found[2]!, found[3]!) } : date
  }
  const year = ANY_YEAR.exec(text)
  if (year === null) return null
  return (NAMED_MONTH.test(text) ? withNamedMonth(text, year[1]!) : null) ?? made(year[1]!, '', '')
}

/** "12 April 1990", "April 1990", in the languages of data/cues/months.json. */
function withNamedMonth(text: string, year: string): PartialDate | null {
  const parts = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const month = parts.map((part) => monthNames().get(part)).find((number) => number !== undefined)
  if (month === undefined) return null
  const day = parts.map((part) => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(part)?.[1]).find((number) => number !== undefined)
  return made(year, String(month), day ?? '')
}

function made(year: string, month: string, day: string): PartialDate | null {
  const two = (part: string) => (part === '' || /^0+$/.test(part) ? '' : part.padStart(2, '0'))
  if (/^0+$/.test(year) && year.length > 2) return null
  const m = two(month)
  const d = two(day)
  return {
    year,
    month: m,
    day: m === '' ? '' : d,
    digits: year + m + d,
    anyCentury: year.length === 2,
    yearFirst: null,
  }
}

/** The two dates as far as both give the year: of one written with two digits no more than two are compared. */
function inOneCentury(a: PartialDate, b: PartialDate): readonly [PartialDate, PartialDate] {
  if (a.anyCentury === b.anyCentury) return [a, b]
  const short = (date: PartialDate) => ({
    ...date,
    year: date.year.slice(-2),
    digits: date.digits.slice(date.anyCentury ? 0 : 2),
  })
  return [short(a), short(b)]
}

/** Bits of agreement at a similarity: a full date of a life of eighty years carries log2(365 x 80) = 14.8. */
const FULL_BITS = 14.8
const YEAR_BITS = 6.3
/** Similarity of two dates that agree in full but for the century, which one of them leaves open. */
const OPEN_CENTURY = 0.95
/** Similarity of two dates with day and month swapped, and one digit apart. */
const [SWAP, SLIP] = [0.9, 0.85]

function grade(left: PartialDate, right: PartialDate): number {
  const turned = Math.max(
    left.yearFirst === null ? 0 : gradeAs(left.yearFirst, right),
    right.yearFirst === null ? 0 : gradeAs(left, right.yearFirst),
  )
  return Math.max(gradeAs(left, right), turned)
}

function gradeAs(left: PartialDate, right: PartialDate): number {
  const [a, b] = inOneCentury(left, right)
  const full = a.day !== '' && b.day !== ''
  const sameYear = a.year === b.year
  if (full) {
    if (a.digits === b.digits) {
      if (a.month === '01' && a.day === '01') return 0.8
      return a.anyCentury || b.anyCentury ? OPEN_CENTURY : 1
    }
    const sameMonth = a.month === b.month
    const sameDay = a.day === b.day
    const swapped = a.month === b.day && a.day === b.month
    if (sameYear && swapped) return SWAP
    const distance = editDistance(a.digits, b.digits, 2)
    if (distance === 1) return SLIP
    if (sameYear && (sameMonth || sameDay)) return 0.6
    if (sameMonth && sameDay && !(a.month === '01' && a.day === '01')) return 0.65
    // The first of January is often written for an unknown day.
    if (sameYear && (a.digits.endsWith('0101') || b.digits.endsWith('0101'))) return 0.7
    if (sameYear) return 0.4
    if (distance === 2) return 0.3
    if (Math.abs(Number(a.year) - Number(b.year)) <= 1) return 0.2
    return 0
  }
  if (sameYear) {
    if (a.month !== '' && b.month !== '' && a.month !== b.month) return 0.3
    return a.month !== '' && b.month !== '' ? 0.8 : 0.75
  }
  if (editDistance(a.year, b.year, 1) === 1) return Math.abs(Number(a.year) - Number(b.year)) <= 1 ? 0.35 : 0.2
  return 0
}

/** Most years between two births within one age and within one generation; above the last, a grandchild is likelier than a child. */
const [SAME_AGE, ONE_GENERATION, TWO_GENERATIONS] = [2, 13, 50]
const CENTURY = 100
const DECADE = 10

/** Do two years differ by neighbouring digits that are exchanged: 1941 and 1914? Of lives a generation apart hardly two do. */
const isTurned = (a: string, b: string) =>
  editDistance(a, b, 1) === 1 && [...a].sort().join('') === [...b].sort().join('')

/** The level of two dates, by what people mistype and by what two lives have between them. */
function levelOf(a: PartialDate, b: PartialDate): string {
  const grown = grade(a, b)
  if (grown === 1 || grown === OPEN_CENTURY) return 'same'
  if (a.anyCentury || b.anyCentury) return grown >= 0.75 ? 'partial' : 'other'
  const gap = Math.abs(Number(a.year) - Number(b.year))
  const isDated = a.day !== '' && b.day !== ''
  const isJanuary = (date: PartialDate) => date.month === '01' && date.day === '01'
  if (gap === 0) {
    if (!isDated) return grown >= 0.75 ? 'partial' : 'same year'
    if (isJanuary(a) || isJanuary(b)) return isJanuary(a) && isJanuary(b) ? 'january' : 'partial'
    if (a.month === b.day && a.day === b.month) return 'swapped'
    return editDistance(a.digits, b.digits, 1) === 1
      ? 'digit'
      : a.day === b.day || a.month === b.month
        ? 'near'
        : 'same year'
  }
  // A digit of the years is a typo where day and month are the same; in the tens it is as likely another birth.
  if (isDated && a.month === b.month && a.day === b.day && !isJanuary(a))
    return gap === CENTURY
      ? 'century'
      : gap < DECADE || isTurned(a.year, b.year)
        ? 'year digit'
        : gap <= TWO_GENERATIONS
          ? 'birthday'
          : 'birthday late'
  if (gap <= SAME_AGE) return 'same age'
  return gap <= ONE_GENERATION ? 'siblings' : gap <= TWO_GENERATIONS ? 'generation' : 'generations'
}

export const date: Comparator = {
  summary: 'Dates by year, month and day: equal, swapped, one slip, same year, or apart.',
  evidence: 'supporting',
  measures: [''],
  levels: [''],
  bind(rule, tools) {
    const unknown = tools.list('unknown_dates')
    const known = tools.remember<{ date: PartialDate | null }>()
    const dateOf = (text: string) => {
      const date = parse(text)
      return date !== null && unknown.has(`${date.year}-${date.month}-${date.day}`) ? null : date
    }
    const read = (value: string) => known.get(value, (text) => ({ date: dateOf(text) })).date
    return ofField(rule.field, read, (x, y) => {
      const level = grade(x, y)
      const bits = level === 1 ? FULL_BITS : level >= 0.85 ? FULL_BITS - 5 : level >= 0.6 ? YEAR_BITS : 0
      // As far as both are given, they say the same.
      const undisputed = (x.day === '' || y.day === '') && level >= 0.75
      return {
        measures: [level],
        levels: () => [levelOf(x, y)],
        bits,
        conflict: false,
        contrary: level === 0,
        undisputed: undisputed || level === 1 || x.digits === y.digits,
        // A year, the first of January, which represents an unknown day, or a swap: people of one name differ so as well.
        vague: level >= 0.7 && level < OPEN_CENTURY && level !== SLIP,
        // Records of one name that differ by nothing but a swap are as likely two people.
        alone: () => (level === SWAP ? 0 : bits),
      }
    })
  },
  says({ measure, levels: [level], a, b }) {
    if (parse(a)?.digits === parse(b)?.digits) return graded(measure(''), [[0, 'same']])
    if (level === 'birthday' || level === 'birthday late')
      return [stated('differ', 'the {many} agree in day and month and lie decades apart')]
    return graded(measure(''), [
      [OPEN_CENTURY, 'alike', 'the {many} agree, one of them without its century'],
      [0.9, 'differ', 'the {many} differ by a swap of day and month'],
      [0.85, 'differ', 'the {many} differ by one digit'],
      [0.75, 'alike', 'the {many} agree as far as both are given'],
      [0.7, 'alike', 'the {many} agree in the year, one of them stands on the first of January'],
      [0.65, 'differ', 'the {many} agree only in day and month'],
      [0.6, 'differ', 'the {many} agree only in part'],
      [0.4, 'differ', 'the {many} agree only in the year'],
      [0, 'differ'],
    ])
  },
}
