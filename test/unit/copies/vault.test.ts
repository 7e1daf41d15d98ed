import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deidentifyCommand } from '../../../src/cli/deidentify.ts'
import { reidentifyCommand } from '../../../src/cli/reidentify.ts'
import { reidentify } from '../../../src/index.ts'
import { loadVaultKey } from '../../../src/ledger/key-source.ts'
import { openSqlite } from '../../../src/ledger/sqlite/driver.ts'
import { ledgerKey } from '../../../src/ledger/vault.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { expectedDecisionId } from '../../../src/operations/decision-id.ts'
import { createService } from '../../../src/service.ts'
import { TokenVault } from '../../../src/vault/token-vault.ts'
import { runCommand } from '../../shared/commands.ts'
import { SALT, tableFolder } from '../../shared/table-folder.ts'

const folder = tableFolder()
const KEY = '11'.repeat(32)
const PEOPLE =
  'Name,Geburtsdatum,Telefon,Ort,Bemerkung\n"Müller, Rose",1980-02-03,030 23125 714,Berlin,"Rose sagte ""ja"", rief an"\nJan Nowak,1975-11-17,0171 3920044,Köln,ruhig\n'
afterEach(() => {
  process.exitCode = undefined
})

const entry = (token: string, value: string, normal = value.toLowerCase()) => ({
  token,
  category: 'PII-1-NAME',
  value,
  normal,
})

/** The key in a file that its owner alone can read, and the words that name vault, key and ledger. */
async function files(name: string) {
  const { chmodSync } = await import('node:fs')
  const key = folder.write(`${name}.key`, `${KEY}\n`)
  chmodSync(key, 0o600)
  return ['--vault', folder.at(`${name}.vault`), '--vault-key', key, '--ledger', folder.at(`${name}.sqlite`)]
}

async function masked(name: string) {
  const words = await files(name)
  const [source, out, salt] = [
    folder.write(`${name}.csv`, PEOPLE),
    folder.at(`${name}.masked.csv`),
    folder.write('salt.txt', SALT),
  ]
  await runCommand(deidentifyCommand(), source, '-o', out, '-j', 'DE', '--salt-file', salt, '--store', ...words)
  return { words, out }
}

