// The program of worker processes: answers heavy requests by the same routes, without a ledger or a key.
import { SelfsameError } from '../errors.ts'
import type { LedgerAppend, LedgerRecord, LedgerStore, RecordedDecision } from '../ledger/store.ts'
import { append } from '../lists.ts'
import { createInstallation } from '../service.ts'
import { collectWhenFull, serveJobs, words } from '../workers/worker-runtime.ts'
import { readJson } from './bodies.ts'
import type { JobOrder, JobResult, JobSetting, StoredRows } from './job-queue.ts'
import { kindOf } from './log.ts'
import { ALL_ROUTES } from './routes.ts'
import { digestOfAnswer } from './seal.ts'
import { createSelfDescription } from './self-description.ts'

// The ledger in a worker: collects appends, and holds the decision of a request. Only the service process uses the real ledger.
class JobLedger implements LedgerStore {
  readonly reviews = null
  readonly browser = null
  #appends: LedgerAppend[] = []
  #rows: StoredRows | null = null

  begin(rows: StoredRows | null): void {
    this.#appends = []
    this.#rows = rows
  }

  get appends(): readonly LedgerAppend[] {
    return this.#appends
  }

  async append(appends: readonly LedgerAppend[]): Promise<void> {
    append(this.#appends, appends)
  }

  async decision(id: string): Promise<RecordedDecision | null> {
    return this.#rows?.decision.decision_id === id ? this.#rows.decision : null
  }

  async record(id: string): Promise<LedgerRecord | null> {
    return this.#rows?.records.find(({ record_id }) => record_id === id) ?? null
  }

  async close(): Promise<void> {}
}

const setting = JSON.parse(words()[0] ?? '{}') as JobSetting
const ledger = new JobLedger()
const warnings: string[] = []
const warn = (message: string) => warnings.push(message)
const parts = setting.ledger ? { ledger } : {}
const { limits, maskValues } = setting
const service = createInstallation({ limits, maskValues, model: setting.model ?? undefined, warn }, parts)
const selfDescription = createSelfDescription({
  warm: false,
  ledger: setting.ledger,
  model: setting.model !== null,
  signer: null,
})
const routes = new Map(ALL_ROUTES.map((route) => [route.tool, route]))

serveJobs({
  async answer(order: JobOrder): Promise<JobResult> {
    ledger.begin(order.rows)
    warnings.length = 0
    try {
      return await answerTo(order)
    } catch (error) {
      if (error instanceof SelfsameError) return { code: error.code, message: error.message }
      const { kind, code, at } = kindOf(error)
      return { unexpected: { kind, code, at } }
    }
  },
})
if (setting.warm) await warmUp()

/** Loads what most heavy requests need; entity packs are loaded on demand, because they would be idle in most workers. */
async function warmUp(): Promise<void> {
  const text = 'A first text, read before anybody asks.'
  await service.deidentify({ text, jurisdiction: 'GB' })
  await service.extract({ text })
  await service.places({ text })
}

async function answerTo({ tool, asked: sent, files, uploads, bound, packs }: JobOrder): Promise<JobResult> {
  const route = routes.get(tool)!
  const answering =
    packs.length === 0
      ? service
      : createInstallation({ limits, maskValues, packs, warn }, { ...parts, model: service.model })
  const asked = sent instanceof Uint8Array ? readJson(Buffer.from(sent.buffer, sent.byteOffset, sent.length)) : sent
  const answer = await route.respond({
    asked: asked as never,
    files,
    uploads,
    service: answering,
    selfDescription,
    caller: null,
  })
  collectWhenFull()
  const digest =
    setting.signs && route.method === 'POST' ? digestOfAnswer(route, asked, bound, answer, service.limits) : null
  const json = Buffer.from(route.written === undefined ? JSON.stringify(answer) : route.written(answer as never))
  return { json, appends: ledger.appends, digest, warnings: [...warnings] }
}
