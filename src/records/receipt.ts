// Comparison receipts: the verdict on two records, with everything that determined it.
import { z } from 'zod'
import { ServiceId } from './service-id.ts'

export const IDENTITIES = ['same_entity', 'review', 'different'] as const
export type Identity = (typeof IDENTITIES)[number]

export const COMPARE_ACTIONS = ['merge', 'hold', 'no_op'] as const
export type CompareAction = (typeof COMPARE_ACTIONS)[number]

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

/** The result of the distinctive-evidence gate: the signal that cleared it, or none. */
export const Gate = z.object({
  clearing_signal: z.string().nullable(),
  distinctive_cleared: z.boolean(),
  floor: z.number(),
})
export type Gate = z.infer<typeof Gate>

/**
 * Result of a comparison engine for two records. Factors, score and gate are rounded to four decimals.
 * `supporting` and `refuting` are factor names in descending order of weight; `missing` are pack fields absent from
 * one or both sides; `shared` are field names with the same value on both sides, with side a's value.
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

/** The same comparison with every member computed, and with the members of `changes` replaced. */
export function restated(comparison: Comparison, changes: Partial<Comparison> = {}): Comparison {
  const { identity, basis, score, factors, pins, gate, explanation, supporting, refuting, missing, shared } = comparison
  const members = { identity, basis, score, factors, pins, gate, explanation, supporting, refuting, missing, shared }
  return { ...members, ...changes }
}
