// Writes a big ledger fast: the rows are made by the code that makes the service's, and only the way into the file differs
// (no fsync, indexes built at the end). `checkFill` holds a small one, row by row, against what append() writes.
//
//   node bench/ledger/fill.mjs FILE --entries 1000000 [--dist FOLDER]
import { constants, copyFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { deciding, requestOf } from './entries.mjs'
import { rowMaker } from './rows.mjs'

const GROUP = 10_000
/** Bytes of an entry in the file, with its share of the indexes. */
const BYTES_AN_ENTRY = 2_200
/** Entries of one second of the ledger's own time, so that the fill is the same on every run. */
const ENTRIES_A_SECOND = 1_000
const BEGIN = Date.UTC(2026, 0, 1)

/** The recording time of entry `index`. */
const recordedAt = (index) => new Date(BEGIN + Math.floor(index / ENTRIES_A_SECOND) * 1_000)

/** Fills the new ledger at `path` with `entries` decisions. `say` hears how far it is. */
export async function fill(path, entries, { dist, say = () => {} }) {
  const { bavail, bsize } = statfsSync(dirname(resolve(path)))
  if (bavail * bsize < 1.2 * entries * BYTES_AN_ENTRY)
    throw new Error('the disk has too little room for that many entries')
  const load = (name) => import(new URL(name, dist).href)
  const [{ openLedgerFile }, { openSqlite }, { nextLink }, { utcSeconds }] = await Promise.all([
    load('ledger/sqlite/open.js'),
    load('ledger/sqlite/driver.js'),
    load('ledger/chain.js'),
    load('records/canonical.js'),
  ])
  const rowOf = await rowMaker(entries, dist)
  // A copy of an empty ledger: the driver holds on to a file it closed until its statements are collected.
  const empty = await openLedgerFile(`${path}.empty`, { readOnly: false, now: () => recordedAt(0) })
  empty.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  empty.close()
  copyFileSync(`${path}.empty`, path, constants.COPYFILE_EXCL)
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}.empty${suffix}`, { force: true })
  const database = await openSqlite(path, { readOnly: false, busyMilliseconds: 0 })
  const mode = database.prepare('PRAGMA journal_mode = MEMORY').get().journal_mode
  if (mode !== 'memory') throw new Error(`the journal cannot be kept in memory: it is ${mode}`)
  database.exec('PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -2000000')
  const later = database
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
    .all()
  for (const { type, name } of later) database.exec(`DROP ${type} ${name}`)
  const decisions = 'INSERT INTO decisions (decision_id, verb, record_a, record_b, supersedes, body)'
  const insert = {
    decision: database.prepare(`${decisions} VALUES (?, ?, ?, ?, NULL, ?)`),
    link: database.prepare('INSERT INTO chain VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    record: database.prepare('INSERT INTO records VALUES (?, ?, ?, ?, NULL, NULL)'),
  }
  let head = null
  for (let from = 0; from < entries; from += GROUP) {
    const to = Math.min(entries, from + GROUP)
    let recorded_at = utcSeconds(recordedAt(from))
    database.exec('BEGIN')
    for (let index = from; index < to; index++) {
      const { decision, digest, records } = await rowOf(index)
      for (const record of records) insert.record.run(...record)
      insert.decision.run(...decision)
      if (index % ENTRIES_A_SECOND === 0) recorded_at = utcSeconds(recordedAt(index))
      head = nextLink('main', head, { kind: 'decision', subject: decision[0], digest, recorded_at })
      const { chain, sequence, kind, subject, previous, hash } = head
      insert.link.run(chain, sequence, kind, subject, digest, recorded_at, previous, hash)
    }
    database.exec('COMMIT')
    say(to)
  }
  for (const { sql } of later) database.exec(sql)
  database.exec('PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL')
  database.close()
  return { bytes: statSync(path).size }
}

/** Throws unless a filled ledger holds, row by row, the rows that the same decisions append. */
export async function checkFill(dist, entries = 500) {
  const load = (name) => import(new URL(name, dist).href)
  const [{ openLedger }, { openLedgerFile }] = await Promise.all([
    load('open-ledger.js'),
    load('ledger/sqlite/open.js'),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'selfsame-fill-'))
  const now = () => recordedAt(0)
  try {
    const [filled, appended] = [join(folder, 'filled.ledger'), join(folder, 'appended.ledger')]
    await fill(filled, entries, { dist })
    const ledger = await openLedger(appended, { now })
    const decide = await deciding(dist)
    for (let index = 0; index < entries; index++) await ledger.append([await decide(requestOf(index, entries))])
    await ledger.close()
    const dumpOf = async (path) => {
      const database = await openLedgerFile(path, { readOnly: true, now })
      const schema = '(SELECT type, name, sql FROM sqlite_master ORDER BY type, name)'
      const dump = ['decisions', 'chain', 'records', schema].map((from) =>
        database.prepare(`SELECT * FROM ${from}`).all(),
      )
      database.close()
      return JSON.stringify(dump)
    }
    if ((await dumpOf(filled)) !== (await dumpOf(appended)))
      throw new Error('a filled ledger is not what the service would have written')
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      entries: { type: 'string', default: '1000000' },
      dist: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    },
  })
  const dist = pathToFileURL(`${resolve(values.dist)}/`)
  await checkFill(dist)
  const start = performance.now()
  const say = (done) => {
    if (done % 100_000 === 0) console.log(`${done} after ${Math.round((performance.now() - start) / 1000)} s`)
  }
  const { bytes } = await fill(positionals[0], Number(values.entries), { dist, say })
  console.log(`${values.entries} entries, ${bytes} bytes, ${Math.round((performance.now() - start) / 1000)} s`)
}
