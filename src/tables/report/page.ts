// The HTML report of a run over tables: input, comparisons, results, and least certain pairs and clusters.
import { largest, smallest } from '../../lists.ts'
import { barChart, CHART_STYLE, circle, type Link, lineChart, shareBar, waterfall } from '../../page/chart.ts'
import {
  counted,
  escaped,
  htmlPage,
  numbersRow,
  percent,
  row,
  table,
  terms,
  VERDICTS,
  value,
  whole,
} from '../../page/html-page.ts'
import type { Withheld } from '../clusters/separation-rules.ts'
import { BridgeFinder, densityOf } from '../clusters/summaries.ts'
import {
  type FactorWeights,
  IDENTITY_WORDS,
  REVIEW,
  type RecordRef,
  SAME,
  type TableRun,
} from '../records/table-run.ts'
import {
  heldPairs,
  leastCertainClusters,
  leastCertainPairs,
  membersOf,
  type Outcome,
  outcomes,
  type ReportInput,
  sizes,
  UNCERTAIN,
} from './figures.ts'

/** Number of clusters that are listed, and the maximum number of records of a drawn cluster. */
const LISTED_CLUSTERS = 12
const DRAWN = 24

const WHY: Readonly<Record<Withheld, string>> = {
  answer: 'people said that they are two',
  identifier: 'their clusters hold two identifiers of which an entity has one',
  contrary: 'their clusters hold two dates or sexes that one entity does not have, or a pair that is told apart',
  ambiguous: 'one of the two fits two clusters that are told apart, neither better',
  source: 'their cluster would hold two records of one table that are not the same',
  tie: 'another record of the same source is equally good',
  evidence: 'more speaks against their clusters being one than for it',
}

const clusterSections = (input: ReportInput): string => `${allClusters(input)}\n${doubtful(input)}`

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
  const listed = leastCertainClusters(run.edges, summaries, LISTED_CLUSTERS)
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
  const styles: Readonly<Record<number, string>> = { [SAME]: 'same', [REVIEW]: 'unclear' }
  return edges.map((e) => ({
    from: from(e),
    to: to(e),
    style: `${styles[run.edges.identity[e]!] ?? 'two'}${bridges.has(e) ? ' bridge' : ''}${e === weakest ? ' weakest' : ''}`,
  }))
}

const share = (part: number): string =>
  part > 0 && part < 0.1 ? `${Math.round(part * 10_000) / 100}\u00a0%` : percent(part)

/** A record with its source and id, as in the tables. */
export function reference({ sources, records }: TableRun, record: number): string {
  const { source, id }: RecordRef = records.of(record)
  return sources.length === 1 ? value(id) : `${value(source)} ${value(id)}`
}

/** The fields of several records side by side, one a column; values by `show`. Fields that none of them has are left out. */
export function sideBySide(
  run: TableRun,
  records: readonly number[],
  show: ReportInput['show'],
  caption: string,
): string {
  const fields = records.map((record) => run.fieldsOf(record))
  const names = [...new Set(fields.flatMap((record) => Object.keys(record)))]
  const shown = (text: string | undefined) => (text === undefined || text === '' ? '' : value(show(text)))
  const rows = names.map(
    (name) =>
      `<tr><th scope="row">${value(name)}</th>${fields.map((record) => `<td>${shown(record[name])}</td>`).join('')}</tr>`,
  )
  return table(caption, ['Field', ...records.map((record) => reference(run, record))], rows)
}

// Report sections about the whole run: columns, blocking, scores, thresholds, weights.
const KNOWN_BY: Readonly<Record<string, string>> = {
  header: 'its header',
  content: 'its content',
  given: 'as given',
  none: 'not compared',
}

