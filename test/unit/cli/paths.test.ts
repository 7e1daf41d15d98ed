import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../../src/cli/main.ts'

describe('a path that is named twice', () => {
  let folder: string
  let told: string
  const at = (name: string) => join(folder, name)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'selfsame-paths-'))
    told = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      told += text
      return true
    })
    for (const name of ['t.csv', 'salt.txt', 'key', 'ledger', 'vault', 'map', 'masked'])
      writeFileSync(at(name), `own ${name}\n`)
    symlinkSync(at('salt.txt'), at('link'))
    linkSync(at('key'), at('hard'))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = undefined
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['the ledger', 'deidentify t.csv -o ledger -j DE --ledger ledger --store', 'ledger'],
    ['the key of the vault', 'deidentify t.csv -o key -j DE --vault new --vault-key key', 'key'],
    ['the key by another link', 'deidentify t.csv -o hard -j DE --vault new --vault-key key', 'key'],
    ['the vault', 'deidentify t.csv -o new -j DE --vault new --vault-key key', null],
    ['the salt', 'deidentify t.csv -o salt.txt -j DE --salt-file salt.txt', 'salt.txt'],
    ['the salt by a link', 'deidentify t.csv -o link -j DE --salt-file salt.txt', 'salt.txt'],
    ['the report', 'deidentify t.csv -o new -j DE --report new', null],
    ['its input', 'deidentify t.csv -o t.csv -j DE', 't.csv'],
    [
      'the vault as the ledger',
      'deidentify t.csv -o new -j DE --vault ledger --vault-key key --ledger ledger',
      'ledger',
    ],
    ['the vault with the values', 'reidentify masked --vault vault --vault-key key --ledger ledger -o vault', 'vault'],
  ])('is refused where %s would be replaced', async (_, line, kept) => {
    const words = line.split(' ').map((word) => (existsSync(at(word)) || word === 'new' ? at(word) : word))
    await main(['node', 'selfsame', ...words])
    expect([process.exitCode, told]).toEqual([2, expect.stringContaining('name the same file')])
    if (kept !== null) expect(readFileSync(at(kept), 'utf8')).toBe(`own ${kept}\n`)
    expect(existsSync(at('new'))).toBe(false)
  })
})
