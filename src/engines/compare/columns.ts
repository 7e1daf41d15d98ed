// Records of a table compared at the speed of columns: the same comparisons and the same verdict as of two records by themselves, but
// values stand as numbers, what two values come to is remembered, and a pair that cannot reach the least score wanted is left early.

import { nearest4 } from '../../records/canonical.ts'
import type { Identity } from '../../records/receipt.ts'
import type { Agreement, Compare, Fields } from './comparators/comparator.ts'
import { type Decision, decide, type Rules } from './decide.ts'
import { calibrated, probabilityOf, weightOn } from './model.ts'
import type { BoundComparison, CompiledPack } from './pack.ts'

/** One field of all records: a number for each record, 0 where it has no value, and the value of each number. */
export interface ValueColumn {
  /** Name of the field in the pack. */
  readonly field: string
  readonly codes: Uint32Array
  /** As canonicalFields reads it: trimmed, bounded, never empty. */
  value(code: number): string
}

/** The verdict on a pair; null where the score lies below what is asked for, and two records are then `different`. */
export interface PairVerdict {
  readonly identity: Identity
  readonly score: number
}

export interface ColumnScorer {
  /** Verdict on records a and b, the same as of their fields by themselves; null where it is `different` and its score below `least`. */
  verdict(a: number, b: number): PairVerdict | null
  /** Factor name -> similarity of the pair, as a receipt shows them. */
  decision(a: number, b: number): Decision
  /** The pack as the columns use it: only comparisons that can speak, in the pack's order. */
  readonly pack: CompiledPack
}

/** Places of the memory of one comparison: a power of two. */
const PLACES = 1 << 15
/** Values of a column that are kept as strings. */
const KEPT = 1 << 13

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
    if (column === undefined) return undefined
    column.wasRead = true
    return column.textOf(column.codes[this.record]!)
  }
  has(field: string): boolean {
    const column = this.table.byField.get(field)
    if (column === undefined) return false
    column.wasRead = true
    return column.codes[this.record] !== 0
  }
  *keys(): MapIterator<string> {
    for (const column of this.table.columns) if (this.has(column.field)) yield column.field
  }
  *entries(): MapIterator<[string, string]> {
    for (const field of this.keys()) yield [field, this.get(field)!]
  }
  *values(): MapIterator<string> {
    for (const field of this.keys()) yield this.get(field)!
  }
  forEach(each: (value: string, key: string, map: Fields) => void): void {
    for (const [field, value] of this.entries()) each(value, field, this)
  }
  get size(): number {
    let size = 0
    for (const _ of this.keys()) size++
    return size
  }
  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries()
  }
}

class KeptColumn {
  readonly field: string
  /** Set by whoever reads it, until somebody who wants to know takes it back. */
  wasRead = false
  readonly codes: Uint32Array
  readonly #source: ValueColumn
  readonly #known = new Uint32Array(KEPT)
  readonly #texts: string[] = new Array<string>(KEPT).fill('')

  constructor(source: ValueColumn) {
    this.field = source.field
    this.codes = source.codes
    this.#source = source
  }

  textOf(code: number): string | undefined {
    if (code === 0) return undefined
    const place = code & (KEPT - 1)
    if (this.#known[place] !== code) {
      this.#known[place] = code
      this.#texts[place] = this.#source.value(code)
    }
    return this.#texts[place]
  }
}

interface Table {
  readonly columns: readonly KeptColumn[]
  readonly byField: ReadonlyMap<string, KeptColumn>
}

/**
 * What one comparison came to for the values it reads, by their numbers: kept in places that later values take over. Which columns it
 * reads is seen and not declared: a pure function that has read the same values gives the same answer, whatever it has not looked at.
 */
class Memory {
  readonly #table: Table
  #inputs: KeptColumn[] = []
  #keys = new Uint32Array(0)
  readonly #filled = new Uint8Array(PLACES)
  readonly #found: (Agreement | null)[] = new Array<Agreement | null>(PLACES).fill(null)

  constructor(table: Table) {
    this.#table = table
  }

  /** Has it read no column so far? Then it has said the same of every pair. */
  get isConstant(): boolean {
    return this.#inputs.length === 0
  }

