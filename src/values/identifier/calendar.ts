// The calendar: validates combinations of day, month and year. The century of a two-digit year may be unknown.
import { sliceOf } from '../../text/unit-classes.ts'

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Days of a month of the proleptic Gregorian calendar; 0 for a month that does not exist. */
function daysIn(year: number, month: number): number {
  if (month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) return 29
  return month >= 1 && month <= 12 ? DAYS[month - 1]! : 0
}

export const isDate = (year: number, month: number, day: number): boolean => day >= 1 && day <= daysIn(year, month)

/** True if the day exists in some century: the 29th of February is accepted in every year divisible by four. */
export const isShortDate = (year: number, month: number, day: number): boolean =>
  isDate(year % 100 === 0 ? 2000 : 2000 + (year % 100), month, day)

/** The number written in `length` digits from `start`. */
export const part = (value: string, start: number, length: number): number =>
  Number(sliceOf(value, start, start + length))
