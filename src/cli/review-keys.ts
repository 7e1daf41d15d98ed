// Single keys from a terminal, or characters from a pipe; and a line, where a reason is typed.
import type { ReadStream } from 'node:tty'
import { append } from '../lists.ts'

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