function columnsSection({ mapping, statistics, records }: TableRun): string {
  const filled = statistics.columns.map(({ field, filled: count, distinct }) =>
    numbersRow(
      [escaped(field), `${shareBar(count / records.count)}${percent(count / records.count)}`],
      [whole(count), whole(distinct), count === 0 ? '' : percent(distinct / count)],
    ),
  )
  const mapped = mapping.map(({ source, column, field, by }) =>
    row([value(source), value(column), field === null ? '–' : escaped(field), KNOWN_BY[by] ?? escaped(by)]),
  )
  return `<section id="columns"><h2>Columns</h2>
${table('How full each field is', ['Field', 'Filled', 'Records', 'Distinct values', 'Distinct of filled'], filled, 3)}
<details><summary>How ${mapping.length} columns were read</summary>${table('Columns and fields', ['Source', 'Column', 'Field', 'Known by'], mapped)}</details></section>`
}

function blockingSection({ blocking }: TableRun): string {
  const asked = blocking.product === 0 ? 0 : blocking.candidates / blocking.product
  const told = asked >= 0.0001 ? share(asked) : `one in ${whole(Math.round(1 / (asked || 1)))}`
  return `${opened('blocking', 'Which pairs were compared')}
<p>${whole(blocking.candidates)} pairs were compared, ${told} of the ${whole(blocking.product)} there are. ${whole(blocking.met)} pairs share a key; each record kept its best.</p>
<p class="note">${blocking.lost === null ? '' : `Estimated to lose ${share(blocking.lost)} of the true pairs. `}${escaped(blocking.estimate)}</p></details>`
}

function scoresSection({ statistics, thresholds }: TableRun): string {
  const bins = statistics.histogram.length
  const bars = statistics.histogram.map((count, i) => {
    const middle = (i + 0.5) / bins
    const style = middle >= thresholds.match ? 'same' : middle >= thresholds.review ? 'unclear' : 'two'
    const isTick = i % (bins / 5) === 0
    return isTick ? { value: count, style, label: String(Math.round((i / bins) * 10) / 10) } : { value: count, style }
  })
  const marks = [
    { at: thresholds.review, label: `review ${thresholds.review}` },
    { at: thresholds.match, label: `same ${thresholds.match}` },
  ]
  const described = `Compared pairs by score: ${whole(statistics.same)} the same, ${whole(statistics.review)} to review, ${whole(statistics.different)} different`
  return `${opened('scores', 'Scores')}
<p>${described}. Counts grow by powers of ten. A score is the probability that two records are of one entity; a pair above the threshold can still be a review, where nothing in it tells one entity from others or something contradicts.</p>
${barChart(described, bars, marks)}</details>`
}

function thresholdSection({ edges, records, thresholds }: TableRun): string {
  const found = outcomes(edges, records.count, thresholds.review, thresholds.match)
  const [from, to] = [thresholds.review, 0.99]
  const mark = [{ at: (thresholds.match - from) / (to - from), label: `now ${thresholds.match}` }]
  const drawn = (title: string, of: (outcome: Outcome) => number, written: (count: number) => string) => {
    const points = found.map((outcome) => [outcome.threshold, of(outcome)] as const)
    const most = points.reduce((x, [, y]) => Math.max(x, y), 0)
    const chart = lineChart(`${title}, by threshold`, [{ name: title, points, style: 'first' }], {
      x: [from, to],
      y: [0, most],
      written,
      marks: mark,
    })
    return `<figure><figcaption>${title}</figcaption>${chart}</figure>`
  }
  const plain = (count: number) => whole(Math.round(count))
  const rows = found
    .filter(
      ({ threshold }) => Math.round(threshold * 100) % 5 === 0 || threshold === 0.99 || threshold === thresholds.match,
    )
    .map(({ threshold, pairs, groups, largest, wrong }) =>
      numbersRow([], [String(threshold), whole(pairs), whole(groups), whole(largest), share(wrong)]),
    )
  return `${opened('threshold', 'At another threshold')}
<p>What would be merged if pairs were merged from another score on. Groups are counted before any is cut; below ${thresholds.match} numbers are at the most, because some of those pairs are held for other reasons.</p>
<div class="charts">${drawn('Pairs merged', ({ pairs }) => pairs, plain)}${drawn('Groups of two or more', ({ groups }) => groups, plain)}${drawn('Records in the largest group', ({ largest }) => largest, plain)}${drawn('Merged pairs expected wrong', ({ wrong }) => wrong, share)}</div>
${table('By threshold', ['Threshold', 'Pairs merged', 'Groups', 'Largest', 'Expected wrong'], rows, 5)}</details>`
}

