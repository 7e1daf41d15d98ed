// Checks a list of uploads, which must have files with unique names, and reads them in parallel: each gives its text, or the reason why it has none.
import { SelfsameError } from '../errors.ts'
import type { FileReader, ReadingOptions } from '../formats/file-processes.ts'
import { compareCodePoints } from '../records/canonical.ts'
import { documentIdOfHash } from '../records/ids.ts'
import { isFileName, type Upload } from '../records/requests.ts'
import { named } from '../text/mask.ts'
import type { ReadFile } from './documents.ts'

/** The server only passes files; the library can receive any value. Throws shape, upload_missing. */
export function refuseNoUploads(uploads: unknown): void {
  if (!Array.isArray(uploads) || !uploads.every(isUpload))
    throw new SelfsameError(
      'shape',
      'The uploads do not have the expected shape: expected a list of { name, bytes }: a file name without control characters, and a Uint8Array.',
    )
  if (uploads.length === 0) throw new SelfsameError('upload_missing', 'files: required, expected at least one file.')
}

function isUpload(value: unknown): value is Upload {
  const { name, bytes } = (value ?? {}) as Partial<Record<keyof Upload, unknown>>
  return typeof name === 'string' && isFileName(name) && bytes instanceof Uint8Array
}

/** Throws upload_duplicate: file names are the keys of the report. */
export function refuseSharedNames(uploads: readonly Upload[]): void {
  const met = new Set<string>()
  const repeated = uploads.map(({ name }) => name).filter((name) => met.size === met.add(name).size)
  const shared = [...new Set(repeated)].sort(compareCodePoints)
  if (shared.length === 0) return
  const which = shared.slice(0, MOST_NAMED).map(named).join('; ')
  throw new SelfsameError(
    'upload_duplicate',
    `two uploads share a name: ${which}; rename one, the report is keyed by file name`,
  )
}

/** Names in one message; a batch of hundreds of files would make it unreadable. */
const MOST_NAMED = 5

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
