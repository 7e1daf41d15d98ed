// The report over a folder of documents as one page that a reviewer can read and print: no script, nothing fetched, every value shown as text.
import type { DocumentReport, PairDecision, ProposedField } from '../records/documents.ts'

const escaped = (value: unknown) =>
  String(value ?? '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')

/** A value of anybody's writing direction stands apart from the text around it. */
const value = (text: unknown) => `<bdi>${escaped(text)}</bdi>`
const percent = (share: number) => `${Math.round(share * 100)}\u00a0%`
const row = (cells: readonly string[], tag = 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

function table(caption: string, heading: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return ''
  const head = `<tr>${heading.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr>`
  return `<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`
}

const STYLE = `
:root{color-scheme:light dark;--line:#8885;--soft:#8881;--warn:#b45309;--bad:#b91c1c;--good:#15803d}
@media(prefers-color-scheme:dark){:root{--warn:#fbbf24;--bad:#f87171;--good:#4ade80}}
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:75rem;padding:1rem}
h1{font-size:1.4rem}h2{font-size:1.15rem;border-bottom:1px solid var(--line);padding-bottom:.2rem;margin-top:2rem;overflow-wrap:anywhere}h3{font-size:1rem;margin:.8rem 0 .2rem}
table{border-collapse:collapse;width:100%;min-width:38rem}caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:600;white-space:nowrap}.scroll{overflow-x:auto}
.same_entity{color:var(--good)}.review{color:var(--warn)}.different{opacity:.8}.error{color:var(--bad)}
.note{background:var(--soft);padding:.4rem .6rem;border-left:3px solid var(--warn)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
a{color:inherit}nav li{overflow-wrap:anywhere}
@media print{table{min-width:0}body{max-width:none;font-size:11px}section{break-inside:avoid-page}nav{display:none}}
`

/** `title` heads the page: what was read. The values are shown as they stand in the report, masked or not. */
export function reportPage(report: DocumentReport, title: string): string {
  const names = [
    ...new Set([...report.documents.map(({ document }) => document), ...Object.keys(report.errors)]),
  ].sort()
  const { possible, compared } = report.review.pairs ?? {
    possible: report.decisions.length,
    compared: report.decisions.length,
  }
  const same = report.decisions.filter(({ identity }) => identity === 'same_entity').length
  const open = report.decisions.filter(({ identity }) => identity === 'review').length
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${value(title)}</h1>
<dl><dt>Files</dt><dd>${names.length}, ${Object.keys(report.errors).length} of them not processed</dd>
<dt>Entity</dt><dd>${escaped(report.entity)}</dd>
<dt>Pairs</dt><dd>${compared} compared of ${possible}${compared < possible ? ': those that share a value, because there are too many to compare all' : ''}; ${same} the same, ${open} to review</dd>
<dt>Recorded</dt><dd>${report.recorded ? 'yes' : 'no'}</dd></dl>
${pairsSection(report.decisions)}
<nav aria-label="Files"><h2>Files</h2><ul>${names.map((name, at) => `<li><a href="#f${at}">${value(name)}</a></li>`).join('')}</ul></nav>
${names.map((name, at) => fileSection(report, name, at)).join('\n')}
</body></html>
`
}

const ORDER: readonly PairDecision['identity'][] = ['review', 'same_entity', 'different']
const SHOWN: Readonly<Record<string, string>> = { same_entity: 'the same', review: 'review', different: 'different' }
/** Fields that agree, that agree in part and that differ. Factors that look at one side of a field stand behind that of the field itself. */
function evidence(factors: PairDecision['factors']): string {
  const names = Object.keys(factors)
  const fields = names.filter((name) => !names.some((other) => other !== name && name.startsWith(`${other}_`)))
  const told = (what: string, test: (likeness: number) => boolean) => {
    const some = fields.filter((name) => test(factors[name]!))
    return some.length === 0 ? [] : [`${what}: ${some.map(escaped).join(', ')}`]
  }
  return [
    ...told('agree', (likeness) => likeness >= 0.9),
    ...told('alike', (likeness) => likeness > 0.1 && likeness < 0.9),
    ...told('differ', (likeness) => likeness <= 0.1),
  ].join('; ')
}

/** Pairs that are different are told up to this many: the others are in the JSON report. */
const MOST_DIFFERENT = 200

function pairsSection(decisions: readonly PairDecision[]): string {
  const sorted = ORDER.flatMap((identity) =>
    decisions.filter((pair) => pair.identity === identity).sort((a, b) => b.score - a.score),
  )
  const different = sorted.filter(({ identity }) => identity !== 'same_entity' && identity !== 'review')
  const shown = sorted.filter((pair) => !different.slice(MOST_DIFFERENT).includes(pair))
  const rows = shown.map(({ a, b, identity, score, factors, decision_id }) =>
    row([
      `<span class="${identity}">${SHOWN[identity] ?? escaped(identity)}</span>`,
      percent(score),
      value(a),
      value(b),
      evidence(factors),
      `<code>${escaped(decision_id.slice(0, 23))}…</code>`,
    ]),
  )
  const left = different.length - MOST_DIFFERENT
  return `<section><h2>Pairs</h2>${table('Pairs of files', ['Decision', 'Score', 'One', 'Other', 'Evidence', 'Decision id'], rows) || '<p>No pair to compare.</p>'}${left > 0 ? `<p>${left} further pairs are different; the JSON report lists them.</p>` : ''}</section>`
}

function fileSection(report: DocumentReport, name: string, at: number): string {
  const verdict = report.jurisdictions[name]
  const record = report.documents.find(({ document }) => document === name)
  const fields = report.review.proposed_fields.filter(({ document }) => document === name)
  const people = [...new Set(fields.map(({ person }) => person))]
  const titleOf = (person: number | undefined) => {
    if (person === undefined) return people.length > 1 ? 'Values that stand with nobody' : 'The subject'
    return person === 1 ? 'The subject' : `Person ${person}`
  }
  const unread = report.review.unread?.[name] ?? []
  const law = verdict === undefined ? 'unknown' : `${verdict.country ?? 'undecided'} (${verdict.reason})`
  const found =
    record === undefined
      ? ''
      : Object.entries(record.detections)
          .map(([category, count]) => `${escaped(category)} ${count}`)
          .join(', ')
  return `<section id="f${at}"><h2>${value(name)}</h2>
${report.errors[name] === undefined ? '' : `<p class="error">${escaped(report.errors[name])}</p>`}
<dl><dt>Law</dt><dd>${escaped(law)}</dd>${found === '' ? '' : `<dt>Found</dt><dd>${found}</dd>`}${typeof record?.['encoding'] === 'string' ? `<dt>Encoding</dt><dd>${escaped(record['encoding'])}, inferred</dd>` : ''}</dl>
${unread.map((what) => `<p class="note">Not read: ${escaped(what)}</p>`).join('')}
${people
  .map((person) =>
    personTable(
      fields.filter((field) => field.person === person),
      titleOf(person),
    ),
  )
  .join('')}</section>`
}

/** Fields of which a person has one: two values of it contradict each other, or are two people's. */
const SINGLE: ReadonlySet<string> = new Set(['dob', 'national_id', 'passport', 'tax_id', 'registration_id'])

function personTable(fields: readonly ProposedField[], title: string): string {
  const twice = [...SINGLE].filter((name) => fields.filter(({ field }) => field === name).length > 1)
  const rows = fields.map(({ field, value: shown, source, confidence, page, span }) =>
    row([
      `${escaped(field)}${twice.includes(field) ? ' <span class="review">(values differ)</span>' : ''}`,
      value(shown),
      percent(confidence),
      escaped(source),
      page === undefined ? `characters ${span === null ? '' : span.join('–')}` : `page ${page}`,
    ]),
  )
  return table(title, ['Field', 'Value', 'Confidence', 'From', 'Where'], rows)
}
