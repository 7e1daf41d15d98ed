// How far a long task has come, on standard error (one line of a terminal that is written over, or one JSON object a line for a program), and its end
// by a signal.
import { type Command, Option } from 'commander'
import { SelfsameError } from '../errors.ts'

/** The exit code that shells use for a program ended by a signal. */
export const exitCodeOf = (signal: NodeJS.Signals): number => (signal === 'SIGINT' ? 130 : 143)

export interface Signalled {
  readonly signal: NodeJS.Signals | null
  forget(): void
}

/** Calls `stop` at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function onSignal(stop: () => void): Signalled {
  const state = {
    signal: null as NodeJS.Signals | null,
    forget: () => void process.off('SIGINT', on).off('SIGTERM', on),
  }
  const on = (signal: NodeJS.Signals) => {
    if (state.signal !== null) process.exit(exitCodeOf(signal))
    state.signal = signal
    stop()
  }
  process.on('SIGINT', on).on('SIGTERM', on)
  return state
}

/** Runs `work` until it is done or Ctrl-C is pressed, which fails with the sentence `stopped`. */
export async function withCancel<Result>(
  stopped: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const cancel = new AbortController()
  const signalled = onSignal(() => cancel.abort(new SelfsameError('timeout', stopped)))
  try {
    return await work(cancel.signal)
  } finally {
    signalled.forget()
  }
}

type Shown = 'terminal' | 'json' | 'none'

/** Least milliseconds between two updates of a terminal, and between two lines of JSON. */
const EVERY_MS = { terminal: 200, json: 1000, none: Number.POSITIVE_INFINITY }
/** ECMA-48: back to the start of the line, and erase it (CSI 2 K). */
const CLEAR = '\r\u001b[2K'

let asked: 'auto' | 'json' | 'none' = 'auto'

/** Adds the option to a command that shows its progress. */
export function withProgress(command: Command): Command {
  return command
    .addOption(
      new Option('--progress <how>', 'auto (the default): on a terminal; json: a JSON object a line on standard error')
        .choices(['auto', 'json', 'none'])
        .default('auto', 'auto'),
    )
    .hook('preAction', () => {
      asked = command.opts<{ progress: typeof asked }>().progress
    })
}

/** `quiet`: a terminal shows nothing because the results go to it as well. */
const shownTo = (quiet: boolean): Shown => {
  if (asked !== 'auto') return asked
  return process.stderr.isTTY === true && !quiet ? 'terminal' : 'none'
}

/** Figures of a task: `done` of `total` (null where unknown) `what`; `bytes` of `size` where a file is read. */
interface Figures {
  readonly what: string
  readonly done: number
  readonly total: number | null
  readonly bytes?: number
  readonly size?: number | null
}

class Line {
  readonly #shown: Shown
  #last = Number.NEGATIVE_INFINITY
  #isDrawn = false

  constructor(quiet = false) {
    this.#shown = shownTo(quiet)
  }

  /** `isWhole`: shown even if the last update was a moment ago. */
  show(figures: Figures, words: () => string, isWhole = false): void {
    const now = performance.now()
    if (this.#shown === 'none' || (!isWhole && now - this.#last < EVERY_MS[this.#shown])) return
    this.#last = now
    if (this.#shown === 'json') process.stderr.write(`${JSON.stringify({ progress: figures })}\n`)
    else {
      this.#isDrawn = true
      process.stderr.write(`${CLEAR}${words()}`)
    }
  }

  clear(): void {
    if (this.#isDrawn) process.stderr.write(CLEAR)
    this.#isDrawn = false
  }
}

/** Lines or rows of one long file: how many, how many a second, and bytes. */
export class Progress {
  readonly #line = new Line(process.stdout.isTTY === true)
  readonly #start = performance.now()
  readonly #size: number | null
  readonly #what: string

  /** `size`: bytes of the whole, null where they cannot be known; `what`: what is counted. */
  constructor(size: number | null, what = 'lines') {
    this.#size = size
    this.#what = what
  }

  at(lines: number, bytes: number): void {
    const seconds = (performance.now() - this.#start) / 1000
    this.#line.show({ what: this.#what, done: lines, total: null, bytes, size: this.#size }, () =>
      progressInWords(lines, seconds, bytes, this.#size, this.#what),
    )
  }

  clear(): void {
    this.#line.clear()
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

/** A share of a task that is done, as a bar with words after it. */
export class StatusLine {
  readonly #line = new Line()

  /** `done`: 0 to 1; `words`: the stage. */
  show(done: number, words: string): void {
    this.#line.show({ what: words, done: Math.round(1000 * done) / 1000, total: 1 }, () => barWith(done, words))
  }

  clear(): void {
    this.#line.clear()
  }
}

const barWith = (done: number, words: string) =>
  `[${'#'.repeat(Math.floor(20 * Math.min(1, Math.max(0, done)))).padEnd(20, '.')}] ${words}`

/** How many of a known number of items are done. */
export class Steps {
  readonly #line = new Line()
  readonly #what: string
  readonly #total: number
  #done = 0

  constructor(what: string, total: number) {
    this.#what = what
    this.#total = total
  }

  next(): void {
    const done = ++this.#done
    this.#line.show(
      { what: this.#what, done, total: this.#total },
      () => barWith(done / this.#total, `${done} of ${this.#total} ${this.#what}`),
      done === this.#total,
    )
  }

  clear(): void {
    this.#line.clear()
  }
}
