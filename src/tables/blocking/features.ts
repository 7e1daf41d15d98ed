// Features of a value that records of one entity probably share. Each is a hash; a collision costs a comparison, not the result.
import type { BlockingFeature } from '../../engines/compare/comparators/blocking-features.ts'
import { kindOf } from '../../engines/compare/comparators/kinds.ts'
import { tokensOf } from '../../engines/compare/words/value-words.ts'
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import { hashOf } from '../../text/hash.ts'
import { type SharedColumn, sharedNumbers, textAt } from '../records/columns.ts'
import { Numbers } from './numbers.ts'

/** Features of all values of one column of one kind: those of value n are from starts[n] to starts[n + 1]. */
export interface ColumnFeatures {
  readonly feature: string
  readonly group: string
  readonly joins: boolean
  readonly field: string
  readonly starts: Uint32Array
  readonly hashes: Uint32Array
}

/** Blocking features of a field in a pack: by its first comparison, or by that which reads it as a further field. */
export function blockingOf(pack: EntityPack, field: string): readonly BlockingFeature[] {
  const rule = pack.comparisons.find((entry) => entry.field === field)
  if (rule === undefined) {
    const parent = pack.comparisons.find((entry) => entry.with.includes(field))
    return kindOf(parent?.kind ?? '')?.blockingWith(field) ?? []
  }
  const blocking = kindOf(rule.kind)?.blocking
  return blocking === undefined || 'none' in blocking ? [] : blocking
}

/** Features of the values of a column of every kind. In the group 'other', the field seeds the hash, so that equal words of unrelated fields differ. */
export function featuresOf(column: SharedColumn, kinds: readonly BlockingFeature[]): ColumnFeatures[] {
  const { values, field } = column
  const rows = kinds.map(() => new Numbers(values.count))
  const starts = kinds.map(() => sharedNumbers(values.count + 1))
  for (let code = 1; code < values.count; code++) {
    const value = textAt(values, code)
    const tokens = tokensOf(value)
    for (let s = 0; s < kinds.length; s++) {
      starts[s]![code] = rows[s]!.length
      eachHash(kinds[s]!, field, value, tokens, (hash) => rows[s]!.push(hash))
    }
  }
  return kinds.map(({ name, group, joins }, s) => {
    starts[s]![values.count] = rows[s]!.length
    return { feature: name, group, joins, field, starts: starts[s]!, hashes: rows[s]!.shared() }
  })
}

const MOST = 24

/** The features of one kind of a value of a field and its tokens, as hashes. */
export function eachHash(
  { of, group }: BlockingFeature,
  field: string,
  value: string,
  tokens: readonly string[],
  take: (hash: number) => void,
): void {
  const seed = group === 'other' ? hashOf(field) : undefined
  const texts = of(value, tokens)
  for (let t = 0; t < texts.length && t < MOST; t++) take(hashOf(texts[t]!, seed) >>> 0)
}
