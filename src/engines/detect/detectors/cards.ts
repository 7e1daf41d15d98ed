// Payment cards: 12 to 19 digits of a known issuer that pass the Luhn check, or with a cue.
import type { ScannedText } from '../../../text/scanned.ts'
import { FULL_STOP } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt } from '../../../text/unit-classes.ts'
import { cardBrand, isEmbossed } from '../../../values/card.ts'
import { luhn } from '../../../values/identifier/arithmetic.ts'
import { type ClaimRule, RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import { digitRunEnd, digitsIn, readRun } from '../digit-runs.ts'
import type { Evidence } from '../evidence.ts'
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
      return digitsIn(scanned, first, at - 1) >= UNBROKEN && luhn(readRun(scanned, first, at - 1).digits)
        ? at - 1
        : reach
  return reach
}

export const cardDetector: DetectorFactory = (_packs, cues) => {
  const cue = cues.add(valueCues('card'), 'card')
  const card = cues.bitOf('card')
  // "User: 5105 ...": a speaker or a login name is not the label of another kind of number.
  const silent = cues.bitsOf(['', 'amount', 'login'])
  const groups = { cue, card, silent }
  return {
    name: 'cards',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { digits: numbers, tokens } = scanned
      const { kind, start, end } = tokens
      // The index after the current run of adjacent numbers, and the number of digits of the run.
      let behind = 0
      let together = 0
      for (let n = 0; n < numbers.length; n++) {
        const first = numbers[n]!
        if (n === behind) {
          behind = runEnd(scanned, n)
          together = 0
          for (let i = n; i < behind; i++) together += end[numbers[i]!]! - start[numbers[i]!]!
        }
        // Dates, amounts and times have too few digits, even with all groups together.
        if (together < SHORTEST || kind[first] !== TokenKind.number || isShortAlone(scanned, n)) continue
        const reach = digitRunEnd(scanned, first, LONGEST)
        if (reach < 0) continue
        const last = beforeLine(scanned, first, reach)
        while (n + 1 < numbers.length && numbers[n + 1]! <= last) n++
        const claim = cardAt(scanned, first, last, evidence, groups)
        if (claim !== null) claims.push(claim)
      }
      return claims
    },
  }
}

interface Groups {
  readonly cue: number
  readonly card: number
  readonly silent: number
}

/** The card of the digit groups between two tokens; null if they are another number. */
function cardAt(
  scanned: ScannedText,
  first: number,
  last: number,
  evidence: Evidence,
  { cue, card, silent }: Groups,
): Claim | null {
  const start = scanned.tokens.start[first]!
  const end = scanned.tokens.end[last]!
  if (end - start < SHORTEST || digitsIn(scanned, first, last) < SHORTEST) return null
  const { digits, groups } = readRun(scanned, first, last)
  const passes = luhn(digits)
  // A number that fails the check needs a card cue.
  if (!passes && (evidence.hits.kinds & card) === 0) return null
  const label = evidence.label(first)
  const isLabelled = label !== null && (label.kinds & card) !== 0
  if (!passes && !isLabelled) return null
  const isOther = label !== null && !isLabelled && (label.kinds & ~silent) !== 0
  if (isOneDigit(digits) || isDecimal(scanned, first, groups) || !isEmbossed(groups)) return null
  const isNear = isLabelled || evidence.cue(cue, start, REACH) >= 0
  const rule = ruleFor({ digits, groups, passes, isLabelled, isNear, isOther })
  return rule === null ? null : claimBy(rule, start, end)
}

/** Index of the first number after `n` that is not next to the one before it. */
function runEnd({ digits: numbers, tokens: { start, end } }: ScannedText, n: number): number {
  let behind = n + 1
  while (behind < numbers.length && start[numbers[behind]!]! - end[numbers[behind - 1]!]! <= BETWEEN_GROUPS) behind++
  return behind
}

/** True for a short number without another one next to it. */
function isShortAlone({ digits: numbers, tokens: { start, end } }: ScannedText, n: number): boolean {
  const first = numbers[n]!
  const isAlone = n + 1 === numbers.length || start[numbers[n + 1]!]! - end[first]! > 2
  return isAlone && end[first]! - start[first]! < SHORTEST
}

/** "4800.935999999999" */
const isDecimal = ({ units, tokens }: ScannedText, first: number, groups: readonly number[]): boolean =>
  groups.length === 2 && units[tokens.end[first]!] === FULL_STOP

interface CardNumber {
  readonly digits: string
  readonly groups: readonly number[]
  /** The Luhn check passes. */
  readonly passes: boolean
  readonly isLabelled: boolean
  readonly isNear: boolean
  /** The label is for another kind of number. */
  readonly isOther: boolean
}

/** Fewest digits without a label: a shorter number is as often an article number. */
const FEWEST_UNLABELLED = 14

function ruleFor({ digits, groups, passes, isLabelled, isNear, isOther }: CardNumber): ClaimRule | null {
  const isLong = digits.length >= FEWEST_UNLABELLED
  const brand = cardBrand(digits)
  if (passes && brand !== null) {
    // Sixteen digits in groups of four from a known issuer are a card in any document.
    const isFours = groups.length === 4 && digits.length === 16
    if (isLabelled || (isLong && (isNear || !isOther || isFours))) return isNear ? RULES.card_near_cue : RULES.card
  }
  if (!isLabelled || !isLong || !(passes || groups.length > 1 || brand !== null)) return null
  return passes ? RULES.card_labelled : RULES.card_fails_check
}

function isOneDigit(digits: string): boolean {
  const first = codeAt(digits, 0)
  for (let i = 1; i < digits.length; i++) if (codeAt(digits, i) !== first) return false
  return true
}