describe('a vault of tokens', () => {
  it('is left by no run that was refused', async () => {
    const source = folder.write('wide.csv', 'Name,Telefon\nRose Müller,030 23125714,one more\n')
    const words = await files('wide')
    await expect(
      runCommand(deidentifyCommand(), source, '-o', folder.at('wide.masked.csv'), '-j', 'DE', ...words.slice(0, 4)),
    ).rejects.toMatchObject({ code: 'usage' })
    expect(existsSync(folder.at('wide.vault'))).toBe(false)
  })

  it('gives back what a token stands for, as it was written first, and several values that share one', async () => {
    const vault = await TokenVault.open(folder.at('a.vault'), ledgerKey(KEY))
    vault.keep([
      entry('NAME_00000001', 'Rose Müller'),
      entry('NAME_00000001', 'ROSE MÜLLER'),
      entry('NAME_00000001', 'Jan Nowak'),
    ])
    vault.commit()
    expect(
      vault
        .find('NAME_00000001')
        .map(({ value }) => value)
        .sort(),
    ).toEqual(['Jan Nowak', 'Rose Müller'])
    expect(vault.find('NAME_00000002')).toEqual([])
    vault.close()
  })

  it('shows no value in its file, and opens with its own key alone', async () => {
    const vault = await TokenVault.open(folder.at('b.vault'), ledgerKey(KEY))
    vault.keep([entry('NAME_00000001', 'Rose Müller')])
    vault.commit()
    vault.close()
    expect(readFileSync(folder.at('b.vault')).toString('utf8')).not.toMatch(/Rose|Müller/)
    expect(statSync(folder.at('b.vault')).mode & 0o077).toBe(0)
    await expect(TokenVault.open(folder.at('b.vault'), ledgerKey('22'.repeat(32)))).rejects.toMatchObject({
      code: 'key_file',
    })
    await expect(TokenVault.open(folder.at('none.vault'), ledgerKey(KEY), { readOnly: true })).rejects.toMatchObject({
      code: 'vault_unavailable',
    })
    folder.write('no.vault', 'not a vault, and long enough to be read as one'.repeat(40))
    await expect(TokenVault.open(folder.at('no.vault'), ledgerKey(KEY))).rejects.toMatchObject({
      code: 'vault_unavailable',
    })
  })

  it('says that it is damaged where a row was put in under another mark', async () => {
    const vault = await TokenVault.open(folder.at('f.vault'), ledgerKey(KEY))
    vault.keep([entry('NAME_00000001', 'Rose Müller')])
    vault.commit()
    const other = await openSqlite(folder.at('f.vault'), { readOnly: false, busyMilliseconds: 0 })
    other.exec("INSERT INTO tokens SELECT token, x'00', value, wrapped_key, key_id FROM tokens")
    other.close()
    expect(() => vault.find('NAME_00000001')).toThrow('damaged')
    vault.close()
  })

  it('has all of a run or nothing of it when the process is killed', async () => {
    const program = `
      const { TokenVault } = await import(${JSON.stringify(new URL('../../../dist/vault/token-vault.js', import.meta.url).href)})
      const { ledgerKey } = await import(${JSON.stringify(new URL('../../../dist/ledger/vault.js', import.meta.url).href)})
      const vault = await TokenVault.open(process.argv[1], ledgerKey(${JSON.stringify(KEY)}))
      const entry = (n) => ({ token: 'NAME_' + String(n).padStart(8, '0'), category: 'PII-1-NAME', value: 'Value ' + n, normal: 'value ' + n })
      vault.keep([1, 2, 3].map(entry))
      vault.commit()
      vault.keep(Array.from({ length: 3000 }, (_, n) => entry(n + 10)))
      process.stdout.write('kept')
      setInterval(() => {}, 1000)`
    const path = folder.at('killed.vault')
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const vault = await TokenVault.open(path, ledgerKey(KEY))
    expect(vault.count()).toBe(3)
    vault.keep([entry('NAME_00000010', 'again')])
    vault.commit()
    expect(vault.count()).toBe(4)
    vault.close()
  })
})

