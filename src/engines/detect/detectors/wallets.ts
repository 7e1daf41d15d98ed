// Crypto-asset wallets by checksum or cue, and references of mobile-money payments by cue.
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { readWallet } from '../../../values/wallet.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, claimOf, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { valueCues } from '../lexicons.ts'

/** Maximum length: Bech32 addresses have up to 110 characters, hexadecimal ones 42. */
const LONGEST = 120
const SHORTEST = 26
const FEWEST = 8
const REACH = 40
/** M-Pesa receipts: ten capitals and digits, beginning with date letters. */
const RECEIPT = 10
const RECEIPT_FORM = /^[A-Z]{2}[A-Z0-9]{8}$/
const RECEIPT_REACH = 60
/** Most digits of another reference of mobile money. */
const LONGEST_REFERENCE = 15

export const walletDetector: DetectorFactory = (_packs, cues) => {
  const wallet = cues.add(valueCues('wallet'), 'wallet')
  const mpesa = cues.add(valueCues('mpesa'), 'mobile_money')
  const momo = cues.add(valueCues('momo'), 'mobile_money')
  const reference = cues.bitOf('reference')
  return {
    name: 'wallets',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { text, tokens, digits } = scanned
      const hasMomo = evidence.hits.has(momo)
      for (let n = 0; n < digits.length; n++) {
        const i = digits[n]!
        const start = tokens.start[i]!
        const end = tokens.end[i]!
        const width = end - start
        if (width < FEWEST) continue
        if (tokens.kind[i] === TokenKind.mixed) {
          const isWallet = width >= SHORTEST && width <= LONGEST
          const claim = isWallet
            ? walletAt(scanned, i, evidence, wallet, reference)
            : receiptAt(text, start, end, evidence, mpesa)
          if (claim !== null) claims.push(claim)
        } else if (hasMomo && width <= LONGEST_REFERENCE && evidence.label(i)?.has(momo))
          claims.push(claimBy(RULES.mobile_money_labelled, start, end))
      }
      return claims
    },
  }
}

/** A wallet by its checksum, or by its form and a cue. */
function walletAt(
  { text, tokens }: ScannedText,
  index: number,
  evidence: Evidence,
  cue: number,
  reference: number,
): Claim | null {
  const start = tokens.start[index]!
  const end = tokens.end[index]!
  const reading = readWallet(text.slice(start, end))
  if (reading === null) return null
  const isNear = evidence.cue(cue, start, REACH) >= 0
  if (reading.valid === false && !isNear) return null
  if (reading.valid === null && ((evidence.label(index)?.kinds ?? 0) & reference) !== 0) return null
  const rule = reading.valid === true ? RULES.wallet : isNear ? RULES.wallet_near_cue : RULES.wallet_by_format
  return claimOf(rule.category, start, end, rule.confidence, rule.detector + reading.scheme, rule.strength)
}

function receiptAt(text: string, start: number, end: number, evidence: Evidence, cue: number): Claim | null {
  if (end - start !== RECEIPT || !RECEIPT_FORM.test(text.slice(start, end))) return null
  const isKnown = evidence.cue(cue, start, RECEIPT_REACH) >= 0 || isConfirmed(text, start, end)
  return isKnown ? claimBy(RULES.mpesa_receipt, start, end) : null
}

/** Every M-Pesa message begins "<receipt> Confirmed."; people also quote it in reverse order. */
function isConfirmed(text: string, start: number, end: number): boolean {
  const before = /\bconfirmed[.!:]?\s$/i.test(text.slice(Math.max(0, start - 12), start))
  return before || /^\.? confirmed\b/i.test(text.slice(end, end + 12))
}
