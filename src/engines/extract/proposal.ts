// A proposed entity before overlaps are resolved: offsets index the view, and the rank decides between overlapping proposals.
import type { EntityType } from '../../records/mentions.ts'

export interface Proposal {
  readonly type: EntityType
  /** UTF-16 indexes, end exclusive: of the view inside rules, of the original text in the engine. */
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly source: 'rule' | 'lexicon' | 'model'
  readonly metadata: Readonly<Record<string, unknown>>
  /** If two proposals overlap, the one with the higher rank is kept; for equal ranks the longer, then the earlier. */
  readonly rank: number
}

/** Ranks by the strength of the evidence in the value itself. */
export const Rank = {
  checked: 90,
  address: 80,
  cued: 70,
  shaped: 60,
  organisation: 50,
  person: 40,
  product: 35,
  guessed: 30,
} as const

export const proposed = (
  type: EntityType,
  [start, end]: readonly [start: number, end: number],
  confidence: number,
  rank: number,
  source: Proposal['source'] = 'rule',
  metadata: Proposal['metadata'] = {},
): Proposal => ({ type, start, end, confidence, source, metadata, rank })

/** Proposals without overlaps, in text order: decided by rank, then length, then position. */
export function settleProposals(proposals: readonly Proposal[]): Proposal[] {
  const order = [...proposals].sort(
    (a, b) => b.rank - a.rank || b.end - b.start - (a.end - a.start) || a.start - b.start || (a.type < b.type ? -1 : 1),
  )
  // Marks the characters already taken: a look-up, so that a long text with many proposals stays linear.
  const taken = new Uint8Array(proposals.reduce((last, { end }) => Math.max(last, end), 0))
  const kept = order.filter(({ start, end }) => {
    for (let i = start; i < end; i++) if (taken[i] === 1) return false
    taken.fill(1, start, end)
    return true
  })
  return kept.sort((a, b) => a.start - b.start)
}
