// Packages of parts (ZIP): read within bounds, written anew with what is left of them, in the same order, and with no moment, comment or
// field of the old archive.
import { strFromU8, unzipSync, type Zippable, zipSync } from 'fflate'
import { type Format, unreadable } from '../format.ts'
import { unpack } from './archive.ts'

/** The first moment that an archive can hold (APPNOTE 4.4.6), as its parts say the local time. */
const NO_MOMENT = new Date(1980, 0, 1)
/** Parts that must be first and as they are, so that their bytes say what the file is (OpenDocument 1.3 part 2, 3.3; EPUB OCF 3.3, 4.3). */
const STORED = 'mimetype'

/** Content types are a list of parts: a longer one is none. Bytes. */
const MOST_TYPES = 4 * 1024 * 1024
const MAIN_TYPES: readonly (readonly [RegExp, Format])[] = [
  [/wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled/, 'docx'],
  [/spreadsheetml\.(?:sheet|template)\.main|ms-excel\.(?:sheet|template|addin)\.macroEnabled/, 'xlsx'],
  [
    /presentationml\.(?:presentation|template|slideshow)\.main|ms-powerpoint\.(?:presentation|template|slideshow|addin)\.macroEnabled/,
    'pptx',
  ],
]

/** The format of an office package by its content types; null where they say none. */
export function packageFormat(bytes: Uint8Array): Format | null {
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => /^\[content_types\]\.xml$/i.test(name) && originalSize <= MOST_TYPES,
    })
    const types = Object.values(parts).map((part) => strFromU8(part))
    return MAIN_TYPES.find(([pattern]) => types.some((text) => pattern.test(text)))?.[1] ?? null
  } catch {
    // A damaged archive: what opens it reports the error.
    return null
  }
}

export class Package {
  readonly #parts: Map<string, Uint8Array>

  private constructor(parts: Map<string, Uint8Array>) {
    this.#parts = parts
  }

  /** Throws document_unreadable for a damaged archive, one that is encrypted, or a bomb. `most`: bytes it may unpack to. */
  static async of(bytes: Uint8Array, most: number): Promise<Package> {
    try {
      return new Package(new Map(await unpack(bytes, (name) => !name.endsWith('/'), most)))
    } catch (cause) {
      if ((cause as { code?: unknown }).code === 'document_unreadable') throw cause
      throw unreadable('the file is damaged, or encrypted; save it again without a password', cause)
    }
  }

  get names(): string[] {
    return [...this.#parts.keys()]
  }

  part(name: string): Uint8Array | undefined {
    return this.#parts.get(name)
  }

  set(name: string, bytes: Uint8Array): void {
    this.#parts.set(name, bytes)
  }

  delete(name: string): void {
    this.#parts.delete(name)
  }

  /** Bytes of all parts together. */
  get size(): number {
    let size = 0
    for (const part of this.#parts.values()) size += part.length
    return size
  }

  written(): Uint8Array {
    const entries: Zippable = {}
    for (const name of [STORED, ...this.#parts.keys()]) {
      const part = this.#parts.get(name)
      if (part !== undefined && !Object.hasOwn(entries, name))
        entries[name] = [part, { level: name === STORED ? 0 : 6, mtime: NO_MOMENT }]
    }
    return zipSync(entries)
  }
}
