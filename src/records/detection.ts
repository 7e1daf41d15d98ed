// Findings, detections and spans: a place in a text that holds personal data, before and after the law has spoken.
import { z } from 'zod'
import { ServiceId } from './service-id.ts'

/** How a finding was established; adjudication prefers the earlier. */
export type Strength = 'validated' | 'pattern' | 'lexicon' | 'model'

/**
 * What a detector claims: uncited, may overlap others. `start` and `end` are UTF-16 indexes into the text as sent,
 * end exclusive; `confidence` is in [0, 1].
 */
export interface Finding {
  readonly category: string
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly detector: string
  readonly strength: Strength
  /** Country whose scheme the value belongs to, where the value itself says so (a valid id, a phone's plan). */
  readonly country?: string | undefined
  /** Where the person of a name is named most fully, if it can be only one: what represents the name in a copy is made of that. */
  readonly of?: { readonly start: number; readonly end: number } | undefined
}

/** One thing that decided a finding. */
export interface Reason {
  /** The word that it is about; '' for the finding as a whole. */
  readonly token: string
  /** What was seen, in words. */
  readonly says: string
  /** What it added to the logarithm of the odds; null for a rule, which decides alone. */
  readonly weight: number | null
}

/** The five things that can be done with a span. */
export const ACTIONS = ['mask', 'tokenize', 'drop', 'generalize', 'retain'] as const
export type Action = (typeof ACTIONS)[number]

/** Offsets of everything below are Unicode code points of the text as sent, end exclusive. */
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
