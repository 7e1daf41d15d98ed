// Mail (RFC 5322, MIME) and mailboxes (RFC 4155): header fields, bodies in every form, and each attachment as the file it is. What the transport
// wrote on its way is taken out, and so is what cannot be masked.
import { addPage, pageBytes } from '../html/html-pieces.ts'
import type { CopyText } from '../shared/copy-text.ts'
import type { Open, OpenCopy, Opening } from '../shared/format.ts'
import { nameSpots } from '../shared/partial-spots.ts'
import { Source } from '../shared/source.ts'
import { encodedAs } from '../text/encode.ts'
import { decodeText, type LabelledText, labelledText } from '../text/encoding.ts'
import { messagesOf } from './mail.ts'
import { decodedBody, decodedWords, encodedBody, encodedWords, parameterOf } from './mime.ts'

const library = () => import('postal-mime')

/** Fields that people write or read. */
const WORDS =
  /^(?:from|to|cc|bcc|reply-to|sender|subject|comments|keywords|organization|content-description|thread-topic|resent-(?:from|to|cc|bcc|sender)|disposition-notification-to)$/
/** Fields that are codes, and what they may say. */
const CODES: Readonly<Record<string, RegExp>> = {
  date: /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s{1,9})?\d{1,2}\s{1,9}(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s{1,9}\d{2,4}\s{1,9}\d{1,2}:\d{2}(?::\d{2})?(?:\s{1,9}(?:[+-]\d{4}|UTC?|GMT|[ECMP][SD]T|CES?T|Z)(?![A-Za-z]))?/i,
  'mime-version': /^1\.0/,
  'content-transfer-encoding': /^(?:7bit|8bit|binary|base64|quoted-printable)/i,
  importance: /^(?:low|normal|high)/i,
  priority: /^(?:normal|urgent|non-urgent)/i,
  'content-language': /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?/,
}
const TYPE =
  /^(?:text\/(?:plain|html|csv|calendar|rtf|xml|markdown)|multipart\/(?:mixed|alternative|related|report|signed|digest)|message\/rfc822|image\/(?:png|jpeg|gif|webp|tiff|bmp)|application\/(?:pdf|rtf|json|xml|zip|msword|epub\+zip|octet-stream|vnd\.(?:ms-(?:excel|powerpoint|word)|oasis\.opendocument\.[a-z]{1,20}|openxmlformats-officedocument\.[a-z]{1,20}\.[a-z]{1,20})))$/
/** Parameters of a type that say how it is read (RFC 2046, RFC 3676). */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  format: /^(?:flowed|fixed)$/i,
  delsp: /^(?:yes|no)$/i,
}
/** Parameters that say what a part is called. */
const NAMES = ['filename', 'name']

interface Field {
  readonly name: string
  /** Decoded and in one line. */
  readonly value: string
  readonly start: number
  /** Behind its line end. */
  readonly end: number
}

class Message {
  /** A character a byte. */
  readonly source: Source
  readonly #into: CopyText
  readonly #opening: Opening
  readonly #decodeWords: (text: string) => string
  /** Written last, when the text of every part is known. */
  readonly #late: (() => Promise<void>)[] = []
  /** Names of parts and lines between them, by what they are in the file. */
  readonly #partNames = new Map<string, string>()
  readonly #boundaries = new Map<string, string>()

  constructor(source: Source, into: CopyText, opening: Opening, decodeWords: (text: string) => string) {
    this.source = source
    this.#into = into
    this.#opening = opening
    this.#decodeWords = decodeWords
  }

  async write(): Promise<Buffer> {
    for (const write of this.#late) await write()
    return Buffer.from(this.source.written(), 'latin1')
  }

  /** Adds the entity between two places of the source. */
  async add(start: number, end: number, depth: number): Promise<void> {
    const { fields, body } = this.#fields(start, end)
    const valueIn = (name: string) => fields.find((field) => field.name.toLowerCase() === name)?.value ?? ''
    const contentType = valueIn('content-type')
    const type = (/^\s{0,9}([\w.+-]{1,80}\/[\w.+-]{1,80})/.exec(contentType)?.[1] ?? 'text/plain').toLowerCase()
    const boundary = type.startsWith('multipart/') && depth < MOST_PARTS ? parameterOf(contentType, 'boundary') : null
    const transfer = valueIn('content-transfer-encoding').trim().toLowerCase()
    const bytes = boundary === null ? decodedBody(this.source.text.slice(body, end), transfer) : null
    const charset = parameterOf(contentType, 'charset')?.toLowerCase() ?? 'utf-8'
    const words = bytes === null || !type.startsWith('text/') ? null : labelledText(bytes, charset)
    for (const field of fields) this.#addField(field, words)
    this.#into.line()
    if (boundary === null) await this.#addBody(type, transfer, { bytes, words }, { start, body, end })
    else await this.#addParts(body, end, boundary, depth)
  }

  #fields(start: number, end: number): { fields: Field[]; body: number } {
    const text = this.source.text
    const fields: Field[] = []
    let at = start
    while (at < end) {
      if (text[at] === '\n') return { fields, body: at + 1 }
      if (text.startsWith('\r\n', at)) return { fields, body: at + 2 }
      let stop = lineEnd(text, at, end)
      while (stop < end && (text[stop] === ' ' || text[stop] === '\t')) stop = lineEnd(text, stop, end)
      const raw = text.slice(at, stop)
      const colon = raw.indexOf(':')
      // A line without a colon is not a field, and readers do not show it.
      if (colon <= 0) this.source.put(at, stop, '')
      else {
        const value = bytesAsText(raw.slice(colon + 1))
          .replace(/\r?\n[ \t]/g, ' ')
          .trim()
        fields.push({ name: raw.slice(0, colon).trim(), value, start: at, end: stop })
      }
      at = stop
    }
    return { fields, body: end }
  }

