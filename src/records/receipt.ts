// Comparison receipts: the answer to "are these two the same?", with everything that produced it.
import { z } from 'zod'
import { ServiceId } from './service-id.ts'

export const IDENTITIES = ['same_entity', 'review', 'different'] as const
export type Identity = (typeof IDENTITIES)[number]

export const COMPARE_ACTIONS = ['merge', 'hold', 'no_op'] as const
export type CompareAction = (typeof COMPARE_ACTIONS)[number]

/** Identity and action pair one to one. */
export const ACTION_OF: Readonly<Record<Identity, CompareAction>> = {
  same_entity: 'merge',
  review: 'hold',
  different: 'no_op',
}

export const Factors = z.record(z.string(), z.number())
export const Pins = z.record(z.string(), z.unknown())

export const Receipt = z.object({
  identity: z.enum(IDENTITIES),
  action: z.enum(COMPARE_ACTIONS),
  basis: z.string(),
  explanation: z.string(),
  score: z.number().min(0).max(1),
  factors: Factors,
  decision_id: ServiceId,
  pins: Pins,
  recorded: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

/** What let a decision through the distinctive-evidence gate, or did not. */
export const Gate = z.object({
  clearing_signal: z.string().nullable(),
  distinctive_cleared: z.boolean(),
  floor: z.number(),
})
export type Gate = z.infer<typeof Gate>

/**
 * What a comparison engine concludes about two records. Factors, score and gate are rounded to four decimals.
 * `supporting` and `refuting` are factor names in order of weight, heaviest first; `missing` are pack fields absent from
 * one or both sides; `shared` are field names whose value both sides carry, with side a's value.
 */
export interface Comparison {
  readonly identity: Identity
  readonly basis: string
  readonly explanation: string
  readonly score: number
  readonly factors: Readonly<Record<string, number>>
  readonly pins: Readonly<Record<string, unknown>>
  readonly supporting: readonly string[]
  readonly refuting: readonly string[]
  readonly missing: readonly string[]
  readonly shared: Readonly<Record<string, string>>
  readonly gate: Gate
}

/** The same comparison, every member worked out, with some of it said otherwise. */
export function restated(comparison: Comparison, changes: Partial<Comparison> = {}): Comparison {
  const { identity, basis, score, factors, pins, gate, explanation, supporting, refuting, missing, shared } = comparison
  const said = { identity, basis, score, factors, pins, gate, explanation, supporting, refuting, missing, shared }
  return { ...said, ...changes }
}
