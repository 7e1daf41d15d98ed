// The telephone detector: international format by calling code, national format by numbering plan or cue; excludes other numbers.
import { fold } from '../../../text/fold.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, sliceOf } from '../../../text/unit-classes.ts'
import { WordFacts } from '../../../text/words.ts'
import { readPhone } from '../../../values/phone/phone.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import type { Label } from '../fields/label.ts'
import { quantityWords, valueCues } from '../lexicons.ts'
import { isWord, signCodeAt } from '../token-questions.ts'
import { besideNames } from './beside-names.ts'
import {
  FEWEST_DIGITS,
  isJoint,
  MOST_OPENING,
  OPEN,
  opensPhone,
  type PhoneCandidate,
  PLUS,
  phoneCandidateAt,
} from './candidates.ts'
import { type PhoneKinds, REACH } from './claim.ts'
import { national } from './national.ts'
import { isOpenEnd, isSmallWord } from './surroundings.ts'

/** The longest word for an extension, with signs and digits. */
const EXTENSION_WITHIN = 28
/** Short words between a telephone cue and the purpose of the number. */
const FOR = /^(?: \p{Ll}{1,5}){1,3} $/u
const FOR_WITHIN = 24
/** "+CC ..." or "00CC ...": the longest form that the plan of its country accepts. */
function international(
  scanned: ScannedText,
  candidate: PhoneCandidate,
  evidence: Evidence,
  cue: number,
  kinds: PhoneKinds,
): Claim | null {
  const { text } = scanned
  const { start, end } = scanned.tokens
  const from = behindOpenBracket(text, start[candidate.first]!, end[candidate.last]!)
  const isPlus = scanned.tokens.kind[candidate.first] === TokenKind.sign
  const label = evidence.label(candidate.first)
  const isLabelled = label !== null && (label.kinds & kinds.phone) !== 0
  if (!isPlus && !isLabelled && isOtherLabel(text, label, evidence, cue, kinds)) return null
  const mayBePhone = isPlus || isLabelled || evidence.cue(cue, from, REACH) >= 0
  let possible: Claim | null = null
  for (let i = candidate.ends.length - 1; i >= 0; i--) {
    const last = candidate.ends[i]!
    const to = end[last]!
    const isLongest = i === candidate.ends.length - 1
    if (to - from < SHORTEST || (isLongest && isOpenEnd(scanned, last, isPlus || isLabelled))) continue
    const reading = readPhone(sliceOf(text, from, to), null)
    if (reading === null) continue
    if (reading.valid) {
      const rule = isLabelled ? RULES.phone_international_labelled : RULES.phone_international
      return claimBy(rule, from, to, reading.country ?? undefined)
    }
    if (possible === null && reading.possible && mayBePhone)
      possible = claimBy(isLabelled ? RULES.phone_not_in_plan_labelled : RULES.phone_not_in_plan, from, to)
  }
  return possible
}

/** "Ada Obi (+44 20 ...)": an opening bracket that the number does not close belongs to the sentence. */
const behindOpenBracket = (text: string, from: number, to: number): number =>
  text.charCodeAt(from) === OPEN && !text.slice(from, to).includes(')') ? from + 1 : from

/** Fewest characters of a number with its country code. */
const SHORTEST = 8

/** True if a label is for another kind of number. */
function isOtherLabel(text: string, label: Label | null, evidence: Evidence, cue: number, kinds: PhoneKinds): boolean {
  if (label === null || (label.kinds & kinds.other & ~kinds.date) === 0) return false
  return !isSmallWord(text, label) && !isFor(text, label, evidence, cue)
}

/** "Phone for the code: 0035...": the purpose of the number, between its cue and its colon. */
function isFor(text: string, { start, end }: Label, evidence: Evidence, cue: number): boolean {
  if (text[end] !== ':') return false
  const near = evidence.nearest(cue, start, FOR_WITHIN)
  return near !== null && FOR.test(text.slice(near.end, start))
}

/** Kinds of label that exclude a telephone number. */
const OTHER = [
  'reference',
  'version',
  'amount',
  'id',
  'account',
  'card',
  'iban',
  'secret',
  'birth',
  'device',
  'network',
  'wallet',
]

