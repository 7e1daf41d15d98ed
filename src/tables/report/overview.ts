// Report sections about the whole run: columns, blocking, scores, thresholds, weights.
import { largest, smallest } from '../../lists.ts'
import { barChart, lineChart, shareBar } from '../../page/chart.ts'
import { escaped, numbersRow, percent, row, table, value, whole } from '../../page/html.ts'
import type { FactorWeights, TableRun } from '../model.ts'
import { type Outcome, outcomes } from './figures.ts'
import { share } from './page-parts.ts'

const KNOWN_BY: Readonly<Record<string, string>> = {
  header: 'its header',
  content: 'its content',
  given: 'as given',
  none: 'not compared',
}

export function columnsSection({ mapping, statistics, records }: TableRun): string {
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

export function blockingSection({ blocking }: TableRun): string {
  const most = blocking.keys.reduce((x, { edges }) => Math.max(x, edges), 1)
  const keys = blocking.keys.map(({ key, blocks, split, edges }) =>
    numbersRow([escaped(key), `${shareBar(edges / most)}${whole(edges)}`], [whole(blocks), whole(split)]),
  )
  const asked = blocking.product === 0 ? 0 : blocking.candidates / blocking.product
  const told = asked >= 0.0001 ? share(asked) : `one in ${whole(Math.round(1 / (asked || 1)))}`
  return `<section id="blocking"><h2>Which pairs were compared</h2>
<p>${whole(blocking.candidates)} pairs were compared, ${told} of the ${whole(blocking.product)} there are. ${whole(blocking.met)} pairs share a key; each record kept its best.</p>
<p class="note">${blocking.lost === null ? '' : `Estimated to lose ${share(blocking.lost)} of the true pairs. `}${escaped(blocking.estimate)}</p>
${table('Keys: pairs found the same or to review that share one', ['Key', 'Such pairs', 'Blocks', 'Split, too large'], keys, 2)}</section>`
}

export function scoresSection({ statistics, thresholds }: TableRun): string {
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
  return `<section id="scores"><h2>Scores</h2>
<p>${described}. Counts grow by powers of ten. A score is the probability that two records are of one entity; a pair above the threshold can still be a review, where nothing in it tells one entity from others or something contradicts.</p>
${barChart(described, bars, marks)}</section>`
}

export function thresholdSection({ edges, records, thresholds }: TableRun): string {
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
  return `<section id="threshold"><h2>At another threshold</h2>
<p>What would be merged if pairs were merged from another score on. Groups are counted before any is cut; below ${thresholds.match} numbers are at the most, because some of those pairs are held for other reasons.</p>
<div class="charts">${drawn('Pairs merged', ({ pairs }) => pairs, plain)}${drawn('Groups of two or more', ({ groups }) => groups, plain)}${drawn('Records in the largest group', ({ largest }) => largest, plain)}${drawn('Merged pairs expected wrong', ({ wrong }) => wrong, share)}</div>
<details><summary>As numbers</summary>${table('By threshold', ['Threshold', 'Pairs merged', 'Groups', 'Largest', 'Expected wrong'], rows, 5)}</details></section>`
}

export function weightsSection({ weights }: TableRun): string {
  const fitted = weights.some((factor) => factor.fitted !== null)
  return `<section id="weights"><h2>Weights</h2>
<p>How far the likeness of two values moves the log-odds that two records are one: ${fitted ? 'fitted to these tables, beside what the pack ships' : 'as the pack ships them; they were not fitted to these tables'}.</p>
<div class="charts">${weights.map(weightChart).join('')}</div></section>`
}

function weightChart({ factor, at, shipped, fitted }: FactorWeights): string {
  const all = [...shipped, ...(fitted ?? []), 0]
  const points = (weights: readonly number[]) => at.map((x, i) => [x, weights[i]!] as const)
  const second = fitted === null ? [] : [{ name: 'shipped', points: points(shipped), style: 'second' }]
  const chart = lineChart(
    `Log-odds of ${factor} by likeness, from ${told(smallest(all))} to ${told(largest(all))}`,
    [{ name: fitted === null ? 'shipped' : 'fitted', points: points(fitted ?? shipped), style: 'first' }, ...second],
    { x: [0, Math.max(1, largest(at))], y: [smallest(all), largest(all)], written: told },
  )
  return `<figure><figcaption>${escaped(factor)}</figcaption>${chart}</figure>`
}

const told = (logOdds: number): string => String(Math.round(logOdds * 10) / 10)
