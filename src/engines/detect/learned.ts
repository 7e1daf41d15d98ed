// Results of a learned model, kept with a text before detection: a calibrated logit for each piece and category.
import { type Languages, languageKey } from '../../packs/word-levels.ts'
import type { ScannedText } from '../../text/scanned.ts'

export interface LearnedCategory {
  readonly category: string
  /** Least calibrated probability of a claim by the model alone. */
  readonly threshold: number
  /** Logit of the category, by piece; 0 means a probability of one half. */
  readonly logits: Float32Array
}

export interface Learned {
  /** Position of each piece in the view, UTF-16, end exclusive, ascending; empty pieces are ignored. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 if a piece begins a new value, independent of the piece before it; null if the model does not predict this. */
  readonly begins: Uint8Array | null
  readonly categories: readonly LearnedCategory[]
  /** ISO 639-1 codes of the languages of the model; null: all. */
  readonly languages: readonly string[] | null
}

const OWNER = {}

/** Keeps the results of a model with a text. Must be called before the text is read; later results are ignored. */
export function keepLearned(text: ScannedText, learned: Learned): void {
  text.keepNote(OWNER, learned)
}

export const learnedOf = (text: ScannedText): Learned | null => (text.note(OWNER) as Learned | undefined) ?? null

/** True if the model supports a possible language of the text. A text of unknown language may be in any. */
export const knowsLanguage = ({ languages }: Learned, found: Languages | null): boolean =>
  languages === null || found === null || languages.some((code) => found[languageKey(code)] === 1)

/** Logit of a token that is part of no piece. */
const SILENT = -20

/** By token, the mean logit of its pieces for a category; null if the model lacks the category. */
export function tokenLogits(text: ScannedText, learned: Learned, category: string): Float64Array | null {
  const said = learned.categories.find((one) => one.category === category)
  if (said === undefined) return null
  const { starts, ends } = learned
  const { count, start, end } = text.tokens
  const logits = new Float64Array(count).fill(SILENT)
  let piece = 0
  for (let token = 0; token < count; token++) {
    while (piece < starts.length && ends[piece]! <= start[token]!) piece++
    let sum = 0
    let parts = 0
    for (let i = piece; i < starts.length && starts[i]! < end[token]!; i++) {
      if (ends[i]! <= starts[i]!) continue
      sum += said.logits[i]!
      parts++
    }
    if (parts > 0) logits[token] = sum / parts
  }
  return logits
}
