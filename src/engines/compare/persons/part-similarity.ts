// Similarity of the same part of two names: the measure for given and family names.
import { jaroWinkler } from '../../../text/similarity.ts'
import type { Word } from '../words/value-words.ts'
import { rememberPairs } from '../words/word-pairs.ts'
import { isSpouse, nameSimilarity } from './name-similarity.ts'

/** Factor for the likeness of two spellings. */
const SPELLED = 0.9

/** Likeness of two words of one part; spelling alone never comes to more than its factor. */
const likeness = rememberPairs((x, y) => {
  if (isSpouse(x, y)) return 0
  const named = nameSimilarity(x, y)
  return named < SPELLED ? Math.max(named, jaroWinkler(x.text, y.text) * SPELLED) : named
})

/** Similarity of one part of two names, by its best words. */
export function partSimilarity(a: readonly Word[], b: readonly Word[]): number {
  let best = 0
  for (const x of a)
    for (const y of b) {
      if (x.text === y.text) return 1
      best = Math.max(best, likeness(x, y))
    }
  return best
}
