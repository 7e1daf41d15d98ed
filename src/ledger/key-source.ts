// Loads a ledger key from a file that only its owner can read, or from a command that fetches it from a key service.
import { spawnSync } from 'node:child_process'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { SelfsameError } from '../errors.ts'
import type { LedgerKey } from './store.ts'
import { ledgerKey } from './vault.ts'

const COMMAND = 'command:'
const COMMAND_MILLISECONDS = 30_000
const MOST_OUTPUT = 4096

/** The key at `source`: a file with 32 bytes in hex or base64, or `command:` and a program with arguments that prints it. Throws key_file. */
export function loadLedgerKey(source: string): LedgerKey {
  return ledgerKey(
    source.startsWith(COMMAND) ? printed(wordsOf(source.slice(COMMAND.length).trim())) : fileText(source),
  )
}

/** The key of a token vault: same format and sources as a ledger key. Throws key_file. */
export function loadVaultKey(source: string): LedgerKey {
  try {
    return loadLedgerKey(source)
  } catch (error) {
    if (!(error instanceof SelfsameError)) throw error
    throw new SelfsameError('key_file', error.message.replaceAll('the ledger key', 'the vault key'), { cause: error })
  }
}

function fileText(path: string): string {
  let file: number
  try {
    // Without O_NONBLOCK, opening a named pipe would block the program until another process writes to it.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (cause) {
    throw failure(
      'the ledger key file cannot be read; name the file that "selfsame ledger keygen" made, or make one',
      cause,
    )
  }
  try {
    // Checked on the open file descriptor, so that the file cannot be replaced between the check and the read.
    const about = fstatSync(file)
    if (!about.isFile()) throw failure('the ledger key file is a folder or a device, not a file')
    if (process.platform !== 'win32' && (about.mode & 0o077) !== 0)
      throw failure('the ledger key file can be read by others; run "chmod 600" on it')
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

function wordsOf(line: string): readonly [string, ...string[]] {
  const words = line.startsWith('[') ? fromJson(line) : line.split(/\s+/)
  const [program, ...rest] = words
  if (program === undefined || program === '') throw failure('the ledger key command names no program')
  return [program, ...rest]
}

function fromJson(line: string): string[] {
  try {
    const words: unknown = JSON.parse(line)
    if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words
  } catch (error) {
    // The parser's own message quotes the input, which may hold a secret.
    if (!(error instanceof SyntaxError)) throw error
  }
  throw failure('the ledger key command is no JSON array of strings')
}

/** The output of a command. No shell interprets the line, and error output of the command is never repeated: it may hold the key. */
function printed([program, ...words]: readonly [string, ...string[]]): string {
  const { error, status, signal, stdout } = spawnSync(program, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: COMMAND_MILLISECONDS,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_OUTPUT,
    windowsHide: true,
  })
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'ETIMEDOUT')
    throw failure(`the ledger key command took more than ${COMMAND_MILLISECONDS / 1000} seconds`)
  if (code === 'ENOBUFS') throw failure('the ledger key command printed more than a key')
  if (error !== undefined) throw failure('the ledger key command cannot be run; check its program and its permissions')
  if (signal !== null) throw failure(`the ledger key command was ended by ${signal}`)
  if (status !== 0) throw failure(`the ledger key command failed with exit status ${status}; run it by hand to see why`)
  return stdout
}

const failure = (sentence: string, cause?: unknown): SelfsameError => new SelfsameError('key_file', sentence, { cause })
