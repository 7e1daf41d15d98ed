// Processes for files, with limits on time and memory: a hostile file costs its caller one sentence, and other callers nothing.
import { SelfsameError } from '../errors.ts'
import { type Limits, MOST_MILLISECONDS } from '../limits.ts'
import { createPool, type Pool } from '../workers/pool.ts'
import type { Failed, FileOrder } from './file-worker.ts'
import { unreadable } from './shared/format.ts'

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
