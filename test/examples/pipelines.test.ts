// The steps of pipelines: a shell script over DuckDB, a model of dbt, a task of Airflow.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../house/sources.ts'

const examples = join(root, 'examples')
const folder = mkdtempSync(join(tmpdir(), 'selfsame-pipelines-'))
const bin = join(folder, 'bin')
const salt = join(folder, 'salt.txt')
const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }

/** A program of this test on the path. */
function program(name: string, text: string): void {
  writeFileSync(join(bin, name), text)
  chmodSync(join(bin, name), 0o755)
}

beforeAll(() => {
  mkdirSync(bin)
  writeFileSync(salt, 'a secret\n')
  program('selfsame', `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/selfsame.mjs')}" "$@"\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function query(database: string, sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(database)
  const connection = await instance.connect()
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const PEOPLE = `
  CREATE TABLE patients AS FROM (VALUES
    (1, 'Jürgen Wallraff', DATE '1970-04-03', 'j.wallraff@example.com'), (2, 'Ada Obi', DATE '1980-01-02', 'ada.obi@example.com')
  ) t(id, name, birth_date, email);
  CREATE TABLE laboratory AS FROM (VALUES
    (7, 'WALLRAFF Jürgen', DATE '1970-04-03', 'j.wallraff@example.com'), (8, 'Carl Weiß', DATE '1951-07-09', 'cw@example.com')
  ) t(id, name, birth_date, email);`

async function database(name: string): Promise<string> {
  const path = join(folder, name)
  await query(path, PEOPLE)
  return path
}

const NAMES = ['Wallraff', 'Obi', 'example.com']
const valuesIn = (rows: object[]) => NAMES.filter((value) => JSON.stringify(rows).includes(value))

describe('the script over DuckDB', () => {
  /** The same engine as the command of DuckDB, from the package that tables are read with. */
  const duckdb = `const { DuckDBInstance } = require(${JSON.stringify(join(root, 'node_modules/@duckdb/node-api'))})
    const [, , database, , sql] = process.argv
    DuckDBInstance.create(database).then(async (instance) => {
      const connection = await instance.connect()
      await connection.run(sql)
      connection.closeSync()
      instance.closeSync()
    })`
  const run = (...words: string[]) =>
    spawnSync('sh', [join(examples, 'duckdb/mask-and-link.sh'), ...words], {
      env: { ...env, JURISDICTION: 'DE', SALT_FILE: salt },
      encoding: 'utf8',
    })

  it('writes a masked table and the pairs of two tables', async () => {
    writeFileSync(join(bin, 'duckdb.cjs'), duckdb)
    program('duckdb', `#!/bin/sh\nexec "${process.execPath}" "${join(bin, 'duckdb.cjs')}" "$@"\n`)
    const path = await database('clinic.duckdb')
    const { status, stderr } = run(path, 'patients', 'laboratory')
    expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
    const masked = await query(path, 'FROM patients_masked ORDER BY name')
    expect(masked).toHaveLength(2)
    expect(valuesIn(masked)).toEqual([])
    const pairs = await query(path, 'FROM patients_laboratory_pairs')
    expect(pairs).toHaveLength(1)
    expect(Object.values(pairs[0]!).map(String)).toEqual(expect.arrayContaining(['1', '7', 'same_entity']))
  })

  it('refuses a name that is more than a name', () => {
    const { status, stderr } = run('clinic.duckdb', 'patients; DROP TABLE patients', 'laboratory')
    expect([status, stderr]).toEqual([2, expect.stringContaining('letters, digits and _ only')])
  })
})

const python = process.env['SELFSAME_TEST_PYTHON'] ?? 'python3'
const hasPython = spawnSync(python, ['--version']).status === 0
const has = (name: string, word: string) => spawnSync(name, [word], { stdio: 'ignore' }).status === 0
const DBT = process.env['SELFSAME_TEST_DBT'] ?? 'dbt'
const AIRFLOW = process.env['SELFSAME_TEST_AIRFLOW'] ?? 'airflow'
const [hasDbt, hasAirflow] = [has(DBT, '--version'), has(AIRFLOW, 'version')]
if (!hasPython) console.warn(`SKIPPED: the Python files of examples/ are not compiled: ${python} is not installed`)
if (!hasDbt) console.warn('SKIPPED: the dbt model is not run (pip install dbt-duckdb, or SELFSAME_TEST_DBT=/path)')
if (!hasAirflow)
  console.warn('SKIPPED: the DAG is not loaded (pip install apache-airflow, or SELFSAME_TEST_AIRFLOW=/path)')

