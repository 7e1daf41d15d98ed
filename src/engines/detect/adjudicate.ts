// Resolves overlaps: turns claims into disjoint findings. No other module resolves overlaps.
import { firstAt, sortShort } from '../../lists.ts'
import type { Finding, Strength } from '../../records/detection.ts'

/** By strength of evidence, strongest first. */
const Rank = { validated: 0, pattern: 1, lexicon: 2, model: 3 } as const

function rankOf(strength: Strength): number {
  switch (strength) {
    case 'validated':
      return Rank.validated
    case 'pattern':
      return Rank.pattern
    case 'lexicon':
      return Rank.lexicon
    default:
      return Rank.model
  }
}

/** Maximum rounds for the remainders of claims that an accepted finding cuts; deeper nesting does not occur in practice. */
const ROUNDS = 4
/** A remainder shorter than this share of the claim is not reported. */
const LEAST_REMAINDER = 0.5

const byPlace = (a: Finding, b: Finding) => a.start - b.start || b.end - a.end || byRank(a, b)

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Stronger evidence first, then wider, then more certain; the last three criteria only make the order deterministic. */
function byRank(a: Finding, b: Finding): number {
  return (
    rankOf(a.strength) - rankOf(b.strength) ||
    b.end - b.start - (a.end - a.start) ||
    b.confidence - a.confidence ||
    a.start - b.start ||
    byText(a.category, b.category) ||
    byText(a.detector, b.detector)
  )
}

/**
 * Resolves overlapping claims into disjoint findings, sorted by start. A claim that contains another takes precedence; of two
 * that cross, or have the same span, the one with stronger evidence takes precedence, then the wider. If an accepted finding
 * covers less than half of a name or place, the remainder is still reported. O(n log n).
 */
export function adjudicate(claims: readonly Finding[]): Finding[] {
  let open = sortShort(
    claims.filter((claim) => claim.end > claim.start),
    byPlace,
  )
  let accepted: Finding[] = []
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    const outer = outermost(open)
    const winners = choose(outer)
    accepted = round === 0 ? winners : sortShort([...accepted, ...winners], byPlace)
    // All claims are accepted: nothing remains.
    if (winners.length === open.length) break
    open = sortShort(leftOver(open, accepted), byPlace)
  }
  return accepted
}

/** The claims, sorted by position, that no other claim contains; both their starts and their ends ascend. */
function outermost(sorted: readonly Finding[]): Finding[] {
  const kept: Finding[] = []
  let end = -1
  for (const claim of sorted) {
    if (claim.end <= end) continue
    kept.push(claim)
    end = claim.end
  }
  return kept
}

/** Greedy selection by rank. Only neighbouring claims can cross; the result is in order of position. */
function choose(claims: Finding[]): Finding[] {
  if (!someCross(claims)) return claims
  const order = claims.map((_, index) => index).sort((a, b) => byRank(claims[a]!, claims[b]!) || a - b)
  const lost = new Uint8Array(claims.length)
  const won = new Uint8Array(claims.length)
  for (const index of order) {
    if (lost[index] === 1) continue
    const claim = claims[index]!
    won[index] = 1
    for (let i = index - 1; i >= 0 && claims[i]!.end > claim.start; i--) lost[i] = 1
    for (let i = index + 1; i < claims.length && claims[i]!.start < claim.end; i++) lost[i] = 1
  }
  return claims.filter((_, index) => won[index] === 1)
}

function someCross(claims: readonly Finding[]): boolean {
  for (let i = 1; i < claims.length; i++) if (claims[i]!.start < claims[i - 1]!.end) return true
  return false
}

/** Claims that touch no accepted finding, and the uncovered parts of names and places that cross one. */
function leftOver(claims: readonly Finding[], accepted: readonly Finding[]): Finding[] {
  const left: Finding[] = []
  for (const claim of claims) {
    const low = firstAt(accepted, ({ end }) => end > claim.start)
    const first = accepted[low]
    if (first === undefined || first.start >= claim.end) {
      left.push(claim)
      continue
    }
    if (rankOf(claim.strength) < Rank.lexicon) continue
    const least = (claim.end - claim.start) * LEAST_REMAINDER
    if (first.start - claim.start >= least) left.push({ ...claim, end: first.start })
    let last = first
    for (let i = low; i < accepted.length && accepted[i]!.start < claim.end; i++) last = accepted[i]!
    if (claim.end - last.end >= least) left.push({ ...claim, start: last.end })
  }
  return left
}
