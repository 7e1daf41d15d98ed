// GET /entities, /entities/{id}, /history/{id} and /cases: what a ledger holds about entities, and what is open.
import { SelfsameError } from '../../errors.ts'
import { OPEN_STATES, type RecordedDecision } from '../../ledger/store.ts'
import type {
  CasesAnswer,
  CasesRequest,
  EntitiesAnswer,
  EntitiesRequest,
  EntityAnswer,
  EntityRequest,
  HistoryAnswer,
  HistoryRequest,
} from '../../records/graph.ts'
import type { ListedDecision } from '../../records/ledger.ts'
import { ACTION_OF, type Identity } from '../../records/receipt.ts'
import type { IndexedRecord } from '../../tables/lookup/rows.ts'
import { shower } from '../../text/mask.ts'
import { turnsOf } from '../shared/comparisons.ts'
import type { Context, Handler } from '../shared/context.ts'
import { recordedDecision, requireReviews } from '../shared/recorded.ts'
import { requireGraph } from './graph.ts'
import type { Turn } from './turn.ts'

const MOST_MEMBERS = 100
/** Members that a golden record is made of. */
const MOST_READ = 1_000

/** Throws no_ledger, index_unknown, index_unavailable, ledger_unavailable. */
export const entities: Handler<EntitiesRequest, EntitiesAnswer> = async ({ index, limit }, context) => {
  const graph = await requireGraph(index, context)
  return graph.read(async (turn) => {
    const tables = turn.index.graph
    return { entity: turn.entity, ...tables.counts(), listed: tables.largest(limit) }
  })
}

/** Throws no_ledger, index_unknown, cluster_unknown, index_unavailable, ledger_unavailable. */
export const entity: Handler<EntityRequest, EntityAnswer> = async ({ id, index, reveal }, context) => {
  const graph = await requireGraph(index, context)
  return graph.read(async (turn) => {
    const tables = turn.index.graph
    const entity_id = await livingOf(id, turn)
    const rows = tables.membersOf(entity_id, MOST_READ)
    const show = shower(reveal, context.maskValues)
    const shown = (fields: IndexedRecord['fields']) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, show(value)]))
    return {
      entity_id,
      entity: turn.entity,
      size: tables.sizeOf(entity_id),
      members: rows.slice(0, MOST_MEMBERS).map((row) => {
        return { record_id: turn.idOf(row), source: row.source, record: row.id, fields: shown(row.fields) }
      }),
      golden: goldenOf(rows, show, turn),
      decisions: await listed(tables.movesOf(entity_id), context),
    }
  })
}

/** The entity that has the records of another by now: merges are followed. Throws cluster_unknown. */
async function livingOf(id: string, turn: Turn): Promise<string> {
  const { graph } = turn.index
  const wanted = /^ent:sha256:[0-9a-f]{64}$/.test(id) ? id : null
  for (let at = wanted; at !== null; ) {
    if (graph.sizeOf(at) > 0) return at
    const last = graph.movesOf(at).at(-1)
    const entry = last === undefined ? undefined : (await turn.decision(last))?.entry
    at =
      entry !== undefined && entry.action !== 'split' && entry.pins['from'] === at
        ? String(entry.pins['entity_id'])
        : null
  }
  throw new SelfsameError(
    'cluster_unknown',
    'no record of the index is in an entity with that id; list them with entities',
  )
}

/** Values that are written alike count as one. */
const folded = (value: string): string =>
  value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{Z}]+/gu, ' ')
    .trim()

