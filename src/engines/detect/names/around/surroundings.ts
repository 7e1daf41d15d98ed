// What all questions about the surroundings of a word are asked of.
import type { PhraseHits } from '../../../../text/phrases.ts'
import type { Tokens } from '../../../../text/tokens.ts'
import type { Evidence } from '../../evidence.ts'
import type { NameCues } from '../words/cues.ts'
import type { NameWords } from '../words/words.ts'

export interface Surroundings {
  /** The view. */
  readonly text: string
  readonly tokens: Tokens
  readonly words: NameWords
  readonly evidence: Evidence
  readonly hits: PhraseHits
  readonly cues: NameCues
}
