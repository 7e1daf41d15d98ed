// The interface of every format: its files are read as a text with places, and opened as pieces of text that can be rewritten.
import { deserialize, serialize } from 'node:v8'
import { SelfsameError } from '../../errors.ts'
import type { Structure } from '../../records/structure.ts'
import type { CopyText } from './copy-text.ts'
import type { DocumentBuilder } from './document-builder.ts'
import type { Known } from './known-values.ts'

// A parsed document as bytes, so that only the process that uses the document spends the time to unpack it.
export interface PackedDocument {
  readonly packed: Uint8Array
}

export const packed = (parsed: ParsedDocument): PackedDocument => ({ packed: serialize(parsed) })

/** Accepts only the result of `packed` from a process of the same version. */
export const unpacked = ({ packed: bytes }: PackedDocument): ParsedDocument => deserialize(bytes) as ParsedDocument

/** npm packages of the ocr extra, as install arguments. Further languages need a package each. */
export const OCR_PACKAGES = 'tesseract.js sharp @hyzyla/pdfium exifr @tesseract.js-data/eng'

/** The name of an entry in formats.ts. */
export type Format = string

/** Text and structure of one upload. `encoding` is null where the format fixes it. */
export interface ParsedDocument extends Structure {
  readonly format: Format
  readonly text: string
  readonly encoding: string | null
  /** Parts of the file that were not read, each with its reason, without names or values: "a picture: ..." Sorted and unique. */
  readonly unread: readonly string[]
}

/** Maximum nesting of embedded files, e.g. an archive in a mail that is attached to a mail. */
export const MOST_NESTED = 5

export interface ParseLimits {
  /** Maximum number of pages of one document. */
  readonly pages: number
  /** Bytes an archive may unpack to, as a multiple of its size (at least 64 MiB in all). */
  readonly expansion: number
  readonly text: number
}

export const PARSE_LIMITS: ParseLimits = { pages: 2_000, expansion: 200, text: 20_000_000 }

/** A recognised word. Positions in pixels of the picture, from its upper left corner as displayed. */
export interface RecognisedWord {
  readonly text: string
  readonly left: number
  readonly right: number
  /** Y coordinate of the baseline of its line. */
  readonly base: number
  readonly height: number
  /** In [0, 1]. */
  readonly confidence: number
}

export interface ReadPicture {
  readonly words: readonly RecognisedWord[]
  readonly width: number
  readonly height: number
  /** Number of clockwise quarter turns that made it upright. */
  readonly turns: number
}

export interface Recogniser {
  /** Returns the words of an encoded picture. Throws document_unreadable if it is damaged or too large. */
  read(picture: Uint8Array): Promise<ReadPicture>
  close(): Promise<void>
}

/** Limits of a file, with the files inside it. */
export interface Bounds {
  readonly limits: ParseLimits
  /** ISO 639 codes of the expected languages, most likely first; empty if they are not known. */
  readonly languages: readonly string[]
  /** Remaining bytes that all embedded files together may unpack to. */
  readonly budget: { bytes: number }
}

/** The context of a reader: limits and languages, a reader for embedded files, and a report of unread parts. */
export interface Reading extends Bounds {
  /** Reads an embedded file, by its content, into the same text. If it cannot be read, that is reported and the outer file does not fail. */
  inner(bytes: Uint8Array, name: string | null, into: DocumentBuilder): Promise<void>
  /** The text recogniser; null while pictures are only counted, as the time limit depends on their number. Throws extra_missing. */
  recogniser(): Promise<Recogniser | null>
  /** Reports what was not read: "a picture: it needs the ocr extra". Without names and values. */
  unread(what: string): void
}

/** A file opened into a text. After the spots of the text were set, `write` gives the bytes of the copy. */
export interface OpenCopy {
  write(): Promise<Uint8Array> | Uint8Array
}

/** The context of a file that is opened for a copy. */
export interface Opening extends Bounds {
  /** Opens a file inside the file into the same text. Null where it cannot be masked: it must be taken out. */
  inner(bytes: Uint8Array, into: CopyText): Promise<OpenCopy | null>
  /** The letters of a picture. Null while pictures are only counted. Throws extra_missing where the ocr extra is not installed. */
  read(picture: Uint8Array): Promise<ReadPicture | null>
  /** Values that the edits hide, with their replacements; known once the copy is written. */
  hidden(): readonly Known[]
  /** Tells what was taken out because it cannot be masked, in words without names and values. */
  removed(what: string): void
}

/** Adds the text to `into`; returns the encoding if the format does not fix it. Throws extra_missing, document_unreadable. */
export type Read = (bytes: Uint8Array, into: DocumentBuilder, reading: Reading) => Promise<string | null>

/** Adds the pieces of the text to `into`. Throws document_unreadable with the reason, extra_missing. */
export type Open = (bytes: Uint8Array, into: CopyText, opening: Opening) => Promise<OpenCopy>

/** Error for one document that cannot be read: the batch continues without it. */
export const unreadable = (reason: string, cause?: unknown): SelfsameError =>
  new SelfsameError('document_unreadable', reason, { cause })

/** Loads an optional package. Throws extra_missing with the install command. */
export async function loadExtra<Module>(extra: string, packages: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new SelfsameError(
      'extra_missing',
      `The ${extra} extra is not installed, so such files cannot be read; install it with: npm install ${packages}`,
      { cause: error },
    )
  }
}
