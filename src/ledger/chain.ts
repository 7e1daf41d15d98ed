// The hash chain: how each link binds what was written, when, and the link before it. Pure; a verifier needs nothing else.
import { canonicalJson } from '../records/canonical.ts'
import { sha256Hex } from '../records/ids.ts'
import type { ChainEntry, ChainHead, DecisionEntry } from './store.ts'

/** `previous` of the first link of every chain. */
export const GENESIS = '0'.repeat(64)

/** What a link binds besides the link before it. */
export type Linked = Pick<ChainEntry, 'kind' | 'subject' | 'digest' | 'recorded_at'>

/** The digest of a decision: all of it, what it supersedes included. Record values enter through their ids alone. */
export function decisionDigest(entry: DecisionEntry, supersedes: string | null): string {
  return sha256Hex(canonicalJson({ ...entry, supersedes }))
}

/** The digest of an erasure. */
export function erasureDigest(recordId: string): string {
  return sha256Hex(canonicalJson({ erased: recordId }))
}

/** Hash of a link: SHA-256 over its canonical JSON, every field but the hash itself. */
export function linkHash(link: Omit<ChainEntry, 'hash'>): string {
  const { chain, sequence, kind, subject, digest, recorded_at, previous } = link
  return sha256Hex(
    canonicalJson({ schema: 'selfsame.chain.v1', chain, sequence, kind, subject, digest, recorded_at, previous }),
  )
}

/** The link that follows `head` (null: the first of its chain). */
export function nextLink(chain: string, head: ChainHead | null, linked: Linked): ChainEntry {
  const link = { chain, sequence: (head?.sequence ?? 0) + 1, ...linked, previous: head?.hash ?? GENESIS }
  return { ...link, hash: linkHash(link) }
}
