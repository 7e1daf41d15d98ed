// Elements of XML: what stands between a tag and its end, and what an attribute holds as value.
import { DEEPEST, type Format, nameOf, type Reader, type Take, takeNested } from './format.ts'

const NAME = /<\/?(?:[\w.-]{1,60}:)?([\w.-]{1,80})/y
/** `<family value="Virtanen"/>`, `<id extension="131052-308T"/>`; where a value is the address of a page, its scheme is no part of it. */
const ATTRIBUTE = /\s([\w.-]{1,40})\s?=\s?(?:"(?:tel:|mailto:)?([^"<]{1,300})"|'(?:tel:|mailto:)?([^'<]{1,300})')/g
/** What stands before the name proper in one like "urn:oid:2.5.4.42" or ".../claims/givenname". */
const PREFIX = /^.*[/:]/
const LONGEST_TAG = 2000

export const readElements: Reader = (text, format, take) => {
  /** Names of the elements that are open, the outermost first; too deep ones are only counted. */
  const open: string[] = []
  let deeper = 0
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
        takeValue(written, at, name, format, open, take)
        if (next > close + 1) takeNested(format, name, open, take, close + 1, next)
        if (text[close - 1] !== '/') {
          if (open.length < DEEPEST) open.push(name)
          else deeper++
        }
      }
    }
    at = next
  }
}

/** Ends the innermost element of this name, and with it those that were never ended; a name that is not open ends nothing. */
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

function takeValue(
  written: string,
  at: number,
  name: string,
  format: Format,
  open: readonly string[],
  take: Take,
): void {
  if (format.attributes.size === 0 || !format.fields.has(name)) return
  for (const { index, 0: whole, 1: attribute, 2: quoted, 3: apostrophed } of written.matchAll(ATTRIBUTE)) {
    if (!format.attributes.has(nameOf(attribute!))) continue
    const end = at + index + whole.length - 1
    takeNested(format, name, open, take, end - (quoted ?? apostrophed)!.length, end)
  }
}
