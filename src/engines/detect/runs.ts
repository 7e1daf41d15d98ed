// A run of digit groups as people write long numbers: single spaces or hyphens between, nothing tied to either end.
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { isAlphanumeric, signAt } from './reading.ts'

export interface DigitRun {
  readonly first: number
  readonly last: number
  readonly start: number
  readonly end: number
  readonly digits: string
  /** Digits in each group. */
  readonly groups: readonly number[]
}

/**
 * The run of digit groups that begins at token `first`: one kind of separator (space, hyphen or full stop; one line
 * break counts as a space), at most `longest` digits. A run longer than that is cut back to its first group; a group
 * tied to letters or to another sign in front is no beginning. Null then.
 */
export function digitRun(scanned: ScannedText, first: number, longest: number): DigitRun | null {
  const { text } = scanned
  const { kind, start, end, count } = scanned.tokens
  if (isTied(scanned, first)) return null
  let last = first
  let digits = text.slice(start[first], end[first])
  const groups = [digits.length]
  let separator = ''
  while (last + 1 < count) {
    const gap = start[last + 1]! - end[last]!
    let next = last + 1
    let sign = ' '
    if (gap === 0) {
      sign = kind[next] === TokenKind.newline ? ' ' : signAt(scanned, next)
      if ((sign !== '-' && sign !== ' ' && sign !== '.') || start[next + 1] !== end[next]) break
      next++
    } else if (gap > 2) break
    if (kind[next] !== TokenKind.number || (separator !== '' && sign !== separator)) break
    const group = text.slice(start[next], end[next])
    if (digits.length + group.length > longest) break
    separator = sign
    digits += group
    groups.push(group.length)
    last = next
  }
  if (digits.length > longest || isTiedBehind(scanned, last)) return null
  return { first, last, start: start[first]!, end: end[last]!, digits, groups }
}

/** Does a sign tie the token to letters or digits before it ("A-123", "1.234", "x_5")? */
function isTied(scanned: ScannedText, index: number): boolean {
  const { start, end, kind } = scanned.tokens
  if (index === 0 || end[index - 1] !== start[index]) return false
  const sign = signAt(scanned, index - 1)
  if (!/^[-./_,\\@%+]$/.test(sign)) return false
  // In a list of values a comma separates; only few digits behind one are the rest of an amount.
  if (sign === ',' && end[index]! - start[index]! > 3) return false
  return sign !== '+' && index > 1 && isAlphanumeric(kind[index - 2]) && end[index - 2] === start[index - 1]
}

function isTiedBehind(scanned: ScannedText, index: number): boolean {
  const { start, end, kind } = scanned.tokens
  if (start[index + 1] !== end[index]) return false
  const sign = signAt(scanned, index + 1)
  if (sign === ',' && end[index + 2]! - start[index + 2]! > 2) return false
  return /^[-./_,\\@%]$/.test(sign) && isAlphanumeric(kind[index + 2]) && start[index + 2] === end[index + 1]
}
