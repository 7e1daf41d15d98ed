// A record read once for all its comparisons, and the comparison of two of its values: what a table keeps of its columns.
import { nearest4 } from '../../records/canonical.ts'
import { weightOn } from './match-weights.ts'
import type { BoundComparison, CompiledPack } from './pack.ts'
import type { WeighedAgreement } from './pair-evidence.ts'
import type { Fields } from './tools/pack-tools.ts'

/** The value of a record for one comparison of a pack. */
export interface Cell {
  /** The fields that the value is made of: any record that agrees in those the comparison reads. */
  readonly source: Fields
  /** The value as the comparator prepared it. */
  readonly value: unknown
  /** The `aside` of the comparator, as it prepared it: not part of the value, but relevant to a pair. */
  readonly aside: unknown
  /** The fields of `unless` that the record has, one bit each. */
  readonly silencing: number
}

/** A record as it is compared. */
export interface Read {
  /** By comparison of the pack; null where the record says nothing to it. */
  readonly cells: readonly (Cell | null)[]
  /** It has a field of the pack's core. */
  readonly hasCore: boolean
  /** It says more than what many share. */
  readonly tells: boolean
}

const NO_COMPARISONS: readonly number[] = []

/** Reads a record for every comparison of a pack. */
export function readRecord(pack: CompiledPack, record: Fields): Read {
  const { comparisons, readers, marked, core, vague } = pack
  marked.fill(0)
  for (const field of record.keys()) for (const c of readers.get(field) ?? NO_COMPARISONS) marked[c] = 1
  const cells: (Cell | null)[] = []
  for (let c = 0; c < comparisons.length; c++) {
    const comparison = comparisons[c]!
    // A comparison says nothing of a record without any field that it reads.
    const value = marked[c] === 1 && speaks(comparison, record) ? comparison.bound.prepare(record) : null
    cells.push(value === null ? null : cellOf(comparison, record, record, value))
  }
  return { cells, hasCore: hasAny(core, record), tells: hasOther(vague, record) }
}

/** Has the record all fields without which the comparison keeps silent? */
export function speaks({ where }: BoundComparison, record: Fields): boolean {
  for (const field of where) if (!record.has(field)) return false
  return true
}

/** A cell of a record, whose value was prepared from `source`. */
export function cellOf({ bound, unless }: BoundComparison, record: Fields, source: Fields, value: unknown): Cell {
  let silencing = 0
  for (let i = 0; i < unless.length; i++) if (record.has(unless[i]!)) silencing |= 1 << i
  return { source, value, aside: bound.aside?.prepare(record), silencing }
}

/** Facts about a record that the gate of a pack needs. */
export function hasAny(names: ReadonlySet<string>, record: Fields): boolean {
  for (const name of names) if (record.has(name)) return true
  return false
}

export function hasOther(names: ReadonlySet<string>, record: Fields): boolean {
  for (const name of record.keys()) if (!names.has(name)) return true
  return false
}

/** How two records are related in what is left out of their values: a whole number in [0, 8). */
export function relationOf({ bound: { aside } }: BoundComparison, x: Cell, y: Cell): number {
  return aside === undefined ? 0 : aside.relate(x.aside, y.aside)
}

/** The result for two cells; null where there is nothing to compare. The same for (y, x). */
export function compareCells(comparison: BoundComparison, x: Cell | null, y: Cell | null): WeighedAgreement | null {
  if (x === null || y === null || (x.silencing & y.silencing) !== 0) return null
  const relation = relationOf(comparison, x, y)
  return inOrder(comparison.bound.reads, x.source, y.source)
    ? compareValues(comparison, x.value, y.value, relation)
    : compareValues(comparison, y.value, x.value, relation)
}

/**
 * The same of two values in the order of what they were read from, for records that are so related; whether one of `unless` silences them
 * has been asked before. Sums of doubles depend on their order in the last bit.
 */
export function compareValues(
  { bound, weighing }: BoundComparison,
  x: unknown,
  y: unknown,
  relation: number,
): WeighedAgreement | null {
  const agreement = bound.compare(x, y, relation)
  if (agreement === null) return null
  let weight = Number.NaN
  for (let i = 0; i < weighing.length; i++) {
    const measure = agreement.measures[i]!
    if (Number.isNaN(measure)) continue
    const curve = weighing[i]!
    weight = (Number.isNaN(weight) ? 0 : weight) + (curve === null ? 0 : weightOn(curve, nearest4(measure)))
  }
  return Number.isNaN(weight) ? null : { agreement, weight }
}

/** Does a, by the first field that differs, come first as a string? */
function inOrder(fields: readonly string[], a: Fields, b: Fields): boolean {
  if (a === b) return true
  for (const name of fields) {
    const left = a.get(name) ?? ''
    const right = b.get(name) ?? ''
    if (left !== right) return left < right
  }
  return true
}
