// Lines of prose that were broken to fit a width: their line breaks are read as spaces, so that a value that runs over one is whole.

import { append } from '../lists.ts'
import type { Range } from './range.ts'
import { Rewriter, type Rewritten } from './rewriting.ts'
import { NEWLINE } from './signs.ts'

const CARRIAGE_RETURN = 0x0d
const LETTER_A = 0x61
const LETTER_Z = 0x7a
/** Widths, in UTF-16 units, to which programs and people break prose: RFC 3676 names 66 to 78, pages go from 45 to 120. */
const NARROWEST = 45
const WIDEST = 160
/** Words in small letters that a line of prose has at the least; a list, a form and a log have fewer. */
const LEAST_SMALL_WORDS = 3

/** A line with the signs of a table, a log, a list or program text is not prose. */
const NOT_PROSE = /[|\t{}<>=\\]|;.*;|^\s|^(?:[-*\u2022>#]|\d{1,3}[.)]) /
const SMALL_LETTER = /\p{Ll}/u
const SMALL_WORD = /(?:^|[ (\u201e\u201c"])\p{Ll}/gu
/** The end of a line that goes on in the next one (RFC 3676, 4.1). */
const SOFT_BREAK = ' \n'
/** The next line opens something of its own: a label, a list, a quotation, an indented line. */
const OPENS = /^(?:[-*\u2022>#|\s]|\d{1,3}[.)] |[^\s:]{1,30}(?: [^\s:]{1,30}){0,2}:(?:\s|$))/u
/** Units at the start of a line in which a label has to end. */
const LABEL_WITHIN = 100

/** Units of a paragraph that show whether it is prose. */
const LONGEST_READ = 400

/** True if a text has a soft break, or a line as long as wrapped ones are and after it a line that may begin with a small letter. */
export function mayBeWrapped(text: string): boolean {
  if (text.includes(SOFT_BREAK)) return true
  for (let start = 0; ; ) {
    const end = text.indexOf('\n', start)
    if (end < 0) return false
    const next = text.charCodeAt(end + 1)
    if (end - start >= NARROWEST && (next >= 0x80 || (next >= LETTER_A && next <= LETTER_Z))) return true
    start = end + 1
  }
}

/** Reads the line breaks of wrapped lines as spaces; null if there are none. Linear in the text. */
export function withoutWraps(text: string): Rewritten | null {
  const breaks: number[] = []
  let block: Range[] = []
  for (let start = 0; start <= text.length; ) {
    const at = text.indexOf('\n', start)
    const next = at < 0 ? text.length : at
    const end = next > start && text.charCodeAt(next - 1) === CARRIAGE_RETURN ? next - 1 : next
    if (end === start) {
      addBreaks(text, block, breaks)
      block = []
    } else block.push({ start, end })
    start = next + 1
  }
  addBreaks(text, block, breaks)
  const rewriter = new Rewriter(text)
  for (const at of breaks) {
    rewriter.put(' ', at, at + 1)
    if (text.charCodeAt(at) !== NEWLINE) rewriter.put(' ', at + 1, at + 2)
  }
  return rewriter.done()
}

/** Adds the ends of the lines of one paragraph that were broken to fit its width. */
function addBreaks(text: string, block: readonly Range[], breaks: number[]): void {
  if (isFlowed(text, block)) {
    for (let n = 0; n + 1 < block.length; n++) breaks.push(block[n]!.end)
    return
  }
  let width = 0
  for (const { start, end } of block) if (end - start > width) width = end - start
  if (block.length < 2 || width < NARROWEST || width > WIDEST) return
  let run: number[] = []
  let continues = false
  for (let n = 0; n < block.length; n++) {
    const next = block[n + 1]
    if (next !== undefined && isFull(text, block[n]!, next, width)) {
      run.push(block[n]!.end)
      continues ||= SMALL_LETTER.test(text[next.start]!)
      continue
    }
    // Records of a log and items of a list never begin in the middle of a sentence.
    if (continues) append(breaks, run)
    run = []
    continues = false
  }
}

/** True for a paragraph of prose whose lines, except for the last, each end with one space and are continued by words. */
function isFlowed(text: string, block: readonly Range[]): boolean {
  const last = block.length - 1
  if (last < 1) return false
  for (let n = 0; n < last; n++) {
    const { start, end } = block[n]!
    if (end - start < 3 || text[end - 1] !== ' ' || text[end - 2] === ' ' || text[end - 2] === ':') return false
    const next = block[n + 1]!
    if (OPENS.test(text.slice(next.start, Math.min(next.end, next.start + LABEL_WITHIN)))) return false
  }
  const written = text.slice(block[0]!.start, Math.min(block[last]!.end, block[0]!.start + LONGEST_READ))
  return !NOT_PROSE.test(written) && smallWords(written) >= LEAST_SMALL_WORDS
}

/** True for a line of prose into which the first word of the next line would not have fitted. */
function isFull(text: string, line: Range, next: Range, width: number): boolean {
  const length = line.end - line.start
  if (length < NARROWEST || length + 1 + firstWord(text, next) <= width) return false
  const words = text.slice(line.start, line.end)
  if (words.endsWith(':') || NOT_PROSE.test(words) || smallWords(words) < LEAST_SMALL_WORDS) return false
  return !OPENS.test(text.slice(next.start, Math.min(next.end, next.start + LABEL_WITHIN)))
}

/** Length of the first word of a line. */
function firstWord(text: string, { start, end }: Range): number {
  const space = text.indexOf(' ', start)
  return (space < 0 || space > end ? end : space) - start
}

function smallWords(line: string): number {
  let count = 0
  SMALL_WORD.lastIndex = 0
  while (count < LEAST_SMALL_WORDS && SMALL_WORD.test(line)) count++
  return count
}
