// A ledger key from a file or a command: what is taken, what is refused, and that no refusal repeats a secret.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadLedgerKey } from '../../../src/ledger/key-source.ts'
import { ledgerKey } from '../../../src/ledger/vault.ts'

const HEX = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const KEY = ledgerKey(HEX)
const folder = mkdtempSync(join(tmpdir(), 'ledger-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a key file', () => {
  const path = join(folder, 'key')
  writeFileSync(path, HEX, { mode: 0o600 })

  it.each([0o600, 0o400])('is read with mode %o, also through a link', (mode) => {
    chmodSync(path, mode)
    const link = join(folder, `link-${mode}`)
    symlinkSync(path, link)
    expect(loadLedgerKey(path)).toEqual(KEY)
    expect(loadLedgerKey(link)).toEqual(KEY)
  })

  it.each([0o644, 0o640, 0o604, 0o610, 0o660])('is refused with mode %o, also through a link', (mode) => {
    const open = join(folder, `open-${mode}`)
    writeFileSync(open, HEX)
    chmodSync(open, mode)
    symlinkSync(open, `${open}-link`)
    for (const given of [open, `${open}-link`]) expect(() => loadLedgerKey(given)).toThrow('can be read by others')
  })

  it('is refused when it is missing, a folder, or holds no key', () => {
    expect(() => loadLedgerKey(join(folder, 'absent'))).toThrow(/^(?!.*absent).*cannot be read/)
    expect(() => loadLedgerKey(folder)).toThrow('not a file')
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', ['-m', '600', pipe])
    expect(() => loadLedgerKey(pipe)).toThrow('not a file')
    const wrong = join(folder, 'wrong')
    writeFileSync(wrong, 'my secret', { mode: 0o600 })
    expect(() => loadLedgerKey(wrong)).toThrow(/^(?!.*my secret).*not 32 bytes/)
  })
})

/** A command that runs a line of JavaScript. */
const script = (line: string, ...words: string[]) =>
  `command:${JSON.stringify([process.execPath, '-e', line, ...words])}`
const refusal = (source: string): string => {
  try {
    loadLedgerKey(source)
  } catch (error) {
    expect(error).toMatchObject({ code: 'key_file' })
    return (error as Error).message
  }
  throw new Error('the key was taken')
}

describe('a key command', () => {
  it('prints the key', () => {
    const program = join(folder, 'print-key.mjs')
    writeFileSync(program, `console.log('${HEX}')`)
    expect(loadLedgerKey(`command:${process.execPath} ${program}`)).toEqual(KEY)
    expect(loadLedgerKey(script(`console.error('a warning'); console.log(process.argv[1])`, HEX))).toEqual(KEY)
  })

  it('is read by no shell', () => {
    const bait = join(folder, 'bait')
    refusal(`command:${process.execPath} -v; touch ${bait} && echo $(touch ${bait}) > ${bait}`)
    expect(existsSync(bait)).toBe(false)
    expect(
      loadLedgerKey(script(`console.log(process.argv[1] === '$HOME *; a b' ? '${HEX}' : '')`, '$HOME *; a b')),
    ).toEqual(KEY)
  })

  it.each([
    ['fails', script(`console.error('${HEX}'); console.log('${HEX}'); process.exit(3)`), 'exit status 3'],
    ['prints no key', script(`console.log('${HEX.slice(1)}')`), 'not 32 bytes'],
    ['prints nothing', script(''), 'not 32 bytes'],
    ['prints too much', script(`console.log('${HEX}'.repeat(1000))`), 'more than a key'],
    ['is killed', script(`process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 1e4)`), 'ended by SIGTERM'],
    ['is not there', `command:${join('/', 'no', 'such', HEX)}`, 'cannot be run'],
    ['names no program', 'command: ', 'names no program'],
    ['is an empty array', 'command:[]', 'names no program'],
    ['is broken JSON', `command:["${HEX}`, 'no JSON array'],
    ['is JSON of something else', `command:["x", 7]`, 'no JSON array'],
  ])('that %s is refused without a word of what it said', (_what, source, sentence) => {
    const message = refusal(source)
    expect(message).toContain(sentence)
    expect(message).not.toMatch(/0001020304|such/)
  })
})
