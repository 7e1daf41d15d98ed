// What every comparator is: it reads two records under one rule and says how far they agree, or nothing.
import type { ComparisonRule } from '../../../packs/schemas/entity-pack.ts'
import type { Tools } from '../tools.ts'

/** The fields of one record under the pack's own names; values trimmed and never empty. */
export type Fields = ReadonlyMap<string, string>

/** How far two records agree by one comparator. */
export interface Agreement {
  /** One similarity in [0, 1] for each of the comparator's measures, NaN where it has nothing to say. */
  readonly measures: readonly number[]
  /** Information of what agrees, in bits: what it would take to agree by chance. */
  readonly bits: number
  /** True when what disagrees cannot belong to one entity. */
  readonly conflict: boolean
}

/** Compares two records; null when there is nothing to compare. Must be pure. */
export type Compare = (a: Fields, b: Fields) => Agreement | null

export interface Comparator {
  readonly kind: string
  readonly summary: string
  readonly evidence: 'distinctive' | 'supporting' | 'refuting'
  /** Factor suffixes in the order of an agreement's measures; '' is the bare factor. */
  readonly measures: readonly string[]
  bind(rule: ComparisonRule, tools: Tools): Compare
}

export const NOTHING = Number.NaN

/** Values of a field that holds several, "; " between them (at most 8). */
export function severalOf(value: string): string[] {
  return value.includes('; ') ? value.split('; ').slice(0, 8) : [value]
}

/** Limits a number to [0, 1]. */
export function unit(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value
}
