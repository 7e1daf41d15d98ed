// Dates of a life: partial, swapped, mistyped; graded by how much of them agrees.
import { fold } from '../../../text/fold.ts'
import { editDistance } from '../../../text/similarity.ts'
import { monthNames } from '../../../values/date.ts'
import { areInTwoCalendars, areOfTwoEras } from './calendars.ts'
import { type Agreement, type Comparator, disputes, Effect, when } from './comparator.ts'
import { type Level, level, saysLevel } from './level.ts'
import { stated } from './statement.ts'

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
/** "12/04/1990", "12/04/1983 E.C." */
const YEAR_LAST = /^(\d{1,2})[-/. ]{1,2}(\d{1,2})[-/. ]{1,2}(\d{4}|\d{2})(?: [\p{L}.() ]{1,16})?$/u
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const ANY_YEAR = /\b(1\d{3}|20\d{2})\b/
const NAMED_MONTH = /\p{L}{3}/u

/** "40 years (2020)": an age, and the year of that age. */
const AGE = /^\D{0,20}\b(\d{1,3}) ?(\p{L}{1,16})\D{1,20}(\d{4})\D{0,3}$/u

/** Numbers of months by their names in plain letters, in our and in other calendars; words for years of age. */
interface DateWords {
  readonly months: ReadonlyMap<string, string>
  readonly years: ReadonlySet<string>
}

function parse(value: string, words: DateWords): PartialDate | null {
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
  if (!NAMED_MONTH.test(text)) return made(year[1]!, '', '')
  const age = AGE.exec(fold(text))
  if (age !== null && words.years.has(age[2]!)) return made(String(Number(age[3]) - Number(age[1])), '', '')
  return withNamedMonth(text, year[1]!, words) ?? made(year[1]!, '', '')
}

