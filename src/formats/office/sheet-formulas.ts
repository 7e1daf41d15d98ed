// Formulas of workbooks (ECMA-376 part 1, 18.17): kept where everything they name is known: functions of the standard, cells, sheets and names of the
// same workbook. Their literals are words; sheets and names are written as the copy calls them.
import { officeWords } from '../../packs/markup-rules.ts'
import type { TextRange } from '../shared/copy-text.ts'

export interface ReadFormula {
  /** Insides of literals. */
  readonly literals: readonly TextRange[]
  /** Names that differ in the copy; the quotes of a sheet name are part of it. */
  readonly references: readonly (TextRange & { written(): string })[]
}

export interface Called {
  /** As the copy calls it. */
  readonly written: () => string
}

const WORD = /[\p{L}\p{N}_.\\$?]/u
const CELL = /^\$?[A-Z]{1,3}\$?\d{1,7}$/i
const COLUMN = /^\$?[A-Z]{1,3}$/i
const ROW_OR_NUMBER = /^\$?\d{1,20}(?:\.\d{0,20})?(?:E[+-]?\d{1,3})?$/i
const LATER_FUNCTION = /^(?:_xlfn\.|_xlws\.){1,2}/
const ERROR = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)/
const OPERATORS = new Set('+-*/^&=<>,;:(){}%@ \n\r\t')

/** A day made of its numbers, which a program shows as a date: DATE(1970,4,3), in OpenFormula DATE(1970;4;3). */
export const DAY_OF_NUMBERS = /\bDATE\s{0,4}\((?:\s{0,4}\d{1,4}\s{0,4}[,;]){2}\s{0,4}\d{1,4}\s{0,4}\)/i

export class Formulas {
  /** By name in small letters. */
  readonly #sheets: ReadonlyMap<string, Called>
  readonly #names: ReadonlyMap<string, Called>

  constructor(sheets: ReadonlyMap<string, Called>, names: ReadonlyMap<string, Called>) {
    this.#sheets = sheets
    this.#names = names
  }

  /** Null for a formula that names something unknown: another file, a column of a table, a user-defined function; and for one that says a day. */
  read(formula: string): ReadFormula | null {
    if (DAY_OF_NUMBERS.test(formula)) return null
    const literals: TextRange[] = []
    const references: (TextRange & { written(): string })[] = []
    let at = 0
    while (at < formula.length) {
      const sign = formula[at]!
      if (sign === '"') {
        const end = closing(formula, '"', at)
        if (end < 0) return null
        literals.push({ start: at + 1, end })
        at = end + 1
      } else if (sign === "'") {
        const end = closing(formula, "'", at)
        const sheet = this.#sheets.get(
          formula
            .slice(at + 1, end)
            .replaceAll("''", "'")
            .toLowerCase(),
        )
        if (end < 0 || formula[end + 1] !== '!' || sheet === undefined) return null
        references.push({ start: at, end: end + 1, written: () => quoted(sheet.written()) })
        at = end + 2
      } else if (sign === '#') {
        at += ERROR.exec(formula.slice(at, at + 8))?.[0].length ?? 1
      } else if (OPERATORS.has(sign)) at++
      else {
        const end = wordEnd(formula, at)
        const called = end > at ? this.#word(formula, at, end) : null
        if (called === null) return null
        if (called !== 'plain') references.push({ start: at, end, written: called.written })
        at = end + (formula[end] === '!' ? 1 : 0)
      }
    }
    return { literals, references }
  }

  #word(formula: string, start: number, end: number): Called | 'plain' | null {
    const word = formula.slice(start, end)
    const next = formula[end]
    if (next === '(')
      return officeWords().functions.has(word.replace(LATER_FUNCTION, '').toUpperCase()) ? 'plain' : null
    if (next === '!') {
      const sheet = this.#sheets.get(word.toLowerCase())
      return sheet === undefined ? null : { written: () => (sheet.written() === word ? word : quoted(sheet.written())) }
    }
    const name = this.#names.get(word.toLowerCase())
    if (name !== undefined) return name
    if (/^(?:TRUE|FALSE)$/i.test(word) || CELL.test(word) || ROW_OR_NUMBER.test(word)) return 'plain'
    return COLUMN.test(word) && (next === ':' || formula[start - 1] === ':') ? 'plain' : null
  }
}

/** The formula as the copy has it. */
export function writtenFormula(formula: string, { references }: ReadFormula): string {
  let text = ''
  let at = 0
  for (const { start, end, written } of references) {
    text += formula.slice(at, start) + written()
    at = end
  }
  return text + formula.slice(at)
}

function quoted(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

/** The index of the quote that ends what begins at `start`; two quotes are one that is meant. */
function closing(text: string, quote: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== quote) continue
    if (text[at + 1] !== quote) return at
    at++
  }
  return -1
}

function wordEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && WORD.test(text[end]!)) end++
  return end
}
