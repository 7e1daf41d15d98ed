// Hands heavy requests to worker processes: a request goes there with its context, an answer comes back with ledger entries, digest and warnings.
// This process alone records and signs.
import type { AnswerDigest } from '../attest/index.ts'
import { abandoned, type ErrorCode, SelfsameError, tooBusy } from '../errors.ts'
import type { LedgerAppend, LedgerRecord, LedgerStore, RecordedDecision } from '../ledger/store.ts'
import type { Limits } from '../limits.ts'
import { memoryOfModel } from '../model/folder.ts'
import type { ReadFile } from '../operations/documents.ts'
import { recordIdsOf } from '../operations/shared/recorded.ts'
import type { OwnPack } from '../packs/own-packs.ts'
import type { OperationName } from '../records/operation-paths.ts'
import type { Upload } from '../records/requests.ts'
import type { MaskValues } from '../text/mask.ts'
import { createPool, type PoolLoad } from '../workers/pool.ts'
import type { BoundFile } from './seal.ts'

export interface Answered {
  /** The answer as JSON, UTF-8. */
  readonly json: Uint8Array
  /** Null where nothing is signed. */
  readonly digest: AnswerDigest | null
}

export interface Desk {
  /** Throws too_busy when as many jobs wait as may. */
  refuseWhenFull(): void
  /** Answers in a worker, and records before it resolves. Throws what the verb throws, too_busy, timeout, worker_lost, ledger_unavailable. */
  answer(order: Omit<JobOrder, 'packs'>, signal: AbortSignal): Promise<Answered>
  /** The decision of an id with its records when answering from them is a heavy job; null when it is not, or there is none. */
  heavyRows(id: string): Promise<StoredRows | null>
  readonly load: PoolLoad
  start(): void
  close(): Promise<void>
}

export interface DeskOptions {
  readonly workers: number
  readonly limits: Limits
  readonly setting: JobSetting
  readonly packs: readonly OwnPack[]
  readonly ledger: () => Promise<LedgerStore | null>
  readonly warn: (message: string) => void
}

/** The program of a worker: in the same folder, once compiled. */
const PROGRAM = new URL('./answer-worker.js', import.meta.url)

const IDLE_MILLISECONDS = 60_000

export function createDesk({ workers, limits, setting, packs, ledger, warn }: DeskOptions): Desk {
  const pool = createPool({
    program: PROGRAM,
    size: workers,
    memoryBytes: limits.workerMemoryBytes + (setting.model === null ? 0 : memoryOfModel(setting.model)),
    programArguments: [JSON.stringify(setting)],
    // A worker holds some two hundred megabytes, and is there again in half a second: only --warm keeps it without work.
    ...(setting.warm ? {} : { idleMilliseconds: IDLE_MILLISECONDS }),
    // Data of a text lives as long as its job: a small young generation costs no speed and saves memory of idle workers.
    flags: ['--expose-gc', '--max-semi-space-size=4'],
  })

  function refuseWhenFull(): void {
    const { waiting, running } = pool.load
    if (waiting >= limits.heavyQueue && running >= workers) throw tooBusy()
  }

  return {
    refuseWhenFull,
    async answer(order, signal) {
      refuseWhenFull()
      const result = await pool.run<JobResult>('answer', { ...order, packs } satisfies JobOrder, {
        milliseconds: limits.answerMs,
        signal,
      })
      if ('unexpected' in result) throw new UnexpectedInWorker(result.unexpected)
      if ('code' in result) throw new SelfsameError(result.code, result.message)
      result.warnings.forEach(warn)
      if (signal.aborted) throw abandoned(signal)
      if (result.appends.length > 0) await (await ledger())!.append(result.appends)
      return { json: result.json, digest: result.digest }
    },
    async heavyRows(id) {
      const store = await ledger()
      const decision = (await store?.decision(id)) ?? null
      if (store === null || decision === null) return null
      const records: LedgerRecord[] = []
      for (const each of recordIdsOf(decision)) {
        const record = await store.record(each)
        if (record !== null) records.push(record)
      }
      const isHeavy = records.reduce((sum, record) => sum + lengthOf(record), 0) > limits.heavyBytes
      return isHeavy || (setting.model !== null && records.some(isText)) ? { decision, records } : null
    },
    get load() {
      return pool.load
    },
    start: () => pool.start(),
    close: () => pool.close(),
  }
}

const isText = ({ content }: LedgerRecord) => content !== null && 'text' in content

function lengthOf({ content }: LedgerRecord): number {
  if (content === null) return 0
  if ('text' in content) return content.text.length
  return Object.values(content.attributes).reduce((sum, value) => sum + value.length, 0)
}

/** A failure inside a worker that is in no catalogue, as far as a log may show it. */
class UnexpectedInWorker extends Error {
  readonly code: string | null

  constructor({ kind, code, at }: Extract<JobResult, { unexpected: object }>['unexpected']) {
    super('a failure in a worker')
    this.name = kind
    this.code = code
    // The place in this package is all that the log shows of a stack.
    this.stack = at === null ? '' : `/dist/${at}`
  }
}

/** How every job of a service is answered; given to a process when it starts. */
export interface JobSetting {
  readonly limits: Partial<Limits>
  /** True when decisions can be stored and read back. */
  readonly ledger: boolean
  readonly signs: boolean
  readonly warm: boolean
  readonly model: string | null
  readonly maskValues: MaskValues
}

export interface StoredRows {
  readonly decision: RecordedDecision
  readonly records: readonly LedgerRecord[]
}

export interface JobOrder {
  readonly tool: OperationName
  /** The request: the bytes of its JSON body, or its fields where they were read before. */
  readonly asked: Uint8Array | object
  /** Uploads that were read, and what binds each. */
  readonly files: readonly ReadFile[]
  /** Uploads of a route that reads them itself. */
  readonly uploads: readonly Upload[]
  readonly bound: readonly BoundFile[]
  readonly rows: StoredRows | null
  /** Entity packs of the operator's own: with every job, because what a process is started with is bounded and can be seen by others. */
  readonly packs: readonly OwnPack[]
}

export type JobResult =
  | {
      /** UTF-8. */
      readonly json: Uint8Array
      /** To be recorded before the answer is sent: it says that they are. */
      readonly appends: readonly LedgerAppend[]
      readonly digest: AnswerDigest | null
      readonly warnings: readonly string[]
    }
  | { readonly code: ErrorCode; readonly message: string }
  | { readonly unexpected: { readonly kind: string; readonly code: string | null; readonly at: string | null } }
