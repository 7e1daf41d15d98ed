// Removes the signs that set a value in bold, italics or code in Markdown and chats (CommonMark 6.1 and 6.2): **020 7946 0123**.
import { Rewriter, type Rewritten } from './rewriting.ts'

const SIGNS = '*_`~'
/** A run of signs that may open emphasis: after the start, a space or a bracket, before a letter, a number or a plus sign. */
const OPENING = /(?:^|[\s([{"'|>:,;/-])(?:\*{1,3}|_{1,3}|`{1,3}|~{1,2})[\p{L}\p{N}+(@]/u
const BEFORE = /[\s([{"'|>:,;/*_`~-]/
const AFTER = /[\s)\]}"'|<:,;.!?/*_`~-]/
const VALUE = /[\p{L}\p{N}+(@]/u
/** Maximum length of a run, and maximum number of open runs in one line. */
const LONGEST = 3
const MOST_OPEN = 4

function mayHoldEmphasis(source: string): boolean {
  return (
    (source.includes('*') || source.includes('_') || source.includes('`') || source.includes('~')) &&
    OPENING.test(source)
  )
}

interface Run {
  readonly sign: string
  readonly start: number
  readonly end: number
}

/** Returns the text without emphasis signs around its values, or null if it has none. Linear. */
export function withoutEmphasis(source: string): Rewritten | null {
  if (!mayHoldEmphasis(source)) return null
  const found: Run[] = []
  let open: Run[] = []
  for (let at = 0; at < source.length; ) {
    const sign = source[at]!
    if (sign === '\n') open = []
    if (!SIGNS.includes(sign)) {
      at++
      continue
    }
    let end = at + 1
    while (source[end] === sign) end++
    const run = { sign, start: at, end }
    const opener = closes(source, run)
      ? open.findLast((one) => one.sign === sign && sizeOf(one) === sizeOf(run))
      : undefined
    if (opener !== undefined) {
      found.push(opener, run)
      open = open.slice(0, open.indexOf(opener))
    } else if (opens(source, run) && open.length < MOST_OPEN) open.push(run)
    at = end
  }
  const rewriter = new Rewriter(source)
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) rewriter.put('', start, end)
  return rewriter.done()
}

const sizeOf = ({ start, end }: Run) => end - start

function opens(source: string, run: Run): boolean {
  if (sizeOf(run) > LONGEST || (run.start > 0 && !BEFORE.test(source[run.start - 1]!))) return false
  return VALUE.test(source[run.end] ?? '') || SIGNS.includes(source[run.end] ?? ' ')
}

function closes(source: string, run: Run): boolean {
  if (sizeOf(run) > LONGEST || /\s/.test(source[run.start - 1] ?? ' ')) return false
  return run.end === source.length || AFTER.test(source[run.end]!)
}
