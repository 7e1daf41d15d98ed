// The thread that writes a ledger file, so that the answering thread never waits for a disk. Orders during a transaction share the next.
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { SelfsameError } from '../../errors.ts'
import { append } from '../../lists.ts'
import { identified, preparedOf } from '../stored-rows.ts'
import { type DatedAppend, writeDecisions } from '../writing.ts'
import { asLedgerError } from './driver.ts'
import { openLedgerFile } from './open.ts'
import { identityOf, refuseReplaced, SqliteSession, writingWith } from './session.ts'
import type { FromWriter, ToWriter, WireFailure, WriteOrder, WriterOptions } from './thread.ts'

// Large enough that the cost of one flush disappears, small enough that a transaction never holds the lock for long.
const LARGEST_GROUP = 512
// The log is checkpointed after the orders were acknowledged; if other processes prevent it, by force at this many times the size.
const LOG_BYTES = 8 * 1024 * 1024
const LOG_PATIENCE = 16

const port = parentPort
if (port === null) throw new Error('the ledger writer is a thread of the ledger: do not run this file as a program')
const { path, key, identity: opened } = workerData as WriterOptions
const waiting: WriteOrder[] = []
let [running, closing] = [false, false]
let session: SqliteSession | null = null
let identity = opened

port.on('message', (message: ToWriter) => {
  if ('close' in message) closing = true
  else for (const order of message.orders) waiting.push(order)
  if (!running) void writeAll()
})

async function writeAll(): Promise<void> {
  running = true
  // One turn of the event loop lets every order that is already scheduled join the group.
  for (await nextTurn(); waiting.length > 0; await nextTurn()) {
    await writeGroup(nextGroup())
    if (session !== null) foldLog(session)
  }
  running = false
  if (!closing) return
  session?.close()
  port?.close()
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function nextGroup(): WriteOrder[] {
  let [orders, appends] = [0, 0]
  while (orders < waiting.length && (orders === 0 || appends + waiting[orders]!.appends.length <= LARGEST_GROUP)) {
    appends += waiting[orders++]!.appends.length
  }
  return waiting.splice(0, orders)
}

/** One transaction, and the answer to every order in it. An order that cannot be read fails alone. */
async function writeGroup(orders: readonly WriteOrder[]): Promise<void> {
  const group: DatedAppend[] = []
  const numbers: number[] = []
  for (const order of orders) {
    try {
      append(group, prepared(order))
      numbers.push(order.number)
    } catch (error) {
      answer([order.number], error)
    }
  }
  try {
    if (identity !== undefined) refuseReplaced(path, identity)
    session ??= await openSession()
    identity ??= identityOf(path)
    await session.transaction(() => writeDecisions(group, writingWith(key)))
    // Checked again before the acknowledgement: the file at the path must be the one that was written.
    refuseReplaced(path, identity)
    answer(numbers, null)
  } catch (error) {
    answer(numbers, asLedgerError(error))
  }
}

function prepared({ appends, contents, recorded_at }: WriteOrder): DatedAppend[] {
  const records = contents.map(identified)
  return appends.map((packed) => ({ append: preparedOf(packed, records), recorded_at }))
}

async function openSession(): Promise<SqliteSession> {
  const database = await openLedgerFile(path, { readOnly: false, now: () => new Date() })
  // The pages of a group stay in memory until it commits: pages that spill into the log early are written twice.
  database.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -32768')
  return new SqliteSession(database)
}

function answer(numbers: readonly number[], error: unknown): void {
  if (numbers.length === 0) return
  const message: FromWriter = { numbers, failure: error === null ? null : wireFailure(error) }
  port?.postMessage(message)
}

function wireFailure(error: unknown): WireFailure {
  const code = error instanceof SelfsameError ? error.code : null
  return { code, message: error instanceof Error ? error.message : String(error) }
}

/** The log is durable, so folding it may fail; it is tried again after the next group. */
function foldLog(open: SqliteSession): void {
  try {
    const bytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (bytes < LOG_BYTES) return
    open.all(`PRAGMA wal_checkpoint(${bytes < LOG_PATIENCE * LOG_BYTES ? 'PASSIVE' : 'RESTART'})`)
  } catch (error) {
    if (!(asLedgerError(error) instanceof SelfsameError)) throw error
  }
}
