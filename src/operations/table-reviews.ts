// Connects tables with the review queue: adds open pairs of a run, and reads the answers about its records.
import { type AskedPair, type LedgerAppend, pairOfRecords, type ReviewRow, type ReviewState } from '../ledger/store.ts'
import { compareCodePoints } from '../records/canonical.ts'
import type { Clusters } from '../tables/clusters/cluster.ts'
import type { AnswerRow } from '../tables/clusters/cluster-rows.ts'
import { auditOf } from '../tables/clusters/merges.ts'
import type { ClusterSummaries } from '../tables/clusters/summaries.ts'
import type { Outcome } from '../tables/outcome.ts'
import { BY_CLUSTER, BY_PEOPLE, REVIEW, type RecordRef, type TableRun } from '../tables/records/table-run.ts'
import { type ComparisonDecision, decideRecords } from './shared/comparisons.ts'
import type { Context } from './shared/context.ts'
import { requireLedger, requireReviews } from './shared/recorded.ts'

/**
 * Edge numbers of pairs to review, and of merges of contrary facts, those first whose answer is expected to change most: min(score, 1 - score) times the number of record pairs
 * between the two clusters, or half of these where the clusters contradict each other. Only the least certain pair of each two clusters, because its answer affects the others.
 */
function questionsOf({ edges, basis }: TableRun, clusters: Clusters, { size }: ClusterSummaries): number[] {
  const { a, b, score, identity } = edges
  const open = (edge: number) => Math.min(score[edge]!, 1 - score[edge]!)
  const chosen = new Map<number, number>()
  for (let edge = 0; edge < identity.length; edge++) {
    if (identity[edge] !== REVIEW && (basis[edge] === BY_PEOPLE || !clusters.contrary.has(edge))) continue
    const [x, y] = [clusters.of[a[edge]!]!, clusters.of[b[edge]!]!]
    const between = Math.min(x, y) * clusters.count + Math.max(x, y)
    const other = chosen.get(between)
    if (other === undefined || open(edge) > open(other)) chosen.set(between, edge)
  }
  const doubt = (edge: number) => (basis[edge] === BY_CLUSTER ? 0.5 : open(edge))
  const effect = (edge: number) => doubt(edge) * size[clusters.of[a[edge]!]!]! * size[clusters.of[b[edge]!]!]!
  return [...chosen.values()].sort((x, y) => effect(y) - effect(x) || x - y)
}

/** Position of a record in a table, kept among its values because an id may be a personal number. No pack has a field of such a name. */
export const SOURCE = 'selfsame:source'
export const RECORD = 'selfsame:record'

/** Default maximum number of pairs that one run puts into the queue. */
export const MOST_QUESTIONS = 1_000

type Values = Readonly<Record<string, string>>

/** The decision of /compare over two records of a run, with their positions in the tables. */
export function decisionOver(run: TableRun, edge: number, context: Context): ComparisonDecision {
  const { entity } = run
  const pair = [attributesOf(run, run.edges.a[edge]!), attributesOf(run, run.edges.b[edge]!)] as const
  return decideRecords(entity, pair, 'auto', context)
}

function attributesOf(run: TableRun, record: number): Values {
  const { source, id } = run.records.of(record)
  return { ...run.fieldsOf(record), [SOURCE]: source, [RECORD]: id }
}

export interface Asked {
  /** Number of pairs of this run that are now in the queue. */
  readonly asked: number
  /** Number of merges of this run that are now in the queue. */
  readonly audited: number
  /** Number of pairs left for a later run. */
  readonly left: number
}

/** States of pairs that are not asked about again. */
const CLOSED: readonly ReviewState[] = ['same', 'different', 'cannot_tell', 'implied_same', 'implied_different']

const A_WRITE = 500

/**
 * Puts at most `most` pairs to review into the queue, those first whose answer changes most, and also about `audit` merges.
 * The comparison itself raises no question about merges and about pairs that only their clusters contradict: they are passed to the queue.
 */
