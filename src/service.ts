// One installation: the verbs bound to their facts, their engines and a ledger. What HTTP, the command line and the library all call.
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { CopyMaker } from './formats/copy-maker.ts'
import { noLedger, SelfsameError } from './errors.ts'
import type { LedgerStore } from './ledger/store.ts'
import { ledgerKey } from './ledger/vault.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import {
  FUNCTION,
  LIST,
  OBJECT,
  type OptionKinds,
  oneOf,
  PROCESSES,
  refuseOptions,
  TEXT,
  TEXT_OR_NULL,
  wholeNumber,
} from './options.ts'
import type { OwnPack } from './packs/own-packs.ts'
import { doclingAddress } from './formats/docling-address.ts'
import type { FileReader } from './formats/file-reader.ts'
import type { DetectAnswer } from './records/detection.ts'
import {
  CompareRequest,
  DecisionRequest,
  DeidentifyFileRequest,
  DeidentifyRequest,
  DetectRequest,
  DocumentsRequest,
  ExplainRequest,
  ExtractRequest,
  PlacesRequest,
  ReplayRequest,
  type Upload,
} from './records/requests.ts'
import { createLooking, createReviews, type Shaped } from './review/reviews.ts'
import type { Installation, Parts, Service, ServiceOptions } from './service-types.ts'
import { readShape } from './shape.ts'
import { MASKS } from './text/mask.ts'
import type { ExplainedAnswer } from './verbs/detect.ts'
import { countOf, refuseLimits } from './verbs/shared/check-limits.ts'
import { refuseNoUploads, refuseSharedNames } from './verbs/shared/check-uploads.ts'
import type { Context, TextVerb } from './verbs/shared/context.ts'
import type { LawRequest } from './verbs/shared/governing.ts'
import { onFirstUse } from './verbs/shared/on-first-use.ts'
import { Refused } from './verbs/shared/refused.ts'
import type { Sessions } from './verbs/shared/together.ts'

export type { DocumentsOptions, Installation, Service, ServiceOptions, WarmParts } from './service-types.ts'
export type { TablesAnswer, TablesOptions } from './verbs/tables.ts'

/** Every option of a service; the compiler refuses a missing one. */
export const SERVICE_OPTIONS: OptionKinds<ServiceOptions> = {
  ledger: TEXT_OR_NULL,
  ledgerKey: TEXT_OR_NULL,
  limits: OBJECT,
  packs: LIST,
  reviewers: wholeNumber(1, 2),
  readers: PROCESSES,
  docling: TEXT,
  model: TEXT,
  maskValues: oneOf(MASKS),
  warn: FUNCTION,
}

/** Throws what createInstallation throws. */
export function createService(options: ServiceOptions = {}): Service {
  return createInstallation(options)
}

