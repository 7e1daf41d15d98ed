// GET /review: pairs to ask about, those with the greatest effect first; every tenth at random, to measure the engine.
import { drawOf } from '../../ledger/review-store.ts'
import type { AnswerPair, ReviewRow, ReviewState, ReviewStore, Wanted } from '../../ledger/store.ts'
import { round4 } from '../../records/canonical.ts'
import type { Agreement, QueueAnswer, QueuedPair, QueueRequest } from '../../records/review.ts'
import type { Context } from '../shared/context.ts'
import { requireReviews } from '../shared/recorded.ts'

// Inter-rater agreement of two reviewers beyond chance. Source: Cohen (1960), A coefficient of agreement for nominal scales.

/** Cohen's kappa over first and second answers. */
function agreementOf(answers: readonly AnswerPair[]): Agreement {
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

/** Interval of the random sample among the pairs. */
const SAMPLE_EVERY = 10

const SAYS = `Most expected effect first (min(score, 1 - score) times the pairs of records that the answer joins or parts); every ${SAMPLE_EVERY}th pair is drawn at random by the seed, for audit. Pairs that earlier answers imply are not asked.`

/** States of pairs that a person has answered and that need no further reviewer: these count for the position in the order. */
const DONE: readonly ReviewState[] = ['same', 'different', 'cannot_tell']
const OPEN: readonly ReviewState[] = ['adjudicate', 'second', 'waiting']

/** Throws no_ledger, ledger_unavailable. */
export async function queue(
  { state, entity, limit, seed, blind }: QueueRequest,
  context: Context,
): Promise<QueueAnswer> {
  const reviews = requireReviews(context)
  const [counts, answers] = await Promise.all([reviews.counts(entity), reviews.answerPairs(entity)])
  const done = DONE.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0)
  const states = (state === 'open' ? OPEN : [state]).filter((each) => counts.has(each))
  const wanted = { entity, by: context.caller ?? null, limit }
  const pairs = await inOrder(reviews, states, wanted, done, drawOf(seed))
  return {
    counts: Object.fromEntries(counts),
    agreement: agreementOf(answers),
    order: { says: SAYS, sample_every: SAMPLE_EVERY, seed },
    pairs: await Promise.all(
      pairs.map(async ({ row, why }) => shown(row, (await isMerge(row, context)) ? 'merge' : why, blind)),
    ),
  }
}

interface Chosen {
  readonly row: ReviewRow
  readonly why: QueuedPair['why']
}

/** The pairs in the order of the queue. `done`: number of pairs answered before. */
async function inOrder(
  reviews: ReviewStore,
  states: readonly ReviewState[],
  wanted: Omit<Wanted, 'state'>,
  done: number,
  start: number,
): Promise<Chosen[]> {
  const [byEffect, byDraw] = await Promise.all([
    Promise.all(states.map((state) => reviews.byEffect({ ...wanted, state }))),
    Promise.all(states.map((state) => reviews.byDraw({ ...wanted, state }, start))),
  ])
  // Within each state the store has sorted the pairs; across states the larger effect comes first.
  const heavy = byEffect.flat().sort((a, b) => b.effect - a.effect)
  const drawn = byDraw.flat()
  const taken = new Set<ReviewRow['decision_id']>()
  const next = (from: readonly ReviewRow[]) => from.find(({ decision_id }) => !taken.has(decision_id))
  const chosen: Chosen[] = []
  while (chosen.length < wanted.limit) {
    const isSample = (done + chosen.length + 1) % SAMPLE_EVERY === 0
    const row = next(isSample ? drawn : heavy)
    if (row === undefined) break
    taken.add(row.decision_id)
    chosen.push({ row, why: isSample ? 'sample' : 'effect' })
  }
  return chosen
}

/** True if the engine merged the two, and a run over tables nevertheless asks about them. */
async function isMerge({ state, decision_id }: ReviewRow, context: Context): Promise<boolean> {
  return state === 'waiting' && (await context.ledger?.decision(decision_id))?.identity === 'same_entity'
}

function shown(
  { decision_id, entity, state, score, effect, low, high }: ReviewRow,
  why: Chosen['why'],
  blind: boolean,
) {
  const weighed = blind ? { score: null, effect: null } : { score, effect }
  return { decision_id, entity, state, why, ...weighed, record_a: low, record_b: high }
}
