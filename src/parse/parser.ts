// What every parser shows: bytes in, text out, nothing kept.
import { SelfsameError } from '../errors.ts'
import type { Structure } from '../records/structure.ts'
import type { DocumentBuilder } from './document-builder.ts'

/** The formats this service can tell apart by content. `unknown` is binary that nothing here reads. */
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

/** The text of one upload and its structure. `encoding` is null where the format settles it. */
export interface ParsedDocument extends Structure {
  readonly format: Format
  readonly text: string
  readonly encoding: string | null
  /** What is in the file and was not read, each with its reason, free of names and values: "a picture: ..." Sorted, each once. */
  readonly unread: readonly string[]
}

/** Files inside files inside files: mail forwarded as an attachment, an archive in a mail. */
export const MOST_NESTED = 5

/** Bounds that keep one upload from taking the service down. */
export interface ParseLimits {
  /** Pages of one document. */
  readonly pages: number
  /** Bytes an archive may unpack to, as a multiple of its own size (never less than 32 MiB in all). */
  readonly expansion: number
  /** UTF-16 units of text one document may yield. */
  readonly text: number
}

export const PARSE_LIMITS: ParseLimits = { pages: 2_000, expansion: 200, text: 20_000_000 }

/** A word in a picture. Places in points of the picture, from its upper left corner as it is shown. */
export interface RecognisedWord {
  readonly text: string
  readonly left: number
  readonly right: number
  /** Where its line stands. */
  readonly base: number
  readonly height: number
  /** In [0, 1]. */
  readonly confidence: number
}

export interface ReadPicture {
  readonly words: readonly RecognisedWord[]
  /** Points of the picture that was read, after turning. */
  readonly width: number
  readonly height: number
  /** How many quarter turns to the right made it upright. */
  readonly turns: number
}

export interface Recogniser {
  /** Words of an encoded picture. Throws document_unreadable for one that is damaged or too large. */
  read(picture: Uint8Array): Promise<ReadPicture>
  close(): Promise<void>
}

/** What a parser may do besides adding text: read files inside the file, and say what it could not read. */
export interface Reading {
  readonly limits: ParseLimits
  /** ISO 639 codes of the languages that the file is expected in; empty where nothing says. */
  readonly languages: readonly string[]
  /** Bytes that everything inside the file may still unpack to. */
  readonly budget: { bytes: number }
  /** Reads a file inside the file, by its content, into the same text. What cannot be read is told, and never fails its carrier. */
  inner(bytes: Uint8Array, name: string | null, into: DocumentBuilder): Promise<void>
  /**
   * What reads letters in pictures. Null while the pictures of a file are only counted: how long it may take depends on how many there are.
   * Throws extra_missing where the ocr extra is not installed.
   */
  recogniser(): Promise<Recogniser | null>
  /** Tells what was not read: "a picture: it needs the ocr extra". Without names and values. */
  unread(what: string): void
}

export interface Parser {
  readonly formats: readonly Format[]
  /** Name of the extra it needs; null when it is always there. */
  readonly extra: string | null
  /** Loads what parsing needs, so that the first document need not wait. Throws `extra_missing`. */
  load(): Promise<void>
  /**
   * Adds the text of the file to `into`; gives the encoding of its bytes back where the format leaves it open. Throws `extra_missing`
   * when the extra is not installed and `document_unreadable` when the bytes are not what they seem.
   */
  read(bytes: Uint8Array, into: DocumentBuilder, reading: Reading): Promise<string | null>
}

/** One document cannot be read: the batch goes on without it. */
export function unreadable(reason: string, cause?: unknown): SelfsameError {
  return new SelfsameError('document_unreadable', reason, { cause })
}

/** Loads an optional package, or says which extra to install. */
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
