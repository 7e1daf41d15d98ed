// Bank accounts: IBANs by their check digits, national account numbers and sort codes by the cue before them.
import type { ScannedText } from '../../../text/scanned.ts'
import { FULL_STOP, HYPHEN, SLASH } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isDigitUnit } from '../../../text/unit-classes.ts'
import { compactIban, ibanLengthAt, isCompactIban } from '../../../values/identifier/iban.ts'
import { type ClaimRule, RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { valueCues } from '../lexicons.ts'
import { isAlphanumeric, isNumeric, isWord, signCodeAt } from '../token-questions.ts'

/** Maximum number of groups of a printed IBAN: 34 characters by four, with reserve for irregular spacing. */
const MOST_GROUPS = 18
const IBAN_REACH = 24
const COUNTRY = /^\p{Lu}{2}$/u
/** National account numbers have 6 digits (GB, GH branches) to 26 (PL, without the country code). */
const FEWEST_DIGITS = 6
const MOST_DIGITS = 26
const ACCOUNT = /^\d{6,26}$/
const SORT_CODE = /^\d{2}[- ]\d{2}[- ]\d{2}$|^\d{6}$|^\d{8}$|^\d{3}-\d{3}$/
/** Prefix-number/bank, as in Czechia and Slovakia: decree 169/2011 Sb. */
const WITH_BANK = /^(?:\d{1,6}-)?\d{2,10}\/\d{4}$/

export const accountDetector: DetectorFactory = (_packs, cues) => {
  const iban = cues.add(valueCues('iban'), 'iban')
  const account = cues.add(valueCues('account'), 'account')
  const sortCode = cues.add(valueCues('sort_code'), 'account')
  const letterPair = cues.ask(({ raw }) => COUNTRY.test(raw) && ibanLengthAt(raw, 0) > 0)
  const kinds = { account: cues.bitOf('account'), any: cues.bitsOf(['iban', 'account']) }
  return {
    name: 'accounts',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { kind, start, end } = scanned.tokens
      const { digits } = scanned
      // True if the text has a country code as a separate word: "AT 88 9175".
      const isParted = (evidence.hits.words.any & letterPair) !== 0
      const hasCue = evidence.hits.has(account) || evidence.hits.has(sortCode)
      let reached = 0
      for (let n = 0; n < digits.length; n++) {
        const i = digits[n]!
        if (start[i]! < reached) continue
        const letters = isParted ? lettersBefore(scanned, i) : -1
        let claim: Claim | null = null
        if (letters >= 0 && start[letters]! >= reached) claim = ibanAt(scanned, letters, evidence, iban, kinds.any)
        if (claim === null) {
          if (kind[i] === TokenKind.mixed) claim = ibanAt(scanned, i, evidence, iban, kinds.any)
          else if (hasCue && (end[i]! - start[i]! >= FEWEST_DIGITS || isFollowed(scanned, n)))
            claim = accountAt(scanned, i, evidence, account, sortCode, kinds.account)
        }
        if (claim === null) continue
        claims.push(claim)
        reached = claim.end
      }
      return claims
    },
  }
}

/** The token of a separate country code of two capitals before token `index`, with at most one token between; -1 if there is none. */
function lettersBefore({ tokens: { kind, start, end } }: ScannedText, index: number): number {
  for (let at = index - 1; at >= 0 && at >= index - 2; at--)
    if (kind[at] === TokenKind.upper) return end[at]! - start[at]! === 2 ? at : -1
  return -1
}

const isFollowed = ({ digits, tokens: { start, end } }: ScannedText, n: number): boolean =>
  n + 1 < digits.length && start[digits[n + 1]!]! - end[digits[n]!]! === 1

/** Characters inside account numbers: hyphen and full stop; with `withBank` also the slash before a bank code. */
const isTie = (unit: number, withBank = false): boolean =>
  unit === HYPHEN || unit === FULL_STOP || (withBank && unit === SLASH)

