// What a person must know of a run before its results: how many merges rest on little evidence, and whether the result as a whole is
// suspicious, so that an empty or over-merged one is never silent.

import { kindOf } from '../engines/compare/comparators/kinds.ts'
import type { CompareEngine } from '../engines/compare/engine.ts'
import type { EntityPack } from '../packs/schemas/entity-pack.ts'
import { counted } from '../page/html-page.ts'
import { mergesOf } from '../tables/clusters/merges.ts'
import { densityOf } from '../tables/clusters/summaries.ts'
import type { Outcome } from '../tables/outcome.ts'
import type { TableRun } from '../tables/records/table-run.ts'

export interface RunHealth extends Readonly<Record<string, unknown>> {
  readonly state: 'healthy' | 'suspicious'
  /** Reasons for `suspicious`, the gravest first. */
  readonly why: readonly string[]
  readonly merges: number
  /** Number of merges that rest on less than two independent pieces of evidence: estimated from `weighed` merges where these are not all. */
  readonly single: number
  readonly weighed: number
}

/** Number of merges that are weighed; in a large table they are taken at even distances. */
const WEIGHED = 4_000
/** Log-odds from which what agrees is a piece of evidence: it is then three times as frequent among records of one entity. */
const PIECE = Math.log(3)
/** Fewest pairs for a share of them to be a reason. */
const FEW = 20
const [MOST_SINGLE, MOST_WITHHELD, MOST_LOST] = [0.2, 0.1, 0.1]
/** A cluster of so many records is suspicious if it holds more than a share of all records, or if few of its pairs are the same. */
const LARGE = { records: 10, share: 0.05, density: 0.3 }

/** `isOneToOne`: it was said which tables of a link have duplicates. */
export function healthOf(
  outcome: Outcome,
  pack: EntityPack,
  weigh: CompareEngine['weigh'],
  isOneToOne: boolean,
): RunHealth {
  const { run, clusters, summaries, decided } = outcome
  const { withheld } = clusters
  const merges = mergesOf(run, decided)
  const step = Math.max(1, Math.ceil(merges.length / WEIGHED))
  const taken = merges.filter((_, rank) => rank % step === 0)
  const weak = taken.filter((edge) => piecesOf(run, edge, pack, weigh) < 2).length
  const single = taken.length === 0 ? 0 : Math.round((weak * merges.length) / taken.length)
  const { statistics, blocking, records } = run
  const isMuch = (part: number, whole: number, most: number) => part >= FEW && part > most * whole
  const fields = statistics.columns.filter(({ filled }) => filled > 0).length
  const large = summaries.size.findIndex(
    (size, cluster) =>
      size >= LARGE.records && (size > LARGE.share * records.count || densityOf(summaries, cluster) < LARGE.density),
  )
  const doubled = run.task === 'link' && !isOneToOne ? clustersOfTwins(outcome) : 0
  const reasons: readonly (readonly [boolean, string])[] = [
    [statistics.same + statistics.review === 0, 'no two records were found to be one; check how the columns were read'],
    [fields < 2, 'no more than one field was compared; map more columns with --map'],
    [
      doubled > 0,
      `two rows or more of one table are together in ${counted(doubled, 'cluster')}; find duplicates within a table with dedupe first, or keep its rows apart with --one-to-one`,
    ],
    [large >= 0, `a cluster holds ${summaries.size[large]} records; check its weakest pairs`],
    [isMuch(single, merges.length, MOST_SINGLE), 'many merges rest on less than two independent pieces of evidence'],
    [isMuch(withheld.length, merges.length, MOST_WITHHELD), 'many pairs found the same contradict their clusters'],
    [isMuch(statistics.review, statistics.same, 1), 'more pairs are questions to people than are the same'],
    [(blocking.lost ?? 0) > MOST_LOST, 'blocking lost many of the true pairs by its own estimate'],
  ]
  const why = reasons.filter(([holds]) => holds).map(([, reason]) => reason)
  return {
    state: why.length === 0 ? 'healthy' : 'suspicious',
    why,
    merges: merges.length,
    single,
    weighed: taken.length,
  }
}

/** Number of clusters with more than one record of one table. */
function clustersOfTwins({ run, clusters }: Outcome): number {
  const twice = new Set<number>()
  for (const { first, rows } of run.sources) {
    const seen = new Set<number>()
    for (const cluster of clusters.of.subarray(first, first + rows)) {
      if (seen.has(cluster)) twice.add(cluster)
      seen.add(cluster)
    }
  }
  return twice.size
}

/** The verdict and the number of merges of little evidence, in sentences. */
export const headlineOf = ({ state, why, merges, single, weighed }: RunHealth): string[] => [
  `${[`The result is ${state}`, ...why].join('; ')}.`,
  ...(merges === 0
    ? []
    : [
        `Of ${counted(merges, 'merge')}, ${weighed < merges ? 'about ' : ''}${single} rest on less than two independent pieces of evidence.`,
      ]),
]

/** Number of independent pieces of evidence for a merge. The parts of a name are one piece, and so are those of a place of residence. */
function piecesOf(
  { entity, edges, fieldsOf }: TableRun,
  edge: number,
  pack: EntityPack,
  weigh: CompareEngine['weigh'],
): number {
  const { identifiers, household = [] } = pack.gate
  const sums = new Map<string, number>()
  for (const { field, logOdds } of weigh(entity, fieldsOf(edges.a[edge]!), fieldsOf(edges.b[edge]!)).steps) {
    if (field === null) continue
    const rule = pack.comparisons.find((comparison) => comparison.field === field)
    const isResidence = household.includes(field) && !identifiers.includes(field)
    const piece = isResidence ? 'residence' : kindOf(rule?.kind ?? '')?.namesPersons ? 'name' : field
    sums.set(piece, (sums.get(piece) ?? 0) + logOdds)
  }
  return [...sums.values()].filter((sum) => sum >= PIECE).length
}
