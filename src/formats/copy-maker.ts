// Makes copies of files in separate processes: a hostile file costs its own caller an error message, and other callers nothing.
import { SelfsameError } from '../errors.ts'
import type { OpenedFile } from './copying.ts'
import { type FileLimits, FileProcesses } from './file-processes.ts'
import type { FileOrder, WriteOrder, Written } from './file-worker.ts'
import type { Edit } from './shared/copy-text.ts'

/** The values that a copy hides. */
export interface HiddenInCopy {
  /** Over the text that `open` gave. */
  readonly edits: readonly Edit[]
  readonly values: readonly string[]
  /** Where a text of the copy, or the name of a file in it, still shows a hidden person. */
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

/** A copy is opened, written, and read again; its bytes take twice the time of reading. */
const TIMES_OF_READING = 3
const TIMES_OF_BYTES = 2

export function createCopyMaker(limits: FileLimits, size: number): CopyMaker {
  const processes = new FileProcesses('copying', limits, size)
  const run = <Result extends object>(
    job: string,
    order: FileOrder,
    pictures: number,
    signal: AbortSignal | undefined,
  ) =>
    processes.run<Result>(
      job,
      order,
      processes.allowed(order.bytes, TIMES_OF_BYTES) * TIMES_OF_READING,
      pictures,
      signal,
    )
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
