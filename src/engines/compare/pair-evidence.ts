// The evidence of a pair: what each comparison of a pack found, what it adds to the log-odds, and what of it the verdict asks about.
import { type Agreement, Effect, has } from './comparators/comparator.ts'
import type { CompiledPack } from './pack.ts'

/** Agreement of two numbers that are one. */
const PROOF = 0.95

/** Agreement of a date or a number with no more than one slip in it. */
const SLIP = 0.85

/** Log-odds below which a name that agrees in part does not corroborate a number, in a pack of households. */
const AGAINST = -1.5

/** Numbers of the comparisons that raise a doubt, each -1 where none does, and whether a unique number agrees. */
interface Doubts {
  contrary: number
  excusable: number
  proven: boolean
  /** A unique number of theirs is sound on both sides and differs; is one slip apart. */
  separate: boolean
  slipped: number
}

export interface Evidence {
  /** The result of each comparison of the pack, in the pack's order; null where there was nothing to compare. */
  readonly found: (Agreement | null)[]
  /** Log-odds each of them added. */
  readonly added: number[]
  readonly doubts: Doubts
  /** Log-odds of all, with the model's bias. */
  logOdds: number
  /** Comparisons that had something to say; that found agreement; that found an identifier agree. */
  spoke: number
  agreeing: number
  identifying: number
  /** One of these is a unique number: not a telephone of a household. */
  proving: boolean
  /** Bits of all that agrees, and of the rarest that may clear the gate, with the name of its factor. */
  total: number
  strongest: number
  clearing: string | null
  /** Bits of near agreement within a household; whether a distinctive field agrees; whether a field that may clear the gate contradicts. */
  near: number
  own: boolean
  against: boolean
  /** A comparator says that this is not one entity, and nothing in it excuses that. */
  conflict: boolean
  /** A field of the pack's core could be compared; one of them agrees. */
  coreSpoke: boolean
  coreAgrees: boolean
}

/** The result of a comparison and the log-odds it adds. */
export interface WeighedAgreement {
  readonly agreement: Agreement
  readonly weight: number
}

/** Adds up what every comparison of the pack says of two records: `levelOf` gives the level of one, null where it says nothing. */
export function weigh(pack: CompiledPack, levelOf: (comparison: number) => WeighedAgreement | null): Evidence {
  const evidence: Evidence = {
    found: [],
    added: [],
    doubts: { contrary: -1, excusable: -1, proven: false, separate: false, slipped: -1 },
    logOdds: pack.pack.model.bias,
    spoke: 0,
    agreeing: 0,
    identifying: 0,
    proving: false,
    total: 0,
    strongest: 0,
    clearing: null,
    near: 0,
    own: false,
    against: false,
    conflict: false,
    coreSpoke: false,
    coreAgrees: false,
  }
  const levels = levelsOf(pack, levelOf)
  for (let c = 0; c < levels.length; c++) {
    const level = levels[c]!
    evidence.found.push(level === null ? null : level.agreement)
    evidence.added.push(level === null ? 0 : level.weight)
    if (level === null) continue
    const { agreement, weight } = level
    evidence.spoke++
    evidence.logOdds += weight
    object(evidence, pack, c, agreement)
    support(evidence, pack, c, agreement, weight)
  }
  return evidence
}

/** The level of each comparison, without those that others silence. */
function levelsOf(
  { comparisons, yields }: CompiledPack,
  levelOf: (comparison: number) => WeighedAgreement | null,
): (WeighedAgreement | null)[] {
  const levels: (WeighedAgreement | null)[] = []
  for (let c = 0; c < comparisons.length; c++) levels.push(levelOf(c))
  for (const { silenced, by, measure, below } of yields)
    if (levels[silenced] !== null && levels[by] != null && levels[by].agreement.measures[measure]! < below)
      levels[silenced] = null
  return levels
}

/** Takes down what a comparison says against one entity. */
function object(evidence: Evidence, pack: CompiledPack, c: number, agreement: Agreement): void {
  const { doubts } = evidence
  if (agreement.conflict && !has(agreement, Effect.excusable)) evidence.conflict = true
  if (has(agreement, Effect.excusable)) doubts.excusable = c
  if (pack.separate.has(pack.comparisons[c]!.field)) {
    if (has(agreement, Effect.separates)) doubts.separate = true
    if (has(agreement, Effect.slipped)) doubts.slipped = c
  }
  if (has(agreement, Effect.contrary) && pack.contrary.has(pack.comparisons[c]!.field)) doubts.contrary = c
}

/** Takes down what a comparison says for one entity. */
function support(evidence: Evidence, pack: CompiledPack, c: number, agreement: Agreement, weight: number): void {
  const { bits, near, measures } = agreement
  const { field, clears, factors } = pack.comparisons[c]!
  const isCore = pack.core.has(field)
  const isHousehold = pack.household.has(field)
  if (isCore) evidence.coreSpoke = true
  if (clears && weight <= 0) evidence.against = true
  if (near !== undefined && isHousehold) evidence.near += near
  if (bits <= 0) return
  evidence.total += bits
  if (measures[0]! >= SLIP && !has(agreement, Effect.vague) && !pack.vague.has(field) && !isHousehold)
    evidence.own = true
  if (weight > AGAINST || pack.household.size === 0) evidence.agreeing++
  if (isCore) evidence.coreAgrees = true
  if (has(agreement, Effect.bare) || pack.identifiers.has(field)) identify(evidence, pack, field, measures[0]!)
  if (clears && bits > evidence.strongest) {
    evidence.strongest = bits
    evidence.clearing = factors[0]!
  }
}

/** Takes down an identifier that agrees. */
function identify(evidence: Evidence, pack: CompiledPack, field: string, similarity: number): void {
  evidence.identifying++
  if (pack.household.has(field)) return
  if (pack.core.has(field) || pack.core.size === 0) evidence.proving = true
  if (pack.identifiers.has(field) && similarity >= PROOF) evidence.doubts.proven = true
}
