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
  // What each character is taken for already: a look-up, so that a long text full of proposals stays linear.
  const taken = new Uint8Array(proposals.reduce((last, { end }) => Math.max(last, end), 0))
  const kept = order.filter(({ start, end }) => {
    for (let i = start; i < end; i++) if (taken[i] === 1) return false
    taken.fill(1, start, end)
    return true
  })
  return kept.sort((a, b) => a.start - b.start)
}
