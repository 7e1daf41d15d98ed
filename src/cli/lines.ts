// Texts of one line each: a log, or one record a line. Answered together as they arrive, printed in their order; what becomes of a
// line that cannot be read, and of the rest if the user stops the command.
import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { createReadStream, fstatSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { type Command, Option } from 'commander'
import { SelfsameError } from '../errors.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import { SessionPeople } from '../operations/shared/shared-people.ts'
import type { Sessions } from '../operations/shared/together.ts'
import { refuseBinary, unreadable } from './input.ts'
import { remark, withoutCodes } from './output.ts'
import { exitCodeOf, onSignal, Progress } from './progress.ts'

/** Bytes read at once from a file: some hundred lines, which is what is answered together. */
const AT_ONCE = 64 * 1024
/** Maximum UTF-8 bytes of a text with the maximum number of UTF-16 units, plus a carriage return. */
const MOST_BYTES = 3 * DEFAULT_LIMITS.textLength + 1
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

interface Line {
  readonly text: string | null
  /** Its line break as it stood; empty at the end of a file without one. A carriage return belongs to the break. */
  readonly end: string
  readonly fault?: SelfsameError
}

interface LineSource {
  readonly stream: Readable
  /** The name in error messages. */
  readonly name: string
  /** Bytes of the whole, null where they cannot be known. */
  readonly size: number | null
}

function openSource(file: string | undefined): LineSource {
  const size = sizeOf(file)
  if (file === undefined) return { stream: process.stdin, name: 'standard input', size }
  return { stream: createReadStream(file, { highWaterMark: AT_ONCE }), name: file, size }
}

/** A file that cannot be looked at says why when it is read. */
function sizeOf(file: string | undefined): number | null {
  try {
    const stats = file === undefined ? fstatSync(0) : statSync(file)
    return stats.isFile() ? stats.size : null
  } catch {
    return null
  }
}

/** Lines as they arrive, with the bytes read so far. Throws usage for what cannot be read and for files of no text. */
async function* linesOf({
  stream,
  name,
}: LineSource): AsyncGenerator<{ readonly lines: readonly Line[]; readonly bytes: number }> {
  const open = new OpenLine()
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (bytes === 0) refuseBinary(chunk, name)
      bytes += chunk.length
      const lines = open.take(chunk)
      if (lines.length > 0) yield { lines, bytes }
    }
  } catch (error) {
    if (stream.destroyed && !stream.readableEnded && !stream.errored) return
    throw error instanceof SelfsameError ? error : unreadable(name, error)
  }
  // A line that is incomplete when the stream is closed on purpose is not a line.
  if (!stream.readableEnded) return
  const lines = open.rest()
  if (lines.length > 0) yield { lines, bytes }
}

/** The line that has not ended yet. Of one that is too long only its last byte is kept: memory does not grow with it. */
class OpenLine {
  private parts: Buffer[] = []
  private held = 0
  private tooLong = false

  take(chunk: Buffer): Line[] {
    const first = chunk.indexOf(LINE_FEED)
    if (first < 0) {
      this.hold(chunk)
      return []
    }
    const last = chunk.lastIndexOf(LINE_FEED)
    this.hold(chunk.subarray(0, first))
    const lines = [this.closed('\n'), ...linesIn(chunk.subarray(first + 1, last + 1))]
    this.hold(chunk.subarray(last + 1))
    return lines
  }

  /** The last line of a file that does not end in a line break. */
  rest(): Line[] {
    return this.held === 0 ? [] : [this.closed('')]
  }

  private hold(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.held += bytes.length
    this.tooLong ||= this.held > MOST_BYTES
    if (this.tooLong) this.parts = [Buffer.from(bytes.subarray(-1))]
    else this.parts.push(bytes)
  }

  private closed(end: string): Line {
    const bytes = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts)
    const line = this.tooLong ? faulty(bytes, end, TOO_LONG) : lineOf(bytes, end)
    this.parts = []
    this.held = 0
    this.tooLong = false
    return line
  }
}

/** The lines of bytes that end in a line feed. Those that are all text are decoded at once. */
function linesIn(bytes: Buffer): Line[] {
  if (bytes.length === 0) return []
  if (isText(bytes)) {
    const texts = bytes.toString('utf8').split('\n')
    texts.pop()
    return texts.map((text) => (text.endsWith('\r') ? { text: text.slice(0, -1), end: '\r\n' } : { text, end: '\n' }))
  }
  const lines: Line[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(LINE_FEED, from)
    lines.push(lineOf(bytes.subarray(from, to), '\n'))
    from = to + 1
  }
  return lines
}

function lineOf(bytes: Buffer, end: string): Line {
  if (!isText(bytes)) return faulty(bytes, end, bytes.includes(0) ? NUL : NOT_UTF8)
  const text = bytes.toString('utf8')
  return text.endsWith('\r') ? { text: text.slice(0, -1), end: `\r${end}` } : { text, end }
}

/** A line with NUL is UTF-16 that lost its mark, or binary: to no reader it would say what it says to a person. */
const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0)

const NOT_UTF8 = 'it is not UTF-8 text'
const NUL = 'it holds a NUL, as UTF-16 and binary files do, and is not UTF-8 text'
const TOO_LONG = `a text may have ${DEFAULT_LIMITS.textLength} characters`

function faulty(bytes: Buffer, end: string, why: string): Line {
  const returned = bytes.at(-1) === CARRIAGE_RETURN
  return { text: null, end: returned ? `\r${end}` : end, fault: new SelfsameError('document_unreadable', why) }
}

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
  /** The text printed for the answer to `line`; `end` is the line break after it, empty at the end of a file without one. */
  readonly shown: (answer: Answer, end: string, line: string) => string
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
  if (lines && argument !== undefined)
    throw new SelfsameError(
      'usage',
      '--lines reads standard input or --file FILE, and no text: give the name of a file as --file FILE',
    )
  return lines === true
}

/** Throws usage for what only lines have, where a file is copied. */
export function refuseLineFlags({ lines, onError, session }: LineFlags): void {
  if (lines || onError !== undefined || session !== undefined)
    throw new SelfsameError(
      'usage',
      '--lines, --on-error and --session are about lines that are printed: leave them or --out and --plan out',
    )
}

/** The signs of a field's name as escapes of JSON. */
const ESCAPED_ASCII = /\\u00(2[de]|3\d|4[\da-f]|5[\daf]|6[\da-f]|7[\da])/gi
const asPlain = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

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
      const found = value.exec(line) ?? value.exec(line.replace(ESCAPED_ASCII, asPlain))
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
  const printer = new LinePrinter(source.name, onError, verb)
  const stopping = onSignal(() => source.stream.destroy())
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
    remark(`selfsame: stopped after line ${printer.read + printer.unread} of ${source.name}`)
    process.exitCode = exitCodeOf(stopping.signal)
  }
  return printer.read
}

class LinePrinter<Answer> {
  read = 0
  unread = 0
  private first = ''
  private readonly name: string
  private readonly onError: OnError
  private readonly verb: LineVerb<Answer>

  constructor(name: string, onError: OnError, verb: LineVerb<Answer>) {
    this.name = name
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
          output += this.verb.shown(answered.value, end, text!)
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
      const hint = isOfTheLine(reason) ? ' (--on-error drop or mask goes on after such lines)' : ''
      throw new SelfsameError(reason.code, `${this.name}, line ${number}: ${withoutCodes(reason.message)}${hint}`, {
        cause: reason,
      })
    }
    this.unread++
    if (this.unread === 1) this.first = `${this.name}, line ${number}: ${withoutCodes(reason.message)}`
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
