// Reads lines of a file or of standard input as they arrive: text and line break, or the reason why a line is not text.
import { isUtf8 } from 'node:buffer'
import { createReadStream, fstatSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { SelfsameError } from '../errors.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import { refuseBinary, unreadable } from './input.ts'

/** Bytes read at once from a file: some hundred lines, which is what is answered together. */
const AT_ONCE = 64 * 1024
/** Maximum UTF-8 bytes of a text with the maximum number of UTF-16 units, plus a carriage return. */
const MOST_BYTES = 3 * DEFAULT_LIMITS.textLength + 1
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

export interface Line {
  readonly text: string | null
  /** Its line break as it stood; empty at the end of a file without one. A carriage return belongs to the break. */
  readonly end: string
  readonly fault?: SelfsameError
}

export interface LineSource {
  readonly stream: Readable
  /** The name in error messages. */
  readonly name: string
  /** Bytes of the whole, null where they cannot be known. */
  readonly size: number | null
}

export function openSource(file: string | undefined): LineSource {
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
export async function* linesOf({
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
