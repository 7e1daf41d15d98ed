// The part of the fuzzer that changes a ledger file past the ledger: one cell, or one row gone. Whoever reads the file afterwards must
// find it broken, or refuse it in a sentence; never take it for whole, and never fail in any other way.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { fillingRequests } from './ledger.mjs'
import { Random } from './random.mjs'

const { openLedger } = await import('../../dist/open-ledger.js')
const { verifyLedger } = await import('../../dist/ledger/verify-chain.js')
const { createService } = await import('../../dist/service.js')

/** Tables whose every cell is evidence, except for the row numbers of the file: the chain has a separate order. */
const TABLES = ['decisions', 'chain', 'records']
const NO_EVIDENCE = new Set(['position'])

/** Makes trials: `trial(number)` resolves with { label, wrong }; `close()` removes what was made for them. */
export async function rowTrials({ seed }) {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-rows-'))
  const original = join(folder, 'original.ledger')
  await fill(original, seed)
  return {
    async trial(number) {
      // A new file each time: the files that SQLite keeps next to one (its log) belong to that one only.
      const copy = join(folder, `${number}.ledger`)
      copyFileSync(original, copy)
      const label = change(new Random(seed, 'rows', number), copy)
      const wrong = label === null ? null : await wrongReading(copy, label)
      for (const beside of ['', '-wal', '-shm']) rmSync(`${copy}${beside}`, { force: true })
      return { label: label?.split(':', 1)[0] ?? 'nothing', wrong }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function fill(path, seed) {
  const service = createService({ ledger: path })
  await service.open()
  for (const { bytes } of fillingRequests({ seed })) {
    const text = bytes.toString('utf8')
    const asked = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
    await (text.startsWith('POST /compare') ? service.compare(asked) : service.deidentify(asked))
  }
  await service.close()
}

/** Changes one cell of the file, or removes a row; says what was changed, or null when the change left the cell as it was. */
function change(random, path) {
  const database = new DatabaseSync(path)
  try {
    const triggers = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
    for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
    const table = random.pick(TABLES)
    const keys = database
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .filter(({ pk }) => pk > 0)
      .map(({ name }) => name)
    const row = random.pick(database.prepare(`SELECT * FROM ${table} ORDER BY ${keys.join(', ')}`).all())
    const here = `WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}`
    const at = keys.map((key) => row[key])
    let label = `${table}: a row is gone`
    if (random.oneIn(12)) database.prepare(`DELETE FROM ${table} ${here}`).run(...at)
    else {
      const column = random.pick(Object.keys(row).filter((name) => !NO_EVIDENCE.has(name)))
      const value = changedCell(random, row[column])
      label = isSame(value, row[column])
        ? null
        : `${table}.${column}: ${shown(row[column], value)} becomes ${shown(value, row[column])}`
      if (label !== null) database.prepare(`UPDATE ${table} SET ${column} = ? ${here}`).run(value, ...at)
    }
    for (const { sql } of triggers) database.exec(sql)
    return label
  } catch (error) {
    // The schema itself refuses the value (NOT NULL, UNIQUE, CHECK, its type): nothing was changed.
    if (error.sqliteCodeName === 'SQLITE_CONSTRAINT' || error.sqliteCodeName === 'SQLITE_MISMATCH') return null
    throw error
  } finally {
    database.close()
  }
}

function changedCell(random, value) {
  if (typeof value === 'number') return value + random.pick([1, -1, 0.00001])
  if (typeof value === 'bigint') return value + 1n
  if (value === null) return 'x'
  if (typeof value !== 'string') return flipped(random, value)
  return random.pick([
    () => changedNumber(random, value),
    () => changedNumber(random, value),
    () => `${value} `,
    () => '',
    () => null,
    () => flipped(random, Buffer.from(value)).toString('utf8'),
    () => value.slice(0, -1),
    () => value.replace(/"(\w+)":/, '"$1":0,"$1":'), // a member named twice, and readers take the last
  ])()
}

/** One of the numbers of a JSON text is moved far after the decimal point or by a ten-thousandth, or becomes a string. */
function changedNumber(random, text) {
  const numbers = [...text.matchAll(/(?<=:)\d+\.\d+/g)]
  if (numbers.length === 0) return text
  const { 0: number, index } = random.pick(numbers)
  const changed = random.pick([`${number}00001`, `${number.slice(0, -1)}7`, `"${number}"`])
  return text.slice(0, index) + changed + text.slice(index + number.length)
}

function flipped(random, value) {
  const bytes = Buffer.from(value)
  if (bytes.length > 0) bytes[random.below(bytes.length)] ^= 1 << random.below(7)
  return bytes
}

async function wrongReading(path, label) {
  let ledger = null
  try {
    ledger = await openLedger(path, { readOnly: true })
    const { ok } = await verifyLedger(ledger)
    return ok ? `a changed ledger verifies: ${label}` : null
  } catch (error) {
    return error.name === 'SelfsameError' ? null : `reading it fails with ${error.name}: ${error.message}`
  } finally {
    await ledger?.close()
  }
}

function isSame(one, other) {
  const bytes = [one, other].every((value) => value instanceof Uint8Array)
  return bytes ? Buffer.compare(one, other) === 0 : Object.is(one, other)
}

/** A value around the place where it begins to differ from another one. */
function shown(value, other) {
  const [text, against] = [value, other].map((each) =>
    each instanceof Uint8Array ? Buffer.from(each).toString() : String(each),
  )
  let at = 0
  while (at < text.length && text[at] === against[at]) at++
  return JSON.stringify(text.slice(Math.max(0, at - 12), at + 20))
}
