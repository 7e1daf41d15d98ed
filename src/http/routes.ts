// The one table of everything the service answers. Routing, the OpenAPI document and /capabilities are read from it.
import { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import type { ReadFile } from '../operations/documents.ts'
import { ANSWERS } from '../records/answers.ts'
import { ClusterRequest, ClustersRequest } from '../records/clusters.ts'
import { receiptJson } from '../records/receipt-json.ts'
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
} from '../records/requests.ts'
import { PairRequest, QueueRequest, ReviewRequest } from '../records/review.ts'
import { DecisionsRequest, WeighRequest } from '../records/studio.ts'
import type { Installation } from '../service.ts'
import type { SelfDescription } from './self-description.ts'

/** Input of a route: the request, unchecked, and the files of a form, read. */
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
  /** Statuses of this route only; the OpenAPI document adds the common ones. */
  readonly statuses: readonly number[]
  readonly example: Readonly<Record<string, unknown>> | null
  /** True if the route reads the files of a form itself; other routes receive their text. */
  readonly readsFiles?: boolean
  respond(call: Call<Asked>): Promise<object> | object
  /** Answered in the process that listens however long the request is: it reads the ledger itself. */
  readonly light?: true
  /** An answer as JSON text, where something faster than JSON.stringify writes the same. */
  readonly written?: (answer: never) => string
}

type Derived = 'method' | 'answer' | 'carries' | 'example' | 'request'

/** A route with what follows from its other members: a query is a GET, the answer is that of the tool, a body is JSON. */
export function route<Schema extends z.ZodObject>(
  spec: Omit<Route<z.input<Schema>>, Derived> &
    Partial<Pick<Route, 'carries' | 'example'>> & { readonly request: Schema; readonly tool: keyof typeof ANSWERS },
): Route {
  const { carries = 'json', example = null, ...rest } = spec
  const method = carries === 'query' ? 'GET' : 'POST'
  return { ...rest, carries, example, method, answer: ANSWERS[spec.tool] } as unknown as Route
}

const Nothing = z.object({})

