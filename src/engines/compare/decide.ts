// The verdict: the model's probability, then what may forbid a merge (a conflict, nothing distinctive, one bare identifier).
import type { Gate, Identity } from '../../records/receipt.ts'
import type { Fields } from './comparators/comparator.ts'
import { probabilityOf, weightAt } from './model.ts'
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
  /** Factors in the order they spoke, the similarity of each, and the log-odds it added (NaN where it is not weighed). */
  readonly names: readonly string[]
  readonly similarities: readonly number[]
  readonly weights: readonly number[]
  readonly conflicts: readonly string[]
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
  const [a, b] = inOrder(pack, fieldsA, fieldsB)
  const spoken: string[] = []
  const similarities: number[] = []
  const weights: number[] = []
  const conflicts: string[] = []
  let logOdds = pack.pack.model.bias
  let spoke = 0
  let strongest = 0
  let total = 0
  let clearing: string | null = null
  let agreeing = 0
  let identifying = 0
  const distinctiveFields = pack.distinctive
  for (const { compare, factors: names, levels, evidence, field } of pack.comparisons) {
    const agreement = compare(a, b)
    if (agreement === null) continue
    let weight = 0
    let said = false
    for (let i = 0; i < names.length; i++) {
      const measure = agreement.measures[i]!
      if (Number.isNaN(measure)) continue
      said = true
      const value = four(measure)
      spoken.push(names[i]!)
      similarities.push(value)
      const level = levels[i]
      const added = level ? weightAt(level, value) : Number.NaN
      weights.push(added)
      if (level) weight += added
    }
    if (!said) continue
    spoke++
    logOdds += weight
    if (agreement.conflict) conflicts.push(names[0]!)
    if (agreement.bits > 0) {
      total += agreement.bits
      agreeing++
      if (pack.identifiers.has(field)) identifying++
      if ((evidence === 'distinctive' || distinctiveFields.has(field)) && agreement.bits > strongest) {
        strongest = agreement.bits
        clearing = names[0]!
      }
    }
  }
  if (spoke === 0) {
    return {
      identity: 'review',
      score: 0,
      names: spoken,
      similarities,
      weights,
      conflicts,
      because: 'no comparable fields',
      single: false,
      gate: { clearing_signal: null, distinctive_cleared: false, floor: rules.floor },
    }
  }
  const { scale, rest } = pack.pack.gate
  const cleared = distinctive(strongest + rest * (total - strongest), scale) >= rules.floor
  const single = identifying > 0 && agreeing === identifying && identifying < 2
  const score = Math.min(0.9999, four(probabilityOf(logOdds)))
  let identity: Identity = score >= rules.match ? 'same_entity' : score >= rules.review ? 'review' : 'different'
  let because: Because = null
  if (identity !== 'different') {
    if (conflicts.length > 0) because = 'conflict'
    else if (!cleared || single) because = 'not distinctive'
    if (because !== null) identity = 'review'
  } else if (conflicts.length > 0) because = 'conflict'
  return {
    identity,
    score,
    names: spoken,
    similarities,
    weights,
    conflicts,
    because,
    single,
    gate: { clearing_signal: cleared ? clearing : null, distinctive_cleared: cleared, floor: rules.floor },
  }
}

/** The side whose first differing field, in the pack's order, comes first as a string. */
function inOrder({ pack }: CompiledPack, a: Fields, b: Fields): [Fields, Fields] {
  for (const { name } of pack.fields) {
    const left = a.get(name) ?? ''
    const right = b.get(name) ?? ''
    if (left !== right) return left < right ? [a, b] : [b, a]
  }
  return [a, b]
}

/** Factor name -> similarity. */
export function factorsOf({ names, similarities }: Decision): Record<string, number> {
  const factors: Record<string, number> = {}
  for (let i = 0; i < names.length; i++) factors[names[i]!] = similarities[i]!
  return factors
}
