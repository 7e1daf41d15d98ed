// Numbers without a cue directly after a name, birth date, address or e-mail, or after a parallel label ("Old value:", "New value:").
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { isInPlan, type PhoneKinds } from './claim.ts'

/** Text between a name or an address and the number of that person: "Ada Obi (63439676)", "Ada Obi, 63439676". */
const BESIDE =
  /^(?: {1,2}\(|(?: {1,2}\(\p{L}{2,14}\))?, {1,2}| {1,2}[\u2013\u2014/-] {1,2}|,? {1,2}(?:\p{Ll}{2} {1,2})?\p{Ll}{2,3} {1,3}|["'>]?(?: ?[;|\t] ?|<\/td><td>)["']?)(?:\p{Extended_Pictographic}\ufe0f?)?$/u
const BESIDE_WITHIN = 22
/** "Old value: ": a label of two words; the second names the kind of value. */
const TWIN = /(?:^|\n)[^\S\n]{0,4}\p{L}{2,14} {1,2}(\p{L}{2,14}) {0,2}[:=] {0,3}$/u
const TWIN_WITHIN = 44
/** Range of digits of a national number in one group without trunk prefix. */
const LEAST_BARE = 7
export const MOST_BARE = 10
const ITEM_ENDS = /^(?:[),;]|["'<|]|\.?(?:\s|$))(?! ?\d)/

/** Categories of values that a telephone number of the same person follows. */
const OF_PERSON: ReadonlySet<string> = new Set(['PII-1-NAME', 'PII-1-DOB', 'PII-4-ADDRESS', 'PII-3-EMAIL'])

/** Numbers in one group without a cue, directly after a person's name or address. */
export function besideNames(
  scanned: ScannedText,
  claims: readonly Claim[],
  evidence: Evidence,
  home: readonly string[],
  kinds: PhoneKinds,
): Claim[] {
  const found: Claim[] = []
  const { text, digits, tokens } = scanned
  let ends: Set<number> | null = null
  let starts: Set<number> | null = null
  let twins: Set<string> | null = null
  for (let n = 0; n < digits.length; n++) {
    const first = digits[n]!
    const from = tokens.start[first]!
    const to = tokens.end[first]!
    if (tokens.kind[first] !== TokenKind.number || to - from < LEAST_BARE || to - from > MOST_BARE) continue
    if (!ITEM_ENDS.test(text.slice(to, to + 3))) continue
    starts ??= new Set(claims.map(({ start }) => start))
    if (starts.has(from)) continue
    ends ??= new Set(claims.filter(({ category }) => OF_PERSON.has(category)).map(({ end }) => end))
    let end = from - 1
    while (from - end < BESIDE_WITHIN && !ends.has(end)) end--
    if (!ends.has(end) || !BESIDE.test(text.slice(end, from))) {
      const twin = twinOf(text, from)
      if (twin === undefined) continue
      twins ??= twinsOf(text, claims)
      if (!twins.has(twin)) continue
    }
    const label = evidence.label(first)
    if (label !== null && (label.kinds & kinds.other) !== 0) continue
    if (isInPlan(text.slice(from, to), home, false)) found.push(claimBy(RULES.phone_after_person, from, to))
  }
  return found
}

/** "New value: 21362957": the second word of its label, if it has two. */
const twinOf = (text: string, from: number): string | undefined =>
  TWIN.exec(text.slice(Math.max(0, from - TWIN_WITHIN), from))?.[1]

/** The second label words of the telephone numbers found. */
function twinsOf(text: string, claims: readonly Claim[]): Set<string> {
  const found = new Set<string>()
  for (const { category, start } of claims) {
    const twin = category === 'PII-3-PHONE' ? twinOf(text, text[start - 1] === '+' ? start - 1 : start) : undefined
    if (twin !== undefined) found.add(twin)
  }
  return found
}