  /** The agreement of two records, found anew by `compare` where it is not remembered. */
  of(a: Row, b: Row, compare: Compare): Agreement | null {
    const [x, y] = [a.record, b.record]
    let place = this.#placeOf(x, y)
    if (this.#holds(place, x, y)) return this.#found[place]!
    for (const column of this.#table.columns) column.wasRead = false
    const found = compare(a, b)
    for (const column of this.#table.columns)
      if (column.wasRead && !this.#inputs.includes(column)) {
        this.#inputs.push(column)
        this.#keys = new Uint32Array(PLACES * this.#inputs.length * 2)
        this.#filled.fill(0)
        place = this.#placeOf(x, y)
      }
    const inputs = this.#inputs
    const at = place * inputs.length * 2
    for (let k = 0; k < inputs.length; k++) {
      this.#keys[at + 2 * k] = inputs[k]!.codes[x]!
      this.#keys[at + 2 * k + 1] = inputs[k]!.codes[y]!
    }
    this.#filled[place] = 1
    this.#found[place] = found
    return found
  }

  #placeOf(x: number, y: number): number {
    const inputs = this.#inputs
    let hash = 0
    for (let k = 0; k < inputs.length; k++) {
      const { codes } = inputs[k]!
      hash = Math.imul(hash ^ codes[x]!, 0x9e3779b1)
      hash = Math.imul((hash ^ (hash >>> 15)) + codes[y]!, 0x85ebca6b)
    }
    return (hash ^ (hash >>> 13)) & (PLACES - 1)
  }

  #holds(place: number, x: number, y: number): boolean {
    if (this.#filled[place] === 0) return false
    const inputs = this.#inputs
    const keys = this.#keys
    let at = place * inputs.length * 2
    for (let k = 0; k < inputs.length; k++, at += 2) {
      const { codes } = inputs[k]!
      if (keys[at] !== codes[x] || keys[at + 1] !== codes[y]) return false
    }
    return true
  }
}

/** Log-odds that a comparison adds at most. */
function most({ weighing }: BoundComparison): number {
  let sum = 0
  for (const curve of weighing) if (curve !== null) sum += Math.max(0, ...curve.weights)
  return sum
}

/** Log-odds of an agreement; NaN where no measure was taken, which is as if nothing had been compared. */
function weightOf({ measures }: Agreement, { weighing }: BoundComparison): number {
  let weight = Number.NaN
  for (let i = 0; i < weighing.length; i++) {
    const curve = weighing[i]!
    const measure = measures[i]!
    if (Number.isNaN(measure)) continue
    if (Number.isNaN(weight)) weight = 0
    if (curve !== null) weight += weightOn(curve, nearest4(measure))
  }
  return weight
}

/** Comparators that read little: theirs are asked before those that align words. */
const CHEAP = new Set([
  'date',
  'code',
  'identifier',
  'postcode',
  'territory',
  'price',
  'geo',
  'phone',
  'email',
  'category',
])

interface Step {
  readonly compare: Compare
  readonly comparison: BoundComparison
  readonly most: number
  readonly identifies: boolean
}

/**
 * Prepares the comparison of a table's records under a pack. `least`: the least score of a pair that is found `different` and still
 * told. Throws nothing: fields that the pack does not know are not read.
 */
export function createColumnScorer(
  whole: CompiledPack,
  rules: Rules,
  given: readonly ValueColumn[],
  least: number,
): ColumnScorer {
  const columns = given.map((column) => new KeptColumn(column))
  const table: Table = { columns, byField: new Map(columns.map((column) => [column.field, column])) }
  const comparisons: BoundComparison[] = []
  const any = new Row(table, 0)
  const isEmpty = columns.length === 0 || columns[0]!.codes.length === 0
  for (const comparison of whole.comparisons) {
    const memory = new Memory(table)
    const { compare } = comparison
    // One that reads nothing these tables have, and is silent, is silent on every pair.
    if (isEmpty || (memory.of(any, any, compare) === null && memory.isConstant)) continue
    comparisons.push({ ...comparison, compare: (a, b) => memory.of(a as Row, b as Row, compare) })
  }
  const fieldNames = whole.fieldNames.filter((field) => table.byField.has(field))
  const pack: CompiledPack = { ...whole, comparisons, fieldNames }
  const steps: Step[] = comparisons
    .map((comparison) => ({
      compare: comparison.compare,
      comparison,
      most: most(comparison),
      identifies: whole.identifiers.has(comparison.field),
      order: CHEAP.has(comparison.comparator.kind) ? 0 : 1,
    }))
    .sort((x, y) => x.order - y.order)
  const ceiling = steps.reduce((sum, step) => sum + step.most, whole.pack.model.bias)
  const { calibration } = whole.pack.model
  const wanted = Math.min(least, rules.review)
  const order = createOrder(table, fieldNames)

  /** False only where the verdict is certain to be `different` with a score below `least`. */
  const mayCount = (a: Row, b: Row): boolean => {
    let bound = ceiling
    let disputed = false
    for (const step of steps) {
      const agreement = step.compare(a, b)
      const weight = agreement === null ? Number.NaN : weightOf(agreement, step.comparison)
      bound -= step.most
      if (agreement !== null && !Number.isNaN(weight)) {
        bound += weight
        // What agrees in a number may be a question whatever the score: it is weighed in full.
        if (agreement.bits > 0 && (step.identifies || agreement.bare === true)) return true
        if (!(agreement.undisputed ?? !(nearest4(agreement.measures[0]!) < 1))) disputed = true
      }
      if (disputed && probabilityOf(calibrated(calibration, bound)) < wanted) return false
    }
    return true
  }
  const decision = (a: number, b: number): Decision => {
    const [x, y] = order(a, b) ? [a, b] : [b, a]
    return decide(pack, new Row(table, x), new Row(table, y), rules)
  }
  return {
    pack,
    decision,
    verdict(a, b) {
      const [x, y] = order(a, b) ? [a, b] : [b, a]
      const left = new Row(table, x)
      const right = new Row(table, y)
      if (!mayCount(left, right)) return null
      const { identity, score } = decide(pack, left, right, rules)
      return identity === 'different' && score < least ? null : { identity, score }
    },
  }
}

/** Does record a come first, as `decide` puts the two in order: by the first field that differs? */
function createOrder(table: Table, fieldNames: readonly string[]): (a: number, b: number) => boolean {
  const inOrder = fieldNames.map((field) => table.byField.get(field)!)
  return (a, b) => {
    for (const column of inOrder) {
      const [x, y] = [column.codes[a]!, column.codes[b]!]
      if (x === y) continue
      return (column.textOf(x) ?? '') < (column.textOf(y) ?? '')
    }
    return true
  }
}
