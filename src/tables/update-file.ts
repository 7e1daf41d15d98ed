// The state that a run saves for an incremental update: fingerprints of the records and all edges, as arrays of numbers. The manifest holds its
// hash. An update takes from it which records are unchanged, which pairs must be compared, and the kept edges under current record numbers.
import { hashOf } from '../text/hash.ts'
import { sortedEdges } from './clusters/union-find.ts'
import { type SharedColumn, textAt } from './records/columns.ts'
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

/** Name of the file in the results folder. Little-endian: header with the counts of records and edges, then each array. */
export const CARRY = 'carry.bin'

export interface CarriedState {
  readonly fingerprints: Float64Array
  readonly edges: Edges
}

const MARK = 0x73736331

/** Header: mark, version, records, edges. */
const HEAD = 16
const A_RECORD = 8
const AN_EDGE = 13

export function carryBytes({ fingerprints, edges }: CarriedState): Uint8Array {
  const [records, count] = [fingerprints.length, edges.a.length]
  const bytes = new Uint8Array(HEAD + records * A_RECORD + count * AN_EDGE)
  bytes.set(view(Uint32Array.from([MARK, 1, records, count])))
  let at = HEAD
  for (const part of [fingerprints, edges.a, edges.b, edges.score, edges.identity]) {
    bytes.set(view(part), at)
    at += part.byteLength
  }
  return bytes
}

export function carriedState(file: Uint8Array): CarriedState | null {
  // A slice of a Buffer would share its memory, which may be unaligned.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length)
  if (bytes.length < HEAD) return null
  const head = new Uint32Array(bytes.slice(0, HEAD).buffer)
  const [mark, version, records, count] = [head[0]!, head[1]!, head[2]!, head[3]!]
  if (mark !== MARK || version !== 1 || bytes.length !== HEAD + records * A_RECORD + count * AN_EDGE) return null
  let at = HEAD
  const next = (length: number) => {
    const part = bytes.slice(at, at + length).buffer
    at += length
    return part
  }
  const fingerprints = new Float64Array(next(8 * records))
  const a = new Uint32Array(next(4 * count))
  const b = new Uint32Array(next(4 * count))
  const score = new Float32Array(next(4 * count))
  return { fingerprints, edges: { a, b, score, identity: new Uint8Array(next(count)) } }
}

const view = (part: ArrayBufferView) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)

/** Hashes of the values of records, to detect changes: two 32-bit FNV hashes, mixed. They do not protect values, which can be guessed. */
export function fingerprintsOf(columns: readonly SharedColumn[], count: number): Float64Array {
  const high = new Int32Array(count)
  const low = new Int32Array(count)
  for (const { field, codes, values } of columns) {
    const first = new Int32Array(values.count)
    const second = new Int32Array(values.count)
    const [seed, other] = [hashOf(field), hashOf(`${field} again`)]
    for (let code = 1; code < values.count; code++) {
      const value = textAt(values, code)
      first[code] = hashOf(value, seed)
      second[code] = hashOf(value, other)
    }
    for (let record = 0; record < count; record++) {
      const code = codes[record]!
      if (code === 0) continue
      high[record] = mixed(high[record]! + first[code]!)
      low[record] = mixed(low[record]! + second[code]!)
    }
  }
  return Float64Array.from(high, (part, record) => (part & 0xfffff) * 2 ** 32 + (low[record]! >>> 0))
}

/** The 32-bit finalizer of MurmurHash3 (Appleby, public domain). */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
