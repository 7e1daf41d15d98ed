// The encodings of mail: transfer encodings of bodies (RFC 2045, 6), words of header fields (RFC 2047) and parameters (RFC 2231).
import { decodedComponent } from '../../text/url-escapes.ts'
import { labelledText, quotedBytes } from '../text/encoding.ts'

/** The decoded bytes of a body, or null for an encoding that is not in RFC 2045. `body`: a character a byte. */
export function decodedBody(body: string, encoding: string): Buffer | null {
  if (encoding === 'base64') return Buffer.from(body.replace(/[^A-Za-z0-9+/=]/g, ''), 'base64')
  if (encoding === 'quoted-printable') return quotedBytes(unbroken(body))
  return /^(?:7bit|8bit|binary|)$/.test(encoding) ? Buffer.from(body, 'latin1') : null
}

function unbroken(body: string): string {
  return body
    .split('\n')
    .map(withoutTrailingBlanks)
    .join('\n')
    .replace(/=\r?\n/g, '')
}

/** Blanks at the end of a line are the transport's (RFC 2045, 6.7). */
function withoutTrailingBlanks(line: string): string {
  const isReturned = line.endsWith('\r')
  let end = isReturned ? line.length - 1 : line.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--
  return line.slice(0, end) + (isReturned ? '\r' : '')
}

/** The encoded body of the bytes, in lines as the encoding has them. */
export function encodedBody(bytes: Uint8Array, encoding: string, lineEnd: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (encoding === 'base64') return inLines(buffer.toString('base64'), lineEnd)
  if (encoding === 'quoted-printable') return quoted(buffer.toString('latin1'), lineEnd)
  return buffer.toString('latin1')
}

const WIDEST = 76

function inLines(text: string, lineEnd: string): string {
  const lines: string[] = []
  for (let at = 0; at < text.length; at += WIDEST) lines.push(text.slice(at, at + WIDEST))
  return lines.join(lineEnd) + lineEnd
}

function quoted(text: string, lineEnd: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => quotedLine(line, lineEnd))
    .join(lineEnd)
}

function quotedLine(line: string, lineEnd: string): string {
  const lines: string[] = []
  let current = ''
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]!
    const isLastBlank = i === line.length - 1 && (sign === ' ' || sign === '\t')
    const code =
      sign === '=' || isLastBlank || !/[\t -~]/.test(sign)
        ? `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
        : sign
    if (current.length + code.length > WIDEST - 1) {
      lines.push(`${current}=`)
      current = ''
    }
    current += code
  }
  return [...lines, current].join(lineEnd)
}

/** Bytes of UTF-8 in one encoded word: 45 bytes are 60 letters, and a word may have 75 (RFC 2047, 2). */
const IN_WORD = 45

/** The text of a header field, encoded where it is no ASCII. */
export function encodedWords(text: string): string {
  const plain = text.replace(/[\r\n\t]/g, ' ')
  if (/^[\x20-\x7e]*$/.test(plain)) return plain
  const words: string[] = []
  let bytes: Buffer[] = []
  let length = 0
  const flush = () => {
    if (length > 0) words.push(`=?UTF-8?B?${Buffer.concat(bytes).toString('base64')}?=`)
    bytes = []
    length = 0
  }
  for (const character of plain) {
    const encoded = Buffer.from(character, 'utf8')
    if (length + encoded.length > IN_WORD) flush()
    bytes.push(encoded)
    length += encoded.length
  }
  flush()
  return words.join('\r\n ')
}

/** A parameter of a field, by its name: "filename" also where it is written in pieces or with a set of characters (RFC 2231). */
export function parameterOf(field: string, name: string): string | null {
  const plain = new RegExp(`[;\\s]${name}\\s{0,9}=\\s{0,9}(?:"([^"]{0,998})"|([^\\s;"]{1,998}))`, 'i').exec(field)
  if (plain !== null) return plain[1] ?? plain[2]!
  const pieces = [
    ...field.matchAll(new RegExp(`[;\\s]${name}\\*(?:(\\d{1,3})\\*?)?\\s{0,9}=\\s{0,9}"?([^\\s;"]{1,998})`, 'gi')),
  ]
  if (pieces.length === 0) return null
  const joined = pieces
    .sort((a, b) => Number(a[1] ?? 0) - Number(b[1] ?? 0))
    .map(([, , value]) => value)
    .join('')
  const [set = '', charset = ''] = /^([\w-]{0,40})'[\w-]{0,40}'/.exec(joined) ?? []
  const value = joined.slice(set.length)
  if (/^(?:utf-8)?$/i.test(charset)) return decodedComponent(value)
  const bytes = quotedBytes(value.replaceAll('=', '=3D').replaceAll('%', '='))
  return labelledText(bytes, charset.toLowerCase())?.text ?? ''
}

/** A header field without words in UTF-7 or another encoding that readers of mail do not know, which would stay as they are. `decode`: for the others. */
export function decodedWords(field: string, decode: (text: string) => string): string {
  return decode(
    field.replace(
      /=\?([\w.:-]{1,40})(?:\*[\w-]{1,40})?\?([bq])\?([^?\s]{0,998})\?=/gi,
      (word, charset: string, kind: string, coded: string) => {
        if (/^utf-8$/i.test(charset)) return word
        const bytes = /b/i.test(kind) ? Buffer.from(coded, 'base64') : quotedBytes(coded.replaceAll('_', ' '))
        return encodedWords(labelledText(bytes, charset.toLowerCase())?.text ?? '')
      },
    ),
  )
}
