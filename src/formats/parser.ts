// The interface of all parsers: bytes in, text out, no state.
import { deserialize, serialize } from 'node:v8'
import { SelfsameError } from '../errors.ts'
import type { Structure } from '../records/structure.ts'
import type { DocumentBuilder } from './document-builder.ts'

// A parsed document as bytes, so that only the process that uses the document spends the time to unpack it.
export interface PackedDocument {
  readonly packed: Uint8Array
}

export const packed = (parsed: ParsedDocument): PackedDocument => ({ packed: serialize(parsed) })

/** Accepts only the result of `packed` from a process of the same version. */
export const unpacked = ({ packed: bytes }: PackedDocument): ParsedDocument => deserialize(bytes) as ParsedDocument

/** npm packages of the ocr extra, as install arguments. Further languages need a package each. */
export const OCR_PACKAGES = 'tesseract.js sharp @hyzyla/pdfium exifr @tesseract.js-data/eng'

/** Formats that are recognised by content. `unknown`: binary data without a parser. */
export type Format =
  | 'text'
  | 'json'
  | 'csv'
  | 'html'
  | 'mail'
  | 'mailbox'
  | 'outlook'
  | 'rtf'
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odf'
  | 'epub'
  | 'zip'
  | 'word97'
  | 'ole'
  | 'image'
  | 'unknown'

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

/** The context of a parser: limits and languages, a reader for embedded files, and a report of unread parts. */
export interface Reading {
  readonly limits: ParseLimits
  /** ISO 639 codes of the expected languages; empty if they are not known. */
  readonly languages: readonly string[]
  /** Remaining bytes that all embedded files together may unpack to. */
  readonly budget: { bytes: number }
  /** Reads an embedded file, by its content, into the same text. If it cannot be read, that is reported and the outer file does not fail. */
  inner(bytes: Uint8Array, name: string | null, into: DocumentBuilder): Promise<void>
  /** The text recogniser; null while pictures are only counted, as the time limit depends on their number. Throws extra_missing. */
  recogniser(): Promise<Recogniser | null>
  /** Reports what was not read: "a picture: it needs the ocr extra". Without names and values. */
  unread(what: string): void
}

export interface Parser {
  readonly formats: readonly Format[]
  /** Name of the extra it needs; null if it needs none. */
  readonly extra: string | null
  /** Loads what parsing needs before the first document. Throws `extra_missing`. */
  load(): Promise<void>
  /** Adds the text to `into`; returns the encoding if the format does not fix it. Throws extra_missing, document_unreadable. */
  read(bytes: Uint8Array, into: DocumentBuilder, reading: Reading): Promise<string | null>
}

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
