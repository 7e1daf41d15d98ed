// A signed statement of how far a ledger had come: kept elsewhere, it shows later that nothing was cut off or rewritten before it.
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { utcSeconds } from '../records/canonical.ts'
import { openCompact } from './compact.ts'
import { publicKeyOf } from './did-key.ts'
import { signCompact } from './envelope.ts'
import type { Signer } from './key-file.ts'

const CHECKPOINT_SCHEMA = 'selfsame.checkpoint.v1'
const CHECKPOINT_TYPE = 'selfsame-checkpoint+jws'

const Head = z.strictObject({ chain: z.string(), sequence: z.int().min(1), hash: z.string() })
const Claims = z.strictObject({
  schema: z.literal(CHECKPOINT_SCHEMA),
  heads: z.array(Head),
  issued_at: z.string(),
  signer: z.string(),
})

export interface Checkpoint {
  /** The last entry of every chain when it was signed. */
  readonly heads: readonly { readonly chain: string; readonly sequence: number; readonly hash: string }[]
  readonly issued_at: string
  readonly signer: string
  /** The key came from the verifier, not from the token. */
  readonly trusted: boolean
}

/** Signs the heads of a ledger: one compact JWS. */
export function sealCheckpoint(heads: Checkpoint['heads'], signer: Signer, now: Date): Promise<string> {
  const sorted = heads.map(({ chain, sequence, hash }) => ({ chain, sequence, hash }))
  const claims = { schema: CHECKPOINT_SCHEMA, heads: sorted, issued_at: utcSeconds(now), signer: signer.did }
  return signCompact(claims, CHECKPOINT_TYPE, signer)
}

/** Opens a checkpoint. Without `publicKey` the key in the token is used and the result is not trusted. Throws key_file when it does not verify. */
export async function openCheckpoint(jws: string, publicKey?: KeyObject | string): Promise<Checkpoint> {
  // A key that the verifier brought and that is none is not the checkpoint's fault.
  const pinned = typeof publicKey === 'string' ? publicKeyOf(publicKey) : publicKey
  try {
    const { heads, issued_at, signer } = Claims.parse(await openCompact(jws, CHECKPOINT_TYPE, pinned))
    return { heads, issued_at, signer, trusted: publicKey !== undefined }
  } catch (cause) {
    throw new SelfsameError('key_file', 'the checkpoint is not one, was changed, or was signed with another key', {
      cause,
    })
  }
}
