// The operations over the graph of a ledger, as part of the table of operations.
import {
  CasesAnswer,
  CasesRequest,
  EntitiesAnswer,
  EntitiesRequest,
  EntityAnswer,
  EntityRequest,
  HistoryAnswer,
  HistoryRequest,
  ObserveAnswer,
  ObserveRequest,
  PathAnswer,
  PathRequest,
  ResolveAnswer,
  ResolveRequest,
} from './graph.ts'
import { operation } from './operation.ts'

const common = { group: 'Entities', ledger: 'always', light: true, added: true } as const

export const GRAPH_OPERATIONS = {
  /** A record joins an entity of the ledger, founds one or opens a case. Throws index_unknown, record_vague, index_unavailable. */
  resolve: operation({
    ...common,
    request: ResolveRequest,
    answer: ResolveAnswer,
    summary: 'Join a record to an entity of the ledger',
    description:
      'Looks the record up as /find does and records what it decides: the record joins an entity, founds one, or opens a case for people. Every comparison is the receipt of /compare, in the ledger. The same record again changes nothing.',
    statuses: [400, 503],
  }),
  /** What became known of a resolved record. Throws index_unknown, record_unknown, record_vague, index_unavailable. */
  observe: operation({
    ...common,
    request: ObserveRequest,
    answer: ObserveAnswer,
    summary: 'Add what became known of a record',
    description:
      'The record with further values supersedes the one before: its comparisons are made again and supersede the earlier ones, and entities are merged or parted accordingly. What people have decided stays.',
    statuses: [400, 404, 503],
  }),
  /** The largest entities of the ledger. Throws index_unknown, index_unavailable. */
  entities: operation({
    ...common,
    request: EntitiesRequest,
    answer: EntitiesAnswer,
    summary: 'The entities of the ledger',
    description: 'How many records and entities there are, and the entities of several records, the largest first.',
    statuses: [400, 503],
  }),
  /** One entity with its records. Throws index_unknown, cluster_unknown, index_unavailable. */
  entity: operation({
    ...common,
    request: EntityRequest,
    answer: EntityAnswer,
    summary: 'One entity: its records, and a golden record',
    description:
      'Its records, masked unless reveal; for each field one value with the rule that chose it, its sources and what contradicts it; and the decisions that made it. An entity that another has taken over leads to that one.',
    statuses: [400, 404, 503],
  }),
  /** The chain of decisions between two records. Throws index_unknown, record_unknown, index_unavailable. */
  path: operation({
    ...common,
    request: PathRequest,
    answer: PathAnswer,
    summary: 'The decisions that make two records one',
    description:
      'The chain of decisions whose weakest is the strongest, with all that the id of each binds: with the attestation, a reader can check every step without the service.',
    statuses: [400, 404, 503],
  }),
  /** Decisions about a record or an entity. Throws index_unknown, record_unknown, cluster_unknown, index_unavailable. */
  history: operation({
    ...common,
    request: HistoryRequest,
    answer: HistoryAnswer,
    summary: 'What was decided about a record or an entity',
    description:
      'Every decision about a record and its earlier versions, or about an entity, in the order of the ledger.',
    statuses: [400, 404, 503],
  }),
  /** Open questions with what would settle each. Throws index_unknown, index_unavailable. */
  cases: operation({
    ...common,
    request: CasesRequest,
    answer: CasesAnswer,
    summary: 'Open cases, and what would settle each',
    description:
      'Pairs of records in different entities that wait for a person, with the fields any one of which would decide. They are answered by POST /review, or by POST /observe with such a field.',
    statuses: [400, 503],
  }),
}
