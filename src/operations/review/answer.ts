// POST /review: a person answers a pair. The answer is a new decision, which supersedes the one that was answered.
import { SelfsameError } from '../../errors.ts'
import { pairOfRecords, REASON_ENTITY, type RecordPair, type ReviewRow } from '../../ledger/review-rows.ts'
import type { DecisionEntry, RecordedDecision } from '../../ledger/store.ts'
import { contentId, recordId } from '../../records/ids.ts'
import { ACTION_OF } from '../../records/receipt.ts'
import { GivenAnswer, type ReviewAnswer, type ReviewRequest } from '../../records/review.ts'
import { ENGINES } from '../../version.ts'
import type { Context, Reviewers } from '../shared/context.ts'
import { answeredDecision, REVIEW_SCHEMA, recordedDecision, requireReviews } from '../shared/recorded.ts'
import { refuseAnswer, type Standing, standingOf } from './standing.ts'

/** Throws no_ledger, reviewer_unknown, decision_unknown, review_unknown, review_moved, review_closed, reviewer_again, ledger_unavailable. */
export async function answerPair(
  { decision_id: follows, answer, reason, unasked = false }: ReviewRequest,
  context: Context,
): Promise<ReviewAnswer> {
  const reviews = requireReviews(context)
  const { caller = null, reviewers: wanted } = context
  if (caller === null || caller.trim() === '')
    throw new SelfsameError('reviewer_unknown', 'the reviewer is not known; name the person who answers')
  const stored = await recordedDecision(follows, context)
  const known = await rowOf(stored, context, unasked)
  // An unasked answer cuts an edge of a cluster: the engine's own decision about the pair is the reason for it, so `settled` does not refuse it.
  const row = unasked && known.state === 'settled' ? { ...known, state: 'waiting' as const } : known
  if (row.decision_id !== follows)
    throw new SelfsameError('review_moved', 'the pair has a newer decision; read it again and answer that one')
  const given = answersOf(stored)
  if (answer === 'undo' && given.length === 0)
    throw new SelfsameError('review_closed', 'no answer can be undone: no person has answered this pair')
  if (answer !== 'undo') refuseAnswer(row, given, caller)
  const reviewers = wanted ?? ((await reviews.asksTwo()) ? 2 : 1)
  const answers = answer === 'undo' ? given.slice(0, -1) : [...given, { by: caller, answer }]
  const standing = standingOf(answers, reviewers, answer === 'undo')
  const content = { entity: REASON_ENTITY, attributes: { about: follows, reason } }
  const entry = entryOf(stored, standing, { answer, reviewer: caller, reviewers, reason: recordId(content) })
  const { decision_id } = entry
  const [first, second] = answers
  await reviews.answer({
    entry,
    records: [content],
    follows,
    change: {
      low: row.low,
      high: row.high,
      decision_id,
      state: standing.state,
      first_by: first?.by ?? null,
      first_answer: first?.answer ?? null,
      second_by: second?.by ?? null,
      second_answer: second?.answer ?? null,
      unasked: unasked ? { entity: row.entity, score: row.score } : null,
    },
  })
  const { basis, explanation, score, factors, pins } = entry
  return {
    identity: standing.identity,
    action: ACTION_OF[standing.identity],
    basis,
    explanation,
    score: score ?? 0,
    factors: { ...factors },
    decision_id,
    pins: { ...pins },
    supersedes: follows,
    state: standing.state,
    recorded: true,
  }
}

/** The queue row of the pair of a decision. Throws review_unknown. */
export async function rowOf(stored: RecordedDecision, context: Context, unasked = false): Promise<ReviewRow> {
  const { record_a, record_b } = stored
  const row =
    record_a === null || record_b === null ? null : await requireReviews(context).row(pairOfRecords(record_a, record_b))
  if (row !== null) return row
  if (unasked && record_a !== null && record_b !== null && record_a !== record_b)
    return newRow(stored, pairOfRecords(record_a, record_b))
  throw new SelfsameError('review_unknown', 'no decision about these records has asked for a review')
}

/** A new row for a pair without a review. Throws review_unknown if the decision is not a comparison. */
function newRow(stored: RecordedDecision, pair: RecordPair): ReviewRow {
  answeredDecision(stored)
  const { decision_id, score, call } = stored
  return {
    ...pair,
    decision_id,
    entity: typeof call['entity'] === 'string' ? call['entity'] : '',
    state: 'waiting',
    score: score ?? 0,
    effect: 0,
    first_by: null,
    first_answer: null,
    second_by: null,
    second_answer: null,
  }
}

/** The answers of a decision; empty for a decision of the engine. */
export const answersOf = ({ verb, pins }: DecisionEntry): GivenAnswer[] =>
  verb === 'review' ? GivenAnswer.array().parse(pins['answers']) : []

interface Said {
  readonly answer: ReviewRequest['answer']
  readonly reviewer: string
  readonly reviewers: Reviewers
  readonly reason: string
}

/** The decision of a person, with the score and evidence that the person saw; its id binds them, the answer and the superseded decision. */
function entryOf(stored: RecordedDecision, standing: Standing, said: Said): DecisionEntry {
  const engine = answeredDecision(stored)
  const pins = {
    engine: ENGINES.review,
    decided_by: 'person',
    ...said,
    answers: standing.answers,
    supersedes: stored.decision_id,
    of: engine,
  }
  const { score, factors, record_a: a, record_b: b, evidence } = stored
  const { identity } = standing
  const bound = { schema: REVIEW_SCHEMA, a, b, identity, score, factors, pins }
  return {
    decision_id: contentId('dec', bound),
    verb: 'review',
    identity,
    action: ACTION_OF[identity],
    basis: standing.basis,
    score,
    explanation: `${standing.says}. The engine had asked: ${engine.explanation}`,
    factors,
    pins,
    call: stored.call,
    evidence,
    record_a: a,
    record_b: b,
  }
}
