// What a run comes to: answers of people over verdicts, clusters under ids that stay, what changed, and the report.
import type { CompareEngine } from '../engines/compare/engine.ts'
import { SelfsameError } from '../errors.ts'
import type { EntityPack } from '../packs/schemas/entity-pack.ts'
import { type AnswerRow, readAnswers, withAnswers } from './clusters/answer-rows.ts'
import type { Answers } from './clusters/answers.ts'
import { clusterRecords } from './clusters/cluster.ts'
import { identifierColumns } from './clusters/identifiers.ts'
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
  /** Rows of answers; of several about one pair the last holds. */
  readonly answers: readonly AnswerRow[]
  /** Of a link, sources without duplicates: all of them, or those of these names; of the others records that are the same join one cluster. */
  readonly oneToOne: boolean | readonly string[]
  readonly earlier: EarlierRun | null
  /** What takes over the search for connected components. */
  readonly remote?: RemoteStages | undefined
}

export interface Outcome extends NamedClusters {
  /** The run with the verdicts of people in place of the engine's. */
  readonly run: TableRun
  /** By edge 1 where people decided. */
  readonly decided: Uint8Array
  /** Answers about records that are not in the tables. */
  readonly absent: number
}

/** Throws usage for answers that contradict each other, and for sources that are none. */
export async function outcomeOf(
  run: TableRun,
  pack: EntityPack,
  compare: Pick<CompareEngine, 'measure' | 'compareRecords' | 'verdict'>,
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
    identifiers: identifierColumns(pack, entity, columns, compare),
    ...(unique === null ? {} : { unique }),
  })
  const before = earlier === null || carried === null ? null : earlierClusters(earlier, carried)
  const { ids, changes } = clusterIds(entity, clusters, (record) => records.of(record), before)
  return {
    run: impliedBy(byPeople(run, edges, decided), clusters.of),
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

/** The run with what people said in it. */
function byPeople(run: TableRun, edges: Edges, decided: Uint8Array): TableRun {
  if (edges === run.edges) return run
  const basis = run.basis.map((ground, edge) => (decided[edge] === 1 ? BY_PEOPLE : ground))
  return { ...run, edges, basis, statistics: recounted(run.statistics, edges) }
}

/** The counts after people turned verdicts. */
function recounted(before: RunStatistics, { identity }: Edges): RunStatistics {
  let same = 0
  let review = 0
  for (const verdict of identity) {
    if (verdict === SAME) same++
    else if (verdict === REVIEW) review++
  }
  return { ...before, same, review, different: before.different + before.same + before.review - same - review }
}

/** Of a link: the sources whose records stay apart unless they are the same themselves, or whatever they are where one to one is asked. */
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
    throw new SelfsameError('usage', `one to one names a table that is none of them; they are ${names.join(', ')}`)
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

/** The last source that begins at or before a record. */
function sourceAt(firsts: readonly number[], record: number): number {
  let source = firsts.length - 1
  while (firsts[source]! > record) source--
  return source
}
