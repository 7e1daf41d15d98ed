// JSON and JSON lines. Read, they are kept as written: exchange formats are recognised by their keys, and the engines read string literals. Opened,
// strings, names of members and numbers are pieces between the signs; a number that is masked becomes a string.
import type { CopyText } from '../shared/copy-text.ts'
import type { Open, Read } from '../shared/format.ts'
import { writtenOut } from '../shared/known-values.ts'
import type { Source } from '../shared/source.ts'
import { openSource } from '../text/encode.ts'
import { decodeText } from '../text/encoding.ts'

export const readJson: Read = async (bytes, into, { languages }) => {
  const { text, encoding } = decodeText(bytes, { languages })
  into.begin('code')
  into.add(spelled(text))
  into.end()
  return encoding
}

/** Decodes escaped letters (RFC 8259, 7); characters with a meaning in the notation stay escaped. */
function spelled(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|[^u])/gi, (written, code: string | undefined) =>
    code !== undefined && Number.parseInt(code, 16) >= 0xa0 ? String.fromCharCode(Number.parseInt(code, 16)) : written,
  )
}

export const openJson: Open = async (bytes, into, opening) => {
  const { source, copy } = openSource(bytes, opening)
  addJson(source, into)
  return copy
}

const NUMBER = /-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,4})?/y
/** A text with these characters would no longer be read as one string. */
const TELLING_SIGNS = /["\\\u0000-\u001f]/

function addJson(source: Source, into: CopyText): void {
  const { text } = source
  let signs = 0
  const flush = (at: number) => {
    if (at > signs) into.sign(text.slice(signs, at))
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '"') {
      const end = endOfString(text, at)
      flush(at + 1)
      addString(source, at, end, into)
      signs = end - 1
      at = end - 1
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      NUMBER.lastIndex = at
      const number = NUMBER.exec(text)?.[0] ?? sign
      flush(at)
      const start = at
      const end = at + number.length
      into.add({ value: writtenOut(number), set: (masked) => source.put(start, end, JSON.stringify(masked)) })
      signs = end
      at = end - 1
    }
  }
  flush(text.length)
  into.endPart()
}

/** The index after the closing quote of the string that begins at `start`. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function addString(source: Source, start: number, end: number, into: CopyText): void {
  const raw = source.text.slice(start + 1, end - 1)
  const read = raw.includes('\\') ? decoded(raw) : raw
  // A string with JSON, a program or several lines is read as it is written.
  const isWritten = read === null || TELLING_SIGNS.test(read)
  into.add({
    value: isWritten ? raw : read,
    set: (text) => source.put(start + 1, end - 1, isWritten ? text : JSON.stringify(text).slice(1, -1)),
  })
}

function decoded(raw: string): string | null {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return null
  }
}