/** Throws usage for an option that it does not have or a value that the option does not take, limit_invalid, key_file, ledger_unavailable. */
export function createInstallation(options: ServiceOptions = {}, parts: Parts = {}): Installation {
  refuseOptions('createService', options, SERVICE_OPTIONS)
  const { maskValues = 'start' } = options
  const readers = countOf(options.readers)
  const key = options.ledgerKey ? ledgerKey(options.ledgerKey) : null
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  refuseLimits(limits)
  const warn = options.warn ?? (() => {})
  const location = options.ledger ?? null
  if (location === ':memory:')
    throw new SelfsameError(
      'ledger_unavailable',
      'a ledger in memory would be gone with the process that recorded in it: name a file, or postgres://...',
    )
  if (options.docling !== undefined) doclingAddress(options.docling)
  const hasLedger = location !== null || parts.ledger !== undefined
  let recorded = 0
  let reading: FileReader | null = null
  const ledger = onFirstUse(async (): Promise<LedgerStore | null> => {
    if (parts.ledger !== undefined) return parts.ledger
    if (location === null) return null
    const [{ openLedger }, { counted }] = await Promise.all([import('./ledger/open.ts'), import('./ledger/counted.ts')])
    const opened = await openLedger(location, { key, warn })
    return counted(opened, (decisions) => {
      recorded += decisions
    })
  })
  const own = options.packs ?? []
  const facts = onFirstUse(() => (own.length === 0 ? installed() : installedWith(own)))
  const reader = onFirstUse(async (): Promise<FileReader> => {
    const { createFileReader } = await import('./formats/file-reader.ts')
    const elsewhere =
      options.docling === undefined ? null : (await import('./formats/docling-serve.ts')).doclingServe(options.docling)
    reading = createFileReader(limits, readers, elsewhere)
    return reading
  })
  const copier = onFirstUse(async (): Promise<CopyMaker> => {
    const { createCopyMaker } = await import('./formats/copy-maker.ts')
    return createCopyMaker(limits, readers)
  })
  const ownModel = onFirstUse(async () => {
    if (options.model === undefined) return null
    return (await import('./verbs/shared/learned.ts')).openLearned(options.model, (await facts()).packs)
  })
  const model = parts.model ?? ownModel
  const context = onFirstUse(
    async (): Promise<Context> => ({
      ...(await facts()),
      ledger: await ledger(),
      model: await model(),
      maskValues,
      warn,
    }),
  )

  /** The checks of a request before its operation: too long (413), shape (422), ledger (503). */
  function shaper<Schema extends z.ZodType<object>>(
    schema: Schema,
    needsLedger: (request: z.output<Schema>) => boolean,
  ): (request: z.input<Schema>) => z.output<Schema> {
    return (request) => {
      const shaped = readShape(schema, request, limits)
      if (needsLedger(shaped) && !hasLedger) throw noLedger()
      return shaped
    }
  }

  /** Applies an operation to many requests; each is answered or refused separately. */
  function bindAll<Schema extends z.ZodType<{ text: string; backend: string } & LawRequest>, Answer>(
    schema: Schema,
    needsLedger: (request: z.output<Schema>) => boolean,
    load: () => Promise<TextVerb<z.output<Schema>, Answer>>,
  ): (requests: readonly z.input<Schema>[], sessions?: Sessions) => Promise<PromiseSettledResult<Answer>[]> {
    const shape = shaper(schema, needsLedger)
    return async (requests, sessions) => {
      if (!Array.isArray(requests))
        throw new SelfsameError('shape', 'The requests do not have the expected shape: expected a list of them.')
      // Array.from: what is missing in a list is refused too, and not stepped over.
      const shaped = Array.from(requests as readonly z.input<Schema>[], (request) => {
        try {
          return shape(request)
        } catch (error) {
          // Also of an object that throws when it is read.
          return new Refused(error)
        }
      })
      const { answerTogether } = await import('./verbs/shared/together.ts')
      return answerTogether(shaped, await load(), await context(), sessions)
    }
  }

  /** Binds a verb: what its request must pass, and only then the verb and its values (400). */
  function bind<Schema extends z.ZodType<object>, Answer>(
    schema: Schema,
    needsLedger: (request: z.output<Schema>) => boolean,
    load: () => Promise<(request: z.output<Schema>, context: Context) => Promise<Answer>>,
  ): (request: z.input<Schema>) => Promise<Answer> {
    const shape = shaper(schema, needsLedger)
    const bound = onFirstUse(async () => ({ verb: await load(), context: await context() }))
    let ready: Awaited<ReturnType<typeof bound>> | null = null
    const first = async (shaped: z.output<Schema>): Promise<Answer> => {
      ready = await bound()
      return await ready.verb(shaped, ready.context)
    }
    // No async function: what a verb promises is handed on as it is, without a promise and a turn of the queue for it here.
    return (request) => {
      try {
        const shaped = shape(request)
        return ready === null ? first(shaped) : ready.verb(shaped, ready.context)
      } catch (error) {
        return Promise.reject(error)
      }
    }
  }

  let closed = false
  const never = () => false
  const always = () => true
  const whenStored = (request: { store: boolean }) => request.store

  const fileShaped = (request: z.input<typeof DeidentifyFileRequest>, upload: Upload) => {
    const shaped = readShape(DeidentifyFileRequest, request, limits)
    refuseNoUploads([upload])
    if (shaped.store && !hasLedger) throw noLedger()
    return shaped
  }
  const shaped: Shaped = (schema, request, needsLedger) => shaper(schema, () => needsLedger)(request)
  const service: Installation = {
    ledgerConfigured: hasLedger,
    limits,
    maskValues,
    detect: detectOrExplain(
      bind(DetectRequest, never, async () => (await import('./verbs/detect.ts')).detect),
      bind(DetectRequest, never, async () => (await import('./verbs/detect.ts')).detectWithReasons),
    ),
    deidentify: bind(DeidentifyRequest, whenStored, async () => (await import('./verbs/deidentify.ts')).deidentify),
    detectAll: bindAll(DetectRequest, never, async () => (await import('./verbs/detect.ts')).detect),
    deidentifyAll: bindAll(
      DeidentifyRequest,
      whenStored,
      async () => (await import('./verbs/deidentify.ts')).deidentify,
    ),
    compare: bind(CompareRequest, whenStored, async () => (await import('./verbs/compare.ts')).compare),
    places: bind(PlacesRequest, never, async () => (await import('./verbs/places.ts')).places),
    extract: bind(ExtractRequest, never, async () => (await import('./verbs/extract.ts')).extract),
    decision: bind(DecisionRequest, always, async () => (await import('./verbs/decision.ts')).decision),
    explain: bind(ExplainRequest, always, async () => (await import('./verbs/explain.ts')).explain),
    replay: bind(ReplayRequest, always, async () => (await import('./verbs/replay.ts')).replay),
    reviews: createReviews(options.reviewers, shaped, context),
    looking: createLooking(shaped, context),
    async documents(request, uploads, options) {
      return service.reportOf(request, await service.readFiles(request, uploads, options), options)
    },
    async deidentifyFile(request, upload, options = {}) {
      const shaped = fileShaped(request, upload)
      const { deidentifyFile } = await import('./verbs/deidentify-file.ts')
      return deidentifyFile(shaped, upload, await context(), { maker: await copier(), ...options })
    },
    async readPeople(request, upload, options) {
      const shaped = fileShaped(request, upload)
      const { readPeople } = await import('./verbs/deidentify-file.ts')
      return readPeople(shaped, upload, await context(), { maker: await copier(), ...options })
    },
    async planTable(path, request) {
      const { planTableAt } = await import('./copies/tables/table-service.ts')
      return planTableAt(path, request, limits, await context())
    },
    async copyTable(path, request, options) {
      const { copyTableAt } = await import('./copies/tables/table-service.ts')
      return copyTableAt(path, request, options, limits, await context())
    },
    async structure(upload, options) {
      refuseNoUploads([upload])
      const [{ doclingDocument }, { unpacked }] = await Promise.all([
        import('./records/docling.ts'),
        import('./formats/format.ts'),
      ])
      const parsed = unpacked(await (await reader()).read(upload.bytes, options))
      return doclingDocument(upload.name, parsed.text, parsed)
    },
    async readFiles(request, uploads, { signal, onFile } = {}) {
      const shaped = readShape(DocumentsRequest, request, limits)
      refuseNoUploads(uploads)
      if (shaped.store && !hasLedger) throw noLedger()
      refuseSharedNames(uploads)
      const [{ checkDocuments }, { readUploads }] = await Promise.all([
        import('./verbs/documents.ts'),
        import('./verbs/shared/read-uploads.ts'),
      ])
      const known = await context()
      checkDocuments(shaped, known)
      const country = known.packs.countries().get(shaped.jurisdiction.toUpperCase())
      return readUploads(uploads, await reader(), { languages: country?.languages, signal, onFile })
    },
    async reportOf(request, files, { signal } = {}) {
      const { documents } = await import('./verbs/documents.ts')
      return documents(readShape(DocumentsRequest, request, limits), files, await context(), signal)
    },
    async tables(asked) {
      const needsLedger = asked.store === true || (asked.reviews ?? false) !== false
      if (needsLedger && !hasLedger) throw noLedger()
      const { tables } = await import('./verbs/tables.ts')
      return tables(asked, await context(), own)
    },
    counts: {
      readers: () => reading?.load ?? null,
      files: () => reading?.files ?? { read: 0, refused: 0 },
      recorded: () => recorded,
    },
    ledger,
    model,
    async open() {
      await ledger()
      if (options.model !== undefined)
        await (await import('./verbs/shared/learned.ts')).testLearned(options.model, (await facts()).packs)
      if (!Array.isArray(own) || own.length > 0) await facts()
    },
    async warm(wanted = {}) {
      const models = (wanted.models ?? true) ? engineSteps(await facts(), service) : []
      const parsers = (wanted.parsers ?? true) ? [async () => (await reader()).start()] : []
      const learned = (wanted.learned ?? true) ? [async () => (await model())?.readAll(['A first text.'])] : []
      for (const step of [...models, ...parsers, ...learned]) {
        if (closed) return
        await setImmediate()
        await step()
      }
    },
    async close() {
      closed = true
      try {
        await Promise.all([reader, copier, ownModel].map(async (pool) => (await pool.started())?.close()))
      } finally {
        await (await ledger.started())?.close()
      }
    },
  }
  return service
}

