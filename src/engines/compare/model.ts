// The model of a pack: Fellegi and Sunter's sum of log-odds over graded levels of agreement, read as a probability.
import type { Interaction, Level } from '../../packs/schemas/entity-pack.ts'

/** Log-odds (natural) of a similarity: interpolated between the levels of its factor, so that more agreement never weighs less. */
export function weightAt(levels: readonly Level[], similarity: number): number {
  const first = levels[0]!
  if (similarity <= first.at) return first.weight
  for (let i = 1; i < levels.length; i++) {
    const level = levels[i]!
    if (similarity > level.at) continue
    const below = levels[i - 1]!
    return below.weight + ((level.weight - below.weight) * (similarity - below.at)) / (level.at - below.at)
  }
  return levels[levels.length - 1]!.weight
}

/** Beyond these log-odds the logistic curve is cut off: its tail runs out of decimals long before evidence runs out. */
const KNEE = 4
const TAIL = 1 / (1 + Math.exp(KNEE))

/**
 * Probability of log-odds in (0, 1). Logistic up to 98.2 %, then a tail that falls with the inverse of the evidence, so that
 * stronger evidence still shows in four decimals.
 */
export function probabilityOf(logOdds: number): number {
  if (logOdds > KNEE) return 1 - TAIL / (1 + (logOdds - KNEE) * (1 - TAIL))
  if (logOdds < -KNEE) return TAIL / (1 + (-logOdds - KNEE) * (1 - TAIL))
  return 1 / (1 + Math.exp(-logOdds))
}

/** The similarity at which a factor says nothing: where its weight crosses zero. A silent factor is read as this. */
export function neutralOf(levels: readonly Level[]): number {
  for (let k = 0; k < levels.length; k++) {
    const level = levels[k]!
    if (level.weight < 0) continue
    if (k === 0 || level.weight === 0) return level.at
    const below = levels[k - 1]!
    return below.at + ((level.at - below.at) * -below.weight) / (level.weight - below.weight)
  }
  return levels[levels.length - 1]!.at
}

/** An interaction made ready: factor numbers instead of names, nodes in one flat list (leaves have factor -1). */
export interface CompiledTree {
  readonly factor: Int16Array
  readonly at: Float64Array
  readonly low: Int16Array
  readonly high: Int16Array
  /** Numbers of the factors it reads. */
  readonly reads: readonly number[]
}

/** Flattens a tree; `numberOf` gives a factor's number. */
export function compileTree(tree: Interaction, numberOf: (factor: string) => number): CompiledTree {
  const factor: number[] = []
  const at: number[] = []
  const low: number[] = []
  const high: number[] = []
  const add = (node: Interaction): number => {
    const place = factor.length
    factor.push(-1)
    at.push(0)
    low.push(0)
    high.push(0)
    if (typeof node === 'number') at[place] = node
    else {
      factor[place] = numberOf(node.factor)
      at[place] = node.at
      low[place] = add(node.low)
      high[place] = add(node.high)
    }
    return place
  }
  add(tree)
  return {
    factor: Int16Array.from(factor),
    at: Float64Array.from(at),
    low: Int16Array.from(low),
    high: Int16Array.from(high),
    reads: [...new Set(factor.filter((number) => number >= 0))],
  }
}

/** Log-odds of a compiled tree over similarities by factor number. */
export function treeAt(tree: CompiledTree, similarities: Float64Array): number {
  let place = 0
  for (;;) {
    const factor = tree.factor[place]!
    if (factor < 0) return tree.at[place]!
    place = similarities[factor]! >= tree.at[place]! ? tree.high[place]! : tree.low[place]!
  }
}
