// The public face of attestation: sealing answers and checking them, importable without the rest of the service.
export { ENVELOPE_TYPE } from '../records/attested.ts'
export type { Envelope } from '../records/self-descriptions.ts'
export { type Checkpoint, openCheckpoint, sealCheckpoint } from './checkpoint.ts'
export { openCompact } from './compact.ts'
export { didKeyOf, publicKeyOf } from './did-key.ts'
export {
  type AnswerDigest,
  type Claims,
  digestOf,
  type Sealing,
  sealAnswer,
  sealDigest,
  signCompact,
} from './envelope.ts'
export { createKeyFile, loadKeyFile, type Signer, signerOf } from './key-file.ts'
export { type KeyResolver, type Supplied, type TrustedKey, type Verification, verifyEnvelope } from './verify.ts'
