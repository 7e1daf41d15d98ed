// Elements of XML: what stands between a tag and its end, and what an attribute holds as value.
import { DEEPEST, type Format, nameOf, type Reader, type Take, takeNested } from './format.ts'

const NAME = /<\/?(?:[\w.-]{1,60}:)?([\w.-]{1,80})/y
/** `<family value="Virtanen"/>` (FHIR), `<id extension="131052-308T"/>` (CDA). */
const VALUE = /\s(?:value|extension)\s?=\s?(?:"(?:tel:|mailto:)?([^"<]{1,300})"|'(?:tel:|mailto:)?([^'<]{1,300})')/i
const NAMED = /\s([\w.-]{1,40})\s?=\s?["']([^"'<]{1,200})["']/g
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
  for (const [, attribute, value] of written.matchAll(NAMED))
    if (attribute === namedBy) return nameOf(value!.replace(PREFIX, ''))
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
  if (!format.fields.has(name)) return
  const attribute = VALUE.exec(written)
  if (attribute === null) return
  const end = at + attribute.index + attribute[0].length - 1
  takeNested(format, name, open, take, end - (attribute[1] ?? attribute[2])!.length, end)
}
