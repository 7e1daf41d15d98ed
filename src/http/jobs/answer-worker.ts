// The program of the worker processes: answers heavy requests by the same table as the service process, on an installation without
// a ledger and without a key of its own.
import { SelfsameError } from '../../errors.ts'
import { createInstallation } from '../../service.ts'
import { serveJobs, words } from '../../workers/worker-runtime.ts'
import { ALL_ROUTES } from '../added-routes.ts'
import { readJson } from '../body.ts'
import { kindOf } from '../log.ts'
import { digestOfAnswer } from '../seal.ts'
import { createSelfDescription } from '../self-description.ts'
import type { JobOrder, JobResult, JobSetting } from './job.ts'
import { JobLedger } from './job-ledger.ts'

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

/** What most heavy requests need; the packs that records are compared under are read when somebody asks, and would lie idle in every worker. */
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
  const text = route.written === undefined ? JSON.stringify(answer) : route.written(answer as never)
  const digest =
    setting.signs && route.method === 'POST' ? digestOfAnswer(route, asked, bound, answer, service.limits) : null
  return { json: Buffer.from(text), appends: ledger.appends, digest, warnings: [...warnings] }
}
