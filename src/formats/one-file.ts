// One file in a process, with the files inside it: read as one text with places, or opened as one text of pieces that can be rewritten and
// written as a copy. Both share limits, the bytes that may be unpacked, and one text recogniser.
import { SelfsameError } from '../errors.ts'
import { sha256Hex } from '../records/ids.ts'
import { packageFormat } from './archive/package.ts'
import { type FileFormat, formatNamed, sniffed } from './formats.ts'
import { canRecognise, createRecogniser } from './picture/recognition.ts'
import { CopyText, type Edit, type Guarded, layOver, type TextRange } from './shared/copy-text.ts'
import { DocumentBuilder } from './shared/document-builder.ts'
import {
  type Format,
  MOST_NESTED,
  OCR_PACKAGES,
  type OpenCopy,
  type Opening,
  PARSE_LIMITS,
  type ParsedDocument,
  type ParseLimits,
  type Read,
  type Reading,
  type ReadPicture,
  type Recogniser,
  unreadable,
} from './shared/format.ts'
import { type Known, KnownValues, numbersIn } from './shared/known-values.ts'

/** A file as text, and the number of pictures not yet read: if there are any, a second run with `recognise` is needed. */
export interface ReadUpload {
  readonly parsed: ParsedDocument
  readonly pictures: number
}

