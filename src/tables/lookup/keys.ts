// Keys of an index: the blocking features of records, one whole number each.
import { tokensOf } from '../../engines/compare/words/value-words.ts'
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import { blockingOf, type ColumnFeatures, eachHash, featuresOf } from '../blocking/features.ts'
import { entriesOf, type KindEntries } from '../blocking/keys.ts'
import type { SharedColumn } from '../records/columns.ts'

export type Fields = Readonly<Record<string, string>>

/** Names of the kinds of features under a pack, sorted: a kind is represented by its position. */
export function kindsOf(pack: EntityPack): string[] {
  const kinds = pack.fields.flatMap(({ name }) => blockingOf(pack, name).map((kind) => `${kind.group} ${kind.name}`))
  return [...new Set(kinds)].sort()
}

/** A whole number below 2^53: hashes have 32 bits, and kinds are few. */
export const keyOf = (kind: number, hash: number): number => kind * 2 ** 32 + hash

/** The keys of one record, each once. */
export function keysOf(fields: Fields, pack: EntityPack, kinds: readonly string[]): number[] {
  const keys = new Set<number>()
  for (const [field, value] of Object.entries(fields)) {
    const tokens = tokensOf(value)
    for (const feature of blockingOf(pack, field)) {
      const kind = kinds.indexOf(`${feature.group} ${feature.name}`)
      eachHash(feature, field, value, tokens, (hash) => keys.add(keyOf(kind, hash)))
    }
  }
  return [...keys]
}

/** The features of all records of a table, one kind at a time, in the order of `kinds`. */
export function* entriesByKind(
  columns: readonly SharedColumn[],
  count: number,
  pack: EntityPack,
  kinds: readonly string[],
): Generator<KindEntries> {
  const byKind = new Map<string, ColumnFeatures[]>(kinds.map((kind) => [kind, []]))
  for (const column of columns)
    for (const features of featuresOf(column, blockingOf(pack, column.field)))
      byKind.get(`${features.group} ${features.feature}`)!.push(features)
  for (const features of byKind.values()) yield features.length === 0 ? NO_ENTRIES : entriesOf(features, columns, count)
}

const NO_ENTRIES: KindEntries = {
  name: '',
  group: '',
  joins: false,
  starts: new Uint32Array(1),
  hashes: new Uint32Array(0),
}
