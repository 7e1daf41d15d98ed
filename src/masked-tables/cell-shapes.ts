// The shapes of the cells of a column: how many of them could be a value of a kind. Dates: the day that a cell names, and its form with another day.
import { fitsField, letters } from '../operations/shared/value-shapes.ts'
import type { WordLevels } from '../packs/word-levels.ts'
import { fold } from '../text/fold.ts'

/** Days to either side. A year: the season of a single date says nothing any more. */
const MOST = 365

/** The offset of a person by what names them, from -365 to 365 and never 0; HMAC-SHA-256 under the salt, so that it cannot be told without it. */
export function rowOffset(keyed: (text: string) => string): (person: string) => number {
  return (person) => {
    const drawn = Number.parseInt(keyed(`days of ${person}`).slice(0, 8), 16) % (2 * MOST)
    return drawn < MOST ? drawn - MOST : drawn - MOST + 1
  }
}

/** Does a value identify a person by its digits or its sign, and is it so long that another cell does not contain it by chance? */
export function isTellingNumber(value: string): boolean {
  return value.length >= SHORTEST_TELLING && TELLING.test(value)
}

const TELLING = /\d{3}|@/
const SHORTEST_TELLING = 6

/** The position of the day in a date in digits: known for a column where one of its dates can be read one way only. */
export type DayOrder = 'day first' | 'month first'

export interface CellDate {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly year: number
  /** Writes another day in the form of this one. */
  readonly write: (day: number) => string
}

const DAY_MS = 86_400_000
/** A time of day that may follow a date; it is kept unchanged. */
const TIME = '(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?\\s?(?:[AaPp][Mm])?(?:Z|[+-]\\d{2}:?\\d{2})?)?'
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.]|\\. )(\\d{1,2})\\2(\\d{1,2})(\\.?${TIME})$`)
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.]|\\. )(\\d{1,2})\\2(\\d{4}|\\d{2})(${TIME})$`)
const TOGETHER = /^(\d{4})(\d{2})(\d{2})$/

/** Two figures of a year below this are of 2000 to 2029, others of 1930 to 1999: the rule of spreadsheets, which most such cells come from. */
const SHORT_YEARS_OF_2000 = 30
/** Years outside of this range are read as numbers and not as dates: cells are about people alive in living memory, and about plans. */
const [EARLIEST_YEAR, LATEST_YEAR] = [1850, 2150]

/** The date of a cell; null where it holds none. Two figures of a year are 1930 to 2029. */
export function cellDate(cell: string, order: DayOrder): CellDate | null {
  const text = cell.trim()
  const first = YEAR_FIRST.exec(text)
  if (first !== null) {
    const [, year, sign, month, day, rest] = first as unknown as [string, string, string, string, string, string]
    return dateOf(year, month, day, (y, m, d) => `${y}${sign}${pad(m, month)}${sign}${pad(d, day)}${rest}`)
  }
  const last = YEAR_LAST.exec(text)
  if (last !== null) {
    const [, a, sign, b, year, rest] = last as unknown as [string, string, string, string, string, string]
    const short = (y: number) => (year.length === 2 ? String(y % 100).padStart(2, '0') : String(y))
    const dayFirst = () => dateOf(year, b, a, (y, m, d) => `${pad(d, a)}${sign}${pad(m, b)}${sign}${short(y)}${rest}`)
    const monthFirst = () => dateOf(year, a, b, (y, m, d) => `${pad(m, a)}${sign}${pad(d, b)}${sign}${short(y)}${rest}`)
    return order === 'day first' ? (dayFirst() ?? monthFirst()) : (monthFirst() ?? dayFirst())
  }
  const together = TOGETHER.exec(text)
  if (together === null) return null
  const [, year, month, day] = together as unknown as [string, string, string, string]
  return dateOf(year, month, day, (y, m, d) => `${y}${pad(m, month)}${pad(d, day)}`)
}

/** The order of a column's dates: the one that more of them allow, the day first where both do, as everywhere but in the United States. */
export function orderOf(cells: readonly string[]): DayOrder {
  let [days, months] = [0, 0]
  for (const cell of cells) {
    const [, a, , b] = YEAR_LAST.exec(cell.trim()) ?? []
    if (Number(a) > 12) days++
    if (Number(b) > 12) months++
  }
  return months > days ? 'month first' : 'day first'
}

/** A day since 1970-01-01 in ISO form. */
export function writtenDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

function pad(value: number, as: string): string {
  return String(value).padStart(as.length, '0')
}

function dateOf(
  year: string,
  month: string,
  day: string,
  write: (year: number, month: number, day: number) => string,
): CellDate | null {
  const short = Number(year)
  const full = year.length === 2 ? (short < SHORT_YEARS_OF_2000 ? 2000 : 1900) + short : short
  const [m, d] = [Number(month), Number(day)]
  if (full < EARLIEST_YEAR || full > LATEST_YEAR || m < 1 || m > 12 || d < 1) return null
  const moment = new Date(Date.UTC(full, m - 1, d))
  if (moment.getUTCMonth() !== m - 1) return null
  return {
    day: moment.getTime() / DAY_MS,
    year: full,
    write: (other) => {
      const shifted = new Date(other * DAY_MS)
      return write(shifted.getUTCFullYear(), shifted.getUTCMonth() + 1, shifted.getUTCDate())
    },
  }
}

