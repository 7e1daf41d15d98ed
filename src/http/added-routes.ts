// What the service answers beyond the contract: additions, which change nothing of its eleven routes and are not among the endpoints of
// /capabilities. Everything else (OpenAPI, guard, attestation, limits) is theirs as well.
import { SelfsameError } from '../errors.ts'
import { ANSWERS } from '../records/answers.ts'
import { ClusterRequest, ClustersRequest } from '../records/clusters.ts'
import { DeidentifyFileRequest, DetectRequest } from '../records/requests.ts'
import { PairRequest, QueueRequest, ReviewRequest } from '../records/review.ts'
import { DecisionsRequest, WeighRequest } from '../records/studio.ts'
import { ROUTES, type Route, route } from './routes.ts'

const FILE_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/files/deidentify',
    tool: 'deidentify_file',
    group: 'Personal data',
    carries: 'form',
    request: DeidentifyFileRequest,
    answer: ANSWERS.deidentify_file,
    summary: 'Make a masked copy of a file',
    description:
      'One file in, the same file out in its own format without its personal data, read again before it is given. Nothing is kept unless store is true.',
    statuses: [400, 503],
    example: null,
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
    method: 'GET',
    path: '/review',
    tool: 'queue',
    group: 'Review',
    carries: 'query',
    light: true,
    request: QueueRequest,
    answer: ANSWERS.queue,
    summary: 'What waits for a person',
    description:
      'Pairs that stored decisions ask about, those first of which an answer changes most, every tenth drawn at random. Pairs that answers imply are not asked.',
    statuses: [503],
    example: null,
    respond: ({ service, asked, caller }) => service.reviews.queue(asked, caller),
  }),
  route({
    method: 'GET',
    path: '/review/{id}',
    tool: 'pair',
    group: 'Review',
    carries: 'query',
    light: true,
    request: PairRequest,
    answer: ANSWERS.pair,
    summary: 'One pair, value beside value',
    description:
      'Both records with the likeness of each field, and what the engine made of them; masked unless reveal.',
    statuses: [404, 503],
    example: null,
    respond: ({ service, asked }) => service.reviews.pair(asked),
  }),
  route({
    method: 'POST',
    path: '/review',
    tool: 'review',
    group: 'Review',
    carries: 'json',
    light: true,
    request: ReviewRequest,
    answer: ANSWERS.review,
    summary: 'Answer a pair',
    description:
      'Records what a person decided, under the name of the caller, as a decision that supersedes the one answered. "undo" takes the last answer back, by another decision.',
    statuses: [400, 404, 409, 503],
    example: null,
    respond: ({ service, asked, caller }) => service.reviews.answer(asked, caller),
  }),
]

const LOOKING_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/why',
    tool: 'why',
    group: 'Personal data',
    carries: 'json',
    request: DetectRequest,
    answer: ANSWERS.why,
    summary: 'Find personal data, and say what decided',
    description: 'The answer of /detect, each detection with what spoke for it, the weightiest first.',
    statuses: [400],
    example: { text: 'Write to casey@example.com.', jurisdiction: 'DE' },
    respond: ({ service, asked }) => service.detect(asked, { why: true }),
  }),
  route({
    method: 'POST',
    path: '/weigh',
    tool: 'weigh',
    group: 'Comparison',
    carries: 'json',
    request: WeighRequest,
    answer: ANSWERS.weigh,
    summary: 'What each factor adds, and what would turn the verdict',
    description:
      'Two records compared as by /compare, with the log-odds that each factor adds and the single changes that would give another identity.',
    statuses: [400],
    example: { a: { name: 'Ada Obi' }, b: { name: 'Ada Obi', city: 'Lagos' } },
    respond: ({ service, asked }) => service.looking.weigh(asked),
  }),
  route({
    method: 'GET',
    path: '/decisions',
    tool: 'decisions',
    group: 'Ledger',
    carries: 'query',
    light: true,
    request: DecisionsRequest,
    answer: ANSWERS.decisions,
    summary: 'What was decided lately',
    description: 'How many decisions and records there are, and the latest decisions without values.',
    statuses: [503],
    example: null,
    respond: ({ service, asked }) => service.looking.decisions(asked),
  }),
  route({
    method: 'GET',
    path: '/clusters',
    tool: 'clusters',
    group: 'Review',
    carries: 'query',
    light: true,
    request: ClustersRequest,
    answer: ANSWERS.clusters,
    summary: 'The weakest and largest clusters of the latest run',
    description:
      'Clusters of three records and more that the latest run over tables with reviews has listed, the one with the weakest edge first.',
    statuses: [503],
    example: null,
    respond: ({ service, asked }) => service.looking.clusters(asked),
  }),
  route({
    method: 'GET',
    path: '/clusters/{id}',
    tool: 'cluster',
    group: 'Review',
    carries: 'query',
    light: true,
    request: ClusterRequest,
    answer: ANSWERS.cluster,
    summary: 'One cluster as a graph',
    description:
      'Its records, masked unless reveal, and the edges between them with what stands for each in the review queue.',
    statuses: [404, 503],
    example: null,
    respond: ({ service, asked }) => service.looking.cluster(asked),
  }),
]

/** Everything that is routed: the contract, and what was added to it. */
export const ALL_ROUTES: readonly Route[] = [...ROUTES, ...FILE_ROUTES, ...REVIEW_ROUTES, ...LOOKING_ROUTES]
