// Packages of parts (ZIP): read within bounds, written anew with what is left of them, in the same order, and with no moment, comment or
// field of the old archive.
import { inflateRawSync } from 'node:zlib'
import { strFromU8, unzipSync, type Zippable, zipSync } from 'fflate'
import { SelfsameError } from '../../errors.ts'
import { type Bounds, type Format, loadExtra, unreadable } from '../shared/format.ts'

const yauzl = () => loadExtra('docx', 'yauzl', () => import('yauzl'))

/** Errors of the unpacker about undamaged archives, and the sentence for each. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:invalid relative path|absolute path|invalid characters)/,
    'a file in the archive has a name that leads out of it; pack the files again with names inside one folder',
  ],
  [/^Invalid comment length/, 'the archive has bytes after its end; pack its files again'],
]

/**
 * Maps wanted names to the bytes of their first entry. Throws document_unreadable: `otherwise` for an archive that is damaged or encrypted, and
 * for one that unpacks to more than `most` bytes. Each member is unpacked in one call: a stream for each costs ten times as much.
 */
export async function unpack(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  most: number,
  otherwise: string,
): Promise<ReadonlyMap<string, Buffer>> {
  const { fromBufferPromise } = await yauzl()
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = new Map<string, Buffer>()
  let left = most
  try {
    const archive = await fromBufferPromise(whole)
    for await (const entry of archive.eachEntry()) {
      if (!wanted(entry.fileName) || parts.has(entry.fileName)) continue
      if (!entry.canDecodeFileData()) throw new Error('encrypted, or packed in a way that is not known')
      const { fileDataStart: start } = await archive.readLocalFileHeaderPromise(entry, { minimal: true })
      const packed = whole.subarray(start, start + entry.compressedSize)
      if (packed.length > left) throw bomb()
      const part =
        entry.compressionMethod === DEFLATED ? inflated(packed, left, entry.uncompressedSize) : Buffer.from(packed)
      if (part.length !== entry.uncompressedSize) throw new Error('not of the size that it states')
      left -= part.length
      parts.set(entry.fileName, part)
    }
  } catch (cause) {
    if (cause instanceof SelfsameError) throw cause
    const { message } = cause as Error
    throw unreadable(REFUSED.find(([pattern]) => pattern.test(message))?.[1] ?? otherwise, cause)
  }
  return parts
}

const DEFLATED = 8
/** Sizes of the buffer that unpacked bytes come in: the least that zlib takes, and the most of one. */
const LEAST_CHUNK = 64
const MOST_CHUNK = 65_536
const bomb = () => unreadable('the document unpacks to far more than its size; it is refused as an archive bomb')

/** `stated`: the size that the archive states. The buffer does not exceed it: a large one for each small member costs more than unpacking it. */
function inflated(packed: Uint8Array, most: number, stated: number): Buffer {
  const chunkSize = Math.min(MOST_CHUNK, Math.max(LEAST_CHUNK, stated))
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most), chunkSize })
  } catch (cause) {
    throw (cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? bomb() : cause
  }
}

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
  #spelled: ReadonlyMap<string, string> | null = null

  private constructor(parts: Map<string, Uint8Array>) {
    this.#parts = parts
  }

  /** Takes the unpacked bytes from the budget. Throws document_unreadable for a damaged archive, one that is encrypted, or a bomb. */
  static async of(bytes: Uint8Array, { budget }: Pick<Bounds, 'budget'>): Promise<Package> {
    const parts = await unpack(bytes, (name) => !name.endsWith('/'), budget.bytes, DAMAGED)
    for (const part of parts.values()) budget.bytes -= part.length
    return new Package(new Map(parts))
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

  /** The name of a part as it is written here: names are compared without capitals (ECMA-376 part 2, 6.2.2). */
  spelled(name: string): string | undefined {
    if (this.#parts.has(name)) return name
    this.#spelled ??= new Map(this.names.map((known) => [known.toLowerCase(), known]))
    return this.#spelled.get(name.toLowerCase())
  }

  /** Names of the matching parts, sorted by the number in them: slide2 before slide10. */
  named(pattern: RegExp): string[] {
    return this.names.filter((name) => pattern.test(name)).sort((a, b) => numberOf(a) - numberOf(b) || (a < b ? -1 : 1))
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

const DAMAGED = 'the file is damaged, or encrypted; save it again without a password'
const numberOf = (name: string) => Number(/(?<!\d)(\d{1,9})\.\w{1,9}$/.exec(name)?.[1] ?? 0)
