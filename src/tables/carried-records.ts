// Incremental update: which records are unchanged, which pairs must be compared, and the kept edges under current record numbers.
import { sortedEdges } from './clusters/edges.ts'
import type { Carried, Edges, RecordIds, RecordRef } from './records/table-run.ts'

export interface EarlierRecords {
  readonly count: number
  of(record: number): RecordRef
  /** By record: hash of its values in that run. */
  readonly fingerprints: Float64Array
}

export const GONE = 0xffffffff

/** Matches records by source and id. `fingerprints`: hashes of the current values, by record. */
export function carry(earlier: EarlierRecords, records: RecordIds, fingerprints: Float64Array): Carried {
  const due = new Uint8Array(records.count).fill(1)
  const now = new Uint32Array(earlier.count).fill(GONE)
  let known = 0
  let changed = 0
  for (let then = 0; then < earlier.count; then++) {
    const { source, id } = earlier.of(then)
    const record = records.numberOf(source, id)
    if (record === undefined) continue
    now[then] = record
    known++
    if (fingerprints[record] === earlier.fingerprints[then]) due[record] = 0
    else changed++
  }
  return { due, now, added: records.count - known, changed, removed: earlier.count - known }
}

/** Edges of the earlier run between unchanged records, under current numbers. An unchanged pair that is missing here was not an edge. */
export function carriedEdges(edges: Edges, { due, now }: Carried): Edges {
  const kept: number[] = []
  for (let e = 0; e < edges.a.length; e++) {
    const a = now[edges.a[e]!]!
    const b = now[edges.b[e]!]!
    if (a !== GONE && b !== GONE && due[a] === 0 && due[b] === 0) kept.push(e)
  }
  const renumbered = {
    a: new Uint32Array(kept.length),
    b: new Uint32Array(kept.length),
    score: Float32Array.from(kept, (e) => edges.score[e]!),
    identity: Uint8Array.from(kept, (e) => edges.identity[e]!),
  }
  kept.forEach((e, i) => {
    const a = now[edges.a[e]!]!
    const b = now[edges.b[e]!]!
    renumbered.a[i] = Math.min(a, b)
    renumbered.b[i] = Math.max(a, b)
  })
  return sortedEdges(renumbered, due.length)
}
