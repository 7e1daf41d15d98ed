// The input of a command: an argument, a file, or standard input.
import { constants, isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import type { ReadStream } from 'node:tty'
import { InvalidArgumentError } from 'commander'
import { SelfsameError } from '../errors.ts'
import { sniffed } from '../formats/formats.ts'
import { append } from '../lists.ts'

/** Separators of cells (RFC 4180, and spreadsheets in locales with decimal commas). */
const SEPARATORS = ['\t', ';', ',', '|']
/** Characters of a text that are looked at: a table shows in its first rows. */
const LOOKED_AT = 64 * 1024
/** Characters of the longest path that is looked for (PATH_MAX of Linux). */
const LONGEST_PATH = 4096
/** A column is called by so many words at most: more are a sentence. */
const MOST_WORDS = 4

/** Throws usage for a table: CSV or TSV under a heading, JSON lines, or a JSON list. `file` is where it was read from. */
function refuseTable(text: string, file: string | undefined): void {
  const found = tableIn(text, /\.(?:csv|tsv|tab)$/i.test(file ?? ''))
  if (found === null) return
  throw new SelfsameError(
    'usage',
    `${file ?? 'a side'} is ${found}: compare takes one record or one text a side. To find the rows of two tables that belong ` +
      'together is to link them, which is another task than comparing; compare one row with one row, each as a JSON object',
  )
}

/** The kind of table that a text is, or null. `named`: the file name indicates a table. */
function tableIn(text: string, named: boolean): string | null {
  const lines = linesAtHead(text)
  if (text.trimStart().startsWith('[')) return isListOfRecords(text) ? 'a JSON list of records' : null
  if (lines.length > 1 && lines.every(isRecord)) return 'a file of JSON lines'
  if (lines.length < 3) return null
  for (const separator of SEPARATORS) {
    const rows = lines.map((line) => cellsOf(line, separator))
    const columns = rows[0]!.length
    if (columns < 2) continue
    // Two columns that no file name vouches for are as well a form: a field and its value on every line.
    const shaped =
      columns > 2 && rows.every((row) => row.length === columns) && isHeading(lines[0]!, rows[0]!, separator)
    if (named || shaped) return `a table of ${columns} columns`
  }
  return null
}

/** The lines that begin a text and are not empty; the last of them only where it is whole. */
function linesAtHead(text: string): string[] {
  const lines = text.slice(0, LOOKED_AT).split(/\r?\n/)
  if (text.length > LOOKED_AT) lines.pop()
  return lines.filter((line) => line.trim() !== '')
}

/** Cells of a row; text in quotes is one cell (RFC 4180, section 2). */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let quoted = false
  let cell = ''
  for (const character of line) {
    if (character === '"') quoted = !quoted
    else if (character === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}

/** Names of columns: short, of letters, each another one, and not set apart by a comma and a space as sentences are. */
function isHeading(line: string, cells: readonly string[], separator: string): boolean {
  if (/[,;]/.test(separator) && line.includes(`${separator} `)) return false
  const named = cells.every(
    (cell) => /^\p{L}[\p{L}\p{M}\p{N}_ ./()-]*$/u.test(cell) && cell.split(' ').length <= MOST_WORDS,
  )
  return named && new Set(cells.map((cell) => cell.toLowerCase())).size === cells.length
}

const isRecord = (line: string): boolean => line.trimStart().startsWith('{') && isObject(parsed(line))

function isListOfRecords(text: string): boolean {
  const value = parsed(text)
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

export const isObject = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined where it is not JSON. The message of the parser could hold a value. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text of a command: its argument, its --file, or standard input, in this order. `copied`: how the command takes a file, if it does. */
export function textOf(argument: string | undefined, flags: { file?: string }, copied = ''): string {
  if (argument !== undefined && flags.file !== undefined)
    throw new SelfsameError('usage', 'give a text or --file, not both')
  if (argument === '-') return readPlainText(0, 'standard input')
  if (argument !== undefined) return notFile(argument, `--file ${argument}`, copied)
  if (flags.file !== undefined) return readPlainText(flags.file, flags.file)
  if (process.stdin.isTTY) throw new SelfsameError('usage', 'give a text, --file, or something on standard input')
  return readPlainText(0, 'standard input')
}

/** A text that is the path of a file was meant as the file: an answer about the path alone would read as one about what is in it. */
function notFile(text: string, instead: string, copied = ''): string {
  if (text.length <= LONGEST_PATH && existsSync(text))
    throw new SelfsameError(
      'usage',
      `${text} is a file or a folder, and a text is expected here: write ${instead} for what is in it${copied}`,
    )
  return text
}

/** One side: `@file` is read, a JSON object is a record, all else a text. Throws usage for a broken object, and for a table. */
export function sideOf(argument: string): string | Record<string, string> {
  const file = argument.startsWith('@') ? argument.slice(1) : undefined
  const text = file === undefined ? notFile(argument, `@${argument}`) : readPlainText(file, file)
  refuseTable(text, file)
  if (!text.trimStart().startsWith('{')) return text
  const record = parsed(text)
  if (isObject(record)) return record
  throw new SelfsameError('usage', 'a side that begins with { is a record, and this one is not well-formed JSON')
}

/** A record as an argument, or what is in the file that it names; -: standard input. */
export const recordText = (argument: string): string =>
  argument.trimStart().startsWith('{') ? argument : readText(argument === '-' ? 0 : argument, argument)

export const repeated = (value: string, before: readonly string[] = []): string[] => [...before, value]

/** The bytes of a file. Throws usage, with the reason, when it cannot be read. */
export function readBytes(path: string | 0, name: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw unreadable(name, cause)
  }
}

export function unreadable(name: string, cause: unknown): SelfsameError {
  const reason = UNREADABLE[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'check that it is a file and not damaged'
  return new SelfsameError('usage', `${name || 'a file without a name'} cannot be read: ${reason}`, { cause })
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ERR_FS_FILE_TOO_LARGE: 'it is too long for one text',
}

/** Reads a text for detection. Throws usage as readText does, and for documents and other binary files. */
function readPlainText(path: string | 0, name: string): string {
  const bytes = readBytes(path, name)
  refuseBinary(bytes, name)
  if (bytes.includes(0)) throw binary(name)
  return decoded(bytes, name)
}

/** Throws usage where a file begins as one does that is no UTF-8 text: a document, a picture, or text in UTF-16. */
export function refuseBinary(bytes: Uint8Array, name: string): void {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new SelfsameError('usage', `${name} is UTF-16 text: convert it to UTF-8 first`)
  const format = sniffed(bytes)
  // A text may contain "%PDF" near its beginning; a PDF file begins with it.
  const isDocument = format.name === 'pdf' ? first === 0x25 : format.isText !== true
  if (isDocument) throw binary(name)
}

function binary(name: string): SelfsameError {
  return new SelfsameError(
    'usage',
    `${name} is a document or another binary file, and this command reads UTF-8 text: "selfsame documents" reads PDF, office files and other documents`,
  )
}

/** The UTF-8 text of a file, 0 for standard input. Throws usage when it cannot be read or is none. */
export const readText = (path: string | 0, name: string): string => decoded(readBytes(path, name), name)

function decoded(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes)) throw new SelfsameError('usage', `${name} is not UTF-8 text`)
  if (bytes.length > constants.MAX_STRING_LENGTH) throw new SelfsameError('usage', `${name} is too long for one text`)
  return bytes.toString('utf8')
}

/** Reads the value of an option for an index: its name and its folder. */
export function indexOf(text: string, all: Readonly<Record<string, string>> | undefined): Record<string, string> {
  const [, name, folder] = /^([\w-]{1,64})=(.+)$/.exec(text) ?? []
  if (name === undefined || folder === undefined)
    throw new InvalidArgumentError('expected name=folder, as in people=index/')
  return { ...all, [name]: folder }
}

/** Reads the value of an option for a port. */
export function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('expected a number from 0 to 65535')
  return port
}

