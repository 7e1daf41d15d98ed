// A word that may mention a person of the text, what is known of it, and how candidates are scored.
import type { FeatureList } from '../linear-weights.ts'
import type { Reading } from '../names/reading.ts'
import type { Match } from './mentions.ts'

/** Where a word stands in a name that was found without it being looked for. */
export const WITHIN = ['none', 'alone', 'first', 'further'] as const

/** A word that may mention a person. */
export interface Candidate {
  readonly token: number
  readonly match: Match
  /** How likely the weights of names find it on its own; -1 where they do not look at it. */
  readonly named: number
  /** Whether the word before it, or after it, mentions the same person by another name. */
  readonly beside: 'before' | 'after' | 'none'
  /** Where it stands in a name of the first pass, and how often people are called (Level) as the other words of that name are. */
  readonly within: (typeof WITHIN)[number]
  readonly others: number
}

/** Score of a candidate (log-odds in hundredths) and the least score of a mention. */
export interface MentionScore {
  readonly threshold: number
  readonly score: (features: readonly FeatureList[], start: number, end: number, reading: Reading) => number
}

/** What is known of a word of one text that resembles a name, wherever it stands. */
export interface KnownWord {
  readonly features: readonly FeatureList[]
  readonly casing: number
  readonly level: number
  readonly isPlace: boolean
}
