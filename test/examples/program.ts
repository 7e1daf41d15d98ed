// Starts a program of examples/ as its users do.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../house/sources.ts'

export interface Program {
  /** The address that the program prints. */
  readonly url: string
  /** Everything that it printed, on both outputs. */
  readonly printed: () => string
  readonly stop: () => Promise<void>
}

/** Starts a program that serves, and waits for the line with its address. */
export async function startProgram(path: string, ...words: readonly string[]): Promise<Program> {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'examples', path), ...words, '--port', '0'])
  let printed = ''
  for (const output of [child.stdout!, child.stderr!])
    output.on('data', (piece: Buffer) => {
      printed += piece.toString()
    })
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
  for await (const line of createInterface({ input: child.stdout! })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (url !== undefined) return { url, printed: () => printed, stop }
  }
  throw new Error(`examples/${path} did not start: ${printed}`)
}
