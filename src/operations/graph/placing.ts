// Which entity a record belongs to: the look-up of `find`, and the vote of the records of an entity on those of another. A wrong merge takes a person out
// of the ledger, so one pair that is the same never outweighs another that is different.
import { pairOfRecords } from '../../ledger/store.ts'
import type { Fields } from '../../tables/lookup/keys.ts'
import type { IndexedRecord } from '../../tables/lookup/rows.ts'
import {
  type Compared,
  compared,
  type Judged,
  judge,
  linkedWith,
  MOST_COMPARED,
  MOST_SHOWN,
} from '../shared/candidates.ts'
import { type ComparisonDecision, decideRecords } from '../shared/comparisons.ts'
import { moved, type Side } from './moves.ts'
import type { Turn } from './turn.ts'

/** Records of an entity that vote. */
const MOST_VOTERS = 8
/** Records of an entity that are looked at. */
export const MOST_RECORDS = 1_000
/** Votes of each kind whose comparison is recorded. */
const MOST_RECORDED = 4

export interface Candidates {
  readonly open: readonly Compared[]
  readonly judged: Judged
  readonly threshold: number
  /** The first of `open`, each with its recorded comparison. */
  readonly shown: readonly (Compared & { readonly decision: ComparisonDecision })[]
}

/** Looks a record up among the entities other than its own, and records its comparisons. */
export async function lookedUp(
  self: Side,
  rows: Iterable<IndexedRecord>,
  own: string | null,
  certainty: number,
  turn: Turn,
): Promise<Candidates> {
  const { entity, context } = turn
  const { compare } = context.engines
  const open = await compared(self.fields, rows, own, entity, compare)
  const threshold = Math.max(certainty, compare.thresholds(entity).match)
  const shown = open.slice(0, MOST_SHOWN).map((one) => ({ ...one, decision: recorded(self.fields, one.record, turn) }))
  return { open, judged: judge(open, entity, threshold, compare), threshold, shown }
}

/** The records of the index that a record is compared with. */
export const rowsNear = ({ fields }: Side, { index }: Turn): Iterable<IndexedRecord> =>
  index.candidates(fields, MOST_COMPARED)

function recorded(fields: Fields, row: IndexedRecord, turn: Turn): ComparisonDecision {
  const decision = decideRecords(turn.entity, [fields, row.fields], 'auto', turn.context)
  turn.record(decision)
  turn.index.graph.setRow(turn.idOf(row), row.number)
  return decision
}

interface Votes {
  readonly carried: boolean
  readonly because: readonly string[]
  readonly against: readonly string[]
}

type Voter = Pick<IndexedRecord, 'fields'> & Partial<IndexedRecord>

/** The vote of records on those of another entity: it is carried where more pairs are the same than are different. */
export function voteOf(voters: readonly Voter[], others: readonly IndexedRecord[], turn: Turn): Votes {
  const { compare } = turn.context.engines
  const same: (readonly [Fields, IndexedRecord])[] = []
  const different: (readonly [Fields, IndexedRecord])[] = []
  for (const { fields } of voters.slice(0, MOST_VOTERS)) {
    const verdict = compare.verdictsOn(turn.entity, fields)
    for (const other of others.slice(0, MOST_VOTERS)) {
      const { identity } = verdict(other.fields)
      if (identity === 'same_entity') same.push([fields, other])
      if (identity === 'different') different.push([fields, other])
    }
  }
  const record = (pairs: typeof same) =>
    pairs.slice(0, MOST_RECORDED).map(([fields, other]) => recorded(fields, other, turn).decision_id)
  const isContested = different.length > 0
  return {
    carried: same.length > different.length,
    because: isContested ? record(same) : [],
    against: record(different),
  }
}

export interface Bridge {
  readonly self: Side
  readonly other: Candidates['shown'][number]
}

/** Entities that are the same as the record and as the first candidate: parts of one entity, if their records agree. */
export function partsOf({ open, shown }: Candidates, turn: Turn): Candidates['shown'] {
  const linked = linkedWith(open[0]!, open, turn.entity, turn.context.engines.compare)
  const records = new Set([...linked].map(({ record }) => record))
  return shown.slice(1).filter(({ record }) => records.has(record))
}

/** Merges two entities by a pair of their records, or asks people about the pair. Returns the entity that has no records any more. */
export async function mergedBy({ self, other }: Bridge, own: string, turn: Turn): Promise<string | null> {
  const { graph } = turn.index
  const { entity_id } = other.record
  const [mine, theirs] = [graph.membersOf(own, MOST_VOTERS), graph.membersOf(entity_id, MOST_VOTERS)]
  const { carried, because, against } = voteOf(mine, theirs, turn)
  const { decision_id, comparison } = other.decision
  if (!carried || (await keptApart(own, entity_id, turn))) {
    const pair = pairOfRecords(self.id, turn.idOf(other.record))
    if (comparison.identity === 'same_entity')
      turn.asks.push({ ...pair, decision_id, entity: turn.entity, score: comparison.score })
    return null
  }
  return joined(
    self,
    sideOf(other.record, turn),
    [...new Set([decision_id, ...because])],
    against,
    comparison.score,
    turn,
  )
}

/** True if people have decided that a record of one entity and one of another are different. */
async function keptApart(own: string, other: string, turn: Turn): Promise<boolean> {
  const { graph } = turn.index
  for (const { number } of graph.membersOf(own, MOST_RECORDS))
    for (const edge of graph.idsOf(number).flatMap((id) => graph.edgesOf(id))) {
      if (graph.rowOf(edge.other)?.entity_id !== other) continue
      const standing = await turn.decision(edge.decision_id)
      if (standing?.isCurrent && standing.entry.verb === 'review' && standing.entry.identity === 'different')
        return true
    }
  return false
}

/** Merges the entities of two records: the larger one lives on, and of equal ones that of `b`. Returns the other. */
export async function joined(
  a: Side,
  b: Side,
  because: readonly string[],
  against: readonly string[],
  score: number | null,
  turn: Turn,
): Promise<string> {
  const { graph } = turn.index
  const [mine, theirs] = [graph.rowOf(a.id)!.entity_id, graph.rowOf(b.id)!.entity_id]
  const [entity_id, from] = graph.sizeOf(mine) > graph.sizeOf(theirs) ? [mine, theirs] : [theirs, mine]
  await moved({ action: 'merge', a, b, entity_id, from, because, against, score }, turn)
  return from
}

export const sideOf = (row: IndexedRecord, turn: Turn): Side => ({ id: turn.idOf(row), fields: row.fields })
