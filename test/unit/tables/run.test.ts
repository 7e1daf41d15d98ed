import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../../src/service.ts'
import { openDatabase } from '../../../src/tables/sources/duckdb.ts'
import { ENGINES } from '../../../src/version.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
const at = (name: string) => join(folder, name)
const service = createService({ ledger: at('ledger.sqlite') })

const PEOPLE = `id,Vorname,Nachname,Geburtsdatum,E-Mail,PLZ
1,Katarzyna,Wiśniewska,1987-04-03,k.wisniewska@example.com,10115
2,Kasia,Wisniewska,03.04.1987,k.wisniewska@example.com,10115
3,Thaddäus,Überreiter,1951-11-30,,80331
4,Thaddaeus,Ueberreiter,1951-11-30,t.u@example.org,80331
5,John,Smith,1990-01-01,,
6,Amara,Okonkwo,1979-08-21,amara@example.net,20095
`

beforeAll(() => {
  writeFileSync(at('people.csv'), PEOPLE)
  // So many that threads are started.
  const others = Array.from(
    { length: 600 },
    (_, n) => `${n + 7},Ada,Obi ${n},1980-01-02,obi${n}@example.org,${10_000 + n}`,
  )
  writeFileSync(at('many.csv'), `${PEOPLE}${others.join('\n')}\n`)
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const rowsOf = (path: string) => readFileSync(path, 'utf8').trim().split('\n').slice(1)
const dedupe = (file: string, out: string, more: object = {}) =>
  service.tables({ task: 'dedupe', entity: 'person', files: [at(file)], out: at(out), workers: 1, ...more })

describe('a table', () => {
  it('is mapped by its header in any language, and its duplicates are found', async () => {
    const { manifest, clusters, decision_id, recorded } = await dedupe('people.csv', 'out', { store: true })
    expect(Object.fromEntries(manifest.mapping.map((entry) => [entry['column'], entry['field']]))).toEqual({
      id: null,
      Vorname: 'given_name',
      Nachname: 'family_name',
      Geburtsdatum: 'dob',
      'E-Mail': 'email',
      PLZ: 'postcode',
    })
    expect(manifest.mapping[0]).toMatchObject({ column: 'id', by: 'id' })
    const same = rowsOf(at('out/pairs.csv')).filter((row) => row.includes('same_entity'))
    expect(same.map((row) => row.split(',').slice(0, 4).join(','))).toEqual([
      'people.csv,1,people.csv,2',
      'people.csv,3,people.csv,4',
    ])
    const clusterOf = new Map(rowsOf(at('out/clusters.csv')).map((row) => [row.split(',')[1], row.split(',')[2]]))
    expect(clusters).toBe(4)
    expect(clusterOf.get('1')).toBe(clusterOf.get('2'))
    expect(new Set(clusterOf.values()).size).toBe(4)
    expect(recorded).toBe(true)
    const stored = await service.decision({ id: decision_id })
    expect(stored.pins).toMatchObject({ engine: ENGINES.tables, entity_pack: 'person' })
    await expect(service.replay({ id: decision_id })).rejects.toThrow(/cannot be made again: it is over tables/)
  })

  it('gives the same bytes again, with threads as without', async () => {
    await dedupe('many.csv', 'one')
    await dedupe('many.csv', 'two', { workers: 2 })
    for (const name of readdirSync(at('one')))
      expect(readFileSync(at(`two/${name}`)), name).toEqual(readFileSync(at(`one/${name}`)))
  })

  it('may be Parquet, JSON lines, or a table of DuckDB or SQLite, and comes to the same pairs', async () => {
    const instance = await DuckDBInstance.create()
    const connection = await instance.connect()
    await connection.run(`CREATE TABLE p AS SELECT * FROM read_csv('${at('people.csv')}', all_varchar = true)`)
    await connection.run(`COPY p TO '${at('people.parquet')}' (FORMAT parquet)`)
    await connection.run(`COPY p TO '${at('people.jsonl')}' (FORMAT json)`)
    await connection.run(`ATTACH '${at('people.duckdb')}' AS d`)
    await connection.run('CREATE TABLE d.customers AS SELECT * FROM p')
    connection.closeSync()
    instance.closeSync()
    const { openSqlite } = await import('../../../src/ledger/sqlite/driver.ts')
    const sqlite = await openSqlite(at('people.sqlite'), { readOnly: false, busyMilliseconds: 1000 })
    const [header, ...rows] = PEOPLE.trim()
      .split('\n')
      .map((line) => line.split(','))
    sqlite.exec(`CREATE TABLE customers (${header!.map((name) => `"${name}"`).join(', ')})`)
    const insert = sqlite.prepare(`INSERT INTO customers VALUES (${header!.map(() => '?').join(', ')})`)
    for (const row of rows) insert.run(...row)
    sqlite.close()
    await dedupe('people.csv', 'csv')
    const bare = (out: string) =>
      rowsOf(at(`${out}/pairs.csv`)).map((row) => row.replaceAll(/people\.[a-z]+(?:#customers)?/g, ''))
    for (const file of ['people.parquet', 'people.jsonl', 'people.duckdb#customers', 'people.sqlite#customers']) {
      await dedupe(file, 'other')
      expect(bare('other'), file).toEqual(bare('csv'))
    }
  })

  it('is linked with another, pairs within one left alone', async () => {
    writeFileSync(
      at('more.csv'),
      'first name,surname,birth date,zip\nKatarzyna,Wisniewska,1987-04-03,10115\nAmara,Okonkwo,1979-08-21,20095\n',
    )
    const { manifest } = await service.tables({
      task: 'link',
      entity: 'person',
      files: [at('people.csv'), at('more.csv')],
      out: at('linked'),
      format: 'parquet',
      workers: 1,
    })
    expect(manifest.files.map(({ name }) => name)).toContain('pairs.parquet')
    const database = await openDatabase(1, [at('linked/pairs.parquet')])
    const found: string[] = []
    for await (const [a, b] of database.cells(
      `SELECT source_a || record_a, source_b || record_b FROM read_parquet('${at('linked/pairs.parquet')}') WHERE identity = 'same_entity' ORDER BY 1`,
    ))
      found.push(...a!.map((left, i) => `${left} ${b![i]}`))
    database.close()
    expect(found).toEqual(['people.csv1 more.csv1', 'people.csv2 more.csv1', 'people.csv6 more.csv2'])
  })
})

describe('a table that cannot be answered', () => {
  it.each([
    ['colours.csv', 'hue,shade\nred,dark\nblue,light\n', /no column of colours\.csv is a field of the pack 'person'/],
    ['twice.csv', 'id,name\n1,Ann Li\n1,Bo Li\n', /gives one id to several rows/],
    ['empty.csv', 'id,name\n', /has no rows/],
    [
      'uneven.csv',
      'id,name\n1,Ann Li\n2,Bo Li,Rome\n3,Cy Li,Oslo\n4,Di Li,Bonn\n',
      /^the rows of uneven\.csv do not all/,
    ],
    ['people.parquet', 'id,name\n1,Ann Li\n', /people\.parquet cannot be read as its ending says/],
  ])('is refused: %s', async (name, text, why) => {
    writeFileSync(at(name), text)
    await expect(dedupe(name, 'refused')).rejects.toThrow(why)
    expect(existsSync(at('refused'))).toBe(false)
  })

  it('may call its ids otherwise than the table that it is linked with', async () => {
    writeFileSync(at('left.csv'), 'no,name,dob\nA7,Amara Okonkwo,1979-08-21\n')
    writeFileSync(at('right.csv'), 'Lab no,name,dob\nB9,Amara Okonkwo,1979-08-21\n')
    const link = (idColumn: string | string[]) =>
      service.tables({
        task: 'link',
        entity: 'person',
        files: [at('left.csv'), at('right.csv')],
        out: at('ids'),
        idColumn,
      })
    await link(['no', 'Lab no'])
    expect(rowsOf(at('ids/clusters.csv')).map((row) => row.split(',')[1])).toEqual(['A7', 'B9'])
    await expect(link('no')).rejects.toThrow('right.csv has no column "no" for ids; it has Lab no, name, dob')
    await expect(link(['x', 'y'])).rejects.toThrow('left.csv has no column "x" or "y" for ids; it has no, name, dob')
  })

  it.each([
    ['Nr.', ['101', '103'], 'Nr.'],
    ['№', ['101', '103'], '№'],
    ['lp', ['101', '103'], 'lp'],
    ['Lfd. Nr.', ['101', '103'], 'Lfd. Nr.'],
    ['No', ['101', '101'], null],
    ['No', ['101', ''], null],
    ['Norm', ['101', '103'], null],
  ])('has its ids in a column %s of %j: %s', async (heading, [one, other], idColumn) => {
    writeFileSync(
      at('numbered.csv'),
      `${heading},Name,Geburtsdatum\n${one},Ann Lee,1980-01-02\n${other},Anne Lee,1980-01-02\n`,
    )
    const { manifest } = await dedupe('numbered.csv', 'numbered')
    expect(manifest.sources[0]).toMatchObject({ id_column: idColumn })
    expect(rowsOf(at('numbered/clusters.csv')).map((row) => row.split(',')[1])).toEqual(
      idColumn === null ? ['1', '2'] : [one, other],
    )
  })

  it('leaves a folder alone that holds something else', async () => {
    await expect(
      service.tables({ task: 'dedupe', entity: 'person', files: [at('people.csv')], out: folder }),
    ).rejects.toThrow(/holds something else/)
  })

  it('leaves nothing half when it is cancelled', async () => {
    const stop = new AbortController()
    const onProgress = (stage: string) => {
      if (stage === 'scoring') stop.abort()
    }
    await expect(dedupe('people.csv', 'cancelled', { signal: stop.signal, onProgress })).rejects.toThrow()
    await expect(dedupe('many.csv', 'cancelled', { workers: 2, signal: stop.signal })).rejects.toThrow()
    expect(readdirSync(folder).filter((name) => name.startsWith('cancelled'))).toEqual([])
  })
})