/** True if two check digits can follow the country code. Most words that begin like a country code continue with letters. */
function maySum({ units, tokens: { kind, start, end } }: ScannedText, first: number): boolean {
  const from = start[first]!
  const width = end[first]! - from
  if (width >= 4) return isDigitUnit(units[from + 2]!) && isDigitUnit(units[from + 3]!)
  return width > 2 || !isWord(kind[first + 1])
}

/** An IBAN that begins at token `first`: the country determines its length. */
function ibanAt(scanned: ScannedText, first: number, evidence: Evidence, cue: number, kinds: number): Claim | null {
  const { text } = scanned
  const { kind, start, end, count } = scanned.tokens
  const from = start[first]!
  if (!maySum(scanned, first)) return null
  const needed = ibanLengthAt(text, from)
  if (needed === 0) return null
  let taken = 0
  let index = first
  for (let groups = 0; groups < MOST_GROUPS && index < count; groups++) {
    if (!isAlphanumeric(kind[index])) return null
    taken += end[index]! - start[index]!
    if (taken >= needed) break
    const next = index + 1
    const gap = start[next]! - end[index]!
    if (gap === 0 && (kind[next] === TokenKind.newline || isTie(signCodeAt(scanned, next)))) index = next + 1
    else if (gap === 1 || gap === 2) index = next
    else return null
  }
  if (taken !== needed) return null
  const stop = end[index]!
  const compact = compactIban(text.slice(from, stop))
  if (!isDigitUnit(compact.charCodeAt(2)) || !isDigitUnit(compact.charCodeAt(3))) return null
  if (isCompactIban(compact)) return claimBy(RULES.iban, from, stop, compact.slice(0, 2))
  const label = evidence.label(first)
  const announced = label !== null ? (label.kinds & kinds) !== 0 : evidence.cue(cue, from, IBAN_REACH) >= 0
  return announced ? claimBy(RULES.iban_fails_check, from, stop) : null
}

/** A national account number or sort code directly after its cue. */
function accountAt(
  scanned: ScannedText,
  first: number,
  evidence: Evidence,
  account: number,
  sortCode: number,
  accountKind: number,
): Claim | null {
  const label = evidence.label(first)
  if (label === null || (label.kinds & accountKind) === 0 || !(label.has(account) || label.has(sortCode))) return null
  const { start, end } = scanned.tokens
  const last = accountEnd(scanned, first)
  const rule = ruleFor(scanned.text.slice(start[first], end[last]), label.has(account), label.has(sortCode))
  return rule === null ? null : claimBy(rule, start[first]!, end[last]!)
}

/** The last token of the groups of an account number: digits after one space, or joined by a sign. */
function accountEnd(scanned: ScannedText, first: number): number {
  const { kind, start, end, count } = scanned.tokens
  let last = first
  let digits = end[first]! - start[first]!
  while (last + 1 < count && digits < MOST_DIGITS - 1) {
    const next = last + 1
    const gap = start[next]! - end[last]!
    const isTied = gap === 0 && isTie(signCodeAt(scanned, next), true) && start[next + 1] === end[next]
    if (gap === 1 && kind[next] === TokenKind.number && digits + end[next]! - start[next]! <= MOST_DIGITS) last = next
    else if (isTied && isNumeric(kind[next + 1])) last = next + 1
    else break
    digits += end[last]! - start[last]!
  }
  return last
}

/** A date or an amount after "account" is not its number. */
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/
const DATE_DIGITS = 8

function ruleFor(value: string, isAccount: boolean, isSortCode: boolean): ClaimRule | null {
  const compact = value.replace(/\D+/g, '')
  if (isAccount) {
    if (WITH_BANK.test(value)) return RULES.account_with_bank
    if (DATE.test(value) && compact.length <= DATE_DIGITS) return null
    if (value.includes('/') || /^(?:19|20)\d{2}-/.test(value)) return null
    if (ACCOUNT.test(compact)) return RULES.account_labelled
  }
  // "00-00-00" is a format example.
  return isSortCode && SORT_CODE.test(value) && /[1-9]/.test(value) ? RULES.sort_code : null
}
