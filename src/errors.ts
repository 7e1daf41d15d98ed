// The catalogue of failures: one code, and one sentence on what is wrong and what to do. No personal value, stack or server path.

export type ErrorCode =
  // values the caller chose (400)
  | 'jurisdiction_unknown'
  | 'jurisdiction_unsupported'
  | 'statute_unknown'
  | 'statute_mismatch'
  | 'backend_unknown'
  | 'method_unknown'
  | 'entity_unknown'
  | 'sides_mixed'
  | 'text_needs_person'
  | 'entity_type_unknown'
  | 'extra_missing'
  | 'upload_duplicate'
  | 'upload_missing'
  | 'replay_impossible'
  | 'reviewer_unknown'
  | 'file_refused'
  | 'index_unknown'
  | 'record_vague'
  // answers of people that do not fit what stands (409)
  | 'review_moved'
  | 'review_closed'
  | 'reviewer_again'
  // requests that cannot be read
  | 'forbidden_host'
  | 'forbidden_origin'
  | 'caller_invalid'
  | 'too_many_headers'
  | 'not_found'
  | 'decision_unknown'
  | 'record_unknown'
  | 'review_unknown'
  | 'cluster_unknown'
  | 'method_not_allowed'
  | 'too_large'
  | 'media_type'
  | 'malformed_body'
  | 'shape'
  | 'too_busy'
  // the installation
  | 'body_taken'
  | 'no_ledger'
  | 'ledger_unavailable'
  | 'ledger_corrupt'
  | 'index_unavailable'
  | 'timeout'
  | 'worker_lost'
  | 'shutting_down'
  | 'internal'
  // command line, library and files
  | 'key_file'
  | 'facts_invalid'
  | 'pack_invalid'
  | 'model_invalid'
  | 'usage'
  | 'limit_invalid'
  // one document of a batch
  | 'docling_address'
  | 'document_unreadable'
  | 'copy_leaks'
  | 'vault_unavailable'

/** A failure with a code for machines and one sentence for people. */
export class SelfsameError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'SelfsameError'
    this.code = code
  }
}

/** The message for large requests when the service has no capacity. */
export function tooBusy(): SelfsameError {
  return new SelfsameError('too_busy', 'Too many large requests at once; try again in a moment.')
}

/** The message wherever a ledger is needed and none was named: over HTTP, on the command line and in the library. */
export function noLedger(): SelfsameError {
  return new SelfsameError(
    'no_ledger',
    'no ledger is configured: pass --ledger FILE, or set SERVICE_LEDGER, where the service is started or the command is called; in the library pass the option `ledger`',
  )
}

/** The time limit of one answer was exceeded. */
export const tooLong = (): SelfsameError =>
  new SelfsameError('timeout', 'The answer took longer than this service allows; send less at once.')

/** The caller left: returns the abort reason of `signal` if it is a SelfsameError. */
export function abandoned(signal?: AbortSignal): SelfsameError {
  if (signal?.reason instanceof SelfsameError) return signal.reason
  return new SelfsameError('timeout', 'The caller went away before the answer was there; nothing was recorded.')
}
