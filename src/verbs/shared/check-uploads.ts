// Validates a list of uploads: it must have files with unique names.
import { SelfsameError } from '../../errors.ts'
import { compareCodePoints } from '../../records/canonical.ts'
import { isFileName, type Upload } from '../../records/requests.ts'

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
  const numbers = new Map<string, number[]>()
  for (const [at, { name }] of uploads.entries()) {
    const before = numbers.get(name)
    if (before === undefined) numbers.set(name, [at + 1])
    else before.push(at + 1)
  }
  const shared = [...numbers].filter(([, of]) => of.length > 1).sort(([a], [b]) => compareCodePoints(a, b))
  if (shared.length === 0) return
  const told = shared
    .slice(0, MOST_TOLD)
    .map(([name, of]) => toldName(name, of))
    .join('; ')
  throw new SelfsameError(
    'upload_duplicate',
    `two uploads share a name: ${told}; rename one, the report is keyed by file name`,
  )
}

const MOST_TOLD = 5
/** A lower-case word followed by at most three digits, and an extension. */
const PLAIN_FILE = /^[a-z]{1,12}[-_]?\d{0,3}(?:\.[a-z][a-z0-9]{0,4})?$/

/** The shared name if it is too plain to be personal data; else the numbers of the files, because the name may be a person's. */
function toldName(name: string, numbers: readonly number[]): string {
  return PLAIN_FILE.test(name) ? name : `files ${numbers.slice(0, MOST_TOLD).join(' and ')} have the same name`
}
