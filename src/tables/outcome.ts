// The final results of a run: answers of reviewers over verdicts, clusters with stable ids, changes, and the report.
import { kindOf } from '../engines/compare/comparators/kinds.ts'
import { isToldApart } from '../engines/compare/decide.ts'
import type { CompareEngine } from '../engines/compare/engine.ts'
import { SelfsameError } from '../errors.ts'
import { largest } from '../lists.ts'
import type { EntityPack } from '../packs/schemas/entity-pack.ts'
import type { Answers } from './clusters/answers.ts'
import { clusterRecords, connected } from './clusters/cluster.ts'
import { clusterIds } from './clusters/cluster-ids.ts'
import { type AnswerRow, readAnswers, withAnswers } from './clusters/cluster-rows.ts'
import { withLossOf } from './clusters/loss.ts'
import { type IdentifierColumn, pairOf, type UniqueSources } from './clusters/separation-rules.ts'
import { summarize } from './clusters/summaries.ts'
import { grouped, type Numbered, UnionFind } from './clusters/union-find.ts'
import { impliedBy } from './decide-reviews.ts'
import { type EarlierRun, earlierClusters } from './earlier.ts'
import { type SharedColumn, textAt } from './records/columns.ts'
import { BY_PEOPLE, type Edges, REVIEW, type RunStatistics, SAME, type TableRun } from './records/table-run.ts'
import type { NamedClusters } from './results-folder.ts'
import type { RemoteStages } from './spark/spark.ts'

/** Maximum number of records of one source in one component that are compared with each other; in larger groups no record has a twin. */
const MANY = 100

/**
 * Maps each record to one representative of all records of its source that are the same entity, within one component: records that
 * are the same (`areSame` compares two) and have the same best partner in another source. Two records with different best
 * partners are two entities, however alike: the dining room and the cafe of one hotel.
 */
export function twinsWithin(
  count: number,
  edges: Edges,
  answers: Answers,
  sourceOf: (record: number) => number,
  areSame: (a: number, b: number) => boolean,
): (record: number) => number {
  const groups = groupsWithin(count, edges, answers, sourceOf)
  const partners = new Partners(edges, new Set(groups.flat()), sourceOf)
  const union = new UnionFind(count)
  for (const group of groups)
    for (const [i, x] of group.entries())
      for (const y of group.slice(i + 1))
        if (union.find(x) !== union.find(y) && partners.share(x, y) && areSame(x, y)) union.union(x, y)
  return (record) => union.find(record)
}

/** Records of one source in one component: groups of two and more. */
function groupsWithin(
  count: number,
  edges: Edges,
  answers: Answers,
  sourceOf: (record: number) => number,
): (readonly number[])[] {
  const components = connected(count, edges, answers)
  const { starts, items } = grouped(count, components.count, (record) => components.of[record]!)
  const groups: (readonly number[])[] = []
  for (let c = 0; c < components.count; c++) {
    const members = items.subarray(starts[c]!, starts[c + 1]!)
    // Records are numbered source by source, so those of one source follow each other.
    for (let from = 0, to = 0; from < members.length; from = to) {
      while (to < members.length && sourceOf(members[to]!) === sourceOf(members[from]!)) to++
      if (to - from > 1 && to - from <= MANY) groups.push([...members.subarray(from, to)])
    }
  }
  return groups
}

interface Best {
  score: number
  partners: number[]
}

/** The best partners of some records in each other source. */
class Partners {
  private readonly best = new Map<number, Map<number, Best>>()

  constructor(edges: Edges, wanted: ReadonlySet<number>, sourceOf: (record: number) => number) {
    for (let e = 0; e < edges.a.length; e++) {
      if (edges.identity[e] !== SAME) continue
      const [a, b] = [edges.a[e]!, edges.b[e]!]
      if (wanted.has(a)) this.add(a, b, sourceOf(b), edges.score[e]!)
      if (wanted.has(b)) this.add(b, a, sourceOf(a), edges.score[e]!)
    }
  }

  private add(record: number, other: number, source: number, score: number): void {
    const sources = this.best.get(record) ?? new Map<number, Best>()
    this.best.set(record, sources)
    const known = sources.get(source)
    if (known === undefined || score > known.score) sources.set(source, { score, partners: [other] })
    else if (score === known.score) known.partners.push(other)
  }

  /** True if both have the same best partner in some other source. */
  share(x: number, y: number): boolean {
    const others = this.best.get(y)
    for (const [source, { partners }] of this.best.get(x) ?? [])
      if (others?.get(source)?.partners.some((partner) => partners.includes(partner))) return true
    return false
  }
}

/** Functions of the engine: measure two values of a field, and report whether they conflict. */
type Judge = Pick<CompareEngine, 'measure' | 'compareRecords' | 'levels'>