export const ROUTES: readonly Route[] = [
  route({
    path: '/detect',
    tool: 'detect',
    group: 'Personal data',
    request: DetectRequest,
    summary: 'Find personal data in a text',
    description:
      'Says where personal data stands, what kind it is and which provision makes it so; never the text of a span.',
    statuses: [400],
    example: { text: 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.', jurisdiction: 'NG' },
    respond: ({ service, asked }) => service.detect(asked),
  }),
  route({
    path: '/deidentify',
    tool: 'deidentify',
    group: 'Personal data',
    request: DeidentifyRequest,
    summary: 'Make a masked copy of a text',
    description:
      'Rewrites every span as the governing statute says, or all of them by one method, and keeps a tokenised record to compare on.',
    statuses: [400, 503],
    example: {
      text: 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.',
      jurisdiction: 'NG',
      salt: 'a secret of yours',
    },
    respond: ({ service, asked }) => service.deidentify(asked),
  }),
  route({
    path: '/compare',
    tool: 'compare',
    group: 'Comparison',
    request: CompareRequest,
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
    path: '/documents',
    tool: 'documents',
    group: 'Comparison',
    carries: 'form',
    request: DocumentsRequest,
    summary: 'Read, extract and compare uploaded documents',
    description:
      'Settles the jurisdiction of each file, extracts its fields, compares every pair and builds a review pack. Nothing is kept unless store is true.',
    statuses: [400, 503],
    respond: ({ service, asked, files }) => service.reportOf(asked, files),
  }),
  route({
    path: '/places',
    tool: 'places',
    group: 'Mentions',
    request: PlacesRequest,
    summary: 'Find places and the role each plays',
    description: 'Place mentions with a spatial role: origin, destination, via, location or unknown.',
    statuses: [400],
    example: { text: 'Deliver from 12 Marina Road to Balogun Market.' },
    respond: ({ service, asked }) => service.places(asked),
  }),
  route({
    path: '/extract',
    tool: 'extract',
    group: 'Mentions',
    request: ExtractRequest,
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
    path: '/decision/{id}',
    tool: 'decision',
    group: 'Ledger',
    carries: 'query',
    request: DecisionRequest,
    summary: 'Read a stored decision',
    description: 'With reveal the values of its records are added.',
    statuses: [404, 503],
    respond: ({ service, asked }) => service.decision(asked),
  }),
  route({
    path: '/explain/{id}',
    tool: 'explain',
    group: 'Ledger',
    carries: 'query',
    request: ExplainRequest,
    summary: 'Why a decision came out as it did',
    description:
      'What supported it, what spoke against it, what was missing, and what both sides share; masked unless reveal.',
    statuses: [404, 503],
    respond: ({ service, asked }) => service.explain(asked),
  }),
  route({
    path: '/replay/{id}',
    tool: 'replay',
    group: 'Ledger',
    carries: 'query',
    request: ReplayRequest,
    summary: 'Decide again from the stored inputs',
    description: 'Does the installed engine return the same decision, byte for byte? If not, what moved.',
    statuses: [400, 404, 503],
    respond: ({ service, asked }) => service.replay(asked),
  }),
  route({
    path: '/livez',
    tool: 'livez',
    group: 'Service',
    carries: 'query',
    request: Nothing,
    summary: 'Is the service alive?',
    description: 'warm is null without a warm start, false while it loads, true when it is done.',
    statuses: [],
    respond: ({ selfDescription }) => selfDescription.liveness(),
  }),
  route({
    path: '/capabilities',
    tool: 'capabilities',
    group: 'Service',
    carries: 'query',
    request: Nothing,
    summary: 'What this installation can do',
    description: 'Ledger, model, parsers, the did:key that signs, and the routes.',
    statuses: [],
    respond: ({ selfDescription }) => selfDescription.capabilities(ROUTES.map(({ path }) => path)),
  }),
]

// Routes beyond the contract, which are not among the endpoints of /capabilities.
const FILE_ROUTES: readonly Route[] = [
  route({
    path: '/files/deidentify',
    tool: 'deidentify_file',
    group: 'Personal data',
    carries: 'form',
    request: DeidentifyFileRequest,
    summary: 'Make a masked copy of a file',
    description:
      'One file in, the same file out in its own format without its personal data, read again before it is given. Nothing is kept unless store is true.',
    statuses: [400, 503],
    readsFiles: true,
    async respond({ service, asked, uploads }) {
      if (uploads.length !== 1)
        throw new SelfsameError('upload_missing', 'files: required, expected exactly one file to copy.')
      const { bytes, ...copy } = await service.deidentifyFile(asked, uploads[0]!)
      return { ...copy, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') }
    },
  }),
]

const REVIEW_ROUTES: readonly Route[] = [
  route({
    path: '/review',
    tool: 'queue',
    group: 'Review',
    carries: 'query',
    light: true,
    request: QueueRequest,
    summary: 'What waits for a person',
    description:
      'Pairs that stored decisions ask about, those first of which an answer changes most, every tenth drawn at random. Pairs that answers imply are not asked.',
    statuses: [503],
    respond: ({ service, asked, caller }) => service.reviews.queue(asked, caller),
  }),
  route({
    path: '/review/{id}',
    tool: 'pair',
    group: 'Review',
    carries: 'query',
    light: true,
    request: PairRequest,
    summary: 'One pair, value beside value',
    description:
      'Both records with the likeness of each field, and what the engine made of them; masked unless reveal.',
    statuses: [404, 503],
    respond: ({ service, asked }) => service.reviews.pair(asked),
  }),
  route({
    path: '/review',
    tool: 'review',
    group: 'Review',
    light: true,
    request: ReviewRequest,
    summary: 'Answer a pair',
    description:
      'Records what a person decided, under the name of the caller, as a decision that supersedes the one answered. "undo" takes the last answer back, by another decision.',
    statuses: [400, 404, 409, 503],
    respond: ({ service, asked, caller }) => service.reviews.answer(asked, caller),
  }),
]

const LOOKING_ROUTES: readonly Route[] = [
  route({
    path: '/why',
    tool: 'why',
    group: 'Personal data',
    request: DetectRequest,
    summary: 'Find personal data, and say what decided',
    description: 'The answer of /detect, each detection with what spoke for it, the weightiest first.',
    statuses: [400],
    example: { text: 'Write to casey@example.com.', jurisdiction: 'DE' },
    respond: ({ service, asked }) => service.detect(asked, { why: true }),
  }),
  route({
    path: '/weigh',
    tool: 'weigh',
    group: 'Comparison',
    request: WeighRequest,
    summary: 'What each factor adds, and what would turn the verdict',
    description:
      'Two records compared as by /compare, with the log-odds that each factor adds and the single changes that would give another identity.',
    statuses: [400],
    example: { a: { name: 'Ada Obi' }, b: { name: 'Ada Obi', city: 'Lagos' } },
    respond: ({ service, asked }) => service.looking.weigh(asked),
  }),
  route({
    path: '/decisions',
    tool: 'decisions',
    group: 'Ledger',
    carries: 'query',
    light: true,
    request: DecisionsRequest,
    summary: 'What was decided lately',
    description: 'How many decisions and records there are, and the latest decisions without values.',
    statuses: [503],
    respond: ({ service, asked }) => service.looking.decisions(asked),
  }),
  route({
    path: '/clusters',
    tool: 'clusters',
    group: 'Review',
    carries: 'query',
    light: true,
    request: ClustersRequest,
    summary: 'The weakest and largest clusters of the latest run',
    description:
      'Clusters of three records and more that the latest run over tables with reviews has listed, the one with the weakest edge first.',
    statuses: [503],
    respond: ({ service, asked }) => service.looking.clusters(asked),
  }),
  route({
    path: '/clusters/{id}',
    tool: 'cluster',
    group: 'Review',
    carries: 'query',
    light: true,
    request: ClusterRequest,
    summary: 'One cluster as a graph',
    description:
      'Its records, masked unless reveal, and the edges between them with what stands for each in the review queue.',
    statuses: [404, 503],
    respond: ({ service, asked }) => service.looking.cluster(asked),
  }),
]

/** Everything that is routed: the contract, and what was added to it. */
export const ALL_ROUTES: readonly Route[] = [...ROUTES, ...FILE_ROUTES, ...REVIEW_ROUTES, ...LOOKING_ROUTES]
