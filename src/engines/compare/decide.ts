// The verdict: the model's probability against strangers and rivals, then what may forbid a merge: nothing distinctive, one bare
// identifier, and in a pack without rivals a conflict that a comparator declares.

import { nearest4 } from '../../records/canonical.ts'
import type { Gate, Identity } from '../../records/receipt.ts'
import { type Agreement, Effect, has } from './comparators/comparator.ts'
import { type Rival, type Weighed, weighRivals } from './hypotheses.ts'
import { calibrated, probabilityOf, weightAt } from './match-weights.ts'
import type { CompiledPack, Rules } from './pack.ts'
import { type Evidence, type WeighedAgreement, weigh } from './pair-evidence.ts'
import { compareCells, type Read } from './record-cells.ts'

/** Why a verdict is not simply what the score says. */
export type Because = 'conflict' | 'not distinctive' | 'no comparable fields' | null

export interface Decision {
  readonly identity: Identity
  readonly score: number
  /** The result of each comparison of the pack, in the pack's order; null where there was nothing to compare. */
  readonly found: readonly (Agreement | null)[]
  /** Log-odds each of them added. */
  readonly added: readonly number[]
  /** Other changes of the sum: the calibration on development pairs; valid numbers that differ; the rivals of "the same". */
  readonly adjusted: {
    readonly calibration: number
    readonly separate: number
    readonly rivals: number
    /** The reason why a low score is a question at least. */
    readonly asked: number
  }
  /** Log-odds against strangers alone. */
  readonly alone: number
  /** The rival that explains the evidence better than chance and takes most from the score; null where none does. */
  readonly rival: Rival | null
  /** The most that a single fact adds to the log-odds of a rival. */
  readonly telling: number
  readonly because: Because
  /** One identifier agrees and nothing else does. */
  readonly single: boolean
  readonly gate: Gate
}

/**
 * Log-odds: strangers alone do not explain the pair (.82), and one entity in a hundred such pairs is too many to call different unasked. So
 * many times as frequent under a rival is a fact that tells two entities apart.
 */
export const [TAKEN_ALONE, LEAST_OPEN] = [1.5, -4.6]

/** Least number of agreeing fields next to one that contradicts, for the pair to be one record with a slip. */
const MANY = 4

/** Log-odds against strangers below which hypotheses are not weighed: a probability of 12 %. */
export const HOPELESS = -2

/** Least agreement of a field that shows one entity. */
const TOLD = 0.6

/** Total information above which one signal alone clears the gate is set by the pack's scale: 1 - 2^(-bits / scale). */
function distinctive(bits: number, scale: number): number {
  return nearest4(1 - 2 ** (-bits / scale))
}

/**
 * The verdict on two records under a pack: the probability the model gives the evidence, held against the thresholds of `rules`, and what
 * nevertheless forbids a merge: a conflict, evidence that is not distinctive, one identifier alone. The same for (a, b) and (b, a).
 * `levelOf` gives what each comparison found, for callers that keep it; left out, values are compared here.
 */
export function decide(
  pack: CompiledPack,
  a: Read,
  b: Read,
  rules: Rules,
  levelOf: (comparison: number) => WeighedAgreement | null = (c) =>
    compareCells(pack.comparisons[c]!, a.cells[c]!, b.cells[c]!),
): Decision {
  const evidence = weigh(pack, levelOf)
  const { found, added } = evidence
  const { floor } = rules
  if (evidence.spoke === 0) {
    return { ...NOT_COMPARED, found, added, gate: { clearing_signal: null, distinctive_cleared: false, floor } }
  }
  const { stories } = pack
  const { counted, limited, weighed } = logOddsOf(pack, evidence)
  const { logOdds, rival: likeliest, telling } = weighed ?? { logOdds: limited, rival: null, telling: 0 }
  const conflict = stories === null && (settles(evidence) || evidence.conflict)
  const cleared = isDistinctive(pack, a, b, evidence, floor)
  const single = evidence.identifying === 1 && evidence.agreeing === 1
  const probable = Math.min(0.9999, nearest4(probabilityOf(logOdds)))
  const lifted = probable < rules.review && !conflict && isOpen(pack, evidence, limited, weighed)
  const score = lifted ? rules.review : probable
  const isMatch = score >= rules.match
  const rival = isMatch ? null : likeliest
  const contested = rival !== null || (stories !== null && !isMatch && evidence.conflict)
  const mayMerge = cleared && !single && !lifted && !isQuestion(pack, evidence)
  const { identity, because } = verdictOf(score, rules, conflict || contested, mayMerge)
  const gate = { clearing_signal: cleared ? evidence.clearing : null, distinctive_cleared: cleared, floor }
  const adjusted = {
    calibration: counted - evidence.logOdds,
    separate: limited - counted,
    rivals: logOdds - limited,
    asked: lifted ? Math.log(score / (1 - score)) - logOdds : 0,
  }
  return { identity, score, found, added, adjusted, alone: limited, rival, telling, because, single, gate }
}

