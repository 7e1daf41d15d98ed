// Validates the limits of an installation and its numbers of processes.
import { availableParallelism } from 'node:os'
import { SelfsameError } from '../../errors.ts'
import { DEFAULT_LIMITS, type Limits, limitProblem } from '../../limits.ts'
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

export function countOf(name: 'workers' | 'readers', value: unknown): number {
  if (value === undefined || value === null) return availableParallelism()
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_PROCESSES) return value
  throw new SelfsameError(
    'limit_invalid',
    `The option ${name} cannot be used: give a whole number from 1 to ${MOST_PROCESSES}.`,
  )
}

const MOST_PROCESSES = 999

/** Throws limit_invalid. */
export function refuseLimits(limits: Limits): void {
  for (const [name, value] of Object.entries(limits)) {
    const problem = limitProblem(name, value)
    if (problem === null) continue
    const which = Object.hasOwn(DEFAULT_LIMITS, name) ? ` ${name}` : ''
    throw new SelfsameError('limit_invalid', `The limit${which} cannot be used: ${problem}.`)
  }
}
