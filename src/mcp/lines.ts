// Lines of an agent on standard input, of bounded length: a longer one is answered with an error and dropped.
import { Transform, type TransformCallback, type Writable } from 'node:stream'

/** Bytes at each end of a dropped message that are searched for its id. */
const EDGE = 512
/** The id before or after the other members, as writers of JSON-RPC put it. */
const FIRST_ID =
  /^\s{0,8}\{\s{0,8}(?:"jsonrpc"\s{0,8}:\s{0,8}"2\.0"\s{0,8},\s{0,8})?"id"\s{0,8}:\s{0,8}(\d{1,15}|"[\w-]{1,100}")/
const LAST_ID = /"id"\s{0,8}:\s{0,8}(\d{1,15}|"[\w-]{1,100}")\s{0,8}\}\s{0,8}$/
/** "Invalid Request" of JSON-RPC 2.0. */
const INVALID_REQUEST = -32_600
const NEWLINE = 10

/** Passes on lines of at most `most` bytes; for each longer one an error is written to `answers`. */
export function boundedLines(most: number, answers: Writable): Transform {
  let line: Buffer[] = []
  let length = 0
  let head = ''
  let tail = ''
  const refuse = () => {
    const id = FIRST_ID.exec(head)?.[1] ?? LAST_ID.exec(tail)?.[1]
    const message = `The message is longer than ${most} bytes. Name a file with \`file\` instead of sending its text.`
    const error = { code: INVALID_REQUEST, message }
    answers.write(`${JSON.stringify({ jsonrpc: '2.0', id: id === undefined ? null : JSON.parse(id), error })}\n`)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      for (let from = 0; from < chunk.length; ) {
        const newline = chunk.indexOf(NEWLINE, from)
        const end = newline < 0 ? chunk.length : newline + 1
        const part = chunk.subarray(from, end)
        from = end
        length += part.length
        if (length <= most) line.push(part)
        else {
          if (line.length > 0) head = Buffer.concat(line).toString('latin1', 0, EDGE)
          else if (head === '') head = part.toString('latin1', 0, EDGE)
          line = []
          tail = (tail + part.toString('latin1', Math.max(0, part.length - EDGE))).slice(-EDGE)
        }
        if (newline < 0) continue
        if (length <= most) this.push(Buffer.concat(line))
        else refuse()
        line = []
        length = 0
        head = ''
        tail = ''
      }
      done()
    },
    flush(done: TransformCallback) {
      if (length > most) refuse()
      else if (length > 0) this.push(Buffer.concat(line))
      done()
    },
  })
}
