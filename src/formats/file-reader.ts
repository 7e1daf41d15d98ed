// Reads files in separate processes with limits on time, memory and output. A failing file does not affect other requests.
import { SelfsameError } from '../errors.ts'
import { type Limits, MOST_MILLISECONDS } from '../limits.ts'
import { createPool, type PoolLoad } from '../workers/pool.ts'
import type { DoclingServe } from './docling-serve.ts'
import { type PackedDocument, packed, unreadable } from './parser.ts'
import type { ReadOrder, ReadResult } from './reader-worker.ts'
import { sniff } from './sniff.ts'

export interface FileReader {
  /** Reads one file by its content. Throws extra_missing, document_unreadable with the reason, and timeout when `signal` is aborted. */
  read(bytes: Uint8Array, options?: ReadingOptions): Promise<PackedDocument>
  readonly load: PoolLoad
  readonly files: { readonly read: number; readonly refused: number }
  readonly size: number
  /** Starts the processes and loads the parsers before the first request. */
  start(): void
  close(): Promise<void>
}

export interface ReadingOptions {
  /** ISO 639 codes of the languages for text recognition; absent: all installed languages. */
  readonly languages?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** The worker program, in the same folder once compiled. */
const PROGRAM = new URL('./reader-worker.js', import.meta.url)
/** A process starts in 0.1 seconds, so an idle process is stopped early to free its memory. */
const IDLE_MILLISECONDS = 10_000

const MEBIBYTE = 1024 * 1024
const MILLISECONDS_A_MEBIBYTE = 1_000
/** A document service may recognise pages as pictures, so it gets the time limit of this many pictures. */
const PAGES_ELSEWHERE = 10

export function createFileReader(
  limits: Pick<Limits, 'fileMs' | 'pictureMs' | 'fileMemoryBytes'>,
  size: number,
  elsewhere: DoclingServe | null = null,
): FileReader {
  const pool = createPool({
    program: PROGRAM,
    size,
    memoryBytes: limits.fileMemoryBytes,
    idleMilliseconds: IDLE_MILLISECONDS,
  })
  const files = { read: 0, refused: 0 }
  const counted = async (read: () => Promise<PackedDocument>): Promise<PackedDocument> => {
    try {
      const document = await read()
      files.read++
      return document
    } catch (error) {
      files.refused++
      throw error
    }
  }
  return {
    size,
    files,
    get load() {
      return pool.load
    },
    async read(bytes, { languages = [], signal } = {}) {
      const allowed = limits.fileMs + Math.floor((bytes.length / MEBIBYTE) * MILLISECONDS_A_MEBIBYTE)
      const once = async (recognise: boolean, milliseconds: number) => {
        const order: ReadOrder = { bytes, languages, recognise }
        let result: ReadResult
        try {
          result = await pool.run<ReadResult>('read', order, { milliseconds, signal })
        } catch (error) {
          if (!signal?.aborted) files.refused++
          throw signal?.aborted ? error : reasonOf(error, milliseconds)
        }
        if ('document' in result) return result
        files.refused++
        throw new SelfsameError(result.code, result.message)
      }
      if (elsewhere !== null) {
        const format = sniff(bytes)
        if (elsewhere.takes(format))
          return counted(async () =>
            packed(await elsewhere.read(bytes, format, allowed + PAGES_ELSEWHERE * limits.pictureMs, signal)),
          )
      }
      // The time limit depends on the number of pictures, so the first run only counts them.
      let result = await once(false, Math.min(MOST_MILLISECONDS, allowed))
      if (result.pictures > 0)
        result = await once(true, Math.min(MOST_MILLISECONDS, allowed + result.pictures * limits.pictureMs))
      files.read++
      return result.document
    },
    start: () => pool.start(),
    close: () => pool.close(),
  }
}

function reasonOf(error: unknown, milliseconds: number): unknown {
  if (!(error instanceof SelfsameError)) return error
  if (error.code === 'timeout')
    return unreadable(
      `reading it took longer than ${Math.ceil(milliseconds / 1000)} seconds; split or simplify the file`,
      error,
    )
  if (error.code === 'worker_lost')
    return unreadable(
      'reading it took more memory than is allowed, or its parser failed; split or simplify the file',
      error,
    )
  return error
}