/** Identifiers with a check digit that are unique per entity. Those without one affect scores only: a typo would split a cluster. */
function identifierColumns(
  { comparisons, gate }: EntityPack,
  entity: string,
  columns: readonly SharedColumn[],
  judge: Judge,
): IdentifierColumn[] {
  return comparisons.flatMap((rule) => {
    if (kindOf(rule.kind)?.separates !== 'number' || (rule.check === undefined && rule.schemes === undefined)) return []
    if (!gate.identifiers.includes(rule.field) || gate.household?.includes(rule.field)) return []
    const column = columns.find(({ field }) => field === rule.field)
    return column === undefined ? [] : [columnOf(entity, column, rule.check !== undefined, judge)]
  })
}

function columnOf(
  entity: string,
  { field, codes, values }: SharedColumn,
  oneCheck: boolean,
  judge: Judge,
): IdentifierColumn {
  const sound = new Map<number, boolean>()
  const isSound = (code: number): boolean => {
    let known = sound.get(code)
    if (known === undefined) {
      // A value passes its check if it fully agrees with itself and, where the field has several schemes, if the check of one of them passes.
      const record = { [field]: textAt(values, code) }
      const measured = judge.measure(entity, record, record)
      known = measured[field] === 1 && (oneCheck || measured[`${field}_check`] === 1)
      sound.set(code, known)
    }
    return known
  }
  const conflicts = (x: number, y: number): boolean =>
    isSound(x) &&
    isSound(y) &&
    judge
      .compareRecords(entity, { [field]: textAt(values, x) }, { [field]: textAt(values, y) })
      .basis.endsWith('(conflict)')
  return { name: field, why: 'identifier', codes, conflicts }
}

/** Highest share of a rare level among pairs of one entity: for levels of dates, and of a field that has one value for an entity. */
const [RARE_DATE, RARE] = [0.0015, 0.004]
/** How many times as well a rival must explain a rare level. */
const BETTER = 4
/** Hypotheses less frequent than this share of the first explain nothing away. */
const SELDOM = 0.005

/** Dates and fields of the pack's `contrary` whose values are on a level that pairs of one entity rarely have and that a rival explains better. */
function contraryColumns(
  { comparisons, gate, stories }: EntityPack,
  entity: string,
  columns: readonly SharedColumn[],
  judge: Judge,
): IdentifierColumn[] {
  if (stories === undefined) return []
  const [first, ...others] = stories.hypotheses
  const isContrary = (fact: string, level: string, rare: number): boolean => {
    const share = first!.levels[fact]?.[level]
    if (share === undefined || share > rare) return false
    const shares = (ofOne: boolean) =>
      others
        .filter(({ same, prior }) => (same === true) === ofOne && prior >= SELDOM * first!.prior)
        .map(({ levels }) => levels[fact]?.[level] ?? share)
    return largest(shares(false)) >= BETTER * largest([share, ...shares(true)])
  }
  return comparisons.flatMap(({ field, kind }) => {
    const isDate = kindOf(kind)?.separates === 'date'
    if (!isDate && !gate.contrary?.includes(field)) return []
    const column = columns.find((one) => one.field === field)
    if (column === undefined) return []
    const { codes, values } = column
    const known = new Map<string, boolean>()
    // A date without its day, or one that represents an unknown day, does not fully agree with itself.
    const isWhole = (code: number): boolean => {
      const record = { [field]: textAt(values, code) }
      return judge.measure(entity, record, record)[field] === 1
    }
    const conflicts = (x: number, y: number): boolean => {
      const pair = pairOf(x, y)
      let found = known.get(pair)
      if (found === undefined) {
        const { levels } = judge.levels(entity, { [field]: textAt(values, x) }, { [field]: textAt(values, y) })
        const isApart = Object.entries(levels).some(([name, level]) =>
          isContrary(name.slice(name.indexOf('/') + 1), level, isDate ? RARE_DATE : RARE),
        )
        found = isApart && isWhole(x) && isWhole(y)
        known.set(pair, found)
      }
      return found
    }
    return [{ name: field, why: 'contrary' as const, codes, conflicts }]
  })
}

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
    areToldApart: (a, b) => isToldApart(compare.verdict(entity, run.fieldsOf(a), run.fieldsOf(b))),
  })
  const before = earlier === null || carried === null ? null : earlierClusters(earlier, carried)
  const { ids, changes } = clusterIds(entity, clusters, (record) => records.of(record), before)
  return {
    run: impliedBy({ ...byPeople(run, edges, decided), blocking: withLossOf(run, clusters) }, clusters),
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
  const count = (verdict: number) => identity.reduce((sum, each) => sum + Number(each === verdict), 0)
  const [same, review] = [count(SAME), count(REVIEW)]
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
