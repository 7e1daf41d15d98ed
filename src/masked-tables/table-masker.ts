// Masks the rows of a table by the plan of its columns: pure, row by row, so that any number of processes gives the same copy.
import type { KeptToken } from '../engines/deidentify/engine.ts'
import { generalize, shownYear } from '../engines/deidentify/generalize.ts'
import { keyedHash, labelOf, tokenizer } from '../engines/deidentify/token.ts'
import type { Context } from '../operations/shared/context.ts'
import { givenCode } from '../operations/shared/governing.ts'
import type { Category, Statute } from '../packs/schemas/category.ts'
import { normalizeFor } from '../values/normalizers.ts'
import { cellDate, couldBe, isTellingNumber, rowOffset } from './cell-shapes.ts'
import { type ColumnPlan, type MaskSetting, UNNAMED } from './column-plan.ts'
import { KeptWork } from './kept-work.ts'
import { type TextCell, TextCells } from './text-cells.ts'

/** The totals for the cells of one column. */
export interface ColumnCounts {
  /** Cells that hold anything. */
  cells: number
  /** Number of those that differ in the copy. */
  changed: number
  /** Number of those to be shifted or generalised that could not be read and got a label. */
  unread: number
  /** Findings in the texts of the column, by category. */
  readonly found: Record<string, number>
}

/** A token and its value. */
export interface MaskedRows {
  readonly rows: string[][]
  readonly counts: readonly ColumnCounts[]
  readonly tokens: readonly KeptToken[]
}

type Mask = (cell: string, offset: number | null) => string

/** Values of one column that are worked out once: bounded, so that a column of ten million values does not fill the memory. */
const MOST_KEPT = 20_000
const ADDRESSES = /\s{0,4}[;|]\s{0,4}|,\s{1,4}/

export class TableMasker {
  readonly #setting: MaskSetting
  readonly #masks: readonly (Mask | null)[]
  readonly #texts: TextCells
  readonly #tokens: Map<string, KeptToken> | null
  readonly #tokenOf: ReturnType<typeof tokenizer>
  readonly #offsets: KeptWork<number | null>
  readonly #categories: ReadonlyMap<string, Category>
  readonly #statute: Statute
  /** Columns of dates of birth that are hidden. */
  readonly #births: readonly ColumnPlan[]

