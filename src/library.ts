// The operations as plain functions, for a program that wants one answer without managing an installation.
import type { AnswerOf, OPERATIONS, RequestInput } from './records/operations.ts'
import { createService, type Service, type ServiceOptions, type WarmParts } from './service.ts'
import type { BoundOperations } from './service-types.ts'

export { reidentify } from './vault/reidentify.ts'

/** The ledger for decisions; needed by `store: true` and by decision, explain and replay. */
export type LedgerOptions = Pick<ServiceOptions, 'ledger' | 'ledgerKey'>

/** The ledger for decisions, and entity packs of the caller. */
export type CompareOptions = LedgerOptions & Pick<ServiceOptions, 'packs'>

/** Opens a service for one call. Facts and engines are loaded once for the process. */
async function forOneCall<Answer>(
  options: CompareOptions & Pick<ServiceOptions, 'indexes'>,
  call: (service: Service) => Promise<Answer>,
): Promise<Answer> {
  const service = createService(options)
  try {
    return await call(service)
  } finally {
    await service.close()
  }
}

/** A function that takes the options which its operation has a use for: those of a ledger only where it can need one. */
type Once<Name extends keyof BoundOperations> = {
  never: (request: RequestInput<Name>) => Promise<AnswerOf<Name>>
  stored: (request: RequestInput<Name>, options?: CompareOptions) => Promise<AnswerOf<Name>>
  always: (request: RequestInput<Name>, options: CompareOptions) => Promise<AnswerOf<Name>>
}[(typeof OPERATIONS)[Name]['ledger']]

const once = <Name extends keyof BoundOperations>(name: Name): Once<Name> =>
  ((request: RequestInput<Name>, options: CompareOptions = {}) =>
    forOneCall<object>(options, (service) => service[name](request as never))) as unknown as Once<Name>

/** The personal data in a text; with `why`, the reasons. Offsets are Unicode code points, end exclusive. */
export function detect(request: RequestInput<'detect'>, options: { readonly why: true }): Promise<AnswerOf<'why'>>
export function detect(request: RequestInput<'detect'>): Promise<AnswerOf<'detect'>>
export function detect(request: RequestInput<'detect'>, options?: { readonly why: true }) {
  return forOneCall(
    {},
    (service): Promise<AnswerOf<'detect'>> => (options?.why === true ? service.why(request) : service.detect(request)),
  )
}

/** A masked copy of a text, its spans, and a tokenised record to compare on. */
export const deidentify = once('deidentify')
/** Are these two records, or these two texts, the same? A decision receipt. */
export const compare = once('compare')
/** Place mentions and the role of each. */
export const places = once('places')
/** Entities proposed from a text. */
export const extract = once('extract')
/** A stored decision. */
export const decision = once('decision')
/** Why a stored decision came out as it did. */
export const explain = once('explain')
/** A stored decision made again by the installed engine. */
export const replay = once('replay')

/** The personal data in each of many texts: answers and failures in their order. */
export const detectAll = (requests: readonly RequestInput<'detect'>[]) =>
  forOneCall({}, (service) => service.detectAll(requests))

/** Masked copies of many texts: answers and failures in their order. */
export const deidentifyAll = (requests: readonly RequestInput<'deidentify'>[], options: LedgerOptions = {}) =>
  forOneCall(options, (service) => service.deidentifyAll(requests))

/** A masked copy of a file in its format, with a report. The format is found by the content; `name` is not disclosed. */
export const deidentifyFile = (
  request: RequestInput<'deidentify_file'>,
  upload: Parameters<Service['deidentifyFile']>[1],
  options: LedgerOptions = {},
) => forOneCall(options, (service) => service.deidentifyFile(request, upload))

/** Files read, each under its own law, and compared pair by pair. */
export const documents = (
  request: RequestInput<'documents'>,
  uploads: Parameters<Service['documents']>[1],
  options: LedgerOptions = {},
) => forOneCall(options, (service) => service.documents(request, uploads))

/** The records of one entity within tables: pairs and clusters, written into a folder. */
export const dedupe = (options: Omit<Parameters<Service['tables']>[0], 'task'>, service: CompareOptions = {}) =>
  forOneCall(service, (opened) => opened.tables({ ...options, task: 'dedupe' }))

/** The records of one entity in two tables or more: pairs and clusters, written into a folder. */
export const link = (options: Omit<Parameters<Service['tables']>[0], 'task'>, service: CompareOptions = {}) =>
  forOneCall(service, (opened) => opened.tables({ ...options, task: 'link' }))

/** One record against the entities of the index in a folder. */
export const find = (
  { index, ...request }: Omit<RequestInput<'find'>, 'index'> & { readonly index: string },
  options: CompareOptions = {},
) => forOneCall({ ...options, indexes: { index } }, (service) => service.find(request))

/** An index of the rows of tables, written into a folder. */
export const buildIndex = (options: Parameters<Service['buildIndex']>[0], service: CompareOptions = {}) =>
  forOneCall(service, (opened) => opened.buildIndex(options))

/** Loads facts and engines (`models`) and parsers into this process, so that the first answers are fast ones. */
export const warm = (parts: WarmParts = {}) => forOneCall({}, (service) => service.warm(parts))
