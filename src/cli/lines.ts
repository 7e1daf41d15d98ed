// Texts of one line each: a log, or one record a line. Read as they arrive, answered together, printed in their order.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { SelfsameError } from '../errors.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import { unreadable } from './input.ts'

/** Bytes read at once from a file: some hundred lines, which is what is answered together. */
const AT_ONCE = 64 * 1024

/**
 * Calls `answer` with the lines that have arrived and `print` with each answer and the line break behind it; a carriage return
 * belongs to the break. Throws usage for what is not UTF-8 text or cannot be read, and the failure of the first line
 * that has one, with its number, when all lines before it are printed.
 */
export async function eachLine<Answer>(
  file: string | undefined,
  answer: (lines: readonly string[]) => Promise<PromiseSettledResult<Answer>[]>,
  print: (answer: Answer, end: string) => void,
): Promise<void> {
  let number = 0
  for await (const lines of linesOf(file)) {
    const answers = await answer(lines.map(({ text }) => text))
    for (const [i, answered] of answers.entries()) {
      number++
      if (answered.status === 'rejected') throw atLine(number, answered.reason)
      print(answered.value, lines[i]!.end)
    }
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  }
}

interface Line {
  readonly text: string
  /** Its line break as it stood; empty at the end of a file without one. */
  readonly end: string
}

async function* linesOf(file: string | undefined): AsyncGenerator<readonly Line[]> {
  const name = file ?? 'standard input'
  const source = file === undefined ? process.stdin : createReadStream(file, { highWaterMark: AT_ONCE })
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  const decoded = (bytes?: Buffer) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch (cause) {
      throw new SelfsameError('usage', `${name} is not UTF-8 text`, { cause })
    }
  }
  try {
    for await (const bytes of source) {
      const parts = decoded(bytes).split('\n')
      parts[0] = rest + parts[0]!
      rest = parts.pop()!
      // What is longer than a text may be, with a carriage return behind it, is refused as it is, not gathered.
      if (rest.length > DEFAULT_LIMITS.textLength + 1) parts.push(rest)
      if (parts.length > 0) yield parts.map((part) => lineOf(part, '\n'))
    }
  } catch (error) {
    throw error instanceof SelfsameError ? error : unreadable(name, error)
  }
  rest += decoded()
  if (rest !== '') yield [lineOf(rest, '')]
}

function lineOf(text: string, end: string): Line {
  return text.endsWith('\r') ? { text: text.slice(0, -1), end: `\r${end}` } : { text, end }
}

function atLine(number: number, error: unknown): unknown {
  return error instanceof SelfsameError
    ? new SelfsameError(error.code, `line ${number}: ${error.message}`, { cause: error })
    : error
}
