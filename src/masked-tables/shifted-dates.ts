// Dates in the texts of a table whose dates are shifted by person: one that stays as it was gives away the offset of all others.

import { fold } from '../text/fold.ts'
import type { Range } from '../text/range.ts'
import { monthNames, writtenDays } from '../values/date.ts'
import { cellDate, writtenDay } from './cell-shapes.ts'

/** The text for a date that is not a single day or whose offset is not known. */
const HIDDEN = '[DATE]'

/** Dates in digits, each alone or the first or last of a range. */
const IN_DIGITS =
  /(?<![\d.,/:]|(?<!\d{4})-)(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))(?![\d/:]|-(?!\d{1,2}[./]\d|\d{4}-\d)|[.,]\d)/g
/** Numbers that writtenDays reads as days and that are more often other numbers: with spaces, or of six digits. */
const OTHER_NUMBER = /^\d[\d \u00a0]*$/
const WHOLE_DAY = /^(?:19|20)\d{6}$/
/** Days of one month, a day without its year, and a week. */
const IN_PART =
  /(?<![\d.,/:-])(?:\d{1,2}\.? ?[-\u2013] ?\d{1,2}\. ?\d{1,2}\. ?(?:\d{4}|\d{2})|(?:[0-2]?\d|3[01])\. ?(?:0?\d|1[0-2])\.)(?!\d)|\b\d{4}-?W\d{2}\b/g
/** A month in words with its day or its year. */
const DAY_AND_MONTH = /(?<![\p{L}\p{N}])\d{1,2}(?:\.|st|nd|rd|th|er)? (?:de )?(\p{L}{3,12})(?!\p{L})/gu
const MONTH_AND_NUMBER = /(?<![\p{L}\p{N}])(\p{L}{4,12})\.? (?:de )?(?:\d{1,2}(?:st|nd|rd|th)?|\d{4})(?![\p{L}\p{N}])/gu

export interface ShiftedDate extends Range {
  readonly text: string
}

/** Every date of a text, moved by `offset` days; `[DATE]` for one that is not a single day, and for all where the offset is null. The ranges may overlap. */
export function shiftedDates(text: string, offset: number | null): ShiftedDate[] {
  const found: ShiftedDate[] = []
  const add = (start: number, whole: string, shifted: string) => {
    found.push({ start, end: start + whole.length, text: offset === null ? HIDDEN : shifted })
  }
  for (const { 0: whole, index } of text.matchAll(IN_DIGITS)) {
    const date = cellDate(whole, 'day first')
    if (date !== null) add(index, whole, date.write(date.day + (offset ?? 0)))
  }
  for (const { start, end, readings } of writtenDays(text)) {
    const whole = text.slice(start, end)
    if (OTHER_NUMBER.test(whole) && !WHOLE_DAY.test(whole)) continue
    if (found.some((known) => start < known.end && known.start < end)) continue
    const date = readings.length === 1 || WHOLE_DAY.test(whole) ? cellDate(readings.at(-1)!, 'day first') : null
    add(start, whole, date === null ? HIDDEN : writtenDay(date.day + (offset ?? 0)))
  }
  for (const { 0: whole, index } of text.matchAll(IN_PART)) add(index, whole, HIDDEN)
  for (const pattern of [DAY_AND_MONTH, MONTH_AND_NUMBER])
    for (const { 0: whole, 1: word = '', index } of text.matchAll(pattern))
      if (monthNames().has(fold(word)) && !found.some(({ start, end }) => start <= index && index < end))
        add(index, whole, HIDDEN)
  return found
}