  /** `words`: the body of a part that is text. */
  #addField(field: Field, words: LabelledText | null): void {
    const { value, start, end } = field
    const name = field.name.toLowerCase()
    const put = (text: string) => this.source.put(start, end, `${titled(name)}: ${text}${this.#lineEnding(start, end)}`)
    const code = Object.hasOwn(CODES, name) ? CODES[name]!.exec(value) : null
    if (name === 'content-type' || name === 'content-disposition') this.#addNames(field, words)
    else if (name === 'content-id') put(`<${this.#partName(value)}>`)
    else if (code !== null) put(words?.isRecoded ? code[0].replace(/^7bit/i, '8bit') : code[0])
    else if (WORDS.test(name)) {
      this.#into.line()
      this.#into.sign(`${titled(name)}: `)
      let written = this.#decodeWords(value)
      // A field that says more than it shows is written anew.
      const isPlain = written === value && /^[\x20-\x7e]*$/.test(value)
      let isChanged = !isPlain
      this.#into.add({
        value: written,
        set: (text) => {
          written = text
          isChanged = true
        },
      })
      this.#late.push(async () => {
        if (isChanged) put(encodedWords(written))
      })
    } else {
      this.source.put(start, end, '')
      this.#opening.removed('fields of programs and the transport')
    }
  }

  #lineEnding(start: number, end: number): string {
    return this.source.text.slice(start, end).endsWith('\r\n') ? '\r\n' : '\n'
  }

  /** The name of a part in the copy, by its address. */
  #partName(id: string): string {
    const key = id.trim().replace(/^<|>$/g, '')
    const known = this.#partNames.get(key) ?? `part${this.#partNames.size + 1}@mail`
    this.#partNames.set(key, known)
    return known
  }

  /** A type or a disposition with the parameters that are known. What a part is called may name a person. */
  #addNames({ name, value, start, end }: Field, words: LabelledText | null): void {
    const isType = /type/i.test(name)
    const kept = isType
      ? this.#type(value, words)
      : [/^\s{0,9}inline(?![\w.+/-])/i.test(value) ? 'inline' : 'attachment']
    const called = NAMES.map((parameter) => parameterOf(value, parameter)).find((found) => found !== null)
    const file = called == null ? null : nameSpots(this.#decodeWords(called))
    for (const spot of file?.spots ?? []) this.#into.name(spot)
    this.#late.push(async () => {
      const parameter = isType ? 'name' : 'filename'
      const named = file === null ? [] : [`${parameter}="${file.path().replace(/[^\x20-\x7e]|["\\]/g, '_')}"`]
      this.source.put(
        start,
        end,
        `${titled(name.toLowerCase())}: ${[...kept, ...named].join('; ')}${this.#lineEnding(start, end)}`,
      )
    })
  }

  /** A type and what says how it is read. */
  #type(value: string, words: LabelledText | null): string[] {
    const said = /^\s{0,9}([\w.+/-]{1,120})/.exec(value)?.[1]?.toLowerCase() ?? ''
    const kept = [TYPE.test(said) ? said : 'application/octet-stream']
    if (parameterOf(value, 'charset') !== null) {
      if (words !== null) kept.push(`charset=${words.encoding}`)
      else if (!said.startsWith('text/')) this.#opening.removed('encodings of parts that are not text')
    }
    for (const [parameter, known] of Object.entries(PARAMETERS)) {
      const given = parameterOf(value, parameter)
      if (given !== null && known.test(given)) kept.push(`${parameter}=${given}`)
    }
    if (kept[0]!.startsWith('multipart/') && parameterOf(value, 'boundary') !== null)
      kept.push(`boundary="${this.#boundary(value)}"`)
    return kept
  }

  /** The line between parts in the copy, which encodings of bodies do not write (RFC 2045, 6.7). */
  #boundary(contentType: string): string {
    const boundary = parameterOf(contentType, 'boundary') ?? ''
    const known = this.#boundaries.get(boundary) ?? `=_part_${this.#boundaries.size + 1}`
    this.#boundaries.set(boundary, known)
    return known
  }

  async #addParts(start: number, end: number, boundary: string, depth: number): Promise<void> {
    const text = this.source.text
    const limits: { line: number; behind: number; isLast: boolean }[] = []
    for (
      let at = text.indexOf(`--${boundary}`, start);
      at >= 0 && at < end;
      at = text.indexOf(`--${boundary}`, at + 2)
    ) {
      if (at > start && text[at - 1] !== '\n') continue
      const isLast = text.startsWith('--', at + 2 + boundary.length)
      limits.push({ line: at, behind: lineEnd(text, at, end), isLast })
      if (isLast) break
    }
    const [first] = limits
    if (first === undefined) {
      this.source.put(start, end, '')
      this.#opening.removed('damaged parts of a mail')
      return
    }
    // Programs do not show text before the first part and after the last.
    if (first.line > start) this.source.put(start, first.line, '')
    for (const [number, { line, behind, isLast }] of limits.entries()) {
      const between = `--${this.#boundaries.get(boundary) ?? boundary}${isLast ? '--' : ''}`
      this.source.put(line, behind, between + /\r?\n?$/.exec(text.slice(line, behind))![0])
      if (isLast) {
        if (end > behind) this.source.put(behind, end, '')
        break
      }
      const next = limits[number + 1]?.line ?? end
      const lineEnding = text.startsWith('\r\n', next - 2) ? 2 : 1
      await this.add(behind, next === end ? end : Math.max(behind, next - lineEnding), depth + 1)
    }
  }

  async #addBody(
    type: string,
    transfer: string,
    { bytes, words }: { bytes: Buffer | null; words: LabelledText | null },
    { start, body, end }: { start: number; body: number; end: number },
  ): Promise<void> {
    const lineEnding = this.source.text.slice(start, body).includes('\r\n') ? '\r\n' : '\n'
    const putBody = (copy: Uint8Array) => this.source.put(body, end, encodedBody(copy, transfer, lineEnding))
    if (bytes === null || /^application\/(?:pgp|(?:x-)?pkcs7)/.test(type))
      this.#remove(start, end, lineEnding, 'signatures and encrypted parts')
    else if (bytes.length === 0) return
    else if (type.startsWith('text/') && words === null)
      this.#remove(start, end, lineEnding, 'parts in an unknown encoding')
    else if (words !== null && /^text\/(?:plain|html)$/.test(type)) this.#addText(type, words, putBody)
    else if (type === 'message/rfc822') {
      const inner = await openMessage(bytes, this.#into, this.#opening)
      this.#late.push(async () => putBody(await inner.write()))
    } else {
      this.#into.endPart()
      const copy = await this.#opening.inner(words?.isRecoded ? Buffer.from(words.text) : bytes, this.#into)
      this.#into.endPart()
      if (copy === null) this.#remove(start, end, lineEnding, 'attachments')
      else this.#late.push(async () => putBody(await copy.write()))
    }
  }

  #addText(type: string, { text, encoding, isRecoded }: LabelledText, putBody: (copy: Uint8Array) => void): void {
    if (type === 'text/html') {
      const part = (address: string) => (/^cid:/i.test(address) ? `cid:${this.#partName(address.slice(4))}` : null)
      const page = addPage(text, this.#into, this.#opening, { part })
      this.#late.push(async () => {
        putBody(pageBytes(page, encoding, false))
      })
      return
    }
    this.#into.line()
    if (isRecoded) putBody(encodedAs(text, encoding, false))
    this.#into.add({ value: text, set: (masked) => putBody(encodedAs(masked, encoding, false)) })
    this.#into.endPart()
  }

  #remove(start: number, end: number, lineEnding: string, what: string): void {
    this.#opening.removed(what)
    this.source.put(start, end, `Content-Type: text/plain${lineEnding}${lineEnding}[removed]`)
  }
}

