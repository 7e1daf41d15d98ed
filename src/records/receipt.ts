// Comparison receipts: the verdict on two records, with everything that determined it. Receipts and spans are written as canonical JSON with their
// constant parts made once, because a text may have 100,000 spans.
import { z } from 'zod'
import { Canonical, canonicalJson, quoted } from './canonical.ts'
import type { Span } from './detection.ts'
import { ServiceId } from './service-id.ts'

/** The members of a span except its position, as JSON; names in code point order, as in canonical JSON. */
interface Head {
  readonly of: Span
  readonly json: string
}

/** Same result as canonicalJson for a list of spans. Throws RangeError on a number that has no canonical form. */
export function canonicalSpans(spans: readonly Span[]): Canonical {
  const heads = new Map<string, Head>()
  let json = ''
  for (let i = 0; i < spans.length; i++) {
    const span = spans[i]!
    let head = heads.get(span.category)
    if (head === undefined || !areAlike(head.of, span)) {
      head = { of: span, json: headOf(span) }
      heads.set(span.category, head)
    }
    json += `${i === 0 ? '[' : ','}${head.json}${canonicalJson(span.end)},"start":${canonicalJson(span.start)}}`
  }
  return new Canonical(json === '' ? '[]' : `${json}]`)
}

function areAlike(one: Span, other: Span): boolean {
  return (
    one.confidence === other.confidence &&
    one.action === other.action &&
    one.detector === other.detector &&
    one.citation === other.citation
  )
}

function headOf({ action, category, citation, confidence, detector }: Span): string {
  const ruled = `{"action":${quoted(action)},"category":${quoted(category)},"citation":${quoted(citation)}`
  return `${ruled},"confidence":${canonicalJson(confidence)},"detector":${quoted(detector)},"end":`
}

type Flat = Readonly<Record<string, unknown>>

/** The text of a receipt, byte for byte as from JSON.stringify. */
export function receiptJson(receipt: Receipt): string {
  const { identity, action, basis, explanation, score, factors, decision_id, pins, recorded } = receipt
  const head = `{"identity":"${identity}","action":"${action}","basis":${quoted(basis)},"explanation":${quoted(explanation)}`
  const middle = `,"score":${score},"factors":${factorsJson(factors)},"decision_id":"${decision_id}"`
  return `${head}${middle},"pins":${pinsJson(pins)},"recorded":${recorded}}`
}

/** Member names with a comma before and a colon after. The names of factors come from packs, so there are few. */
const NAMES = new Map<string, string>()
const MOST_NAMES = 2_000

function factorsJson(factors: Readonly<Record<string, number>>): string {
  let text = ''
  for (const name of Object.keys(factors)) {
    let written = NAMES.get(name)
    if (written === undefined) {
      written = `,${JSON.stringify(name)}:`
      if (NAMES.size < MOST_NAMES) NAMES.set(name, written)
    }
    text += written + factors[name]
  }
  return text === '' ? '{}' : `{${text.slice(1)}}`
}

/** The text of pins that never change: those of a pack are one frozen object. The pins of two compared texts differ each time. */
const PINS = new WeakMap<Flat, string>()

function pinsJson(pins: Flat): string {
  const known = PINS.get(pins)
  if (known !== undefined) return known
  const text = JSON.stringify(pins)
  const isFlat = Object.values(pins).every((member) => typeof member !== 'object')
  if (isFlat && Object.isFrozen(pins)) PINS.set(pins, text)
  return text
}

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
