// Selects the pairs of records to compare: all of them if they are few, otherwise those that share a value or a rare word of one.
import { fold } from '../../text/fold.ts'

/** Maximum number of pairs that are all compared: 200 files have 19,900. */
export const ALL_PAIRS = 20_000
/** Maximum number of records that share a word; a more frequent word is not evidence. */
const MOST_SHARING = 60
const MOST_WORDS = 12

export interface CandidatePairs {
  /** Indexes of the records, the first smaller than the second, in order; each pair once. */
  readonly pairs: readonly (readonly [number, number])[]
  readonly possible: number
  readonly isChosen: boolean
}

export function candidatePairs(records: readonly Readonly<Record<string, string>>[], most = ALL_PAIRS): CandidatePairs {
  const count = records.length
  const possible = (count * (count - 1)) / 2
  if (possible <= most) return { pairs: every(count), possible, isChosen: false }
  const blocks = new Map<string, number[]>()
  for (const [index, record] of records.entries())
    for (const key of keysOf(record)) {
      const block = blocks.get(key)
      if (block === undefined) blocks.set(key, [index])
      else if (block.length <= MOST_SHARING) block.push(index)
    }
  const chosen = new Set<number>()
  for (const block of blocks.values()) {
    if (block.length > MOST_SHARING) continue
    for (const [at, a] of block.entries()) for (const b of block.slice(at + 1)) chosen.add(a * count + b)
  }
  const pairs = [...chosen].sort((x, y) => x - y).map((pair) => [Math.floor(pair / count), pair % count] as const)
  return { pairs, possible, isChosen: true }
}

function every(count: number): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) pairs.push([a, b])
  return pairs
}

/** A record's whole values without signs, and the words of all its values. */
function keysOf(record: Readonly<Record<string, string>>): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [field, value] of Object.entries(record)) {
    const folded = fold(value)
    keys.add(`${field}:${folded.replace(/[^\p{L}\p{N}]+/gu, '')}`)
    for (const word of (folded.match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, MOST_WORDS)) keys.add(`:${word}`)
  }
  return keys
}
