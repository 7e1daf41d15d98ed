// Ids of clusters: derived from the founding record and kept from run to run while the members stay; with the list of changes.
import { compareCodePoints } from '../../records/canonical.ts'
import { contentId, sha256Of } from '../../records/ids.ts'
import type { RecordRef } from '../records/table-run.ts'
import { grouped, type Numbered } from './union-find.ts'

export interface EarlierClusters {
  readonly ids: readonly string[]
  /** By current record: number of the earlier cluster id, NEW for a record that is new. */
  readonly of: Uint32Array
  /** Number of records of each earlier cluster, including records that are gone. */
  readonly sizes: Uint32Array
}

export const NEW = 0xffffffff

export interface ClusterChange {
  /**
   * `merged`: records of several earlier clusters are in one, `earlier` is one of them. `split`: records of `earlier` are in several clusters,
   * this is one of them. `joined`: new records were added to it. `left`: some of its records are no longer in the tables.
   */
  readonly change: 'merged' | 'split' | 'joined' | 'left'
  /** Null if no cluster has the id any more. */
  readonly cluster: string | null
  /** Null for new records. */
  readonly earlier: string | null
  readonly records: number
}

export interface ClusterIds {
  readonly ids: readonly string[]
  /** In order of cluster number and earlier id. Empty if there was no earlier run. */
  readonly changes: readonly ClusterChange[]
}

const SCHEMA = 'selfsame.entity.v1'

/** The id binds the entity and the founding record: gaining members does not change it. `generation`: 0, or more while the id is in use. */
export function entityId(entity: string, founder: RecordRef, generation: number): string {
  const bound = { schema: SCHEMA, entity, source: founder.source, record: founder.id }
  return contentId('ent', generation === 0 ? bound : { ...bound, generation })
}

/** The hash of an entity id as bytes, and back. */
export const bytesOfEntity = (id: string): Uint8Array => Buffer.from(sha256Of(id), 'hex')
export const entityOfBytes = (bytes: Uint8Array): string => `ent:sha256:${Buffer.from(bytes).toString('hex')}`

/** Shorter ids come first, so that numbers are in numeric order and later records follow earlier ones. */
function isBefore(a: RecordRef, b: RecordRef): boolean {
  if (a.source !== b.source) return compareCodePoints(a.source, b.source) < 0
  return a.id.length === b.id.length ? compareCodePoints(a.id, b.id) < 0 : a.id.length < b.id.length
}

/**
 * A cluster keeps the id of the earlier cluster that shares most records with it; an id goes to one cluster only, the one with most of its
 * records, or of equal ones the one with the smaller record number. Every other cluster gets the id of its founder: its first record
 * by source and id, so that the same tables in another order, or with more records, give the same ids.
 */
export function clusterIds(
  entity: string,
  clusters: Numbered,
  of: (record: number) => RecordRef,
  earlier: EarlierClusters | null,
): ClusterIds {
  const ids = new Array<string | undefined>(clusters.count).fill(undefined)
  const overlaps = earlier === null ? null : overlapsOf(clusters, earlier)
  const kept = earlier === null || overlaps === null ? null : inherit(overlaps, earlier, ids)
  const taken = new Set(earlier?.ids)
  const founders = foundersOf(clusters, of, ids)
  for (let cluster = 0; cluster < clusters.count; cluster++) {
    if (ids[cluster] !== undefined) continue
    let generation = 0
    let id = entityId(entity, of(founders[cluster]!), generation)
    // Founders are distinct, so only an id from an earlier run can already be in use.
    while (taken.has(id)) id = entityId(entity, of(founders[cluster]!), ++generation)
    ids[cluster] = id
  }
  const final = ids as string[]
  return { ids: final, changes: kept === null ? [] : changesOf(final, overlaps!, earlier!, kept) }
}

