// The hash chain: each link binds the digest of an entry, its time and the hash of the previous link. Pure functions; a verifier needs no other file.
import { canonicalJson } from '../records/canonical.ts'
import { sha256Hex } from '../records/ids.ts'
import type { ChainEntry, ChainHead, DecisionEntry } from './store.ts'

/** `previous` of the first link of every chain. */
export const GENESIS = '0'.repeat(64)

/** A row of `decisions`. `body` is plain JSON of everything that has no column. */
export interface DecisionRow {
  readonly decision_id: string
  readonly verb: string
  readonly record_a: string | null
  readonly record_b: string | null
  readonly supersedes: string | null
  readonly body: string
}

/** Fields of a link that the writer supplies; the position and the previous hash come from the head of the chain. */
export type Linked = Pick<ChainEntry, 'kind' | 'subject' | 'digest' | 'recorded_at'>

/** The digest of a decision: every column of its row, and SHA-256 of the stored body. Record values enter only through record ids. */
export function decisionDigest({ decision_id, verb, record_a, record_b, supersedes, body }: DecisionRow): string {
  const columns = { decision_id, verb, record_a, record_b, supersedes }
  return sha256Hex(canonicalJson({ schema: 'selfsame.decision.v2', ...columns, body_sha256: sha256Hex(body) }))
}

/** The digest of releases up to 0.9.0, which readers must still accept: over values, so that several byte sequences have one digest. */
export const valuesDigest = (entry: DecisionEntry, supersedes: string | null): string =>
  sha256Hex(canonicalJson({ ...entry, supersedes }))

export const erasureDigest = (recordId: string): string => sha256Hex(canonicalJson({ erased: recordId }))

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
