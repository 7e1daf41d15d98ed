// The state that a run saves for an incremental update: fingerprints of the records and all edges, as arrays of numbers. The manifest holds its hash.
import { hashOf } from '../text/hash.ts'
import { type SharedColumn, textAt } from './records/columns.ts'
import type { Edges } from './records/table-run.ts'

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
