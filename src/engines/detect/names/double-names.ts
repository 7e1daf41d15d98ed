// Double names of a text ("Finn-Ole"), again wherever their two words stand side by side: in small letters, with another sign between them, or with none.
import { numbersFor } from '../../../text/kept-list.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { HYPHEN, isHyphen, UNDERSCORE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { type Claim, claimOf } from '../detector.ts'
import type { TokenRange } from './fields.ts'
import { isTiedBy } from './titled.ts'

/** Shorter words side by side say something else: "Al said". */
const LEAST_APART = 3
/** Letters of both words where they are written as one. */
const LEAST_JOINED = 6
const WIDEST = 3
const PROBABILITY = 0.9

/** `names`: disjoint, sorted. */
export function doubleNames(text: ScannedText, names: readonly TokenRange[], detector: string): Claim[] {
  const { kind, start, end, count } = text.tokens
  const pairs = text.mayHold(HYPHEN) ? pairsOf(text, names) : new Map<string, TokenRange>()
  if (pairs.size === 0) return []
  const taken = numbersFor(count)
  for (const [n, { first, end: behind }] of names.entries()) taken.fill(n + 1, first, behind)
  const found: Claim[] = []
  for (let i = 0; i < count; i++) {
    if (kind[i]! > TokenKind.upper) continue
    const other = otherHalf(text, i)
    const ofTwo = other > i ? pairs.get(`${text.folded(i)} ${text.folded(other)}`) : undefined
    const last = ofTwo === undefined ? i : other
    const whom = ofTwo ?? pairs.get(text.folded(i))
    const [before, behind] = [names[taken[i]! - 1], names[taken[last]! - 1]]
    if (whom === undefined || (before !== undefined && behind !== undefined)) continue
    const [from, to] = [start[before?.first ?? i]!, end[(behind?.end ?? last + 1) - 1]!]
    const of = { start: start[whom.first]!, end: end[whom.end - 1]! }
    found.push(claimOf('PII-1-NAME', from, to, PROBABILITY, detector, 'lexicon', undefined, of))
  }
  return found
}

/** Both words of each double name, folded, with a blank between them and joined -> the name that they are in. */
function pairsOf(text: ScannedText, names: readonly TokenRange[]): Map<string, TokenRange> {
  const pairs = new Map<string, TokenRange>()
  for (const name of names)
    for (let i = name.first + 1; i + 1 < name.end; i++) {
      if (!isTiedBy(text, i)) continue
      const [one, other] = [text.folded(i - 1), text.folded(i + 1)]
      pairs.set(`${one} ${other}`, name)
      if (one.length + other.length >= LEAST_JOINED) pairs.set(one + other, name)
    }
  return pairs
}

/** The next word, also after a sign that joins the two; -1 if there is none. */
function otherHalf({ tokens: { kind, start, end, count }, units }: ScannedText, i: number): number {
  const unit = kind[i + 1] === TokenKind.sign ? units[start[i + 1]!]! : 0
  const isTied = isHyphen(unit) || unit === UNDERSCORE
  const other = isTied ? i + 2 : i + 1
  if (other >= count || kind[other]! > TokenKind.upper || start[other]! - end[i]! > WIDEST) return -1
  return isTied || Math.min(end[i]! - start[i]!, end[other]! - start[other]!) >= LEAST_APART ? other : -1
}
