// The score of a pair as steps: what each factor and each adjustment added to the log-odds, in reading order.
import { round4 } from '../../records/canonical.ts'
import { type Decision, factorsOf, weightsOf } from './decide.ts'
import type { CompiledPack } from './pack.ts'

export interface Step {
  /** Name of a factor, or what else moves the sum. */
  readonly name: string
  /** How alike the two values are, 0..1; null where no values are compared. */
  readonly similarity: number | null
  /** Natural log-odds, four decimals. */
  readonly logOdds: number
}

export interface Contributions {
  readonly steps: readonly Step[]
  /** The sentence of the decision. */
  readonly explanation: string
}

/** Steps whose sum is the log-odds of the score, but where nothing could be compared: then there are none. */
export function stepsOf(pack: CompiledPack, decision: Decision): Step[] {
  const factors = factorsOf(pack, decision)
  const weights = weightsOf(pack, decision)
  if (Object.keys(factors).length === 0) return []
  const { calibration, separate, rivals, asked } = decision.adjusted
  return [
    { name: 'before comparing', similarity: null, logOdds: round4(pack.pack.model.bias) },
    ...weights.map(([name, weight]) => ({ name, similarity: factors[name]!, logOdds: round4(weight) })),
    ...(calibration === 0 ? [] : [{ name: 'calibration', similarity: null, logOdds: round4(calibration) }]),
    ...(separate === 0 ? [] : [{ name: 'numbers of their own differ', similarity: null, logOdds: round4(separate) }]),
    ...(rivals === 0 ? [] : [{ name: 'other explanations', similarity: null, logOdds: round4(rivals) }]),
    ...(asked === 0 ? [] : [{ name: 'a question at the least', similarity: null, logOdds: round4(asked) }]),
  ]
}
