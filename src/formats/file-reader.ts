// Reads files in separate processes. A failing file does not affect other requests.
import type { PoolLoad } from '../workers/pool.ts'
import type { DoclingServe } from './docling-serve.ts'
import { type FileLimits, FileProcesses } from './file-processes.ts'
import type { FileOrder, ReadFile } from './file-worker.ts'
import { sniffed } from './formats.ts'
import { type PackedDocument, packed } from './shared/format.ts'

export interface FileReader {
  /** Reads one file by its content. Throws extra_missing, document_unreadable with the reason, and timeout when `signal` is aborted. */
  read(bytes: Uint8Array, options?: ReadingOptions): Promise<PackedDocument>
  readonly load: PoolLoad
  readonly files: { readonly read: number; readonly refused: number }
  readonly size: number
  /** Starts the processes before the first request. */
  start(): void
  close(): Promise<void>
}

export interface ReadingOptions {
  /** ISO 639 codes of the languages for text recognition; absent: all installed languages. */
  readonly languages?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** A document service may recognise pages as pictures, so it gets the time limit of this many pictures. */
const PAGES_ELSEWHERE = 10

export function createFileReader(limits: FileLimits, size: number, elsewhere: DoclingServe | null = null): FileReader {
  const processes = new FileProcesses('reading', limits, size)
  const files = { read: 0, refused: 0 }
  async function document(bytes: Uint8Array, { languages = [], signal }: ReadingOptions): Promise<PackedDocument> {
    const allowed = processes.allowed(bytes)
    const format = sniffed(bytes)
    if (elsewhere !== null && format.docling !== undefined)
      return packed(await elsewhere.read(bytes, format, allowed + PAGES_ELSEWHERE * limits.pictureMs, signal))
    // The time limit depends on the number of pictures, so the first run only counts them.
    const order: FileOrder = { bytes, languages, recognise: false }
    const first = await processes.run<ReadFile>('read', order, allowed, 0, signal)
    if (first.pictures === 0) return first.document
    const whole = { ...order, recognise: true }
    return (await processes.run<ReadFile>('read', whole, allowed, first.pictures, signal)).document
  }
  return {
    size,
    files,
    get load() {
      return processes.pool.load
    },
    async read(bytes, options = {}) {
      try {
        const read = await document(bytes, options)
        files.read++
        return read
      } catch (error) {
        if (!options.signal?.aborted) files.refused++
        throw error
      }
    },
    start: () => processes.pool.start(),
    close: () => processes.pool.close(),
  }
}