describe('selfsame reidentify', () => {
  it('writes the copy again with the values of its tokens, and nothing that was masked otherwise', async () => {
    const { words, out } = await masked('back')
    const again = folder.at('again.csv')
    await runCommand(reidentifyCommand(), out, ...words, '-o', again, '--reason', 'audit 7')
    const given = readFileSync(again, 'utf8')
    // A mention has the token of its person, so it comes back as the full name.
    expect(given).toContain('"Müller, Rose",1980,030 23125 714,Berlin,"Müller, Rose sagte ""ja"", rief an"')
    expect(given).toContain('Jan Nowak,1975,0171 3920044')
  })

  it('gives back no cell that a spreadsheet would run, and no further sign before one that it would not', async () => {
    const { words } = await masked('inert')
    const cells = "name,note\nA,@SUM(1)\nB,'@SUM(1)\nC,''@SUM(1)\nD,=1+1\nE,'=1+1 for NAME_00000000\n"
    const { out } = await runCommand(reidentifyCommand(), folder.write('formulas.csv', cells), ...words)
    const given = out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',')[1])
    expect(given).toEqual(["'@SUM(1)", "'@SUM(1)", "''@SUM(1)", "'=1+1", "'=1+1 for NAME_00000000"])
  })

  it('says which tokens look damaged, and gives back texts in the library', async () => {
    const { words, out } = await masked('damaged')
    const [token = ''] = /NAME_[0-9a-f]{8}/.exec(readFileSync(out, 'utf8')) ?? []
    const broken = `${token.slice(0, -2)} ${token}0 ${token.slice(0, -1)}x ${token.toUpperCase()}`
    const text = `${token}, ${broken}; NAME_00000000, NAME_1, name_of, OTHER_1234`
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await runCommand(reidentifyCommand(), folder.write('damaged.txt', text), ...words)
    expect(said.mock.calls.join('')).toContain(
      '1 tokens given back, 1 unknown, 0 shared by several values; 4 tokens look damaged',
    )
    said.mockRestore()
    const options = { vault: words[1]!, vaultKey: KEY, ledger: words[5]! }
    const given = await reidentify({ text, reason: 'audit 7' }, options)
    expect(given).toMatchObject({ unknown: 1, damaged: 4, text: expect.stringContaining(`, ${broken};`) })
    expect(given.text).toMatch(/^Müller, Rose, /)
    await expect(reidentify({ text }, { ...options, ledger: undefined as never })).rejects.toMatchObject({
      code: 'no_ledger',
    })
  })

  it('records each use before it shows anything, and needs ledger, vault and key', async () => {
    const { words, out } = await masked('uses')
    const first = await runCommand(reidentifyCommand(), out, ...words)
    expect(first.out).toContain('Jan Nowak')
    await runCommand(reidentifyCommand(), out, ...words)
    const ledger = await openLedger(folder.at('uses.sqlite'), { key: null, readOnly: true })
    expect((await ledger.stats()).decisions).toBe(3)
    expect(await verifyLedger(ledger, { decisionId: expectedDecisionId })).toMatchObject({
      ok: true,
      ids_recomputed: 3,
    })
    await ledger.close()
    await expect(runCommand(reidentifyCommand(), out, ...words.slice(0, 4))).rejects.toMatchObject({
      code: 'no_ledger',
    })
  })

  it('shows nothing when the use cannot be recorded', async () => {
    const { words, out } = await masked('unrecorded')
    const lost = [...words.slice(0, 5), folder.at('nowhere/ledger.sqlite')]
    const again = folder.at('never.csv')
    await expect(runCommand(reidentifyCommand(), out, ...lost, '-o', again)).rejects.toMatchObject({
      code: 'ledger_unavailable',
    })
    expect(folder.list()).not.toContain('never.csv')
  })

  it('explains a use and a copy, and says that a file is not replayed from a ledger', async () => {
    const { words } = await masked('told')
    const ledger = words.at(-1)!
    const opened = await openLedger(ledger, { key: null, readOnly: true })
    const [link] = await opened.links(null, 1)
    await opened.close()
    const service = createService({ ledger })
    const id = link!.entry.subject
    expect(await service.explain({ id })).toMatchObject({ statute: 'GDPR', action: 'statute' })
    expect((await service.decision({ id })).pins).toMatchObject({ rows: 2, file: { format: 'delimited' } })
    await expect(service.replay({ id })).rejects.toMatchObject({ code: 'replay_impossible' })
    await service.close()
    expect(() => loadVaultKey(folder.at('no.key'))).toThrow('vault key')
  })
})

describe('the file of a vault', () => {
  it.each([
    ['a trigger', 'CREATE TRIGGER z AFTER INSERT ON tokens BEGIN DELETE FROM tokens; END'],
    ['a view', 'CREATE VIEW z AS SELECT * FROM tokens'],
    ['a table', 'CREATE TABLE z (a)'],
  ])('has nothing else: %s is refused, and what was kept stays', async (what, sql) => {
    const { words } = await masked(`with ${what.slice(2)}`)
    const path = words[1]!
    const { openSqlite } = await import('../../../src/ledger/sqlite/driver.ts')
    const database = await openSqlite(path, { readOnly: false, busyMilliseconds: 100 })
    const before = database.prepare('SELECT count(*) AS n FROM tokens').get()
    database.exec(sql)
    await expect(TokenVault.open(path, loadVaultKey(words[3]!))).rejects.toMatchObject({ code: 'vault_unavailable' })
    expect(database.prepare('SELECT count(*) AS n FROM tokens').get()).toEqual(before)
    database.close()
  })

  it('is not a ledger, which stays whole', async () => {
    const { words } = await masked('whole')
    const ledger = words[5]!
    await expect(TokenVault.open(ledger, loadVaultKey(words[3]!))).rejects.toMatchObject({ code: 'vault_unavailable' })
    const opened = await openLedger(ledger)
    await opened.close()
  })
})