const isDateCell = (cell: string) =>
  cellDate(cell, 'day first') !== null || /\d.{0,6}\p{L}{3,12}.{0,4}\d{2}/u.test(cell)
const isWords = (cell: string) => letters(cell) >= 1 && cell.length <= 60 && !/[@=<>{}]|\d{3}/.test(cell)

/** Cells of kinds that field shapes do not know; a kind without a shape takes any cell. */
const SHAPES: Readonly<Record<string, (cell: string) => boolean>> = {
  name: isNamePart,
  given_name: isNamePart,
  family_name: isNamePart,
  contact_person: isNamePart,
  name_part: (cell) => cell.length <= 20,
  dob: isDateCell,
  date: isDateCell,
  birth_part: (cell) => /^\d{1,2}$|^\p{L}{3,12}\.?$/u.test(cell),
  birth_year: (cell) => /^(?:18|19|20)\d{2}$/.test(cell),
  age: (cell) => /^\d{1,3}$|^\d{1,3}\s?[-–]\s?\d{1,3}$/.test(cell),
  gender: (cell) => cell.length <= 16 && !/[@=<>{}]|\d{2}/.test(cell),
  postcode: (cell) => cell.length <= 12 && /\d/.test(cell) && letters(cell) <= 6 && !/[@.:]/.test(cell),
  house_number: (cell) => cell.length <= 12,
  street: (cell) => letters(cell) >= 3 && cell.length <= 120 && !cell.includes('@'),
  address: (cell) => letters(cell) >= 3 && cell.length <= 250 && /[\d,]/.test(cell) && !cell.includes('@'),
  city: isWords,
  region: isWords,
  country: isWords,
  birth_place: isWords,
  nationality: isWords,
  occupation: isWords,
  coordinate: (cell) => /^\D{0,3}-?\d{1,3}[.,°]\s?\d/.test(cell),
  ip_address: (cell) => /^[\da-f]{0,4}[.:][\da-f.:]{2,40}(?:\/\d{1,3})?$/i.test(cell),
  vehicle_plate: (cell) => cell.length >= 4 && cell.length <= 16 && /\d/.test(cell),
  login: (cell) => !/\s/.test(cell) && cell.length <= 80,
  iban: (cell) => fitsField('iban', cell) || /^[\d\s-]{8,34}$/.test(cell),
}

/** Kinds whose cells say nothing by their shape: the heading decides alone. */
const ANY: ReadonlySet<string> = new Set([
  ...['notes', 'health', 'religion', 'race', 'political_affiliation', 'trade_union', 'sexual_orientation'],
  ...['criminal_record', 'password', 'device_id', 'cookie', 'social_handle', 'messaging_handle', 'wallet'],
])

/** Could a cell, without blanks around it, be of the kind? */
export function couldBe(kind: string, cell: string): boolean {
  const fits = SHAPES[kind]
  return fits === undefined ? ANY.has(kind) || fitsField(kind, cell) : fits(cell)
}

/** Share of the cells, 0 to 1, that could be of the kind; 0 for no cells. */
export function shareOf(kind: string, cells: readonly string[]): number {
  return cells.length === 0 ? 0 : cells.filter((cell) => couldBe(kind, cell)).length / cells.length
}

function isNamePart(cell: string): boolean {
  return letters(cell) >= 1 && cell.length <= 80 && !/[\d@=<>{}[\]\t?!]/u.test(cell)
}

/** Share of the cells whose words are known as names, and more as names than as words or other things. */
export function shareOfNames(cells: readonly string[], names: WordLevels): number {
  if (cells.length === 0) return 0
  const isName = (word: string) => {
    const { given, family, word: spoken, proper } = names.of(fold(word))
    return Math.max(given, family) >= 2 && Math.max(given, family) > Math.max(spoken, proper)
  }
  const found = cells.filter((cell) => {
    const words = cell.split(/[\s,'’-]+/).filter((word) => letters(word) > 1)
    return isNamePart(cell) && words.length > 0 && words.length <= 5 && words.filter(isName).length * 2 > words.length
  })
  return found.length / cells.length
}

/** Years between the early and the late dates of a column, outliers left out; null where fewer than half of the cells are dates. */
export function yearsBetween(cells: readonly string[]): number | null {
  const years = cells.flatMap((cell) => cellDate(cell, 'day first')?.year ?? []).sort((a, b) => a - b)
  if (years.length * 2 < cells.length || years.length === 0) return null
  return years[Math.floor((years.length - 1) * 0.9)]! - years[Math.floor((years.length - 1) * 0.1)]!
}
