// Every carrier, and how a file and the files inside it go through them: opened as one text, written again, and read again as a proof.
import { SelfsameError } from '../errors.ts'
import {
  type Format,
  MOST_NESTED,
  OCR_PACKAGES,
  PARSE_LIMITS,
  type ParseLimits,
  type Recogniser,
  unreadable,
} from '../parse/parser.ts'
import { canRecognise, createRecogniser } from '../parse/recognition.ts'
import { sha256Hex } from '../records/ids.ts'
import type { Carrier, OpenCopy, Opening, ReadPicture } from './carrier.ts'
import { CopyText, type Edit, layOver, type TextRange } from './copy-text.ts'
import { csvCarrier } from './csv-carrier.ts'
import { epubCarrier } from './epub.ts'
import { htmlCarrier } from './html-carrier.ts'
import { jsonCarrier } from './json-carrier.ts'
import type { Known } from './known-values.ts'
import { mailboxCarrier, mailCarrier } from './mail.ts'
import { odfCarrier } from './odf.ts'
import { officeCarrier } from './ooxml.ts'
import { formatOf } from './package.ts'
import { pdfCarrier } from './pdf.ts'
import { pictureCarrier } from './pictures.ts'
import { rtfCarrier } from './rtf.ts'
import { textCarrier } from './text-carrier.ts'
import { zipCarrier } from './zip-carrier.ts'

export const CARRIERS: readonly Carrier[] = [
  textCarrier,
  jsonCarrier,
  csvCarrier,
  htmlCarrier,
  mailCarrier,
  mailboxCarrier,
  rtfCarrier,
  officeCarrier,
  odfCarrier,
  epubCarrier,
  pdfCarrier,
  pictureCarrier,
  zipCarrier,
]

const MEBIBYTE = 1024 * 1024

/** The text read in each picture, by the SHA-256 of its bytes: reading is slow, and is done once. */
export type SeenPictures = Readonly<Record<string, ReadPicture>>

export interface OpenOptions {
  readonly limits?: ParseLimits
  /** Pictures are read, and not only counted. */
  readonly recognise?: boolean
  /** ISO 639 codes of the languages of text in pictures; empty: all that are installed. */
  readonly languages?: readonly string[]
  readonly seen?: SeenPictures
}

export interface OpenedFile {
  readonly format: Format
  readonly text: string
  /** Ranges of the text that are names of files. */
  readonly names: readonly TextRange[]
  /** The parts that will be taken out because they cannot be masked: sorted, each kind once, with its number. */
  readonly removed: readonly string[]
  /** Pictures that are still to be read: the file is to be opened again, with `recognise`. */
  readonly pictures: number
  readonly seen: SeenPictures
}

interface Opened extends OpenedFile {
  write(edits: readonly Edit[]): Promise<Uint8Array>
}

/** Opens a file by its content. Throws document_unreadable with the reason, extra_missing. */
export async function openFile(bytes: Uint8Array, options: OpenOptions = {}): Promise<Opened> {
  const { limits = PARSE_LIMITS, recognise = false, languages = [] } = options
  if (bytes.length === 0) throw unreadable('the file is empty')
  const into = new CopyText()
  const removed = new Map<string, number>()
  let hidden: readonly Known[] = []
  const reader = new PictureReader(recognise, languages, options.seen ?? {})
  const budget = { bytes: Math.max(64 * MEBIBYTE, bytes.length * limits.expansion) }
  const openingAt = (depth: number): Opening => ({
    limits,
    languages,
    budget,
    hidden: () => hidden,
    removed: (what) => void removed.set(what, (removed.get(what) ?? 0) + 1),
    read: (picture) => reader.read(picture),
    async inner(inside, text): Promise<OpenCopy | null> {
      if (inside.length === 0 || depth >= MOST_NESTED) return null
      try {
        return (await carrierOf(formatOf(inside))?.open(inside, text, openingAt(depth + 1))) ?? null
      } catch (error) {
        if (error instanceof SelfsameError) return null
        throw error
      }
    },
  })
  const format = formatOf(bytes)
  const carrier = carrierOf(format)
  if (carrier === null) throw unreadable('no masked copy can be made of a file of this format; convert it first')
  let copy: OpenCopy
  try {
    copy = await carrier.open(bytes, into, openingAt(0))
  } finally {
    await reader.close()
  }
  const { text, pieces, names } = into.finish()
  if (text.length > limits.text) throw unreadable(`the text is longer than ${limits.text} characters; split the file`)
  return {
    format,
    text,
    names,
    removed: [...removed].map(([what, count]) => (count === 1 ? what : `${what} (${count})`)).sort(),
    pictures: reader.unread,
    seen: reader.seen,
    async write(edits) {
      hidden = edits.map(({ start, end, text: instead }) => ({ value: text.slice(start, end), text: instead }))
      layOver(pieces, edits)
      return copy.write()
    },
  }
}

/** Reads each picture once. */
class PictureReader {
  readonly seen: Record<string, ReadPicture>
  readonly #recognise: boolean
  readonly #languages: readonly string[]
  #recogniser: Promise<Recogniser> | null = null
  unread = 0

  constructor(recognise: boolean, languages: readonly string[], seen: SeenPictures) {
    this.#recognise = recognise
    this.#languages = languages
    this.seen = { ...seen }
  }

  async read(picture: Uint8Array): Promise<ReadPicture | null> {
    const key = sha256Hex(picture)
    const known = this.seen[key]
    if (known !== undefined) return known
    if (!canRecognise())
      throw new SelfsameError(
        'extra_missing',
        `Pictures are masked by the letters they show, which needs the ocr extra; install it with: npm install ${OCR_PACKAGES}`,
      )
    if (!this.#recognise) {
      this.unread++
      return null
    }
    this.#recogniser ??= createRecogniser(this.#languages)
    const read = await (await this.#recogniser).read(picture)
    this.seen[key] = read
    return read
  }

  async close(): Promise<void> {
    await (await this.#recogniser)?.close()
    this.#recogniser = null
  }
}

function carrierOf(format: Format): Carrier | null {
  return CARRIERS.find(({ formats }) => formats.includes(format)) ?? null
}
