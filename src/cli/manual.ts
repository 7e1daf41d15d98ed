// The end of every help text: examples, exit codes, environment and files, laid out alike. A test runs the examples as they stand.
import type { Command } from 'commander'
import { largest } from '../lists.ts'

export interface Manual {
  /** Description of the command; the previous description becomes the summary in lists. */
  readonly does: string
  /** A title and an example, which is lines of a POSIX shell. */
  readonly examples: readonly (readonly [shows: string, line: string])[]
  readonly exits?: Readonly<Record<number, string>>
  /** Variables that no option declares. */
  readonly environment?: Readonly<Record<string, string>>
  /** Files that are read and written, if options and arguments do not say it. */
  readonly files?: readonly string[]
}

const EXITS: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'failed, for the reason given on standard error',
  2: 'usage error: an option, an argument or a file that cannot be read',
}

const DEBUG = { SELFSAME_DEBUG: 'set to anything: a failure that should not happen prints its stack' }

const WIDTH = 80

/** Makes a manual of the help of a command: its description becomes its line in lists. */
export function explained(command: Command, manual: Manual): Command {
  return command
    .summary(command.description())
    .description(manual.does)
    .addHelpText('after', () => endOfHelp(command, manual))
}

function endOfHelp(command: Command, { examples, exits = {}, environment = {}, files = [] }: Manual): string {
  const variables = command.options.flatMap(({ envVar, long }) => (envVar ? [[envVar, `instead of ${long}`]] : []))
  return [
    section(
      'Examples',
      examples.flatMap(([shows, line]) => [`# ${shows}`, line]),
    ),
    section('Exit codes', inColumns(Object.entries({ ...EXITS, ...exits }))),
    section('Environment', inColumns([...variables, ...Object.entries({ ...environment, ...DEBUG })] as Row[])),
    section(
      'Files',
      files.flatMap((text) => wrapped(text, WIDTH - 2)),
    ),
  ].join('')
}

type Row = [name: string, says: string]

export const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `\n${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`

export function inColumns(rows: readonly Row[]): string[] {
  const width = largest(rows.map(([name]) => name.length)) + 2
  return rows.flatMap(([name, says]) =>
    wrapped(says, WIDTH - 2 - width).map((line, i) => (i === 0 ? name : '').padEnd(width) + line),
  )
}

/** Splits a text into lines of at most `width` characters; longer words have separate lines. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