it.runIf(hasPython).each(['airflow/mask_folder.py', 'duckdb/dbt/models/patients_masked.py'])('%s compiles', (path) => {
  const copy = join(folder, 'compiled.py')
  cpSync(join(examples, path), copy)
  expect(spawnSync(python, ['-m', 'py_compile', copy], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
})

it.runIf(hasDbt)('the model of dbt is the masked copy of its source', async () => {
  const path = await database('dbt.duckdb')
  const project = join(folder, 'dbt')
  cpSync(join(examples, 'duckdb/dbt'), project, { recursive: true })
  const { status, stdout } = spawnSync(DBT, ['run', '--project-dir', project, '--profiles-dir', project], {
    env: {
      ...env,
      CLINIC_DATABASE: path,
      SELFSAME_JURISDICTION: 'DE',
      SELFSAME_SALT_FILE: salt,
      DBT_SEND_ANONYMOUS_USAGE_STATS: 'false',
    },
    cwd: project,
    encoding: 'utf8',
  })
  expect([status, status === 0 ? '' : stdout]).toEqual([0, ''])
  const masked = await query(path, 'FROM patients_masked')
  expect([masked.length, valuesIn(masked)]).toEqual([2, []])
})

describe('the task of Airflow', () => {
  const inbox = join(folder, 'inbox')
  const command = /MASK = """([\s\S]*?)"""/.exec(readFileSync(join(examples, 'airflow/mask_folder.py'), 'utf8'))![1]!
  const mask = (day: string) =>
    spawnSync('bash', ['-c', command.replaceAll('\\\n', '')], {
      env: {
        ...env,
        DAY: day,
        SELFSAME_INBOX: inbox,
        SELFSAME_MASKED: join(folder, 'masked'),
        SELFSAME_JURISDICTION: 'DE',
        SELFSAME_SALT_FILE: salt,
      },
      encoding: 'utf8',
    })

  it('masks the folder of a day, and fails where a file was refused', () => {
    mkdirSync(join(folder, 'masked'))
    for (const day of ['2026-03-01', '2026-03-02']) mkdirSync(join(inbox, day), { recursive: true })
    writeFileSync(join(inbox, '2026-03-01/letter.txt'), 'Patient: Jürgen Wallraff\nE-Mail: j.wallraff@example.com\n')
    writeFileSync(join(inbox, '2026-03-02/broken.docx'), 'PK\u0003\u0004 broken')
    expect(mask('2026-03-01').status).toBe(0)
    expect(readFileSync(join(folder, 'masked/2026-03-01/letter.txt'), 'utf8')).toMatch(
      /^Patient: NAME_\w{8}\nE-Mail: EMAIL_\w{8}\n$/,
    )
    // 99 would be a skipped task.
    expect(mask('2026-03-02').status).toBe(3)
  })

  it.runIf(hasAirflow)('is in a DAG that Airflow loads', () => {
    const home = join(folder, 'airflow')
    const dags = join(home, 'dags')
    mkdirSync(dags, { recursive: true })
    cpSync(join(examples, 'airflow/mask_folder.py'), join(dags, 'mask_folder.py'))
    const settings = {
      ...env,
      AIRFLOW_HOME: home,
      AIRFLOW__CORE__DAGS_FOLDER: dags,
      AIRFLOW__CORE__LOAD_EXAMPLES: 'False',
    }
    const airflow = (...words: string[]) => spawnSync(AIRFLOW, words, { env: settings, encoding: 'utf8' })
    expect(airflow('db', 'migrate').status).toBe(0)
    airflow('dags', 'reserialize')
    expect(airflow('dags', 'list', '--output', 'json').stdout).toContain('mask_folder')
    expect(airflow('dags', 'list-import-errors').stdout).toContain('No data found')
  })
})
