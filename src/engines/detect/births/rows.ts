// Rows without headings: a date long past in a row that holds a person and what people are reached by.

import type { ScannedText } from '../../../text/scanned.ts'
import { firstAt } from '../../../text/search.ts'
import { codeAt } from '../../../text/unit-classes.ts'
import type { WrittenDate } from '../dates/parts.ts'
import type { Claim } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { isLongPast } from './lifetime.ts'

const NEWLINE = 10

/** Is it an official number, an address, a telephone number or an e-mail address? */
export function mayBeListed(category: string): boolean {
  return (
    category === 'PII-4-ADDRESS' ||
    category === 'PII-3-PHONE' ||
    category === 'PII-3-EMAIL' ||
    category.startsWith('PII-2-')
  )
}

/** A cell of a row: what stands before it and behind it. */
const OPENS_CELL = /(?:^|[;|\t\n]|,) {0,2}["']?$/
const ENDS_CELL = /^["']? {0,2}(?:[;|\t\n,]|$)/
const CELL_EDGE = 4

/** Rows without headings: "Ada Obi;ada@example.org;+234 ...;03.09.1990" holds a person, and a date long past. */
export class Records {
  readonly #text: string
  readonly #claims: readonly Claim[]
  /** The claims of names and of what people are reached by, by where they start; made at the first date that may be one. */
  #starts: readonly Claim[] | null = null

  constructor({ text }: ScannedText, claims: readonly Claim[]) {
    this.#text = text
    this.#claims = claims
  }

  isBirth(date: WrittenDate, evidence: Evidence): boolean {
    if (!isLongPast(date)) return false
    const text = this.#text
    if (!OPENS_CELL.test(text.slice(Math.max(0, date.start - CELL_EDGE), date.start))) return false
    if (!ENDS_CELL.test(text.slice(date.end, date.end + CELL_EDGE)) || evidence.heading(date.start) !== null)
      return false
    // A row of a person is short.
    const from = lineStart(text, date.start)
    const to = lineEnd(text, date.end)
    if (from < 0 || to < 0) return false
    this.#starts ??= this.#claims
      .filter(({ category }) => category === 'PII-1-NAME' || mayBeListed(category))
      .sort((a, b) => a.start - b.start)
    const starts = this.#starts
    let names = 0
    let values = 0
    for (let i = firstAt(starts, ({ start }) => start >= from); i < starts.length && starts[i]!.start < to; i++) {
      const { category, start, end } = starts[i]!
      const isCell =
        OPENS_CELL.test(text.slice(Math.max(0, start - CELL_EDGE), start)) &&
        ENDS_CELL.test(text.slice(end, end + CELL_EDGE))
      if (!isCell) continue
      if (category === 'PII-1-NAME') names++
      else values++
    }
    return names > 0 && values > 0
  }
}

/** Characters of a row on either side of its date at most. */
const LONGEST_ROW = 240

/** Where the line of view index `at` begins; -1 when that is further than a row is long. */
function lineStart(text: string, at: number): number {
  const least = Math.max(0, at - LONGEST_ROW)
  for (let i = at; i > least; i--) if (codeAt(text, i - 1) === NEWLINE) return i
  return least === 0 ? 0 : -1
}

/** Where it ends; -1 when that is further than a row is long. */
function lineEnd(text: string, at: number): number {
  const most = Math.min(text.length, at + LONGEST_ROW)
  for (let i = at; i < most; i++) if (codeAt(text, i) === NEWLINE) return i
  return most === text.length ? most : -1
}
