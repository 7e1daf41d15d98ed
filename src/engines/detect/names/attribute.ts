// Whether what follows a run of capitalised words describes a person: an e-mail address, a telephone number, a date, an
// address, or a phrase that announces one.
import { TokenKind } from '../../../text/tokens.ts'
import { unitOf } from '../../../text/unit-classes.ts'
import { Cue } from './cues.ts'
import type { Surroundings } from './surroundings.ts'

/** An e-mail address, an international or a local telephone number, a full date, a street with its number, an account. */
const VALUE_AHEAD =
  /^(?:[\w.+-]{1,30}@|\+\d|0\d{2,}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\p{Lu}[\p{L}.' -]{2,30} \d{1,4}\p{L}?(?![\p{L}\d])|\d{1,2} \p{L}{3,9} \d{4}|(?:\p{L}{2,10}[ :]{1,2})?[A-Z]{2}\d{2} ?[A-Z\d]{4} ?[A-Z\d]{4})/u
const OPENS_VALUE = ',;(<\u2013-'
const SPACE = 32
/** A cue is at most this long. */
const CUE_AHEAD = 30
const ANY_CUE = 0xffff

/**
 * Whether what follows the run that ends before token `next` is a value that only persons have, or the cue of one: "Ada
 * Obi, born 1970", "Ada Obi (ada@...", "Ada Obi, +234 ...".
 */
export function attribute(around: Surroundings, next: number): boolean {
  const { text, tokens } = around
  if (next >= tokens.count) return false
  const kind = tokens.kind[next]!
  const end = tokens.end[next - 1]!
  if (kind === TokenKind.lower) return tokens.start[next]! - end <= 2 && isCue(around, tokens.start[next]!, Cue.foreign)
  if (kind !== TokenKind.sign || !OPENS_VALUE.includes(text[tokens.start[next]!]!)) return false
  const from = openedBy(text, end)
  if (from < 0) return false
  if (VALUE_AHEAD.test(text.slice(from, from + 40))) return true
  // "(landlord": in brackets a role says it as well.
  return isCue(around, from, text.slice(end, from).includes('(') ? ANY_CUE : Cue.foreign)
}

/** Where what stands behind one or two signs begins, with a blank before and behind them or not; -1 when no sign stands at `end`. */
function openedBy(text: string, end: number): number {
  let at = unitOf(text, end) === SPACE ? end + 1 : end
  const from = at
  while (at < from + 2 && at < text.length && OPENS_VALUE.includes(text[at]!)) at++
  if (at === from) return -1
  return unitOf(text, at) === SPACE ? at + 1 : at
}

/** Whether a phrase that says one of `bits` begins at view index `from`. */
function isCue({ hits, cues }: Surroundings, from: number, bits: number): boolean {
  const { all } = hits
  for (let i = hits.endedBy(from); i < all.length; i++) {
    const hit = all[i]!
    if (hit.end > from + CUE_AHEAD) return false
    if (hit.start === from && (cues.of(hit) & bits) !== 0) return true
  }
  return false
}

/** Whether a label of several words begins with token `first`: "Bill to" is no Bill. */
export function opensLabel({ tokens, hits, cues }: Surroundings, first: number): boolean {
  const { all } = hits
  const start = tokens.start[first]!
  for (let i = hits.endedBefore(first); i < all.length; i++) {
    const hit = all[i]!
    if (hit.end > start + CUE_AHEAD) return false
    const isLong = hit.start === start && hit.endToken - hit.firstToken > 1
    if (isLong && (cues.of(hit) & Cue.label) !== 0) return true
  }
  return false
}