export const phoneDetector: DetectorFactory = (packs, cues) => {
  const cue = cues.add(valueCues('phone'), 'phone')
  const behind = cues.add(valueCues('phone_after'), 'aside')
  const numbers = cues.add(valueCues('number_of'), 'aside')
  const known = quantityWords()
  const tied: ReadonlySet<string> = new Set(valueCues('tied_prepositions').map(fold))
  const units = new WordFacts<boolean>((word) => known.has(word.folded))
  const kinds = { phone: cues.bitOf('phone'), other: cues.bitsOf(OTHER), date: cues.bitOf('birth') }
  // "030 901820 ext. 12", "+4930901820;ext=12", "030 901820 #12", "030 901820-0/-12"
  const extension = new RegExp(
    `^[ \\u00a0]{0,2}[,;/(-]? {0,2}(?:(?:${valueCues('extension').join('|')})(?:\\.| ?[:=])?|#|(?<=[/,] ?)-) {0,2}\\d{1,6}(?![\\d.,/:]?\\d|\\p{L})\\)?`,
    'iu',
  )
  /** A number with the extension after it. */
  const extended = (text: string, claim: Claim): Claim => {
    const behind = extension.exec(text.slice(claim.end, claim.end + EXTENSION_WITHIN))
    return behind === null ? claim : { ...claim, end: claim.end + behind[0].length }
  }
  const plans = [...packs.countries().values()]
    .filter((facts) => facts.calling_code !== null)
    .map((facts) => facts.code)
  return {
    name: 'phones',
    isScoped: true,
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const unread: PhoneCandidate[] = []
      const { text, digits } = scanned
      const { count, end, start } = scanned.tokens
      const opening = scanned.mayHold(PLUS) || scanned.mayHold(OPEN) ? MOST_OPENING : 0
      for (let n = 0, i = 0; n < digits.length; i++) {
        // A number begins with the next digits, or with a sign directly before them.
        const next = digits[n]!
        i = Math.max(i, next - opening)
        if (i >= next) n++
        if (!mayBegin(scanned, i)) continue
        const candidate = phoneCandidateAt(scanned, i, evidence, kinds.phone, tied)
        if (candidate === null) continue
        const claim = candidate.international ? international(scanned, candidate, evidence, cue, kinds) : null
        if (claim !== null) claims.push(claim)
        else if (!candidate.international && candidate.digits >= FEWEST_DIGITS) unread.push(candidate)
        const reach = claim?.end ?? end[candidate.last]!
        if (claim !== null || !candidate.international) while (i + 1 < count && start[i + 1]! < reach) i++
        while (n < digits.length && digits[n]! <= i) n++
      }
      const whole = (found: readonly Claim[]) => found.map((claim) => extended(text, claim))
      if (unread.length === 0) return whole(claims)
      const facts = { cue, behind, numbers, home: homePlans(evidence, claims, plans), plans, units, kinds }
      const nationals = unread.map((candidate) => national(scanned, candidate, evidence, facts))
      return whole(claims.concat(nationals.flatMap((claim) => (claim === null ? [] : withBracket(text, claim)))))
    },
    refine(scanned, claims, evidence) {
      const { countries } = evidence
      return countries?.size === 1 ? besideNames(scanned, claims, evidence, [...countries], kinds) : []
    },
  }
}

/** True for digits or an opening sign, but not for fewer digits than a national number has before a word or a sign that joins no groups. */
function mayBegin(scanned: ScannedText, i: number): boolean {
  const { kind, start, end } = scanned.tokens
  if (kind[i] === TokenKind.sign) return opensPhone(codeAt(scanned.text, start[i]!))
  if (kind[i] !== TokenKind.number) return false
  if (end[i]! - start[i]! >= FEWEST_DIGITS) return true
  const next = kind[i + 1]
  return next === TokenKind.sign ? isJoint(signCodeAt(scanned, i + 1)) : !isWord(next)
}

/** "(0-619) 47522", "(06 1) 238 2257": includes the opening bracket before the first digits if a bracket closes among them. */
function withBracket(text: string, claim: Claim): Claim {
  const { start, end } = claim
  if (start === 0 || codeAt(text, start - 1) !== OPEN) return claim
  const within = text.slice(start, end)
  const isClosed = within.includes(')') && !within.includes('(')
  return isClosed ? { ...claim, start: start - 1 } : claim
}

/** Plans of a number without country code: the governing country's, else those of the international numbers in the text. */
function homePlans({ countries }: Evidence, found: readonly Claim[], plans: readonly string[]): readonly string[] {
  if (countries !== null && countries.size === 1) return [...countries]
  const seen = new Set(found.map(({ country }) => country))
  return plans.filter((code) => seen.has(code) && (countries === null || countries.has(code)))
}
