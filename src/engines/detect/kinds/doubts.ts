// What a line's kind says against a claim: values of people are found in what programs write, but not where the program's own
// names and numbers are written the same way.
import type { ScannedText } from '../../../text/scanned.ts'
import type { Claim } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { kindsOf, LineKind } from './kind.ts'

interface Doubt {
  /** Kinds of line (kindsOf) in which such a claim is none ... */
  readonly lines: number
  /** ... but for those. */
  readonly isSure: (text: string, claim: Claim) => boolean
}

/** A string literal holds what somebody entered. */
const isQuoted = (text: string, { start }: Claim) => start > 0 && /["'`]/.test(text[start - 1]!)
const isInternational = (text: string, { start }: Claim) => text[start] === '+'

/** By the rule that made the claim. */
const DOUBTS: ReadonlyMap<string, Doubt> = new Map([
  // "@property", "my @targets;": decorators, arrays of Perl, tags of documentation.
  ['rule:social_handle', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
  // "signal: NodeJS.Signals"
  ['rule:messaging_handle', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
  // "c 0 1.679688 1.320312 3 3 3": a drawing, a table of measurements.
  ['rule:phone', { lines: kindsOf(LineKind.numbers), isSure: isInternational }],
  ['rule:addr_parser', { lines: kindsOf(LineKind.numbers, LineKind.code), isSure: isQuoted }],
  // "bind(address: string): Socket": the type of a value.
  ['rule:addr_label', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
  // "$password = $config->{pass}": what a program computes; a literal is one.
  ['rule:password', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
])
/** All kinds of line that one of them names. */
const DOUBTED = [...DOUBTS.values()].reduce((bits, { lines }) => bits | lines, 0)

/** The claims that no kind of line speaks against. */
export function withoutProgramValues(
  text: ScannedText,
  claims: readonly Claim[],
  evidence: Evidence,
): readonly Claim[] {
  if (!claims.some(({ detector }) => DOUBTS.has(detector))) return claims
  const { kinds } = evidence
  if ((kinds.any & DOUBTED) === 0) return claims
  return claims.filter((claim) => {
    const doubt = DOUBTS.get(claim.detector)
    return doubt === undefined || !kinds.isOneOf(doubt.lines, claim.start) || doubt.isSure(text.text, claim)
  })
}
