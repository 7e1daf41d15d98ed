// Whether a lone word is a name that a program gives to something of its own: "const Pool = pg.Pool", "rows = Loader(path)".
// People stand in the strings and the remarks of programs, which are left alone.
import type { ScannedText } from '../../../../text/scanned.ts'
import { firstAt } from '../../../../text/search.ts'
import {
  COLON,
  EQUALS,
  EXCLAMATION,
  GREATER_THAN,
  HYPHEN,
  OPEN_BRACE,
  OPEN_PARENTHESIS,
  SEMICOLON,
} from '../../../../text/signs.ts'
import { TokenKind, type Tokens } from '../../../../text/tokens.ts'
import { sliceOf } from '../../../../text/unit-classes.ts'
import type { Candidate } from '../candidate.ts'
import type { NameSearch } from '../search.ts'

/** So far on each side is looked at, and so many lines above and below. */
const REACH = 400
const LINES = 3
/** Lines of a program beside one another that make their words those of a program. */
const LEAST_LINES = 2
/** How a line of a program ends, and what such a line holds; a record that ends its fields so holds none of it. */
const ENDS = /(?:[;{}]|[[(]|=>)\s*$/
const HOLDS = /[=(<[{}|]|\p{Ll}\p{Lu}|\p{Ll}_\p{Ll}/u
const GREEK = /\p{Script=Greek}/u
const CLOSES = /^\s*[}\])]+[,;]?\s*$/
const CALLS = /^\s*(?:[\p{Ll}_$][\w$]{0,40}[ .]){0,4}[\w$]{1,40}\([^()\n]{0,80}\)[.;:]?|\w\(\)|\w(?:::|->)\w|[=!]==?\s/u
/** Keywords and names in small letters in front of what is given a value. */
const DECLARES = /^\s*(?:[\p{Ll}_$][\w$]{0,30} ){1,4}$/u
const IS_GIVEN = /^(?:: ?\w{1,30})? ?=(?!=) ?\S/
/** A call right behind the word, in the value of something. */
const IS_ASKED = /(?:=|\breturn|\bnew|\bawait|\() ?(?:\w{1,30}\.){0,3}$/
const ASKS = /^\((?!\d{1,3}\))/
/** "max: Count;" in a text with braces. */
const MEMBER = /^\s*\p{Ll}\w{0,40}\??: [\w.<>[\]|]{1,60};\s*$/u
const IS_MADE = /\bnew (?:\w{1,30}\.){0,3}$/
const IMPORTS = /^\s*(?:import|export)\b[^\n]{0,200}\bfrom\s?['"]/
/** Signs without which no text is a program. */
const SIGNS = [EQUALS, OPEN_BRACE, SEMICOLON] as const
/** What may end a statement in ENDS, CLOSES and MEMBER. */
const END_SIGNS = ';{}[]()>,'
/** Where a remark begins in its line. */
const REMARK = /(?:^|[^:])\/\/|^\s*(?:#|\*|\/\*|--|<!--|%|rem\b)/i

/** Whether the only word of a name is none of a person but one of a program, outside its strings and remarks. */
export function isIdentifier({ text, scanned }: NameSearch, { words, pattern }: Candidate): boolean {
  if (words.length > 1 || !SIGNS.some((sign) => scanned.mayHold(sign))) return false
  const { start, end } = words[0]!
  const from = Math.max(0, start - REACH)
  const to = Math.min(text.length, end + REACH)
  const above = sliceOf(text, from, start)
  const below = sliceOf(text, end, to)
  const before = above.slice(above.lastIndexOf('\n') + 1)
  const behind = below.split('\n', 1)[0]!
  const line = sliceOf(text, start - before.length, end + behind.length)
  const isUsed = isUsedBetween(before, behind) || IMPORTS.test(line)
  if (!isUsed && !mayHoldStatements(scanned, from, to)) return false
  if (REMARK.test(before) || isQuoted(before)) return false
  if (isUsed) return true
  const hasTypes = scanned.mayHold(SIGNS[1])
  const isProgram = (line: string) => isStatement(line) || (hasTypes && MEMBER.test(line))
  const isOwn = isProgram(line)
  // "Vorname: René" between two lines of a program: what announces somebody is stronger than what stands around it.
  if (pattern && !isOwn) return false
  let lines = isOwn ? 1 : 0
  for (const line of above.split('\n').slice(0, -1).slice(-LINES)) if (isProgram(line)) lines++
  for (const line of below.split('\n').slice(1, 1 + LINES)) if (isProgram(line)) lines++
  return lines >= LEAST_LINES
}

/** Whether a line does with the word between its two parts what only programs do: gives it a value, calls it, makes one. */
function isUsedBetween(before: string, behind: string): boolean {
  return (
    (IS_GIVEN.test(behind) && DECLARES.test(before)) ||
    (ASKS.test(behind) && IS_ASKED.test(before)) ||
    (/^[(.]/.test(behind) && IS_MADE.test(before))
  )
}

/** Whether as many signs in [from, to) as make a program stand where one of each of its statements does. */
function mayHoldStatements({ signs, tokens }: ScannedText, from: number, to: number): boolean {
  const { start } = tokens
  let found = 0
  for (let i = firstAt(signs, (sign) => start[sign]! >= from); i < signs.length && start[signs[i]!]! < to; i++)
    if (isOfStatement(tokens, signs[i]!, to) && ++found >= LEAST_LINES) return true
  return false
}

/** Whether the sign at token `at` ends its line or the text up to `to` as statements end, opens what a call asks with, or is the last of :: -> == and !=. */
function isOfStatement({ kind, start, end, units, count }: Tokens, at: number, to: number): boolean {
  const from = start[at]!
  const sign = units[from]!
  const isLast = at + 1 === count || kind[at + 1] === TokenKind.newline || start[at + 1]! >= to
  if (isLast && END_SIGNS.includes(String.fromCharCode(sign))) return true
  if (at === 0 || end[at - 1] !== from) return false
  const before = units[from - 1]!
  if (sign === EQUALS) return before === EQUALS || before === EXCLAMATION
  if (sign === GREATER_THAN) return before === HYPHEN
  return sign === OPEN_PARENTHESIS || (sign === COLON && before === COLON)
}

/** A string of the line is still open. */
function isQuoted(before: string): boolean {
  for (const mark of ['"', "'", '`']) if (before.split(mark).length % 2 === 0) return true
  return false
}

function isStatement(line: string): boolean {
  // The Greek question mark looks like a semicolon.
  return ((ENDS.test(line) && HOLDS.test(line)) || CLOSES.test(line) || CALLS.test(line)) && !GREEK.test(line)
}
