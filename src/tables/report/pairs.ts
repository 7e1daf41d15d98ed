// Report section about single pairs: the least certain ones, each with its values and the waterfall of its evidence.
import { waterfall } from '../../page/chart.ts'
import { escaped } from '../../page/html.ts'
import { IDENTITY_WORDS } from '../model.ts'
import { heldPairs, leastCertainPairs } from './figures.ts'
import type { ReportInput } from './input.ts'
import { reference, sideBySide } from './page-parts.ts'

const LISTED = 20

const SAID: Readonly<Record<string, string>> = { same_entity: 'the same', review: 'review', different: 'different' }

export function pairsSection(input: ReportInput): string {
  const { run, decided } = input
  const open = leastCertainPairs(run.edges, decided, LISTED)
  const held = heldPairs(run.edges, decided, run.thresholds.match, LISTED).filter((edge) => !open.includes(edge))
  const listed = (title: string, why: string, edges: readonly number[]) =>
    edges.length === 0
      ? ''
      : `<h3>${title}</h3><p>${why}</p>${edges.map((edge) => pairDetails(input, edge)).join('\n')}`
  const all = [
    listed('Scores nearest to a half', 'The same or to review, with scores that say least.', open),
    listed(
      'Held for review',
      'Their scores are enough to merge; something in them contradicts, or nothing in them tells one entity from others.',
      held,
    ),
  ].join('')
  return `<section id="pairs"><h2>Least certain pairs</h2>${all || '<p>No pair is uncertain.</p>'}</section>`
}

function pairDetails(input: ReportInput, edge: number): string {
  const { run, show } = input
  const { edges } = run
  const a = edges.a[edge]!
  const b = edges.b[edge]!
  const word = IDENTITY_WORDS[edges.identity[edge] as 0 | 1 | 2]
  const score = Math.round(edges.score[edge]! * 10_000) / 10_000
  const { steps, explanation } = input.evidence(a, b)
  const drawn = waterfall(
    `Evidence of the pair, adding up to a score of ${score}`,
    steps.map(({ name, logOdds, similarity }) => ({
      name,
      moves: logOdds,
      note: `${signed(logOdds)}${similarity === null ? '' : ` at ${Math.round(similarity * 100) / 100}`}`,
    })),
    { name: 'score', note: String(score) },
  )
  return `<details><summary><span class="${word}">${SAID[word]}</span> ${score}: ${reference(run, a)} and ${reference(run, b)}</summary>
<p>${escaped(explanation)}</p><div class="pair">${sideBySide(run, [a, b], show, 'The two records')}<figure>${drawn}</figure></div></details>`
}

const signed = (logOdds: number): string => `${logOdds < 0 ? '−' : '+'}${Math.abs(Math.round(logOdds * 10) / 10)}`
