// How answers are written: JSON for programs, lines in columns for people, and files that are whole or absent.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
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
  process.stderr.write(`${line}\n`)
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
  const cells = [heading, ...rows].map((row) => row.map(oneLine))
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

/** Control characters in a text must not reach the terminal. */
const oneLine = (value: unknown): string => String(value ?? '-').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
