// What a command writes may not replace what the same command line names: its input, the ledger, a key, the salt, the vault.
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { SelfsameError } from '../errors.ts'

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

/** What identifies a file, whether it exists or not; null for what is no file, e.g. a device. */
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
