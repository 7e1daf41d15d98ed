// Guarantees of a ledger file beyond the shared suite: no edit is unseen, and every failure is one sentence.
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { asLedgerError, hasSettledSqlite } from '../../../src/ledger/sqlite/driver.ts'
import { backUpLedgerFile } from '../../../src/ledger/sqlite/open.ts'
import type { LedgerAppend } from '../../../src/ledger/store.ts'
import { ledgerKey } from '../../../src/ledger/vault.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { expectedDecisionId } from '../../../src/operations/decision-id.ts'
import { comparison, deidentification, numbered, person } from '../../shared/ledgers.ts'

const folder = mkdtempSync(join(tmpdir(), 'sqlite-ledger-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const fresh = () => join(folder, `${files++}.ledger`)

/** A closed ledger file with `count` comparisons. */
async function filled(count: number): Promise<string> {
  const path = fresh()
  const ledger = await openLedger(path)
  await ledger.append(Array.from({ length: count }, (_, index) => numbered(index)))
  await ledger.close()
  return path
}

/** Runs SQL past the ledger, as a person with the file and a SQLite shell could. */
function tamper(path: string, ...statements: string[]): void {
  const database = new DatabaseSync(path)
  try {
    for (const sql of statements) database.exec(sql)
  } finally {
    database.close()
  }
}

async function verified(path: string) {
  const ledger = await openLedger(path)
  try {
    return await verifyLedger(ledger)
  } finally {
    await ledger.close()
  }
}

describe('append-only', () => {
  // The statements that every store refuses are in the shared suite; these are SQLite's own.
  it.each([
    'INSERT OR REPLACE INTO decisions SELECT position, decision_id, verb, record_a, record_b, supersedes, body FROM decisions',
    'INSERT OR REPLACE INTO chain SELECT * FROM chain',
  ])('refuses %s', async (sql) => {
    const path = await filled(3)
    expect(() => tamper(path, sql)).toThrow('append-only')
    expect(await verified(path)).toMatchObject({ ok: true, decisions: 3 })
  })
})

describe('the file', () => {
  it('belongs to its owner alone', async () => {
    expect(statSync(await filled(1)).mode & 0o777).toBe(0o600)
  })

  it('holds no trace of erased values, nor of sealed ones', async () => {
    const path = fresh()
    const everything = () =>
      ['', '-wal', '-shm']
        .map((suffix) => (existsSync(path + suffix) ? readFileSync(path + suffix, 'latin1') : ''))
        .join('')
    const ledger = await openLedger(path)
    const [secret, kept] = [
      deidentification('Vanessa Untraceable lives here'),
      deidentification('Kept Openly lives here'),
    ]
    await ledger.append([secret, kept])
    expect(everything()).toContain('Untraceable')
    await ledger.erase(secret.entry.record_a!)
    expect(everything()).not.toContain('Untraceable')
    expect(everything()).toContain('Kept Openly')
    await ledger.rekey(ledgerKey('ab'.repeat(32)))
    expect(everything()).not.toContain('Kept Openly')
    await ledger.close()
  })

  it('is whole once closed: a copy of it is a copy of the ledger', async () => {
    const copy = fresh()
    copyFileSync(await filled(3), copy)
    expect(await verified(copy)).toMatchObject({ ok: true, decisions: 3 })
  })

  it('is backed up while it is written', async () => {
    const path = await filled(3)
    const ledger = await openLedger(path)
    const pending = ledger.append([numbered(3)])
    const copy = fresh()
    await backUpLedgerFile(path, copy)
    await pending
    await ledger.close()
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const { ok, decisions } = await verified(copy)
    expect({ ok, enough: decisions >= 3 }).toEqual({ ok: true, enough: true })
    expect(() => tamper(copy, 'DELETE FROM decisions')).toThrow('append-only')
    await expect(backUpLedgerFile(path, copy)).rejects.toMatchObject({ code: 'usage' })
  })

  it.each([
    [`file:from-${basename(folder)}?mode=memory`, `file:to-${basename(folder)}?mode=memory`],
    [`from-${basename(folder)}`, ':memory:'],
  ])('is backed up from %s to %s, which are names of files', async (from, to) => {
    copyFileSync(await filled(2), from)
    try {
      await backUpLedgerFile(from, to)
      expect(statSync(to).mode & 0o777).toBe(0o600)
      expect(await verified(resolve(to))).toMatchObject({ ok: true, decisions: 2 })
    } finally {
      for (const left of [from, to]) for (const side of ['', '-wal', '-shm']) rmSync(`${left}${side}`, { force: true })
    }
  })

  it('is made private also where an empty one was made before', async () => {
    const path = fresh()
    writeFileSync(path, '', { mode: 0o644 })
    await (await openLedger(path)).close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  const beside = (path: string, suffix: string) => renameSync(path + suffix, `${path}${suffix}.away`)
  it.each([
    ['moved away', (path: string) => beside(path, '')],
    [
      'moved away with its log',
      (path: string) => {
        for (const side of ['', '-wal', '-shm']) beside(path, side)
      },
    ],
    ['without its log', (path: string) => beside(path, '-wal')],
    [
      'replaced by a backup',
      (path: string) => {
        copyFileSync(path, `${path}.backup`)
        renameSync(`${path}.backup`, path)
      },
    ],
  ])('acknowledges nothing once it was %s', async (_how, change) => {
    // Before the thread that writes has opened the file, and after.
    for (const written of [0, 1]) {
      const path = await filled(1)
      const ledger = await openLedger(path)
      if (written > 0) await ledger.append([numbered(7)])
      change(path)
      await expect(ledger.append([numbered(8)])).rejects.toMatchObject({
        code: 'ledger_unavailable',
        message: expect.stringContaining('was moved, removed or replaced'),
      })
      await ledger.close()
    }
  })

  it('supersedes what stands for a pair, wherever its row was moved', async () => {
    const path = fresh()
    const versions = ['v1', 'v2', 'v3'].map((version) => comparison(person('a'), person('b'), version))
    const store = async (append: LedgerAppend) => {
      const ledger = await openLedger(path)
      await ledger.append([append])
      const { supersedes } = (await ledger.decision(append.entry.decision_id))!
      await ledger.close()
      return supersedes
    }
    for (const version of versions.slice(0, 2)) await store(version)
    tamper(path, 'DROP TRIGGER decisions_no_update', 'UPDATE decisions SET position = 10 - position')
    expect(await store(versions[2]!)).toBe(versions[1]!.entry.decision_id)
  })

  it('goes on once it was put back', async () => {
    const path = await filled(1)
    const ledger = await openLedger(path)
    renameSync(path, `${path}.away`)
    await expect(ledger.append([numbered(7)])).rejects.toMatchObject({ code: 'ledger_unavailable' })
    renameSync(`${path}.away`, path)
    await ledger.append([numbered(7)])
    await ledger.close()
    expect(await verified(path)).toMatchObject({ ok: true, decisions: 2 })
  })
})

describe('what reading a column does not show', () => {
  /** Runs SQL with every trigger lifted, and puts them back. */
  function lifted(path: string, ...statements: string[]): void {
    const database = new DatabaseSync(path)
    const triggers = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all() as {
      name: string
      sql: string
    }[]
    database.close()
    tamper(
      path,
      ...triggers.map(({ name }) => `DROP TRIGGER ${name}`),
      ...statements,
      ...triggers.map(({ sql }) => sql),
    )
  }
  const behindNul = (column: string) => `${column} = CAST(CAST(${column} AS BLOB) || x'00ff' AS TEXT)`

  it.each([
    ['decisions', 'decision_id'],
    ['decisions', 'verb'],
    ['decisions', 'record_a'],
    ['decisions', 'body'],
    ['chain', 'digest'],
    ['chain', 'hash'],
    ['chain', 'recorded_at'],
    ['records', 'entity'],
    ['records', 'form'],
  ])('is found behind a NUL in %s.%s', async (table, column) => {
    const path = await filled(3)
    lifted(path, 'PRAGMA ignore_check_constraints = ON', `UPDATE ${table} SET ${behindNul(column)}`)
    expect(await verified(path)).toMatchObject({ ok: false })
  })

  it('is found where an index lacks the rows of its table', async () => {
    const path = await filled(3)
    const condition = " WHERE verb = 'x'"
    tamper(
      path,
      `DROP INDEX decisions_pair; CREATE INDEX decisions_pair ON decisions (record_a, record_b, verb)${condition}`,
    )
    tamper(path, 'PRAGMA wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(path)
    bytes.fill(' ', bytes.indexOf(condition), bytes.indexOf(condition) + condition.length)
    writeFileSync(path, bytes)
    const { problems } = await verified(path)
    expect(problems.map(({ problem }) => problem).join('\n')).toContain('an index does not hold the rows of its table')
  })

  it('is found where bytes that are no UTF-8 read as the sign that was there', async () => {
    const path = fresh()
    const ledger = await openLedger(path)
    const { entry, records } = numbered(0)
    await ledger.append([{ entry: { ...entry, explanation: 'a \ufffd b' }, records }])
    await ledger.close()
    const bytes = "CAST(replace(hex(body), 'EFBFBD', 'FF') AS TEXT)"
    lifted(path, `UPDATE decisions SET body = CAST(unhex(${bytes}) AS TEXT)`)
    const { ok, problems } = await verified(path)
    expect(ok).toBe(false)
    expect(problems[0]).toMatchObject({ sequence: 1, problem: 'the decision is missing or unreadable' })
  })

  it('is found where decisions changed places', async () => {
    const path = await filled(3)
    lifted(
      path,
      'UPDATE decisions SET position = position + 10 WHERE position < 3',
      'UPDATE decisions SET position = 2 WHERE position = 11',
      'UPDATE decisions SET position = 1 WHERE position = 12',
    )
    const { ok, problems } = await verified(path)
    expect(ok).toBe(false)
    expect(problems.map(({ subject, problem }) => [subject, problem])).toEqual([
      [numbered(0).entry.decision_id, 'the decision does not stand in its place'],
      [numbered(1).entry.decision_id, 'the decision does not stand in its place'],
    ])
  })
})

describe('a file that release 0.9.0 wrote', () => {
  const released = fileURLToPath(new URL('../../files/released-0.9.0.ledger', import.meta.url))

  it('is verified down to every decision id, read, and written on', async () => {
    const path = fresh()
    copyFileSync(released, path)
    const reader = await openLedger(path, { readOnly: true })
    const whole = { ok: true, decisions: 6, ids_recomputed: 6, problems: [] }
    expect(await verifyLedger(reader, { decisionId: expectedDecisionId })).toMatchObject(whole)
    for (const { entry } of await reader.links(null, 10)) expect(await reader.decision(entry.subject)).not.toBeNull()
    await reader.close()
    const ledger = await openLedger(path)
    await ledger.append([numbered(0)])
    expect(await verifyLedger(ledger)).toMatchObject({ ok: true, decisions: 7 })
    await ledger.close()
  })
})

describe('failures', () => {
  it.each([
    ['not a database', () => ({ bytes: 'x'.repeat(8192) }), 'is not a ledger'],
    ["another program's database", () => ({ sql: 'CREATE TABLE theirs (a)' }), 'another program'],
    [
      'a database that only holds a view of another',
      () => ({ sql: 'CREATE VIEW theirs AS SELECT 1' }),
      'another program',
    ],
    ['a database that another program has marked', () => ({ sql: 'PRAGMA application_id = 77' }), 'another program'],
    ['a later release', () => ({ sql: "INSERT INTO schema_version VALUES (99, '')", ledger: true }), 'later release'],
    ['a folder', () => ({ folder: true }), 'a file, not a folder'],
    ['no such folder', () => ({ path: join(folder, 'nowhere', 'x.ledger') }), 'check that its folder exists'],
  ] as const)('%s is one sentence without a path', async (_what, make, sentence) => {
    const wanted = make() as { bytes?: string; sql?: string; ledger?: boolean; folder?: boolean; path?: string }
    const path = wanted.path ?? (wanted.folder ? folder : wanted.ledger ? await filled(1) : fresh())
    if (wanted.bytes) writeFileSync(path, wanted.bytes)
    if (wanted.sql) tamper(path, wanted.sql)
    const failure = await openLedger(path).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'ledger_unavailable' })
    expect((failure as Error).message).toContain(sentence)
    expect((failure as Error).message).not.toContain(folder)
  })

  it('a lock that another process holds for too long is said, and nothing is half-written', async () => {
    const path = await filled(1)
    const ledger = await openLedger(path)
    const holder = new DatabaseSync(path)
    holder.exec('BEGIN IMMEDIATE')
    const pending = ledger.append([numbered(5)])
    await new Promise((resolve) => setTimeout(resolve, 120))
    holder.exec('ROLLBACK')
    holder.close()
    await pending
    expect(await verifyLedger(ledger)).toMatchObject({ ok: true, decisions: 2 })
    await ledger.close()
  })

  it.each([
    [13, 'the disk is full'],
    [8, 'read-only'],
    [1544, 'read-only'],
    [5, 'locked by another process'],
    [778, 'the disk reports an error'],
    [11, 'damaged'],
    [1, 'refused the operation'],
  ])('SQLite code %i has its sentence', (errcode, sentence) => {
    const error = asLedgerError(Object.assign(new Error('detail with /a/path'), { errcode }))
    expect(error).toMatchObject({ code: 'ledger_unavailable', message: expect.stringContaining(sentence) })
  })

  it('a damaged file is said to be damaged', async () => {
    const path = await filled(200)
    const bytes = readFileSync(path)
    bytes.fill(0x5a, 4096, bytes.length)
    writeFileSync(path, bytes)
    const failure = await openLedger(path)
      .then((ledger) => verifyLedger(ledger))
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'ledger_unavailable', message: expect.stringContaining('damaged') })
  })
})

describe('the SQLite that is used', () => {
  it.each([
    ['20.19.0', false],
    ['22.22.1', false],
    ['24.14.1', false],
    ['24.16.0', true],
    ['25.0.0', false],
    ['26.1.0', true],
  ])('is the one of Node %s: %s', (version, expected) => {
    expect(hasSettledSqlite(version)).toBe(expected)
  })
})

describe('a full disk, and odd names', () => {
  it('says what is wrong also where the driver leaves the code off', () => {
    const bare = (message: string) => Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' })
    expect(asLedgerError(bare('database or disk is full'))).toMatchObject({
      code: 'ledger_unavailable',
      message: expect.stringContaining('disk is full'),
    })
    expect(asLedgerError(bare('database disk image is malformed'))).toMatchObject({
      message: expect.stringContaining('damaged'),
    })
    expect(asLedgerError(bare('anything else'))).toMatchObject({ code: 'ledger_unavailable' })
  })

  it('takes a name that begins with file: for the name of a file', async () => {
    const name = `${basename(folder)}.ledger`
    try {
      await (await openLedger(`file:${name}`)).close()
      expect(statSync(`file:${name}`).size).toBeGreaterThan(0)
      expect(existsSync(name)).toBe(false)
    } finally {
      for (const left of [`file:${name}`, name])
        for (const side of ['', '-wal', '-shm']) rmSync(`${left}${side}`, { force: true })
    }
  })
})
