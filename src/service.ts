// One installation: the operations bound to their facts, their engines and a ledger. HTTP, the command line and the library call it.
import { setImmediate } from 'node:timers/promises'
import { noLedger, SelfsameError } from './errors.ts'
import { doclingAddress } from './formats/docling-serve.ts'
import type { CopyMaker, FileReader } from './formats/file-processes.ts'
import type { LedgerStore } from './ledger/store.ts'
import { ledgerKey } from './ledger/vault.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { HANDLERS, type HandledName } from './operations/handlers.ts'
import { refuseNoUploads, refuseSharedNames } from './operations/read-uploads.ts'
import { countOf, refuseLimits } from './operations/shared/check-limits.ts'
import type { Context, Handler, Reviewers, TextHandler } from './operations/shared/context.ts'
import type { LawRequest } from './operations/shared/governing.ts'
import { Refused } from './operations/shared/recorded.ts'
import type { Sessions } from './operations/shared/together.ts'
import {
  FUNCTION,
  LIST,
  OBJECT,
  type OptionKinds,
  oneOf,
  onFirstUse,
  PROCESSES,
  refuseOptions,
  TEXT,
  TEXT_OR_NULL,
  wholeNumber,
} from './options.ts'
import type { OwnPack } from './packs/own-packs.ts'
import { type AnswerOf, OPERATIONS, type Operation, type RequestInput } from './records/operations.ts'
import { type DeidentifyFileRequest, DocumentsRequest, type Upload } from './records/requests.ts'
import type { BoundOperations, Installation, Parts, Service, ServiceOptions } from './service-types.ts'
import { readShape } from './shape.ts'
import type { LookupIndex } from './tables/lookup/store.ts'
import { MASKS } from './text/mask.ts'