/** A field as it is usually written: Content-Type. */
function titled(name: string): string {
  return name === 'mime-version' ? 'MIME-Version' : name.replace(/(?:^|-)[a-z]/g, (first) => first.toUpperCase())
}

/** Parts within parts; deeper ones are read as one text. */
const MOST_PARTS = 20

function lineEnd(text: string, at: number, end: number): number {
  const found = text.indexOf('\n', at)
  return found < 0 || found >= end ? end : found + 1
}

/** A field in UTF-8 (RFC 6532), or in the encoding of its writer. */
function bytesAsText(latin: string): string {
  return /[\x80-\xff]/.test(latin) ? decodeText(Buffer.from(latin, 'latin1')).text : latin
}

export async function openMessage(bytes: Uint8Array, into: CopyText, opening: Opening): Promise<OpenCopy> {
  const { decodeWords } = await library()
  const source = new Source(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  const message = new Message(source, into, opening, (field) => decodedWords(field, decodeWords))
  await message.add(0, source.text.length, 0)
  into.endPart()
  return message
}

export const openMailbox: Open = async (bytes, into, opening) => {
  const messages: OpenCopy[] = []
  for (const message of messagesOf(bytes)) messages.push(await openMessage(message, into, opening))
  return {
    async write() {
      const written: string[] = []
      for (const message of messages) {
        const copy = Buffer.from(await message.write()).toString('latin1')
        // Sender and time are in its fields; only the beginning of the line is needed.
        written.push(`From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n${copy.replace(/^(>*From )/gm, '>$1')}`)
      }
      return Buffer.from(written.join(''), 'latin1')
    },
  }
}
