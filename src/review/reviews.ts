// The review queue of an installation: its operations, with the caller and the number of reviewers for each pair.
import type { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import type { Reviewers } from '../operations/review/standing.ts'
import type { Context } from '../operations/shared/context.ts'
import type { PairAnswer, QueueAnswer, ReviewAnswer } from '../records/review.ts'
import { PairRequest, QueueRequest, ReviewRequest } from '../records/review.ts'
import type { Shaped } from './looking.ts'

export { createLooking, type Looking, type Shaped } from './looking.ts'

/** Every method throws SelfsameError: `shape` for a malformed request, no_ledger, ledger_unavailable, and the errors documented by its operation. */
export interface Reviews {
  /** Waiting pairs in the order of the queue. `caller`: pairs that this reviewer has answered are omitted. */
  queue(request?: z.input<typeof QueueRequest>, caller?: string | null): Promise<QueueAnswer>
  /** One pair with its values side by side. Throws decision_unknown, review_unknown. */
  pair(request: z.input<typeof PairRequest>): Promise<PairAnswer>
  /** Records a reviewer's answer. Throws reviewer_unknown, decision_unknown, review_unknown, review_moved, review_closed, reviewer_again. */
  answer(request: z.input<typeof ReviewRequest>, caller: string | null): Promise<ReviewAnswer>
}

/** `wanted`: reviewers for each pair; if absent, as many as the ledger already uses, otherwise one. Throws limit_invalid. */
export function createReviews(wanted: number | undefined, shaped: Shaped, context: () => Promise<Context>): Reviews {
  const reviewers = reviewersOf(wanted)
  return {
    async queue(request = {}, caller = null) {
      const asked = shaped(QueueRequest, request, true)
      return (await import('../operations/review/queue.ts')).queue(asked, caller, await context())
    },
    async pair(request) {
      const asked = shaped(PairRequest, request, true)
      return (await import('../operations/review/pair.ts')).pair(asked, await context())
    },
    async answer(request, caller) {
      const asked = shaped(ReviewRequest, request, true)
      return (await import('../operations/review/answer.ts')).answerPair(asked, { caller, reviewers }, await context())
    },
  }
}

/** Throws limit_invalid. */
function reviewersOf(wanted: number | undefined): Reviewers | null {
  if (wanted === undefined) return null
  if (wanted === 1 || wanted === 2) return wanted
  throw new SelfsameError('limit_invalid', 'reviewers: expected 1 or 2, the people who answer a pair')
}
