// Rows of the result files about clusters and review answers, for CSV and Parquet, and the effect of answers on scored pairs.
import { SelfsameError } from '../../errors.ts'
import { round4 } from '../../records/canonical.ts'
import { DIFFERENT, type Edges, type RecordIds, RIVALLED, SAME } from '../records/table-run.ts'
import { type Answer, Answers } from './answers.ts'
import type { Clusters } from './cluster.ts'
import type { ClusterChange } from './cluster-ids.ts'
import { type ClusterSummaries, densityOf, NO_EDGE, type Sentences } from './summaries.ts'

export interface Rows {
  readonly columns: readonly { readonly name: string; readonly type: 'text' | 'integer' | 'number' }[]
  readonly rows: Iterable<readonly (string | number | null)[]>
}

const text = (name: string) => ({ name, type: 'text' }) as const
const integer = (name: string) => ({ name, type: 'integer' }) as const
const number = (name: string) => ({ name, type: 'number' }) as const

/** clusters.csv: every record with the id of its cluster, in order of records. */
export function clusterRows(records: RecordIds, clusters: Clusters, ids: readonly string[]): Rows {
  function* rows() {
    for (let record = 0; record < records.count; record++) {
      const { source, id } = records.of(record)
      yield [source, id, ids[clusters.of[record]!]!]
    }
  }
  return { columns: [text('source'), text('record'), text('cluster')], rows: rows() }
}

/**
 * clusters-summary.csv: every cluster of two records or more. `density`: share of its pairs that are the same; `weakest_score` and the
 * two records of `weakest_*`: its weakest edge, above whose score it splits; empty if only answers of reviewers hold it together.
 */
export function summaryRows(
  records: RecordIds,
  edges: Edges,
  summaries: ClusterSummaries,
  ids: readonly string[],
): Rows {
  const refs = (edge: number) => {
    if (edge === NO_EDGE) return [null, null, null, null, null]
    const a = records.of(edges.a[edge]!)
    const b = records.of(edges.b[edge]!)
    return [round4(edges.score[edge]!), a.source, a.id, b.source, b.id]
  }
  function* rows() {
    for (let c = 0; c < ids.length; c++) {
      if (summaries.size[c]! < 2) continue
      const { size, same, review, different, bridges } = summaries
      const counts = [size[c]!, same[c]!, review[c]!, different[c]!, round4(densityOf(summaries, c)), bridges[c]!]
      yield [ids[c]!, ...counts, ...refs(summaries.weakest[c]!)]
    }
  }
  return {
    columns: [
      text('cluster'),
      integer('records'),
      integer('same'),
      integer('review'),
      integer('different'),
      number('density'),
      integer('bridges'),
      number('weakest_score'),
      text('weakest_source_a'),
      text('weakest_record_a'),
      text('weakest_source_b'),
      text('weakest_record_b'),
    ],
    rows: rows(),
  }
}

/** withheld.csv: `same` pairs whose records are in two clusters, and pairs that would be the same if a rival did not explain them better. */
export function withheldRows(records: RecordIds, edges: Edges, clusters: Clusters, sentences: Sentences): Rows {
  const whyOf = new Map(clusters.withheld.map(({ edge, why }) => [edge, why]))
  function* rows() {
    for (let edge = 0; edge < edges.a.length; edge++) {
      const why = edges.identity[edge] === RIVALLED ? 'rival' : whyOf.get(edge)
      if (why === undefined) continue
      const a = records.of(edges.a[edge]!)
      const b = records.of(edges.b[edge]!)
      yield [a.source, a.id, b.source, b.id, round4(edges.score[edge]!), why, sentences(edge)]
    }
  }
  return {
    columns: [
      text('source_a'),
      text('record_a'),
      text('source_b'),
      text('record_b'),
      number('score'),
      text('why'),
      text('explanation'),
    ],
    rows: rows(),
  }
}

/** changes.csv: changes of the clusters of the earlier run. */
export function changeRows(changes: readonly ClusterChange[]): Rows {
  function* rows() {
    for (const { change, cluster, earlier, records } of changes) yield [change, cluster, earlier, records]
  }
  return { columns: [text('change'), text('cluster'), text('earlier'), integer('records')], rows: rows() }
}

export const ANSWERS = 'answers.csv'

export const ANSWER_COLUMNS = ['source_a', 'record_a', 'source_b', 'record_b', 'answer'] as const

/** One row of the file. A source may be missing or empty if the run has only one source. */
export type AnswerRow = Readonly<Partial<Record<(typeof ANSWER_COLUMNS)[number], string>>> & {
  /** The decision in the ledger that it comes from; missing in files. */
  readonly decision_id?: string
}

const WORDS: Readonly<Record<string, Answer['answer']>> = {
  same: 'same',
  same_entity: 'same',
  different: 'different',
  unsure: 'unsure',
}

export interface ReadAnswers {
  readonly answers: Answers
  /** Number of rows about records that are not in the tables. This is not an error, because tables can lose records after a review. */
  readonly absent: number
}

/** `sources`: names of the sources of the run. Throws usage with the row number, counted from 1 after the header. */
export function readAnswers(rows: Iterable<AnswerRow>, records: RecordIds, sources: readonly string[]): ReadAnswers {
  const answers: Answer[] = []
  let line = 0
  let absent = 0
  for (const row of rows) {
    line++
    const answer = WORDS[(row.answer ?? '').trim().toLowerCase()]
    if (answer === undefined)
      throw new SelfsameError('usage', `Row ${line} of the answers: answer must be ${Object.keys(WORDS).join(', ')}.`)
    const a = side(row.source_a, row.record_a, records, sources, line)
    const b = side(row.source_b, row.record_b, records, sources, line)
    if (a === undefined || b === undefined) absent++
    else answers.push({ a, b, answer, line, named: row.decision_id })
  }
  return { answers: new Answers(answers), absent }
}

function side(
  source: string | undefined,
  record: string | undefined,
  records: RecordIds,
  sources: readonly string[],
  line: number,
): number | undefined {
  if (record === undefined || record === '')
    throw new SelfsameError('usage', `Row ${line} of the answers: record_a and record_b must both be given.`)
  if (source !== undefined && source !== '') return records.numberOf(source, record)
  if (sources.length === 1) return records.numberOf(sources[0]!, record)
  throw new SelfsameError(
    'usage',
    `Row ${line} of the answers: source_a and source_b must be given, because there are several sources.`,
  )
}

export function answerRows(answers: readonly AnswerRow[]): Rows {
  return {
    columns: ANSWER_COLUMNS.map((name) => ({ name, type: 'text' })),
    rows: answers.map((row) => ANSWER_COLUMNS.map((column) => row[column] ?? '')),
  }
}

/** Replaces the engine's verdicts with given or implied answers; scores stay. `decided`: 1 for each edge that an answer decides. */
export function withAnswers(edges: Edges, answers: Answers): { readonly edges: Edges; readonly decided: Uint8Array } {
  const decided = new Uint8Array(edges.a.length)
  if (answers.isEmpty) return { edges, decided }
  const identity = Uint8Array.from(edges.identity)
  for (let e = 0; e < identity.length; e++) {
    const implied = answers.implied(edges.a[e]!, edges.b[e]!)
    if (implied === null) continue
    identity[e] = implied === 'same' ? SAME : DIFFERENT
    decided[e] = 1
  }
  return { edges: { ...edges, identity }, decided }
}
