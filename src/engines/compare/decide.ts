// The verdict: the model's probability, then what may forbid a merge (a conflict, nothing distinctive, one bare identifier).
import type { Gate, Identity } from '../../records/receipt.ts'
import type { Agreement, Fields } from './comparators/comparator.ts'
import { calibrated, probabilityOf, weightAt } from './model.ts'
import type { CompiledPack } from './pack.ts'

export interface Rules {
  readonly match: number
  readonly review: number
  readonly floor: number
}

/** Why a verdict is not simply what the score says. */
export type Because = 'conflict' | 'not distinctive' | 'no comparable fields' | null

export interface Decision {
  readonly identity: Identity
  readonly score: number
  /** What each comparison of the pack found, in the pack's order; null where it had nothing to say. */
  readonly found: readonly (Agreement | null)[]
  /** Log-odds each of them added. */
  readonly added: readonly number[]
  readonly because: Because
  /** One identifier agrees and nothing else does. */
  readonly single: boolean
  readonly gate: Gate
}

const four = (value: number) => Math.round(value * 10_000) / 10_000

/** Total information above which one signal alone clears the gate is set by the pack's scale: 1 - 2^(-bits / scale). */
function distinctive(bits: number, scale: number): number {
  return four(1 - 2 ** (-bits / scale))
}

export function decide(pack: CompiledPack, fieldsA: Fields, fieldsB: Fields, rules: Rules): Decision {
  // One fixed order of the sides makes every result the same for (a, b) and (b, a).
  const ordered = inOrder(pack, fieldsA, fieldsB)
  const a = ordered ? fieldsA : fieldsB
  const b = ordered ? fieldsB : fieldsA
  const { comparisons, identifiers } = pack
  const found: (Agreement | null)[] = []
  const added: number[] = []
  let logOdds = pack.pack.model.bias
  let spoke = 0
  let strongest = 0
  let total = 0
  let clearing: string | null = null
  let agreeing = 0
  let identifying = 0
  let conflict = false
  for (let c = 0; c < comparisons.length; c++) {
    const { compare, factors, levels, clears, field } = comparisons[c]!
    const agreement = compare(a, b)
    let weight = 0
    let said = false
    if (agreement !== null) {
      const { measures } = agreement
      for (let i = 0; i < factors.length; i++) {
        const measure = measures[i]!
        if (Number.isNaN(measure)) continue
        said = true
        const level = levels[i]!
        if (level !== null) weight += weightAt(level, four(measure))
      }
    }
    found.push(said ? agreement : null)
    added.push(weight)
    if (!said || agreement === null) continue
    spoke++
    logOdds += weight
    if (agreement.conflict) conflict = true
    const { bits } = agreement
    if (bits > 0) {
      total += bits
      agreeing++
      if (identifiers.has(field)) identifying++
      if (clears && bits > strongest) {
        strongest = bits
        clearing = factors[0]!
      }
    }
  }
  const { floor } = rules
  if (spoke === 0) {
    const gate = { clearing_signal: null, distinctive_cleared: false, floor }
    return { identity: 'review', score: 0, found, added, because: 'no comparable fields', single: false, gate }
  }
  const { scale, rest } = pack.pack.gate
  const cleared = distinctive(strongest + rest * (total - strongest), scale) >= floor
  const single = identifying > 0 && agreeing === identifying && identifying < 2
  const score = Math.min(0.9999, four(probabilityOf(calibrated(pack.pack.model.calibration, logOdds))))
  let identity: Identity = score >= rules.match ? 'same_entity' : score >= rules.review ? 'review' : 'different'
  let because: Because = conflict ? 'conflict' : null
  if (identity !== 'different') {
    if (because === null && (!cleared || single)) because = 'not distinctive'
    if (because !== null) identity = 'review'
  }
  const gate = { clearing_signal: cleared ? clearing : null, distinctive_cleared: cleared, floor }
  return { identity, score, found, added, because, single, gate }
}

/** Does side a, by the first field in the pack's order that differs, come first as a string? */
function inOrder({ fieldNames }: CompiledPack, a: Fields, b: Fields): boolean {
  for (const name of fieldNames) {
    const left = a.get(name) ?? ''
    const right = b.get(name) ?? ''
    if (left !== right) return left < right
  }
  return true
}

/** Calls `take` with every factor that spoke, in the pack's order: its similarity, and its log-odds (NaN: not weighed). */
export function eachFactor(
  { comparisons }: CompiledPack,
  { found }: Decision,
  take: (name: string, similarity: number, weight: number) => void,
): void {
  found.forEach((agreement, c) => {
    if (agreement === null) return
    const { factors, levels } = comparisons[c]!
    for (let i = 0; i < factors.length; i++) {
      const measure = agreement.measures[i]!
      if (Number.isNaN(measure)) continue
      const similarity = four(measure)
      const level = levels[i]!
      take(factors[i]!, similarity, level === null ? Number.NaN : weightAt(level, similarity))
    }
  })
}

/** Factor name -> similarity. */
export function factorsOf(pack: CompiledPack, decision: Decision): Record<string, number> {
  const factors: Record<string, number> = {}
  eachFactor(pack, decision, (name, similarity) => {
    factors[name] = similarity
  })
  return factors
}
