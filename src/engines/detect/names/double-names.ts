// Double names of a text ("Finn-Ole"), again wherever their two words stand side by side: in small letters, with another sign between them, or with none.
import { numbersFor } from '../../../text/kept-list.ts'
import type { Range } from '../../../text/range.ts'
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
  const { tokens, units } = text
  const { kind, start, end, count } = tokens
  if (!text.mayHold(HYPHEN)) return []
  /** Both words, folded, with a blank between them -> the name that they are in; and joined. */
  const pairs = new Map<string, Range>()
  const firsts = new Set<string>()
  const taken = numbersFor(count)
  for (const [n, name] of names.entries()) {
    taken.fill(n + 1, name.first, name.end)
    for (let i = name.first + 1; i + 1 < name.end; i++) {
      if (!isTiedBy(text, i)) continue
      const [one, other] = [text.folded(i - 1), text.folded(i + 1)]
      const whom = { start: start[name.first]!, end: end[name.end - 1]! }
      firsts.add(one)
      pairs.set(`${one} ${other}`, whom)
      if (one.length + other.length >= LEAST_JOINED) pairs.set(one + other, whom)
    }
  }
  const found: Claim[] = []
  for (let i = 0; pairs.size > 0 && i < count; i++) {
    if (kind[i]! > TokenKind.upper) continue
    const word = text.folded(i)
    let last = i
    let whom = pairs.get(word)
    if (firsts.has(word)) {
      const unit = kind[i + 1] === TokenKind.sign ? units[start[i + 1]!]! : 0
      const other = isHyphen(unit) || unit === UNDERSCORE ? i + 2 : i + 1
      const isClose = other < count && kind[other]! <= TokenKind.upper && start[other]! - end[i]! <= WIDEST
      const isApart = Math.min(word.length, end[other]! - start[other]!) >= LEAST_APART
      if (isClose && (isApart || other > i + 1)) whom = pairs.get(`${word} ${text.folded(other)}`)
      if (whom !== undefined) last = other
    }
    const [before, behind] = [names[taken[i]! - 1], names[taken[last]! - 1]]
    if (whom === undefined || (before !== undefined && behind !== undefined)) continue
    const [from, to] = [start[before?.first ?? i]!, end[(behind?.end ?? last + 1) - 1]!]
    found.push(claimOf('PII-1-NAME', from, to, PROBABILITY, detector, 'lexicon', undefined, whom))
  }
  return found
}
