// Report sections about clusters: sizes, pairs kept apart with reasons, changes, and the least certain clusters as graphs.
import { barChart, circle, type Link } from '../../page/chart.ts'
import { escaped, numbersRow, percent, table, whole } from '../../page/html.ts'
import { BridgeFinder } from '../clusters/bridges.ts'
import type { Withheld } from '../clusters/rules.ts'
import { densityOf } from '../clusters/summaries.ts'
import { DIFFERENT, REVIEW, SAME } from '../model.ts'
import { leastCertainClusters, membersOf, sizes } from './figures.ts'
import type { ReportInput } from './input.ts'
import { reference, sideBySide } from './page-parts.ts'

/** Number of clusters that are listed, and the maximum number of records of a drawn cluster. */
const LISTED = 12
const DRAWN = 24

const WHY: Readonly<Record<Withheld, string>> = {
  answer: 'people said that they are two',
  identifier: 'their clusters hold two identifiers of which an entity has one',
  source: 'their cluster would hold two records of one table that are not the same',
  tie: 'another record of the same source is equally good',
  evidence: 'more speaks against their clusters being one than for it',
}

export function clusterSections(input: ReportInput): string {
  return `${allClusters(input)}\n${doubtful(input)}`
}

function allClusters({ summaries, clusters, changes }: ReportInput): string {
  const bars = sizes(summaries.size).map(([label, count]) => ({ label, value: count, style: 'total' }))
  const reasons = new Map<Withheld, number>()
  for (const { why } of clusters.withheld) reasons.set(why, (reasons.get(why) ?? 0) + 1)
  const held = [...reasons].map(([why, count]) => numbersRow([WHY[why]], [whole(count)]))
  const kinds = new Map<string, number>()
  for (const { change } of changes) kinds.set(change, (kinds.get(change) ?? 0) + 1)
  const moved = [...kinds].map(([change, count]) => numbersRow([escaped(change)], [whole(count)]))
  return `<section id="clusters"><h2>Clusters</h2>
<p>Clusters by how many records they hold. Counts grow by powers of ten.</p>
${barChart('Clusters by how many records they hold', bars)}
${table('Pairs found the same that are in two clusters', ['Why', 'Pairs'], held, 1)}
${table('Since the run before', ['Change', 'Rows of changes.csv'], moved, 1)}</section>`
}

function doubtful(input: ReportInput): string {
  const { run, clusters, summaries } = input
  const listed = leastCertainClusters(run.edges, summaries, LISTED)
  const members = membersOf(clusters, listed)
  const inner = innerEdges(input, new Set(listed))
  const shown = listed.map((cluster) => clusterDetails(input, cluster, members.get(cluster)!, inner.get(cluster)!))
  return `<section id="doubtful"><h2>Least certain clusters</h2>
<p>Clusters of three records and more, first those that fall apart at the lowest score. Solid lines: the same; thick: a bridge, without which the cluster is two; blue: the weakest pair; dashed: to review; dotted: different.</p>
${shown.join('\n') || '<p>No cluster holds more than two records.</p>'}</section>`
}

function innerEdges({ run, clusters }: ReportInput, wanted: ReadonlySet<number>): Map<number, number[]> {
  const { edges } = run
  const inner = new Map([...wanted].map((cluster) => [cluster, [] as number[]]))
  for (let e = 0; e < edges.a.length; e++) {
    const cluster = clusters.of[edges.a[e]!]!
    if (wanted.has(cluster) && clusters.of[edges.b[e]!] === cluster) inner.get(cluster)!.push(e)
  }
  return inner
}

function clusterDetails(
  input: ReportInput,
  cluster: number,
  members: readonly number[],
  edges: readonly number[],
): string {
  const { run, summaries, ids, show } = input
  const weakest = summaries.weakest[cluster]!
  const score = Math.round(run.edges.score[weakest]! * 10_000) / 10_000
  const title = `${members.length} records, falls apart at ${score}, ${percent(densityOf(summaries, cluster))} of its pairs the same, ${summaries.bridges[cluster]} ${summaries.bridges[cluster] === 1 ? 'bridge' : 'bridges'}`
  const shown = members.slice(0, DRAWN)
  const drawn =
    members.length > DRAWN
      ? ''
      : `<figure>${circle(`The cluster as a graph: ${title}`, members.length, linksOf(input, members, edges, weakest))}</figure>`
  const left = members.length > DRAWN ? `<p>The first ${DRAWN} of its records.</p>` : ''
  const legend = `<ol>${shown.map((record) => `<li>${reference(run, record)}</li>`).join('')}</ol>`
  return `<details><summary>${title}</summary><p><code>${escaped(ids[cluster])}</code></p>${left}
<div class="pair">${drawn}${members.length > DRAWN ? '' : legend}</div>${sideBySide(run, shown, show, 'Its records')}</details>`
}

function linksOf({ run }: ReportInput, members: readonly number[], edges: readonly number[], weakest: number): Link[] {
  const place = new Map(members.map((record, i) => [record, i]))
  const from = (e: number) => place.get(run.edges.a[e]!)!
  const to = (e: number) => place.get(run.edges.b[e]!)!
  const same = edges.filter((e) => run.edges.identity[e] === SAME)
  const bridges = new Set(new BridgeFinder().bridges(members.length, same.map(from), same.map(to)).map((i) => same[i]!))
  const styles: Readonly<Record<number, string>> = { [SAME]: 'same', [REVIEW]: 'unclear', [DIFFERENT]: 'two' }
  return edges.map((e) => ({
    from: from(e),
    to: to(e),
    style: `${styles[run.edges.identity[e]!]!}${bridges.has(e) ? ' bridge' : ''}${e === weakest ? ' weakest' : ''}`,
  }))
}
