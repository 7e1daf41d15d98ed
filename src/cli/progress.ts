// Long work in a terminal: stopped by Ctrl-C, with lines, lines a second and bytes on one line of standard error that is written over.
import { SelfsameError } from '../errors.ts'

/** Runs `work` until it is done or Ctrl-C is pressed, which fails with the sentence `stopped`. */
export async function withCancel<Result>(
  stopped: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const cancel = new AbortController()
  const stop = () => cancel.abort(new SelfsameError('timeout', stopped))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await work(cancel.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

/** Least milliseconds between two updates. */
const EVERY_MS = 200
/** ECMA-48: back to the start of the line, and erase it (CSI 2 K). */
const CLEAR = '\r\u001b[2K'

/** Writes nothing if standard error is not a terminal, or standard output is one. */
export class Progress {
  private readonly shown = process.stderr.isTTY === true && process.stdout.isTTY !== true
  private readonly start = performance.now()
  private readonly size: number | null
  private last = 0

  private readonly what: string

  /** `size`: bytes of the whole, null where they cannot be known; `what`: what is counted. */
  constructor(size: number | null, what = 'lines') {
    this.size = size
    this.what = what
  }

  at(lines: number, bytes: number): void {
    const now = performance.now()
    if (!this.shown || now - this.last < EVERY_MS) return
    this.last = now
    const seconds = (now - this.start) / 1000
    process.stderr.write(`${CLEAR}${progressInWords(lines, seconds, bytes, this.size, this.what)}`)
  }

  clear(): void {
    if (this.shown && this.last > 0) process.stderr.write(CLEAR)
    this.last = 0
  }
}

/** "1200 lines, 600 lines/s, 0.1 of 2.0 MB (5 %)" */
export function progressInWords(
  lines: number,
  seconds: number,
  bytes: number,
  size: number | null,
  what = 'lines',
): string {
  const rate = seconds > 0 ? `, ${Math.round(lines / seconds)} ${what}/s` : ''
  const done = (bytes / 1_000_000).toFixed(1)
  const read =
    size === null || size === 0
      ? `${done} MB`
      : `${done} of ${(size / 1_000_000).toFixed(1)} MB (${Math.floor((100 * Math.min(bytes, size)) / size)} %)`
  return `${lines} ${what}${rate}, ${read}`
}

/** How much of a task is done, as a bar with words after it, on one line of standard error. */
export class StatusLine {
  private readonly isShown = process.stderr.isTTY === true
  private isDrawn = false

  /** `done`: 0 to 1. */
  show(done: number, words: string): void {
    if (!this.isShown) return
    this.isDrawn = true
    const filled = Math.floor(20 * Math.min(1, Math.max(0, done)))
    process.stderr.write(`${CLEAR}[${'#'.repeat(filled).padEnd(20, '.')}] ${words}`)
  }

  clear(): void {
    if (this.isDrawn) process.stderr.write(CLEAR)
    this.isDrawn = false
  }
}

/** How many of a known number of items are done. */
export class Steps extends StatusLine {
  private readonly what: string
  private readonly total: number
  private done = 0

  constructor(what: string, total: number) {
    super()
    this.what = what
    this.total = total
  }

  next(): void {
    this.done++
    this.show(this.done / this.total, `${this.done} of ${this.total} ${this.what}`)
  }
}
