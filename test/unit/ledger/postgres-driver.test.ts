// A failure of the server or of the connection becomes one sentence, and never the address, which can hold a password.
import { describe, expect, it } from 'vitest'
import { asServerError, untilUndisturbed } from '../../../src/ledger/postgres/driver.ts'
import { POSTGRES_SCHEMA } from '../../../src/ledger/postgres/schema.ts'
import { SCHEMA } from '../../../src/ledger/sqlite/schema.ts'
import { openLedger } from '../../../src/open-ledger.ts'

const failure = (code: string) => Object.assign(new Error('at postgres://user:secret@host/db'), { code })

describe('a failure of the server', () => {
  it.each([
    ['28P01', 'user or password'],
    ['3D000', 'no such database'],
    ['42501', 'may not'],
    ['53100', 'disk is full'],
    ['42P01', 'no ledger in this database'],
    ['57P01', 'cannot be reached'],
    ['ECONNREFUSED', 'cannot be reached'],
    ['CONNECT_TIMEOUT', 'cannot be reached'],
    ['CONNECTION_CLOSED', 'cannot be reached'],
    ['XX000', 'refused the operation'],
  ])('%s says %s', (code, sentence) => {
    const error = asServerError(failure(code)) as Error
    expect(error).toMatchObject({ code: 'ledger_unavailable', message: expect.stringContaining(sentence) })
    expect(error.message).not.toMatch(/secret|host/)
  })

  it('that is no failure of the server comes back as it is', () => {
    const bug = new TypeError('a bug')
    expect(asServerError(bug)).toBe(bug)
  })
})

const client: string = 'pg'
const installed = await import(client).then(
  () => true,
  () => false,
)

it.skipIf(installed)('a ledger on a server asks for the package that is missing', async () => {
  await expect(openLedger('postgres://user:secret@host/db')).rejects.toMatchObject({
    code: 'extra_missing',
    message: expect.stringContaining('npm install pg'),
  })
})

it.skipIf(!installed)('a server that is not there is said to be away', async () => {
  await expect(openLedger('postgres://user:secret@127.0.0.1:1/db')).rejects.toMatchObject({
    code: 'ledger_unavailable',
    message: 'the ledger server cannot be reached; check its address and that it runs, then try again',
  })
})

describe('a transaction that another writer disturbed', () => {
  it('is tried again, and given up in one sentence', async () => {
    let tries = 0
    const later = async () => {
      if (++tries < 3) throw failure('40001')
      return 'done'
    }
    expect(await untilUndisturbed(later)).toBe('done')
    expect(tries).toBe(3)
    await expect(untilUndisturbed(() => Promise.reject(failure('23505')))).rejects.toMatchObject({
      code: 'ledger_unavailable',
    })
    const broken = failure('53100')
    await expect(untilUndisturbed(() => Promise.reject(broken))).rejects.toMatchObject({ cause: broken })
  })
})

it('both stores have the same tables with the same columns, but for the number SQLite gives every row anyway', () => {
  const columnsOf = (sql: string, table: string) => {
    const body =
      new RegExp(`CREATE TABLE IF NOT EXISTS (?:selfsame_)?${table} \\(([\\s\\S]*?)\\n\\s*\\)`).exec(sql)?.[1] ?? ''
    return [...body.matchAll(/^\s*([a-z_]+) (?:TEXT|INTEGER|BIGINT|BLOB|BYTEA)/gm)].map(([, name]) => name)
  }
  for (const table of ['decisions', 'chain', 'records']) {
    const columns = columnsOf(SCHEMA, table).filter((name) => name !== 'position')
    expect(columns.length, table).toBeGreaterThan(5)
    expect(columnsOf(POSTGRES_SCHEMA.join('\n'), table)).toEqual(columns)
  }
})
