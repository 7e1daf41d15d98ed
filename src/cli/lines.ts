// Texts of one line each: a log, or one record a line. Answered together as they arrive, printed in their order; what becomes of a
// line that cannot be read, and of the rest if the user stops the command.
import { once } from 'node:events'
import { type Command, Option } from 'commander'
import { SelfsameError } from '../errors.ts'
import { SessionPeople } from '../operations/shared/known-people.ts'
import type { Sessions } from '../operations/shared/together.ts'
import { type Line, linesOf, openSource } from './line-source.ts'
import { remark } from './output.ts'
import { Progress } from './progress.ts'

/** How a line that cannot be read is treated: the command stops at it, leaves it out, or prints a marker in its place. */
export type OnError = 'refuse' | 'drop' | 'mask'

/** The exit code of a command that left lines out or masked them. */
export const SOME_UNREAD = 3

export interface LineFlags {
  readonly file?: string
  readonly lines?: boolean
  readonly onError?: OnError
  readonly session?: string
}

export interface LineVerb<Answer> {
  readonly answer: (lines: readonly string[]) => Promise<PromiseSettledResult<Answer>[]>
  /** The text printed for an answer; `end` is the line break after its line, empty at the end of a file without one. */
  readonly shown: (answer: Answer, end: string) => string
  /** Whether answers are JSON, so that markers are too. */
  readonly json: boolean
}

/** Adds --lines and --on-error to a command that reads a text; `printed` says what is printed for a line. */
export function takesLines(command: Command, printed: string): Command {
  return command
    .option('--lines', `every line of the file or of standard input is a text of its own; prints ${printed}`)
    .addOption(
      new Option(
        '--on-error <what>',
        'with --lines, for a line that is not UTF-8, is too long or does not say its jurisdiction: refuse (the default) ' +
          'stops there, drop leaves it out, mask prints a marker in its place',
      ).choices(['refuse', 'drop', 'mask'] satisfies OnError[]),
    )
    .option(
      '--session <field>',
      'with --lines, the field that says which session a line belongs to ("session": "a1", session=a1): a person of one line ' +
        'is found in all later lines of that session',
    )
}

/** Does the command read lines? Throws usage for what only lines have, or cannot have. */
export function readsLines(argument: string | undefined, { lines, onError, session }: LineFlags): boolean {
  if (!lines && (onError !== undefined || session !== undefined))
    throw new SelfsameError('usage', '--on-error and --session are about the lines of --lines: give it too, or neither')
  if (lines && argument !== undefined) throw new SelfsameError('usage', 'give a text or --lines, not both')
  return lines === true
}

/** A function that finds the session of each line; what it returns is undefined without --session. */
export function lineSessions({ session: field }: LineFlags): (lines: readonly string[]) => Sessions | undefined {
  if (field === undefined) return () => undefined
  if (!/^[\w.@-]{1,80}$/.test(field))
    throw new SelfsameError('usage', '--session takes the name of a field: letters, figures and . _ @ -')
  const people = new SessionPeople()
  const value = new RegExp(
    `(?<![\\w.@-])${field.replaceAll('.', '\\.')}["']?\\s{0,9}[=:]\\s{0,9}(?:"([^"]{1,200})"|'([^']{1,200})'|([^\\s"',;&|\\])}]{1,200}))`,
  )
  return (lines) => ({
    people,
    of: lines.map((line) => {
      const found = value.exec(line)
      return found === null ? null : (found[1] ?? found[2] ?? found[3]!)
    }),
  })
}

/**
 * Answers every line and prints the answers in order, and says on standard error and in the exit code which lines were not read.
 * Returns how many lines were. Throws usage for a file that cannot be read, and, where bad lines are refused, the failure of the
 * first, with its number, when all lines before it are printed. After SIGINT or SIGTERM the lines that were being
 * answered are printed, and no more are read.
 */
