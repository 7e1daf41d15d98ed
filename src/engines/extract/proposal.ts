// A proposed entity before overlaps are settled: offsets index the view, and the rank says who yields to whom.
import type { EntityType } from '../../records/mentions.ts'

export type ProposalSource = 'rule' | 'lexicon' | 'model'

export interface Proposal {
  readonly type: EntityType
  /** UTF-16 indexes, end exclusive: of the view inside rules, of the text as sent once the engine has them. */
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly source: ProposalSource
  readonly metadata: Readonly<Record<string, unknown>>
  /** Of two that overlap the higher rank stays; among equals the longer, then the earlier. */
  readonly rank: number
}

/** Ranks by how much of its own shape a value proves. */
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

/** Proposals without overlaps, in text order: ranks decide, then length, then position. */
export function settleProposals(proposals: readonly Proposal[]): Proposal[] {
  const order = [...proposals].sort(
    (a, b) => b.rank - a.rank || b.end - b.start - (a.end - a.start) || a.start - b.start || (a.type < b.type ? -1 : 1),
  )
  // Accepted ranges in text order; a binary search finds the only neighbours that can overlap.
  const kept: Proposal[] = []
  for (const proposal of order) {
    let low = 0
    let high = kept.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (kept[middle]!.start < proposal.start) low = middle + 1
      else high = middle
    }
    const before = kept[low - 1]
    const after = kept[low]
    if (before !== undefined && before.end > proposal.start) continue
    if (after !== undefined && after.start < proposal.end) continue
    kept.splice(low, 0, proposal)
  }
  return kept
}
