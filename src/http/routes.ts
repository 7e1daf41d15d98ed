// The one table of everything the service answers. Routing, the OpenAPI document and /capabilities are read from it.
import { z } from 'zod'
import { ANSWERS } from '../records/answers.ts'
import { receiptJson } from '../records/receipt-json.ts'
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
} from '../records/requests.ts'
import type { Installation } from '../service.ts'
import type { ReadFile } from '../verbs/documents.ts'
import type { SelfDescription } from './self-description.ts'

/** What a route answers from: what was asked, whose shape the service checks, and the files of a form, read. */
export interface Call<Asked> {
  readonly asked: Asked
  readonly files: readonly ReadFile[]
  /** The files of a form of a route that reads them itself. */
  readonly uploads: readonly Upload[]
  readonly service: Installation
  readonly selfDescription: SelfDescription
  /** As attestation knows it; null in a worker, where no answer depends on it. */
  readonly caller: string | null
}

export interface Route<Asked = never> {
  readonly method: 'GET' | 'POST'
  /** As in the contract: `/decision/{id}`. */
  readonly path: string
  /** Name in attestations and in the OpenAPI document. */
  readonly tool: string
  /** Heading on the API page. */
  readonly group: string
  readonly carries: 'json' | 'form' | 'query'
  readonly request: z.ZodObject
  readonly answer: z.ZodType
  readonly summary: string
  readonly description: string
  /** Failures of its own; those that any route can meet are added by the OpenAPI document. */
  readonly statuses: readonly number[]
  readonly example: Readonly<Record<string, unknown>> | null
  /** Of a form: the route reads its files itself; others get their text. */
  readonly readsFiles?: boolean
  respond(call: Call<Asked>): Promise<object> | object
  /** Answered in the process that listens however long the request is: it reads the ledger itself. */
  readonly light?: true
  /** An answer as JSON text, where something faster than JSON.stringify writes the same. */
  readonly written?: (answer: never) => string
}

export function route<Schema extends z.ZodObject>(
  spec: Omit<Route<z.input<Schema>>, 'request'> & { readonly request: Schema },
): Route {
  return spec as unknown as Route
}

const Nothing = z.object({})

