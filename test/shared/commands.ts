// Runs a command of the command line inside a test, with the checks that every command line passes.
import type { Command } from 'commander'
import { vi } from 'vitest'
import { refuseSharedPaths } from '../../src/cli/output.ts'

/** The output of a command and its exit code; the caller resets `process.exitCode` after its tests. */
export async function runCommand(
  command: Command,
  ...words: readonly string[]
): Promise<{ out: string; code: unknown }> {
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  try {
    process.exitCode = undefined
    command.hook('preAction', (_, action) => refuseSharedPaths(action))
    await command.parseAsync(words, { from: 'user' })
  } finally {
    write.mockRestore()
  }
  return { out, code: process.exitCode }
}
