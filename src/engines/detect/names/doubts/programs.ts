// Whether a lone word is a name that a program gives to something of its own: "const Pool = pg.Pool", "rows = Loader(path)".
// People stand in the strings and the remarks of programs, which are left alone.
import { EQUALS, OPEN_BRACE, SEMICOLON } from '../../../../text/signs.ts'
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
/** Where a remark begins in its line. */
const REMARK = /(?:^|[^:])\/\/|^\s*(?:#|\*|\/\*|--|<!--|%|rem\b)/i

/** Whether the only word of a name is none of a person but one of a program, outside its strings and remarks. */
export function isIdentifier({ text, scanned }: NameSearch, { words, pattern }: Candidate): boolean {
  if (words.length > 1 || !SIGNS.some((sign) => scanned.mayHold(sign))) return false
  const { start, end } = words[0]!
  const from = Math.max(0, start - REACH)
  const above = sliceOf(text, from, start).split('\n')
  const below = sliceOf(text, end, Math.min(text.length, end + REACH)).split('\n')
  const before = above.pop()!
  const behind = below.shift()!
  if (REMARK.test(before) || isQuoted(before)) return false
  if (DECLARES.test(before) && IS_GIVEN.test(behind)) return true
  if (IS_ASKED.test(before) && ASKS.test(behind)) return true
  if (IS_MADE.test(before) && /^[(.]/.test(behind)) return true
  if (IMPORTS.test(before + text.slice(start, end) + behind)) return true
  const hasTypes = scanned.mayHold(SIGNS[1])
  const isProgram = (line: string) => isStatement(line) || (hasTypes && MEMBER.test(line))
  const isOwn = isProgram(before + text.slice(start, end) + behind)
  // "Vorname: René" between two lines of a program: what announces somebody is stronger than what stands around it.
  if (pattern && !isOwn) return false
  let lines = isOwn ? 1 : 0
  for (const line of [...above.slice(-LINES), ...below.slice(0, LINES)]) if (isProgram(line)) lines++
  return lines >= LEAST_LINES
}

/** A string of the line is still open. */
function isQuoted(before: string): boolean {
  for (const mark of ['"', "'", '`']) if (before.split(mark).length % 2 === 0) return true
  return false
}

function isStatement(line: string): boolean {
  // The Greek question mark looks like a semicolon.
  if (GREEK.test(line)) return false
  return (ENDS.test(line) && HOLDS.test(line)) || CLOSES.test(line) || CALLS.test(line)
}
