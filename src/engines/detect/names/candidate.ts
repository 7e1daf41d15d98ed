// A personal name found in a text, before it becomes a claim.

import { nearest4 } from '../../../records/canonical.ts'
import { type Claim, claimOf } from '../detector.ts'
import type { NameWord } from './words/name-word.ts'

/** Least score of a claim, in lexicon levels (each about a factor of four); a lone word needs more than two together. */
export const THRESHOLD = 3.5
export const LONE_THRESHOLD = 4
/** A name this sure is looked for again in the same text. */
export const CERTAIN = 6

/** A class, as it is kept with the text: see text/kept-list.ts. */
export class Candidate {
  readonly words: readonly NameWord[]
  readonly score: number
  /** Its surroundings announced it. */
  readonly pattern: boolean

  constructor(words: readonly NameWord[], score: number, pattern: boolean) {
    this.words = words
    this.score = score
    this.pattern = pattern
  }
}

export function nameClaim({ words, score, pattern }: Candidate): Claim {
  const confidence = Math.min(0.9, 0.6 + Math.max(0, score - THRESHOLD) * 0.04)
  return claimOf(
    'PII-1-NAME',
    words[0]!.start,
    words[words.length - 1]!.end,
    nearest4(confidence),
    pattern ? 'rule:names_context' : 'rule:names_lexicon',
    pattern ? 'pattern' : 'lexicon',
  )
}
