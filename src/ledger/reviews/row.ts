// One pair of records in the review queue: what stands for it now, and how far people have come with it. Derived from decisions, so that
// a queue can be made again from them; nothing in it is evidence.
import type { PAIR_STATES, PERSON_ANSWERS } from '../../records/review.ts'

/** How far a pair has come. */
export type ReviewState = (typeof PAIR_STATES)[number]

/** What a person can answer. */
export type PersonsAnswer = (typeof PERSON_ANSWERS)[number]

/** Somebody is to be asked: for the first time, for the second of two people, or as the third where two disagree. */
export const OPEN_STATES = ['waiting', 'second', 'adjudicate'] as const satisfies readonly ReviewState[]

/** What the record of a reason is kept under: no entity pack can have this name. */
export const REASON_ENTITY = 'selfsame:reason'

/** A pair of records, whichever of them was given first. */
export interface RecordPair {
  /** The record id that comes first in code point order. */
  readonly low: string
  readonly high: string
}

/** A row of the queue. */
export interface ReviewRow extends RecordPair {
  /** The decision that stands for the pair; an answer supersedes it. */
  readonly decision_id: string
  readonly entity: string
  readonly state: ReviewState
  /** Of the engine, in [0, 1]. */
  readonly score: number
  /** Expected number of pairs of records that an answer decides otherwise than the score leans. */
  readonly effect: number
  readonly first_by: string | null
  readonly first_answer: PersonsAnswer | null
  readonly second_by: string | null
  readonly second_answer: PersonsAnswer | null
}

export function pairOfRecords(a: string, b: string): RecordPair {
  return a < b ? { low: a, high: b } : { low: b, high: a }
}

/** How the row of a pair changes with an answer. */
export type ReviewChange = Pick<
  ReviewRow,
  'low' | 'high' | 'decision_id' | 'state' | 'first_by' | 'first_answer' | 'second_by' | 'second_answer'
> & {
  /** Of a pair that nobody was asked about: what its row begins with. Null: it must be in the queue. */
  readonly unasked: Pick<ReviewRow, 'entity' | 'score'> | null
}
