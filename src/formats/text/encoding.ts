// Bytes as text, strictly: all must be valid in the encoding that a mark, an opening or a declaration gives. Without one: UTF-8, a detected older
// encoding, or Windows-1252 as the last resort. The encoding is always reported.
import { readFileSync } from 'node:fs'
import { analyse } from 'chardet'
import { shiftedText } from '../../text/mail-encodings.ts'
import { unreadable } from '../shared/format.ts'

/** A supported encoding: its WHATWG name in lower case. */
type Encoding = string

/** Byte order marks, longest first: the mark of UTF-32LE begins with the mark of UTF-16LE (Unicode 16.0, 23.8). */
const MARKS: readonly (readonly [encoding: Encoding, mark: readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** First bytes of an XML text without a mark in encodings that are not ASCII-compatible (XML 1.0, appendix F.1). */
const OPENINGS: readonly (readonly [encoding: Encoding, bytes: readonly number[]])[] = [
  ['utf-32be', [0x00, 0x00, 0x00, 0x3c]],
  ['utf-32le', [0x3c, 0x00, 0x00, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
  ['utf-16le', [0x3c, 0x00]],
]

/** Single-byte encodings that TextDecoder reads. Windows-1252 is decoded here: some Node releases leave some of its bytes undecoded. */
const SINGLE_BYTES = /^(?:iso-8859-(?:[2-9]|1[013-6])|windows-125[01345678]|windows-874|koi8-[ru])$/
const WINDOWS_1252 = new Set(['windows-1252', 'cp1252', 'iso-8859-1', 'latin1'])

/** The characters for bytes 0x80 to 0x9f, where Windows-1252 differs from Latin-1 (WHATWG Encoding, index windows-1252). */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** The characters for bytes from 0x80 on in code page 850 of DOS (Unicode, MAPPINGS/VENDORS/MICSFT/PC/CP850.TXT). */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0'

const DECLARATION = /^<\?xml[ \t\r\n][^<>]{0,200}?encoding[ \t\r\n]{0,9}=[ \t\r\n]{0,9}["']([\w.-]{1,40})["']/
const DECLARATION_BYTES = 320

export function markOf(bytes: Uint8Array): { readonly encoding: Encoding; readonly length: number } | null {
  const found = MARKS.find(([, mark]) => startsWith(bytes, mark))
  return found === undefined ? null : { encoding: found[0], length: found[1].length }
}

/** Text of an XML entity, by its mark, its opening or its declaration; null if the bytes are invalid or the encoding is not supported. */
export function xmlText(bytes: Uint8Array): string | null {
  const mark = markOf(bytes)
  if (mark !== null) return textOf(bytes.subarray(mark.length), mark.encoding)
  const opening = OPENINGS.find(([, first]) => startsWith(bytes, first))
  if (opening !== undefined) return textOf(bytes, opening[0])
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, DECLARATION_BYTES))
  return textOf(bytes, DECLARATION.exec(head.toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8')
}

/** True for an encoding that TextDecoder reads and copies are written in. */
const isWritten = (encoding: Encoding) => /^utf-(?:8|16[lb]e)$/.test(encoding) || SINGLE_BYTES.test(encoding)

/** Text of bytes without a mark; null if the bytes are invalid in the encoding or the encoding is not supported. */
export function textOf(bytes: Uint8Array, encoding: Encoding): string | null {
  if (WINDOWS_1252.has(encoding)) return westernText(bytes)
  if (encoding === 'ibm850') return latinText(bytes).replace(/[\x80-\xff]/g, (sign) => DOS[sign.charCodeAt(0) - 0x80]!)
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return utf32Text(bytes, encoding === 'utf-32le')
  if (encoding === 'us-ascii') return bytes.every((byte) => byte < 0x80) ? westernText(bytes) : null
  if (!isWritten(encoding)) return null
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    // TypeError: invalid bytes; RangeError: this Node build lacks the encoding.
    if (error instanceof TypeError || error instanceof RangeError) return null
    throw error
  }
}

/** A label of UTF-7, or the byte order mark of a text in it. */
const UTF_7 = /^(?:(?:unicode-1-1-)?utf-?7$|\+\/v[89+/])/

/** Throws document_unreadable for a label or a text of UTF-7: it looks like ASCII, so that a reader that does not decode it misses its values. */
export function refuseUtf7(said: string): void {
  if (UTF_7.test(said)) throw unreadable('the text is in UTF-7, which is not read here; save it as UTF-8')
}

export interface LabelledText {
  readonly text: string
  /** The encoding that a copy is written in. */
  readonly encoding: Encoding
  /** True if it is not that of the bytes: copies in encodings with several bytes a character, other than Unicode, are written as UTF-8. */
  readonly isRecoded: boolean
}

/** Text by the label of its encoding (WHATWG Encoding, 4.2; UTF-7: RFC 2152), or by its bytes if they are not of it. Null for an unknown label. */
export function labelledText(bytes: Uint8Array, label: string): LabelledText | null {
  const text = textOf(bytes, label)
  if (text !== null) return { text, encoding: label, isRecoded: false }
  if (UTF_7.test(label)) return { text: utf7Text(bytes), encoding: 'utf-8', isRecoded: true }
  const decoder = decoderOf(label)
  if (decoder === null) return null
  if (!isWritten(decoder.encoding)) return { text: decoder.decode(bytes), encoding: 'utf-8', isRecoded: true }
  if (decoder.encoding !== label) return labelledText(bytes, decoder.encoding)
  return { ...decodeText(bytes), isRecoded: false }
}

/** True for a label of an encoding (WHATWG Encoding, 4.2). */
export const isLabel = (label: string): boolean => decoderOf(label) !== null

function decoderOf(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function utf7Text(bytes: Uint8Array): string {
  return westernText(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_, coded: string) =>
    coded === '' ? '+' : (shiftedText(coded) ?? ''),
  )
}

/** Every byte is valid in Windows-1252, so this cannot fail. */
export function westernText(bytes: Uint8Array): string {
  return latinText(bytes).replace(/[\x80-\x9f]/g, (control) => WESTERN[control.charCodeAt(0) - 0x80]!)
}

const latinText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** The bytes that escapes of quoted-printable write (RFC 2045, 6.7). `text`: without soft line breaks, a character a byte. */
export function quotedBytes(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

/** Code points per call of String.fromCodePoint: the number of arguments of a call is bounded. */
const PIECE = 4_096

function utf32Text(bytes: Uint8Array, isLittle: boolean): string | null {
  if (bytes.byteLength % 4 !== 0) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: string[] = []
  let piece: number[] = []
  for (let at = 0; at < bytes.byteLength; at += 4) {
    const point = view.getUint32(at, isLittle)
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null
    piece.push(point)
    if (piece.length < PIECE) continue
    // bounded: PIECE
    pieces.push(String.fromCodePoint(...piece))
    piece = []
  }
  // bounded: PIECE
  return pieces.join('') + String.fromCodePoint(...piece)
}

const startsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, at) => bytes[at] === byte)

const LOOKED_AT = 65_536
/** Least confidence on chardet's scale of 0 to 100. Below it, the detection of single-byte encodings is hardly better than chance. */
const LEAST_CONFIDENCE = 25

interface DecodeOptions {
  /** True if the bytes may end within a character. */
  readonly isCut?: boolean
  /** ISO 639 codes of the expected languages, most likely first. */
  readonly languages?: readonly string[]
}

/** Throws document_unreadable if the bytes are not valid in the encoding of their mark. */
export function decodeText(
  bytes: Uint8Array,
  { isCut = false, languages = [] }: DecodeOptions = {},
): { text: string; encoding: string } {
  const mark = markOf(bytes)
  if (mark !== null) {
    const text = textOf(bytes.subarray(mark.length), mark.encoding)
    if (text !== null) return { text, encoding: mark.encoding }
    if (isCut)
      return {
        text: new TextDecoder(mark.encoding.startsWith('utf-16') ? mark.encoding : 'utf-8').decode(bytes),
        encoding: mark.encoding,
      }
    throw unreadable(`the text is marked as ${mark.encoding.toUpperCase()} and is not; save it as UTF-8`)
  }
  const text = textOf(bytes, 'utf-8')
  if (text !== null) refuseUtf7(text)
  if (text !== null) return { text, encoding: 'utf-8' }
  if (isCut) {
    const cut = Buffer.from(bytes).toString('utf8')
    // In UTF-8 that was cut, only the last character can be incomplete.
    if (!cut.slice(0, -2).includes('\ufffd')) return { text: cut, encoding: 'utf-8' }
  }
  const latin = latinText(bytes.subarray(0, LOOKED_AT))
  if (isEbcdic(latin)) throw unreadable('the text is in EBCDIC, which is not read here; save it as UTF-8')
  return ofLanguage(bytes, languages) ?? (isDos(latin) ? ofDos(bytes) : guessed(bytes))
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Letters and figures of EBCDIC are most of a text, and its spaces are not those of ASCII (code pages 037, 273, 500). */
function isEbcdic(latin: string): boolean {
  const words = countOf(latin, /[\x81-\x89\x91-\x99\xa2-\xa9\xc1-\xc9\xd1-\xd9\xe2-\xe9\xf0-\xf9]/g)
  return words * 2 > latin.length && countOf(latin, /@/g) > countOf(latin, / /g)
}

/** The letters \u00fc, \u00e4, \u00f6 and \u00e9 of DOS in words: in the code pages of Windows they are quotes, at the ends of words, or unassigned. */
const DOS_LETTERS = /(?<=[A-Za-z])(?:[\x81\x84\x94](?=[A-Za-z\xe1])|\x82)/g
/** Bytes from 0x80 on that are not letters of Western Europe in DOS. */
const NOT_DOS = /[\x9b\x9c\x9e\x9f\xa6-\xb4\xb8-\xc5\xc8-\xcf\xd5\xd9-\xdd\xdf\xe6\xee-\xff]/

/** Asian encodings have bytes of these kinds too, and far more of them. */
function isDos(latin: string): boolean {
  const foreign = countOf(latin, /[\x80-\xe0\xe2-\xff]/g)
  const isWestern = !NOT_DOS.test(latin) && countOf(latin, /[A-Za-z]/g) > foreign * 4
  return isWestern && foreign > 0 && countOf(latin, DOS_LETTERS) * 2 >= foreign
}

const ofDos = (bytes: Uint8Array) => ({ text: textOf(bytes, 'ibm850')!, encoding: 'ibm850' })

/** The legacy encoding of the first language, if most non-ASCII characters it decodes are letters. */
function ofLanguage(bytes: Uint8Array, [language = '']: readonly string[]): { text: string; encoding: string } | null {
  const encoding = legacyEncodings()[language]
  const text = encoding === undefined ? null : textOf(bytes, encoding)
  if (encoding === undefined || text === null) return null
  const foreign = text.match(/[^\0-\x7f]/g) ?? []
  return foreign.filter((sign) => /\p{L}/u.test(sign)).length * 2 > foreign.length ? { text, encoding } : null
}

let legacy: Readonly<Record<string, string>> | null = null

function legacyEncodings(): Readonly<Record<string, string>> {
  legacy ??= JSON.parse(readFileSync(new URL('../../../data/legacy-encodings.json', import.meta.url), 'utf8')).encodings
  return legacy!
}

/** For bytes that are not UTF-8: infers the encoding from the frequency of letter sequences. The report includes it. */
function guessed(bytes: Uint8Array): { text: string; encoding: string } {
  for (const { name, confidence } of analyse(bytes.subarray(0, LOOKED_AT))) {
    if (confidence < LEAST_CONFIDENCE) break
    const encoding = name.toLowerCase()
    // chardet reports Latin-1 for any Western text; Windows-1252 has all its letters and more.
    if (encoding === 'iso-8859-1' || encoding.startsWith('utf')) break
    const text = textOf(bytes, encoding)
    if (text !== null) return { text, encoding }
  }
  // Every byte is valid in Windows-1252 (WHATWG Encoding), so this cannot fail, but it can be wrong.
  return { text: westernText(bytes), encoding: 'windows-1252' }
}
