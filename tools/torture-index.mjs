// Kills processes that add records to an index and erase some, and counts what was lost: npm run torture:index -- [--kills 200].
// A record counts as added, or as erased, once its line has arrived. After each kill every such record is looked up in the index; at the end the file
// is checked as SQLite checks it. Exits 0 only if nothing acknowledged was lost and nothing erased came back.
import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createCompareEngine } from '../dist/engines/compare/engine.js'
import { openSqlite } from '../dist/ledger/sqlite/driver.js'
import { loadPacks } from '../dist/packs/load.js'
import { buildLookup, indexPack } from '../dist/tables/lookup/build.js'
import { INDEX_FILE, openLookup } from '../dist/tables/lookup/store.js'

const { values: options } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, writer: { type: 'string' } },
})
const packs = loadPacks()
const open = (folder, writes) => openLookup(folder, (entity) => indexPack(packs, entity), { writes })
const fieldsOf = (id) => ({ national_id: id, name: `Person ${id}`, city: 'Leeds' })
/** One record in so many is erased again. */
const ERASED = 5

if (options.writer === undefined) process.exitCode = (await torture()) ? 0 : 1
else {
  const index = await open(options.writer, true)
  for (let n = 1; ; n++) {
    const id = randomBytes(8).toString('hex')
    index.add([{ source: 'kills', id, fields: fieldsOf(id) }])
    writeSync(1, `+${id}\n`)
    if (n % ERASED !== 0) continue
    index.erase({ source: 'kills', id })
    writeSync(1, `-${id}\n`)
  }
}

async function torture() {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-torture-index-'))
  try {
    const table = join(folder, 'people.csv')
    writeFileSync(table, 'id,name,birth date\n1,Ada Obi,1987-04-03\n')
    const index = join(folder, 'index')
    await buildLookup({ files: [table], entity: 'person', out: index }, packs, createCompareEngine(packs))
    const [added, erased] = [new Set(), new Set()]
    let lost = 0
    let back = 0
    for (let kill = 0; kill < Number(options.kills); kill++) {
      const lines = await killed(index)
      for (const line of lines) (line[0] === '+' ? added : erased).add(line.slice(1))
      const mayBeErased = lines.filter((line) => line[0] === '+').length % ERASED === 0
      const reader = await open(index, false)
      for (const line of lines) {
        const id = line.slice(1)
        const there = reader.candidates(fieldsOf(id), 1)[0]?.id === id
        // An erasure may be done and its line not have arrived.
        if (erased.has(id)) back += there ? 1 : 0
        else if (!there && !(mayBeErased && line === lines.at(-1))) lost++
      }
      reader.close()
    }
    const file = await openSqlite(join(index, INDEX_FILE), { readOnly: true, busyMilliseconds: 1000 })
    const [{ integrity_check: sound }] = file.prepare('PRAGMA integrity_check').all()
    const { n } = file.prepare('SELECT count(*) AS n FROM records').get()
    const { value } = file.prepare("SELECT value FROM meta WHERE name = 'records'").get()
    file.close()
    console.log(
      `${options.kills} kills, ${added.size} additions acknowledged, ${lost} lost; ${erased.size} erasures acknowledged, ${back} undone; ` +
        `file ${sound}, ${n} records, ${value} counted`,
    )
    return lost === 0 && back === 0 && sound === 'ok' && Number(value) === n
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a writer, kills it after a moment, and returns the whole lines it had written. */
async function killed(index) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--writer', index], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = []
  const reader = createInterface({ input: child.stdout })
  const ended = new Promise((resolve) => reader.once('close', resolve))
  const started = new Promise((resolve) => reader.once('line', resolve))
  reader.on('line', (line) => {
    if (/^[+-][0-9a-f]{16}$/.test(line)) lines.push(line)
  })
  await started
  await new Promise((resolve) => setTimeout(resolve, randomInt(120)))
  child.kill('SIGKILL')
  await ended
  return lines
}
