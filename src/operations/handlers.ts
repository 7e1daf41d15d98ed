// The program of each operation that a service answers from its request alone, loaded when it is first called.
import type { OperationName } from '../records/operation-paths.ts'
import type { AnswerOf, RequestOf } from '../records/operations.ts'
import type { Handler } from './shared/context.ts'

type HandlerOf<Name extends OperationName> = Handler<RequestOf<Name>, AnswerOf<Name>>

export const HANDLERS = {
  detect: async () => (await import('./detect.ts')).detect,
  why: async () => (await import('./detect.ts')).detectWithReasons,
  deidentify: async () => (await import('./deidentify.ts')).deidentify,
  deidentify_fhir: async () => (await import('./deidentify-fhir.ts')).deidentifyFhir,
  compare: async () => (await import('./compare.ts')).compare,
  weigh: async () => (await import('./compare.ts')).weigh,
  places: async () => (await import('./mentions.ts')).places,
  extract: async () => (await import('./mentions.ts')).extract,
  decision: async () => (await import('./decisions.ts')).decision,
  decisions: async () => (await import('./decisions.ts')).decisions,
  explain: async () => (await import('./explain.ts')).explain,
  replay: async () => (await import('./replay.ts')).replay,
  queue: async () => (await import('./review/queue.ts')).queue,
  pair: async () => (await import('./review/pair.ts')).pair,
  review: async () => (await import('./review/answer.ts')).answerPair,
  clusters: async () => (await import('./clusters.ts')).clusters,
  cluster: async () => (await import('./clusters.ts')).cluster,
  match_patient: async () => (await import('./match-patient.ts')).matchPatient,
  find: async () => (await import('./find.ts')).find,
  resolve: async () => (await import('./graph/resolve.ts')).resolve,
  observe: async () => (await import('./graph/resolve.ts')).observe,
  entities: async () => (await import('./graph/reading.ts')).entities,
  entity: async () => (await import('./graph/reading.ts')).entity,
  path: async () => (await import('./graph/path.ts')).path,
  history: async () => (await import('./graph/reading.ts')).history,
  cases: async () => (await import('./graph/reading.ts')).cases,
} satisfies { readonly [Name in OperationName]?: () => Promise<HandlerOf<Name>> }

/** Operations that a service answers from a request alone; others also take files, or are about the HTTP service. */
export type HandledName = keyof typeof HANDLERS
