// The method and path of each operation over HTTP, without schemas: a page loads the client without them.

export const OPERATION_PATHS = {
  detect: 'POST /detect',
  deidentify: 'POST /deidentify',
  compare: 'POST /compare',
  documents: 'POST /documents',
  places: 'POST /places',
  extract: 'POST /extract',
  decision: 'GET /decision/{id}',
  explain: 'GET /explain/{id}',
  replay: 'GET /replay/{id}',
  livez: 'GET /livez',
  capabilities: 'GET /capabilities',
  deidentify_file: 'POST /files/deidentify',
  deidentify_fhir: 'POST /deidentify/fhir',
  queue: 'GET /review',
  pair: 'GET /review/{id}',
  review: 'POST /review',
  why: 'POST /why',
  weigh: 'POST /weigh',
  decisions: 'GET /decisions',
  clusters: 'GET /clusters',
  cluster: 'GET /clusters/{id}',
  find: 'POST /find',
  resolve: 'POST /resolve',
  observe: 'POST /observe',
  entities: 'GET /entities',
  entity: 'GET /entities/{id}',
  path: 'POST /path',
  history: 'GET /history/{id}',
  cases: 'GET /cases',
  match_patient: 'POST /find/fhir',
} as const satisfies Readonly<Record<string, `${'GET' | 'POST'} /${string}`>>

/** Name of an operation: in attestations, in the OpenAPI document, of the method of a service and of a client. */
export type OperationName = keyof typeof OPERATION_PATHS
