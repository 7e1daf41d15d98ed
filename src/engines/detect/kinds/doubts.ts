// Rejects claims by line kind: code and program output have names and numbers of programs in the form of personal values.
import type { ScannedText } from '../../../text/scanned.ts'
import type { Claim } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { isProgramName } from '../made-up-values.ts'
import { kindsOf, LineKind } from './kind.ts'

interface Veto {
  /** Kinds of line (kindsOf) that reject such a claim ... */
  readonly lines: number
  /** ... except for these claims. */
  readonly isSure: (text: string, claim: Claim) => boolean
}

/** A string literal can contain user input. */
const isQuoted = (text: string, { start }: Claim) => start > 0 && /["'`]/.test(text[start - 1]!)
/** "+44 20 7946 0123", and digits without decimals that follow no other number. */
const isNoMeasure = (text: string, { start, end }: Claim) =>
  text[start] === '+' ||
  !(text.slice(start, end).includes('.') || /[\d-] ?$/.test(text.slice(Math.max(0, start - 2), start)))
/** A street with its house number and town; a shorter value may be the name of a type. */
const isWhole = (text: string, claim: Claim) => claim.end - claim.start > LONGEST_NAME || isQuoted(text, claim)
const LONGEST_NAME = 16
const isNoExpression = (text: string, claim: Claim) =>
  isQuoted(text, claim) ||
  !(isProgramName(text.slice(claim.start, claim.end)) || /[[\];>]/.test(text.slice(claim.start, claim.end)))

const VETOES: ReadonlyMap<string, Veto> = new Map([
  // "@property", "my @targets;": decorators, Perl arrays, documentation tags.
  ['rule:social_handle', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
  // "signal: NodeJS.Signals"
  ['rule:messaging_handle', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
  // "c 0 1.679688 1.320312 3 3 3": a drawing, a table of measurements.
  ['rule:phone', { lines: kindsOf(LineKind.numbers), isSure: isNoMeasure }],
  ['rule:addr_parser', { lines: kindsOf(LineKind.numbers, LineKind.code), isSure: isWhole }],
  // "bind(address: string): Socket": the type of a value.
  ['rule:addr_label', { lines: kindsOf(LineKind.code), isSure: isQuoted }],
  // "$password = $config->{pass}": a computed value; a literal can be a password.
  ['rule:password', { lines: kindsOf(LineKind.code), isSure: isNoExpression }],
])
const VETOED_LINES = [...VETOES.values()].reduce((bits, { lines }) => bits | lines, 0)

/** The claims that no line kind excludes. Line kinds are computed only if a claim needs them, which is rare. */
export function withoutProgramValues(
  scanned: ScannedText,
  claims: readonly Claim[],
  evidence: Evidence,
): readonly Claim[] {
  const { text } = scanned
  let vetoed: Set<Claim> | null = null
  for (let i = 0; i < claims.length; i++) {
    const claim = claims[i]!
    const veto = VETOES.get(claim.detector)
    if (veto === undefined || veto.isSure(text, claim)) continue
    if ((evidence.kinds.any & VETOED_LINES) === 0) return claims
    if (!evidence.kinds.isOneOf(veto.lines, claim.start)) continue
    vetoed ??= new Set()
    vetoed.add(claim)
  }
  return vetoed === null ? claims : claims.filter((claim) => !vetoed.has(claim))
}
