// The ledger commands as an operator runs them: what they print and how they exit.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createKeyFile } from '../../../src/attest/index.ts'
import { compareCommand } from '../../../src/cli/compare.ts'
import { decisionCommand, explainCommand, replayCommand } from '../../../src/cli/decisions.ts'
import { ledgerCommand } from '../../../src/cli/ledger.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { runCommand } from '../../shared/commands.ts'
import { decidedPair, deidentification, person } from '../../shared/ledgers.ts'

const folder = mkdtempSync(join(tmpdir(), 'ledger-command-'))
const file = join(folder, 'decisions.ledger')
const pair = decidedPair(person('Ada Obi'), person('Bola Ade'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  process.exitCode = undefined
})
beforeAll(async () => {
  const ledger = await openLedger(file, { now: () => new Date('2026-01-01T12:00:00Z') })
  await ledger.append([pair, deidentification('A text of Ada Obi')])
  await ledger.close()
})

const ledger = (...words: string[]) => runCommand(ledgerCommand(), ...words)

describe('ledger', () => {
  it('verifies, counts, and shows what was cut off since a checkpoint', async () => {
    const good = await ledger('verify', '--ledger', file)
    expect(good).toMatchObject({ code: 0, out: expect.stringMatching(/decisions +2 [\s\S]*\nOK\n$/) })
    expect(JSON.parse((await ledger('stats', '--ledger', file, '--json')).out)).toMatchObject({
      decisions: 2,
      records: 3,
    })

    const signer = createKeyFile(join(folder, 'signing.pem'))
    const { out } = await ledger('checkpoint', '--ledger', file, '--signing-key', join(folder, 'signing.pem'))
    const checkpoint = join(folder, 'checkpoint')
    writeFileSync(checkpoint, out)
    const pinned = ['--checkpoint', checkpoint, '--public-key', signer.did]
    expect((await ledger('verify', '--ledger', file, ...pinned)).code).toBe(0)

    const copy = join(folder, 'copy.ledger')
    expect((await ledger('backup', copy, '--ledger', file)).out).toBe(
      `backed up to ${copy}; verify the copy with "selfsame ledger verify ${copy}"\n`,
    )
    const database = new DatabaseSync(copy)
    const triggers = database.prepare("SELECT sql FROM sqlite_master WHERE name LIKE '%_no_delete'").all()
    database.exec('DROP TRIGGER chain_no_delete; DROP TRIGGER decisions_no_delete; DROP TRIGGER records_no_delete')
    database.exec('DELETE FROM chain WHERE sequence = 2; DELETE FROM decisions WHERE position = 2')
    for (const { sql } of triggers as { sql: string }[]) database.exec(sql)
    database.close()
    expect((await ledger('verify', copy)).code).toBe(0)
    const cut = await ledger('verify', '--ledger', copy, ...pinned)
    expect(cut).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /first broken {3}the checkpoint \(chain main, entry 2\): the entry that it was signed over is missing\nBROKEN\n$/,
      ),
    })
    const stranger = createKeyFile(join(folder, 'other.pem')).did
    await expect(
      ledger('verify', '--ledger', file, '--checkpoint', checkpoint, '--public-key', stranger),
    ).rejects.toThrow('another key')
    await expect(
      ledger('verify', '--ledger', file, '--checkpoint', checkpoint, '--public-key', 'did:key:z6Mkmisspelt'),
    ).rejects.toThrow('the did:key cannot be read')
    // A signer without what it signed would look like a check that was made.
    await expect(ledger('verify', '--ledger', file, '--public-key', signer.did)).rejects.toThrow('--checkpoint')
  })

  it('names the first broken entry and exits 1', async () => {
    const copy = join(folder, 'broken.ledger')
    await ledger('backup', copy, '--ledger', file)
    const database = new DatabaseSync(copy)
    database.exec(`DROP TRIGGER decisions_no_update; UPDATE decisions SET body = replace(body, 'review', 'different')`)
    database.close()
    const { out, code } = await ledger('verify', '--ledger', copy)
    expect(code).toBe(1)
    expect(out).toContain(`first broken   ${pair.entry.decision_id} (chain main, entry 1): the decision was changed`)
    expect(out).toContain('also           the ledger: the trigger decisions_no_update is missing from the database')
  })

  it('seals, changes the key, and erases', async () => {
    const [first, next] = [join(folder, 'first.key'), join(folder, 'next.key')]
    await ledger('keygen', first)
    await ledger('keygen', next)
    expect(statSync(first).mode & 0o777).toBe(0o600)
    await expect(ledger('keygen', first)).rejects.toThrow('exists already')
    await expect(ledger('keygen', join(folder, 'nowhere', 'key'))).rejects.toThrow('folder exists')
    expect((await ledger('rekey', '--ledger', file, '--new-key', first)).out).toMatch(/^3 records/)
    const sealed = ['--ledger', file, '--ledger-key']
    expect((await ledger('rekey', ...sealed, first, '--new-key', next)).out).toMatch(/^3 records/)
    await expect(ledger('stats', ...sealed, first)).rejects.toThrow('not the one')
    expect((await ledger('erase', pair.entry.record_a!, ...sealed, next)).out).toMatch(/^erased/)
    expect((await ledger('erase', pair.entry.record_a!, ...sealed, next)).out).toMatch(/erased already/)
    const { out } = await runCommand(decisionCommand(), pair.entry.decision_id, '--reveal', ...sealed, next)
    expect(JSON.parse(out).records).toMatchObject([
      { attributes: null, erased: true },
      { attributes: { name: 'Bola Ade' } },
    ])
    expect((await ledger('erase', '--recorded-before', '2020-01-01', ...sealed, next)).out).toBe(
      'erased the values of 0 records\n',
    )
    expect((await ledger('erase', '--recorded-before', '2026-01-02', ...sealed, next)).out).toBe(
      'erased the values of 2 records\n',
    )
    await expect(ledger('erase', ...sealed, next)).rejects.toMatchObject({ code: 'usage' })
    for (const when of ['soon', '2026-02-30', '2026-03-01T12:00:00', '2026-03-01 12:00', '2999-01-01'])
      await expect(ledger('erase', '--recorded-before', when, ...sealed, next)).rejects.toMatchObject({ code: 'usage' })
    await expect(ledger('erase', pair.entry.decision_id, ...sealed, next)).rejects.toThrow('a record')
    expect((await ledger('verify', ...sealed, next)).code).toBe(0)
  })

  it('takes its keys from commands, and says what is gone after an erasure', async () => {
    const place = join(folder, 'commanded.ledger')
    const fromCommand = (name: string) => {
      const path = join(folder, name)
      if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('hex')}\n`)
      return `command:${JSON.stringify([process.execPath, '-p', `fs.readFileSync(${JSON.stringify(path)}, 'utf8')`])}`
    }
    const [first, next] = [fromCommand('first'), fromCommand('next')]
    const sealed = ['--ledger', place, '--ledger-key']
    const sides = ['{"name":"Ada Obi","dob":"1990-01-01"}', '{"name":"Ada Obi","dob":"1990-01-01"}']
    const { decision_id: id } = JSON.parse(
      (await runCommand(compareCommand(), ...sides, '--store', '--json', ...sealed, first)).out,
    )
    expect((await ledger('rekey', ...sealed, first, '--new-key', next)).out).toMatch(/^1 records? /)
    expect(JSON.parse((await runCommand(replayCommand(), id, ...sealed, next)).out)).toMatchObject({ reproduced: true })
    const { record_a } = JSON.parse((await runCommand(decisionCommand(), id, ...sealed, next)).out)
    expect((await ledger('verify', '--ledger', place)).out).toMatch(
      /\nnot checked +the values of 1 record: encrypted.*\nOK\n$/,
    )
    // Erasing needs no key: nothing is read.
    expect((await ledger('erase', record_a, '--ledger', place)).out).toMatch(/^erased/)
    expect((await ledger('verify', ...sealed, next)).out).toMatch(/\(1 erased\)\nOK\n$/)
    const revealed = JSON.parse((await runCommand(decisionCommand(), id, '--reveal', ...sealed, next)).out)
    expect(revealed).toMatchObject({ identity: 'same_entity', records: [{ attributes: null, erased: true }] })
    const explained = JSON.parse((await runCommand(explainCommand(), id, ...sealed, next)).out)
    expect(explained).toMatchObject({ identity: 'same_entity', shared: { name: '[erased]', dob: '[erased]' } })
    await expect(runCommand(replayCommand(), id, ...sealed, next)).rejects.toMatchObject({
      code: 'replay_impossible',
      message: expect.stringContaining('were erased'),
    })
  })

  it('asks for a ledger when none is named, and makes none by a misspelt name', async () => {
    const mispelt = join(folder, 'mispelt')
    const copy = join(folder, 'copy of nothing')
    await expect(ledger('verify', '--ledger', mispelt)).rejects.toThrow('there is no ledger')
    await expect(ledger('erase', pair.entry.record_a!, '--ledger', mispelt)).rejects.toThrow('there is no ledger')
    await expect(ledger('backup', copy, '--ledger', mispelt)).rejects.toThrow('there is no ledger')
    await expect(runCommand(decisionCommand(), 'xwd:x', '--ledger', mispelt)).rejects.toThrow('there is no ledger')
    expect([existsSync(mispelt), existsSync(copy)]).toEqual([false, false])
  })
})
