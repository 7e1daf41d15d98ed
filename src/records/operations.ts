// The table of operations: request, answer and description of each. Service, library, routes, OpenAPI, clients and tools follow from it.
import { z } from 'zod'
import { ClusterAnswer, ClusterRequest, ClustersAnswer, ClustersRequest } from './clusters.ts'
import { DeidentifyAnswer, DetectAnswer } from './detection.ts'
import { DocumentReport, FileCopyAnswer } from './documents.ts'
import { DecisionsAnswer, DecisionsRequest, WeighAnswer, WeighRequest, WhyAnswer } from './explanations.ts'
import { FhirCopyAnswer, FhirCopyRequest, FhirMatchAnswer, FhirMatchRequest } from './fhir.ts'
import { FindAnswer, FindRequest } from './find.ts'
import { GRAPH_OPERATIONS } from './graph-operations.ts'
import { Explanation, ReplayAnswer, StoredDecision } from './ledger.ts'
import { ExtractAnswer, PlacesAnswer } from './mentions.ts'
import { type Operation, operation } from './operation.ts'
import type { OperationName } from './operation-paths.ts'
import { Receipt, receiptJson } from './receipt.ts'
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
} from './requests.ts'
import { PairAnswer, PairRequest, QueueAnswer, QueueRequest, ReviewAnswer, ReviewRequest } from './review.ts'
import { Capabilities, Liveness } from './self-descriptions.ts'
import { serviceIdsIn } from './service-id.ts'

export type { LedgerNeed, Operation } from './operation.ts'

const Nothing = z.object({})

