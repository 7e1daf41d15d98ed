// The lines of a file as they are handed on and printed: what a line may be, its break, and what becomes of the bad ones.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, test, vi } from 'vitest'
import { eachLine, type OnError } from '../../../src/cli/lines.ts'
import { progressInWords } from '../../../src/cli/progress.ts'
import { SelfsameError } from '../../../src/errors.ts'
import { DEFAULT_LIMITS } from '../../../src/limits.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-lines-'))
const file = join(folder, 'lines.txt')
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  process.exitCode = undefined
})

/** How long each line is, and its break, of a file that is read in parts of 64 KiB. */
async function lengths(text: string): Promise<[length: number, end: string][]> {
  writeFileSync(file, text)
  const found: [number, string][] = []
  await eachLine(
    { file },
    {
      answer: async (lines) => lines.map(({ length: value }) => ({ status: 'fulfilled' as const, value })),
      shown: (length, end) => {
        found.push([length, end])
        return ''
      },
      json: false,
    },
  )
  return found
}

interface Printed {
  readonly out: string
  readonly err: string
  readonly code: unknown
  readonly failure: unknown
}

/** The output for the lines of a file in capitals; "wrong" is a line that an engine refuses, "broken" one that breaks it. */
async function capitals(bytes: string | Uint8Array, onError?: OnError, json = false): Promise<Printed> {
  writeFileSync(file, bytes)
  const reasons: Record<string, Error> = {
    wrong: new SelfsameError('jurisdiction_unknown', 'The text does not say.'),
    broken: new SelfsameError('ledger_unavailable', 'The ledger is gone.'),
  }
  const written = { out: '', err: '' }
  const writing = (name: 'out' | 'err') => (text: unknown) => {
    written[name] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(writing('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(writing('err')),
  ]
  let failure: unknown = null
  try {
    await eachLine(
      { file, ...(onError === undefined ? {} : { onError }) },
      {
        answer: async (lines) =>
          lines.map((line) => {
            const reason = reasons[line]
            return reason ? { status: 'rejected', reason } : { status: 'fulfilled', value: line.toUpperCase() }
          }),
        shown: (answer, end) => (json ? `${JSON.stringify(answer)}\n` : answer + end),
        json,
      },
    )
  } catch (error) {
    failure = error
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return { ...written, code: process.exitCode, failure }
}

const bytesOf = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

test('a line as long as a text may be is one line, wherever the parts of the file end', async () => {
  const { textLength } = DEFAULT_LIMITS
  const line = `${'x'.repeat(textLength)}\r\n`
  // The part that is read ends between the carriage return and the line feed, before both, and after both.
  for (const at of [0, 1, 2]) {
    const before = 64 * 1024 - ((textLength + at) % (64 * 1024)) - 1
    expect(await lengths(`${'y'.repeat(before)}\n${line}z`)).toEqual([
      [before, '\n'],
      [textLength, '\r\n'],
      [1, ''],
    ])
  }
})

describe('a line that cannot be read', () => {
  const damaged = bytesOf('one\n', 'two\r\n', [0xff, 0xfe, 0x0a], 'wrong\r\n', 'fünf\n', [0x61, 0, 0x0d, 0x0a], 'last')

  it('stops the command behind every line before it, by default', async () => {
    const { out, failure } = await capitals(damaged)
    expect(out).toBe('ONE\nTWO\r\n')
    expect(failure).toMatchObject({
      message: expect.stringMatching(/lines.txt, line 3: it is not UTF-8 text \(--on-error/),
    })
    const refused = await capitals('one\nwrong\nthree')
    expect([refused.out, refused.failure]).toEqual(['ONE\n', expect.objectContaining({ code: 'jurisdiction_unknown' })])
  })

  it('is left out and counted', async () => {
    const { out, err, code, failure } = await capitals(damaged, 'drop')
    expect([out, code, failure]).toEqual(['ONE\nTWO\r\nFÜNF\nLAST', 3, null])
    expect(err).toMatch(
      /^3 of 7 lines not read and left out; the first is \S+lines.txt, line 3: it is not UTF-8 text\n$/,
    )
  })

  it('leaves a marker, so that lines keep their numbers and breaks', async () => {
    const { out, code } = await capitals(damaged, 'mask')
    const markers = ['[LINE 3 NOT READ]\n', '[LINE 4 NOT READ]\r\n', 'FÜNF\n', '[LINE 6 NOT READ]\r\n']
    expect([out, code]).toEqual([`ONE\nTWO\r\n${markers.join('')}LAST`, 3])
    const lines = (await capitals(damaged, 'mask', true)).out.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      'ONE',
      'TWO',
      { line: 3, detail: 'it is not UTF-8 text' },
      { line: 4, detail: 'The text does not say.' },
      'FÜNF',
      { line: 6, detail: expect.stringContaining('NUL') },
      'LAST',
    ])
  })

  it('may be longer than memory: no part of it is taken for a line of its own', async () => {
    const long = Buffer.alloc(3 * DEFAULT_LIMITS.textLength + 70_000, 'x')
    for (const [end, shown] of [
      ['\nthree', 'THREE'],
      ['\r\nthree', 'THREE'],
      ['', ''],
    ] as const) {
      const { out } = await capitals(Buffer.concat([Buffer.from('one\n'), long, Buffer.from(end)]), 'mask')
      expect(out).toBe(`ONE\n[LINE 2 NOT READ]${end.replace('three', '')}${shown}`)
    }
  })

  it('is not to blame for a failure of the service, which stops the command whatever is asked for', async () => {
    const { out, failure } = await capitals('one\nbroken\nthree', 'drop')
    expect(out).toBe('ONE\n')
    expect(failure).toMatchObject({
      code: 'ledger_unavailable',
      message: expect.stringMatching(/line 2: The ledger is gone\.$/),
    })
  })

  it('is not looked for in files that are no text at all', async () => {
    for (const [bytes, why] of [
      [bytesOf([0xff, 0xfe], 'a\0\n\0'), 'is UTF-16 text: convert it'],
      [bytesOf('%PDF-1.7\n'), '"selfsame documents" reads PDF'],
    ] as const) {
      const { out, failure } = await capitals(bytes, 'drop')
      expect([out, failure]).toEqual(['', expect.objectContaining({ message: expect.stringContaining(why) })])
    }
  })
})

test('progress says how far a file has come, and of standard input how much was read', () => {
  expect(progressInWords(1200, 2, 500_000, 2_000_000)).toBe('1200 lines, 600 lines/s, 0.5 of 2.0 MB (25 %)')
  expect(progressInWords(0, 0, 0, null)).toBe('0 lines, 0.0 MB')
})