export async function eachLine<Answer>(flags: LineFlags, verb: LineVerb<Answer>): Promise<number> {
  const onError = flags.onError ?? 'refuse'
  const source = openSource(flags.file)
  const progress = new Progress(source.size)
  const printer = new LinePrinter(onError, verb)
  const stopping = stopsOnSignal(() => source.stream.destroy())
  try {
    for await (const { lines, bytes } of linesOf(source)) {
      await printer.print(lines)
      progress.at(printer.read + printer.unread, bytes)
      if (stopping.signal !== null) break
    }
  } finally {
    stopping.forget()
    progress.clear()
  }
  if (printer.unread > 0) {
    remark(`${printer.inWords()}`)
    process.exitCode = SOME_UNREAD
  }
  if (stopping.signal !== null) {
    remark(`selfsame: stopped behind line ${printer.read + printer.unread}`)
    // The exit code that shells use for a program ended by a signal.
    process.exitCode = stopping.signal === 'SIGINT' ? 130 : 143
  }
  return printer.read
}

class LinePrinter<Answer> {
  read = 0
  unread = 0
  private first = ''
  private readonly onError: OnError
  private readonly verb: LineVerb<Answer>

  constructor(onError: OnError, verb: LineVerb<Answer>) {
    this.onError = onError
    this.verb = verb
  }

  /** Answers and prints the next lines in one write, so that readers never see half a line. */
  async print(lines: readonly Line[]): Promise<void> {
    const texts = lines.flatMap(({ text }) => (text === null ? [] : [text]))
    const answers = texts.length === 0 ? [] : await this.verb.answer(texts)
    let output = ''
    let next = 0
    try {
      for (const { text, end, fault } of lines) {
        const answered = text === null ? null : answers[next++]!
        if (answered?.status === 'fulfilled') {
          this.read++
          output += this.verb.shown(answered.value, end)
        } else output += this.inPlaceOf(answered === null ? fault : answered.reason, end)
      }
    } finally {
      if (output !== '') process.stdout.write(output)
    }
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  }

  /** The text printed for a line that was not read. Throws where the mode requires it, or where the line is not to blame. */
  private inPlaceOf(reason: unknown, end: string): string {
    const number = this.read + this.unread + 1
    if (!(reason instanceof SelfsameError)) throw reason
    if (this.onError === 'refuse' || !isOfTheLine(reason)) {
      const hint = isOfTheLine(reason) ? ' (--on-error drop or mask goes on behind such lines)' : ''
      throw new SelfsameError(reason.code, `line ${number}: ${reason.message}${hint}`, { cause: reason })
    }
    this.unread++
    if (this.unread === 1) this.first = `line ${number}: ${reason.message}`
    if (this.onError === 'drop') return ''
    if (this.verb.json) return `${JSON.stringify({ line: number, detail: reason.message })}\n`
    return `[LINE ${number} NOT READ]${end}`
  }

  inWords(): string {
    const lines = this.unread + this.read
    return `${this.unread} of ${lines} ${lines === 1 ? 'line' : 'lines'} not read and ${this.onError === 'drop' ? 'left out' : 'masked'}; the first is ${this.first}`
  }
}

/** Is a failure one of its line alone? A wrong flag or a ledger that fails would take every line with it. */
function isOfTheLine({ code }: SelfsameError): boolean {
  return code === 'jurisdiction_unknown' || code === 'too_large' || code === 'document_unreadable'
}

/** Calls `stop` at the first SIGINT or SIGTERM; a second one ends the process at once. */
function stopsOnSignal(stop: () => void): { readonly signal: NodeJS.Signals | null; forget(): void } {
  const state = {
    signal: null as NodeJS.Signals | null,
    forget: () => void process.off('SIGINT', on).off('SIGTERM', on),
  }
  const on = (signal: NodeJS.Signals) => {
    if (state.signal !== null) process.exit(signal === 'SIGINT' ? 130 : 143)
    state.signal = signal
    stop()
  }
  process.on('SIGINT', on).on('SIGTERM', on)
  return state
}
