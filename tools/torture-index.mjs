// Kills processes that add records to an index and erase some, then processes that resolve records into a ledger and its index, and counts what was
// lost: npm run torture:index -- [--kills 200].
// A record counts as added, or as erased, once its line has arrived. After each kill every such record is looked up in the index; at the end the file
// is checked as SQLite checks it. After each kill every resolved record must be in the entity that was acknowledged, and at the end an index that is
// built from the ledger alone must have the same entities. Exits 0 only if nothing acknowledged was lost and nothing erased came back.
import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { createCompareEngine } from '../dist/engines/compare/engine.js'
import { createService } from '../dist/index.js'
import { openSqlite } from '../dist/ledger/sqlite/driver.js'
import { verifyLedger } from '../dist/ledger/verify-chain.js'
import { openLedger } from '../dist/open-ledger.js'
import { expectedDecisionId } from '../dist/operations/decision-id.js'
import { loadPacks } from '../dist/packs/load.js'
import { buildLookup, indexPack } from '../dist/tables/lookup/build.js'
import { INDEX_FILE, openLookup } from '../dist/tables/lookup/store.js'

const { values: options } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, writer: { type: 'string' }, ledger: { type: 'string' } },
})
const packs = loadPacks()
const open = (folder, writes) => openLookup(folder, (entity) => indexPack(packs, entity), { writes })
const fieldsOf = (id) => ({ national_id: id, name: `Person ${id}`, city: 'Leeds' })
/** One record in so many is erased again. */
const ERASED = 5

if (options.writer === undefined) process.exitCode = (await torture()) && (await tortureGraph()) ? 0 : 1
else if (options.ledger !== undefined) await resolveAll(options.writer, options.ledger)
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
      const lines = await killed(['--writer', index], /^[+-][0-9a-f]{16}$/)
      for (const line of lines) (line[0] === '+' ? added : erased).add(line.slice(1))
      const mayBeErased = lines.filter((line) => line[0] === '+').length % ERASED === 0
      const reader = await open(index, false)
      for (const line of lines) {
        const id = line.slice(1)
        const there = [...reader.candidates(fieldsOf(id), 1)][0]?.id === id
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

/** Resolves records together, of which every second is of a person resolved before. */
async function resolveAll(index, ledger) {
  const service = createService({ ledger, indexes: { index } })
  for (let person = ''; ; ) {
    const records = Array.from({ length: 8 }, (_, n) => {
      if (n % 2 === 0) person = randomBytes(5).toString('hex')
      const known = { national_id: person, name: `Person ${person}`, dob: '1980-03-02' }
      return n % 2 === 0 ? known : { ...known, email: `${person}@example.com` }
    })
    const answers = records.map((record) => service.resolve({ record }))
    for (const answer of answers) answer.then(({ record_id, entity_id }) => writeSync(1, `${record_id} ${entity_id}\n`))
    await Promise.all(answers)
  }
}

async function tortureGraph() {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-torture-graph-'))
  try {
    const [index, ledger] = [join(folder, 'index'), join(folder, 'ledger.sqlite')]
    const serviceOver = (over) => createService({ ledger, indexes: { index: over } })
    const builder = serviceOver(index)
    await builder.buildIndex({ files: [], entity: 'person', out: index })
    await builder.close()
    const entities = new Map()
    let lost = 0
    for (let kill = 0; kill < Number(options.kills); kill++) {
      const lines = await killed(
        ['--writer', index, '--ledger', ledger],
        /^rec:sha256:[0-9a-f]{64} ent:sha256:[0-9a-f]{64}$/,
      )
      const service = serviceOver(index)
      for (const line of lines) {
        const [record, entity] = line.split(' ')
        entities.set(record, entity)
        const { entity_id } = await service.history({ id: record }).catch(() => ({ entity_id: null }))
        if (entity_id !== entity) lost++
      }
      await service.close()
    }
    const again = join(folder, 'again')
    const service = serviceOver(again)
    await service.buildIndex({ files: [], entity: 'person', out: again })
    let differ = 0
    for (const [record, entity] of entities) if ((await service.history({ id: record })).entity_id !== entity) differ++
    const anew = await service.entities({ limit: 1000 })
    await service.close()
    const kept = serviceOver(index)
    const isSame = isDeepStrictEqual(await kept.entities({ limit: 1000 }), anew)
    await kept.close()
    const opened = await openLedger(ledger, { readOnly: true })
    const { ok, decisions } = await verifyLedger(opened, { decisionId: expectedDecisionId })
    await opened.close()
    console.log(
      `${options.kills} kills, ${entities.size} resolved records acknowledged, ${lost} lost; built again from the ledger ${differ} differ; ` +
        `${anew.entities} entities of ${anew.records} records, ${isSame ? 'the same' : 'others'} in both; ledger of ${decisions} decisions ${ok ? 'ok' : 'broken'}`,
    )
    return lost === 0 && differ === 0 && isSame && ok
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a writer, kills it after a moment, and returns the whole lines it had written. */
async function killed(words, form) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = []
  const reader = createInterface({ input: child.stdout })
  const ended = new Promise((resolve) => reader.once('close', resolve))
  const started = new Promise((resolve) => reader.once('line', resolve))
  reader.on('line', (line) => {
    if (form.test(line)) lines.push(line)
  })
  await started
  await new Promise((resolve) => setTimeout(resolve, randomInt(120)))
  child.kill('SIGKILL')
  await ended
  return lines
}
