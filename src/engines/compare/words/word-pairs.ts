// A memory of what pairs of words came to: a pair is asked for by several measures, and by many records. A later pair takes the place of an earlier one.
import type { Word } from './value-words.ts'

/** Pairs that are kept: a power of two. */
const PLACES = 1 << 14

/** Remembers what `compare` returns for two words; that must depend on the words alone. */
export function rememberPairs(compare: (a: Word, b: Word) => number): (a: Word, b: Word) => number {
  // Ids of words pass four thousand million in a service that runs for weeks.
  const firsts = new Float64Array(PLACES)
  const seconds = new Float64Array(PLACES)
  const results = new Float64Array(PLACES)
  return (a, b) => {
    const [x, y] = [a.id, b.id]
    const hash = Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca6b)
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1)
    if (firsts[place] === x && seconds[place] === y) return results[place]!
    const result = compare(a, b)
    firsts[place] = x
    seconds[place] = y
    results[place] = result
    return result
  }
}
