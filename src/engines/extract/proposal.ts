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
  brand: 42,
  person: 40,
  product: 35,
  guessed: 30,
  /** Telephone numbers that no plan was asked for. */
  unplanned: 25,
} as const

export interface ProposalRule {
  readonly type: EntityType
  readonly confidence: number
  readonly rank: number
  readonly source: Proposal['source']
}

const rule = (
  type: EntityType,
  confidence: number,
  rank: number,
  source: Proposal['source'] = 'rule',
): ProposalRule => ({ type, confidence, rank, source })

/** What each rule of this engine proposes. The confidences are set by hand, in the order of those of detection (detect/confidence.ts). */
export const PROPOSALS = {
  isbn: rule('ISBN', 0.95, Rank.checked),
  isbn_with_cue: rule('ISBN', 0.99, Rank.checked),
  url: rule('URL', 0.95, Rank.checked),
  url_without_scheme: rule('URL', 0.85, Rank.checked),
  document: rule('DOCUMENT_ID', 0.8, Rank.cued),
  date: rule('DATE', 0.9, Rank.shaped),
  money: rule('MONEY', 0.9, Rank.shaped),
  organisation_with_form: rule('ORGANIZATION', 0.9, Rank.organisation),
  organisation_after_form: rule('ORGANIZATION', 0.85, Rank.organisation),
  organisation_by_kind: rule('ORGANIZATION', 0.75, Rank.organisation),
  organisation_known: rule('ORGANIZATION', 0.7, Rank.organisation, 'lexicon'),
  /** A maker that is also a frequent given name has the lower rank. */
  product_of_brand: rule('PRODUCT', 0.75, Rank.brand, 'lexicon'),
  product_of_name: rule('PRODUCT', 0.75, Rank.product, 'lexicon'),
  product: rule('PRODUCT', 0.6, Rank.product),
  place: rule('LOCATION', 0.65, Rank.guessed, 'lexicon'),
  place_in_lower_case: rule('LOCATION', 0.5, Rank.guessed, 'lexicon'),
  phone_near_cue: rule('PHONE', 0.75, Rank.unplanned),
  phone: rule('PHONE', 0.6, Rank.unplanned),
}

export const proposed = (
  { type, confidence, rank, source }: ProposalRule,
  start: number,
  end: number,
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
