// The queue in a terminal, as its user meets it: the program itself, with keys from a pipe.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reviewCommand } from '../../../src/cli/review.ts'
import { SelfsameError } from '../../../src/errors.ts'
import { createService } from '../../../src/service.ts'
import { root } from '../../house/sources.ts'
import { runCommand } from '../../shared/commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-review-'))
const ledger = join(folder, 'queue.sqlite')
afterAll(() => rmSync(folder, { recursive: true }))

function review(keys: string, ...words: string[]): { code: number | null; out: string; err: string } {
  const program = join(root, 'bin', 'selfsame.mjs')
  const done = spawnSync(process.execPath, [program, 'review', '--ledger', ledger, '--as', 'ada', ...words], {
    input: keys,
    encoding: 'utf8',
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}
/** The command without keys, in this process. */
const ask = (...words: string[]) => runCommand(reviewCommand(), '--ledger', ledger, '--as', 'ada', ...words)
const listed = async () => JSON.parse((await ask('--list', '--json')).out)

describe('selfsame review', () => {
  beforeAll(async () => {
    const service = createService({ ledger })
    for (const city of ['Leeds', '\u001b[31mYork', 'Hull'])
      await service.compare({ a: { name: 'John Smith' }, b: { name: 'John Smith', city }, store: true })
    await service.close()
  })

  it('takes no name that a reader of the ledger could not tell from another', () => {
    expect(review('', '--as', 'ada\u202e', '--list').err).toContain('Give a name that can be recorded')
  })

  it('answers by single keys, takes an answer back, and passes over what is not answered', async () => {
    expect((await listed()).counts).toEqual({ waiting: 3 })
    const { code, out } = review('s1uq')
    expect(code).toBe(0)
    expect(out).toContain('John Smith')
    expect(out).toContain('person: same (same)')
    expect(out).toContain('person: undone (waiting)')
    expect((await listed()).counts).toEqual({ waiting: 3 })
    expect(review('d1 n c2 q').out).toContain('person: cannot tell (cannot_tell)')
    expect((await listed()).counts).toEqual({ waiting: 1, different: 1, cannot_tell: 1 })
  })

  it('shows no control of a value to the terminal, and masks and hides what it is told to', () => {
    const { out } = review('q', '--masked', '--blind')
    expect(out).toContain('John******')
    expect(out).not.toContain('The names are')
    expect(review('nnn').out).not.toContain('\u001b')
  })

  it('gives one answer for a script, and says what is wrong with one', async () => {
    const [{ decision_id: id }] = (await listed()).pairs
    await expect(ask(id, '--answer', 'same')).rejects.toMatchObject({ code: 'usage' })
    const { code, out } = await ask(id, '--answer', 'same', '--reason', 'asked them', '--json')
    expect(code).toBeUndefined()
    expect(JSON.parse(out)).toMatchObject({ identity: 'same_entity', pins: { reviewer: 'ada' } })
    await expect(ask(id, '--answer', 'same', '--reason', 'again')).rejects.toBeInstanceOf(SelfsameError)
    expect(review('').out).toContain('Nothing more waits for you.')
  })

  it('puts a whole name next to the given and family names of the other record', async () => {
    const service = createService({ ledger })
    const parts = { given_name: 'Jane', family_name: 'Smith' }
    await service.compare({ a: { name: 'Jane Smith' }, b: parts, store: true })
    await service.close()
    const { out } = review('q')
    expect(out).toMatch(/^name +Jane Smith +Jane Smith$/m)
    expect(out).not.toContain('given_name')
  })
})