/** The key of tokens in a file. Throws usage for an empty one. */
export function saltIn(file: string): string {
  const kept = readText(file, file).replace(/\r?\n$/, '')
  if (kept === '') throw new SelfsameError('usage', `${file} is empty: a salt is a long random text`)
  return kept
}

export interface Keys {
  /** The next key; null when there are no more. Ctrl-C and Ctrl-D are the end. */
  key(): Promise<string | null>
  line(): Promise<string>
  close(): void
}

const [CTRL_C, CTRL_D] = ['\u0003', '\u0004']

/** Reads `input`; a terminal gives each key at once and shows none, but for `echo`, which shows what is typed as a line. */
export function keysOf(input: ReadStream, echo: (text: string) => void): Keys {
  const waiting: string[] = []
  let ended = false
  let wake: (() => void) | null = null
  const isTerminal = input.isTTY === true
  if (isTerminal) input.setRawMode(true)
  input.setEncoding('utf8')
  input.on('data', (text: string) => {
    append(waiting, text)
    wake?.()
  })
  input.on('end', () => {
    ended = true
    wake?.()
  })
  input.resume()

  async function next(): Promise<string | null> {
    while (waiting.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve))
    wake = null
    const key = waiting.shift() ?? null
    return key === CTRL_C || key === CTRL_D ? null : key
  }

  return {
    async key() {
      for (;;) {
        const key = await next()
        // Between keys of a pipe there may be line ends.
        if (key === null || isTerminal || !/\s/.test(key)) return key
      }
    },
    async line() {
      let typed = ''
      for (;;) {
        const key = await next()
        if (key === null || key === '\r' || key === '\n') break
        const isRubout = key === '\u007f' || key === '\b'
        typed = isRubout ? [...typed].slice(0, -1).join('') : typed + key
        if (isTerminal) echo(isRubout ? '\b \b' : key)
      }
      if (isTerminal) echo('\n')
      return typed.trim()
    },
    close() {
      if (isTerminal) input.setRawMode(false)
      input.pause()
    },
  }
}
