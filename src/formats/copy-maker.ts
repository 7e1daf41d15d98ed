// Copies are made in separate processes, with bounds on time and memory: a hostile file costs its caller one sentence, and other callers
// anything.
import { SelfsameError } from '../errors.ts'
import { type Limits, MOST_MILLISECONDS } from '../limits.ts'
import { createPool } from '../workers/pool.ts'
import type { Edit } from './copy-text.ts'
import type { Failed, OpenOrder, WriteOrder, Written } from './copy-worker.ts'
import type { OpenedFile } from './copying.ts'
import { unreadable } from './parser.ts'

/** The values that a copy hides. */
export interface HiddenInCopy {
  /** Over the text that `open` gave. */
  readonly edits: readonly Edit[]
  readonly values: readonly string[]
  /** Places in a text that was read in the copy, or in a name of a file in it, that show a hidden person. */
  readonly shows: (text: string, isName: boolean) => readonly { readonly start: number }[]
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
  /** Files at once. */
  readonly size: number
  close(): Promise<void>
}

const PROGRAM = new URL('./copy-worker.js', import.meta.url)
const IDLE_MILLISECONDS = 10_000
const MEBIBYTE = 1024 * 1024
const MILLISECONDS_A_MEBIBYTE = 2_000
/** A copy is opened, written, and read again. */
const TIMES_OF_READING = 3

export function createCopyMaker(
  limits: Pick<Limits, 'fileMs' | 'pictureMs' | 'fileMemoryBytes'>,
  size: number,
): CopyMaker {
  const pool = createPool({
    program: PROGRAM,
    size,
    memoryBytes: limits.fileMemoryBytes,
    idleMilliseconds: IDLE_MILLISECONDS,
  })
  async function run<Result>(
    job: string,
    order: OpenOrder,
    pictures: number,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const allowed = limits.fileMs + Math.floor((order.bytes.length / MEBIBYTE) * MILLISECONDS_A_MEBIBYTE)
    const milliseconds = Math.min(MOST_MILLISECONDS, allowed * TIMES_OF_READING + pictures * limits.pictureMs)
    let result: Result | Failed
    try {
      result = await pool.run<Result | Failed>(job, order, { milliseconds, signal })
    } catch (error) {
      throw signal?.aborted ? error : reasonOf(error)
    }
    if (typeof result === 'object' && result !== null && 'code' in result)
      throw new SelfsameError((result as Failed).code, (result as Failed).message)
    return result as Result
  }
  return {
    size,
    async open(bytes, languages, signal) {
      const opened = await run<OpenedFile>('open', { bytes, languages }, 0, signal)
      if (opened.pictures === 0) return opened
      // How long pictures may take is known once they are counted.
      return run<OpenedFile>('open', { bytes, languages, recognise: true }, opened.pictures, signal)
    },
    async write(bytes, { seen }, languages, { edits, values, shows }, signal) {
      const pictures = Object.keys(seen).length
      const order: WriteOrder = { bytes, languages, seen, recognise: pictures > 0, edits, values }
      const { copy, leaks, readings } = await run<Written>('write', order, pictures, signal)
      if (leaks.values > 0)
        throw leak(`${leaks.values} of the values that were found could still be read in it (${leaks.where})`)
      for (const { place, text, isName } of readings) {
        const [first, ...others] = shows(text, isName)
        if (first === undefined) continue
        const times = others.length === 0 ? 'once' : `${others.length + 1} times`
        throw leak(
          `a person who was found could still be read ${times} in ${place}, first at character ${first.start + 1}`,
        )
      }
      return copy
    },
    close: () => pool.close(),
  }
}

function leak(why: string): SelfsameError {
  return new SelfsameError('copy_leaks', `no copy was made: ${why}; convert the file to another format and try again`)
}

function reasonOf(error: unknown): unknown {
  if (!(error instanceof SelfsameError)) return error
  if (error.code === 'timeout') return unreadable('copying it took too long; split or simplify the file', error)
  if (error.code === 'worker_lost')
    return unreadable(
      'copying it took more memory than is allowed, or its parser failed; split or simplify the file',
      error,
    )
  return error
}
