// The values of a row found again in its texts as they are written, in any letters; days however they are written. Other forms of names are
// row-people.ts's.

import { fold } from '../text/fold.ts'
import type { ScannedText } from '../text/scanned.ts'
import { TokenKind } from '../text/tokens.ts'
import { type WrittenDay, writtenDays } from '../values/date.ts'
import type { ColumnPlan } from './column-plan.ts'

/** A place in a text with a value of the same row. Indexes of the text as sent. */
export interface OwnValue {
  readonly start: number
  readonly end: number
  readonly column: ColumnPlan
  /** As the column has it, so that it gets the same token. */
  readonly value: string
}

/** Shorter words are too often other words: initials, particles. */
const SHORTEST = 3
const BIRTH = 'PII-1-DOB'

/** The ISO form of a value that is a day, day first; null for others. A time may follow. */
function dayOf(value: string): string | null {
  const [day] = writtenDays(value)
  return day !== undefined && day.start === 0 ? day.readings[0]! : null
}

export class OwnValues {
  readonly #columns: readonly ColumnPlan[]

  /** `columns`: all columns of the table; only those whose values are hidden are used. */
  constructor(columns: readonly ColumnPlan[]) {
    this.#columns = columns.filter(
      ({ category, action, kind }) =>
        category !== null && action !== 'retain' && action !== 'text' && kind !== 'house_number',
    )
  }

  /** Sorted by start, disjoint; longer values before shorter ones that begin at the same place. */
  find(row: readonly string[], text: ScannedText): OwnValue[] {
    const { tokens } = text
    const found: OwnValue[] = []
    let first: Map<string, number[]> | null = null
    let days: readonly WrittenDay[] | null = null
    for (const column of this.#columns) {
      const value = (row[column.index] ?? '').trim()
      const day = column.category === BIRTH ? dayOf(value) : null
      if (day !== null) {
        days ??= [...writtenDays(text.source)]
        for (const { start, end, readings } of days)
          if (readings.includes(day)) found.push({ start, end, column, value })
      }
      for (const part of this.#partsOf(column, value)) {
        const words = wordsOf(part)
        if (words.length === 0 || words.join('').length < SHORTEST) continue
        first ??= placesOf(text)
        for (const at of first.get(words[0]!) ?? [])
          if (words.every((word, i) => i === 0 || (at + i < tokens.count && text.folded(at + i) === word)))
            found.push({
              ...text.sourceRange(tokens.start[at]!, tokens.end[at + words.length - 1]!),
              column,
              value: part,
            })
      }
    }
    found.sort((a, b) => a.start - b.start || b.end - a.end)
    return found.filter((one, at) => !found.slice(0, at).some((other) => other.end > one.start))
  }

  /** A name of several words is found whole, and by each of them. */
  #partsOf({ category }: ColumnPlan, value: string): readonly string[] {
    if (value === '') return []
    if (category !== 'PII-1-NAME' || !/[\s,]/.test(value)) return [value]
    return [value, ...value.split(/[\s,]+/).filter((word) => word.length >= SHORTEST)]
  }
}

/** Folded word -> tokens of the text. */
function placesOf(text: ScannedText): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (let i = 0; i < text.tokens.count; i++) {
    const kind = text.tokens.kind[i]
    if (kind === TokenKind.newline) continue
    const word = text.folded(i)
    const known = places.get(word)
    if (known === undefined) places.set(word, [i])
    else known.push(i)
  }
  return places
}

/** A value cut as texts are: words, numbers and signs. */
function wordsOf(value: string): string[] {
  return fold(value).match(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []
}
