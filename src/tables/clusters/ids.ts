// The id of a cluster: made from the record it was founded on, kept from run to run as long as its members stay, with what merged and what split.
import { compareCodePoints } from '../../records/canonical.ts'
import { contentId } from '../../records/ids.ts'
import type { RecordRef } from '../model.ts'
import { grouped, type Numbered } from './union-find.ts'

/** What one run of the past said: the id of each cluster by the number of the record now. */
export interface EarlierClusters {
  /** Ids, by their number. */
  readonly ids: readonly string[]
  /** By record of now: number of the id its cluster had, NEW for a record that was not there. */
  readonly of: Uint32Array
  /** Records that each id had then, whether they are still there or not. */
  readonly sizes: Uint32Array
}

export const NEW = 0xffffffff

/** One id that is not what it was. */
export interface ClusterChange {
  /**
   * `merged`: records of several earlier clusters are one, `earlier` was one of them. `split`: records of `earlier` are in several clusters
   * now, this is one of them. `joined`: new records came to it. `left`: records of it are no longer in the tables.
   */
  readonly change: 'merged' | 'split' | 'joined' | 'left'
  /** Null where nothing bears the id any more. */
  readonly cluster: string | null
  /** Null for records that were not there. */
  readonly earlier: string | null
  /** How many records moved so. */
  readonly records: number
}

export interface ClusterIds {
  /** By cluster number. */
  readonly ids: readonly string[]
  /** In order of cluster number and earlier id. Empty where there was no run before. */
  readonly changes: readonly ClusterChange[]
}

const SCHEMA = 'selfsame.entity.v1'

/**
 * Bound are the entity and the founding record alone, not what else belongs to it: an entity that gains a member is the same entity.
 * `generation` counts from 0, and is above it where the id is given to other records already.
 */
export function entityId(entity: string, founder: RecordRef, generation: number): string {
  const bound = { schema: SCHEMA, entity, source: founder.source, record: founder.id }
  return contentId('ent', generation === 0 ? bound : { ...bound, generation })
}

/** Shorter ids first, so that numbers come in their order and records added later behind those that were there. */
function isBefore(a: RecordRef, b: RecordRef): boolean {
  if (a.source !== b.source) return compareCodePoints(a.source, b.source) < 0
  return a.id.length === b.id.length ? compareCodePoints(a.id, b.id) < 0 : a.id.length < b.id.length
}

/**
 * A cluster keeps the id of the earlier cluster with which it shares most records; an id goes to one cluster only, the one that holds most
 * of it, of equal ones the one with the smaller record number. Every other cluster gets the id of its founder: the first of its records
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
    // Founders are distinct, so only what an earlier run gave to others can stand in the way.
    while (taken.has(id)) id = entityId(entity, of(founders[cluster]!), ++generation)
    ids[cluster] = id
  }
  const final = ids as string[]
  return { ids: final, changes: kept === null ? [] : changesOf(final, overlaps!, earlier!, kept) }
}

/** How many records of each cluster come from which earlier one, in order of cluster and earlier number: three arrays of one length. */
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

/** The greatest overlaps choose first. Returns which earlier ids are kept. */
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

/** The first record of each cluster that has no id, by source and id. */
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
