// POST /resolve and POST /observe: a record joins an entity of the ledger, founds one or opens a case; and what became known of a record later.
import { SelfsameError } from '../../errors.ts'
import { round4 } from '../../records/canonical.ts'
import type { ObserveAnswer, ObserveRequest, ResolveAnswer, ResolveRequest } from '../../records/graph.ts'
import { fieldsId } from '../../records/ids.ts'
import type { Fields } from '../../tables/lookup/keys.ts'
import { shower } from '../../text/mask.ts'
import { ENGINES } from '../../version.ts'
import { apartFrom, candidateOf, refuseVague, settling } from '../shared/candidates.ts'
import { decideRecords } from '../shared/comparisons.ts'
import type { Handler } from '../shared/context.ts'
import { LEDGER_SOURCE } from '../shared/indexes.ts'
import { requireGraph } from './graph.ts'
import { foundedBy, moved, type Side, sameValues } from './moves.ts'
import { parted } from './parting.ts'
import { type Candidates, lookedUp, mergedBy, partsOf, rowsNear, sideOf, voteOf } from './placing.ts'
import type { Turn } from './turn.ts'

type Asked = Pick<ResolveRequest, 'certainty' | 'reveal'>

/** Throws no_ledger, index_unknown, record_vague, index_unavailable, ledger_unavailable. */
export const resolve: Handler<ResolveRequest, ResolveAnswer> = async (request, context) => {
  const graph = await requireGraph(request.index, context)
  const fields = context.engines.compare.fieldsAsRead(graph.entity, request.record)
  refuseVague(fields, graph.entity, context)
  const self = { id: fieldsId(graph.entity, fields), fields }
  return graph.run((turn) => resolved(self, request, turn))
}

async function resolved(self: Side, asked: Asked, turn: Turn): Promise<ResolveAnswer> {
  const { graph } = turn.index
  const near = rowsNear(self, turn)
  const known = graph.rowOf(self.id) ?? sameValues(self, near, turn)
  if (known !== null) return answerOf(self, asked, { outcome: 'known', entity_id: known.entity_id }, turn)
  const found = await lookedUp(self, near, null, asked.certainty, turn)
  const [first] = found.shown
  const vote =
    found.judged.outcome === 'found' ? voteOf([self], graph.membersOf(first!.record.entity_id, 8), turn) : null
  if (first === undefined || vote === null || !vote.carried) {
    const entity_id = foundedBy({ source: LEDGER_SOURCE, id: self.id }, turn)
    const cases = found.shown.map(({ decision }) => decision.decision_id)
    const { because = [], against = [] } = vote ?? {}
    const decision_id = await moved(
      { action: 'found', a: self, b: null, entity_id, because, against, cases, score: null },
      turn,
    )
    const outcome = cases.length > 0 ? 'case' : 'founded'
    return answerOf(self, asked, { outcome, entity_id, decision_id, found, cases }, turn)
  }
  const { entity_id } = first.record
  const because = [...new Set([first.decision.decision_id, ...vote.because])]
  const { score } = first.decision.comparison
  const b = sideOf(first.record, turn)
  const decision_id = await moved(
    { action: 'join', a: self, b, entity_id, because, against: vote.against, score },
    turn,
  )
  const { merged, cases } = await mergedAll(self, partsOf(found, turn), turn)
  return answerOf(
    self,
    asked,
    { outcome: 'joined', entity_id: graph.rowOf(self.id)!.entity_id, decision_id, found, merged, cases },
    turn,
  )
}

/** Merges the entity of a record with those of others, each by its own decision; a merge that is not carried is a case. */
async function mergedAll(self: Side, others: Candidates['shown'], turn: Turn) {
  const [merged, cases]: [string[], string[]] = [[], []]
  for (const other of others) {
    const own = turn.index.graph.rowOf(self.id)!.entity_id
    const record = turn.index.graph.rowOf(turn.idOf(other.record)) ?? other.record
    if (record.entity_id === own) continue
    const gone = await mergedBy({ self, other: { ...other, record } }, own, turn)
    if (gone === null) cases.push(other.decision.decision_id)
    else merged.push(gone)
  }
  return { merged, cases }
}

/** Throws no_ledger, index_unknown, record_unknown, record_vague, index_unavailable, ledger_unavailable. */
export const observe: Handler<ObserveRequest, ObserveAnswer> = async (request, context) => {
  const graph = await requireGraph(request.index, context)
  return graph.run((turn) => observed(request, turn))
}

