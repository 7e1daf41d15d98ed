// A personal name found in a text, before it becomes a claim, and what one search over a text shares.
import type { ScannedText } from '../../../text/scanned.ts'
import type { Claim } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import type { NameContext } from './context.ts'
import type { Glance } from './glance.ts'
import type { LegalForms } from './legal-forms.ts'
import type { NameCues } from './roles.ts'
import type { NameWord, NameWords } from './words.ts'

/** Least score of a claim, in lexicon levels (each about a factor of four); a lone word needs more than two together. */
export const THRESHOLD = 3.5
export const LONE_THRESHOLD = 4
/** A name this sure is looked for again in the same text. */
export const CERTAIN = 6

export interface Candidate {
  readonly words: readonly NameWord[]
  readonly score: number
  /** Its surroundings announced it. */
  readonly pattern: boolean
}

/** A word that is no name by itself. */
export interface LeftWord {
  readonly word: NameWord
  /** The run that it is all of, when nobody has looked yet whether it is a barrier or a company; null when it is free. */
  readonly alone: readonly NameWord[] | null
}

/** One search over one text. */
export interface NameSearch {
  readonly text: ScannedText
  readonly evidence: Evidence
  readonly cues: NameCues
  readonly context: NameContext
  readonly words: NameWords
  readonly glance: Glance
  /** Words of the e-mail addresses of the text, if it has any. */
  readonly mail: ReadonlySet<string> | null
  /** Whether a company's legal form begins at a view index. */
  readonly isLegalForm: LegalForms
  /** Legal forms that open a company's name, as written. */
  readonly leadingForms: ReadonlySet<string>
  /** Whether a token is one of the commonest words of the text's languages. */
  readonly isCommon: (token: number) => boolean
  /** Small words that tie a thing to whose it is: of, vom, lui. */
  readonly links: ReadonlySet<string>
  /** Letters that the text's languages address people by: the M. of "M. Abgrall". */
  readonly letters: ReadonlySet<string>
  /** Whether the text speaks of plants or food, so that Rosemary and Iris are some. */
  readonly speaksOfPlants: () => boolean
  readonly found: Candidate[]
  /** Words of runs that were no names by themselves. */
  readonly left: LeftWord[]
}

export function claimOf({ words, score, pattern }: Candidate): Claim {
  const confidence = Math.min(0.9, 0.6 + Math.max(0, score - THRESHOLD) * 0.04)
  return {
    category: 'PII-1-NAME',
    start: words[0]!.start,
    end: words[words.length - 1]!.end,
    confidence: Math.round(confidence * 10000) / 10000,
    detector: pattern ? 'rule:names_context' : 'rule:names_lexicon',
    strength: pattern ? 'pattern' : 'lexicon',
  }
}
