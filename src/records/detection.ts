// Findings, detections and spans: ranges of a text with personal data, before and after a statute is applied.
import { z } from 'zod'
import { ServiceId } from './service-id.ts'

/** How a finding was established; arbitration prefers the earlier entries. */
export type Strength = 'validated' | 'pattern' | 'lexicon' | 'model'

/**
 * A claim of a detector: without citation, may overlap others. `start` and `end` are UTF-16 indexes into the original text,
 * end exclusive; `confidence` is in [0, 1].
 */
export interface Finding {
  readonly category: string
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly detector: string
  readonly strength: Strength
  /** Country of the identifier scheme or numbering plan, if the value itself shows it (a valid id, a telephone number). */
  readonly country?: string | undefined
  /** Range of the fullest mention of the value: of the name of a person who alone can be meant, or of a date of birth. The copy has what represents that text. */
  readonly of?: { readonly start: number; readonly end: number } | undefined
  /** The same where the fullest name is in another text. */
  readonly person?: string | undefined
}

export interface Reason {
  /** The word concerned; '' for the finding as a whole. */
  readonly token: string
  /** The evidence, in words. */
  readonly says: string
  /** Its contribution to the log-odds; null for a rule, which decides alone. */
  readonly weight: number | null
}

export const ACTIONS = ['mask', 'tokenize', 'drop', 'generalize', 'retain'] as const
export type Action = (typeof ACTIONS)[number]

/** Offsets of all types below are Unicode code points of the original text, end exclusive. */
export const Detection = z.object({
  category: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  confidence: z.number().min(0).max(1),
  citation: z.string(),
  detector: z.string(),
})
export type Detection = z.infer<typeof Detection>

export const Span = z.object({
  category: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  confidence: z.number().min(0).max(1),
  action: z.enum(ACTIONS),
  citation: z.string(),
  detector: z.string(),
})
export type Span = z.infer<typeof Span>

export const DetectAnswer = z.object({ count: z.int(), detections: z.array(Detection) })
export type DetectAnswer = z.infer<typeof DetectAnswer>

export const DeidentifyAnswer = z.object({
  text: z.string(),
  decision_id: ServiceId,
  jurisdiction: z.string().nullable(),
  statute: z.string(),
  backend: z.string(),
  model: z.string().nullable(),
  method: z.string(),
  count: z.int(),
  by_category: z.record(z.string(), z.int()),
  spans: z.array(Span),
  record: z.record(z.string(), z.string()),
  recorded: z.boolean(),
})
export type DeidentifyAnswer = z.infer<typeof DeidentifyAnswer>
