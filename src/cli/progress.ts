// How far a long file has come, on a terminal: lines, lines a second and bytes, on one line of standard error that is written over.

/** Milliseconds between two looks: quicker than this nobody reads. */
const EVERY_MS = 200
/** ECMA-48: back to the start of the line, and erase it (CSI 2 K). */
const CLEAR = '\r\u001b[2K'

/** Where standard error is no terminal, or the answers themselves go to one, nothing is written. */
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

/** How many of a known number of things are done, on one line of standard error. */
export class Steps {
  private readonly shown = process.stderr.isTTY === true
  private readonly what: string
  private readonly total: number
  private done = 0

  constructor(what: string, total: number) {
    this.what = what
    this.total = total
  }

  next(): void {
    this.done++
    if (!this.shown) return
    const filled = Math.floor((20 * this.done) / this.total)
    process.stderr.write(`${CLEAR}[${'#'.repeat(filled).padEnd(20, '.')}] ${this.done} of ${this.total} ${this.what}`)
  }

  clear(): void {
    if (this.shown && this.done > 0) process.stderr.write(CLEAR)
  }
}

/** How far a long task of several stages has come, on one line of standard error. */
export class Share {
  private readonly shown = process.stderr.isTTY === true
  private stage = ''

  /** `done` of the stage, 0..1. */
  at(stage: string, done: number): void {
    if (!this.shown) return
    this.stage = stage
    const filled = Math.floor(20 * Math.min(1, Math.max(0, done)))
    process.stderr.write(`${CLEAR}[${'#'.repeat(filled).padEnd(20, '.')}] ${stage}`)
  }

  clear(): void {
    if (this.shown && this.stage !== '') process.stderr.write(CLEAR)
    this.stage = ''
  }
}
