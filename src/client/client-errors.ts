// Errors of a call to the service, one class for each kind that a program can handle.

/** A call without an answer. `status` is the HTTP status, null if no response arrived. */
export class ClientError extends Error {
  readonly status: number | null
  /** Request id for searching the operator's log. */
  readonly requestId: string | null

  constructor(message: string, status: number | null = null, requestId: string | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.status = status
    this.requestId = requestId
  }
}

/** 400: a value is not accepted; the message lists the accepted ones. */
export class ValueRefused extends ClientError {}
/** 422: the request does not have the expected shape. */
export class ShapeRefused extends ClientError {}
/** 403: this host or page is not allowed. */
export class Forbidden extends ClientError {}
/** 404: the id or the address does not exist. */
export class NotFound extends ClientError {}
/** 409: the answer does not match the current decision; read the pair again. */
export class Conflict extends ClientError {}
/** 413 and 415: the body is too large, or its type is not supported. */
export class BodyRefused extends ClientError {}
/** 429: too many large requests at once, also after every retry. */
export class Busy extends ClientError {}
/** 503: no ledger, or the service is temporarily unavailable, also after every retry. */
export class Unavailable extends ClientError {}
/** 5xx: the service failed; the operator's log has the details. */
export class ServiceFailure extends ClientError {}
/** No response: the service does not listen, the connection broke, or the timeout expired. */
export class Unreachable extends ClientError {}
/** The answer has no valid attestation: do not rely on it. `problems` lists the reasons. */
export class AttestationRefused extends ClientError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[], requestId: string | null) {
    super(`the answer is not attested as it should be: ${problems.join('; ')}`, 200, requestId)
    this.problems = problems
  }
}

type Refusal = new (message: string, status: number, requestId: string | null) => ClientError

const CLASSES: Readonly<Record<number, Refusal>> = {
  400: ValueRefused,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  413: BodyRefused,
  415: BodyRefused,
  422: ShapeRefused,
  429: Busy,
  503: Unavailable,
}

export function errorOf(status: number, detail: string, requestId: string | null): ClientError {
  const Class = CLASSES[status] ?? (status >= 500 ? ServiceFailure : ClientError)
  return new Class(detail, status, requestId)
}
