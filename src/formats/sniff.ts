// Detects the format of an upload by its content; file names are not reliable.

import type { Format } from './parser.ts'
import { delimiterOf } from './table/csv.ts'
import { markOf } from './text/encoding.ts'
import { decodeText } from './text/text.ts'

/** Number of characters that are checked: the header of a mail or page is at the start. */
const HEAD = 8_192
/** Header fields of a message (RFC 5322, 3.6); two of them at the start indicate a mail. */
const FIELD =
  /^(?:from|to|cc|subject|date|message-id|received|return-path|mime-version|delivered-to|reply-to|content-type):/i
/** Any header field (RFC 5322, 2.2). */
const ANY_FIELD = /^[!-9;-~]{1,70}:/
const MAILBOX = /^From [^\n]{3,200}\d{4}\r?\n[!-9;-~]{1,70}:/
const PAGE = /^(?:<!doctype html|<html[\s>])/i
/** Closing tags of an HTML fragment without a page frame. */
const TAGS = /<\/(?:p|div|td|table|body|ul|h[1-6])>/gi
const FEW_TAGS = 3

function textFormat(bytes: Uint8Array): Format {
  const { text } = decodeText(bytes.length > HEAD * 4 ? bytes.subarray(0, HEAD * 4) : bytes, { isCut: true })
  const head = text.slice(0, HEAD)
  if (MAILBOX.test(head)) return 'mailbox'
  if (isMail(head)) return 'mail'
  const markup = afterComments(head)
  if (PAGE.test(markup) || (markup.startsWith('<') && (head.match(TAGS)?.length ?? 0) >= FEW_TAGS)) return 'html'
  if (/^\s*[[{]/.test(head)) return 'json'
  return delimiterOf(head) === null ? 'text' : 'csv'
}

function afterComments(head: string): string {
  let rest = head.trimStart()
  for (;;) {
    const [start, end] = rest.startsWith('<?xml') ? ['<?xml', '?>'] : ['<!--', '-->']
    const at = rest.startsWith(start) ? rest.indexOf(end, start.length) : -1
    if (at === -1) return rest
    rest = rest.slice(at + end.length).trimStart()
  }
}

function isMail(head: string): boolean {
  let known = new Set<string>()
  for (const line of head.split(/\r?\n/)) {
    if (line === '') break
    if (/^[ \t]/.test(line) && known.size > 0) continue
    if (!ANY_FIELD.test(line)) return false
    const field = FIELD.exec(line)?.[0].toLowerCase()
    if (field !== undefined) known.add(field)
  }
  known = new Set([...known].filter((field) => field !== 'content-type:'))
  return (
    known.size >= 2 &&
    (known.has('from:') || known.has('received:') || known.has('message-id:') || known.has('subject:'))
  )
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte)

// Signatures: PDF ISO 32000-1 7.5.2, ZIP APPNOTE 4.3.7, OLE [MS-CFB] 2.2, PNG RFC 2083, JPEG ITU-T T.81, TIFF 6.0, GIF 89a, WebP RFC 9649.
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const RTF = [0x7b, 0x5c, 0x72, 0x74, 0x66]
const IMAGES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x47, 0x49, 0x46, 0x38],
]
/** A BMP signature has two letters only, so the header size at offset 14 is checked too ([MS-WMF] 2.2.2.9). */
const isBitmap = (bytes: Uint8Array) =>
  startsWith(bytes, [0x42, 0x4d]) && [12, 40, 108, 124].includes(bytes[14] ?? 0) && bytes[15] === 0

/** Compares bytes: the UTF-16 search of Node does not end when the buffer begins at an odd memory address. */
const contains = (bytes: Uint8Array, text: string, encoding: 'latin1' | 'utf16le' = 'latin1'): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(text, encoding))

/** Formats that say what they are in their first member, which is not compressed (EPUB OCF 4.3, ODF 1.3 part 2, 3.3). */
const BY_FIRST_MEMBER: readonly (readonly [Format, readonly string[]])[] = [
  ['epub', ['mimetypeapplication/epub+zip']],
  ['odf', ['mimetypeapplication/vnd.oasis', 'mimetypeapplication/vnd.sun.xml']],
]
/** Length of a beginning that holds the first member of such a file. */
const FIRST_MEMBER = 512
/** How names of members begin in the other formats. */
const BY_MEMBERS: readonly (readonly [Format, readonly string[]])[] = [
  ['docx', ['word/document']],
  ['xlsx', ['xl/workbook', 'xl/worksheets/']],
  ['pptx', ['ppt/presentation', 'ppt/slides/']],
]

/** A file inside an archive may be stored as it is: only the archive's own directory says what the archive is. */
function archiveFormat(bytes: Uint8Array): Format {
  const head = bytes.subarray(0, FIRST_MEMBER)
  const first = BY_FIRST_MEMBER.find(([, marks]) => marks.some((mark) => contains(head, mark)))
  if (first !== undefined) return first[0]
  const names = memberNames(bytes)
  const isMember = (mark: string) =>
    names === null ? contains(bytes, mark) : names.some((name) => name.startsWith(mark))
  return BY_MEMBERS.find(([, marks]) => marks.some(isMember))?.[0] ?? 'zip'
}

/** Names in the central directory of a ZIP (APPNOTE 4.3.12 and 4.3.16), in small letters; null where it cannot be read. */
function memberNames(bytes: Uint8Array): string[] | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = buffer.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + 22 > buffer.length) return null
  const names: string[] = []
  let at = buffer.readUInt32LE(end + 16)
  for (let left = buffer.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > end || buffer.readUInt32LE(at) !== 0x02014b50) return null
    const name = at + 46 + buffer.readUInt16LE(at + 28)
    names.push(buffer.toString('latin1', at + 46, name).toLowerCase())
    at = name + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  return names
}

/** Stream names of [MS-CFB] files: of a message ([MS-OXMSG] 2.1.3) and of a Word file ([MS-DOC] 2.1). */
function oleFormat(bytes: Uint8Array): Format {
  if (contains(bytes, '__properties_version1.0', 'utf16le')) return 'outlook'
  return contains(bytes, 'WordDocument', 'utf16le') ? 'word97' : 'ole'
}

function isPicture(bytes: Uint8Array): boolean {
  if (IMAGES.some((signature) => startsWith(bytes, signature)) || isBitmap(bytes)) return true
  return startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8)
}

/** Text has no NUL and at most one percent of other control characters. */
function isBinary(bytes: Uint8Array): boolean {
  let controls = 0
  const looked = Math.min(bytes.length, 65_536)
  for (let i = 0; i < looked; i++) {
    const byte = bytes[i]!
    if (byte === 0) return true
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls++
  }
  return controls * 100 > looked
}

export function sniff(bytes: Uint8Array): Format {
  if (startsWith(bytes, ZIP)) return archiveFormat(bytes)
  // Readers accept a PDF header anywhere in the first 1024 bytes (ISO 32000-1 Annex H.3, note 13).
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024))
  if (head.includes(Buffer.from(PDF))) return 'pdf'
  if (startsWith(bytes, OLE)) return oleFormat(bytes)
  if (startsWith(bytes, RTF)) return 'rtf'
  if (isPicture(bytes)) return 'image'
  // A UTF-8 mark proves nothing about the bytes after it, so those are checked.
  if ((markOf(bytes)?.encoding ?? 'utf-8') === 'utf-8' && isBinary(bytes)) return 'unknown'
  return textFormat(bytes)
}
