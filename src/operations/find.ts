// POST /find: one record against the entities of an index.
import { round4 } from '../records/canonical.ts'
import type { FindAnswer, FindRequest } from '../records/find.ts'
import { shower } from '../text/mask.ts'
import { ENGINES } from '../version.ts'
import { followedIndex } from './graph/graph.ts'
import {
  apartFrom,
  candidateOf,
  compared,
  judge,
  MOST_COMPARED,
  MOST_SHOWN,
  refuseVague,
  settling,
} from './shared/candidates.ts'
import { decideRecords } from './shared/comparisons.ts'
import type { Handler } from './shared/context.ts'
import { requireLedger } from './shared/recorded.ts'

/** Throws no_ledger, index_unknown, record_vague, index_unavailable, ledger_unavailable. */
export const find: Handler<FindRequest, FindAnswer> = async (
  { record, index: name, certainty, reveal, store },
  context,
) => {
  const ledger = store ? requireLedger(context) : null
  const index = await followedIndex(name, context)
  const { entity } = index
  const { compare } = context.engines
  const asked = compare.fieldsAsRead(entity, record)
  refuseVague(asked, entity, context)
  const { records, version } = index.state()
  const open = await compared(asked, index.candidates(asked, MOST_COMPARED), null, entity, compare)
  const shown = open.slice(0, MOST_SHOWN)
  const decisions = shown.map(({ record: { fields } }) => decideRecords(entity, [record, fields], 'auto', context))
  if (ledger !== null) await ledger.append(decisions.map(({ append }) => append))
  const threshold = Math.max(certainty, compare.thresholds(entity).match)
  const judged = judge(open, entity, threshold, compare)
  const would_settle = judged.outcome === 'ambiguous' ? settling(asked, open, entity, threshold, context) : []
  const show = shower(reveal, context.maskValues)
  const [first] = shown
  return {
    outcome: judged.outcome,
    entity_id: judged.outcome === 'found' ? first!.record.entity_id : null,
    explanation: explanationOf(judged.outcome, shown.length, would_settle),
    probability: round4(judged.probability),
    would_settle,
    candidates: shown.map((one, at) =>
      candidateOf(one, decisions[at]!, apartFrom(first!.record, one.record, entity, compare), show, store),
    ),
    pins: {
      engine: ENGINES.find,
      entity_pack: entity,
      index: version,
      records,
      threshold,
    },
    recorded: store,
  }
}

function explanationOf(outcome: FindAnswer['outcome'], open: number, settling: readonly string[]): string {
  if (outcome === 'not_found') return 'No record of the index is the same, and none is to review.'
  if (outcome === 'found')
    return open === 1
      ? 'One entity of the index is the same, and no other comes near.'
      : 'One entity of the index is the same; the others are much less likely.'
  const who = open === 1 ? 'One entity of the index may be the same' : `${open} entities of the index may be the same`
  if (settling.length === 0) return `${who}; no single further field of the index would decide.`
  return `${who}; ${settling.join(' or ')} would decide.`
}
