// The one place that knows about overlaps: many claims in, disjoint findings out.

import type { Finding, Strength } from '../../records/detection.ts'
import { firstAt } from '../../text/search.ts'
import { sortShort } from './short-sort.ts'

/** By strength of evidence, the strongest first. */
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

/** Rounds of settling what an accepted finding left over; nesting deeper than this does not occur in writing. */
const ROUNDS = 4
/** A remainder of less than this share of the claim says nothing any more. */
const LEAST_REMAINDER = 0.5

const byPlace = (a: Finding, b: Finding) => a.start - b.start || b.end - a.end || byRank(a, b)

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Stronger evidence first, then wider, then more certain; the rest only makes the order the same everywhere. */
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
 * Settles overlapping claims into disjoint findings, sorted by start. A claim that contains another wins over it; of two
 * that cross, or cover the same place, the one with the stronger evidence wins, then the wider. Where a found value
 * cuts off the lesser part of a name or place, what is left of it is still reported. O(n log n).
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
    // Every claim has won: nothing is left over.
    if (winners.length === open.length) break
    open = sortShort(leftOver(open, accepted), byPlace)
  }
  return accepted
}

/** The claims, sorted by place, that no other contains; their starts and their ends both ascend. */
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

/** Greedy by rank over claims of which only neighbours can cross; sorted by place as they come. */
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

/** Claims that touch no accepted finding, and the uncovered parts of names and places that crossed one. */
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