/** Two sound unique numbers or two lives separate two records regardless of other agreement, unless another unique number agrees. */
const isSeparate = ({ doubts }: Evidence): boolean => doubts.separate && !doubts.proven

/** The log-odds of one entity: calibrated, limited where two valid unique numbers differ, and against its rivals. */
function logOddsOf(
  { pack, apart, stories, comparisons }: CompiledPack,
  evidence: Evidence,
): { readonly counted: number; readonly limited: number; readonly weighed: Weighed | null } {
  const counted = calibrated(pack.model.calibration, evidence.logOdds)
  const limited = isSeparate(evidence) ? Math.min(apart, counted) : counted
  const weighed =
    stories === null || limited < HOPELESS ? null : weighRivals(stories, comparisons, evidence.found, limited)
  return { counted, limited, weighed }
}

/** Is a pair different for a rival alone, as strangers do not explain it? */
export const isRivalled = ({ identity, rival, alone }: Pick<Decision, 'identity' | 'rival' | 'alone'>): boolean =>
  identity === 'different' && rival !== null && alone >= TAKEN_ALONE

/** Does a rival explain a pair that strangers do not, and does one fact tell two entities apart? */
export const isToldApart = ({ rival, alone, telling }: Pick<Decision, 'rival' | 'alone' | 'telling'>): boolean =>
  rival !== null && alone >= -LEAST_OPEN && telling >= -LEAST_OPEN

/**
 * Is a low score a question at least? Little agreement is not evidence against: two records of one weak field may be one, and so may two that share a number,
 * unless people are told apart by what they have once.
 */
const isOpen = (pack: CompiledPack, evidence: Evidence, limited: number, weighed: Weighed | null): boolean =>
  !(pack.stories !== null && isSeparate(evidence)) &&
  (disputedOf(evidence.found) === 0 || isContestable(pack, evidence, limited, weighed))

/** A sex that contradicts where nothing else does is a question, not a proof. */
const isQuestion = ({ stories }: CompiledPack, evidence: Evidence): boolean =>
  stories !== null && isContradicted(evidence)

/** Is a pair that rivals explain better nevertheless a question: they leave it a chance, or no more than one field differs and no fact tells two entities apart? */
const isContestable = (pack: CompiledPack, evidence: Evidence, limited: number, weighed: Weighed | null): boolean => {
  if (weighed === null || weighed.rival === null) return isIdentified(pack, evidence)
  const { logOdds, telling } = weighed
  return limited >= TAKEN_ALONE && (logOdds >= LEAST_OPEN || (telling <= -LEAST_OPEN && disputedOf(evidence.found) < 2))
}

/** The score, and why the verdict is not simply what the thresholds give. */
function verdictOf(
  score: number,
  { match, review }: Rules,
  conflict: boolean,
  mayMerge: boolean,
): Pick<Decision, 'identity' | 'because'> {
  if (conflict) return { identity: score >= review ? 'review' : 'different', because: 'conflict' }
  if (score < review) return { identity: 'different', because: null }
  const because = mayMerge ? null : 'not distinctive'
  return { identity: because !== null || score < match ? 'review' : 'same_entity', because }
}

/**
 * Do they share a number? One that a household or an umbrella organisation gives to many raises no question for records of two names that differ outright in
 * what one has alone.
 */
function isIdentified(pack: CompiledPack, { identifying, proving, found }: Evidence): boolean {
  if (identifying === 0 || proving) return identifying > 0
  let apart = false
  for (let c = 0; c < found.length; c++) {
    const agreement = found[c]!
    if (agreement === null) continue
    const { field, clears } = pack.comparisons[c]!
    if (clears && !pack.identifiers.has(field) && isUndisputed(agreement)) return true
    if (!pack.vague.has(field) && !agreement.measures.some((measure) => measure >= OUTRIGHT)) apart = true
  }
  return !apart
}

/** Does what agrees tell one entity from all others? The rarest in full and a share of the rest, in a field that matters. */
function isDistinctive(pack: CompiledPack, a: Read, b: Read, evidence: Evidence, floor: number): boolean {
  const { strongest, coreAgrees, coreSpoke, own, against, found } = evidence
  // A mistyped house number or a move within the street: with a date of birth that agrees it is not a neighbour.
  const total = evidence.total + (own && !against ? evidence.near : 0)
  const { scale, rest } = pack.pack.gate
  if (!coreAgrees && pack.core.size > 0 && (coreSpoke || !(a.hasCore || b.hasCore))) return false
  return distinctive(strongest + rest * (total - strongest), scale) >= floor && isAmple(pack, a, b, found)
}

