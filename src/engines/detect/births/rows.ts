// Context of a date in its row: the names, official numbers and addresses that other detectors found, by position.
import { firstAt } from '../../../lists.ts'
import type { KnownBy } from '../../../packs/schemas/category.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { COMMA, isQuote, NEWLINE, SPACE, signSet } from '../../../text/signs.ts'
import { codeAt, isDigitUnit, sliceOf, unitOf } from '../../../text/unit-classes.ts'
import type { WrittenDate } from '../../../values/written-dates.ts'
import type { Claim } from '../detector.ts'
import type { Evidence } from '../evidence.ts'

const CELL_BLANKS = 2

/** True if the text, a line or a cell begins at view index `at`, with an optional quote and spaces. */
function opensCell(text: string, at: number): boolean {
  const from = isQuote(unitOf(text, at - 1)) ? at - 1 : at
  let edge = from
  while (edge > 0 && from - edge < CELL_BLANKS && codeAt(text, edge - 1) === SPACE) edge--
  return edge === 0 || isCellEdge(codeAt(text, edge - 1))
}

/** True if one of them ends there. */
function endsCell(text: string, at: number): boolean {
  const from = isQuote(unitOf(text, at)) ? at + 1 : at
  let edge = from
  while (edge - from < CELL_BLANKS && unitOf(text, edge) === SPACE) edge++
  return edge === text.length || isCellEdge(codeAt(text, edge))
}

const isCellEdge = signSet(';|,\t\n')

export const LISTED_WITHIN = 48

/** The label of a field that opens its line, before its value. */
const FIELD = /(?:^|\n)\p{L}[^\n:.,;]{1,30}: {1,2}(?:\p{Lu}\p{L}{0,11}\.? )?$/u
const FIELD_WITHIN = 48

/** Length of the colon of a field, a form of address and a space. */
const TITLE_WITHIN = 15

/** True if a digit is followed by a comma within LISTED_WITHIN before view index `at`. */
function isListedAt(text: string, at: number): boolean {
  for (let i = Math.max(1, at - LISTED_WITHIN + 1); i < at; i++)
    if (codeAt(text, i) === COMMA && isDigitUnit(codeAt(text, i - 1))) return true
  return false
}

/** True if only a label precedes view index `at` in its line. */
export function isBehindLabel(text: string, at: number): boolean {
  if (at < 2 || codeAt(text, at - 1) !== SPACE) return false
  // A form of address may be between them: "Pour : Mme".
  if (!sliceOf(text, Math.max(0, at - TITLE_WITHIN), at - 1).includes(':')) return false
  return FIELD.test(sliceOf(text, Math.max(0, at - FIELD_WITHIN), at))
}

/** Claims of names and of identifying values in a text, which show whose date of birth it is. */
export class Records {
  readonly #knownBy: ReadonlyMap<string, KnownBy>
  readonly #text: string
  readonly #claims: readonly Claim[]
  /** Computed at the first date that is a separate sentence: a text may have as many dates as claims. */
  #reach: boolean | null = null
  /** Claims by start; computed at the first possible date of birth. */
  #starts: readonly Claim[] | null = null
  /** Ends of names that begin a field; computed at the first date that ends a field. */
  #fields: ReadonlySet<number> | null = null
  /** Maps the end of an official number to the start of the first with that end; computed at the first date that may follow one. */
  #numbers: ReadonlyMap<number, number> | null = null

  /** `knownBy`: categories of values that identify a person. */
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

  hasReach(): boolean {
    this.#reach ??= this.#claims.some(({ category }) => this.#knownBy.has(category))
    return this.#reach
  }

  /** True if a name that ends at view index `name` begins a field. */
  isField(name: number): boolean {
    this.#fields ??= new Set(
      this.#claims
        .filter(({ category, start }) => category === 'PII-1-NAME' && isBehindLabel(this.#text, start))
        .map(({ end }) => end),
    )
    return this.#fields.has(name)
  }

  /** Start of the official number that ends at view index `end`; -1 if there is none. */
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

  /** Start of the next listed official number, address, telephone number or e-mail address within reach of view index `from`; -1 if there is none. */
  nextValue(from: number): number {
    const starts = this.#sorted()
    for (let i = firstAt(starts, ({ start }) => start > from); i < starts.length; i++) {
      const { category, start } = starts[i]!
      if (start - from >= LISTED_WITHIN) break
      if (this.#knownBy.has(category) && isListedAt(this.#text, start)) return start
    }
    return -1
  }

  /** "Ada Obi;ada@example.org;+234 ...;03.09.1990": a row without column headers that has a person and a date in the distant past. */
  isBirth(date: WrittenDate, evidence: Evidence): boolean {
    const text = this.#text
    if (!opensCell(text, date.start) || !endsCell(text, date.end) || evidence.heading(date.start) !== null) return false
    // A row about one person is short.
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

const LONGEST_ROW = 240

function lineStart(text: string, at: number): number {
  const least = Math.max(0, at - LONGEST_ROW)
  for (let i = at; i > least; i--) if (codeAt(text, i - 1) === NEWLINE) return i
  return least === 0 ? 0 : -1
}

/** End of the line; -1 if it is further away than LONGEST_ROW. */
function lineEnd(text: string, at: number): number {
  const most = Math.min(text.length, at + LONGEST_ROW)
  for (let i = at; i < most; i++) if (codeAt(text, i) === NEWLINE) return i
  return most === text.length ? most : -1
}
