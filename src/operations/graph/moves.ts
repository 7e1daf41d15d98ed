// Decisions that move records between entities: as they are recorded, and as they are applied to an index. An index that is built again from its
// tables and applies all of them in order has the same entities.
import type { DecisionEntry, LedgerAppend } from '../../ledger/store.ts'
import { contentId, type RecordContent } from '../../records/ids.ts'
import { entityId } from '../../tables/clusters/cluster-ids.ts'
import type { Fields } from '../../tables/lookup/keys.ts'
import type { IndexedRecord } from '../../tables/lookup/rows.ts'
import { ENGINES } from '../../version.ts'
import { LEDGER_SOURCE } from '../shared/indexes.ts'
import { RESOLVE_SCHEMA } from '../shared/recorded.ts'
import type { Turn } from './turn.ts'

/** `again`: a comparison is superseded by one that the ledger had, because its record became equal to another. It moves nothing. */
type Action = 'found' | 'join' | 'merge' | 'split' | 'observe' | 'again'

const SAYS: Readonly<Record<Action, string>> = {
  found: 'The record founds an entity',
  join: 'The record joins the entity of the other',
  merge: 'The entities of the two records are one',
  split: 'Records are given to an entity of their own',
  observe: 'The record replaces the other: more became known of it',
  again: 'The two were compared before',
}

export interface Side {
  readonly id: string
  readonly fields: Fields
}

export interface Move {
  readonly action: Action
  readonly a: Side
  readonly b: Side | null
  readonly entity_id: string
  /** The entity that the records were in before. */
  readonly from?: string
  /** Records that are moved; absent: `a`, or all of `from`. */
  readonly records?: readonly string[]
  /** Decisions that speak for it, and those that speak against. */
  readonly because: readonly string[]
  readonly against?: readonly string[]
  /** Comparisons that people are asked about instead. */
  readonly cases?: readonly string[]
  readonly score: number | null
  /** The decision that it supersedes. */
  readonly follows?: string
}

/** Records a decision about entities and applies it; returns its id. */
export async function moved(move: Move, turn: Turn): Promise<string> {
  const append = appendOf(move, turn)
  turn.append(append)
  await applied(append.entry, turn)
  return append.entry.decision_id
}

function appendOf(move: Move, { entity, index, seen }: Turn): LedgerAppend {
  const { action, a, b, entity_id, from = null, records = [], because, against = [], cases = [], score } = move
  const identity = action === 'found' || action === 'again' ? null : action === 'split' ? 'different' : 'same_entity'
  const previous = index.graph.movesOf(entity_id).at(-1) ?? null
  const pins = {
    engine: ENGINES.resolve,
    entity_pack: entity,
    entity_id,
    from,
    ...{ records: [...records], because: [...because], against: [...against], cases: [...cases], previous, seen },
  }
  const bound = { a: a.id, b: b?.id ?? null, identity, score, factors: {}, pins }
  const contents = [a, ...(b === null ? [] : [b])].map(({ fields }): RecordContent => ({ entity, attributes: fields }))
  return {
    entry: {
      decision_id: contentId('dec', { schema: RESOLVE_SCHEMA, ...bound }),
      verb: 'resolve',
      identity,
      action,
      basis: `resolve:${entity}`,
      score,
      explanation: `${SAYS[action]}${action === 'observe' ? '' : reason(because.length, against.length, cases.length)}.`,
      factors: {},
      pins,
      call: { entity },
      evidence: {
        ...{ kind: 'comparison', supporting: [], refuting: [], missing: [], shared: [] },
        gate: { clearing_signal: null, distinctive_cleared: false, floor: 0 },
      },
      record_a: a.id,
      record_b: b?.id ?? null,
    },
    records: contents,
    ...(move.follows === undefined ? {} : { follows: move.follows }),
  }
}

function reason(because: number, against: number, cases: number): string {
  const decisions = (count: number) => (count === 1 ? '1 decision' : `${count} decisions`)
  const parts = [
    ...(because > 0 ? [`${decisions(because)} for it`] : ['nothing recorded is the same']),
    ...(against > 0 ? [`${against} against`] : []),
    ...(cases > 0 ? [`${decisions(cases)} for people to make`] : []),
  ]
  return `; ${parts.join(', ')}`
}