/** `detect` with or without what decided each detection. */
function detectOrExplain(
  detect: (request: z.input<typeof DetectRequest>) => Promise<DetectAnswer>,
  explain: (request: z.input<typeof DetectRequest>) => Promise<ExplainedAnswer>,
): Service['detect'] {
  function answer(request: z.input<typeof DetectRequest>, options: { readonly why: true }): Promise<ExplainedAnswer>
  function answer(request: z.input<typeof DetectRequest>): Promise<DetectAnswer>
  function answer(request: z.input<typeof DetectRequest>, options?: { readonly why: true }) {
    return options?.why === true ? explain(request) : detect(request)
  }
  return answer
}

/** The facts and engines of this package: immutable, the same for every service of the process, and costly to read twice. */
const installed = onFirstUse(async (): Promise<Pick<Context, 'packs' | 'engines'>> => {
  const [{ loadPacks }, { createEngines }] = await Promise.all([
    import('./packs/load.ts'),
    import('./verbs/shared/engines.ts'),
  ])
  const packs = loadPacks()
  return { packs, engines: createEngines(packs) }
})

/** The same with packs of a caller's own, made ready; kept by their content, so that a next call with them is a fast one. */
async function installedWith(own: readonly OwnPack[]): Promise<Pick<Context, 'packs' | 'engines'>> {
  const base = await installed()
  const [{ withOwnPacks }, { comparingUnder }] = await Promise.all([
    import('./packs/own-packs.ts'),
    import('./verbs/shared/engines.ts'),
  ])
  const written = asPlainData(own)
  const known = prepared.get(written)
  if (known !== undefined) return known
  const copy = JSON.parse(written) as unknown[]
  const packs = withOwnPacks(base.packs, copy)
  const engines = comparingUnder(packs, base.engines)
  for (const entity of packs.entityNames()) if (!packs.entityPack(entity).shipped) engines.compare.prepare(entity)
  const made = { packs, engines }
  const oldest = prepared.size >= MOST_PREPARED ? prepared.keys().next().value : undefined
  if (oldest !== undefined) prepared.delete(oldest)
  prepared.set(written, made)
  return made
}

