// Limits of a service, for one request and for all requests together. Every number is a default that an operator can change.

export interface Limits {
  /** Bytes of a JSON request body. */
  readonly bodyBytes: number
  /** Unicode code units of one text in a request. */
  readonly textLength: number
  /** Fields of a record, or items of a list. */
  readonly listLength: number
  /** Bytes of one uploaded file. */
  readonly uploadBytes: number
  /** Bytes of all files of one request together. */
  readonly uploadTotalBytes: number
  /** Files of one request: n files are n(n-1)/2 comparisons. */
  readonly uploadFiles: number
  /** Milliseconds a client may take to send its request. */
  readonly requestMs: number
  /** Milliseconds one answer may take. */
  readonly answerMs: number
  /** Milliseconds that requests in flight are given when the service stops. */
  readonly shutdownMs: number
  /** Requests with more bytes than this, and all uploads, are heavy jobs: a worker process answers them. */
  readonly heavyBytes: number
  /** Heavy jobs that may wait for a worker; when so many wait already, the answer is 429. */
  readonly heavyQueue: number
  /** Bytes of the JSON bodies of all requests, and of their long answers, that are in memory at one time; beyond it the answer is 429. */
  readonly bodyTotalBytes: number
  /** Bytes of all uploads that are in memory at one time; beyond it the answer is 429. */
  readonly formTotalBytes: number
  /** Connections open at one time; for one more, the oldest that has not sent a whole request is closed. */
  readonly connections: number
  /** Resident memory in bytes of one worker process; a job that takes more is ended. */
  readonly workerMemoryBytes: number
  /** Milliseconds that reading one uploaded file may take; one second for each MiB of the file is added. */
  readonly fileMs: number
  /** Milliseconds more for each page or picture of a file whose letters are to be recognised. */
  readonly pictureMs: number
  /** Resident memory in bytes that reading one uploaded file may take. */
  readonly fileMemoryBytes: number
}

/** The port of a service that is not told another. */
export const DEFAULT_PORT = 8766

const MEBIBYTE = 1024 * 1024

export const DEFAULT_LIMITS: Limits = Object.freeze({
  bodyBytes: 16 * MEBIBYTE,
  textLength: 10_000_000,
  listLength: 1_000,
  uploadBytes: 64 * MEBIBYTE,
  uploadTotalBytes: 256 * MEBIBYTE,
  uploadFiles: 200,
  requestMs: 120_000,
  answerMs: 300_000,
  shutdownMs: 30_000,
  heavyBytes: 4 * 1024,
  heavyQueue: 64,
  bodyTotalBytes: 128 * MEBIBYTE,
  formTotalBytes: 320 * MEBIBYTE,
  connections: 4_096,
  workerMemoryBytes: 1_024 * MEBIBYTE,
  fileMs: 10_000,
  pictureMs: 20_000,
  fileMemoryBytes: 768 * MEBIBYTE,
})

/** Other limits may be 0, which switches something off; with 0 here nothing would ever be answered. */
const AT_LEAST_ONE = new Set<string>([
  'requestMs',
  'answerMs',
  'fileMs',
  'pictureMs',
  'connections',
] satisfies (keyof Limits)[])
/** Node does not start with less memory. */
const LEAST_MEMORY = 128 * MEBIBYTE
/** Maximum number of processes of one kind (workers, readers). */
export const MOST_PROCESSES = 999
/** Timers count in 32 bits with a sign, and what is longer ends at once (https://nodejs.org/api/timers.html). */
export const MOST_MILLISECONDS = 2 ** 31 - 1

/** Why `value` cannot be the limit `name`, as a clause; null when it can. */
export function limitProblem(name: string, value: unknown): string | null {
  if (!Object.hasOwn(DEFAULT_LIMITS, name))
    return `there is no such limit; there are ${Object.keys(DEFAULT_LIMITS).join(', ')}`
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return 'expected a whole number from 0 up'
  if (value === 0 && AT_LEAST_ONE.has(name)) return 'nothing would ever be answered'
  if (name.endsWith('Ms') && value > MOST_MILLISECONDS) return `at most ${MOST_MILLISECONDS} milliseconds`
  if (name.endsWith('MemoryBytes') && value < LEAST_MEMORY) return `at least ${LEAST_MEMORY} bytes`
  return null
}