function weightsSection({ weights }: TableRun): string {
  if (weights.length === 0) return ''
  return `${opened('weights', 'Weights')}
<p>How far the likeness of two values moves the log-odds that two records are one: fitted to these tables, beside what the pack ships.</p>
<div class="charts">${weights.map(weightChart).join('')}</div></details>`
}

function weightChart({ factor, at, shipped, fitted }: FactorWeights): string {
  const all = [...shipped, ...fitted, 0]
  const points = (weights: readonly number[]) => at.map((x, i) => [x, weights[i]!] as const)
  const chart = lineChart(
    `Log-odds of ${factor} by likeness, from ${told(smallest(all))} to ${told(largest(all))}`,
    [
      { name: 'fitted', points: points(fitted), style: 'first' },
      { name: 'shipped', points: points(shipped), style: 'second' },
    ],
    { x: [0, Math.max(1, largest(at))], y: [smallest(all), largest(all)], written: told },
  )
  return `<figure><figcaption>${escaped(factor)}</figcaption>${chart}</figure>`
}

const told = (logOdds: number): string => String(Math.round(logOdds * 10) / 10)

// Report section about single pairs: the least certain ones, each with its values and the waterfall of its evidence.
const LISTED_PAIRS = 20

function pairsSection(input: ReportInput): string {
  const { run, decided } = input
  const open = leastCertainPairs(run.edges, decided, LISTED_PAIRS)
  const held = heldPairs(run.edges, decided, Math.min(run.thresholds.match, UNCERTAIN[1]), LISTED_PAIRS).filter(
    (edge) => !open.includes(edge),
  )
  const listed = (title: string, why: string, edges: readonly number[]) =>
    edges.length === 0
      ? ''
      : `<h3>${title}</h3><p>${why}</p>${edges.map((edge) => pairDetails(input, edge)).join('\n')}`
  const all = [
    listed(`Scores from ${UNCERTAIN.join(' to ')}`, 'The values say least about these pairs.', open),
    listed(
      'High scores that do not decide',
      'A field contradicts what agrees, or what agrees is too common to identify one record.',
      held,
    ),
  ].join('')
  return `<section id="pairs"><h2>Least certain pairs</h2>${all || '<p>No pair is uncertain.</p>'}</section>`
}

function mergesSection(input: ReportInput): string {
  const listed = input.weak.slice(0, LISTED_PAIRS).map(({ edge, fact }) => {
    const why = fact === null ? 'near the threshold' : `rests on ${escaped(fact)}`
    return `<li>${why}${pairDetails(input, edge)}</li>`
  })
  if (listed.length === 0) return ''
  return `<section id="merges"><h2>Merges that rest on one fact</h2>
<p>${whole(input.weak.length)} merges rest on one field or have scores near the threshold: the weakest first, all of them in merges.json. A wrong merge is likeliest here.</p>
<ol>${listed.join('\n')}</ol></section>`
}

function pairDetails(input: ReportInput, edge: number): string {
  const { run, show } = input
  const { edges } = run
  const a = edges.a[edge]!
  const b = edges.b[edge]!
  const word = IDENTITY_WORDS[edges.identity[edge]!]!
  const score = Math.round(edges.score[edge]! * 10_000) / 10_000
  const { steps, explanation } = input.evidence(a, b)
  const drawn = waterfall(
    `Evidence of the pair, adding up to a score of ${score}`,
    steps.filter(isShown).map(({ name, logOdds, similarity }) => ({
      name,
      moves: logOdds,
      note: `${signed(logOdds)}${similarity === null ? '' : ` at ${Math.round(similarity * 100) / 100}`}`,
    })),
    { name: 'score', note: String(score) },
  )
  return `<details><summary><span class="${word}">${VERDICTS[word]}</span> ${score}: ${reference(run, a)} and ${reference(run, b)}<br>${escaped(explanation)}</summary>
<div class="pair">${sideBySide(run, [a, b], show, 'The two records')}<figure>${drawn}</figure></div></details>`
}

