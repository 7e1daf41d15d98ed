// One entry of the table of operations.
import type { z } from 'zod'

/** When an operation needs a ledger; `stored`: for a request with `store`. */
export type LedgerNeed = 'never' | 'stored' | 'always'

export interface Operation<
  Request extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
  Need extends LedgerNeed = LedgerNeed,
> {
  readonly request: Request
  readonly answer: Answer
  readonly ledger: Need
  /** Heading on the API page. */
  readonly group: string
  readonly summary: string
  readonly description: string
  /** Statuses of this operation only; the OpenAPI document adds the common ones. */
  readonly statuses: readonly number[]
  readonly example?: Readonly<Record<string, unknown>>
  /** The body is a form with files, and not JSON. */
  readonly form?: true
  /** The operation reads the files of its form itself; others receive their text. */
  readonly readsFiles?: true
  /** It reads the ledger itself: the listening process answers requests of any length. */
  readonly light?: true
  /** A learned model reads its texts unless the request has `backend` "basic". */
  readonly readByModel?: true
  /** It makes a stored decision again, which takes as long as it did the first time. */
  readonly rerun?: true
  /** Beyond the contract: not among the endpoints of /capabilities. */
  readonly added?: true
  /** Writes an answer as JSON.stringify does, in less time. */
  readonly written?: (answer: never) => string
}

export const operation = <Request extends z.ZodObject, Answer extends z.ZodType, Need extends LedgerNeed>(
  spec: Operation<Request, Answer, Need>,
): Operation<Request, Answer, Need> => spec
