// Validates a list of uploads: it must have files with unique names.
import { SelfsameError } from '../../errors.ts'
import { compareCodePoints } from '../../records/canonical.ts'
import { isFileName, type Upload } from '../../records/requests.ts'
import { named } from '../../text/named.ts'

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