const prepared = new Map<string, Pick<Context, 'packs' | 'engines'>>()
const MOST_PREPARED = 8

function asPlainData(own: unknown): string {
  const sentence = 'The entity packs cannot be used: they are not a list of plain data; pass what JSON can hold.'
  if (!Array.isArray(own)) throw new SelfsameError('pack_invalid', sentence)
  try {
    return JSON.stringify(own)
  } catch (cause) {
    throw new SelfsameError('pack_invalid', sentence, { cause })
  }
}

/** Loads facts and engines one by one, then answers once with each: the first answer compiles what every later one reuses. */
function engineSteps({ packs, engines }: Pick<Context, 'packs' | 'engines'>, service: Service): (() => unknown)[] {
  const text = 'A first text, read before anybody asks.'
  return [
    packs.categories,
    packs.countries,
    packs.statutes,
    packs.signalTiers,
    packs.rulesSha256,
    () => engines.detect,
    () => engines.jurisdiction,
    () => engines.places,
    () => engines.extract,
    () => service.deidentify({ text, jurisdiction: 'GB', backend: 'basic' }),
    () => service.places({ text }),
    () => service.extract({ text, backend: 'basic' }),
    () => service.compare({ a: text, b: text, backend: 'basic' }),
    ...engines.compare
      .entities()
      .map((entity) => () => service.compare({ a: { name: 'A' }, b: { name: 'B' }, entity })),
  ]
}
