// Joins numbers whose groups are separated by signs that elsewhere separate values: a tab, a bar, a middle dot, a line break, the sign of a
// quoted reply; numbers with spaced digits; and e-mail addresses and dates over a line break. After a label, in a line that is not a table row,
// such groups are one number with spaces.
import { Rewriter, type Rewritten } from './rewriting.ts'

/** Minimum number of groups (two across a quoted line break), and of digits in all groups together. */
const LEAST_GROUPS = 3
const LEAST_DIGITS = 8
/** Minimum number of single digits that form one number. */
const LEAST_SINGLES = 10
/** A group, which may have letters as in an account number: "GB29" and "NWBK". */
const GROUP = '[A-Z\\d]{1,6}'
/** Three groups or more with two or more of the same sign; the sign is the first group of the match. */
const ROW = new RegExp(
  `(?<![\\p{L}\\p{N}])${GROUP}( ?[\\t|\\u00b7] ?)${GROUP}(?:\\1${GROUP}){1,12}(?![\\p{L}\\p{N}])`,
  'gu',
)
/** Lines of one group each, after a line that ends with a group. */
const LINES = new RegExp(`(?<![\\p{L}\\p{N}])${GROUP}(?:\\r?\\n${GROUP}){2,12}(?=[^\\S\\n]{0,4}(?:$|\\n|\\r))`, 'gu')
/** A group that continues after the sign of a quoted reply: "020 7946\n> 0123". */
const QUOTED = new RegExp(
  `(?<=(?:[:#]|${GROUP}) ?${GROUP})[ \\t]{0,2}\\r?\\n(?:> ?){1,4}(?=${GROUP}(?![\\p{L}\\p{N}]))`,
  'gu',
)
/** Spaced digits: "0 2 0 7 9 4 6 0 1 2 3". */
const SINGLES = /(?<![\p{L}\p{N}])\d(?:[ -]{1,2}\d){9,24}(?![\p{L}\p{N}])/gu
const BREAK = '([ \\t]{0,4}\\r?\\n[ \\t]{0,4})'
/** A date with a line break after a separator. */
const DATE = new RegExp(`(?<![\\d.])\\d{1,2}([./])(?:${BREAK}\\d{1,2}\\1|\\d{1,2}\\1${BREAK})\\d{4}(?!\\d)`, 'g')
const END = '\\.[a-z]{2,24}(?![\\w@-])'
/** The host of an e-mail address up to its line break, where what is before the break has no top-level domain and what follows has one. */
const HOST = new RegExp(
  `^[\\w-]{0,63}(?:${BREAK}(?=[\\w-]{0,63}(?:\\.[\\w-]{1,63}){0,3}${END})|(?<=[\\w-])\\.${BREAK}(?=[a-z]{2,24}(?![\\w@.-])))`,
  'i',
)
/** The local part of an address with a line break before its @, which is more than a word. */
const LOCAL = new RegExp(`(?<![\\w.+-])[\\w+-]{1,64}[._+\\d][\\w.+-]{0,64}${BREAK}$`)
const WHOLE_HOST = new RegExp(`^[\\w-]{1,63}(?:\\.[\\w-]{1,63}){0,3}${END}`, 'i')
/** Characters of an address on one side of its @. */
const HALF = 160
/** A label directly before a number: at least two letters, then signs. */
const LABEL = /\p{L}{2}[^\p{L}\p{N}\n]{0,4}$/u
const LABEL_WITHIN = 24
const TAB = '\t'

/** What a text has that holds a match of a pattern above: most texts have none, and these are tested faster. */
const MAY_HOLD = {
  singles: /\d[ -]{1,2}\d[ -]{1,2}\d[ -]{1,2}\d/,
  row: /\d ?[\t|\u00b7] ?[A-Z\d]|[A-Z] ?[\t|\u00b7] ?\d/,
  lines: /\n[A-Z\d]{1,6}\r?\n[A-Z\d]/,
  quoted: /\n(?:> ?){1,4}[A-Z\d]/,
  date: /[./][ \t]{0,4}\r?\n[ \t]{0,4}\d/,
  address: /@[\w-]{0,63}\.?[ \t]{0,4}\r?\n|\n[ \t]{0,4}@/,
} as const

