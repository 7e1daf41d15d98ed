// POST /review: a person answers a pair. The answer is a new decision, which supersedes the one that was answered. Who may answer, what several answers
// make, and when a pair is closed are pure functions.
import { SelfsameError } from '../../errors.ts'
import { stateOf } from '../../ledger/review-store.ts'
import {
  type DecisionEntry,
  type PersonsAnswer,
  pairOfRecords,
  REASON_ENTITY,
  type RecordedDecision,
  type RecordPair,
  type ReviewRow,
  type ReviewState,
} from '../../ledger/store.ts'
import { contentId, recordId } from '../../records/ids.ts'
import { ACTION_OF, type Identity } from '../../records/receipt.ts'
import { GivenAnswer, type ReviewAnswer, type ReviewRequest } from '../../records/review.ts'
import { ENGINES } from '../../version.ts'
import type { Context, Reviewers } from '../shared/context.ts'
import { answeredDecision, REVIEW_SCHEMA, recordedDecision, requireReviews } from '../shared/recorded.ts'

export interface Standing {
  readonly answers: readonly GivenAnswer[]
  readonly state: ReviewState
  readonly identity: Identity
  readonly basis: string
  /** The result, as the beginning of a sentence. */
  readonly says: string
}

const IDENTITY_OF: Readonly<Record<PersonsAnswer, Identity>> = {
  same: 'same_entity',
  different: 'different',
  cannot_tell: 'review',
}

const SAYS: Readonly<Record<PersonsAnswer, string>> = {
  same: 'these are the same',
  different: 'these are different',
  cannot_tell: 'it cannot be told',
}

/** The result of the answers. `undone`: the last one was just withdrawn. */
export function standingOf(answers: readonly GivenAnswer[], reviewers: Reviewers, undone: boolean): Standing {
  const state = stateOf(answers, reviewers)
  const pending = { answers, state, identity: 'review' } as const
  if (undone && state !== 'same' && state !== 'different' && state !== 'cannot_tell')
    return { ...pending, basis: 'person: undone', says: 'A person took the last answer back' }
  if (state === 'second')
    return {
      ...pending,
      basis: 'person: first answer',
      says: 'One of two people has answered; a second one is to be asked',
    }
  if (state === 'adjudicate')
    return { ...pending, basis: 'person: disagreement', says: 'Two people disagree; a third one is to decide' }
  const answer = state as PersonsAnswer
  const who = answers.length === 1 ? 'A person' : answers.length === 2 ? 'Two people' : 'A third person'
  const basis = `person: ${answer.replace('_', ' ')}`
  return { answers, state, identity: IDENTITY_OF[answer], basis, says: `${who} decided that ${SAYS[answer]}` }
}

/** Reasons why a pair in a state cannot be answered. */
const CLOSED: Partial<Record<ReviewState, string>> = {
  implied_same:
    'this pair needs no answer: earlier answers imply that the records are the same; undo one of those first',
  implied_different:
    'this pair needs no answer: earlier answers imply that the records differ; undo one of those first',
  settled: 'this pair needs no answer: the engine has decided it since',
  erased: 'this pair cannot be answered: values of its records were erased',
  same: 'this pair is answered; undo the answer first',
  different: 'this pair is answered; undo the answer first',
  cannot_tell: 'this pair is answered; undo the answer first',
}

/** Throws review_closed, reviewer_again. */
export function refuseAnswer(row: ReviewRow, given: readonly GivenAnswer[], reviewer: string): void {
  const why = CLOSED[row.state]
  if (why !== undefined) throw new SelfsameError('review_closed', why)
  if (given.some(({ by }) => by === reviewer))
    throw new SelfsameError(
      'reviewer_again',
      'this person has already answered the pair, so another person must answer; the proxy names people in X-Service-Caller',
    )
}

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
  const row = await rowOf(stored, context, unasked)
  if (row.decision_id !== follows)
    throw new SelfsameError('review_moved', 'the pair has a newer decision; read it again and answer that one')
  const answers = answersWith(answer, caller, row, answersOf(stored), unasked)
  const reviewers = wanted ?? ((await reviews.asksTwo()) ? 2 : 1)
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

/** The answers to a pair with one more, or without the last. Throws review_closed, reviewer_again. */
function answersWith(
  answer: ReviewRequest['answer'],
  by: string,
  row: ReviewRow,
  given: readonly GivenAnswer[],
  unasked: boolean,
): GivenAnswer[] {
  if (answer === 'undo') {
    if (given.length > 0) return given.slice(0, -1)
    throw new SelfsameError('review_closed', 'no answer can be undone: no person has answered this pair')
  }
  // An unasked answer cuts an edge of a cluster: the engine's own decision about the pair is the reason for it, so `settled` does not refuse it.
  refuseAnswer(unasked && row.state === 'settled' ? { ...row, state: 'waiting' } : row, given, by)
  return [...given, { by, answer }]
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