export const ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/detect',
    tool: 'detect',
    group: 'Personal data',
    carries: 'json',
    request: DetectRequest,
    answer: ANSWERS.detect,
    summary: 'Find personal data in a text',
    description:
      'Says where personal data stands, what kind it is and which provision makes it so; never the text of a span.',
    statuses: [400],
    example: { text: 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.', jurisdiction: 'NG' },
    respond: ({ service, asked }) => service.detect(asked),
  }),
  route({
    method: 'POST',
    path: '/deidentify',
    tool: 'deidentify',
    group: 'Personal data',
    carries: 'json',
    request: DeidentifyRequest,
    answer: ANSWERS.deidentify,
    summary: 'Make a masked copy of a text',
    description:
      'Rewrites every span as the governing statute says, or all of them by one method, and keeps a tokenised record to compare on.',
    statuses: [400, 503],
    example: {
      text: 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.',
      jurisdiction: 'NG',
      method: 'statute',
      salt: 'a secret of yours',
    },
    respond: ({ service, asked }) => service.deidentify(asked),
  }),
  route({
    method: 'POST',
    path: '/compare',
    tool: 'compare',
    group: 'Comparison',
    carries: 'json',
    request: CompareRequest,
    answer: ANSWERS.compare,
    summary: 'Are these two the same?',
    description:
      'Compares two records under an entity pack, or two texts, and answers with a receipt: same entity, review, or different.',
    statuses: [400, 503],
    example: {
      a: { name: 'Example Trading Limited', registration_id: 'RC123456' },
      b: { name: 'Example Trading Ltd', registration_id: 'RC 123456' },
      entity: 'organisation',
    },
    respond: ({ service, asked }) => service.compare(asked),
    written: receiptJson,
  }),
  route({
    method: 'POST',
    path: '/documents',
    tool: 'documents',
    group: 'Comparison',
    carries: 'form',
    request: DocumentsRequest,
    answer: ANSWERS.documents,
    summary: 'Read, extract and compare uploaded documents',
    description:
      'Settles the jurisdiction of each file, extracts its fields, compares every pair and builds a review pack. Nothing is kept unless store is true.',
    statuses: [400, 503],
    example: null,
    respond: ({ service, asked, files }) => service.reportOf(asked, files),
  }),
  route({
    method: 'POST',
    path: '/places',
    tool: 'places',
    group: 'Mentions',
    carries: 'json',
    request: PlacesRequest,
    answer: ANSWERS.places,
    summary: 'Find places and the role each plays',
    description: 'Place mentions with a spatial role: origin, destination, via, location or unknown.',
    statuses: [400],
    example: { text: 'Deliver from 12 Marina Road to Balogun Market.' },
    respond: ({ service, asked }) => service.places(asked),
  }),
  route({
    method: 'POST',
    path: '/extract',
    tool: 'extract',
    group: 'Mentions',
    carries: 'json',
    request: ExtractRequest,
    answer: ANSWERS.extract,
    summary: 'Propose the entities of a text',
    description: 'Persons, organisations, places, identifiers, dates, money and more, each with its text and offsets.',
    statuses: [400],
    example: {
      text: 'Casey Example of Example Trading Ltd paid on 3 May 2024.',
      entity_types: ['PERSON', 'ORGANIZATION'],
    },
    respond: ({ service, asked }) => service.extract(asked),
  }),
  route({
    method: 'GET',
    path: '/decision/{id}',
    tool: 'decision',
    group: 'Ledger',
    carries: 'query',
    request: DecisionRequest,
    answer: ANSWERS.decision,
    summary: 'Read a stored decision',
    description: 'With reveal the values of its records are added.',
    statuses: [404, 503],
    example: null,
    respond: ({ service, asked }) => service.decision(asked),
  }),
  route({
    method: 'GET',
    path: '/explain/{id}',
    tool: 'explain',
    group: 'Ledger',
    carries: 'query',
    request: ExplainRequest,
    answer: ANSWERS.explain,
    summary: 'Why a decision came out as it did',
    description:
      'What supported it, what spoke against it, what was missing, and what both sides share; masked unless reveal.',
    statuses: [404, 503],
    example: null,
    respond: ({ service, asked }) => service.explain(asked),
  }),
  route({
    method: 'GET',
    path: '/replay/{id}',
    tool: 'replay',
    group: 'Ledger',
    carries: 'query',
    request: ReplayRequest,
    answer: ANSWERS.replay,
    summary: 'Decide again from the stored inputs',
    description: 'Does the installed engine return the same decision, byte for byte? If not, what moved.',
    statuses: [400, 404, 503],
    example: null,
    respond: ({ service, asked }) => service.replay(asked),
  }),
  route({
    method: 'GET',
    path: '/livez',
    tool: 'livez',
    group: 'Service',
    carries: 'query',
    request: Nothing,
    answer: ANSWERS.livez,
    summary: 'Is the service alive?',
    description: 'warm is null without a warm start, false while it loads, true when it is done.',
    statuses: [],
    example: null,
    respond: ({ selfDescription }) => selfDescription.liveness(),
  }),
  route({
    method: 'GET',
    path: '/capabilities',
    tool: 'capabilities',
    group: 'Service',
    carries: 'query',
    request: Nothing,
    answer: ANSWERS.capabilities,
    summary: 'What this installation can do',
    description: 'Ledger, model, parsers, the did:key that signs, and the routes.',
    statuses: [],
    example: null,
    respond: ({ selfDescription }) => selfDescription.capabilities(ROUTES.map(({ path }) => path)),
  }),
]
