// Properties line by line: "TEL;TYPE=cell:+49 ..." of address cards and appointments, "mobile: +49 ..." of directories.
import type { Range } from '../../../../text/range.ts'
import { componentsOf, type Field, type Format, linesIn, nameOf, type Reader, type Take } from './format.ts'

/** "item1.EMAIL;TYPE=INTERNET:": an optional group and the name; parameters follow until the value begins. */
const HEAD = /(?:[a-z\d-]{1,20}\.)?([a-z][a-z\d-]{0,40})(?=[;:])/iy
const PARAMETER = /;([a-z\d-]{1,30})=("[^"\n\r]{0,200}"|[^;:"\n\r]{0,200})/iy
/** "TEL;VALUE=uri:tel:+49-30-...": the scheme is not part of the value. */
const SCHEME = /(?:tel|mailto|sms):/iy
/** Separator of the components of a structured value (RFC 6350, 3.4). */
const COMPONENT = ';'

export const readProperties: Reader = (text, format, take) => {
  let isWithin = false
  for (const { start, end } of unfolded(text)) {
    if (format.marks.some((mark) => text.startsWith(mark, start))) isWithin = true
    else if (isWithin && format.ends !== null && isEnd(text, start, end, format.ends)) isWithin = false
    if (isWithin) readLine(text, start, end, format, take)
  }
}

/** Line folding inside a value: a line break and a space or tab (RFC 6350, 3.2; RFC 2849). */
const FOLD = /\r?[\n\r][ \t]/g

/** The lines of a text, each joined with its continuation lines. */
function* unfolded(text: string): Generator<Range> {
  let line: { start: number; end: number } | null = null
  for (const { start, end } of linesIn(text)) {
    if (line !== null && (text[start] === ' ' || text[start] === '\t')) line.end = end
    // A line break of two characters leaves an empty line between them.
    else if (line !== null && start === end && text[start - 1] === '\r') continue
    else {
      if (line !== null) yield line
      line = { start, end }
    }
  }
  if (line !== null) yield line
}

function takeFolded(text: string, field: Field, { start, end }: Range, take: Take): void {
  const written = text.slice(start, end)
  take(field, start, end, /[\n\r]/.test(written) ? written.replace(FOLD, '') : undefined)
}

const isEnd = (text: string, start: number, end: number, ends: string): boolean =>
  ends === '' ? end === start : text.startsWith(ends, start)

function readLine(text: string, start: number, end: number, { fields }: Format, take: Take): void {
  HEAD.lastIndex = start
  const head = HEAD.exec(text)
  if (head === null || HEAD.lastIndex > end) return
  const name = nameOf(head[1]!)
  let at = HEAD.lastIndex
  for (;;) {
    PARAMETER.lastIndex = at
    const parameter = PARAMETER.exec(text)
    if (parameter === null || PARAMETER.lastIndex > end) break
    at = PARAMETER.lastIndex
    const known = fields.get(`${name};${nameOf(parameter[1]!)}`)
    const isQuoted = parameter[2]!.startsWith('"') ? 1 : 0
    for (const field of known ?? []) take(field, at - parameter[2]!.length + isQuoted, at - isQuoted)
  }
  if (text[at] !== ':') return
  const known = fields.get(name)
  if (known === undefined) return
  SCHEME.lastIndex = at + 1
  const from = SCHEME.test(text) ? SCHEME.lastIndex : at + 1
  for (const field of known) {
    const place = componentsOf(text, from, end, COMPONENT, field)
    if (place !== null) takeFolded(text, field, place, take)
  }
}
