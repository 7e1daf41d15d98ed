// Telephone numbers with a country code: "+44 20 7946 0018", "0049 30 ...".
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { sliceOf } from '../../../text/unit-classes.ts'
import { readPhone } from '../../../values/phone/phone.ts'
import type { Claim } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import type { Label } from '../label.ts'
import { OPEN, type PhoneCandidate } from './candidates.ts'
import { type PhoneKinds, phoneClaim, REACH } from './claim.ts'
import { isOpenEnd, isSmallWord } from './surroundings.ts'

/** Short words between a telephone cue and the purpose of the number. */
const FOR = /^(?: \p{Ll}{1,5}){1,3} $/u
const FOR_WITHIN = 24
/** "+CC ..." or "00CC ...": the longest form that the plan of its country accepts. */
export function international(
  scanned: ScannedText,
  candidate: PhoneCandidate,
  evidence: Evidence,
  cue: number,
  kinds: PhoneKinds,
): Claim | null {
  const { text } = scanned
  const { start, end } = scanned.tokens
  let from = start[candidate.first]!
  // "Ada Obi (+44 20 ...)": an opening bracket that the number does not close belongs to the sentence.
  if (text.charCodeAt(from) === OPEN && !text.slice(from, end[candidate.last]).includes(')')) from++
  const isPlus = scanned.tokens.kind[candidate.first] === TokenKind.sign
  const label = evidence.label(candidate.first)
  const labelled = ((label?.kinds ?? 0) & kinds.phone) !== 0
  const isOther = !isPlus && label !== null && !labelled && (label.kinds & kinds.other & ~kinds.date) !== 0
  if (isOther && !isSmallWord(text, label) && !isFor(text, label, evidence, cue)) return null
  let possible: Claim | null = null
  for (let i = candidate.ends.length - 1; i >= 0; i--) {
    const last = candidate.ends[i]!
    const to = end[last]!
    if (to - from < 8 || (isOpenEnd(scanned, last, isPlus || labelled) && i === candidate.ends.length - 1)) continue
    const reading = readPhone(sliceOf(text, from, to), null)
    if (reading === null) continue
    if (reading.valid) return phoneClaim(from, to, labelled ? 0.99 : 0.96, true, reading.country)
    if (possible === null && reading.possible && (isPlus || labelled || evidence.cue(cue, from, REACH) >= 0))
      possible = phoneClaim(from, to, labelled ? 0.85 : 0.75, false, null)
  }
  return possible
}

/** "Phone for the code: 0035...": the purpose of the number, between its cue and its colon. */
function isFor(text: string, { start, end }: Label, evidence: Evidence, cue: number): boolean {
  if (text[end] !== ':') return false
  const near = evidence.nearest(cue, start, FOR_WITHIN)
  return near !== null && FOR.test(text.slice(near.end, start))
}
