// What every parser shows: bytes in, text out, nothing kept.
import { SelfsameError } from '../errors.ts'
import type { Structure } from '../records/structure.ts'

/** The formats this service can tell apart by content. `unknown` is binary that nothing here reads. */
export type Format = 'text' | 'pdf' | 'docx' | 'image' | 'office' | 'unknown'

/** The text of one upload and its structure. `encoding` is null where the format settles it. */
export interface ParsedDocument extends Structure {
  readonly format: Format
  readonly text: string
  readonly encoding: string | null
}

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

export interface Parser {
  readonly format: Format
  /** Name of the extra it needs; null when it is always there. */
  readonly extra: string | null
  /** Loads what parsing needs, so that the first document need not wait. Throws `extra_missing`. */
  load(): Promise<void>
  /** Throws `extra_missing` when the extra is not installed and `document_unreadable` when the bytes are not what they seem. */
  parse(bytes: Uint8Array, limits: ParseLimits): Promise<ParsedDocument>
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
