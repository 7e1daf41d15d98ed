// The shapes of the cells of a column: how many of them could be a value of a kind.

import { fitsField, letters } from '../operations/shared/value-shapes.ts'
import type { WordLevels } from '../packs/word-levels.ts'
import { fold } from '../text/fold.ts'
import { cellDate } from './cell-dates.ts'

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
  vehicle_plate: (cell) => cell.length <= 16 && /\d/.test(cell),
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
