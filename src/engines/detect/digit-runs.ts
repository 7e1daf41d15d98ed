// Runs of digit groups in long numbers: single spaces or hyphens between them, and no connected text at either end.
import type { ScannedText } from '../../text/scanned.ts'
import { COMMA, FULL_STOP, HYPHEN, SPACE, signSet, TAB, UNDERSCORE } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { isAlphanumeric, signCodeAt } from './token-questions.ts'

/**
 * The last token of the run of digit groups that begins at token `first`: one kind of separator (space, hyphen or full
 * stop; one line break counts as a space, a tab separates table cells), at most `longest` digits. A longer run
 * is cut to its first groups. Returns -1 if a sign connects the run to letters or digits at either end.
 */
export function digitRunEnd(scanned: ScannedText, first: number, longest: number): number {
  const { kind, start, end, count } = scanned.tokens
  let digits = end[first]! - start[first]!
  if (isTiedBefore(scanned, first)) return -1
  let last = first
  let separator = 0
  while (last + 1 < count) {
    const gap = start[last + 1]! - end[last]!
    let next = last + 1
    let sign = SPACE
    if (gap === 0) {
      sign = kind[next] === TokenKind.newline ? SPACE : signCodeAt(scanned, next)
      if ((sign !== HYPHEN && sign !== SPACE && sign !== FULL_STOP) || start[next + 1] !== end[next]) break
      next++
      // A number that was broken after its hyphen at the end of a line.
      if (sign === HYPHEN && kind[next] === TokenKind.newline && start[next + 1] === end[next]) next++
    } else if (gap > 2 || scanned.tokens.units[end[last]!] === TAB) break
    if (kind[next] !== TokenKind.number || (separator !== 0 && sign !== separator)) break
    const length = end[next]! - start[next]!
    if (digits + length > longest) break
    separator = sign
    digits += length
    last = next
  }
  return digits > longest || isTiedBehind(scanned, last) ? -1 : last
}

export function digitsIn({ tokens: { kind, start, end } }: ScannedText, first: number, last: number): number {
  let digits = 0
  for (let i = first; i <= last; i++) if (kind[i] === TokenKind.number) digits += end[i]! - start[i]!
  return digits
}

export function readRun(scanned: ScannedText, first: number, last: number): { digits: string; groups: number[] } {
  const { kind, start, end } = scanned.tokens
  let digits = ''
  const groups: number[] = []
  for (let i = first; i <= last; i++) {
    if (kind[i] !== TokenKind.number) continue
    digits += scanned.text.slice(start[i], end[i])
    groups.push(end[i]! - start[i]!)
  }
  return { digits, groups }
}

/** Signs that connect the text before and after them. */
const isTie = signSet(',-./_\\@%')

/** True if a sign connects the token to letters or digits before it ("A-123", "1.234", "x_5"). */
function isTiedBefore(scanned: ScannedText, index: number): boolean {
  const { start, end, kind } = scanned.tokens
  if (index < 2 || end[index - 1] !== start[index]) return false
  const sign = signCodeAt(scanned, index - 1)
  if (!isTie(sign)) return false
  // In a list of values a comma is a separator; up to three digits after it are the rest of an amount.
  if (sign === COMMA && end[index]! - start[index]! > 3) return false
  if (end[index - 2] !== start[index - 1]) return false
  // "blk_-6952295868487656571": the minus of a number that is connected to a name.
  if (sign === HYPHEN && signCodeAt(scanned, index - 2) === UNDERSCORE) return true
  return isAlphanumeric(kind[index - 2])
}

function isTiedBehind(scanned: ScannedText, index: number): boolean {
  const { start, end, kind } = scanned.tokens
  if (start[index + 1] !== end[index]) return false
  const sign = signCodeAt(scanned, index + 1)
  if (sign === COMMA && end[index + 2]! - start[index + 2]! > 2) return false
  return isTie(sign) && isAlphanumeric(kind[index + 2]) && start[index + 2] === end[index + 1]
}
