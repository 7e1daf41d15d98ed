// What a learned model says of a text, kept with the text before any detector reads it: for each piece of the text and each category
// a calibrated logit, which detectors weigh together with their own evidence. Without a model there is none.
import type { Languages } from '../../packs/word-levels.ts'
import { languageKey } from '../../packs/word-levels.ts'
import type { ScannedText } from '../../text/scanned.ts'

export interface LearnedCategory {
  readonly category: string
  /** The least calibrated probability at which the model alone makes a claim. */
  readonly threshold: number
  /** By piece: what speaks for the category; 0 is as likely as not. */
  readonly logits: Float32Array
}

export interface Learned {
  /** Where each piece stands in the view, UTF-16, end exclusive, ascending; an empty one says nothing. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 where a piece begins a value of its own, whatever stands before it; null where the model does not tell. */
  readonly begins: Uint8Array | null
  readonly categories: readonly LearnedCategory[]
  /** ISO 639-1 codes of the languages the model knows; null: any. */
  readonly languages: readonly string[] | null
}

/** In whose name the note is kept. */
const OWNER = {}

/** Keeps what a model says with a text; before the text is read, or it is not heeded. */
export function keepLearned(text: ScannedText, learned: Learned): void {
  text.keepNote(OWNER, learned)
}

export function learnedOf(text: ScannedText): Learned | null {
  return (text.note(OWNER) as Learned | undefined) ?? null
}

/** Does the model know a language that the text may be in? A text that does not tell may be in any. */
export function knowsLanguage({ languages }: Learned, found: Languages | null): boolean {
  return languages === null || found === null || languages.some((code) => found[languageKey(code)] === 1)
}

/** What is said of a token that no piece is part of. */
const SILENT = -20

/** By token, the mean of the logits of its pieces for a category; null where the model does not speak of it. */
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
