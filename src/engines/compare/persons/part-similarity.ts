// Similarity of the same part of two names: the measure for given and family names.
import { jaroWinkler } from '../../../text/similarity.ts'
import type { Word } from '../words/value-words.ts'
import { isSpouse, nameSimilarity } from './name-similarity.ts'

/** Factor for the likeness of two spellings. */
const SPELLED = 0.9

/** Similarity of one part of two names, by its best words. */
export function partSimilarity(a: readonly Word[], b: readonly Word[]): number {
  let best = 0
  for (const x of a)
    for (const y of b) {
      if (x.text === y.text) return 1
      if (isSpouse(x, y)) continue
      best = Math.max(best, nameSimilarity(x, y))
      // Spelling alone never comes to more than that.
      if (best < SPELLED) best = Math.max(best, jaroWinkler(x.text, y.text) * SPELLED)
    }
  return best
}
