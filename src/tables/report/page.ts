// The HTML report of a run over tables: input, comparisons, results, and least certain pairs and clusters.
import { CHART_STYLE } from '../../page/chart.ts'
import { escaped, htmlPage, row, table, terms, value, whole } from '../../page/html.ts'
import type { TableRun } from '../model.ts'
import { clusterSections } from './clusters.ts'
import type { ReportInput } from './input.ts'
import { blockingSection, columnsSection, scoresSection, thresholdSection, weightsSection } from './overview.ts'
import { share } from './page-parts.ts'
import { pairsSection } from './pairs.ts'

/** Returns the whole page. Depends only on its input: no clock, no host names. */
export function tablesReport(input: ReportInput): string {
  const { run } = input
  const names = run.sources.map(({ name }) => name).join(', ')
  const body = [
    `<h1>${run.task === 'link' ? 'Links between' : 'Duplicates in'} ${value(names)}</h1>`,
    summarySection(input),
    contents(),
    columnsSection(run),
    blockingSection(run),
    scoresSection(run),
    thresholdSection(run),
    weightsSection(run),
    clusterSections(input),
    pairsSection(input),
    pinsSection(run),
  ].join('\n')
  return htmlPage({ title: `${names}: report`, body, style: `${CHART_STYLE}${STYLE}` })
}

const STYLE = `
table{min-width:0}caption{overflow-wrap:anywhere}
details{border-bottom:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer;overflow-wrap:anywhere}details table{margin:.4rem 0}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem;align-items:start}.pair>*{min-width:0}
.big{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.6rem;padding:0;margin:1rem 0;list-style:none}
.big li{background:var(--soft);padding:.5rem .7rem}.big b{display:block;font-size:1.35rem;font-variant-numeric:tabular-nums}
nav ul{columns:14rem;padding-left:1.1rem;margin:.4rem 0}code{overflow-wrap:anywhere}
@media print{details:not([open])>*:not(summary){display:none}.charts{grid-template-columns:1fr 1fr}}
`

const SECTIONS = [
  ['columns', 'Columns'],
  ['blocking', 'Which pairs were compared'],
  ['scores', 'Scores'],
  ['threshold', 'At another threshold'],
  ['weights', 'Weights'],
  ['clusters', 'Clusters'],
  ['doubtful', 'Least certain clusters'],
  ['pairs', 'Least certain pairs'],
  ['pins', 'What the run is bound to'],
] as const

const contents = (): string =>
  `<nav aria-label="Contents"><ul>${SECTIONS.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul></nav>`

function summarySection({ run, clusters, summaries, decided }: ReportInput): string {
  const { statistics, blocking } = run
  const together = summaries.size.reduce((sum, size) => (size > 1 ? sum + size : sum), 0)
  const groups = summaries.size.reduce((sum, size) => sum + Number(size > 1), 0)
  const largest = summaries.size.reduce((x, y) => Math.max(x, y), 0)
  const people = decided.reduce((sum, one) => sum + one, 0)
  const big = [
    [whole(run.records.count), 'records'],
    [whole(clusters.count), 'clusters, one an entity'],
    [whole(statistics.same), 'pairs the same'],
    [whole(statistics.review), 'pairs for people to review'],
  ]
  return `<ul class="big">${big.map(([count, what]) => `<li><b>${count}</b>${what}</li>`).join('')}</ul>
${terms([
  ['Entity', escaped(run.entity)],
  ['Sources', run.sources.map(({ name, rows }) => `${value(name)} (${whole(rows)} records)`).join(', ')],
  [
    'Compared',
    `${whole(blocking.candidates)} of ${whole(blocking.product)} pairs; ${blocking.lost === null ? 'what that loses cannot be estimated' : `estimated to lose ${share(blocking.lost)} of the true ones`}`,
  ],
  [
    'Together',
    `${whole(together)} records in ${whole(groups)} clusters of two or more, the largest of ${whole(largest)}`,
  ],
  ...(people > 0 ? [['By people', `${whole(people)} pairs decided`] as const] : []),
])}`
}

function pinsSection({ pins, sources }: TableRun): string {
  const said = Object.entries(pins).map(([name, pin]) =>
    row([escaped(name), `<code>${escaped(typeof pin === 'string' ? pin : JSON.stringify(pin))}</code>`]),
  )
  const hashes = sources.map(({ name, sha256 }) => row([value(name), `<code>${escaped(sha256)}</code>`]))
  return `<section id="pins"><h2>What the run is bound to</h2>
${table('Sources', ['Source', 'SHA-256'], hashes)}${table('Engine and data', ['Pin', 'Value'], said)}</section>`
}