export async function askPeople(
  { run, clusters, summaries, decided }: Outcome,
  most: number,
  audit: number,
  context: Context,
): Promise<Asked> {
  const [ledger, reviews] = [requireLedger(context), requireReviews(context)]
  const questions = questionsOf(run, clusters, summaries)
  const merges = new Set(audit === 0 ? [] : auditOf(run, decided, audit, context.engines.compare.weigh))
  let asked = 0
  let passed = 0
  let audited = 0
  let appends: LedgerAppend[] = []
  let merged: AskedPair[] = []
  const write = async () => {
    await ledger.append(appends)
    await reviews.ask(merged)
    appends = []
    merged = []
  }
  for (const edge of [...merges, ...questions]) {
    const isAudit = merges.has(edge)
    if (!isAudit && asked === most) break
    if (!isAudit) passed++
    const { decision_id, comparison, append } = decisionOver(run, edge, context)
    const asks = comparison.identity === 'review'
    if (!asks && !isAudit && run.basis[edge] !== BY_CLUSTER && !clusters.contrary.has(edge)) continue
    const pair = pairOfRecords(append.entry.record_a!, append.entry.record_b!)
    const row = await reviews.row(pair)
    if (row !== null && CLOSED.includes(row.state)) continue
    appends.push(append)
    if (!asks) merged.push({ ...pair, decision_id, entity: run.entity, score: comparison.score })
    if (isAudit) audited++
    else asked++
    if (appends.length === A_WRITE) await write()
  }
  await write()
  return { asked, audited, left: questions.length - passed }
}

interface Said {
  readonly at: string
  readonly row: AnswerRow
}

/**
 * Answers from the queue about records of these tables, in chronological order. An answer applies to a record if the
 * record at its position is still the same: at least half of the values present then and now are equal. A table of another origin may have
 * the same name, and ids can be reassigned.
 */
export async function answersFor(run: TableRun, context: Context): Promise<readonly AnswerRow[]> {
  const ledger = requireLedger(context)
  const said: Said[] = []
  const names = new Set(run.sources.map(({ name }) => name))
  for (const { low, high, decision_id, state } of await requireReviews(context).answered(run.entity)) {
    const [a, b] = [await valuesOf(low, context), await valuesOf(high, context)]
    if (a === null || b === null || !isHere(a, run, names) || !isHere(b, run, names)) continue
    const decision = await ledger.decision(decision_id)
    const row = {
      source_a: a[SOURCE]!,
      record_a: a[RECORD]!,
      source_b: b[SOURCE]!,
      record_b: b[RECORD]!,
      answer: wordOf(state),
      decision_id,
    }
    said.push({ at: decision?.recorded_at ?? '', row })
  }
  // The sort is stable: answers of the same time stay in record order.
  return said.sort((x, y) => compareCodePoints(x.at, y.at)).map(({ row }) => row)
}

const wordOf = (state: ReviewRow['state']): string => (state === 'same' || state === 'different' ? state : 'unsure')

/** The values of a record of a table; null for any other record, and for erased values. */
async function valuesOf(id: string, context: Context): Promise<Values | null> {
  const content = (await requireLedger(context).record(id))?.content ?? null
  if (content === null || !('attributes' in content)) return null
  return content.attributes[SOURCE] === undefined || content.attributes[RECORD] === undefined
    ? null
    : content.attributes
}

function isHere(then: Values, run: TableRun, names: ReadonlySet<string>): boolean {
  if (!names.has(then[SOURCE]!)) return false
  const record = run.records.numberOf(then[SOURCE]!, then[RECORD]!)
  if (record === undefined) return false
  const now = run.fieldsOf(record)
  const both = Object.keys(now).filter((field) => then[field] !== undefined)
  return 2 * both.filter((field) => now[field] === then[field]).length >= Math.max(1, both.length)
}

/** Rows of answers without those about pairs that `others` answers. */
export function withoutThoseOf(rows: readonly AnswerRow[], others: readonly AnswerRow[]): AnswerRow[] {
  const spoken = new Set(others.map(pairOf))
  return rows.filter((row) => !spoken.has(pairOf(row)))
}

function pairOf({ source_a = '', record_a = '', source_b = '', record_b = '' }: AnswerRow): string {
  const named = ({ source, id }: RecordRef) => JSON.stringify([source, id])
  return [named({ source: source_a, id: record_a }), named({ source: source_b, id: record_b })].sort().join(' ')
}