/** Number of records that each cluster shares with each earlier one, in order of cluster and earlier number: three arrays of one length. */
interface Overlaps {
  readonly cluster: Uint32Array
  /** Number of the earlier id, or NEW. */
  readonly earlier: Uint32Array
  readonly records: Uint32Array
}

function overlapsOf({ count, of }: Numbered, earlier: EarlierClusters): Overlaps {
  const members = grouped(of.length, count, (record) => of[record]!)
  const clusters = new Uint32Array(of.length)
  const numbers = new Uint32Array(of.length)
  const records = new Uint32Array(of.length)
  let length = 0
  for (let cluster = 0; cluster < count; cluster++) {
    const before = members.items
      .subarray(members.starts[cluster]!, members.starts[cluster + 1]!)
      .map((record) => earlier.of[record]!)
      .sort()
    for (let i = 0; i < before.length; i++) {
      if (i === 0 || before[i] !== before[i - 1]) {
        clusters[length] = cluster
        numbers[length++] = before[i]!
      }
      records[length - 1]!++
    }
  }
  return {
    cluster: clusters.subarray(0, length),
    earlier: numbers.subarray(0, length),
    records: records.subarray(0, length),
  }
}

/** Assigns earlier ids, greatest overlap first. Returns which earlier ids are kept. */
function inherit(overlaps: Overlaps, earlier: EarlierClusters, ids: (string | undefined)[]): Uint8Array {
  const { cluster, records } = overlaps
  const most = records.reduce((x, y) => Math.max(x, y), 0)
  const best = grouped(cluster.length, most + 1, (i) => (overlaps.earlier[i] === NEW ? -1 : most - records[i]!))
  const given = new Uint8Array(earlier.ids.length)
  for (const i of best.items) {
    const number = overlaps.earlier[i]!
    if (ids[cluster[i]!] !== undefined || given[number] === 1) continue
    ids[cluster[i]!] = earlier.ids[number]!
    given[number] = 1
  }
  return given
}

/** The first record of each cluster without an id, by source and id. */
function foundersOf(
  { count, of }: Numbered,
  refOf: (record: number) => RecordRef,
  ids: readonly (string | undefined)[],
): Uint32Array {
  const founders = new Uint32Array(count).fill(NEW)
  for (let record = 0; record < of.length; record++) {
    const cluster = of[record]!
    if (ids[cluster] !== undefined) continue
    if (founders[cluster] === NEW || isBefore(refOf(record), refOf(founders[cluster]!))) founders[cluster] = record
  }
  return founders
}

function changesOf(
  ids: readonly string[],
  overlaps: Overlaps,
  earlier: EarlierClusters,
  kept: Uint8Array,
): ClusterChange[] {
  const { cluster: clusters, earlier: numbers, records } = overlaps
  const parts = new Uint32Array(earlier.ids.length)
  const left = Uint32Array.from(earlier.sizes)
  const origins = new Uint32Array(ids.length)
  for (let i = 0; i < clusters.length; i++) {
    if (numbers[i] === NEW) continue
    parts[numbers[i]!]!++
    origins[clusters[i]!]!++
    left[numbers[i]!]! -= records[i]!
  }
  const changes: ClusterChange[] = []
  for (let i = 0; i < clusters.length; i++) {
    const cluster = ids[clusters[i]!]!
    if (numbers[i] === NEW) {
      if (origins[clusters[i]!]! > 0) changes.push({ change: 'joined', cluster, earlier: null, records: records[i]! })
      continue
    }
    const was = { cluster, earlier: earlier.ids[numbers[i]!]!, records: records[i]! }
    if (parts[numbers[i]!]! > 1) changes.push({ change: 'split', ...was })
    if (origins[clusters[i]!]! > 1) changes.push({ change: 'merged', ...was })
  }
  for (let number = 0; number < left.length; number++) {
    const was = earlier.ids[number]!
    if (left[number]! > 0)
      changes.push({ change: 'left', cluster: kept[number] === 1 ? was : null, earlier: was, records: left[number]! })
  }
  return changes
}
