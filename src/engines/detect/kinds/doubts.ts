// What a line's kind says against a claim: values of people are found in what programs write, but not where the program's own
// names and numbers are written the same way.
import type { ScannedText } from '../../../text/scanned.ts'
import type { Claim } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { isProgramName } from '../made-up-values.ts'
import { kindsOf, LineKind } from './kind.ts'

interface Doubt {
  /** Kinds of line (kindsOf) in which such a claim is none ... */
  readonly lines: number
  /** ... but for those. */
  readonly isSure: (text: string, claim: Claim) => boolean
}

/** A string literal holds what somebody entered. */
const isQuoted = (text: string, { start }: Claim) => start > 0 && /["'`]/.test(text[start - 1]!)
/** "+44 20 7946 0123", and digits without decimals that follow no other number. */
const isNoMeasure = (text: string, { start, end }: Claim) =>
  text[start] === '+' ||
  !(text.slice(start, end).includes('.') || /[\d-] ?$/.test(text.slice(Math.max(0, start - 2), start)))
/** A street with its house and town; what is shorter is the name of a type as well. */
const isWhole = (text: string, claim: Claim) => claim.end - claim.start > LONGEST_NAME || isQuoted(text, claim)
const LONGEST_NAME = 16
const isNoExpression = (text: string, claim: Claim) =>
  isQuoted(text, claim) ||
  !(isProgramName(text.slice(claim.start, claim.end)) || /[[\];>]/.test(text.slice(claim.start, claim.end)))

/** By the rule that made the claim. */
const DOUBTS: ReadonlyMap<string, Doubt> = new Map([
  // "@property", "my @targets;": decorators, arrays of Perl, tags of documentation.
  ['rule:social_handle', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
  // "signal: NodeJS.Signals"
  ['rule:messaging_handle', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
  // "c 0 1.679688 1.320312 3 3 3": a drawing, a table of measurements.
  ['rule:phone', { lines: kindsOf(LineKind.numbers), isSure: isNoMeasure }],
  ['rule:addr_parser', { lines: kindsOf(LineKind.numbers, LineKind.code), isSure: isWhole }],
  // "bind(address: string): Socket": the type of a value.
  ['rule:addr_label', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
  // "$password = $config->{pass}": what a program computes; a literal is one.
  ['rule:password', { lines: kindsOf(LineKind.code), isSure: isNoExpression }],
])
/** All kinds of line that one of them names. */
const DOUBTED = [...DOUBTS.values()].reduce((bits, { lines }) => bits | lines, 0)

/** The claims that no kind of line speaks against. What a line is is asked of few texts: most claims are sure whatever it is. */
export function withoutProgramValues(
  scanned: ScannedText,
  claims: readonly Claim[],
  evidence: Evidence,
): readonly Claim[] {
  const { text } = scanned
  let doubted: Set<Claim> | null = null
  for (let i = 0; i < claims.length; i++) {
    const claim = claims[i]!
    const doubt = DOUBTS.get(claim.detector)
    if (doubt === undefined || doubt.isSure(text, claim)) continue
    if ((evidence.kinds.any & DOUBTED) === 0) return claims
    if (!evidence.kinds.isOneOf(doubt.lines, claim.start)) continue
    doubted ??= new Set()
    doubted.add(claim)
  }
  return doubted === null ? claims : claims.filter((claim) => !doubted.has(claim))
}
