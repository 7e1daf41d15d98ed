// Reads written dates in the languages of the packs and converts them to ISO form.
import { readData } from '../packs/data-files.ts'
import { fold } from '../text/fold.ts'
import { isDate } from './identifier/calendar.ts'

interface MonthsFile {
  readonly months: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly links: readonly string[]
  readonly ordinals: readonly string[]
  readonly year_words: readonly string[]
}

/** Function words of dates, folded, for all languages together. */
export interface DateWords {
  /** Between day, month and year: "5 de mayo de 1980", "1980 m. gegužės 5 d.". */
  readonly links: ReadonlySet<string>
  /** After the number of a day: 5th, 1er. */
  readonly ordinals: ReadonlySet<string>
  /** Between a year and its month: "2025. gada 3. martā". */
  readonly yearWords: ReadonlySet<string>
}

const readMonths = (): MonthsFile => JSON.parse(readData('cues/months.json').toString('utf8')) as MonthsFile

let months: ReadonlyMap<string, number> | null = null
let words: DateWords | null = null

/** The function words of dates (data/cues/months.json). */
export function dateWords(): DateWords {
  if (words !== null) return words
  const { links, ordinals, year_words } = readMonths()
  const folded = (list: readonly string[]) => new Set(list.map(fold))
  words = { links: folded(links), ordinals: folded(ordinals), yearWords: folded(year_words) }
  return words
}

/** Month numbers (1 to 12) by folded name, abbreviation or inflected form, all languages together (data/cues/months.json). */
export function monthNames(): ReadonlyMap<string, number> {
  if (months !== null) return months
  const file = readMonths()
  const found = new Map<string, number>()
  for (const language of Object.keys(file.months).sort())
    file.months[language]!.forEach((forms, index) => {
      for (const form of forms) if (!found.has(fold(form))) found.set(fold(form), index + 1)
    })
  months = found
  return found
}

const pad = (value: number, width: number) => String(value).padStart(width, '0')

/** Years of two digits are 1930 to 2029. */
export const fullYear = (year: number) => (year < 100 ? (year < 30 ? 2000 : 1900) + year : year)

/** True if the day exists in the years of personal documents, 1850 to 2150. Two-digit years are read as 1930 to 2029. */
export function isDay(year: number, month: number, day: number): boolean {
  const full = fullYear(year)
  return full >= 1850 && full <= 2150 && isDate(full, month, day)
}

/** ISO form of a calendar day, or null if it does not exist. Two-digit years are read as 1930 to 2029. */
export const isoDate = (year: number, month: number, day: number): string | null =>
  isDay(year, month, day) ? `${pad(fullYear(year), 4)}-${pad(month, 2)}-${pad(day, 2)}` : null

/**
 * ISO form of a written date if it has one reading, otherwise its folded words. A numeric date with the year last is
 * day-month-year in every country of the packs and in any country if written with full stops; with slashes or hyphens and
 * no country, it stays as written if day and month could be swapped.
 */
export function normalizeDate(value: string, country: string | null): string {
  const text = fold(value).trim()
  const plain = text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const parts = plain.split(' ')
  const numbers = parts.filter((part) => /^\d+/.test(part))
  const month = parts.map((part) => monthNames().get(part)).find((found) => found !== undefined)
  if (month !== undefined && numbers.length >= 2) {
    const [first, last] = [Number.parseInt(numbers[0]!, 10), Number.parseInt(numbers[numbers.length - 1]!, 10)]
    const iso = numbers[0]!.length === 4 ? isoDate(first, month, last) : isoDate(last, month, first)
    if (iso !== null) return iso
  }
  if (/^\d{8}$/.test(plain)) {
    const iso = isoDate(Number(plain.slice(0, 4)), Number(plain.slice(4, 6)), Number(plain.slice(6)))
    if (iso !== null) return iso
  }
  if (numbers.length === 3 && parts.length === 3) {
    const [a, b, c] = numbers.map(Number) as [number, number, number]
    if (numbers[0]!.length === 4) return isoDate(a, b, c) ?? plain
    const dayFirst = isoDate(c, b, a)
    const monthFirst = isoDate(c, a, b)
    if (dayFirst === monthFirst || monthFirst === null) return dayFirst ?? plain
    if (dayFirst === null) return monthFirst
    return country !== null || text.includes('.') ? dayFirst : plain
  }
  return plain
}

/** A day in a text, as ISO dates of everything that it may mean; day first before month first. */
export interface WrittenDay {
  readonly start: number
  readonly end: number
  readonly readings: readonly string[]
}

const NUMERIC_DAY = /(\d{1,4})([ \u00a0]?[-./][ \u00a0]?|[ \u00a0_])(\d{1,2})\2(\d{2,4})/u
const DAY_FIRST =
  /(\d{1,4})(?:st|nd|rd|th|er|:[ae]|\.)?[ \u00a0/-](?:\p{L}{2} )?(\p{L}{3,12})[., \u00a0/-]{1,2}(?:\p{L}{2} )?(\d{1,4})/u
const MONTH_FIRST = /(\p{L}{3,12})(?:\.? |-)(\d{1,2})(?:st|nd|rd|th)?(?:,? |-)(\d{4})/u
/** What may be glued to a day: a time (ISO 8601, also without colons), and the word for year in Polish and Bulgarian. */
const TAIL = /T\d\d|[r\u0433](?![\p{L}\p{N}])/u
const DAYS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${NUMERIC_DAY.source}|${DAY_FIRST.source}|${MONTH_FIRST.source}|(\\d{8}|\\d{6}))(?!(?!${TAIL.source})[\\p{L}\\p{N}])`,
  'gu',
)

/** Everything in a text that could be a day, also in a timestamp, in numbers or with the month in words; other words and numbers than those of the day are not looked at. */
export function* writtenDays(text: string): Generator<WrittenDay> {
  for (const match of text.matchAll(DAYS)) {
    const [whole, a, , b, c, first, word, last, month, day, year, digits] = match
    let readings: (string | null)[] = []
    if (digits !== undefined) readings = compactDays(digits)
    else if (a !== undefined)
      readings = a.length > 2 ? [isoDate(+a, +b!, +c!)] : [isoDate(+c!, +b!, +a), isoDate(+c!, +a, +b!)]
    else {
      const number = monthNames().get(fold(word ?? month!))
      if (number === undefined) continue
      if (month !== undefined) readings = [isoDate(+year!, number, +day!)]
      else readings = first!.length > 2 ? [isoDate(+first!, number, +last!)] : [isoDate(+last!, number, +first!)]
    }
    const known = readings.filter((reading) => reading !== null)
    if (known.length > 0) yield { start: match.index, end: match.index + whole.length, readings: known }
  }
}

function compactDays(digits: string): (string | null)[] {
  const at = (start: number, end?: number) => Number(digits.slice(start, end))
  if (digits.length === 6)
    return [isoDate(at(4), at(2, 4), at(0, 2)), isoDate(at(0, 2), at(2, 4), at(4)), isoDate(at(4), at(0, 2), at(2, 4))]
  return [isoDate(at(4), at(2, 4), at(0, 2)), isoDate(at(0, 4), at(4, 6), at(6)), isoDate(at(4), at(0, 2), at(2, 4))]
}
