// One installation: the verbs bound to their facts, their engines and a ledger. What HTTP, the command line and the library all call.
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { noLedger, SelfsameError } from './errors.ts'
import type { LedgerStore } from './ledger/store.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import type { OwnPack } from './packs/own-packs.ts'
import { doclingAddress } from './parse/docling-address.ts'
import type { FileReader } from './parse/file-reader.ts'
import type { DeidentifyAnswer, DetectAnswer } from './records/detection.ts'
import type { DoclingDocument } from './records/docling.ts'
import type { DocumentReport } from './records/documents.ts'
import type { Explanation, ReplayAnswer, StoredDecision } from './records/ledger.ts'
import type { ExtractAnswer, PlacesAnswer } from './records/mentions.ts'
import type { Receipt } from './records/receipt.ts'
import {
  CompareRequest,
  DecisionRequest,
  DeidentifyRequest,
  DetectRequest,
  DocumentsRequest,
  ExplainRequest,
  ExtractRequest,
  PlacesRequest,
  ReplayRequest,
  type Upload,
} from './records/requests.ts'
import { readShape } from './shape.ts'
import type { ExplainedAnswer } from './verbs/detect.ts'
import type { ReadFile } from './verbs/documents.ts'
import { countOf, refuseLimits } from './verbs/shared/check-limits.ts'
import { refuseNoUploads, refuseSharedNames } from './verbs/shared/check-uploads.ts'
import type { Context, TextVerb } from './verbs/shared/context.ts'
import type { Counts } from './verbs/shared/counts.ts'
import type { LawRequest } from './verbs/shared/governing.ts'
import { Refused } from './verbs/shared/refused.ts'
import type { TablesAnswer, TablesOptions } from './verbs/tables.ts'

export type { TablesAnswer, TablesOptions }

export interface ServiceOptions {
  /** Where decisions are kept: a SQLite file, or postgres://... Null or absent: nothing can be stored. */
  readonly ledger?: string | null | undefined
  /** 32 bytes in hex or base64: encrypts the values kept in the ledger. */
  readonly ledgerKey?: string | null | undefined
  readonly limits?: Partial<Limits> | undefined
  /** Entity packs of the caller's own, as docs/entity-packs.md describes them: compared under beside the shipped ones. */
  readonly packs?: readonly OwnPack[] | undefined
  /** Files of `documents` that are read at once, each in a process of its own. Default: one a core. */
  readonly readers?: number | undefined
  /** Address of a docling-serve that reads PDF, office files, web pages and pictures in place of the parsers here; on this machine, or https. */
  readonly docling?: string | undefined
  /** Receives warnings for the operator, free of personal values. */
  readonly warn?: ((message: string) => void) | undefined
}

/** Which parts a warm start loads; both unless told otherwise. */
export interface WarmParts {
  /** The facts and engines that read texts and compare records: "models" is the contract's word. */
  readonly models?: boolean | undefined
  /** The parsers of uploaded files. */
  readonly parsers?: boolean | undefined
}

export interface DocumentsOptions {
  /** Once aborted, the work stops and nothing is recorded. */
  readonly signal?: AbortSignal | undefined
  /** Called as each file was read or refused, in the order in which that happens. */
  readonly onFile?: (() => void) | undefined
}

/** Every method throws SelfsameError: `shape` for a malformed request, and what its verb documents. */
export interface Service {
  readonly ledgerConfigured: boolean
  readonly limits: Limits
  /** With `why`, each detection says what decided it, the weightiest first. */
  detect(request: z.input<typeof DetectRequest>, options: { readonly why: true }): Promise<ExplainedAnswer>
  detect(request: z.input<typeof DetectRequest>): Promise<DetectAnswer>
  /** Each request as `detect` answers it, or its failure; about twice as quick as one by one. */
  detectAll(requests: readonly z.input<typeof DetectRequest>[]): Promise<PromiseSettledResult<DetectAnswer>[]>
  deidentify(request: z.input<typeof DeidentifyRequest>): Promise<DeidentifyAnswer>
  /** Each request as `deidentify` answers it, or its failure; about twice as quick as one by one. */
  deidentifyAll(
    requests: readonly z.input<typeof DeidentifyRequest>[],
  ): Promise<PromiseSettledResult<DeidentifyAnswer>[]>
  compare(request: z.input<typeof CompareRequest>): Promise<Receipt>
  /** Stops, and records nothing, once `signal` is aborted. */
  documents(
    request: z.input<typeof DocumentsRequest>,
    uploads: readonly Upload[],
    options?: DocumentsOptions,
  ): Promise<DocumentReport>
  /** The structure of one file, in the shape of a DoclingDocument. Throws document_unreadable, extra_missing. */
  structure(
    upload: Upload,
    options?: { readonly languages?: readonly string[]; readonly signal?: AbortSignal | undefined },
  ): Promise<DoclingDocument>
  places(request: z.input<typeof PlacesRequest>): Promise<PlacesAnswer>
  extract(request: z.input<typeof ExtractRequest>): Promise<ExtractAnswer>
  /** Pairs and clusters of tables, written into a folder; nothing is written or recorded once the signal is aborted. */
  tables(options: TablesOptions): Promise<TablesAnswer>
  decision(request: z.input<typeof DecisionRequest>): Promise<StoredDecision>
  explain(request: z.input<typeof ExplainRequest>): Promise<Explanation>
  replay(request: z.input<typeof ReplayRequest>): Promise<ReplayAnswer>
  /** Opens the ledger, and checks packs of the caller's own, now instead of on first use. Throws ledger_unavailable, pack_invalid. */
  open(): Promise<void>
  /** Loads what the first requests would otherwise wait for, in slices that let other work through. */
  warm(parts?: WarmParts): Promise<void>
  close(): Promise<void>
}

