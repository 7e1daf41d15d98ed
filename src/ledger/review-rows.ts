// A pair in the review queue: its current decision and answers. Derived from decisions, so it can be rebuilt; not evidence.
import type { PAIR_STATES, PERSON_ANSWERS } from '../records/review.ts'

export type ReviewState = (typeof PAIR_STATES)[number]

export type PersonsAnswer = (typeof PERSON_ANSWERS)[number]

/** States that need a reviewer: the first, the second of two, or a third where two disagree. */
export const OPEN_STATES = ['waiting', 'second', 'adjudicate'] as const satisfies readonly ReviewState[]

/** Entity name of the record that holds a reason; no entity pack can have this name. */
export const REASON_ENTITY = 'selfsame:reason'

export interface RecordPair {
  /** The record id that comes first in code point order. */
  readonly low: string
  readonly high: string
}

export interface ReviewRow extends RecordPair {
  /** The current decision on the pair; an answer supersedes it. */
  readonly decision_id: string
  readonly entity: string
  readonly state: ReviewState
  /** Score of the engine, in [0, 1]. */
  readonly score: number
  /** Expected number of record pairs that an answer decides differently from the score. */
  readonly effect: number
  readonly first_by: string | null
  readonly first_answer: PersonsAnswer | null
  readonly second_by: string | null
  readonly second_answer: PersonsAnswer | null
}

export const pairOfRecords = (a: string, b: string): RecordPair => (a < b ? { low: a, high: b } : { low: b, high: a })

export type ReviewChange = Pick<
  ReviewRow,
  'low' | 'high' | 'decision_id' | 'state' | 'first_by' | 'first_answer' | 'second_by' | 'second_answer'
> & {
  /** Initial values of the row of a pair that was not queued. Null: the pair must be in the queue. */
  readonly unasked: Pick<ReviewRow, 'entity' | 'score'> | null
}