/** Reads one upload by its content. Throws extra_missing, which fails a batch, and document_unreadable, which fails this file only. */
export async function parseUpload(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadUpload> {
  const session = new Session(bytes, options)
  const { limits, languages, budget } = session
  const into = new DocumentBuilder(limits.text)
  const unread = new Set<string>()
  const readingAt = (depth: number): Reading => ({
    limits,
    languages,
    budget,
    unread: (what) => unread.add(what),
    recogniser: () => session.recogniser(),
    async inner(innerBytes, name, builder) {
      if (innerBytes.length === 0) return
      let called: string | undefined
      try {
        const format = sniffed(innerBytes)
        called = format.called
        if (depth >= MOST_NESTED)
          throw unreadable(`files are nested more than ${MOST_NESTED} deep; send them one by one`)
        await builder.attached(name, async () => {
          await (await readerOf(format))(innerBytes, builder, readingAt(depth + 1))
        })
      } catch (error) {
        unread.add(`${called ?? 'a file'} inside it: ${reasonOf(error)}`)
      }
    },
  })
  try {
    const format = sniffed(bytes)
    const encoding = await (await readerOf(format))(bytes, into, readingAt(0))
    const structure = into.finish()
    const { pictures } = session
    if (structure.text.trim() === '' && pictures === 0)
      throw unreadable(
        unread.size === 0 ? 'the file holds no text' : `the file holds no text (${[...unread].sort().join('; ')})`,
      )
    return { parsed: { format: format.name, encoding, ...structure, unread: [...unread].sort() }, pictures }
  } finally {
    await session.close()
  }
}

function readerOf({ read, refusal }: FileFormat): Promise<Read> {
  if (read === undefined) throw unreadable(refusal ?? formatNamed('unknown').refusal!)
  return read()
}

/** One sentence, without values. The error that the whole text is too long is thrown again. */
function reasonOf(error: unknown): string {
  if (error instanceof SelfsameError) {
    if (error.message.startsWith('the text is longer')) throw error
    return error.message
  }
  return 'its parser failed on it'
}

export interface ReadOptions {
  readonly limits?: ParseLimits
  /** ISO 639 codes of the languages for text recognition; empty: all installed languages. */
  readonly languages?: readonly string[]
  /** True to read pictures; false to only count them. */
  readonly recognise?: boolean
}

const MEBIBYTE = 1024 * 1024

export class Session {
  readonly limits: ParseLimits
  readonly languages: readonly string[]
  readonly budget: { bytes: number }
  /** Pictures not yet read: if there are any, a second run with `recognise` is needed. */
  pictures = 0
  readonly #recognise: boolean
  #recogniser: Promise<Recogniser> | null = null

  /** Throws document_unreadable for an empty file. */
  constructor(bytes: Uint8Array, { limits = PARSE_LIMITS, languages = [], recognise = false }: ReadOptions) {
    if (bytes.length === 0) throw unreadable('the file is empty')
    this.limits = limits
    this.languages = languages
    this.budget = { bytes: Math.max(64 * MEBIBYTE, bytes.length * limits.expansion) }
    this.#recognise = recognise
  }

  /** Null while pictures are only counted. Throws extra_missing. */
  async recogniser(): Promise<Recogniser | null> {
    if (!canRecognise())
      throw new SelfsameError(
        'extra_missing',
        `The file shows text as a picture, which needs the ocr extra; install it with: npm install ${OCR_PACKAGES}, and a package @tesseract.js-data/... for each further language.`,
      )
    if (!this.#recognise) {
      this.pictures++
      return null
    }
    this.#recogniser ??= createRecogniser(this.languages)
    return this.#recogniser
  }

  async close(): Promise<void> {
    await (await this.#recogniser)?.close()
    this.#recogniser = null
  }
}

/** The text read in each picture, by the SHA-256 of its bytes: reading is slow, and is done once. */
export type SeenPictures = Readonly<Record<string, ReadPicture>>

export interface OpenOptions extends ReadOptions {
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
  const session = new Session(bytes, options)
  const { limits, languages, budget } = session
  const into = new CopyText()
  const removed = new Map<string, number>()
  const seen: Record<string, ReadPicture> = { ...options.seen }
  let hidden: readonly Known[] = []
  const openingAt = (depth: number): Opening => ({
    limits,
    languages,
    budget,
    hidden: () => hidden,
    removed: (what) => void removed.set(what, (removed.get(what) ?? 0) + 1),
    async read(picture) {
      const key = sha256Hex(picture)
      const read = seen[key] ?? (await (await session.recogniser())?.read(picture)) ?? null
      if (read !== null) seen[key] = read
      return read
    },
    async inner(inside, text): Promise<OpenCopy | null> {
      if (inside.length === 0 || depth >= MOST_NESTED) return null
      try {
        const open = await formatOf(inside).open?.()
        return (await open?.(inside, text, openingAt(depth + 1))) ?? null
      } catch (error) {
        if (error instanceof SelfsameError) return null
        throw error
      }
    },
  })
  const format = formatOf(bytes)
  const open = await format.open?.()
  if (open === undefined)
    throw unreadable(
      'its content has no format that a masked copy can be made of: it may be damaged or encrypted; else convert it first',
    )
  let copy: OpenCopy
  try {
    copy = await open(bytes, into, openingAt(0))
  } finally {
    await session.close()
  }
  const { text, pieces, names, guarded } = into.finish()
  if (text.length > limits.text) throw unreadable(`the text is longer than ${limits.text} characters; split the file`)
  return {
    format: format.name,
    text,
    names,
    removed: [...removed].map(([what, count]) => (count === 1 ? what : `${what} (${count})`)).sort(),
    pictures: session.pictures,
    seen,
    async write(edits) {
      hidden = edits.map(({ start, end, text: instead }) => ({ value: text.slice(start, end), text: instead }))
      layOver(pieces, edits)
      dropNumbers(guarded, hidden)
      return copy.write()
    },
  }
}

function dropNumbers(guarded: readonly Guarded[], hidden: readonly Known[]): void {
  if (guarded.length === 0) return
  const known = new KnownValues(hidden)
  for (const one of guarded) if (known.in(numbersIn(one.value)).length > 0) one.drop()
}

/** Office files are recognised by their content types as well: their parts may have any name. */
function formatOf(bytes: Uint8Array): FileFormat {
  const format = sniffed(bytes)
  const office = format.name === 'zip' ? packageFormat(bytes) : null
  return office === null ? format : formatNamed(office)
}
