// The interface of every carrier: a file opened as pieces of text that can be rewritten, and written again in its format.

import type { CopyText } from './copy-text.ts'
import type { Known } from './known-values.ts'
import type { Format, ParseLimits, Recogniser } from './parser.ts'

/** A file opened into a text. After the spots of the text were set, `write` gives the bytes of the copy. */
export interface OpenCopy {
  write(): Promise<Uint8Array> | Uint8Array
}

/** The words of a picture, and how it was turned to be read. */
export type ReadPicture = Awaited<ReturnType<Recogniser['read']>>

/** Further services for a carrier: opening files inside the file, and reporting removed parts. */
export interface Opening {
  readonly limits: ParseLimits
  /** ISO 639 codes of the languages that the file is expected in; empty where nothing says. */
  readonly languages: readonly string[]
  /** Bytes that everything inside the file may still unpack to. */
  readonly budget: { bytes: number }
  /** Opens a file inside the file into the same text. Null where it cannot be masked: it must be taken out. */
  inner(bytes: Uint8Array, into: CopyText): Promise<OpenCopy | null>
  /**
   * The letters of a picture. Null while pictures are only counted. Throws extra_missing where the ocr extra is not installed.
   */
  read(picture: Uint8Array): Promise<ReadPicture | null>
  /** Values that the edits hide, with their replacements; known once the copy is written. */
  hidden(): readonly Known[]
  /** Tells what was taken out because it cannot be masked, in words without names and values. */
  removed(what: string): void
}

export interface Carrier {
  readonly formats: readonly Format[]
  /** Name of the extra it needs; null when it is always there. */
  readonly extra: string | null
  /** Throws document_unreadable with the reason, extra_missing. */
  open(bytes: Uint8Array, into: CopyText, opening: Opening): Promise<OpenCopy>
}
