// Fields of a text: members of JSON and YAML, settings, query strings, assignments, lines of forms, elements, cells of tables.
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import {
  COLON,
  EQUALS,
  GREATER_THAN,
  HYPHEN,
  isBlank,
  isQuote,
  LESS_THAN,
  NEWLINE,
  RETURN,
  SPACE,
  signSet,
  TAB,
} from '../../../text/signs.ts'
import { isLetterOrNumberUnit, unitAt } from '../../../text/unit-classes.ts'
import type { Headings } from './tables.ts'

/** A field: the view ranges of its key and of its value, without quotation marks. */
export interface Pair {
  readonly key: number
  readonly keyEnd: number
  readonly start: number
  readonly end: number
  /** True if signs delimit the value ("key=value", quotation marks, a cell), and not only the end of its line. */
  readonly isClosed: boolean
}

const LONGEST_KEY = 40
const LONGEST_VALUE = 160
const MOST_BLANKS = 3
/** A table with more cells is data of a program; its values are still read by their labels. */
const MOST_CELLS = 20_000

const isLineEnd = (unit: number): boolean => unit === NEWLINE || unit === RETURN || unit < 0
/** Signs before an unquoted key inside a line. */
const opensKey = signSet('{,;&?|([')
/** Signs after an unquoted value inside a line. */
const closesValue = signSet(',;&|}"\'')

/** The fields of a text, in the order of their signs; those of tables follow. Linear: each sign reads a bounded part of the text. */
export function pairsOf(scanned: ScannedText, headings: Headings): Pair[] {
  const pairs: Pair[] = []
  const { units, tokens } = scanned
  const { signs, word, start } = tokens
  if (scanned.mayHold(COLON) || scanned.mayHold(EQUALS) || scanned.mayHold(GREATER_THAN))
    for (let n = 0; n < signs.length; n++) {
      const sign = word[signs[n]!]!
      if (sign !== COLON && sign !== EQUALS && sign !== GREATER_THAN) continue
      const at = start[signs[n]!]!
      const pair = sign === GREATER_THAN ? elementAt(units, at) : pairAt(units, at, sign === EQUALS)
      if (pair !== null) pairs.push(pair)
    }
  let cells = 0
  for (const { heading, start: from, end } of headings.cells()) {
    if (++cells > MOST_CELLS) break
    const value = trimmed(units, from, end)
    if (value.end > value.start)
      pairs.push({ key: heading.start, keyEnd: heading.end, start: value.start, end: value.end, isClosed: true })
  }
  return pairs
}

/** A range without blanks, then without the quotation marks around it. */
function trimmed(units: Uint16Array, start: number, end: number): Range {
  let [from, to] = [start, end]
  while (from < to && isBlank(units[from]!)) from++
  while (to > from && isBlank(units[to - 1]!)) to--
  if (to - from > 1 && isQuote(units[from]!) && units[to - 1] === units[from]) {
    from++
    to--
  }
  return { start: from, end: to }
}

/** The field whose sign is at view index `at`: a colon, or an equals sign. */
function pairAt(units: Uint16Array, at: number, isEquals: boolean): Pair | null {
  const key = isEquals ? assignedKey(units, at) : labelBefore(units, at)
  if (key === null || key.end - key.start < 2) return null
  let from = at + 1
  while (from - at <= MOST_BLANKS && isBlank(unitAt(units, from))) from++
  const first = unitAt(units, from)
  const quote = first === LESS_THAN ? GREATER_THAN : first
  if (isQuote(first) || (isEquals && first === LESS_THAN)) {
    const end = closingQuote(units, from + 1, quote)
    return end < 0 ? null : { key: key.start, keyEnd: key.end, start: from + 1, end, isClosed: true }
  }
  // "12:30", "http://", "a::b", "key:value" of programs without quotation marks.
  if (!isEquals && from === at + 1) return null
  const end = plainEnd(units, from, isEquals)
  return end > from ? { key: key.start, keyEnd: key.end, start: from, end, isClosed: isEquals } : null
}

