// Any failure -> its HTTP status and the one sentence a caller gets. Failures not meant for callers get a fixed sentence.
import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, SelfsameError } from '../errors.ts'

export const STATUS: Readonly<Record<ErrorCode, number>> = {
  jurisdiction_unknown: 400,
  jurisdiction_unsupported: 400,
  statute_unknown: 400,
  statute_mismatch: 400,
  backend_unknown: 400,
  method_unknown: 400,
  entity_unknown: 400,
  sides_mixed: 400,
  text_needs_person: 400,
  entity_type_unknown: 400,
  extra_missing: 400,
  upload_duplicate: 400,
  replay_impossible: 400,
  document_unreadable: 400,
  copy_leaks: 400,
  caller_invalid: 400,
  reviewer_unknown: 400,
  file_refused: 400,
  index_unknown: 400,
  record_vague: 400,
  forbidden_host: 403,
  forbidden_origin: 403,
  not_found: 404,
  decision_unknown: 404,
  record_unknown: 404,
  review_unknown: 404,
  cluster_unknown: 404,
  method_not_allowed: 405,
  review_moved: 409,
  review_closed: 409,
  reviewer_again: 409,
  too_large: 413,
  media_type: 415,
  malformed_body: 422,
  shape: 422,
  upload_missing: 422,
  too_busy: 429,
  too_many_headers: 431,
  body_taken: 500,
  internal: 500,
  key_file: 500,
  facts_invalid: 500,
  pack_invalid: 500,
  model_invalid: 500,
  usage: 500,
  limit_invalid: 500,
  docling_address: 500,
  no_ledger: 503,
  ledger_unavailable: 503,
  vault_unavailable: 503,
  ledger_corrupt: 503,
  index_unavailable: 503,
  shutting_down: 503,
  timeout: 503,
  worker_lost: 503,
}

// The id that ties an answer to the lines about it in the logs of the service and of the proxies before it.
export const REQUEST_ID = 'x-request-id'

/** A UUID, or 16 to 64 hex digits with a letter, as proxies make ids. Anything else could be a caller's value and would be logged. */
const KEPT = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]{0,63}[a-f])[0-9a-f]{16,64})$/i

/** The id of a request: the one that came with it when that is a kept form, else a new random one. */
export function requestIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const sent = headers[REQUEST_ID]
  return typeof sent === 'string' && KEPT.test(sent) ? sent : newRequestId()
}

/** For what is answered before there is a request. */
const newRequestId = (): string => randomUUID()

export interface Failure {
  readonly status: number
  readonly detail: string
}

const UNEXPECTED: Failure = {
  status: 500,
  detail: 'The service failed to answer this request; nothing was recorded. The operator finds the cause in the log.',
}

/** The framework's own failures, by its code, in the catalogue's words. */
const FRAMEWORK: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The request body is larger than this service accepts; send less at once.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['media_type', 'This content type is not accepted here.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_body', 'The request body is not as long as its Content-Length says.'],
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: ['media_type', 'A request of this method needs a Content-Type.'],
  FST_ERR_BAD_URL: ['not_found', 'There is nothing at this address: it is not a well-formed path.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this address: it is too long.'],
  FST_PARTS_LIMIT: ['too_large', 'The form has more parts than this service accepts.'],
  FST_FILES_LIMIT: ['too_large', 'The form has more files than this service accepts; send fewer at once.'],
  FST_FIELDS_LIMIT: ['too_large', 'The form has more fields than this service accepts.'],
  FST_REQ_FILE_TOO_LARGE: ['too_large', 'A file is larger than this service accepts.'],
  FST_PROTO_VIOLATION: ['shape', 'The form has a field of a name that no field may have.'],
  FST_INVALID_JSON_FIELD_ERROR: ['shape', 'A form field is not the plain text it should be.'],
  FST_MP_PREMATURE_CLOSE: ['malformed_body', 'The form ended before it was complete.'],
  ECONNRESET: ['malformed_body', 'The request ended before it was complete.'],
  ECONNABORTED: ['malformed_body', 'The request ended before it was complete.'],
}

/** True when the cause is not the caller's and belongs in the operator's log. */
export const isUnexpected = (failure: Failure): boolean => failure.status === 500

export function failureOf(error: unknown): Failure {
  if (error instanceof SelfsameError) {
    const status = STATUS[error.code]
    return status === 500 && error.code !== 'body_taken' ? UNEXPECTED : { status, detail: error.message }
  }
  const known = FRAMEWORK[(error as NodeJS.ErrnoException | null)?.code ?? '']
  return known === undefined ? UNEXPECTED : { status: STATUS[known[0]], detail: known[1] }
}

/** Answers requests that Node refuses, on the bare socket, which is then closed. `told` receives the answer. */
export function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Socket,
  told: (id: string, status: number) => void,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, detail } = protocolFailure(error.code)
  const body = JSON.stringify({ detail })
  const id = newRequestId()
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${id}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  told(id, status)
  // Ended is not gone: a caller that neither reads nor closes would hold the connection as long as it likes.
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref()
}

/** Destroyed at once, a connection with unread input is reset, and its caller may never see the answer (RFC 9112, 9.6). */
const LINGER_MILLISECONDS = 1_000

function protocolFailure(code: string | undefined): Failure {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, detail: 'The request headers are larger than this service accepts.' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, detail: 'The request took too long to arrive.' }
    default:
      return { status: 400, detail: 'This is not a well-formed HTTP request.' }
  }
}

/** The path that the service is mounted at in another server; Express and createHandler set it. */
export const mountOf = ({ raw }: { readonly raw: object }): string => (raw as { baseUrl?: string }).baseUrl ?? ''
