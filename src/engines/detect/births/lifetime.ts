// The years in which people of today were born.

import type { WrittenDate } from '../dates/parts.ts'

/** A date up to this year is no appointment of today. */
export const LONG_PAST = 2012

/** Nobody alive or of record here was born before; nobody whose name stands before a bracket was born later. */
export const EARLIEST = 1870
export const LATEST = 2026

/** A date with its signs, of somebody's lifetime and of no appointment. */
export function isLongPast({ bare, year }: WrittenDate): boolean {
  return !bare && year >= EARLIEST && year <= LONG_PAST
}

/** A date with its signs, long enough ago and not too long. */
export function isLifetime({ bare, year }: WrittenDate): boolean {
  return !bare && year >= EARLIEST && year < LATEST
}

/** A date of somebody grown up by now, and of another generation than all the other `years` that the text writes. */
export function isGenerationAgo(date: WrittenDate, years: ReadonlySet<number>): boolean {
  if (!isLongPast(date) || date.year > ADULT) return false
  for (let year = EARLIEST + 1; year < date.year + GENERATION; year++)
    if (year !== date.year && years.has(year)) return false
  return true
}

/** A date up to this year that stands by itself in a form of today is a birth. */
export const ADULT = 2008
/** Years between a birth and what is said of the grown-up. */
const GENERATION = 12
