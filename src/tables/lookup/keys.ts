// Keys of an index: the blocking features of records, one whole number each.
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import { blockingOf, type ColumnFeatures, featuresOf } from '../blocking/features.ts'
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

const ENCODER = new TextEncoder()

/** The keys of one record, each once. */
export function keysOf(fields: Fields, pack: EntityPack, kinds: readonly string[]): number[] {
  const keys = new Set<number>()
  for (const [field, value] of Object.entries(fields)) {
    const bytes = ENCODER.encode(value)
    const values = { bytes, offsets: Uint32Array.of(0, 0, bytes.length), count: 2 }
    for (const { group, feature, hashes } of featuresOf({ field, codes: ONE, values }, blockingOf(pack, field))) {
      const kind = kinds.indexOf(`${group} ${feature}`)
      for (const hash of hashes) keys.add(keyOf(kind, hash))
    }
  }
  return [...keys]
}

const ONE = Uint32Array.of(1)

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
