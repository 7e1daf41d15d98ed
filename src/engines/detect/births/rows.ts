// What stands around a date in its row: the names, official numbers and addresses that others found, by their places.

import type { KnownBy } from '../../../packs/schemas/category.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { firstAt } from '../../../text/search.ts'
import { COMMA, NEWLINE, SPACE } from '../../../text/signs.ts'
import { codeAt, isDigitUnit, sliceOf } from '../../../text/unit-classes.ts'
import { endsCell, opensCell } from '../cells.ts'
import type { WrittenDate } from '../dates/parts.ts'
import type { Claim } from '../detector.ts'
import type { Evidence } from '../evidence.ts'

/** The value after a listed date stands so near. */
export const LISTED_WITHIN = 48

/** The label of a field that opens its line, before its value. */
const FIELD = /(?:^|\n)\p{L}[^\n:.,;]{1,30}: {1,2}(?:\p{Lu}\p{L}{0,11}\.? )?$/u
const FIELD_WITHIN = 48

/** The colon of a field, a form of address and a blank. */
const TITLE_WITHIN = 15

/** Do a digit and a comma stand together in what is near before view index `at`? */
function isListedAt(text: string, at: number): boolean {
  for (let i = Math.max(1, at - LISTED_WITHIN + 1); i < at; i++)
    if (codeAt(text, i) === COMMA && isDigitUnit(codeAt(text, i - 1))) return true
  return false
}

/** Does a label and nothing else stand before view index `at` in its line? */
export function isBehindLabel(text: string, at: number): boolean {
  if (at < 2 || codeAt(text, at - 1) !== SPACE) return false
  // A form of address may stand between: "Pour : Mme".
  if (!sliceOf(text, Math.max(0, at - TITLE_WITHIN), at - 1).includes(':')) return false
  return FIELD.test(sliceOf(text, Math.max(0, at - FIELD_WITHIN), at))
}

/** What others found in a text, as far as it says whose birth a date is: the claims of names and of what people are reached by. */
export class Records {
  readonly #knownBy: ReadonlyMap<string, KnownBy>
  readonly #text: string
  readonly #claims: readonly Claim[]
  /** Worked out at the first date that is a sentence of its own: a text may have as many dates as claims. */
  #reach: boolean | null = null
  /** By where they start; made at the first date that may be somebody's birth. */
  #starts: readonly Claim[] | null = null
  /** Where names end that open a field; made at the first date that ends one. */
  #fields: ReadonlySet<number> | null = null
  /** Where official numbers end -> where the first of them begins; made at the first date that may stand behind one. */
  #numbers: ReadonlyMap<number, number> | null = null

  /** `knownBy`: categories of values that somebody is known by. */
  constructor({ text }: ScannedText, claims: readonly Claim[], knownBy: ReadonlyMap<string, KnownBy>) {
    this.#knownBy = knownBy
    this.#text = text
    this.#claims = claims
  }

  #sorted(): readonly Claim[] {
    this.#starts ??= this.#claims
      .filter(({ category }) => category === 'PII-1-NAME' || this.#knownBy.has(category))
      .sort((a, b) => a.start - b.start)
    return this.#starts
  }

  /** Does the text say by what number or address somebody is known or reached? */
  hasReach(): boolean {
    this.#reach ??= this.#claims.some(({ category }) => this.#knownBy.has(category))
    return this.#reach
  }

  /** Does a name that ends at view index `name` open a field? */
  isField(name: number): boolean {
    this.#fields ??= new Set(
      this.#claims
        .filter(({ category, start }) => category === 'PII-1-NAME' && isBehindLabel(this.#text, start))
        .map(({ end }) => end),
    )
    return this.#fields.has(name)
  }

  /** Where the official number that ends at view index `end` begins; -1 when none does. */
  numberEndingAt(end: number): number {
    if (this.#numbers === null) {
      const numbers = new Map<number, number>()
      for (const claim of this.#claims)
        if (this.#knownBy.get(claim.category) === 'number' && !numbers.has(claim.end))
          numbers.set(claim.end, claim.start)
      this.#numbers = numbers
    }
    return this.#numbers.get(end) ?? -1
  }

  /** Where the next official number, address, telephone number or e-mail address of a list begins that is near behind view index `from`; -1 when none is. */
  nextValue(from: number): number {
    const starts = this.#sorted()
    for (let i = firstAt(starts, ({ start }) => start > from); i < starts.length; i++) {
      const { category, start } = starts[i]!
      if (start - from >= LISTED_WITHIN) break
      if (this.#knownBy.has(category) && isListedAt(this.#text, start)) return start
    }
    return -1
  }

  /** "Ada Obi;ada@example.org;+234 ...;03.09.1990": a row without headings that holds a person, and a date long past. */
  isBirth(date: WrittenDate, evidence: Evidence): boolean {
    const text = this.#text
    if (!opensCell(text, date.start) || !endsCell(text, date.end) || evidence.heading(date.start) !== null) return false
    // A row of a person is short.
    const from = lineStart(text, date.start)
    const to = lineEnd(text, date.end)
    if (from < 0 || to < 0) return false
    const starts = this.#sorted()
    let names = 0
    let values = 0
    for (let i = firstAt(starts, ({ start }) => start >= from); i < starts.length && starts[i]!.start < to; i++) {
      const { category, start, end } = starts[i]!
      if (!opensCell(text, start) || !endsCell(text, end)) continue
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
