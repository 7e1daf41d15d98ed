// The operations as plain functions, for a program that wants one answer without managing an installation.

import type { ExplainedAnswer } from './operations/detect.ts'
import type { DetectAnswer } from './records/detection.ts'
import { createService, type Service, type ServiceOptions, type WarmParts } from './service.ts'

type DetectRequest = Parameters<Service['detectAll']>[0][number]

/** The ledger for decisions; needed by `store: true` and by decision, explain and replay. */
export type LedgerOptions = Pick<ServiceOptions, 'ledger' | 'ledgerKey'>

/** The ledger for decisions, and entity packs of the caller. */
export type CompareOptions = LedgerOptions & Pick<ServiceOptions, 'packs'>

/** Opens a service for one call. Facts and engines are loaded once for the process. */
async function forOneCall<Answer>(
  options: CompareOptions,
  call: (service: Service) => Promise<Answer>,
): Promise<Answer> {
  const service = createService(options)
  try {
    return await call(service)
  } finally {
    await service.close()
  }
}

/** The personal data in a text; with `why`, the reasons. Offsets are Unicode code points, end exclusive. */
export function detect(request: DetectRequest, options: { readonly why: true }): Promise<ExplainedAnswer>
export function detect(request: DetectRequest): Promise<DetectAnswer>
export function detect(request: DetectRequest, options?: { readonly why: true }) {
  return forOneCall(
    {},
    (service): Promise<DetectAnswer> =>
      options?.why === true ? service.detect(request, { why: true }) : service.detect(request),
  )
}

/** The personal data in each of many texts: answers and failures in their order. */
export const detectAll = (requests: Parameters<Service['detectAll']>[0]) =>
  forOneCall({}, (service) => service.detectAll(requests))

/** A masked copy of a text, its spans, and a tokenised record to compare on. */
export const deidentify = (request: Parameters<Service['deidentify']>[0], options: LedgerOptions = {}) =>
  forOneCall(options, (service) => service.deidentify(request))

/** Masked copies of many texts: answers and failures in their order. */
export const deidentifyAll = (requests: Parameters<Service['deidentifyAll']>[0], options: LedgerOptions = {}) =>
  forOneCall(options, (service) => service.deidentifyAll(requests))

/** A masked copy of a file in its format, with a report. The format is found by the content; `name` is not disclosed. */
export const deidentifyFile = (
  request: Parameters<Service['deidentifyFile']>[0],
  upload: Parameters<Service['deidentifyFile']>[1],
  options: LedgerOptions = {},
) => forOneCall(options, (service) => service.deidentifyFile(request, upload))

/** Are these two records, or these two texts, the same? A decision receipt. */
export const compare = (request: Parameters<Service['compare']>[0], options: CompareOptions = {}) =>
  forOneCall(options, (service) => service.compare(request))

/** Files read, each under its own law, and compared pair by pair. */
export const documents = (
  request: Parameters<Service['documents']>[0],
  uploads: Parameters<Service['documents']>[1],
  options: LedgerOptions = {},
) => forOneCall(options, (service) => service.documents(request, uploads))

/** The records of one entity within tables: pairs and clusters, written into a folder. */
export const dedupe = (options: Omit<Parameters<Service['tables']>[0], 'task'>, service: CompareOptions = {}) =>
  forOneCall(service, (opened) => opened.tables({ ...options, task: 'dedupe' }))

/** The records of one entity in two tables or more: pairs and clusters, written into a folder. */
export const link = (options: Omit<Parameters<Service['tables']>[0], 'task'>, service: CompareOptions = {}) =>
  forOneCall(service, (opened) => opened.tables({ ...options, task: 'link' }))

/** Place mentions and the role of each. */
export const places = (request: Parameters<Service['places']>[0]) =>
  forOneCall({}, (service) => service.places(request))

/** Entities proposed from a text. */
export const extract = (request: Parameters<Service['extract']>[0]) =>
  forOneCall({}, (service) => service.extract(request))

/** A stored decision. */
export const decision = (request: Parameters<Service['decision']>[0], options: LedgerOptions) =>
  forOneCall(options, (service) => service.decision(request))

/** Why a stored decision came out as it did. */
export const explain = (request: Parameters<Service['explain']>[0], options: CompareOptions) =>
  forOneCall(options, (service) => service.explain(request))

/** A stored decision made again by the installed engine. */
export const replay = (request: Parameters<Service['replay']>[0], options: CompareOptions) =>
  forOneCall(options, (service) => service.replay(request))

/** Loads facts and engines (`models`) and parsers into this process, so that the first answers are fast ones. */
export const warm = (parts: WarmParts = {}) => forOneCall({}, (service) => service.warm(parts))
