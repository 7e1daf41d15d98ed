// Entry point of selfsame/client: uses the service from a program or a page.
export { type Attested, type Client, type ClientFile, type ClientOptions, createClient } from './client.ts'
export {
  AttestationRefused,
  BodyRefused,
  Busy,
  ClientError,
  Conflict,
  Forbidden,
  NotFound,
  ServiceFailure,
  ShapeRefused,
  Unavailable,
  Unreachable,
  ValueRefused,
} from './client-errors.ts'
export { type ToVerify, type Verified, verifyAnswer } from './verify.ts'
