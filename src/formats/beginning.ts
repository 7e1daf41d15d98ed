// The beginning of a file, as formats look at it: signatures, members of archives, and the text of its first lines.
import { decodeText, markOf } from './text/encoding.ts'

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

function isPage(head: string): boolean {
  const markup = afterComments(head)
  return PAGE.test(markup) || (markup.startsWith('<') && (head.match(TAGS)?.length ?? 0) >= FEW_TAGS)
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

// Signatures: ZIP APPNOTE 4.3.7, OLE [MS-CFB] 2.2, PNG RFC 2083, JPEG ITU-T T.81, TIFF 6.0, GIF 89a, WebP RFC 9649.
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
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

/** Length of a beginning that holds the first member of an archive, which says what the archive is (EPUB OCF 4.3, ODF 1.3 part 2, 3.3). */
const FIRST_MEMBER = 512

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

/** A file as its formats look at it. */
export class Beginning {
  readonly bytes: Uint8Array
  readonly isZip: boolean
  #head: string | null = null
  #members: readonly string[] | null | undefined

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.isZip = startsWith(bytes, ZIP)
  }

  startsWith(signature: string): boolean {
    return startsWith(this.bytes, [...Buffer.from(signature, 'latin1')])
  }

  /** True if the first `within` bytes hold a text. */
  holds(text: string, within: number): boolean {
    return contains(this.bytes.subarray(0, within), text)
  }

  /** The beginning as text. */
  get head(): string {
    const { bytes } = this
    this.#head ??= decodeText(bytes.length > HEAD * 4 ? bytes.subarray(0, HEAD * 4) : bytes, {
      isCut: true,
    }).text.slice(0, HEAD)
    return this.#head
  }

  get isMailbox(): boolean {
    return MAILBOX.test(this.head)
  }

  get isMail(): boolean {
    return isMail(this.head)
  }

  get isPage(): boolean {
    return isPage(this.head)
  }

  get isPicture(): boolean {
    const { bytes } = this
    if (IMAGES.some((signature) => startsWith(bytes, signature)) || isBitmap(bytes)) return true
    return this.startsWith('RIFF') && startsWith(bytes, [...Buffer.from('WEBP')], 8)
  }

  /** No text: a UTF-8 mark proves nothing about the bytes after it, so those are checked. */
  get isBinary(): boolean {
    return (markOf(this.bytes)?.encoding ?? 'utf-8') === 'utf-8' && isBinary(this.bytes)
  }

  /** True for an archive that begins with a member "mimetype" of this type, which is not compressed. */
  firstMember(type: string): boolean {
    return this.holds(`mimetype${type}`, FIRST_MEMBER)
  }

  /** True for an archive with such a member. A file inside it may be stored as it is: only its own directory says what it is. */
  hasMember(beginning: string): boolean {
    if (!this.isZip) return false
    if (this.#members === undefined) this.#members = memberNames(this.bytes)
    return this.#members?.some((name) => name.startsWith(beginning)) ?? contains(this.bytes, beginning)
  }

  /** True for a compound file with such a stream ([MS-CFB]): of a message ([MS-OXMSG] 2.1.3), of a Word file ([MS-DOC] 2.1). */
  hasStream(name: string): boolean {
    return startsWith(this.bytes, OLE) && contains(this.bytes, name, 'utf16le')
  }
}
