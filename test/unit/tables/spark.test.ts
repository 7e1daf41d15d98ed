import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { scorePairs } from '../../../src/tables/spark-worker.ts'
import { root } from '../../house/sources.ts'

/** Python with pyspark; SELFSAME_TEST_PYTHON names one that is not first on the path. */
const PYTHON = process.env['SELFSAME_TEST_PYTHON'] ?? 'python3'
const hasSpark =
  spawnSync(PYTHON, ['-c', 'import pandas, pyarrow, pyspark'], { stdio: 'ignore' }).status === 0 &&
  spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0
if (!hasSpark)
  console.warn(`No Spark found (Java, and pip install "pyspark[sql]" for ${PYTHON}): the test on a cluster is SKIPPED.`)

const folder = mkdtempSync(join(tmpdir(), 'spark-'))
const SELFSAME = join(root, 'bin/selfsame.mjs')

const ADA = { name: 'Adaeze Okonkwo', dob: '1980-02-03' }
const SLIP = { name: 'Adaeze Okonkow', dob: '1980-02-03' }
const OTHER = { name: 'Bartosz Lindqvist', dob: '1951-11-30' }

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a scoring process of Spark', () => {
  it('answers every batch with the verdicts of a comparison, whatever the batches are', async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    const line = (a: number, b: number, left: object, right: object) =>
      `${a}\t${b}\t${JSON.stringify(left)}\t${JSON.stringify(right)}\n`
    input.end(`${line(0, 1, ADA, SLIP)}${line(0, 2, ADA, OTHER)}\n\n${line(1, 0, SLIP, ADA)}\n`)
    await scorePairs(input, output, 'person')
    const { score, identity } = createCompareEngine(loadPacks()).verdict('person', ADA, SLIP)
    expect(identity).not.toBe('different')
    const number = identity === 'same_entity' ? 2 : 1
    expect(output.read().toString()).toBe(`0\t1\t${score}\t${number}\n\n\n1\t0\t${score}\t${number}\n\n`)
  })
})

/** Processes below one, by id, with their command lines. */
function descendants(of: number): { id: number; command: string }[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1 << 24 })
    .trim()
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)!)
    .map(([, id, parent, command]) => ({ id: Number(id), parent: Number(parent), command: command! }))
  const found = [{ id: of, parent: 0, command: '' }]
  for (const { id } of found) found.push(...rows.filter(({ parent }) => parent === id))
  return found
}

describe.skipIf(!hasSpark)('a run on Spark', () => {
  it('gives what one machine gives, though a worker is killed while it scores', async () => {
    const rows = Array.from({ length: 4000 }, (_, i) => {
      const n = i - (i % 4 === 3 ? 1 : 0)
      const name = `Ada${String.fromCharCode(97 + (n % 23))}ze ${n % 4 < 2 ? 'Okon' : 'Lind'}k${n % 97}wo${i === n ? '' : 'e'}`
      return `r${i},${name},19${50 + (n % 47)}-0${1 + (n % 9)}-${10 + (n % 19)},${10_000 + (n % 211)}`
    })
    const table = join(folder, 'people.csv')
    writeFileSync(table, `id,name,date of birth,postcode\n${rows.join('\n')}\n`)
    const [here, there] = [join(folder, 'here'), join(folder, 'there')]
    execFileSync(process.execPath, [SELFSAME, 'dedupe', table, '-o', here], { stdio: 'ignore' })
    const spark = spawn(
      process.execPath,
      [SELFSAME, 'spark', table, '-o', there, '--master', 'local-cluster[2,1,1024]', '--python', PYTHON].concat([
        '--shared',
        folder,
        '--partitions',
        '4',
      ]),
      { stdio: 'ignore', env: { ...process.env, PYSPARK_PYTHON: PYTHON, PYTHONDONTWRITEBYTECODE: '1' } },
    )
    let killed = 0
    const watch = setInterval(() => {
      const below = killed > 0 ? [] : descendants(spark.pid!)
      if (!below.some(({ command }) => command.includes('spark-score'))) return
      const executor = below.find(({ command }) => command.includes('CoarseGrainedExecutorBackend'))
      if (executor === undefined) return
      killed = executor.id
      process.kill(killed, 'SIGKILL')
    }, 100)
    const code = await new Promise((resolve) => spark.once('exit', resolve))
    clearInterval(watch)
    expect([code, killed > 0]).toEqual([0, true])
    expect(readdirSync(there)).toEqual(readdirSync(here))
    for (const name of readdirSync(here))
      expect([name, readFileSync(join(there, name)).equals(readFileSync(join(here, name)))]).toEqual([name, true])
  }, 1_200_000)
})
