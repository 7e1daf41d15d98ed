// Year ranges of the births of living people.
import type { WrittenDate } from '../../../values/written-dates.ts'
import { birthCues } from '../lexicons.ts'

const { edition } = birthCues()

/** Appointments and meetings are written down for at most so many years: a date up to this year is none of today. */
export const LONG_PAST = edition - 14

/** Records reach back so far: no person in them was born before. */
export const EARLIEST = edition - 156
/** No person in a text was born after the edition. */
export const LATEST = edition

/** A date with separators, within a lifetime and too old for an appointment. */
export const isLongPast = ({ bare, year }: WrittenDate): boolean => !bare && year >= EARLIEST && year <= LONG_PAST

export const isLifetime = ({ bare, year }: WrittenDate): boolean => !bare && year >= EARLIEST && year < LATEST

/** A date of birth of an adult that is at least a generation older than all other `years` in the text. */
export function isGenerationAgo(date: WrittenDate, years: ReadonlySet<number>): boolean {
  if (!isLongPast(date) || date.year > ADULT) return false
  for (let year = EARLIEST + 1; year < date.year + GENERATION; year++)
    if (year !== date.year && years.has(year)) return false
  return true
}

/** Age of majority (18): a date up to this year that is alone in a form of today is a birth. */
export const ADULT = edition - 18
/** No text of today mentions meetings of the years up to this one. */
export const MET = edition - 26
/** Years between a birth and what is said of the grown-up. */
const GENERATION = 12
