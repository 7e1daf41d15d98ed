// POST /weigh: the contribution of each factor of a comparison to its score, and the single changes that would change its verdict.
import { round4 } from '../records/canonical.ts'
import { ACTION_OF } from '../records/receipt.ts'
import type { WeighAnswer, WeighRequest } from '../records/studio.ts'
import { checkEntity } from './compare.ts'
import type { Handler } from './shared/context.ts'

type Attributes = Readonly<Record<string, string>>

/** Throws entity_unknown. */
export const weigh: Handler<WeighRequest, WeighAnswer> = async ({ a, b, entity }, context) => {
  checkEntity(entity, context)
  const { compare } = context.engines
  const { identity, basis, explanation, score } = compare.compareRecords(entity, a, b)
  const { bias, steps, read } = compare.weigh(entity, a, b)
  const turns: WeighAnswer['turns'] = []
  const [left, right] = read
  for (const field of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const value = left[field] ?? right[field]!
    const tried = [
      ['left_out', without(left, field), without(right, field)],
      ['the_same', { ...left, [field]: value }, { ...right, [field]: value }],
    ] as const
    for (const [change, changedA, changedB] of tried) {
      const { identity: turned, score: now } = compare.verdict(entity, changedA, changedB)
      if (turned !== identity) turns.push({ field, change, identity: turned, score: now })
    }
  }
  return {
    identity,
    action: ACTION_OF[identity],
    basis,
    explanation,
    score,
    bias: round4(bias),
    steps: steps.map((step) => ({ ...step, weight: round4(step.weight) })),
    turns,
  }
}

const without = (attributes: Attributes, field: string): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== field))
