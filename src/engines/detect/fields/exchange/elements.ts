// XML elements: the text between a tag and its end tag, and values in attributes.
import { DEEPEST, type Format, nameOf, type Reader, takeNested } from './format.ts'

const NAME = /<\/?(?:[\w.-]{1,60}:)?([\w.-]{1,80})/y
/** `<family value="Virtanen"/>`, `<id extension="131052-308T"/>`; a scheme such as "tel:" is not part of the value. */
const ATTRIBUTE = /\s([\w.-]{1,40})\s?=\s?(?:"(?:tel:|mailto:)?([^"<]{1,300})"|'(?:tel:|mailto:)?([^'<]{1,300})')/g
/** Prefix of a name, as in "urn:oid:2.5.4.42" or ".../claims/givenname". */
const PREFIX = /^.*[/:]/
const LONGEST_TAG = 2000
const LONGEST_VALUE = 600

export const readElements: Reader = (text, format, take) => {
  /** Names of the open elements, outermost first; deeper elements are only counted. */
  const open: string[] = []
  let deeper = 0
  const put: Put = (name, start, end, said) => takeNested(format, name, open, take, start, end, said)
  let at = text.indexOf('<')
  while (at >= 0) {
    const close = text.indexOf('>', at)
    if (close < 0) return
    NAME.lastIndex = at
    const tag = close - at <= LONGEST_TAG ? NAME.exec(text) : null
    const next = text.indexOf('<', close)
    if (tag !== null && NAME.lastIndex <= close) {
      if (text[at + 1] === '/') {
        if (deeper > 0) deeper--
        else closeElement(open, nameOf(tag[1]!))
      } else {
        const written = text.slice(at, close)
        const name = nameWithin(written, nameOf(tag[1]!), format)
        takeValue(written, at, name, format, put)
        if (next > close && format.fields.has(name)) takeEnclosed(text, close + 1, name, put)
        if (text[close - 1] !== '/') {
          if (open.length < DEEPEST) open.push(name)
          else deeper++
        }
      }
    }
    at = next
  }
}

/** Takes the value of an element inside those that are open. */
type Put = (name: string, start: number, end: number, said?: string) => void

/** Marks of CDATA sections (XML 1.0, 2.7). */
const AS_IT_STANDS = /<!\[CDATA\[|\]\]>/g
const TAG = /<[a-z/?]/iy

/** The value that an element contains from view index `start` up to the next tag. */
function takeEnclosed(text: string, start: number, name: string, put: Put): void {
  // A longer value is not a field value; with this limit, each element has a bounded cost.
  const near = text.slice(start, start + LONGEST_VALUE)
  let at = 0
  let isPlain = true
  for (;;) {
    at = near.indexOf('<', at)
    if (at < 0) return
    TAG.lastIndex = at
    if (TAG.test(near)) break
    isPlain = false
    const closed = near.startsWith('<!--', at) ? near.indexOf('-->', at) : at
    if (closed < 0) return
    at = closed + 1
  }
  const end = start + at
  if (end === start) return
  put(name, start, end, isPlain ? undefined : withoutRemarks(text.slice(start, end)))
}

/** The value without its comments (XML 1.0, 2.5), where each is closed within it. */
function withoutRemarks(written: string): string {
  let said = ''
  let at = 0
  for (let open = written.indexOf('<!--'); open >= 0; open = written.indexOf('<!--', at)) {
    said += written.slice(at, open)
    at = written.indexOf('-->', open) + 3
  }
  return (said + written.slice(at)).replace(AS_IT_STANDS, '')
}

/** Closes the innermost element of this name, and with it any unclosed elements inside it; an unknown name closes the innermost element. */
function closeElement(open: string[], name: string): void {
  const from = open.lastIndexOf(name)
  if (from >= 0) open.length = from
  else open.pop()
}

function nameWithin(written: string, name: string, { namedBy }: Format): string {
  if (namedBy === null) return name
  for (const [, attribute, quoted, apostrophed] of written.matchAll(ATTRIBUTE))
    if (attribute === namedBy) return nameOf((quoted ?? apostrophed)!.replace(PREFIX, ''))
  return name
}

function takeValue(written: string, at: number, name: string, format: Format, put: Put): void {
  if (format.attributes.size === 0 || !format.fields.has(name)) return
  for (const { index, 0: whole, 1: attribute, 2: quoted, 3: apostrophed } of written.matchAll(ATTRIBUTE)) {
    if (!format.attributes.has(nameOf(attribute!))) continue
    const end = at + index + whole.length - 1
    put(name, end - (quoted ?? apostrophed)!.length, end)
  }
}
