// How answers are written: JSON for programs, lines in columns for people, and files that are whole or absent and replace nothing
// that the same command line names: its input, the ledger, a key, the salt, the vault.
import { readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import { largest } from '../lists.ts'

/** Writes to a temporary file first, readable by its owner only, because it may show values. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const beside = `${path}.${process.pid}.part`
  try {
    writeFileSync(beside, content, { mode: 0o600 })
    renameSync(beside, path)
  } catch (cause) {
    rmSync(beside, { force: true })
    throw new SelfsameError('usage', `${path} cannot be written; check the folder and its permissions`, { cause })
  }
}

export function printJson(answer: unknown): void {
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Side remarks go to standard error, so that standard output can be piped on. */
export function remark(line: string): void {
  process.stderr.write(`${line.split('\n').map(inLine).join('\n')}\n`)
}

/** Whether an answer with a decision in it left one in the ledger: an id alone looks as if it had. */
export const recordedOrNot = ({ recorded }: { readonly recorded: boolean }): string =>
  recorded ? '(recorded)' : '(not recorded: add --store)'

/** Rows in aligned columns under a heading; a sentence when there are none. */
export function printTable(heading: readonly string[], rows: readonly (readonly unknown[])[], none: string): void {
  if (rows.length === 0) {
    printLine(none)
    return
  }
  const cells = [heading, ...rows].map((row) => row.map((cell) => inLine(String(cell ?? '-'))))
  const widths = heading.map((_, column) => largest(cells.map((row) => row[column]?.length ?? 0)))
  for (const row of cells)
    printLine(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** The members of objects that `heading` names, as printTable prints rows. */
export function printMembers<Name extends string>(
  heading: readonly Name[],
  items: readonly Readonly<Partial<Record<Name, unknown>>>[],
  none: string,
): void {
  printTable(
    heading,
    items.map((item) => heading.map((name) => item[name])),
    none,
  )
}

/** A value in one line, without controls and bidirectional marks, which would move the cursor or adjacent text (UTR #36, 3.3). */
export const inLine = (value: string): string => value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')

/** Options that name what is written. */
const WRITTEN: ReadonlySet<string> = new Set(['out', 'report', 'html', 'vault'])
/** Value names of options that take a path. */
const PATH = /<(?:path|file|folder|place|source)>/

/** Throws usage if a file that is written is named a second time, also by another path. */
export function refuseSharedPaths(command: Command): void {
  const named = command.options
    .filter(({ flags }) => PATH.test(flags))
    .map((option) => ({ name: option.attributeName(), flag: option.long ?? option.flags }))
    .flatMap(({ name, flag }) => [command.getOptionValue(name)].flat().map((path: unknown) => ({ name, flag, path })))
  const all = [...named, ...command.args.map((path) => ({ name: '', flag: 'what is read', path: path as unknown }))]
  const seen = new Map<string, (typeof all)[number]>()
  for (const one of all) {
    if (typeof one.path !== 'string' || one.path.includes('\n')) continue
    const file = fileOf(one.path)
    const other = file === null ? undefined : seen.get(file)
    if (other !== undefined && (WRITTEN.has(one.name) || WRITTEN.has(other.name)))
      throw new SelfsameError(
        'usage',
        `${other.flag} and ${one.flag} name the same file: what is written would replace it`,
      )
    if (file !== null) seen.set(file, one)
  }
}

/** Options that name files which a command writes anew: a vault is added to. */
const REPLACED = ['out', 'report', 'html', 'saveMap']

/** Looks which files a command may replace; the returned function says which of them it has replaced. */
export function replacedFiles(command: Command): () => void {
  const before = REPLACED.flatMap((name) => [command.getOptionValue(name)].flat())
    .filter((path) => typeof path === 'string')
    .map((path) => ({ path, version: versionOf(path) }))
  return () => {
    for (const { path, version } of before)
      if (version !== null && version !== versionOf(path)) remark(`${path} was there already and has been replaced`)
  }
}

/** Returns a string that differs after a file, or a folder of results, was replaced; null if there is neither, or nothing in it. */
function versionOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() && readdirSync(path).length > 0) return `${stats.ino}`
  return stats?.isFile() && stats.size > 0 ? `${stats.ino} ${stats.mtimeMs}` : null
}

/** Returns what identifies a file, whether it exists or not; null if the path is not a file, e.g. a device. */
function fileOf(path: string): string | null {
  try {
    const stats = statSync(path)
    return stats.isFile() || stats.isDirectory() ? `${stats.dev}:${stats.ino}` : null
  } catch {
    const whole = resolve(path)
    try {
      return join(realpathSync(dirname(whole)), basename(whole))
    } catch {
      return whole
    }
  }
}

/** A refusal for want of a law lists 36 codes; a command has a list of them, and an option. */
export const withoutCodes = (message: string): string =>
  message.replace(
    /(?:Pass jurisdiction or statute\. )?Supported: [A-Z]{2} \(.*$/s,
    'Add -j CODE or --statute NAME; "selfsame list jurisdictions" has the codes.',
  )
