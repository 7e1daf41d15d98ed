// The id that ties an answer to the lines about it in the logs of the service and of the proxies before it.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export const REQUEST_ID = 'x-request-id'

/**
 * A UUID, or 16 to 64 hexadecimal digits with a letter among them: the forms in which proxies make ids (nginx: 32 digits, W3C Trace
 * Context: 16 or 32). Anything else might be a value of the caller's, digits alone a card or a telephone number, and would be logged.
 */
const KEPT = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]{0,63}[a-f])[0-9a-f]{16,64})$/i

/** The id of a request: the one that came with it when that is a kept form, else a new random one. */
export function requestIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const sent = headers[REQUEST_ID]
  return typeof sent === 'string' && KEPT.test(sent) ? sent : newRequestId()
}

/** For what is answered before there is a request. */
export function newRequestId(): string {
  return randomUUID()
}