/**
 * Where the records share only a name and frequent facts (a town, a nationality, a year of birth): has the name so many
 * bits that a single bearer is likely? Where the whole household may have the name, the address does not help. In an anchored pack it is enough that one record has a further field.
 */
function isAmple(pack: CompiledPack, a: Read, b: Read, found: readonly (Agreement | null)[]): boolean {
  const { alone, anchored } = pack.pack.gate
  if (alone === 0 || (anchored && (a.tells || b.tells))) return true
  const initialled = found.some((agreement) => agreement !== null && has(agreement, Effect.initialled))
  let bits = 0
  for (let c = 0; c < found.length; c++) {
    const agreement = found[c]!
    if (agreement === null) continue
    const { field } = pack.comparisons[c]!
    const residence = pack.household.has(field) && !pack.identifiers.has(field)
    if (
      agreement.measures[0]! >= TOLD &&
      !has(agreement, Effect.vague) &&
      !pack.vague.has(field) &&
      !(initialled && residence)
    )
      return true
    bits += agreement.alone?.() ?? 0
  }
  return bits >= alone
}

/** Below this two values have nothing to do with each other. */
const OUTRIGHT = 0.3

/** Does one field contradict while nothing else differs, few fields agree and no unique number does? */
function isContradicted({ found, agreeing, doubts: { contrary, proven } }: Evidence): boolean {
  return contrary >= 0 && !proven && agreeing < MANY && disputedOf(found, contrary) === 0
}

/** Is a doubt a conflict, as nothing excuses it? What it turns on is then marked so in `found`. */
function settles(evidence: Evidence): boolean {
  const { found, doubts } = evidence
  const { contrary, excusable, proven, slipped } = doubts
  const mark = (c: number, conflict: boolean): boolean => {
    found[c] = { ...found[c]!, conflict }
    return conflict
  }
  if (slipped >= 0 && !proven) return mark(slipped, true)
  // A doubt is irrelevant where both have the same unique number.
  if (proven) return excusable >= 0 && mark(excusable, false)
  if (isContradicted(evidence)) return mark(contrary, true)
  return excusable >= 0
}

/** Number of compared fields, except one that may, that contradict one entity; counted up to two. */
function disputedOf(found: readonly (Agreement | null)[], except = -1): number {
  let disputed = 0
  for (let c = 0; c < found.length && disputed < 2; c++) {
    const agreement = found[c]!
    if (agreement !== null && c !== except && !isUndisputed(agreement)) disputed++
  }
  return disputed
}

/** Does nothing in an agreement contradict one entity? */
const isUndisputed = (agreement: Agreement): boolean =>
  has(agreement, Effect.undisputed) || (!has(agreement, Effect.disputed) && isFull(agreement.measures))

/** Are the first two of the measures that were taken full: the whole, and what it shares? */
function isFull(measures: readonly number[]): boolean {
  let taken = 0
  for (let i = 0; i < measures.length && taken < 2; i++) {
    if (Number.isNaN(measures[i]!)) continue
    if (nearest4(measures[i]!) < 1) return false
    taken++
  }
  return true
}

/** Factor name -> similarity, in the pack's order: what was measured and shown, weighed or not. */
export function factorsOf({ comparisons }: CompiledPack, { found }: Decision): Record<string, number> {
  const similarities: Record<string, number> = {}
  for (let c = 0; c < found.length; c++) {
    const measures = found[c]?.measures ?? NONE
    const { factors } = comparisons[c]!
    for (let i = 0; i < measures.length; i++)
      if (!Number.isNaN(measures[i]!)) similarities[factors[i]!] = nearest4(measures[i]!)
  }
  return similarities
}

/** The factors that were weighed, in the pack's order, and the log-odds each of them added. */
export function weightsOf({ comparisons }: CompiledPack, { found }: Decision): (readonly [string, number])[] {
  return found.flatMap((agreement, c) => {
    const { factors, levels } = comparisons[c]!
    return (agreement?.measures ?? NONE).flatMap((measure, i) => {
      const level = levels[i]!
      return Number.isNaN(measure) || level === null ? [] : [[factors[i]!, weightAt(level, nearest4(measure))] as const]
    })
  })
}

const NONE: readonly number[] = []

const NOT_COMPARED: Omit<Decision, 'found' | 'added' | 'gate'> = {
  identity: 'review',
  score: 0,
  adjusted: { calibration: 0, separate: 0, rivals: 0, asked: 0 },
  alone: 0,
  rival: null,
  telling: 0,
  because: 'no comparable fields',
  single: false,
}
