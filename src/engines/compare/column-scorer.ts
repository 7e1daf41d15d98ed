// Records of a table compared by columns: the same comparisons and the same verdict as for two single records, but
// values stand as numbers, each is prepared once, what two values come to is remembered, and a pair that cannot reach the least score
// wanted is left early.

import { largest } from '../../lists.ts'
import { nearest4 } from '../../records/canonical.ts'
import { type Agreement, Effect, has } from './comparators/comparator.ts'
import { type Decision, decide, HOPELESS } from './decide.ts'
import { calibrated, probabilityOf } from './match-weights.ts'
import { type BoundComparison, type CompiledPack, yieldsOf } from './pack.ts'
import type { WeighedAgreement } from './pair-evidence.ts'
import { compareValues, type Read } from './record-cells.ts'
import type { Fields } from './tools/pack-tools.ts'

/** One field of all records: a number for each record, 0 where it has no value, and the value of each number. */
export interface ValueColumn {
  /** Name of the field in the pack. */
  readonly field: string
  readonly codes: Uint32Array
  /** As canonicalFields reads it: trimmed, bounded, never empty. */
  value(code: number): string
  /** Is value p, as a string, less than the other value q? */
  isLess(p: number, q: number): boolean
}

/** The verdict on a pair. */
export type PairVerdict = Pick<Decision, 'identity' | 'score' | 'rival' | 'alone' | 'telling' | 'found' | 'added'>

export interface ColumnScorer {
  /** The verdict that compareRecords gives for records a and b; null where it is certain to be `different` with a score below `least`. */
  verdict(a: number, b: number): PairVerdict | null
  /** Factor name -> similarity of the pair, as a receipt shows them. */
  decision(a: number, b: number): Decision
  /** The pack as the columns use it: only comparisons that can speak, in the pack's order. */
  readonly pack: CompiledPack
}

/** Pairs of values that the memory of one comparison holds, and most values that it holds prepared: powers of two. */
const PAIRS = 1 << 12
const VALUES = 1 << 15
/** A record of the table as comparators read it. Nothing in it changes: what a comparator remembers of it stays true. */
class Row implements Fields {
  readonly table: Table
  readonly record: number
  constructor(table: Table, record: number) {
    this.table = table
    this.record = record
  }
  get(field: string): string | undefined {
    const column = this.table.byField.get(field)
    const code = column?.codes[this.record] ?? 0
    return code === 0 ? undefined : column!.value(code)
  }
  has(field: string): boolean {
    const column = this.table.byField.get(field)
    return column !== undefined && column.codes[this.record] !== 0
  }
  *keys(): MapIterator<string> {
    for (const column of this.table.columns) if (this.has(column.field)) yield column.field
  }
}

interface Table {
  readonly columns: readonly ValueColumn[]
  readonly byField: ReadonlyMap<string, ValueColumn>
}

/** One comparison over the records of a table. Later results replace the remembered ones that share their place. */
class ComparedColumn {
  readonly comparison: BoundComparison
  readonly #table: Table
  /** Columns of the fields it reads, of the fields it requires, and of the fields that silence it where both records have one. */
  readonly #inputs: readonly Uint32Array[]
  readonly #read: readonly ValueColumn[]
  readonly #where: readonly Uint32Array[]
  readonly #unless: readonly Uint32Array[]
  /** Prepared values by what makes them: the number of the one value that is read, else that of the record plus one; 0: the place is empty. */
  readonly #valueKeys: Uint32Array
  readonly #values: unknown[]
  /** Results by the numbers of both values and the relation of the records, plus one; 0: the place is empty. */
  readonly #pairKeys: Uint32Array
  readonly #pairHeld = new Uint8Array(PAIRS)
  readonly #levels: (WeighedAgreement | null)[] = new Array<WeighedAgreement | null>(PAIRS).fill(null)
  /** The prepared `aside` of a record, by its number plus one. */
  readonly #asideKeys: Uint32Array
  readonly #asides: unknown[]