  constructor(setting: MaskSetting, context: Context) {
    this.#setting = setting
    this.#categories = context.packs.categories()
    this.#statute = context.packs.statutes().get(setting.statute)!
    givenCode(setting.jurisdiction, context)
    this.#tokens = setting.keepsTokens ? new Map() : null
    this.#tokenOf = tokenizer(setting.salt, setting.tokenDigits)
    const { columns, person } = setting.plan
    this.#births = columns.filter(({ action, kind }) => kind === 'dob' && action !== 'retain' && action !== 'shift')
    const offset = rowOffset(keyedHash(setting.salt))
    const kind = person === null ? 'verbatim' : this.#categoryOf(columns[person]!).normalize
    this.#offsets = new KeptWork(MOST_KEPT, (cell) => {
      const known = normalizeFor(kind, cell, setting.reader)
      return known === '' ? null : offset(known)
    })
    this.#masks = columns.map((column) => (column.action === 'text' ? null : this.#maskOf(column)))
    this.#texts = new TextCells(setting, context, (category, value, country) => this.#token(category, value, country))
  }

  /**
   * Masks rows; each has as many cells as the plan has columns, or fewer. `of`: the rows whose values are looked for in the texts and
   * whose person the dates are of, where they are others.
   */
  mask(rows: readonly (readonly string[])[], of = rows): MaskedRows {
    const { columns, person } = this.#setting.plan
    const counts = columns.map((): ColumnCounts => ({ cells: 0, changed: 0, unread: 0, found: {} }))
    const texts: TextCell[] = []
    const kept: TextCell[] = []
    const copy = rows.map((row, at) => {
      const offset = person === null ? null : this.#offsets.of((of[at]![person] ?? '').trim())
      return row.map((cell, index) => {
        if (cell.trim() === '') return cell
        const count = counts[index]!
        count.cells++
        const mask = this.#masks[index]!
        const column = columns[index]!
        const isKept = column.action !== 'retain' || this.#isKept(column, cell, of[at]!)
        if (mask === null || !isKept) {
          texts.push({ row: at, column: index, offset })
          return cell
        }
        // Quasi-identifiers stay: the report counts them.
        if (column.action === 'retain' && column.by !== 'asked' && column.quasi === null && isTellingNumber(cell))
          kept.push({ row: at, column: index, offset })
        const masked = mask(cell, offset)
        if (masked !== cell) count.changed++
        return masked
      })
    })
    this.#texts.mask(rows, of, texts, kept, (cell, text, found) => {
      const count = counts[cell.column]!
      if (text !== rows[cell.row]![cell.column]) count.changed++
      for (const category of found) count.found[category] = (count.found[category] ?? 0) + 1
      copy[cell.row]![cell.column] = text
    })
    for (const [index, { action, kind }] of columns.entries())
      if (action === 'shift' || kind === 'dob')
        counts[index]!.unread = copy.filter((row) => /^\[\w+\]$/.test(row[index] ?? '')).length
    const tokens = this.#tokens === null ? [] : [...this.#tokens.values()]
    this.#tokens?.clear()
    return { rows: copy, counts, tokens }
  }

  /**
   * A cell that is not a value of the kind that its column is kept for may have any content: it is read as a text. So is a date that is
   * the date of birth of its row.
   */
  #isKept({ by, kind, order }: ColumnPlan, cell: string, row: readonly string[]): boolean {
    if (by === 'asked') return true
    if (!couldBe(kind, cell.trim())) return false
    const day = cellDate(cell, order)?.day
    return (
      day === undefined || !this.#births.some((birth) => cellDate(row[birth.index] ?? '', birth.order)?.day === day)
    )
  }

  #categoryOf({ category }: ColumnPlan): Category {
    return (category === null ? undefined : this.#categories.get(category)) ?? UNNAMED
  }

  #token(category: Category, value: string, country: string | null): string {
    const token = this.#tokenOf(category, value, country)
    if (this.#tokens === null) return token
    const normal = normalizeFor(category.normalize, value, country) || value
    const known = `${token}\n${normal}`
    if (!this.#tokens.has(known)) this.#tokens.set(known, { token, category: category.code, value, normal })
    return token
  }

  #maskOf(column: ColumnPlan): Mask {
    const category = this.#categoryOf(column)
    const label = `[${labelOf(category)}]`
    switch (column.action) {
      case 'tokenize': {
        // A cell of several addresses or numbers has a token for each, as each would have alone.
        const isList = column.kind === 'email' || column.kind === 'phone'
        const make = (cell: string): string => this.#token(category, cell.trim(), this.#setting.reader)
        const kept = new KeptWork(MOST_KEPT, (cell) =>
          isList && ADDRESSES.test(cell.trim()) ? eachOf(cell.trim(), make) : make(cell),
        )
        return (cell) => kept.of(cell)
      }
      case 'mask':
        return () => label
      case 'drop':
        return () => ''
      case 'generalize': {
        const kept = new KeptWork(MOST_KEPT, (cell) => this.#coarser(column, category, cell) ?? label)
        return (cell) => kept.of(cell)
      }
      case 'shift':
        return (cell, offset) => {
          const date = offset === null ? null : cellDate(cell, column.order)
          return date === null ? '[DATE]' : date.write(date.day + offset!)
        }
      default:
        return (cell) => cell
    }
  }

  #coarser({ kind, order }: ColumnPlan, category: Category, cell: string): string | null {
    const to = this.#statute.categories[category.code]?.generalize ?? category.generalize
    const general = (how = to): string | null => generalize(how, cell, this.#setting.reader, this.#statute)
    if (kind === 'coordinate') return coordinate(cell) ?? general()
    if (to === 'year' || kind === 'date') {
      const date = cellDate(cell, order)
      if (date !== null) return shownYear(String(date.year), this.#statute)
      if (kind === 'date') return general('year')
    }
    return general()
  }
}

/** One coordinate of a place, to a tenth of a degree: about eleven kilometres. */
function coordinate(cell: string): string | null {
  const [whole] = /^-?\d{1,3}[.,]\d{1,20}$/.exec(cell.trim()) ?? []
  return whole === undefined ? null : Number(whole.replace(',', '.')).toFixed(1)
}

function eachOf(cell: string, make: (value: string) => string): string {
  return cell
    .split(/(\s{0,4}[;|]\s{0,4}|,\s{1,4})/)
    .map((part, at) => (at % 2 === 1 || part === '' ? part : make(part)))
    .join('')
}
