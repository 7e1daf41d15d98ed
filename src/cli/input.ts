// What a command works on: an argument, a file, or standard input.
import { constants, isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { SelfsameError } from '../errors.ts'

/** The text of a command: its argument, its --file, or standard input, in this order. */
export function textOf(argument: string | undefined, flags: { file?: string }): string {
  if (argument !== undefined && flags.file !== undefined)
    throw new SelfsameError('usage', 'give a text or --file, not both')
  if (argument !== undefined) return argument === '-' ? readText(0, 'standard input') : argument
  if (flags.file !== undefined) return readText(flags.file, flags.file)
  if (process.stdin.isTTY) throw new SelfsameError('usage', 'give a text, --file, or something on standard input')
  return readText(0, 'standard input')
}

/** One side of a comparison: `@file` is read, a JSON object is a record, anything else is a text. Throws usage for a broken object. */
export function sideOf(argument: string): string | Record<string, string> {
  const text = argument.startsWith('@') ? readText(argument.slice(1), argument.slice(1)) : argument
  if (!text.trimStart().startsWith('{')) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SelfsameError('usage', 'a side that begins with { is a record, and this one is not well-formed JSON', {
      cause,
    })
  }
}

/** Gathers an option that may be given several times. */
export function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** The bytes of a file. Throws usage, with the reason, when it cannot be read. */
export function readBytes(path: string | 0, name: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw unreadable(name, cause)
  }
}

/** The failure of what cannot be read, with its reason. */
export function unreadable(name: string, cause: unknown): SelfsameError {
  const reason = UNREADABLE[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'check that it is a file and not damaged'
  return new SelfsameError('usage', `${name} cannot be read: ${reason}`, { cause })
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
}

/** The UTF-8 text of a file, 0 for standard input. Throws usage when it cannot be read or is none. */
export function readText(path: string | 0, name: string): string {
  const bytes = readBytes(path, name)
  if (bytes.length > constants.MAX_STRING_LENGTH)
    throw new SelfsameError('usage', `${name} is larger than a text can be here: ${constants.MAX_STRING_LENGTH} bytes`)
  if (!isUtf8(bytes)) throw new SelfsameError('usage', `${name} is not UTF-8 text`)
  return bytes.toString('utf8')
}
