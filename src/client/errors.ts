// What can go wrong between a program and a service, as classes: catch the one you can do something about.

/** A call that was not answered. `status` is that of HTTP, null where no answer came. */
export class ClientError extends Error {
  readonly status: number | null
  /** The id under which the operator finds the request in the log. */
  readonly requestId: string | null

  constructor(message: string, status: number | null = null, requestId: string | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.status = status
    this.requestId = requestId
  }
}

/** 400: a value is not accepted; the message lists those that are. */
export class ValueRefused extends ClientError {}
/** 422: the request does not have the expected shape. */
export class ShapeRefused extends ClientError {}
/** 403: this host or page may not ask. */
export class Forbidden extends ClientError {}
/** 404: nothing with that id, or no such address. */
export class NotFound extends ClientError {}
/** 409: the answer does not fit what stands by now; read the pair again. */
export class Conflict extends ClientError {}
/** 413 and 415: too large, or of a type that is not taken. */
export class BodyRefused extends ClientError {}
/** 429: too many large requests at once, also after every retry. */
export class Busy extends ClientError {}
/** 503: no ledger, or the service cannot answer now, also after every retry. */
export class Unavailable extends ClientError {}
/** 5xx: the service failed; the operator's log has its place. */
export class ServiceFailure extends ClientError {}
/** No answer came: nobody listens, the connection broke, or it took too long. */
export class Unreachable extends ClientError {}
/** The answer came without an attestation that verifies: do not rely on it. `problems` says what is wrong. */
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
