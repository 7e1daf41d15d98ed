// Reads uploads in parallel: the result of each is its text, or the reason why it has none.
import { SelfsameError } from '../errors.ts'
import type { FileReader, ReadingOptions } from '../formats/file-reader.ts'
import { documentIdOfHash } from '../records/ids.ts'
import type { Upload } from '../records/requests.ts'
import type { ReadFile } from './documents.ts'

/** Reads every upload in order, one at a time per reader. An unreadable one is reported in its place. Throws extra_missing, timeout. */
export async function readUploads(
  uploads: readonly Upload[],
  reader: FileReader,
  options: ReadingOptions & { readonly onFile?: (() => void) | undefined } = {},
): Promise<readonly ReadFile[]> {
  const files: ReadFile[] = []
  const failures: { readonly at: number; readonly error: unknown }[] = []
  let next = 0
  const readOn = async (): Promise<void> => {
    // After a failure no further file is started, but started files are finished: of several failures the first in order is reported.
    for (let at = next++; at < uploads.length && failures.length === 0; at = next++)
      try {
        files[at] = await readFile(uploads[at]!, `file ${at + 1} of ${uploads.length}`, reader, options)
        options.onFile?.()
      } catch (error) {
        failures.push({ at, error })
      }
  }
  await Promise.all(Array.from({ length: reader.size }, readOn))
  const [first] = failures.sort((a, b) => a.at - b.at)
  if (first !== undefined) throw first.error
  return files
}

/** `place` names the file in an error message, because its file name may contain a person's name. */
async function readFile(
  { name, bytes: given }: Upload,
  place: string,
  reader: FileReader,
  options: ReadingOptions,
): Promise<ReadFile> {
  const bytes = ownBytes(given)
  // Hashed on another thread: hashing the largest file would block other requests.
  const id = documentIdOfHash(await crypto.subtle.digest('SHA-256', bytes))
  try {
    return { name, id, content: await reader.read(bytes, options) }
  } catch (error) {
    if (!(error instanceof SelfsameError)) throw error
    if (error.code === 'document_unreadable') return { name, id, content: { unreadable: error.message } }
    throw error.code === 'extra_missing' ? new SelfsameError(error.code, `${place}: ${error.message}`) : error
  }
}

/** Bytes that can be hashed and sent: a detached buffer is empty, and shared memory is copied. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (bytes.byteLength === 0) return new Uint8Array(0)
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes)
}