  constructor(comparison: BoundComparison, table: Table) {
    this.comparison = comparison
    this.#table = table
    const codesOf = (field: string): Uint32Array[] => {
      const column = table.byField.get(field)
      return column === undefined ? [] : [column.codes]
    }
    this.#read = comparison.bound.reads.flatMap((field) => table.byField.get(field) ?? [])
    this.#inputs = this.#read.map(({ codes }) => codes)
    this.#where = comparison.where.flatMap(codesOf)
    this.#unless = comparison.unless.flatMap(codesOf)
    const values = placesFor(this.#inputs)
    this.#valueKeys = new Uint32Array(values)
    this.#values = new Array<unknown>(values).fill(null)
    const asides = comparison.bound.aside === undefined ? 0 : values
    this.#asideKeys = new Uint32Array(asides)
    this.#asides = new Array<unknown>(asides).fill(null)
    this.#pairKeys = new Uint32Array(PAIRS * this.#inputs.length * 2)
  }

  /** False where the tables lack what it reads: it is silent on every pair. */
  get maySpeak(): boolean {
    return this.#inputs.length > 0 && this.#where.length === this.comparison.where.length
  }

  /** Result for two records, the same in either order; null where there is nothing to compare. */
  level(a: number, b: number): WeighedAgreement | null {
    if (!this.#speaks(a) || !this.#speaks(b)) return null
    for (const codes of this.#where) if (codes[a] === 0 || codes[b] === 0) return null
    for (const codes of this.#unless) if (codes[a] !== 0 && codes[b] !== 0) return null
    const [x, y] = this.#inOrder(a, b) ? [a, b] : [b, a]
    const { aside } = this.comparison.bound
    const relation = aside === undefined ? 0 : aside.relate(this.#asideOf(x), this.#asideOf(y))
    const place = (this.#hashOf(x, this.#hashOf(y, relation)) >>> 7) & (PAIRS - 1)
    if (this.#pairHeld[place] === relation + 1 && this.#holds(place, x, y)) return this.#levels[place]!
    const left = this.#valueOf(x)
    const right = this.#valueOf(y)
    const found =
      left === null || right === null
        ? null
        : this.#readsFirst(x, y)
          ? compareValues(this.comparison, left, right, relation)
          : compareValues(this.comparison, right, left, relation)
    this.#keep(place, x, y, relation, found)
    return found
  }

  #speaks(record: number): boolean {
    for (const codes of this.#inputs) if (codes[record] !== 0) return true
    return false
  }

  #inOrder(a: number, b: number): boolean {
    for (const codes of this.#inputs) if (codes[a] !== codes[b]) return codes[a]! < codes[b]!
    return true
  }

  /** Does x, by the first text that differs, come first, as compareCells has it? */
  #readsFirst(x: number, y: number): boolean {
    for (const column of this.#read) {
      const p = column.codes[x]!
      const q = column.codes[y]!
      if (p !== q) return p === 0 || (q !== 0 && column.isLess(p, q))
    }
    return true
  }

  #hashOf(record: number, seed: number): number {
    let hash = seed
    for (const codes of this.#inputs) {
      hash = Math.imul(hash ^ codes[record]!, 0x9e3779b1)
      hash ^= hash >>> 15
    }
    return hash
  }

  #holds(place: number, x: number, y: number): boolean {
    const inputs = this.#inputs
    const keys = this.#pairKeys
    let at = place * inputs.length * 2
    for (let i = 0; i < inputs.length; i++, at += 2) {
      const codes = inputs[i]!
      if (keys[at] !== codes[x] || keys[at + 1] !== codes[y]) return false
    }
    return true
  }

  #keep(place: number, x: number, y: number, relation: number, found: WeighedAgreement | null): void {
    const inputs = this.#inputs
    let at = place * inputs.length * 2
    for (const codes of inputs) {
      this.#pairKeys[at++] = codes[x]!
      this.#pairKeys[at++] = codes[y]!
    }
    this.#pairHeld[place] = relation + 1
    this.#levels[place] = found
  }

  /** The value of a record, prepared: any record that agrees in the fields that are read gives the same. Null where it says nothing. */
  #valueOf(record: number): unknown {
    const key = this.#inputs.length === 1 ? this.#inputs[0]![record]! : record + 1
    const place = key & (this.#valueKeys.length - 1)
    if (this.#valueKeys[place] !== key) {
      this.#valueKeys[place] = key
      this.#values[place] = this.comparison.bound.prepare(new Row(this.#table, record))
    }
    return this.#values[place]
  }

  #asideOf(record: number): unknown {
    const place = (record + 1) & (this.#asideKeys.length - 1)
    if (this.#asideKeys[place] !== record + 1) {
      this.#asideKeys[place] = record + 1
      this.#asides[place] = this.comparison.bound.aside!.prepare(new Row(this.#table, record))
    }
    return this.#asides[place]
  }
}

/** Places for the values of some columns: one for each record, as far as they are no more than the most that are held. */
const placesFor = ([codes]: readonly Uint32Array[]): number =>
  Math.min(VALUES, 2 ** Math.ceil(Math.log2((codes?.length ?? 0) + 2)))

/** True if an agreement contradicts one entity; measures after the first are not counted. */
const mayDispute = (agreement: Agreement): boolean =>
  has(agreement, Effect.disputed) || (!has(agreement, Effect.undisputed) && nearest4(agreement.measures[0]!) < 1)

/** Log-odds that a comparison adds at most. */
function most({ weighing }: BoundComparison): number {
  let sum = 0
  for (const curve of weighing) if (curve !== null) sum += Math.max(0, largest(curve.weights))
  return sum
}

/**
 * Prepares the comparison of a table's records under a pack. `least`: the least score of a pair that is found `different` and still
 * told. Throws nothing: fields that the pack does not know are not read.
 */
export function createColumnScorer(whole: CompiledPack, columns: readonly ValueColumn[], least: number): ColumnScorer {
  const table: Table = { columns, byField: new Map(columns.map((column) => [column.field, column])) }
  const compared = whole.comparisons
    .map((comparison) => new ComparedColumn(comparison, table))
    .filter(({ maySpeak }) => maySpeak)
  const comparisons = compared.map(({ comparison }) => comparison)
  const pack: CompiledPack = { ...whole, comparisons, yields: yieldsOf(comparisons) }
  const core = columns.filter(({ field }) => whole.core.has(field))
  const telling = columns.filter(({ field }) => !whole.vague.has(field))
  /** Facts about a single record for the gate of a pack. */
  const gated = (record: number): Read => ({
    cells: [],
    get hasCore() {
      return core.some(({ codes }) => codes[record] !== 0)
    },
    get tells() {
      return telling.some(({ codes }) => codes[record] !== 0)
    },
  })
  const steps = comparisons
    .map((comparison, c) => ({
      c,
      most: most(comparison),
      identifies: whole.identifiers.has(comparison.field),
      // A comparison that another may silence is not counted against a pair here.
      least: comparison.yields.length > 0 ? 0 : Number.NEGATIVE_INFINITY,
      order: orderOf(comparison, whole.identifiers),
    }))
    .sort((x, y) => x.order - y.order)
  const ceiling = steps.reduce((sum, step) => sum + step.most, whole.pack.model.bias)
  const { calibration } = whole.pack.model
  // Under hypotheses a score may exceed the sum of its fields.
  const wanted = Math.min(least, whole.rules.review, whole.stories === null ? 1 : probabilityOf(HOPELESS))
  /** Levels of the current pair, by comparison, as found for the verdict. */
  const levels: (WeighedAgreement | null)[] = new Array<WeighedAgreement | null>(comparisons.length).fill(null)

  /** False only where the verdict is certain to be `different` with a score below `least`. */
  const mayCount = (a: number, b: number): boolean => {
    let bound = ceiling
    let disputed = false
    let identified = false
    for (const { c, most, identifies, least: floor } of steps) {
      const level = compared[c]!.level(a, b)
      levels[c] = level
      bound -= most
      if (level !== null) {
        const { agreement, weight } = level
        bound += Math.max(floor, weight)
        // A pair that agrees in a number may need review at any score, so it is compared in full.
        if (agreement.bits > 0 && (identifies || has(agreement, Effect.bare))) identified = true
        if (floor < 0 && mayDispute(agreement)) disputed = true
      }
      if (disputed && !identified && probabilityOf(calibrated(calibration, bound)) < wanted) return false
    }
    return true
  }
  return {
    pack,
    decision: (a, b) => decide(pack, gated(a), gated(b), whole.rules, (c) => compared[c]!.level(a, b)),
    verdict(a, b) {
      if (!mayCount(a, b)) return null
      return decide(pack, gated(a), gated(b), whole.rules, (c) => levels[c]!)
    },
  }
}

/** Numbers first, as a pair that agrees in one may be a question at any score; then short values; then names and titles. */
function orderOf({ field, kind: { order } }: BoundComparison, identifiers: ReadonlySet<string>): number {
  if (identifiers.has(field)) return 0
  return ORDERS.indexOf(order)
}
const ORDERS = ['number', 'short', 'words'] as const
