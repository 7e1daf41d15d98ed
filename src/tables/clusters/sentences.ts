// Why pairs of a run came out as they did, one sentence each.
import type { CompareEngine } from '../../engines/compare/engine.ts'
import { REVIEW, RIVALLED, SAME, type TableRun } from '../records/table-run.ts'
import { bestFirst } from './summaries.ts'

/** Pairs of a run that get a sentence, so that a large table costs no more: those to review and those with a rival, then the weakest merges. */
const MOST_TOLD = 50_000

/** The sentence of an edge; null beyond the most that are told. */
export type Sentences = (edge: number) => string | null

export function sentencesOf(run: TableRun, compare: Pick<CompareEngine, 'compareRecords'>): Sentences {
  const { edges, entity, fieldsOf } = run
  const told = new Uint8Array(edges.a.length)
  let room = MOST_TOLD
  const tell = (edge: number) => {
    if (room-- > 0) told[edge] = 1
  }
  for (let edge = 0; edge < told.length; edge++)
    if (edges.identity[edge] === REVIEW || edges.identity[edge] === RIVALLED) tell(edge)
  for (const edge of bestFirst(edges, (e) => edges.identity[e] === SAME).reverse()) tell(edge)
  return (edge) =>
    told[edge] === 1
      ? compare.compareRecords(entity, fieldsOf(edges.a[edge]!), fieldsOf(edges.b[edge]!)).explanation
      : null
}
