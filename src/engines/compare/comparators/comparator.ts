// A comparator reads two records under one rule and returns how far they agree, or null.
import type { ComparisonRule } from '../../../packs/schemas/entity-pack.ts'
import type { Fields, Tools } from '../tools/pack-tools.ts'
import type { Level } from './level.ts'
import type { Statement } from './statement.ts'

/** How far two records agree by one comparator. */
export interface Agreement {
  /** One similarity in [0, 1] for each of the comparator's measures, NaN where it has nothing to say. */
  readonly measures: readonly number[]
  /** Information of what agrees, in bits: what it would take to agree by chance. */
  readonly bits: number
  /** The same where nothing else tells two entities apart, in bits: how rare it is where it is most common. Left out: `bits`. */
  readonly alone?: () => number
  /** Bits that a near agreement (another house of one street) adds to a name and a distinctive field, in a pack of households. */
  readonly near?: number
  /** True when what disagrees cannot belong to one entity. */
  readonly conflict: boolean
  /** Bits of Effect; left out: none. */
  readonly effects?: number
  /** The level of the first measure, of comparators that have a table of them. */
  readonly level?: Level
  /** The level of each of the comparator's `levels`, null where it has nothing to say. */
  readonly levels?: () => readonly (string | null)[]
}

/** The meaning of an agreement for the verdict, in addition to its similarity. */
export const Effect = {
  /** Many share what agrees, though few share the field: a year of birth. */
  vague: 1,
  /** A name agrees by a family name and initials at most: all who live in one house may bear it. */
  initialled: 2,
  /** All that agrees is one bare number. */
  bare: 4,
  /** Two numbers pass one check and differ by more than a slip: of two entities, in the pack's fields of `separate`. */
  separates: 8,
  /** Numbers are one slip apart and a check digit says so: a question in the pack's fields of `separate`. */
  slipped: 16,
  /** It is not a conflict if both have the same unique number: people take another name when they marry. */
  excusable: 32,
  /** It contradicts: a conflict in fields of the pack's `contrary`, if nothing else differs; a record of many slips may have one more. */
  contrary: 64,
  /** Nothing contradicts one entity, or something does. Neither: the first two of its measures decide. */
  undisputed: 128,
  disputed: 256,
} as const

/** True if an agreement has one of the effects. */
export const has = ({ effects = 0 }: Pick<Agreement, 'effects'>, effect: number): boolean => (effects & effect) !== 0

/** The effect of an agreement if the condition holds. */
export const when = (holds: boolean, effect: number): number => (holds ? effect : 0)

export const disputes = (isDisputed: boolean): number => (isDisputed ? Effect.disputed : Effect.undisputed)

/** How two records are related by what is left out of their values. */
export interface Aside<Q> {
  prepare(record: Fields): Q
  /** A whole number in [0, 8), the same for (q, p). */
  relate(p: Q, q: Q): number
}

/**
 * A comparator under one rule: it prepares what a record says once and compares two prepared values. Both must be pure, so that a pair
 * of values need be compared once only.
 */
export interface Bound<P = unknown, Q = unknown> {
  /** Fields that a prepared value depends on: records that agree in all of them have one value. */
  readonly reads: readonly string[]
  /** The value of the record, or null where there is nothing to compare. Reads no field but `reads`. */
  prepare(record: Fields): P | null
  /** Compares two prepared values, for records that are so related (0 without `aside`); null when there is nothing to compare. */
  compare(x: P, y: P, relation: number): Agreement | null
  readonly aside?: Aside<Q>
}

/** A comparator of records as they stand, for values that several fields make together. */
export function ofFields(
  reads: readonly string[],
  compare: (a: Fields, b: Fields) => Agreement | null,
  says: (record: Fields) => boolean = (record) => record.has(reads[0]!),
): Bound<Fields> {
  return { reads: [...new Set(reads)], prepare: (record) => (says(record) ? record : null), compare }
}

/** A comparator of one field that is read once. */
export function ofField<P>(
  field: string,
  read: (value: string) => P | null,
  compare: (x: P, y: P) => Agreement | null,
): Bound<P> {
  return {
    reads: [field],
    prepare: (record) => {
      const value = record.get(field)
      return value === undefined ? null : read(value)
    },
    compare,
  }
}

/** A comparator of a field that is read from the address (`with`) where a record has no such field. */
export function ofFieldOrAddress<P>(
  { field, with: addresses }: ComparisonRule,
  part: (address: string) => string | undefined,
  read: (value: string) => P | null,
  compare: Bound<P>['compare'],
): Bound<P> {
  return {
    reads: [field, ...addresses],
    prepare: (record) => {
      let value = record.get(field)
      for (const name of addresses) {
        const address = value === undefined ? record.get(name) : undefined
        if (address !== undefined) value = part(address)
      }
      return value === undefined ? null : read(value)
    },
    compare,
  }
}

/** The result of a comparator, as `says` puts it into words. */
export interface Found {
  /** Similarity of a measure by its suffix; NaN where nothing was said. */
  measure(suffix: string): number
  readonly conflict: boolean
  /** Bits of Effect. */
  readonly effects: number
  /** The level of the first measure; null if the comparator has no table of them. */
  readonly level: Level | null
  /** The level of each of the comparator's `levels`; none where it has no levels. */
  readonly levels: readonly (string | null)[]
  /** Values of the comparator's first field; empty where a side lacks it. Never to be repeated in a statement. */
  readonly a: string
  readonly b: string
  readonly tools: Tools
}

export interface Comparator {
  readonly summary: string
  readonly evidence: 'distinctive' | 'supporting' | 'refuting'
  /** Factor suffixes in the order of an agreement's measures; '' is the bare factor. */
  readonly measures: readonly string[]
  /** Suffixes of what it grades in named levels, for the hypotheses of a pack; '' is named as the bare factor. */
  readonly levels?: readonly string[]
  bind(rule: ComparisonRule, tools: Tools): Bound
  /** The result in words, several statements where it compared several facts; must hold for (b, a) too. */
  says(found: Found): readonly Statement[]
}

/** Values of a field that holds several, "; " between them (at most 8). */
export function severalOf(value: string): string[] {
  return value.includes('; ') ? value.split('; ').slice(0, 8) : [value]
}
