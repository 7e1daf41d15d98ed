// How much one caller may ask of an installation. Data only: every number is a default that an operator can change.

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
  /** A request with a body above this many bytes, or with uploads, is a heavy job. */
  readonly heavyBytes: number
  /** Heavy jobs admitted at once; their bodies are not read before. */
  readonly heavyJobs: number
  /** Heavy jobs that may wait for admission; past them the answer is 429. */
  readonly heavyQueue: number
}

export const DEFAULT_LIMITS: Limits = Object.freeze({
  bodyBytes: 16 * 1024 * 1024,
  textLength: 10_000_000,
  listLength: 1_000,
  uploadBytes: 64 * 1024 * 1024,
  uploadTotalBytes: 256 * 1024 * 1024,
  uploadFiles: 200,
  requestMs: 120_000,
  answerMs: 300_000,
  shutdownMs: 30_000,
  heavyBytes: 256 * 1024,
  heavyJobs: 4,
  heavyQueue: 64,
})
