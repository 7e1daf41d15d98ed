// Inter-rater agreement of two reviewers beyond chance. Source: Cohen (1960), A coefficient of agreement for nominal scales.
import type { AnswerPair } from '../../ledger/store.ts'
import { round4 } from '../../records/canonical.ts'
import type { Agreement } from '../../records/review.ts'

/** Cohen's kappa over first and second answers. */
export function agreementOf(answers: readonly AnswerPair[]): Agreement {
  const all = answers.reduce((sum, { pairs }) => sum + pairs, 0)
  if (all === 0) return { pairs: 0, observed: null, expected: null, kappa: null }
  const share = (which: (pair: AnswerPair) => boolean) =>
    answers.filter(which).reduce((sum, { pairs }) => sum + pairs, 0) / all
  const observed = share(({ first, second }) => first === second)
  const given = [...new Set(answers.flatMap(({ first, second }) => [first, second]))]
  const expected = given
    .map((answer) => share(({ first }) => first === answer) * share(({ second }) => second === answer))
    .reduce((sum, chance) => sum + chance, 0)
  // If both gave the same single answer throughout, kappa is undefined.
  const kappa = expected >= 1 ? null : round4((observed - expected) / (1 - expected))
  return { pairs: all, observed: round4(observed), expected: round4(expected), kappa }
}