/** What the HTTP service needs of an installation besides its verbs. */
export interface Installation extends Service {
  /** The first half of `documents`: everything that can be refused, and then every file read. */
  readFiles(
    request: z.input<typeof DocumentsRequest>,
    uploads: readonly Upload[],
    options?: DocumentsOptions,
  ): Promise<readonly ReadFile[]>
  /** The other half: fields, comparisons and the report. */
  reportOf(
    request: z.input<typeof DocumentsRequest>,
    files: readonly ReadFile[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<DocumentReport>
  readonly counts: Counts
  /** The installation's ledger, opened; null without one. */
  ledger(): Promise<LedgerStore | null>
}

/** Parts of an installation that somebody else looks after. */
export interface Parts {
  /** In place of the ledger of the options. */
  readonly ledger?: LedgerStore | undefined
}

export function createService(options: ServiceOptions = {}): Service {
  return createInstallation(options)
}

/** Throws limit_invalid, ledger_unavailable. */
export function createInstallation(options: ServiceOptions = {}, parts: Parts = {}): Installation {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  refuseLimits(limits)
  const readers = countOf('readers', options.readers)
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
    const [{ openLedger }, { ledgerKey }, { counted }] = await Promise.all([
      import('./ledger/open.ts'),
      import('./ledger/vault.ts'),
      import('./ledger/counted.ts'),
    ])
    const opened = await openLedger(location, { key: options.ledgerKey ? ledgerKey(options.ledgerKey) : null, warn })
    return counted(opened, (decisions) => {
      recorded += decisions
    })
  })
  const own = options.packs ?? []
  const facts = onFirstUse(() => (own.length === 0 ? installed() : installedWith(own)))
  const reader = onFirstUse(async (): Promise<FileReader> => {
    const { createFileReader } = await import('./parse/file-reader.ts')
    const elsewhere =
      options.docling === undefined ? null : (await import('./parse/docling-serve.ts')).doclingServe(options.docling)
    reading = createFileReader(limits, readers, elsewhere)
    return reading
  })
  const context = onFirstUse(async (): Promise<Context> => ({ ...(await facts()), ledger: await ledger(), warn }))

  /** What a request must pass before its verb: too long (413), shape (422), ledger (503). */
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

  /** Binds a verb to many requests, each of which is answered, or refused, for itself. */
  function bindAll<Schema extends z.ZodType<{ text: string } & LawRequest>, Answer>(
    schema: Schema,
    needsLedger: (request: z.output<Schema>) => boolean,
    load: () => Promise<TextVerb<z.output<Schema>, Answer>>,
  ): (requests: readonly z.input<Schema>[]) => Promise<PromiseSettledResult<Answer>[]> {
    const shape = shaper(schema, needsLedger)
    return async (requests) => {
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
      return answerTogether(shaped, await load(), await context())
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

  const service: Installation = {
    ledgerConfigured: hasLedger,
    limits,
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
    async documents(request, uploads, options) {
      return service.reportOf(request, await service.readFiles(request, uploads, options), options)
    },
    async structure(upload, options) {
      refuseNoUploads([upload])
      const { doclingDocument } = await import('./records/docling.ts')
      const parsed = await (await reader()).read(upload.bytes, options)
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
      if (asked.store === true && !hasLedger) throw noLedger()
      return (await import('./verbs/tables.ts')).tables(asked, await context(), own)
    },
    counts: {
      readers: () => reading?.load ?? null,
      files: () => reading?.files ?? { read: 0, refused: 0 },
      recorded: () => recorded,
    },
    ledger,
    async open() {
      await ledger()
      if (!Array.isArray(own) || own.length > 0) await facts()
    },
    async warm(wanted = {}) {
      const models = (wanted.models ?? true) ? engineSteps(await facts(), service) : []
      const parsers = (wanted.parsers ?? true) ? [async () => (await reader()).start()] : []
      for (const step of [...models, ...parsers]) {
        if (closed) return
        await setImmediate()
        await step()
      }
    },
    async close() {
      closed = true
      try {
        await (await reader.started())?.close()
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
    () => service.deidentify({ text, jurisdiction: 'GB' }),
    () => service.places({ text }),
    () => service.extract({ text }),
    () => service.compare({ a: text, b: text }),
    ...engines.compare
      .entities()
      .map((entity) => () => service.compare({ a: { name: 'A' }, b: { name: 'B' }, entity })),
  ]
}

/** Calls `make` the first time it is asked, and keeps what it gave; `started` is what it gave, or null when nobody asked. */
function onFirstUse<T>(make: () => Promise<T>): (() => Promise<T>) & { started(): Promise<T> | null } {
  let made: Promise<T> | null = null
  const call = () => {
    made ??= make().catch((error) => {
      made = null // a ledger that was away may be back for the next request
      throw error
    })
    return made
  }
  return Object.assign(call, { started: () => made })
}
