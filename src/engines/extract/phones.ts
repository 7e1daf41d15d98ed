// Telephone numbers without a country: groups with a trunk zero, or after a cue. Proposals need less evidence than detection.
import type { PhraseBook, PhraseHits } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { codeAt, isDigitUnit } from '../../text/unit-classes.ts'
import { PROPOSALS, type Proposal, proposed } from './proposal.ts'

const GROUPED = /(?<![\p{L}\p{N}.,/+-])(?:\(0\d{1,4}\)|\+?\d{2,5})(?:[ /-]\d{2,8}){1,4}(?![\p{L}\p{N}]|[./,-]\d)/gu
const PLAIN = /(?<![\p{L}\p{N}.,/+-])0\d{8,10}(?![\p{L}\p{N}]|[./,-]\d)/gu
const TRUNK = /^\(?0[1-9]/
const CUE_REACH = 14

export function phoneRule(
  cues: readonly string[],
  book: PhraseBook,
): (text: ScannedText, hits: PhraseHits) => Proposal[] {
  const group = book.add(cues)
  return (text, hits) => {
    const found: Proposal[] = []
    const add = (start: number, value: string): void => {
      const digits = digitsOf(value)
      if (digits < 7 || digits > 15) return
      const isCued = hits.nearestBefore(group, start, CUE_REACH) !== null
      if (!isCued && (digits < 9 || digits > 12 || !TRUNK.test(value))) return
      found.push(proposed(isCued ? PROPOSALS.phone_near_cue : PROPOSALS.phone, start, start + value.length))
    }
    for (const match of text.text.matchAll(GROUPED)) add(match.index, match[0])
    for (const match of text.text.matchAll(PLAIN)) add(match.index, match[0])
    return found
  }
}

function digitsOf(value: string): number {
  let digits = 0
  for (let i = 0; i < value.length; i++) if (isDigitUnit(codeAt(value, i))) digits++
  return digits
}
