// Members of JSON objects, by the names of the enclosing objects. Elements of a list have the list's name.
import { DEEPEST, type Format, nameOf, type Reader, type Take, takeNested } from './format.ts'

/** A number as value: a house number, a postcode, a telephone number. */
const NUMBER = /\d{1,20}/y

interface Frame {
  readonly isList: boolean
  name: string
  /** Number of names that it added to the path. */
  names: number
}

export const readMembers: Reader = (text, format, take) => {
  const way: string[] = []
  const frames: Frame[] = [{ isList: true, name: '', names: 0 }]
  /** Number of open frames beyond the maximum depth. */
  let deeper = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    const frame = frames[frames.length - 1]!
    if (sign === '{' || sign === '[') {
      if (frames.length < DEEPEST) frames.push(frameOf(sign === '[', frame, way))
      else deeper++
    } else if (sign === '}' || sign === ']') {
      if (deeper > 0) deeper--
      else if (frames.length > 1) way.length -= frames.pop()!.names
    } else if (sign === '"') {
      const end = closingQuote(text, at + 1)
      if (end < 0) return
      if (deeper === 0) readString(text, at + 1, end, frame, way, format, take)
      at = end
    } else if (sign >= '0' && sign <= '9') {
      NUMBER.lastIndex = at
      NUMBER.test(text)
      if (deeper === 0) takeNested(format, frame.name, way, take, at, NUMBER.lastIndex)
      at = NUMBER.lastIndex - 1
    }
  }
}

function frameOf(isList: boolean, around: Frame, way: string[]): Frame {
  if (isList) return { isList, name: around.name, names: 0 }
  if (around.name === '') return { isList, name: '', names: 0 }
  way.push(around.name)
  return { isList, name: '', names: 1 }
}

/** Reads a string: the name of the next member, or a value, which may be the type of its object. */
function readString(
  text: string,
  start: number,
  end: number,
  frame: Frame,
  way: string[],
  format: Format,
  take: Take,
): void {
  if (!frame.isList && isMemberName(text, end + 1)) {
    frame.name = nameOf(text.slice(start, end))
  } else if (frame.name === format.typeMember) {
    way.push(nameOf(text.slice(start, end)))
    frame.names++
  } else takeNested(format, frame.name, way, take, start, end, unescaped(text.slice(start, end)))
}

/** "M\\u00fcller": the decoded text of a string with escapes; undefined without escapes or for an invalid one. */
function unescaped(written: string): string | undefined {
  if (!written.includes('\\')) return undefined
  try {
    return JSON.parse(`"${written}"`) as string
  } catch {
    return undefined
  }
}

/** Position of the quotation mark that ends a string begun before `from`; -1 if there is none. Escaped characters are skipped. */
function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return -1
}

/** True if a colon follows within four characters, after white space. */
function isMemberName(text: string, from: number): boolean {
  for (let at = from; at < from + 4; at++) {
    if (text[at] === ':') return true
    if (text[at] !== ' ' && text[at] !== '\n' && text[at] !== '\t') return false
  }
  return false
}