export type { TablesAnswer, TablesOptions } from './operations/tables.ts'
export type { DocumentsOptions, Installation, Service, ServiceOptions, WarmParts } from './service-types.ts'
export type { StageFigures } from './workers/stage-meter.ts'

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
  keeper: OBJECT,
  indexes: OBJECT,
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
    const { counted, openLedger } = await import('./open-ledger.ts')
    const opened = await openLedger(location, { key, warn })
    return counted(opened, (decisions) => {
      recorded += decisions
    })
  })
  const own = options.packs ?? []
  const facts = onFirstUse(() => (own.length === 0 ? installed() : installedWith(own)))
  const reader = onFirstUse(async (): Promise<FileReader> => {
    const { createFileReader } = await import('./formats/file-processes.ts')
    const elsewhere =
      options.docling === undefined ? null : (await import('./formats/docling-serve.ts')).doclingServe(options.docling)
    reading = createFileReader(limits, readers, elsewhere)
    return reading
  })
  const copier = onFirstUse(async (): Promise<CopyMaker> => {
    const { createCopyMaker } = await import('./formats/file-processes.ts')
    return createCopyMaker(limits, readers)
  })
  const ownModel = onFirstUse(async () => {
    if (options.model === undefined) return null
    return (await import('./operations/shared/learned-backend.ts')).openLearned(options.model, (await facts()).packs)
  })
  const model = parts.model ?? ownModel
  const opened = new Map<string, Promise<LookupIndex>>()
  const context = onFirstUse(
    async (): Promise<Context> => ({
      ...(await facts()),
      ledger: await ledger(),
      model: await model(),
      maskValues,
      keeper: options.keeper,
      indexes: { folders: options.indexes ?? {}, opened },
      // The option was checked: 1 or 2.
      reviewers: (options.reviewers ?? null) as Reviewers | null,
      warn,
    }),
  )

  /** The checks of a request before its operation: too long (413), shape (422), ledger (503). */
  function shapeOf({ request: schema, ledger: need }: Pick<Operation, 'request' | 'ledger'>, request: unknown): object {
    const shaped = readShape(schema, request, limits)
    const needsLedger = need === 'always' || (need === 'stored' && shaped['store'] === true)
    if (needsLedger && !hasLedger) throw noLedger()
    return shaped
  }

  /** Applies an operation to many requests; each is answered or refused separately. */
  function bindAll<Name extends 'detect' | 'deidentify'>(name: Name) {
    return async (
      requests: readonly RequestInput<Name>[],
      sessions?: Sessions,
    ): Promise<PromiseSettledResult<AnswerOf<Name>>[]> => {
      if (!Array.isArray(requests))
        throw new SelfsameError('shape', 'The requests do not have the expected shape: expected a list of them.')
      // Array.from: what is missing in a list is refused too, and not stepped over.
      const shaped = Array.from(requests as readonly unknown[], (request) => {
        try {
          return shapeOf(OPERATIONS[name], request) as LawRequest & { text: string; backend: string }
        } catch (error) {
          // Also of an object that throws when it is read.
          return new Refused(error)
        }
      })
      const { answerTogether } = await import('./operations/shared/together.ts')
      const handler = (await HANDLERS[name]()) as TextHandler<object, AnswerOf<Name>>
      return answerTogether(shaped, handler, await context(), sessions)
    }
  }

  /** Binds an operation: what its request must pass, and only then its program and its values (400). */
  function bind(name: HandledName): (request?: object, caller?: string | null) => Promise<object> {
    const operation = OPERATIONS[name]
    const bound = onFirstUse(async () => ({
      handler: (await HANDLERS[name]()) as Handler<object, object>,
      context: await context(),
    }))
    let ready: Awaited<ReturnType<typeof bound>> | null = null
    const run = (shaped: object, caller: string | null, { handler, context }: Awaited<ReturnType<typeof bound>>) =>
      handler(shaped, caller === null ? context : { ...context, caller })
    const first = async (shaped: object, caller: string | null): Promise<object> => {
      ready = await bound()
      return run(shaped, caller, ready)
    }
    // No async function: the promise of a handler is returned as it is, without another promise and another turn of the queue.
    return (request = {}, caller = null) => {
      try {
        const shaped = shapeOf(operation, request)
        return ready === null ? first(shaped, caller) : run(shaped, caller, ready)
      } catch (error) {
        return Promise.reject(error)
      }
    }
  }

  let closed = false
  const fileShaped = (request: RequestInput<'deidentify_file'>, upload: Upload) => {
    const shaped = shapeOf(OPERATIONS.deidentify_file, request)
    refuseNoUploads([upload])
    return shaped as DeidentifyFileRequest
  }
  const bound = Object.fromEntries(Object.keys(HANDLERS).map((name) => [name, bind(name as HandledName)]))
  const service: Installation = {
    ledgerConfigured: hasLedger,
    limits,
    maskValues,
    ...(bound as unknown as BoundOperations),
    detectAll: bindAll('detect'),
    deidentifyAll: bindAll('deidentify'),
    async documents(request, uploads, options) {
      return service.reportOf(request, await service.readFiles(request, uploads, options), options)
    },
    async deidentifyFile(request, upload, options = {}) {
      const shaped = fileShaped(request, upload)
      const { deidentifyFile } = await import('./operations/deidentify-file.ts')
      return deidentifyFile(shaped, upload, await context(), { maker: await copier(), ...options })
    },
    async readPeople(request, upload, options) {
      const shaped = fileShaped(request, upload)
      const { readPeople } = await import('./operations/deidentify-file.ts')
      return readPeople(shaped, upload, await context(), { maker: await copier(), ...options })
    },
    async planTable(path, request) {
      const { planTableAt } = await import('./masked-tables/table-service.ts')
      return planTableAt(path, request, limits, await context())
    },
    async copyTable(path, request, options) {
      const { copyTableAt } = await import('./masked-tables/table-service.ts')
      return copyTableAt(path, request, options, limits, await context())
    },
    async structure(upload, options) {
      refuseNoUploads([upload])
      const [{ doclingDocument }, { unpacked }] = await Promise.all([
        import('./records/docling.ts'),
        import('./formats/shared/format.ts'),
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
        import('./operations/documents.ts'),
        import('./operations/read-uploads.ts'),
      ])
      const known = await context()
      checkDocuments(shaped, known)
      const country = known.packs.countries().get(shaped.jurisdiction.toUpperCase())
      return readUploads(uploads, await reader(), { languages: country?.languages, signal, onFile })
    },
    async reportOf(request, files, { signal } = {}) {
      const { documents } = await import('./operations/documents.ts')
      return documents(readShape(DocumentsRequest, request, limits), files, await context(), signal)
    },
    async tables(asked) {
      const needsLedger = asked.store === true || (asked.reviews ?? false) !== false
      if (needsLedger && !hasLedger) throw noLedger()
      const { tables } = await import('./operations/tables.ts')
      return tables(asked, await context(), own)
    },
    async buildIndex(asked) {
      const { packs, engines } = await context()
      return (await import('./tables/lookup/build.ts')).buildLookup(asked, packs, engines.compare)
    },
    async openIndex(folder) {
      return (await import('./operations/shared/indexes.ts')).openWriter(folder, await context())
    },
    async exportReviews(asked) {
      return (await import('./operations/review/review-file.ts')).exportReviews(asked, await context())
    },
    async importReviews(file, asked) {
      return (await import('./operations/review/review-file.ts')).importReviews(file, asked, await context())
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
        await (await import('./operations/shared/learned-backend.ts')).testLearned(options.model, (await facts()).packs)
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
        for (const index of await Promise.allSettled(opened.values()))
          if (index.status === 'fulfilled') index.value.close()
        await Promise.all([reader, copier, ownModel].map(async (pool) => (await pool.started())?.close()))
      } finally {
        await (await ledger.started())?.close()
      }
    },
  }
  return service
}

/** The facts and engines of this package: immutable, the same for every service of the process, and costly to read twice. */
const installed = onFirstUse(async (): Promise<Pick<Context, 'packs' | 'engines'>> => {
  const [{ loadPacks }, { createEngines }] = await Promise.all([
    import('./packs/load.ts'),
    import('./operations/shared/context.ts'),
  ])
  const packs = loadPacks()
  return { packs, engines: createEngines(packs) }
})

/** The same with packs of a caller's own, made ready; kept by their content, so that a next call with them is a fast one. */
async function installedWith(own: readonly OwnPack[]): Promise<Pick<Context, 'packs' | 'engines'>> {
  const base = await installed()
  const [{ withOwnPacks }, { comparingUnder }] = await Promise.all([
    import('./packs/own-packs.ts'),
    import('./operations/shared/context.ts'),
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
