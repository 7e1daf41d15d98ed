// Payment cards: 12 to 19 digits of a known issuer that pass Luhn, or that a cue announces.
import type { Packs } from '../../../packs/load.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { FULL_STOP } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt } from '../../../text/unit-classes.ts'
import { cardBrand, isEmbossed } from '../../../values/card.ts'
import { type Claim, claimOf, type Detector } from '../detector.ts'
import { digitRunEnd, digitsIn, readRun, sumsUp } from '../digit-runs.ts'
import { valueCues } from '../lexicons.ts'

const SHORTEST = 12
const LONGEST = 19
const REACH = 30
/** The groups of one number stand so many units apart at most: a hyphen and the end of a line. */
const BETWEEN_GROUPS = 3
/** Digits of a line that may be all of a card's number at least. */
const UNBROKEN = 15

/** "card 5401 2321 9525 0041\n10:15": the last group of the line when the line holds a whole number, else the token `reach`. */
function beforeLine(scanned: ScannedText, first: number, reach: number): number {
  const { kind } = scanned.tokens
  for (let at = first + 1; at < reach; at++)
    if (kind[at] === TokenKind.newline)
      return digitsIn(scanned, first, at - 1) >= UNBROKEN && sumsUp(scanned, first, at - 1) ? at - 1 : reach
  return reach
}

export function cardDetector(_packs: Packs, cues: PhraseBook): Detector {
  const cue = cues.add(valueCues('card'), 'card')
  const card = cues.bitOf('card')
  // "User: 5105 ...": who speaks, or a name to log in with, is no number of another kind.
  const silent = cues.bitsOf(['', 'amount', 'login'])
  return {
    name: 'cards',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { digits: numbers, tokens } = scanned
      const { kind, start: starts, end: ends } = tokens
      const isSpoken = (evidence.hits.kinds & card) !== 0
      // The place behind the numbers that stand together, and how many digits these have.
      let behind = 0
      let together = 0
      for (let n = 0; n < numbers.length; n++) {
        const first = numbers[n]!
        if (n === behind) {
          together = 0
          for (let reached = starts[first]!; behind < numbers.length; behind++) {
            const next = numbers[behind]!
            if (starts[next]! - reached > BETWEEN_GROUPS) break
            reached = ends[next]!
            together += reached - starts[next]!
          }
        }
        // Dates, amounts and times have too few digits, all groups together.
        if (together < SHORTEST || kind[first] !== TokenKind.number) continue
        // A short one by itself is no card.
        const isAlone = n + 1 === numbers.length || starts[numbers[n + 1]!]! - ends[first]! > 2
        if (isAlone && ends[first]! - starts[first]! < SHORTEST) continue
        const reach = digitRunEnd(scanned, first, LONGEST)
        if (reach < 0) continue
        const last = beforeLine(scanned, first, reach)
        while (n + 1 < numbers.length && numbers[n + 1]! <= last) n++
        const start = tokens.start[first]!
        const end = tokens.end[last]!
        if (end - start < SHORTEST || digitsIn(scanned, first, last) < SHORTEST) continue
        const passes = sumsUp(scanned, first, last)
        // Nothing but its name makes a card of what fails the check.
        if (!passes && !isSpoken) continue
        const label = evidence.label(first)
        const labelled = label !== null && (label.kinds & card) !== 0
        if (!passes && !labelled) continue
        const isOther = label !== null && !labelled && (label.kinds & ~silent) !== 0
        const { digits, groups } = readRun(scanned, first, last)
        // "4800.935999999999": a number and its decimals.
        if (isOneDigit(digits) || (groups.length === 2 && scanned.units[tokens.end[first]!] === FULL_STOP)) continue
        const embossed = isEmbossed(groups)
        const brand = cardBrand(digits)
        const near = labelled || evidence.cue(cue, start, REACH) >= 0
        // Sixteen digits in fours of a known issuer are a card whatever paper they stand on.
        const isFours = groups.length === 4 && digits.length === 16
        // A shorter one is as often an article's: only its own name makes a card of it.
        const isLong = digits.length >= 14
        const isValid = passes && brand !== null && embossed && (labelled || (isLong && (near || !isOther || isFours)))
        if (isValid) claims.push(claimOf('PII-5-CARD', start, end, near ? 0.99 : 0.93, 'rule:card', 'validated'))
        else if (labelled && embossed && digits.length >= 14 && (passes || groups.length > 1 || brand !== null))
          claims.push(claimOf('PII-5-CARD', start, end, passes ? 0.9 : 0.75, 'rule:card', 'pattern'))
      }
      return claims
    },
  }
}

/** Is it one digit over and over? */
function isOneDigit(digits: string): boolean {
  const first = codeAt(digits, 0)
  for (let i = 1; i < digits.length; i++) if (codeAt(digits, i) !== first) return false
  return true
}
