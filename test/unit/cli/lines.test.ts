// The lines of a file as they are handed on: what a line may have at most, and its break.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eachLine } from '../../../src/cli/lines.ts'
import { DEFAULT_LIMITS } from '../../../src/limits.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** How long each line is, and its break, of a file that is read in parts of 64 KiB. */
async function lengths(text: string): Promise<[length: number, end: string][]> {
  const file = join(folder, 'lines.txt')
  writeFileSync(file, text)
  const found: [number, string][] = []
  await eachLine(
    file,
    async (lines) => lines.map(({ length: value }) => ({ status: 'fulfilled' as const, value })),
    (length, end) => found.push([length, end]),
  )
  return found
}

test('a line as long as a text may be is one line, wherever the parts of the file end', async () => {
  const { textLength } = DEFAULT_LIMITS
  const line = `${'x'.repeat(textLength)}\r\n`
  // The part that is read ends between the carriage return and the line feed, before both, and behind both.
  for (const at of [0, 1, 2]) {
    const before = 64 * 1024 - ((textLength + at) % (64 * 1024)) - 1
    expect(await lengths(`${'y'.repeat(before)}\n${line}z`)).toEqual([
      [before, '\n'],
      [textLength, '\r\n'],
      [1, ''],
    ])
  }
})