/** "12 April 1990", "April 1990", in the languages of data/cues/months.json; "12 Rabi al-Awwal 1395". */
function withNamedMonth(text: string, year: string, { months }: DateWords): PartialDate | null {
  const folded = fold(text)
  const parts = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = folded.match(/\p{L}[\p{L}' -]*/u)?.[0].replace(/[' -]/g, '') ?? ''
  const month =
    months.get(letters) ?? parts.map((part) => monthNames().get(part)).find((number) => number !== undefined)
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

const AS_FAR_AS_GIVEN = 'the {many} agree as far as both are given'
const SAME = level('same', 1, 'same')
/** Two dates that agree in full but for the century, which one of them leaves open. */
const OPEN_CENTURY = level('open century', 0.95, 'alike', 'the {many} agree, one of them without its century')
const CALENDAR = level('calendar', 0.9, 'alike', 'the {many} are one day in two calendars')
const SWAPPED = level('swapped', 0.9, 'differ', 'the {many} differ by a swap of day and month')
const EXCHANGED = level('exchanged', 0.85, 'differ', 'the {many} differ by two digits that are exchanged')
const SLIP = level('digit', 0.85, 'differ', 'the {many} differ by one digit')
const SAME_MONTH = level('same month', 0.8, 'alike', AS_FAR_AS_GIVEN)
const SAME_YEAR = level('same year', 0.75, 'alike', AS_FAR_AS_GIVEN)
const YEAR_AND_JANUARY = level(
  'year and january',
  0.7,
  'alike',
  'the {many} agree in the year, one of them stands on the first of January',
)
const DAY_AND_MONTH = level('day and month', 0.65, 'differ', 'the {many} agree only in day and month')
const IN_PART = level('in part', 0.6, 'differ', 'the {many} agree only in part')
const ONLY_YEAR = level('only year', 0.4, 'differ', 'the {many} agree only in the year')
const NEXT_YEAR = level('next year', 0.35, 'differ')
const TWO_DIGITS = level('two digits', 0.3, 'differ')
const OTHER_MONTH = level('other month', 0.3, 'differ')
const YEAR_DIGIT = level('year digit', 0.2, 'differ')
const ONE_YEAR_APART = level('one year apart', 0.2, 'differ')
const OTHER = level('other', 0, 'differ')
/** A person cannot be born after dying. */
const TWO_LIVES = level('two lives', 0, 'differ', 'one had died before the other was born')

/** Of two numbers that are one slip apart: are two digits exchanged? */
function areExchanged(a: string, b: string): boolean {
  let differing = 0
  for (let i = 0; i < a.length; i++) if (a.charCodeAt(i) !== b.charCodeAt(i)) differing++
  return a.length === b.length && differing === 2
}

type Condition = (a: PartialDate, b: PartialDate) => boolean

const writtenOf = ({ year, month, day }: PartialDate) => [Number(year), Number(month), Number(day)] as const
const areInCalendars: Condition = (a, b) => areInTwoCalendars(writtenOf(a), writtenOf(b))
const areInEras: Condition = (a, b) => areOfTwoEras(Number(a.year), Number(b.year))

const isJanuary = (date: PartialDate) => date.month === '01' && date.day === '01'
const areEqual: Condition = (a, b) => a.digits === b.digits
const areOfOneYear: Condition = (a, b) => a.year === b.year
const areOneDay: Condition = (a, b) => a.month === b.month && a.day === b.day
const areWithinAYear: Condition = (a, b) => Math.abs(Number(a.year) - Number(b.year)) <= 1

/** Levels of two full dates; the first whose condition holds is used. */
const FULL: readonly (readonly [Level, Condition])[] = [
  // The first of January is often written for an unknown day.
  [SAME_MONTH, (a, b) => areEqual(a, b) && isJanuary(a)],
  [OPEN_CENTURY, (a, b) => areEqual(a, b) && (a.anyCentury || b.anyCentury)],
  [SAME, areEqual],
  [CALENDAR, areInCalendars],
  [SWAPPED, (a, b) => areOfOneYear(a, b) && a.month === b.day && a.day === b.month],
  [SLIP, (a, b) => editDistance(a.digits, b.digits, 1) === 1],
  [IN_PART, (a, b) => areOfOneYear(a, b) && (a.month === b.month || a.day === b.day)],
  [DAY_AND_MONTH, (a, b) => areOneDay(a, b) && !isJanuary(a)],
  [YEAR_AND_JANUARY, (a, b) => areOfOneYear(a, b) && (a.digits.endsWith('0101') || b.digits.endsWith('0101'))],
  [ONLY_YEAR, areOfOneYear],
  [TWO_DIGITS, (a, b) => editDistance(a.digits, b.digits, 2) === 2],
  [ONE_YEAR_APART, areWithinAYear],
]

const areMonths: Condition = (a, b) => a.month !== '' && b.month !== ''

/** Levels of two dates if one lacks its day. */
const PARTIAL: typeof FULL = [
  [OTHER_MONTH, (a, b) => areOfOneYear(a, b) && areMonths(a, b) && a.month !== b.month],
  [SAME_MONTH, (a, b) => areOfOneYear(a, b) && areMonths(a, b)],
  [SAME_YEAR, areOfOneYear],
  [SAME_YEAR, areInEras],
  [NEXT_YEAR, (a, b) => areWithinAYear(a, b) && editDistance(a.year, b.year, 1) === 1],
  [YEAR_DIGIT, (a, b) => editDistance(a.year, b.year, 1) === 1],
]

/** The levels of two dates that are given in full, and of others, the first that holds. */
interface Scales {
  readonly full: typeof FULL
  readonly partial: typeof FULL
}

const OF_ALL_CALENDARS: Scales = { full: FULL, partial: PARTIAL }
const OF_OUR_CALENDAR: Scales = {
  full: FULL.filter(([, holds]) => holds !== areInCalendars),
  partial: PARTIAL.filter(([, holds]) => holds !== areInEras),
}

/** The level of two dates; of the readings that two digits of a year leave open, the most similar. */
function gradeOf(left: PartialDate, right: PartialDate, scales: Scales): Level {
  let best = gradeAs(left, right, scales)
  if (left.yearFirst === null && right.yearFirst === null) return best
  for (const [a, b] of [
    [left.yearFirst, right],
    [left, right.yearFirst],
  ] as const) {
    if (a === null || b === null) continue
    const turned = gradeAs(a, b, scales)
    if (turned.similarity > best.similarity) best = turned
  }
  return best
}

function gradeAs(left: PartialDate, right: PartialDate, { full, partial }: Scales): Level {
  const [a, b] = inOneCentury(left, right)
  const [found] = (a.day !== '' && b.day !== '' ? full : partial).find(([, holds]) => holds(a, b)) ?? [OTHER]
  return found === SLIP && areExchanged(a.digits, b.digits) ? EXCHANGED : found
}

/** Most years between two births within one age and within one generation; above the last, a grandchild is likelier than a child. */
const [SAME_AGE, ONE_GENERATION, TWO_GENERATIONS] = [2, 13, 50]
const CENTURY = 100
const DECADE = 10

/** The level of two dates for hypotheses, by what people mistype and by what two lives have between them. */
function levelOf(a: PartialDate, b: PartialDate, grade: Level): string {
  const isPartial = grade.similarity >= SAME_YEAR.similarity
  if (grade === SAME || grade === OPEN_CENTURY) return 'same'
  if (grade === CALENDAR) return 'calendar'
  if (a.anyCentury || b.anyCentury) return isPartial ? 'partial' : 'other'
  const gap = Math.abs(Number(a.year) - Number(b.year))
  if (isPartial && gap > CENTURY) return 'partial'
  const isDated = a.day !== '' && b.day !== ''
  if (gap === 0) return isDated ? levelInYear(a, b) : isPartial ? 'partial' : 'same year'
  if (isDated && areOneDay(a, b) && !isJanuary(a)) return levelOfBirthdays(a, b, gap)
  if (gap <= SAME_AGE) return 'same age'
  return gap <= ONE_GENERATION ? 'siblings' : gap <= TWO_GENERATIONS ? 'generation' : 'generations'
}

/** The level of two full dates of one year. */
function levelInYear(a: PartialDate, b: PartialDate): string {
  if (isJanuary(a) || isJanuary(b)) return isJanuary(a) && isJanuary(b) ? 'january' : 'partial'
  if (a.month === b.day && a.day === b.month) return 'swapped'
  if (editDistance(a.digits, b.digits, 1) === 1) return 'digit'
  return a.day === b.day || a.month === b.month ? 'near' : 'same year'
}

/** A digit of the years is a typo where day and month are the same; in the tens it is as likely another birth. */
function levelOfBirthdays(a: PartialDate, b: PartialDate, gap: number): string {
  if (gap === CENTURY) return 'century'
  // Years of birth of a parent and a child rarely differ by exchanged digits, as 1941 and 1914 do.
  const isTurned = editDistance(a.year, b.year, 1) === 1 && areExchanged(a.year, b.year)
  if (gap < DECADE || isTurned) return 'year digit'
  return gap <= TWO_GENERATIONS ? 'birthday' : 'birthday late'
}

/** The dates of a life; each null where a record has none. */
interface Life {
  readonly begins: PartialDate | null
  readonly ends: PartialDate | null
}

/** Did one life end before the other began, as far as both dates are given? */
function endedBefore({ ends }: Life, { begins }: Life): boolean {
  if (ends === null || begins === null || ends.anyCentury || begins.anyCentury) return false
  // Years so far apart are of two eras.
  if (Number(begins.year) - Number(ends.year) > CENTURY) return false
  const given = Math.min(ends.digits.length, begins.digits.length)
  return ends.digits.slice(0, given) < begins.digits.slice(0, given)
}

/** One life ends before the other begins: two people, whatever else agrees. */
const OF_TWO_LIVES: Agreement = {
  measures: [TWO_LIVES.similarity],
  level: TWO_LIVES,
  bits: 0,
  conflict: true,
  effects: Effect.separates | Effect.disputed,
}

function agreementOf(x: PartialDate, y: PartialDate, scales: Scales): Agreement {
  const grade = gradeOf(x, y, scales)
  const { similarity } = grade
  const bits = grade === SAME ? FULL_BITS : similarity >= 0.85 ? FULL_BITS - 5 : similarity >= 0.6 ? YEAR_BITS : 0
  // As far as both are given, they say the same.
  const agrees = grade === CALENDAR || ((x.day === '' || y.day === '') && similarity >= SAME_YEAR.similarity)
  return {
    measures: [similarity],
    level: x.digits === y.digits && grade !== SAME ? { ...grade, says: SAME.says } : grade,
    levels: () => [levelOf(x, y, grade)],
    bits,
    conflict: false,
    effects:
      when(similarity === 0, Effect.contrary) |
      // A year, the first of January, which represents an unknown day, or a swap: people of one name differ so as well.
      when(
        similarity >= 0.7 && similarity < OPEN_CENTURY.similarity && grade.similarity !== SLIP.similarity,
        Effect.vague,
      ) |
      disputes(!(agrees || grade === SAME || x.digits === y.digits)),
    // Records of one name that differ by nothing but a swap are as likely two people.
    alone: () => (grade === SWAPPED ? 0 : bits),
  }
}

export const date: Comparator = {
  summary:
    'Dates by year, month and day: equal, swapped, one slip, same year, or apart; `with` names the date when a life ends.',
  evidence: 'supporting',
  measures: [''],
  levels: [''],
  bind(rule, tools) {
    const [end = ''] = rule.with
    const unknown = tools.list('unknown_dates')
    const words = { months: tools.pairs('calendar_months'), years: tools.list('age_words') }
    // Years of artists and publications are four centuries apart without any calendar.
    const scales = words.months.size > 0 ? OF_ALL_CALENDARS : OF_OUR_CALENDAR
    const known = tools.remember<{ date: PartialDate | null }>()
    const dateOf = (text: string) => {
      const date = parse(text, words)
      return date !== null && unknown.has(`${date.year}-${date.month}-${date.day}`) ? null : date
    }
    const read = (value: string | undefined) =>
      value === undefined ? null : known.get(value, (text) => ({ date: dateOf(text) })).date
    return {
      reads: [rule.field, ...rule.with],
      prepare: (record): Life | null => {
        const [begins, ends] = [read(record.get(rule.field)), read(record.get(end))]
        return begins === null && ends === null ? null : { begins, ends }
      },
      compare: (x: Life, y: Life) => {
        if (endedBefore(x, y) || endedBefore(y, x)) return OF_TWO_LIVES
        return x.begins === null || y.begins === null ? null : agreementOf(x.begins, y.begins, scales)
      },
    }
  },
  says({ level, levels: [relation] }) {
    if (relation === 'birthday' || relation === 'birthday late')
      return [stated('differ', 'the {many} agree in day and month and lie decades apart')]
    return saysLevel({ level })
  },
}