async function observed(request: ObserveRequest, turn: Turn): Promise<ObserveAnswer> {
  const { index, entity, context } = turn
  const row = index.graph.rowOf(request.record_id)
  if (row === null)
    throw new SelfsameError('record_unknown', 'no record with that id was resolved into this index; resolve it first')
  const { compare } = context.engines
  const earlier = sideOf(row, turn)
  const fields = compare.fieldsAsRead(entity, { ...row.fields, ...compare.fieldsAsRead(entity, request.fields) })
  refuseVague(fields, entity, context)
  const self = { id: fieldsId(entity, fields), fields }
  const nothing = { earlier_id: earlier.id, decided_again: [], split: [] }
  if (self.id === earlier.id)
    return { ...nothing, ...answerOf(self, request, { outcome: 'known', entity_id: row.entity_id }, turn) }
  // A record that now has the values of another one is that record, and its entity that of the other.
  const twin = index.graph.rowOf(self.id) ?? sameValues(self, rowsNear(self, turn), turn)
  const entity_id = twin?.entity_id ?? row.entity_id
  const from = entity_id === row.entity_id ? {} : { from: row.entity_id }
  const move = { action: 'observe', a: self, b: earlier, entity_id, ...from, because: [], score: null } as const
  const decision_id = await moved(move, turn)
  const decided_again = await decidedAgain(self, earlier.id, turn)
  const split = await parted(entity_id, decision_id, null, turn)
  const own = index.graph.rowOf(self.id)!.entity_id
  const found = await lookedUp(self, rowsNear(self, turn), own, request.certainty, turn)
  const isFound = found.judged.outcome === 'found'
  const { merged, cases } = await mergedAll(self, isFound ? [found.shown[0]!, ...partsOf(found, turn)] : [], turn)
  if (!isFound) for (const { decision } of found.shown) askAbout(decision, cases, turn)
  if (from.from !== undefined) merged.unshift(from.from)
  const outcome = merged.length > 0 ? 'joined' : cases.length > 0 ? 'case' : 'known'
  const placed = {
    outcome,
    entity_id: index.graph.rowOf(self.id)!.entity_id,
    decision_id,
    found,
    merged,
    cases,
  } as const
  return { ...answerOf(self, request, placed, turn), earlier_id: earlier.id, decided_again, split }
}

function askAbout(
  { decision_id, comparison, append }: ReturnType<typeof decideRecords>,
  cases: string[],
  turn: Turn,
): void {
  cases.push(decision_id)
  if (comparison.identity !== 'same_entity') return
  const [low, high] = [append.entry.record_a!, append.entry.record_b!].sort() as [string, string]
  turn.asks.push({ low, high, decision_id, entity: turn.entity, score: comparison.score })
}

/** Makes every comparison of the record that stands again with its new values; what people have decided stays. */
async function decidedAgain(self: Side, earlier: string, turn: Turn): Promise<ObserveAnswer['decided_again']> {
  const again: ObserveAnswer['decided_again'] = []
  for (const { decision_id: supersedes, other } of turn.index.graph.edgesOf(earlier)) {
    const standing = await turn.decision(supersedes)
    if (standing === null || !standing.isCurrent || standing.entry.verb !== 'compare') continue
    const fields: Fields | null = turn.index.graph.rowOf(other)?.fields ?? (await turn.fieldsOf(other))
    if (fields === null) continue
    const pair =
      standing.entry.record_a === earlier ? ([self.fields, fields] as const) : ([fields, self.fields] as const)
    const decision = decideRecords(turn.entity, pair, 'auto', turn.context)
    const { identity, score } = decision.comparison
    let { decision_id } = decision
    if ((await turn.decision(decision_id)) === null) turn.record(decision, supersedes)
    else {
      const [a, b] = [self, { id: fieldsId(turn.entity, fields), fields }]
      const { entity_id } = turn.index.graph.rowOf(self.id)!
      const move = { action: 'again', a, b, entity_id, because: [decision_id], score, follows: supersedes } as const
      decision_id = await moved(move, turn)
    }
    again.push({ decision_id, supersedes, before: standing.entry.identity, identity, score })
  }
  return again
}

interface Placed extends Pick<ResolveAnswer, 'outcome' | 'entity_id'> {
  readonly decision_id?: string
  readonly found?: Candidates
  readonly merged?: readonly string[]
  readonly cases?: readonly string[]
}

function answerOf(self: Side, { certainty, reveal }: Asked, placed: Placed, turn: Turn): ResolveAnswer {
  const { outcome, entity_id, decision_id = null, found = null, merged = [], cases = [] } = placed
  const { entity, context, index } = turn
  const { compare } = context.engines
  const show = shower(reveal, context.maskValues)
  const shown = found?.shown ?? []
  const { records, version } = index.state()
  const threshold = found?.threshold ?? Math.max(certainty, compare.thresholds(entity).match)
  return {
    outcome,
    record_id: self.id,
    entity_id,
    explanation: explanationOf(outcome, merged.length, cases.length),
    probability: round4(found?.judged.probability ?? (outcome === 'known' ? 1 : 0)),
    would_settle: found?.judged.outcome === 'ambiguous' ? settled(self.fields, found, turn) : [],
    candidates: shown.map((one) =>
      candidateOf(one, one.decision, apartFrom(shown[0]!.record, one.record, entity, compare), show, true),
    ),
    decision_id,
    merged: [...merged],
    cases: [...cases],
    pins: { engine: ENGINES.resolve, entity_pack: entity, index: version, records, threshold },
    recorded: true,
  }
}

const settled = (fields: Fields, { open, threshold }: Candidates, { entity, context }: Turn): string[] =>
  settling(fields, open, entity, threshold, context)

function explanationOf(outcome: ResolveAnswer['outcome'], merged: number, cases: number): string {
  const open =
    cases === 0 ? '' : ` ${cases === 1 ? 'One comparison is' : `${cases} comparisons are`} for a person to decide.`
  const also =
    merged === 0 ? '' : ` ${merged === 1 ? 'One further entity is' : `${merged} further entities are`} part of it.`
  if (outcome === 'joined') return `The record joined an entity of the ledger.${also}${open}`
  if (outcome === 'known') return `The ledger knew this record.${open}`
  if (outcome === 'founded')
    return 'No record of the ledger is the same, and none is to review; the record founded an entity.'
  return `The record may belong to an entity of the ledger.${open}`
}
