// Similarity of the same part of two names: the measure for given and family names.
import { jaroWinkler } from '../../../text/similarity.ts'
import type { Word } from '../words/value-words.ts'
import { isSpouse, nameSimilarity } from './name-similarity.ts'

/** Factor for the likeness of two spellings. */
const SPELLED = 0.9

/** Similarity of one part of two names, by its best words. */
export function partSimilarity(a: readonly Word[], b: readonly Word[], likeness = nameSimilarity): number {
  let best = 0
  for (const x of a)
    for (const y of b) {
      if (x.text === y.text) return 1
      if (isSpouse(x, y)) continue
      best = Math.max(best, likeness(x, y))
      // Spelling alone never comes to more than that.
      if (best < SPELLED) best = Math.max(best, jaroWinkler(x.text, y.text) * SPELLED)
    }
  return best
}

/** Pairs of words that are compared again: given and family names, once among all words of a name, once separately. */
const RECENT = 8

/** `nameSimilarity` with a memory of the last few pairs of words. */
export function likenessOf(): (a: Word, b: Word) => number {
  const firsts: Word[] = []
  const seconds: Word[] = []
  const likenesses: number[] = []
  let next = 0
  return (a, b) => {
    for (let k = 0; k < firsts.length; k++) if (firsts[k] === a && seconds[k] === b) return likenesses[k]!
    const likeness = nameSimilarity(a, b)
    firsts[next] = a
    seconds[next] = b
    likenesses[next] = likeness
    next = (next + 1) % RECENT
    return likeness
  }
}
