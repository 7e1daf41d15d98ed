// Every file with a value in an odd place, and what a reader can make of bytes that may show it.
import { inflateSync } from 'node:zlib'
import { PDF_PLACES, shownLine } from './pdf.mjs'
import { HTML_PLACES, MAIL_PLACES, MAILBOX_PLACES, RTF_PLACES } from './texts.mjs'

export const VALUE = 'Adaeze Okonkwo'
const SHOWN = `Patient: ${VALUE}, phone 0803 555 7890.`
const NOTHING = 'The report was filed in order and nobody asked for it, phone 0803 555 7890.'

const KINDS = { pdf: PDF_PLACES, html: HTML_PLACES, eml: MAIL_PLACES, mbox: MAILBOX_PLACES, rtf: RTF_PLACES }

/** Files with the value in the text and in the odd place (`repeated`), and in the odd place only (`alone`). */
export function* oddFiles() {
  for (const [kind, places] of Object.entries(KINDS))
    for (const [name, make] of Object.entries(places))
      for (const [mode, shown] of [
        ['repeated', SHOWN],
        ['alone', NOTHING],
      ])
        yield { kind, name, mode, bytes: make(kind === 'pdf' ? shownLine(shown) : shown, VALUE) }
}

const squeezed = (text) => text.toLowerCase().replace(/[^\p{L}]+/gu, '')
const WANTED = squeezed(VALUE)

/** True where bytes show the value: as they are, unpacked, or in any way of writing letters that these formats have. */
export function shows(bytes) {
  return readings(Buffer.from(bytes)).some((text) => squeezed(text).includes(WANTED))
}

function readings(bytes) {
  const raw = bytes.toString('latin1')
  const texts = [raw, ...streamsOf(bytes, raw)]
  return texts.flatMap((text) => [
    text,
    bytesAsUtf16(text, 0),
    bytesAsUtf16(text, 1),
    // Strings of PDF, one after another, and those of a line as one.
    [...text.matchAll(/\(((?:[^()\\]|\\[\s\S]){0,2000})\)|<([0-9a-fA-F\s]{2,4000})>/g)]
      .map(([, literal, hex]) => stringOf(literal, hex))
      .join(' '),
    text.replace(/#([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    text.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replace(/<[^>]*>|&\w+;/g, ''),
    text
      .replace(/\\'([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\[a-z]+-?\d* ?|[{}]/g, ''),
    text.replace(/\\u(\d+)\?/g, (_, code) => String.fromCharCode(Number(code))),
    text.replace(/\\x([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    ...[...text.matchAll(/[A-Za-z0-9+/=\r\n]{12,}/g)].map(([run]) => Buffer.from(run, 'base64').toString('latin1')),
    ...[...text.matchAll(/(?:[0-9a-fA-F]{2}){8,}/g)].map(([run]) => Buffer.from(run, 'hex').toString('latin1')),
  ])
}

function bytesAsUtf16(text, from) {
  const bytes = Buffer.from(text.slice(from), 'latin1')
  return bytes.subarray(0, bytes.length & ~1).toString('utf16le')
}

function stringOf(literal, hex) {
  const bytes =
    hex === undefined
      ? literal
          .replace(/\\([0-7]{1,3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8) & 255))
          .replace(/\\(.)/g, '$1')
      : Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('latin1')
  return bytes.startsWith('\xfe\xff')
    ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le')
    : bytes.replaceAll('\0', '')
}

/** Every stream of a PDF that inflates. */
function streamsOf(bytes, raw) {
  const texts = []
  for (const match of raw.matchAll(/stream\r?\n/g)) {
    const start = match.index + match[0].length
    const end = raw.indexOf('endstream', start)
    try {
      texts.push(inflateSync(bytes.subarray(start, end < 0 ? undefined : end)).toString('latin1'))
    } catch {
      // Not deflated.
    }
  }
  return texts
}