/** False for a step that would be shown as +0. */
const isShown = ({ logOdds }: { readonly logOdds: number }): boolean => Math.abs(logOdds) >= 0.05

const signed = (logOdds: number): string => `${logOdds < 0 ? '−' : '+'}${Math.abs(Math.round(logOdds * 10) / 10)}`

/** Returns the whole page. Depends only on its input: no clock, no host names. */
export function tablesReport(input: ReportInput): string {
  const { run } = input
  const names = run.sources.map(({ name }) => name).join(', ')
  const body = [
    `<h1>${run.task === 'link' ? 'Links between' : 'Duplicates in'} ${value(names)}</h1>`,
    summarySection(input),
    nextSection(input),
    mergesSection(input),
    pairsSection(input),
    clusterSections(input),
    columnsSection(run),
    '<h2>How the run worked</h2>',
    blockingSection(run),
    scoresSection(run),
    thresholdSection(run),
    weightsSection(run),
    pinsSection(run),
  ].join('\n')
  return htmlPage({ title: `${names}: report`, body, style: `${CHART_STYLE}${STYLE}` })
}

const STYLE = `
table{min-width:0}th{white-space:normal;overflow-wrap:break-word}caption{overflow-wrap:anywhere}
@media(max-width:40rem){table{font-size:.8rem}th,td{min-width:3rem;padding-right:.3rem}.share{width:100%;margin:0}}
details{border-bottom:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer;overflow-wrap:anywhere}details table{margin:.4rem 0}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem;align-items:start}.pair>*{min-width:0}
.big{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.6rem;padding:0;margin:1rem 0;list-style:none}
.big li{background:var(--soft);padding:.5rem .7rem}.big b{display:block;font-size:1.35rem;font-variant-numeric:tabular-nums}
code{overflow-wrap:anywhere}
@media print{details:not([open])>*:not(summary){display:none}.charts{grid-template-columns:1fr 1fr}}
`

/** The beginning of a section that is folded until a reader opens it. */
const opened = (id: string, title: string): string => `<details id="${id}"><summary>${title}</summary>`

/** What a reader does with the results, the most urgent first. */
function nextSection({ run, weak, queued }: ReportInput): string {
  const { review } = run.statistics
  const steps = [
    weak.length === 0 ? '' : `Check <a href="#merges">${counted(weak.length, 'merge')} resting on one fact</a>.`,
    review === 0
      ? ''
      : `Decide <a href="#pairs">${counted(review, 'pair')}</a>: ${queued ? 'answer with "selfsame review --ledger FILE" or in the studio, then run again' : 'run again with --reviews --ledger FILE and answer with "selfsame review"'}, or write the answers to a table for --answers.`,
    'Look at the <a href="#doubtful">least certain clusters</a>, and whether <a href="#columns">every column was read</a> as what it is.',
  ]
  return `<section><h2>What to do next</h2><ol>${steps.map((step) => step && `<li>${step}</li>`).join('')}</ol></section>`
}

function summarySection({ run, clusters, summaries, decided, headline }: ReportInput): string {
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
  return `<p><b>${headline.map(escaped).join(' ')}</b></p>
<ul class="big">${big.map(([count, what]) => `<li><b>${count}</b>${what}</li>`).join('')}</ul>
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
  return `${opened('pins', 'Engine, data and hashes of the files')}
${table('Sources', ['Source', 'SHA-256'], hashes)}${table('Engine and data', ['Pin', 'Value'], said)}</details>`
}