function goldenOf(rows: readonly IndexedRecord[], show: (value: string) => string, turn: Turn): EntityAnswer['golden'] {
  const { packs, engines } = turn.context
  return packs.entityPack(turn.entity).pack.fields.flatMap(({ name: field }) => {
    const groups = new Map<string, { value: string; records: string[]; last: number }>()
    for (const row of rows) {
      const value = row.fields[field]
      if (value === undefined) continue
      const group = groups.get(folded(value)) ?? { value, records: [], last: 0 }
      groups.set(folded(value), { value, records: [...group.records, turn.idOf(row)], last: row.number })
    }
    const [best, ...rest] = [...groups.values()].sort((x, y) => y.records.length - x.records.length || y.last - x.last)
    if (best === undefined) return []
    const others = rest.map(({ value, records }) => {
      const { refuting } = engines.compare.compareRecords(turn.entity, { [field]: best.value }, { [field]: value })
      return { value: show(value), records, conflict: refuting.includes(field) }
    })
    const isTied = rest[0]?.records.length === best.records.length
    const rule = rest.length === 0 ? 'only' : isTied ? 'latest' : 'most'
    const agreed = others.every(({ conflict }) => !conflict)
    return [{ field, value: show(best.value), rule, records: best.records, others, agreed } as const]
  })
}

/** Throws no_ledger, index_unknown, record_unknown, cluster_unknown, index_unavailable, ledger_unavailable. */
export const history: Handler<HistoryRequest, HistoryAnswer> = async ({ id, index }, context) => {
  const graph = await requireGraph(index, context)
  return graph.read(async (turn) => {
    const tables = turn.index.graph
    if (id.startsWith('ent:'))
      return { id, entity_id: await livingOf(id, turn), decisions: await listed(tables.movesOf(id), context) }
    const row = tables.rowOf(id)
    const ids = row === null ? [id] : tables.idsOf(row.number)
    const decisions = ids.flatMap((each) => tables.edgesOf(each).map(({ decision_id }) => decision_id))
    if (decisions.length === 0)
      throw new SelfsameError('record_unknown', 'no decision of the ledger is about a record with that id')
    return { id, entity_id: row?.entity_id ?? null, decisions: await listed(decisions, context) }
  })
}

/** Decisions in the order of their times; those of one second keep their order. */
async function listed(ids: readonly string[], context: Context): Promise<ListedDecision[]> {
  const found: RecordedDecision[] = []
  for (const id of new Set(ids)) found.push(await recordedDecision(id, context))
  return found
    .sort((x, y) => (x.recorded_at < y.recorded_at ? -1 : x.recorded_at > y.recorded_at ? 1 : 0))
    .map(({ decision_id, verb, identity, action, score, explanation, recorded_at, ...more }) => {
      const { supersedes, superseded_by, record_a, record_b } = more
      const said = { decision_id, verb, identity, action, score, explanation, recorded_at }
      return { ...said, supersedes, superseded_by, record_a, record_b }
    })
}

/** Throws no_ledger, index_unknown, index_unavailable, ledger_unavailable. */
export const cases: Handler<CasesRequest, CasesAnswer> = async ({ index, limit }, context) => {
  const graph = await requireGraph(index, context)
  return graph.read(async (turn) => {
    const found: CasesAnswer['cases'] = []
    for (const state of OPEN_STATES)
      for (const row of await requireReviews(context).byEffect({
        state,
        entity: turn.entity,
        by: null,
        limit: 2 * limit,
      })) {
        const { decision_id, low, high, score } = row
        const [a, b] = [turn.index.graph.rowOf(low), turn.index.graph.rowOf(high)]
        // Other decisions have joined the two meanwhile.
        if (found.length === limit || (a !== null && a.entity_id === b?.entity_id)) continue
        const { explanation, identity } = await recordedDecision(decision_id, context)
        found.push({
          ...{ decision_id, state, score, explanation, action: ACTION_OF[identity as Identity] },
          ...{ record_a: low, record_b: high, entity_a: a?.entity_id ?? null, entity_b: b?.entity_id ?? null },
          would_settle: await settling(low, high, turn),
        })
      }
    return { cases: found }
  })
}

async function settling(low: string, high: string, turn: Turn): Promise<string[]> {
  const [a, b] = [await turn.fieldsOf(low), await turn.fieldsOf(high)]
  if (a === null || b === null) return []
  const turns = turnsOf(turn.entity, a, b, turn.context)
  return turns.flatMap(({ field, change, identity }) =>
    change === 'the_same' && identity === 'same_entity' ? [field] : [],
  )
}
