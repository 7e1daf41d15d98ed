// The final results of a run: answers of reviewers over verdicts, clusters with stable ids, changes, and the report.
import type { CompareEngine } from '../engines/compare/engine.ts'
import { SelfsameError } from '../errors.ts'
import type { EntityPack } from '../packs/schemas/entity-pack.ts'
import { type AnswerRow, readAnswers, withAnswers } from './clusters/answer-rows.ts'
import type { Answers } from './clusters/answers.ts'
import { clusterRecords } from './clusters/cluster.ts'
import { contraryColumns, identifierColumns } from './clusters/identifiers.ts'
import { clusterIds } from './clusters/ids.ts'
import type { UniqueSources } from './clusters/rules.ts'
import { summarize } from './clusters/summaries.ts'
import { twinsWithin } from './clusters/twins.ts'
import type { Numbered } from './clusters/union-find.ts'
import { type EarlierRun, earlierClusters } from './earlier.ts'
import { BY_PEOPLE, type Edges, REVIEW, type RunStatistics, SAME, type TableRun } from './model.ts'
import type { NamedClusters } from './output.ts'
import { impliedBy } from './settle.ts'
import type { RemoteStages } from './spark/stages.ts'

export interface OutcomeOptions {
  /** Rows of answers; the last one about a pair applies. */
  readonly answers: readonly AnswerRow[]
  /** Sources of a link without duplicates: all, or those with these names; in the others, records that are the same join one cluster. */
  readonly oneToOne: boolean | readonly string[]
  readonly earlier: EarlierRun | null
  /** Remote computation of connected components. */
  readonly remote?: RemoteStages | undefined
}

export interface Outcome extends NamedClusters {
  readonly run: TableRun
  /** By edge: 1 if a reviewer decided it. */
  readonly decided: Uint8Array
  readonly absent: number
}

/** Throws usage for contradictory answers, and for unknown sources. */
export async function outcomeOf(
  run: TableRun,
  pack: EntityPack,
  compare: Pick<CompareEngine, 'measure' | 'compareRecords' | 'levels' | 'verdict'>,
  { answers: rows, oneToOne, earlier, remote }: OutcomeOptions,
): Promise<Outcome> {
  const { records, entity, columns, carried } = run
  const names = run.sources.map(({ name }) => name)
  const { answers, absent } = readAnswers(rows, records, names)
  const { edges, decided } = withAnswers(run.edges, answers)
  const unique = uniqueSources({ ...run, edges }, answers, compare.verdict, oneToOne)
  const clusters = clusterRecords({
    count: records.count,
    edges,
    answers,
    ...(remote === undefined ? {} : { components: await componentsBy(remote, edges, answers, records.count) }),
    identifiers: [
      ...identifierColumns(pack, entity, columns, compare),
      ...contraryColumns(pack, entity, columns, compare),
    ],
    ...(unique === null ? {} : { unique }),
  })
  const before = earlier === null || carried === null ? null : earlierClusters(earlier, carried)
  const { ids, changes } = clusterIds(entity, clusters, (record) => records.of(record), before)
  return {
    run: impliedBy(byPeople(run, edges, decided), clusters),
    decided,
    clusters,
    ids,
    summaries: summarize(clusters, edges),
    changes: before === null ? null : changes,
    answers: rows,
    absent,
  }
}

function componentsBy(remote: RemoteStages, edges: Edges, answers: Answers, count: number): Promise<Numbered> {
  const same = edges.identity.reduce((sum, verdict) => sum + Number(verdict === SAME), 0)
  const u = new Uint32Array(same + answers.same.length)
  const v = new Uint32Array(u.length)
  let length = 0
  for (let e = 0; e < edges.a.length; e++) {
    if (edges.identity[e] !== SAME) continue
    u[length] = edges.a[e]!
    v[length++] = edges.b[e]!
  }
  for (const { a, b } of answers.same) {
    u[length] = a
    v[length++] = b
  }
  return remote.components(u, v, count)
}

function byPeople(run: TableRun, edges: Edges, decided: Uint8Array): TableRun {
  if (edges === run.edges) return run
  const basis = run.basis.map((ground, edge) => (decided[edge] === 1 ? BY_PEOPLE : ground))
  return { ...run, edges, basis, statistics: recounted(run.statistics, edges) }
}

/** Recounts the verdicts after answers changed them. */
function recounted(before: RunStatistics, { identity }: Edges): RunStatistics {
  let same = 0
  let review = 0
  for (const verdict of identity) {
    if (verdict === SAME) same++
    else if (verdict === REVIEW) review++
  }
  return { ...before, same, review, different: before.different + before.same + before.review - same - review }
}

/** For a link: records of one source stay apart unless they are the same; with one to one, they always stay apart. */
function uniqueSources(
  run: TableRun,
  answers: Answers,
  verdict: CompareEngine['verdict'],
  oneToOne: boolean | readonly string[],
): UniqueSources | null {
  const { sources, task, records, edges, entity } = run
  if (task !== 'link') {
    if (oneToOne === false) return null
    throw new SelfsameError('usage', 'one to one is asked of a link: dedupe looks for the duplicates within a table')
  }
  const names = sources.map(({ name }) => name)
  const strict = new Set((oneToOne === true ? names : oneToOne || []).map((name) => names.indexOf(name)))
  if (strict.has(-1))
    throw new SelfsameError('usage', `one to one names an unknown table; the tables are ${names.join(', ')}`)
  const firsts = sources.map(({ first }) => first)
  const sourceOf = (record: number) => sourceAt(firsts, record)
  const areSame = (a: number, b: number) =>
    !strict.has(sourceOf(a)) && verdict(entity, run.fieldsOf(a), run.fieldsOf(b)).identity === 'same_entity'
  return {
    sourceOf,
    sources: new Set(sources.keys()),
    twinOf: twinsWithin(records.count, edges, answers, sourceOf, areSame),
  }
}

function sourceAt(firsts: readonly number[], record: number): number {
  let source = firsts.length - 1
  while (firsts[source]! > record) source--
  return source
}
