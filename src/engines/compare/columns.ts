// The columns of a table under a pack: each distinct value is prepared once, each distinct pair of values compared once, and verdicts on
// pairs of rows are put together from what the columns found. The answers are those of comparing the records themselves.
import type { Fields } from './comparators/comparator.ts'
import { type Decision, decide, factorsOf, type Rules } from './decide.ts'
import type { Level } from './evidence.ts'
import { canonicalFields } from './fields.ts'
import type { BoundComparison, CompiledPack } from './pack.ts'
import { type Cell, cellOf, compareValues, hasAny, hasOther, type Read, relationOf, speaks } from './read.ts'

/** A row of a table, read once. */
export interface Row extends Read {
  /** By comparison, the number of the row's value in its column, from 0 in order of appearance; -1 where it has none. */
  readonly ids: Int32Array
}

export interface Column {
  /** The field of the pack that is compared, and the factors that come of it. */
  readonly field: string
  readonly factors: readonly string[]
  /** The fields that a value of the column is made of: rows that agree in all of them have one value. */
  readonly reads: readonly string[]
}

export interface Columns {
  /** One for each comparison of the pack, in the pack's order. */
  readonly columns: readonly Column[]
  /** Reads a record. Rows of one Columns may be compared with one another, and with no others. */
  read(attributes: Readonly<Record<string, string>>): Row
  /** What a column finds in two rows: an agreement and the log-odds it adds; null where it says nothing. The same for (y, x). */
  level(column: number, x: Row, y: Row): Level | null
  /** The verdict on two rows: that of comparing their records. `levelOf` takes the place of `level`, where levels are kept or weighed otherwise. */
  decide(x: Row, y: Row, levelOf?: (column: number) => Level | null): Decision
  /** Factor name -> similarity of a decision, as in a receipt. */
  factors(decision: Decision): Readonly<Record<string, number>>
  /** Forgets values and pairs: rows read before may no longer be compared with rows read from now on. */
  clear(): void
}

/** Pairs of values that each column remembers at most, and numbers of values from which pairs have no number of their own. */
const PAIRS = 1 << 18
const VALUES = 2 ** 24
const RELATIONS = 8

/** What was found in the last pairs of values of a column. A pair found again outlives the others. */
class Pairs {
  #known = new Map<number, Level | null>()
  #before = new Map<number, Level | null>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(pair: number): Level | null | undefined {
    const found = this.#known.get(pair)
    if (found !== undefined) return found
    const before = this.#before.get(pair)
    if (before !== undefined) this.keep(pair, before)
    return before
  }

  keep(pair: number, level: Level | null): void {
    if (this.#known.size >= this.#limit) {
      this.#before = this.#known
      this.#known = new Map()
    }
    this.#known.set(pair, level)
  }
}

/** A column's distinct values. */
class Values {
  readonly #comparison: BoundComparison
  /** A value as it was prepared, its number and the fields it was made of; null: the record says nothing to be compared. */
  readonly #known = new Map<string, { readonly id: number; readonly value: unknown; readonly source: Fields } | null>()
  #next = 0

  constructor(comparison: BoundComparison) {
    this.#comparison = comparison
  }

  /** The value of a record with its number, or null. */
  of(record: Fields): { readonly id: number; readonly cell: Cell } | null {
    const { bound } = this.#comparison
    if (!speaks(this.#comparison, record)) return null
    let key = ''
    for (const field of bound.reads) {
      const part = record.get(field)
      key += part === undefined ? '-' : `${part.length} ${part}`
    }
    let known = this.#known.get(key)
    if (known === undefined) {
      const source = only(record, bound.reads)
      const value = bound.prepare(source)
      known = value === null ? null : { id: this.#next++, value, source }
      this.#known.set(key, known)
    }
    return known === null ? null : { id: known.id, cell: cellOf(this.#comparison, record, known.source, known.value) }
  }
}

/** Those of a record's fields; a value must not keep the rest of its record alive. */
function only(record: Fields, names: readonly string[]): Fields {
  const fields = new Map<string, string>()
  for (const name of names) {
    const value = record.get(name)
    if (value !== undefined) fields.set(name, value)
  }
  return fields
}

/** The columns of a pack, whose verdicts go by `rules`; each remembers `limit` pairs of values, twice as many at most. */
export function createColumns(pack: CompiledPack, rules: Rules, limit = PAIRS): Columns {
  const { comparisons } = pack
  let values = comparisons.map((comparison) => new Values(comparison))
  let pairs = comparisons.map(() => new Pairs(limit))
  const level = (c: number, x: Row, y: Row): Level | null => {
    const [left, right] = [x.cells[c]!, y.cells[c]!]
    if (left === null || right === null || (left.silencing & right.silencing) !== 0) return null
    const comparison = comparisons[c]!
    const relation = relationOf(comparison, left, right)
    const [p, q] = [x.ids[c]!, y.ids[c]!]
    const [low, high] = p < q ? [p, q] : [q, p]
    if (high >= VALUES) return compareValues(comparison, left, right, relation)
    const pair = (high * VALUES + low) * RELATIONS + relation
    let found = pairs[c]!.get(pair)
    if (found === undefined) {
      found = compareValues(comparison, left, right, relation)
      pairs[c]!.keep(pair, found)
    }
    return found
  }
  return {
    columns: comparisons.map(({ field, factors, bound }) => ({ field, factors, reads: bound.reads })),
    read(attributes) {
      const record = canonicalFields(pack, attributes).fields
      const ids = new Int32Array(comparisons.length).fill(-1)
      const cells = comparisons.map((_, c) => {
        const found = values[c]!.of(record)
        if (found === null) return null
        ids[c] = found.id
        return found.cell
      })
      return { cells, ids, hasCore: hasAny(pack.core, record), tells: hasOther(pack.vague, record) }
    },
    level,
    decide: (x, y, levelOf = (c) => level(c, x, y)) => decide(pack, x, y, rules, levelOf),
    factors: (decision) => factorsOf(pack, decision),
    clear() {
      values = comparisons.map((comparison) => new Values(comparison))
      pairs = comparisons.map(() => new Pairs(limit))
    },
  }
}