/** Returns a text with spaces between the groups of such numbers, and without what separates the rest; null if it has none. Linear. */
export function withoutSplits(source: string): Rewritten | null {
  const splits: Split[] = []
  for (const match of matches(source, 'singles', SINGLES)) {
    if (
      digitsIn(match[0]) < LEAST_SINGLES ||
      !isAnnounced(source, match.index) ||
      isOfColumn(source, match.index, SINGLE_ROW)
    )
      continue
    addGaps(match, /[ -]+/g, '', splits)
  }
  for (const match of matches(source, 'row', ROW)) {
    const sign = match[1]!.trim() === '' ? TAB : match[1]!.trim()
    if (!isNumber(match[0], source, match.index) || isRowOfTable(source, match, sign)) continue
    addGaps(match, / ?[\t|\u00b7] ?/g, ' ', splits)
  }
  for (const match of matches(source, 'lines', LINES))
    if (isNumber(match[0], source, match.index)) addGaps(match, /\r?\n/g, ' ', splits)
  for (const { index, 0: gap } of matches(source, 'quoted', QUOTED))
    splits.push({ from: index, to: index + gap.length, joined: ' ' })
  for (const match of matches(source, 'date', DATE)) addGaps(match, /\s+/g, '', splits)
  if (MAY_HOLD.address.test(source)) addBrokenAddresses(source, splits)
  if (splits.length === 0) return null
  splits.sort((a, b) => a.from - b.from)
  const rewriter = new Rewriter(source)
  for (const { from, to, joined } of splits) if (from >= rewriter.taken) rewriter.put(joined, from, to)
  return rewriter.done()
}

function matches(source: string, kind: keyof typeof MAY_HOLD, pattern: RegExp): Iterable<RegExpExecArray> {
  return MAY_HOLD[kind].test(source) ? source.matchAll(pattern) : []
}

interface Split {
  readonly from: number
  readonly to: number
  readonly joined: string
}

function addBrokenAddresses(source: string, to: Split[]): void {
  for (let at = source.indexOf('@'); at >= 0; at = source.indexOf('@', at + 1)) {
    const after = source.slice(at + 1, at + 1 + HALF)
    const before = source.slice(Math.max(0, at - HALF), at)
    const host = /\w$/.test(before) ? HOST.exec(after) : null
    if (host !== null) {
      const end = at + 1 + host[0].length
      to.push({ from: end - (host[1] ?? host[2]!).length, to: end, joined: '' })
    }
    const local = WHOLE_HOST.test(after) ? LOCAL.exec(before) : null
    if (local !== null) to.push({ from: at - local[1]!.length, to: at, joined: '' })
  }
}

function addGaps(match: RegExpMatchArray, gaps: RegExp, joined: string, to: Split[]): void {
  for (const { index, 0: gap } of match[0].matchAll(gaps)) {
    const from = match.index! + index
    to.push({ from, to: from + gap.length, joined })
  }
}

function digitsIn(text: string): number {
  let digits = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) digits++
  return digits
}

function isNumber(value: string, source: string, at: number): boolean {
  const groups = value.split(/[^A-Z\d]+/).length
  return groups >= LEAST_GROUPS && digitsIn(value) >= LEAST_DIGITS && isAnnounced(source, at)
}

function isAnnounced(source: string, at: number): boolean {
  return LABEL.test(source.slice(Math.max(0, at - LABEL_WITHIN), at))
}

/** True for a table row: its line has more cells than the number, or the line above or below has the sign as well. */
function isRowOfTable(source: string, match: RegExpMatchArray, sign: string): boolean {
  const { from, to } = lineAround(source, match.index!)
  const lead = source.slice(from, match.index!).trimEnd()
  const before = lead.endsWith(':') ? lead.slice(0, -1).trimEnd() : lead
  const after = source.slice(match.index! + match[0].length, to)
  // The first sign may separate the label from the number: "Phone:\t020\t7946".
  const isLabelled = before !== lead || !source.slice(from, match.index!).includes(sign)
  if (!isLabelled || before.includes(sign) || after.includes(sign)) return true
  return hasSign(source, from - 1, sign) || hasSign(source, to + 1, sign)
}

/** True if the line at `at` contains the sign. */
function hasSign(source: string, at: number, sign: string): boolean {
  if (at < 0 || at >= source.length) return false
  const { from, to } = lineAround(source, at)
  return source.slice(from, to).includes(sign)
}

const SINGLE_ROW = /\d[ -]{1,2}\d[ -]{1,2}\d[ -]{1,2}\d/

/** True if the line above or below also has such a row: a matrix. */
function isOfColumn(source: string, at: number, row: RegExp): boolean {
  const { from, to } = lineAround(source, at)
  return [from - 1, to + 1].some((neighbour) => {
    if (neighbour < 0 || neighbour >= source.length) return false
    const line = lineAround(source, neighbour)
    return row.test(source.slice(line.from, line.to))
  })
}

/** Maximum characters of a line that are searched on either side; longer lines are not where people write numbers. */
const LINE = 240

function lineAround(source: string, at: number): { from: number; to: number } {
  const lowest = Math.max(0, at - LINE)
  const before = source.slice(lowest, at).lastIndexOf('\n')
  const after = source.slice(at, at + LINE).indexOf('\n')
  return {
    from: before < 0 ? lowest : lowest + before + 1,
    to: after < 0 ? Math.min(source.length, at + LINE) : at + after,
  }
}
