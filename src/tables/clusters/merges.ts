// Merges that a reviewer should see first: those of low scores, and those that rest on one fact.
import type { CompareEngine } from '../../engines/compare/engine.ts'
import { largest } from '../../lists.ts'
import { round4 } from '../../records/canonical.ts'
import { sha256Hex } from '../../records/ids.ts'
import { BY_CLUSTER, SAME, type TableRun } from '../records/table-run.ts'
import { bestFirst, type Sentences } from './summaries.ts'

/** A merge that rests on the field `fact`, or whose score is near the threshold (null). */
export interface WeakMerge {
  readonly edge: number
  readonly fact: string | null
}

/** Number of merges that are weighed, so that a large table costs no more; the weakest are taken. */
const WEIGHED = 2_000
/** Least share of the evidence for a merge that rests on one field. */
const NEARLY_ALL = 0.8
const NEAR = 0.05

type Weigh = Pick<CompareEngine, 'weigh'>['weigh']

/** Merged pairs that no reviewer decided, by ascending score. */
export function mergesOf({ edges, basis }: TableRun, decided: Uint8Array): Uint32Array {
  const isMerge = (edge: number) => edges.identity[edge] === SAME && basis[edge] !== BY_CLUSTER && decided[edge] !== 1
  return bestFirst(edges, isMerge).slice().reverse()
}

/** Of the weakest merges, those that rest on one fact or are close to the threshold. */
export function weakMerges(run: TableRun, decided: Uint8Array, weigh: Weigh): WeakMerge[] {
  const { edges, thresholds } = run
  const weak: WeakMerge[] = []
  for (const edge of mergesOf(run, decided).subarray(0, WEIGHED)) {
    const fact = soleFact(run, edge, weigh)
    if (fact !== null || edges.score[edge]! < thresholds.match + NEAR) weak.push({ edge, fact })
  }
  return weak
}

function soleFact({ entity, edges, fieldsOf }: TableRun, edge: number, weigh: Weigh): string | null {
  const sums = new Map<string, number>()
  for (const { field, logOdds } of weigh(entity, fieldsOf(edges.a[edge]!), fieldsOf(edges.b[edge]!)).steps)
    if (field !== null) sums.set(field, (sums.get(field) ?? 0) + logOdds)
  const most = largest([0, ...sums.values()])
  const all = [...sums.values()].reduce((sum, weight) => sum + Math.max(0, weight), 0)
  if (all === 0 || most < NEARLY_ALL * all) return null
  return [...sums].find(([, weight]) => weight === most)![0]
}

/** The `most` weakest merges, and as many that rest on one fact, drawn by a hash of their records. */
export function auditOf(run: TableRun, decided: Uint8Array, most: number, weigh: Weigh): number[] {
  const weakest = [...mergesOf(run, decided).subarray(0, most)]
  const taken = new Set(weakest)
  const { edges, records } = run
  const drawn = weakMerges(run, decided, weigh)
    .filter(({ edge, fact }) => fact !== null && !taken.has(edge))
    .map(({ edge }) => {
      const refs = [records.of(edges.a[edge]!), records.of(edges.b[edge]!)]
      return { edge, draw: sha256Hex(JSON.stringify(refs)) }
    })
    .sort((x, y) => (x.draw < y.draw ? -1 : 1))
  return [...weakest, ...drawn.slice(0, most).map(({ edge }) => edge)]
}

/** The weak merges of a run, with the places of their records and without their values. */
export function mergesJson({ edges, records }: TableRun, weak: readonly WeakMerge[], sentences: Sentences): string {
  const merges = weak.map(({ edge, fact }) => {
    const [a, b] = [records.of(edges.a[edge]!), records.of(edges.b[edge]!)]
    const places = { source_a: a.source, record_a: a.id, source_b: b.source, record_b: b.id }
    return { ...places, score: round4(edges.score[edge]!), rests_on: fact, explanation: sentences(edge) }
  })
  return `${JSON.stringify({ merges }, null, 2)}\n`
}