/** The end of a quoted text that begins at `from`; -1 if its line ends first. */
function closingQuote(units: Uint16Array, from: number, quote: number): number {
  for (let at = from; at - from <= LONGEST_VALUE && at < units.length; at++) {
    if (units[at] === quote) return at
    if (units[at] === NEWLINE) return -1
  }
  return -1
}

/** The end of an unquoted value: a delimiter, the end of its line, a wide gap, or after an equals sign the next assignment. */
function plainEnd(units: Uint16Array, from: number, isEquals: boolean): number {
  let end = from
  while (end - from <= LONGEST_VALUE && !isLineEnd(unitAt(units, end))) {
    const unit = units[end]!
    if (unit === TAB || (unit === SPACE && isBlank(unitAt(units, end + 1)))) break
    if (isEquals && unit === EQUALS) return lastWordStart(units, from, end)
    if (closesValue(unit)) break
    end++
  }
  if (end - from > LONGEST_VALUE) return from
  while (end > from && isBlank(units[end - 1]!)) end--
  return end
}

/** The end of a value before the word that ends at `end`, which is the next key. */
function lastWordStart(units: Uint16Array, from: number, end: number): number {
  let at = end
  while (at > from && !isBlank(units[at - 1]!)) at--
  while (at > from && isBlank(units[at - 1]!)) at--
  return at
}

function quotedBefore(units: Uint16Array, end: number): Range | null {
  const quote = units[end]!
  for (let at = end - 1; at >= 0 && end - at <= LONGEST_KEY; at--) {
    if (units[at] === quote) return { start: at + 1, end }
    if (units[at] === NEWLINE) return null
  }
  return null
}

/** The word before an equals sign, as a program writes it: no blanks inside. */
function assignedKey(units: Uint16Array, at: number): Range | null {
  let end = at
  if (isBlank(unitAt(units, end - 1))) end--
  if (isQuote(unitAt(units, end - 1))) return quotedBefore(units, end - 1)
  let start = end
  while (start > 0 && end - start <= LONGEST_KEY && isKeyUnit(units[start - 1]!)) start--
  return end - start > LONGEST_KEY ? null : { start, end }
}

const isKeyUnit = (unit: number): boolean =>
  isLetterOrNumberUnit(unit) || unit === 0x5f || unit === 0x2e || unit === HYPHEN

/** The label before a colon: a quoted key, or the text from the start of its line or the last delimiter in it. */
function labelBefore(units: Uint16Array, at: number): Range | null {
  let end = at
  if (isBlank(unitAt(units, end - 1))) end--
  if (isQuote(unitAt(units, end - 1))) return quotedBefore(units, end - 1)
  let start = end
  while (start > 0 && end - start <= LONGEST_KEY) {
    const unit = units[start - 1]!
    if (isLineEnd(unit) || unit === TAB || opensKey(unit)) break
    if (unit === SPACE && isBlank(unitAt(units, start - 2))) break
    start--
  }
  if (end - start > LONGEST_KEY) return null
  // Marks of lists, quotations and comments before the label.
  while (start < end && !isLetterOrNumberUnit(units[start]!)) start++
  return { start, end }
}

/** The text of an element without elements inside it; `at`: the sign that ends its opening tag. */
function elementAt(units: Uint16Array, at: number): Pair | null {
  let key = at
  while (key > 0 && at - key <= LONGEST_KEY && isKeyUnit(units[key - 1]!)) key--
  if (key === at || unitAt(units, key - 1) !== LESS_THAN) return null
  for (let end = at + 1; end - at <= LONGEST_VALUE && !isLineEnd(unitAt(units, end)); end++)
    if (units[end] === LESS_THAN)
      return unitAt(units, end + 1) === 0x2f && end > at + 1
        ? { key, keyEnd: at, start: at + 1, end, isClosed: true }
        : null
  return null
}
