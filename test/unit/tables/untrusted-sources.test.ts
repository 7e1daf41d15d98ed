// Tables of untrusted databases: only the named table is read.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { openSqlite } from '../../../src/ledger/sqlite/driver.ts'
import { dedupe } from '../../../src/library.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-sources-'))
const secret = join(folder, 'secret.csv')
writeFileSync(secret, 'id,name\n1,Secret Name\n2,Secret Name\n')

/** Records that a run over a table has read, each a separate cluster here. */
const found = async (file: string, format: 'csv' | 'parquet' = 'csv') => {
  const { clusters } = await dedupe({ files: [file], entity: 'person', out: join(folder, 'out'), format, workers: 1 })
  return clusters
}

it('reads the tables of a DuckDB file, and no view', async () => {
  const file = join(folder, 'people.duckdb')
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run("CREATE TABLE people AS SELECT * FROM (VALUES ('1', 'Ada Obi'), ('2', 'Ada Obi')) t(id, name)")
  await connection.run(`CREATE VIEW peek AS SELECT * FROM read_csv('${secret}')`)
  await connection.run(`CREATE VIEW beside AS SELECT * FROM people UNION ALL SELECT * FROM peek`)
  connection.closeSync()
  instance.closeSync()
  for (const view of ['peek', 'Beside'])
    await expect(found(`${file}#${view}`)).rejects.toThrow(/is a view; only tables/)
  expect(await found(`${file}#people`)).toBe(2)
})

it('says what is wrong with a DuckDB file that cannot be opened, and what helps', async () => {
  const file = join(folder, 'damaged.duckdb')
  writeFileSync(file, 'not a database')
  await expect(found(`${file}#people`)).rejects.toThrow(
    /cannot be opened: it is damaged or not a DuckDB database; open it/,
  )
})

it('reads no view of a SQLite file', async () => {
  const file = join(folder, 'people.sqlite')
  const database = await openSqlite(file, { readOnly: false, busyMilliseconds: 1000 })
  database.exec("CREATE TABLE people (id, name); INSERT INTO people VALUES (1, 'Ada Obi'), (2, 'Ada Obi')")
  database.exec('CREATE VIEW peek AS SELECT * FROM people')
  database.close()
  await expect(found(`${file}#peek`)).rejects.toThrow(/is a view; only tables/)
  expect(await found(`${file}#people`)).toBe(2)
})

it('takes a path for a path and never for a pattern', async () => {
  for (const name of ['gl*b.csv', 'a[b]?.csv']) {
    writeFileSync(join(folder, name), 'id,name\n1,Ada Obi\n2,Ada Obi\n')
    writeFileSync(join(folder, 'glXb.csv'), 'id,name\n1,Secret Name\n2,Secret Name\n')
    expect(await found(join(folder, name), 'parquet')).toBe(2)
  }
  await expect(found(join(folder, 'gl?b.csv'))).rejects.toThrow(/not a readable file/)
})

it('writes ids that a spreadsheet would run so that it does not, and carries on with them', async () => {
  const id = '=HYPERLINK("http://x.example")'
  const file = join(folder, 'formulas.csv')
  const row = (key: string) => `"${key.replaceAll('"', '""')}",Ada Obi,1990-01-02,ada@obi.example\n`
  writeFileSync(file, `id,name,dob,email\n${row(id)}${row(`'${id}`)}`)
  const options = { files: [file], entity: 'person', out: join(folder, 'inert') }
  const first = await dedupe(options)
  const written = readFileSync(join(folder, 'inert', 'clusters.csv'), 'utf8')
  expect(written).not.toMatch(/(?:^|,)"?=/m)
  expect(written).toContain(`"'=HYPERLINK(""http`)
  const again = await dedupe({ ...options, update: true })
  expect(again.carried).toEqual({ added: 0, changed: 0, removed: 0 })
  expect(again.clusters).toBe(first.clusters)
})
