// Reads and copies files in separate processes, with limits on time and memory: a hostile file costs its own caller one sentence, and other
// callers nothing.
import { SelfsameError } from '../errors.ts'
import { type Limits, MOST_MILLISECONDS } from '../limits.ts'
import { createPool, type Pool, type PoolLoad } from '../workers/pool.ts'
import type { DoclingServe } from './docling-serve.ts'
import type { Failed, FileOrder, ReadFile, WriteOrder, Written } from './file-worker.ts'
import { sniffed } from './formats.ts'
import type { OpenedFile } from './one-file.ts'
import type { Edit } from './shared/copy-text.ts'
import { type PackedDocument, packed, unreadable } from './shared/format.ts'

/** The worker program, in the same folder once compiled. */
const PROGRAM = new URL('./file-worker.js', import.meta.url)
/** A process starts in 0.1 seconds, so an idle process is stopped early to free its memory. */
const IDLE_MILLISECONDS = 10_000
const MEBIBYTE = 1024 * 1024
const MILLISECONDS_A_MEBIBYTE = 1_000

export type FileLimits = Pick<Limits, 'fileMs' | 'pictureMs' | 'fileMemoryBytes'>

export class FileProcesses {
  readonly pool: Pool
  readonly #doing: 'reading' | 'copying'
  readonly #limits: FileLimits

  constructor(doing: 'reading' | 'copying', limits: FileLimits, size: number) {
    this.#doing = doing
    this.#limits = limits
    const { fileMemoryBytes: memoryBytes } = limits
    this.pool = createPool({ program: PROGRAM, size, memoryBytes, idleMilliseconds: IDLE_MILLISECONDS })
  }

  /** Milliseconds that a file may take, without its pictures. `times`: how often its bytes are read. */
  allowed({ length }: Uint8Array, times = 1): number {
    return this.#limits.fileMs + Math.floor((length / MEBIBYTE) * MILLISECONDS_A_MEBIBYTE * times)
  }

  /** Throws what the job reports, document_unreadable beyond its limits, and timeout when `signal` is aborted. */
  async run<Result extends object>(
    job: string,
    order: FileOrder,
    allowed: number,
    pictures: number,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const milliseconds = Math.min(MOST_MILLISECONDS, allowed + pictures * this.#limits.pictureMs)
    let result: Result | Failed
    try {
      result = await this.pool.run<Result | Failed>(job, order, { milliseconds, signal })
    } catch (error) {
      throw signal?.aborted ? error : this.#reasonOf(error, milliseconds)
    }
    if ('code' in result) throw new SelfsameError((result as Failed).code, (result as Failed).message)
    return result as Result
  }

  #reasonOf(error: unknown, milliseconds: number): unknown {
    if (!(error instanceof SelfsameError)) return error
    if (error.code === 'timeout')
      return unreadable(
        `${this.#doing} it took longer than ${Math.ceil(milliseconds / 1000)} seconds; split or simplify the file`,
        error,
      )
    if (error.code === 'worker_lost')
      return unreadable(
        `${this.#doing} it took more memory than is allowed, or its parser failed; split or simplify the file`,
        error,
      )
    return error
  }
}

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

/** The values that a copy hides. */
export interface HiddenInCopy {
  /** Over the text that `open` gave. */
  readonly edits: readonly Edit[]
  readonly values: readonly string[]
  /** Places of the copy, texts or names of files, that still show a hidden person. */
  readonly leaksIn: (text: string, isName: boolean) => readonly { readonly start: number }[]
}

export interface CopyMaker {
  /**
   * The file as one text. `languages`: ISO 639 codes of the text in pictures; empty: all that are installed. Throws
   * document_unreadable, extra_missing, timeout when `signal` is aborted.
   */
  open(bytes: Uint8Array, languages: readonly string[], signal?: AbortSignal): Promise<OpenedFile>
  /** The copy with what is hidden. Throws copy_leaks when any of it can still be read in the copy, and what `open` throws. */
  write(
    bytes: Uint8Array,
    opened: OpenedFile,
    languages: readonly string[],
    hidden: HiddenInCopy,
    signal?: AbortSignal,
  ): Promise<Uint8Array>
  /** Number of files that are handled at the same time. */
  readonly size: number
  close(): Promise<void>
}

/** The bytes of a copy take twice the time of reading: they are read and written in their own format. */
const TIMES_OF_BYTES = 2
/** To write a copy, the file is opened again, written, and the copy read. */
const TIMES_OF_WRITING = 3

export function createCopyMaker(limits: FileLimits, size: number): CopyMaker {
  const processes = new FileProcesses('copying', limits, size)
  const run = <Result extends object>(
    job: 'open' | 'write',
    order: FileOrder,
    pictures: number,
    signal: AbortSignal | undefined,
  ) => {
    const allowed = processes.allowed(order.bytes, TIMES_OF_BYTES) * (job === 'write' ? TIMES_OF_WRITING : 1)
    return processes.run<Result>(job, order, allowed, pictures, signal)
  }
  return {
    size,
    async open(bytes, languages, signal) {
      const opened = await run<OpenedFile>('open', { bytes, languages }, 0, signal)
      if (opened.pictures === 0) return opened
      // The first run only counts the pictures: their number decides the time limit of the second.
      return run<OpenedFile>('open', { bytes, languages, recognise: true }, opened.pictures, signal)
    },
    async write(bytes, { seen }, languages, { edits, values, leaksIn }, signal) {
      const pictures = Object.keys(seen).length
      const order: WriteOrder = { bytes, languages, seen, recognise: pictures > 0, edits, values }
      const { copy, leaks, readings } = await run<Written>('write', order, pictures, signal)
      if (leaks.values > 0)
        throw leak(`${leaks.values} of the values that were found can still be read in it (${leaks.where})`)
      for (const { place, text, isName } of readings) {
        const [first, ...others] = leaksIn(text, isName)
        if (first === undefined) continue
        const times = others.length === 0 ? 'once' : `${others.length + 1} times`
        throw leak(
          `the name of a person who was found can still be read ${times} in ${place}, first at character ${first.start + 1}`,
        )
      }
      return copy
    },
    close: () => processes.pool.close(),
  }
}

function leak(why: string): SelfsameError {
  return new SelfsameError('copy_leaks', `no copy was made: ${why}; convert the file to another format and try again`)
}