export const OPERATIONS = {
  /** The personal data in a text. Offsets are Unicode code points, end exclusive. */
  detect: operation({
    group: 'Personal data',
    request: DetectRequest,
    answer: DetectAnswer,
    ledger: 'never',
    summary: 'Find personal data in a text',
    description:
      'Says where personal data stands, what kind it is and which provision makes it so; never the text of a span.',
    statuses: [400],
    example: { text: 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.', jurisdiction: 'NG' },
    readByModel: true,
  }),
  /** A redacted text, its spans, and a tokenised record to compare on. */
  deidentify: operation({
    group: 'Personal data',
    request: DeidentifyRequest,
    answer: DeidentifyAnswer,
    ledger: 'stored',
    summary: 'Make a masked copy of a text',
    description:
      'Rewrites every span as the governing statute says, or all of them by one method, and keeps a tokenised record to compare on.',
    statuses: [400, 503],
    example: {
      text: 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.',
      jurisdiction: 'NG',
      salt: 'a secret of yours',
    },
    readByModel: true,
  }),
  /** Are these two records, or these two texts, the same? A decision receipt. */
  compare: operation({
    group: 'Comparison',
    request: CompareRequest,
    answer: Receipt,
    ledger: 'stored',
    summary: 'Are these two the same?',
    description:
      'Compares two records under an entity pack, or two texts, and answers with a receipt: same entity, review, or different.',
    statuses: [400, 503],
    example: {
      a: { name: 'Example Trading Limited', registration_id: 'RC123456' },
      b: { name: 'Example Trading Ltd', registration_id: 'RC 123456' },
      entity: 'organisation',
    },
    written: receiptJson,
    readByModel: true,
  }),
  /** Files read, each under its own law, and compared pair by pair. */
  documents: operation({
    group: 'Comparison',
    request: DocumentsRequest,
    answer: DocumentReport,
    ledger: 'stored',
    summary: 'Read, extract and compare uploaded documents',
    description:
      'Settles the jurisdiction of each file, extracts its fields, compares every pair and builds a review pack. Nothing is kept unless store is true.',
    statuses: [400, 503],
    form: true,
  }),
  /** Place mentions and the role of each. */
  places: operation({
    group: 'Mentions',
    request: PlacesRequest,
    answer: PlacesAnswer,
    ledger: 'never',
    summary: 'Find places and the role each plays',
    description: 'Place mentions with a spatial role: origin, destination, via, location or unknown.',
    statuses: [400],
    example: { text: 'Deliver from 12 Marina Road to Balogun Market.' },
  }),
  /** Entities proposed from a text. */
  extract: operation({
    group: 'Mentions',
    request: ExtractRequest,
    answer: ExtractAnswer,
    ledger: 'never',
    summary: 'Propose the entities of a text',
    description: 'Persons, organisations, places, identifiers, dates, money and more, each with its text and offsets.',
    statuses: [400],
    example: {
      text: 'Casey Example of Example Trading Ltd paid on 3 May 2024.',
      entity_types: ['PERSON', 'ORGANIZATION'],
    },
    readByModel: true,
  }),
  /** A stored decision. */
  decision: operation({
    group: 'Ledger',
    request: DecisionRequest,
    answer: StoredDecision,
    ledger: 'always',
    summary: 'Read a stored decision',
    description: 'With reveal the values of its records are added.',
    statuses: [404, 503],
  }),
  /** The evidence of a stored decision. */
  explain: operation({
    group: 'Ledger',
    request: ExplainRequest,
    answer: Explanation,
    ledger: 'always',
    summary: 'Why a decision came out as it did',
    description:
      'What supported it, what spoke against it, what was missing, and what both sides share; masked unless reveal.',
    statuses: [404, 503],
    rerun: true,
  }),
  /** A stored decision made again by the installed engine. */
  replay: operation({
    group: 'Ledger',
    request: ReplayRequest,
    answer: ReplayAnswer,
    ledger: 'always',
    summary: 'Decide again from the stored inputs',
    description: 'Does the installed engine return the same decision, byte for byte? If not, what moved.',
    statuses: [400, 404, 503],
    rerun: true,
  }),
  /** Version and warm state. */
  livez: operation({
    group: 'Service',
    request: Nothing,
    answer: Liveness,
    ledger: 'never',
    summary: 'Is the service alive?',
    description: 'warm is null without a warm start, false while it loads, true when it is done.',
    statuses: [],
  }),
  /** The optional parts of the installation. */
  capabilities: operation({
    group: 'Service',
    request: Nothing,
    answer: Capabilities,
    ledger: 'never',
    summary: 'List the optional parts of this installation',
    description: 'Ledger, model, parsers, the did:key that signs, and the routes.',
    statuses: [],
  }),
  /** A redacted file in its own format. */
  deidentify_file: operation({
    group: 'Personal data',
    request: DeidentifyFileRequest,
    answer: FileCopyAnswer,
    ledger: 'stored',
    summary: 'Make a masked copy of a file',
    description:
      'One file in, the same file out in its own format without its personal data, read again before it is given. Nothing is kept unless store is true.',
    statuses: [400, 503],
    readsFiles: true,
    form: true,
    added: true,
  }),
  /** FHIR R4 resources without their personal data. Throws jurisdiction_unknown, shape. */
  deidentify_fhir: operation({
    group: 'Personal data',
    request: FhirCopyRequest,
    answer: FhirCopyAnswer,
    ledger: 'never',
    summary: 'Make masked copies of FHIR resources',
    description:
      'Masks each element of FHIR R4 resources by its definition, and free text by the detectors. What has no definition is taken out. References stay consistent by tokens.',
    statuses: [400],
    example: {
      resources: [
        { resourceType: 'Patient', name: [{ family: 'Example', given: ['Casey'] }], birthDate: '1970-04-03' },
      ],
      statute: 'HIPAA-SAFE-HARBOR',
      salt: 'a secret of yours',
    },
    added: true,
  }),
  /** Waiting pairs in the order of the queue. `caller`: pairs that this reviewer has answered are omitted. */
  queue: operation({
    group: 'Review',
    request: QueueRequest,
    answer: QueueAnswer,
    ledger: 'always',
    summary: 'What waits for a person',
    description:
      'Pairs that stored decisions ask about, those first of which an answer changes most, every tenth drawn at random. Pairs that answers imply are not asked.',
    statuses: [503],
    light: true,
    added: true,
  }),
  /** One pair with its values side by side. Throws decision_unknown, review_unknown. */
  pair: operation({
    group: 'Review',
    request: PairRequest,
    answer: PairAnswer,
    ledger: 'always',
    summary: 'Show one pair with the values of both records',
    description:
      'Both records with the likeness of each field, and what the engine made of them; masked unless reveal.',
    statuses: [404, 503],
    light: true,
    added: true,
  }),
  /** Records the answer of a reviewer, the caller. Throws reviewer_unknown, decision_unknown, review_unknown, review_moved, review_closed, reviewer_again. */
  review: operation({
    group: 'Review',
    request: ReviewRequest,
    answer: ReviewAnswer,
    ledger: 'always',
    summary: 'Answer a pair',
    description:
      'Records what a person decided, under the name of the caller, as a decision that supersedes the one answered. "undo" takes the last answer back, by another decision.',
    statuses: [400, 404, 409, 503],
    light: true,
    added: true,
  }),
  /** The answer of detect; each detection has the reasons for it. */
  why: operation({
    group: 'Personal data',
    request: DetectRequest,
    answer: WhyAnswer,
    ledger: 'never',
    summary: 'Find personal data, and say what decided',
    description: 'The answer of /detect, each detection with what spoke for it, the weightiest first.',
    statuses: [400],
    example: { text: 'Write to casey@example.com.', jurisdiction: 'DE' },
    added: true,
  }),
  /** The contribution of each factor to a comparison of two records, and the single changes that would change its verdict. Throws entity_unknown. */
  weigh: operation({
    group: 'Comparison',
    request: WeighRequest,
    answer: WeighAnswer,
    ledger: 'never',
    summary: 'Weigh each factor, and the changes that would change the verdict',
    description:
      'Two records compared as by /compare, with the log-odds that each factor adds and the single changes that would give another identity.',
    statuses: [400],
    example: { a: { name: 'Ada Obi' }, b: { name: 'Ada Obi', city: 'Lagos' } },
    added: true,
  }),
  /** The size of the ledger, and its latest decisions. */
  decisions: operation({
    group: 'Ledger',
    request: DecisionsRequest,
    answer: DecisionsAnswer,
    ledger: 'always',
    summary: 'What was decided lately',
    description: 'How many decisions and records there are, and the latest decisions without values.',
    statuses: [503],
    light: true,
    added: true,
  }),
  /** The weakest and largest clusters of the latest run that listed them. */
  clusters: operation({
    group: 'Review',
    request: ClustersRequest,
    answer: ClustersAnswer,
    ledger: 'always',
    summary: 'The weakest and largest clusters of the latest run',
    description:
      'Clusters of three records and more that the latest run over tables with reviews has listed, the one with the weakest edge first.',
    statuses: [503],
    light: true,
    added: true,
  }),
  /** One cluster as a graph. Throws cluster_unknown. */
  cluster: operation({
    group: 'Review',
    request: ClusterRequest,
    answer: ClusterAnswer,
    ledger: 'always',
    summary: 'One cluster as a graph',
    description:
      'Its records, masked unless reveal, and the edges between them with what stands for each in the review queue.',
    statuses: [404, 503],
    light: true,
    added: true,
  }),
  /** One record against the entities of an index. Throws index_unknown, record_vague, index_unavailable. */
  find: operation({
    group: 'Comparison',
    request: FindRequest,
    answer: FindAnswer,
    ledger: 'stored',
    summary: 'Find one record among many',
    description:
      'Looks for the entity of a record in an index: found, ambiguous with the candidates and the fields that would settle it, or not found. Each candidate has the receipt that /compare gives.',
    statuses: [400, 503],
    light: true,
    added: true,
  }),
  /** A Patient of FHIR against the entities of an index. Throws index_unknown, record_vague, index_unavailable, shape. */
  match_patient: operation({
    group: 'Comparison',
    request: FhirMatchRequest,
    answer: FhirMatchAnswer,
    ledger: 'never',
    summary: 'Find a FHIR Patient among many',
    description:
      'Looks a Patient of FHIR R4 up as /find does, and answers with a searchset Bundle: each candidate has its values, a score and a match grade.',
    statuses: [400, 503],
    light: true,
    added: true,
  }),
  ...GRAPH_OPERATIONS,
} satisfies Readonly<Record<OperationName, Operation>>

type Operations = typeof OPERATIONS

/** A request as a caller writes it, and as an operation receives it: with defaults. */
export type RequestInput<Name extends OperationName> = z.input<Operations[Name]['request']>
export type RequestOf<Name extends OperationName> = z.output<Operations[Name]['request']>
export type AnswerOf<Name extends OperationName> = z.output<Operations[Name]['answer']>

/** The ids in an answer of an operation, sorted, each once; none for an unknown name. */
export const issuedIds = (name: string, answer: unknown): string[] =>
  Object.hasOwn(OPERATIONS, name) ? serviceIdsIn(OPERATIONS[name as OperationName].answer, answer) : []
