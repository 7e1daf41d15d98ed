// Year ranges in which living people were born.

import type { WrittenDate } from '../dates/parts.ts'

/** A date up to this year is not a current appointment. */
export const LONG_PAST = 2012

/** Earliest year of birth of a person in a current record; LATEST: last year for a date in a bracket after a name. */
export const EARLIEST = 1870
export const LATEST = 2026

/** A date with separators, within a lifetime and too old for an appointment. */
export function isLongPast({ bare, year }: WrittenDate): boolean {
  return !bare && year >= EARLIEST && year <= LONG_PAST
}

/** A date with separators, within a lifetime. */
export function isLifetime({ bare, year }: WrittenDate): boolean {
  return !bare && year >= EARLIEST && year < LATEST
}

/** A date of birth of an adult that is at least a generation older than all other `years` in the text. */
export function isGenerationAgo(date: WrittenDate, years: ReadonlySet<number>): boolean {
  if (!isLongPast(date) || date.year > ADULT) return false
  for (let year = EARLIEST + 1; year < date.year + GENERATION; year++)
    if (year !== date.year && years.has(year)) return false
  return true
}

/** A date up to this year that is alone in a current form is a date of birth. */
export const ADULT = 2008
/** Years between a birth and the events of adult life. */
const GENERATION = 12
