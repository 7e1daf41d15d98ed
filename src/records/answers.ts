// The answer schema of each route, by the name used in attestations. Routing, the OpenAPI document and the ids of attestations use it.
import { ClusterAnswer, ClustersAnswer } from './clusters.ts'
import { FileCopyAnswer } from './copies.ts'
import { DeidentifyAnswer, DetectAnswer } from './detection.ts'
import { DocumentReport } from './documents.ts'
import { Explanation, ReplayAnswer, StoredDecision } from './ledger.ts'
import { ExtractAnswer, PlacesAnswer } from './mentions.ts'
import { Receipt } from './receipt.ts'
import { PairAnswer, QueueAnswer, ReviewAnswer } from './review.ts'
import { Capabilities, Liveness } from './service.ts'
import { serviceIdsIn } from './service-id.ts'
import { DecisionsAnswer, WeighAnswer, WhyAnswer } from './studio.ts'

export const ANSWERS = {
  detect: DetectAnswer,
  deidentify: DeidentifyAnswer,
  deidentify_file: FileCopyAnswer,
  compare: Receipt,
  documents: DocumentReport,
  places: PlacesAnswer,
  extract: ExtractAnswer,
  decision: StoredDecision,
  explain: Explanation,
  replay: ReplayAnswer,
  queue: QueueAnswer,
  pair: PairAnswer,
  review: ReviewAnswer,
  why: WhyAnswer,
  weigh: WeighAnswer,
  decisions: DecisionsAnswer,
  clusters: ClustersAnswer,
  cluster: ClusterAnswer,
  livez: Liveness,
  capabilities: Capabilities,
} as const

/** The ids in an answer of the route `tool`, sorted, each once; none for an unknown route. */
export const issuedIds = (tool: string, answer: unknown): string[] =>
  Object.hasOwn(ANSWERS, tool) ? serviceIdsIn(ANSWERS[tool as keyof typeof ANSWERS], answer) : []
