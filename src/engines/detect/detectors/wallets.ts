// Crypto-asset wallets by checksum or cue, and references of mobile-money payments by cue.
import { TokenKind } from '../../../text/tokens.ts'
import { readWallet } from '../../../values/wallet.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import { valueCues } from '../lexicons.ts'

/** Maximum length: Bech32 addresses have up to 110 characters, hexadecimal ones 42. */
const LONGEST = 120
const SHORTEST = 26
const FEWEST = 8
const REACH = 40

export const walletDetector: DetectorFactory = (_packs, cues) => {
  const wallet = cues.add(valueCues('wallet'), 'wallet')
  const mpesa = cues.add(valueCues('mpesa'), 'mobile_money')
  const momo = cues.add(valueCues('momo'), 'mobile_money')
  const reference = cues.bitOf('reference')
  return {
    name: 'wallets',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { text, tokens } = scanned
      const { digits } = scanned
      const hasMomo = evidence.hits.has(momo)
      for (let n = 0; n < digits.length; n++) {
        const i = digits[n]!
        const start = tokens.start[i]!
        const end = tokens.end[i]!
        const width = end - start
        if (width < FEWEST) continue
        if (tokens.kind[i] === TokenKind.mixed && width >= SHORTEST && width <= LONGEST) {
          const reading = readWallet(text.slice(start, end))
          if (reading === null) continue
          const near = evidence.cue(wallet, start, REACH) >= 0
          if (reading.valid === false && !near) continue
          if (reading.valid === null && ((evidence.label(i)?.kinds ?? 0) & reference) !== 0) continue
          // Forty hex digits after 0x may be a hash of anything; the prefix 0x is evidence for a wallet.
          const confidence = reading.valid === true ? 0.99 : near ? 0.95 : 0.88
          const strength = reading.valid === true ? 'validated' : 'pattern'
          claims.push(claimOf('PII-5-CRYPTO_WALLET', start, end, confidence, `rule:wallet_${reading.scheme}`, strength))
          continue
        }
        // M-Pesa receipts: ten capitals and digits, beginning with date letters; others: 8 to 15 digits.
        if (
          width === 10 &&
          tokens.kind[i] === TokenKind.mixed &&
          /^[A-Z]{2}[A-Z0-9]{8}$/.test(text.slice(start, end))
        ) {
          if (evidence.cue(mpesa, start, 60) >= 0 || isConfirmed(text, start, end))
            claims.push(claimOf('PII-5-MPESA_REF', start, end, 0.9, 'rule:mpesa_ref', 'pattern'))
        } else if (hasMomo && width <= 15 && tokens.kind[i] === TokenKind.number) {
          if (evidence.label(i)?.has(momo))
            claims.push(claimOf('PII-5-MOMO_REF', start, end, 0.85, 'rule:momo_ref', 'pattern'))
        }
      }
      return claims
    },
  }
}

/** Every M-Pesa message begins "<receipt> Confirmed."; people also quote it in reverse order. */
function isConfirmed(text: string, start: number, end: number): boolean {
  const before = /\bconfirmed[.!:]?\s$/i.test(text.slice(Math.max(0, start - 12), start))
  return before || /^\.? confirmed\b/i.test(text.slice(end, end + 12))
}
