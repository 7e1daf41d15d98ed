// The rules of reviews: who may answer a pair, the result of several answers, and when a pair is closed. Pure functions.
import { SelfsameError } from '../../errors.ts'
import type { PersonsAnswer, ReviewRow, ReviewState } from '../../ledger/review-rows.ts'
import type { Identity } from '../../records/receipt.ts'
import type { GivenAnswer } from '../../records/review.ts'
import type { Reviewers } from '../shared/context.ts'

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

function stateOf(answers: readonly GivenAnswer[], reviewers: Reviewers): ReviewState {
  const [first, second] = answers
  if (first === undefined) return 'waiting'
  if (second === undefined) return reviewers === 1 ? first.answer : 'second'
  if (first.answer === second.answer) return second.answer
  return answers[2]?.answer ?? 'adjudicate'
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