/** An entity id that no record has or had, from the record that founds it. */
export function foundedBy(ref: { readonly source: string; readonly id: string }, { entity, index }: Turn): string {
  for (let generation = 0; ; generation++) {
    const id = entityId(entity, ref, generation)
    if (index.graph.sizeOf(id) === 0 && index.graph.movesOf(id).length === 0) return id
  }
}

export interface Pinned {
  readonly entity_pack: string
  readonly seen: Readonly<Record<string, number>>
  readonly entity_id: string
  readonly from: string | null
  readonly records: readonly string[]
  readonly cases: readonly string[]
}

/** Applies a decision about entities to the index; nothing if the index has it. */
export async function applied(entry: DecisionEntry, turn: Turn): Promise<void> {
  const { index, entity } = turn
  const { graph } = index
  const { decision_id, action, record_a: a, record_b: b, pins } = entry
  if (pins['entity_pack'] !== entity || a === null) return
  const { entity_id, from, records, cases } = pins as unknown as Pinned
  if (graph.hasMove(decision_id, entity_id)) return
  graph.addEdge(decision_id, a, b ?? a)
  graph.addMove(decision_id, entity_id)
  if (from !== null) graph.addMove(decision_id, from)
  for (const id of [...(b === null ? [] : [b]), ...records]) await rowKnown(id, turn)
  if (from !== null && action !== 'split') graph.moveAll(from, entity_id)
  if (action === 'observe') await replace(a, b!, entity_id, turn)
  else if (action === 'split') for (const id of records) moveRow(graph.rowOf(id), entity_id, turn)
  else if (action === 'found' || action === 'join') await add(a, entity_id, turn)
  await askAbout(cases, turn)
}

/** Asks people about comparisons whose verdict alone asks nothing. */
async function askAbout(cases: readonly string[], turn: Turn): Promise<void> {
  for (const id of cases) {
    const standing = await turn.decision(id)
    if (standing === null || !standing.isCurrent || standing.entry.identity !== 'same_entity') continue
    const { entry } = standing
    const [low, high] = [entry.record_a!, entry.record_b!].sort() as [string, string]
    turn.asks.push({ low, high, decision_id: id, entity: turn.entity, score: entry.score ?? 0 })
  }
}

const moveRow = (row: IndexedRecord | null, to: string, { index }: Turn) =>
  row === null ? undefined : index.graph.move(row.number, to)

/** Values that were erased since leave a row without any: a later version replaces it, or the erasure takes it. */
const NOTHING: Fields = {}

async function add(id: string, entity_id: string, turn: Turn): Promise<void> {
  const fields = (await turn.fieldsOf(id)) ?? NOTHING
  turn.index.graph.setRow(id, turn.index.add([{ source: LEDGER_SOURCE, id, fields, entity_id }]))
}

async function replace(id: string, earlier: string, entity_id: string, turn: Turn): Promise<void> {
  const { graph } = turn.index
  const row = graph.rowOf(earlier)
  const fields = (await turn.fieldsOf(id)) ?? NOTHING
  const ids = row === null ? [earlier] : graph.idsOf(row.number)
  const { source, id: own } = row ?? { source: LEDGER_SOURCE, id: earlier }
  // Another record may have the same values: the two are one record from then on.
  const twin = graph.rowOf(id)
  if (twin !== null && row !== null) turn.index.erase(row)
  const number = twin?.number ?? turn.index.add([{ source, id: own, fields, entity_id }])
  for (const each of [...ids, id]) graph.setRow(each, number)
}

/** Finds the row of a record that came from a table, by its values, where the index has not met its record id before. */
async function rowKnown(id: string, turn: Turn): Promise<void> {
  const { index } = turn
  if (index.graph.rowOf(id) !== null) return
  const fields = await turn.fieldsOf(id)
  if (fields !== null) sameValues({ id, fields }, index.candidates(fields, MOST_ALIKE), turn)
}

/** Rows among which one with the same values is looked for. */
const MOST_ALIKE = 16

/** Finds the row with the values of a record among those near it: a row of a table with the same values is the same record. */
export function sameValues({ id, fields }: Side, near: Iterable<IndexedRecord>, turn: Turn): IndexedRecord | null {
  let seen = 0
  for (const row of near) {
    if (++seen > MOST_ALIKE) return null
    if (!areEqual(row.fields, fields) || turn.idOf(row) !== id) continue
    turn.index.graph.setRow(id, row.number)
    return row
  }
  return null
}

function areEqual(a: Fields, b: Fields): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
