// Plain text: one paragraph, and one piece that is written again in the encoding it came in. Address cards (RFC 6350), calendars (RFC 5545) and
// directory entries (RFC 2849) as the text that they say: folded lines are joined, encoded values decoded, values that are not text left out.

import { withoutUtf7 } from '../../text/mail-encodings.ts'
import type { Open, Read } from '../shared/format.ts'
import { encodedAs } from './encode.ts'
import { decodeText, labelledText, markOf, quotedBytes, westernText } from './encoding.ts'
import { joinedXml } from './joined-xml.ts'

const CARD = /^\ufeff?BEGIN:V(?:CARD|CALENDAR)\b/i
const DIRECTORY = /^\ufeff?(?:#[^\n]{0,400}\n){0,20}(?:version: ?1\s|dn::? )/i
const ENCODING = /;(?:ENCODING=)?(QUOTED-PRINTABLE|B(?:ASE64)?)(?=;|$)/i
const CHARSET = /;CHARSET="?([\w-]{1,40})"?/i
const CODED_ENTRY = /^([A-Za-z][\w;-]{0,200})::[ ]?([A-Za-z0-9+/=]*)[ ]*$/gm
const EMBEDDED = /^data:[^,]{0,200};base64,.*/i
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f]/

/** Returns a text of another format as it is. */
export function cardText(text: string): string {
  if (CARD.test(text))
    return eachLine(withoutSoftBreaks(text).replace(/\r?\n[ \t]/g, ''), (line) => {
      const colon = colonOf(line)
      return colon < 0 ? line : (property(line.slice(0, colon), line.slice(colon + 1)) ?? line)
    })
  if (!DIRECTORY.test(text)) return text
  return text
    .replace(/\r?\n /g, '')
    .replace(
      CODED_ENTRY,
      (_, name: string, value: string) => `${name}: ${decoded(value, 'base64').replace(/\s+/g, ' ')}`,
    )
}

function eachLine(text: string, change: (line: string) => string): string {
  return text
    .split('\n')
    .map((line) => (line.endsWith('\r') ? `${change(line.slice(0, -1))}\r` : change(line)))
    .join('\n')
}

/** The colon that ends the name and the parameters of a property; -1 if there is none outside of quotes. */
function colonOf(line: string): number {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === ':' && !isQuoted) return at
  }
  return -1
}

/** Joins lines of quoted-printable values that end with "=" with the next. */
function withoutSoftBreaks(text: string): string {
  const joined: string[] = []
  let goesOn = false
  for (const line of text.split('\n')) {
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line
    const isCoded: boolean = goesOn || /^q/i.test(ENCODING.exec(bare.slice(0, Math.max(0, colonOf(bare))))?.[1] ?? '')
    const isBroken: boolean = isCoded && bare.endsWith('=')
    const kept = isBroken ? bare.slice(0, -1) : line
    if (goesOn) joined.push(joined.pop() + kept)
    else joined.push(kept)
    goesOn = isBroken
  }
  return joined.join('\n')
}

/** Null for a property that is not encoded. */
function property(name: string, value: string): string | null {
  const encoding = ENCODING.exec(name)?.[1]
  if (encoding === undefined) return EMBEDDED.test(value) ? `${name}:` : null
  const plain = decoded(value, encoding, CHARSET.exec(name)?.[1]?.toLowerCase()).replace(/\r?\n/g, '\\n')
  return `${name.replace(ENCODING, '').replace(CHARSET, '')}:${plain}`
}

/** Empty for a value that is not text. */
function decoded(value: string, encoding: string, charset = 'utf-8'): string {
  const bytes = /^q/i.test(encoding) ? quotedBytes(value) : Buffer.from(value, 'base64')
  const { text } = labelledText(bytes, charset) ?? { text: westernText(bytes) }
  return CONTROL.test(text) ? '' : text
}

export const readText: Read = async (bytes, into, { languages }) => {
  const { text, encoding } = decodeText(bytes, { languages })
  into.begin('paragraph')
  into.add(joinedXml(cardText(withoutUtf7(text)?.text ?? text)))
  into.end()
  return encoding
}

export const openText: Open = async (bytes, into, opening) => {
  const { text: source, encoding } = decodeText(bytes, opening)
  const text = joinedXml(cardText(source))
  let written = text === source ? null : text
  into.add({
    value: text,
    set(masked) {
      written = masked
    },
  })
  into.endPart()
  return {
    write: () =>
      written === null ? bytes : encodedAs(written, text === source ? encoding : 'utf-8', markOf(bytes) !== null),
  }
}
