// Payment cards: 12 to 19 digits of a known issuer that pass the Luhn check, or with a cue.
import type { ScannedText } from '../../../text/scanned.ts'
import { FULL_STOP } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt } from '../../../text/unit-classes.ts'
import { cardBrand, isEmbossed } from '../../../values/card.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import { digitRunEnd, digitsIn, readRun, sumsUp } from '../digit-runs.ts'
import { valueCues } from '../lexicons.ts'

const SHORTEST = 12
const LONGEST = 19
const REACH = 30
/** Maximum gap in units between the groups of one number: a hyphen and a line end. */
const BETWEEN_GROUPS = 3
/** Fewest digits of a line that may be a whole card number. */
const UNBROKEN = 15

/** "card 5401 2321 9525 0041\n10:15": the last group of the line if the line has a whole number, else the token `reach`. */
function beforeLine(scanned: ScannedText, first: number, reach: number): number {
  const { kind } = scanned.tokens
  for (let at = first + 1; at < reach; at++)
    if (kind[at] === TokenKind.newline)
      return digitsIn(scanned, first, at - 1) >= UNBROKEN && sumsUp(scanned, first, at - 1) ? at - 1 : reach
  return reach
}

export const cardDetector: DetectorFactory = (_packs, cues) => {
  const cue = cues.add(valueCues('card'), 'card')
  const card = cues.bitOf('card')
  // "User: 5105 ...": a speaker or a login name is not the label of another kind of number.
  const silent = cues.bitsOf(['', 'amount', 'login'])
  return {
    name: 'cards',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { digits: numbers, tokens } = scanned
      const { kind, start: starts, end: ends } = tokens
      const isSpoken = (evidence.hits.kinds & card) !== 0
      // The index after the current run of adjacent numbers, and the number of digits of the run.
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
        // Dates, amounts and times have too few digits, even with all groups together.
        if (together < SHORTEST || kind[first] !== TokenKind.number) continue
        // A short isolated number is not a card.
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
        // A number that fails the check needs a card cue.
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
        // Sixteen digits in groups of four from a known issuer are a card in any document.
        const isFours = groups.length === 4 && digits.length === 16
        // A shorter number is as often an article number, so it needs a label.
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

function isOneDigit(digits: string): boolean {
  const first = codeAt(digits, 0)
  for (let i = 1; i < digits.length; i++) if (codeAt(digits, i) !== first) return false
  return true
}
