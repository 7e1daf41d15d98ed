// The report page of a masked table: findings by column and article, actions, and the rows that remain unique. Values are masked.
import { FEW, type TableCopy } from '../masked-tables/table-copy.ts'
import type { Statute } from '../packs/schemas/statute.ts'
import { escaped, htmlPage, row, table, value } from '../page/html.ts'

const DONE: Readonly<Record<string, string>> = {
  mask: 'masked',
  tokenize: 'tokens',
  drop: 'removed',
  generalize: 'made coarser',
  retain: 'kept',
  text: 'read as texts',
  shift: 'dates shifted',
}
const BY: Readonly<Record<string, string>> = {
  asked: 'asked for',
  heading: 'its heading',
  cells: 'its cells',
  nothing: 'nothing speaks for a kind',
}

const count = (number: number) => number.toLocaleString('en-US').replaceAll(',', '\u2009')
const share = (part: number, whole: number) => (whole === 0 ? '' : ` (${((100 * part) / whole).toFixed(1)}\u00a0%)`)

/** `names`: of the file and its copy, as the page shows them. */
export function tableReportPage(
  copy: TableCopy,
  statute: Statute,
  { show, ...names }: { readonly file: string; readonly copy: string; readonly show: (value: string) => string },
): string {
  const { plan, columns, rows } = copy
  return htmlPage({
    title: `${names.file}: masked copy`,
    body: `<h1>Masked copy of ${value(names.file)}</h1>
<dl><dt>Copy</dt><dd>${value(names.copy)}</dd><dt>Law</dt><dd>${escaped(statute.title)} (${escaped(copy.statute)} ${escaped(statute.version)})${copy.jurisdiction === null ? '' : `, ${escaped(copy.jurisdiction)}`}; method ${escaped(copy.method)}</dd>
<dt>Rows</dt><dd>${count(rows)}</dd><dt>Columns</dt><dd>${plan.columns.length}, ${plan.columns.filter(({ action }) => action !== 'retain').length} of them not kept as they were</dd>
<dt>Decision</dt><dd><code>${escaped(copy.decision_id)}</code>, ${copy.recorded ? 'recorded' : 'not recorded'}</dd>
<dt>File</dt><dd><code>${escaped(copy.original)}</code></dd><dt>Copy</dt><dd><code>${escaped(copy.copy)}</code></dd></dl>
<section><h2>What was found and done</h2>${columnsTable(copy)}${foundTable(copy)}</section>
${remainsSection(copy)}
<section><h2>Under which article</h2>${articles(copy, statute)}</section>
<section><h2>Examples</h2><p>First rows of the table; values of the file show their first characters at most.</p>${examples(copy, show)}</section>
${columns.some(({ shared }) => shared > 0) ? shared(copy) : ''}`,
  })
}

function columnsTable({ plan, columns }: TableCopy): string {
  const rows = plan.columns.map(({ heading, kind, category, action, citation, by }, at) => {
    const { cells, changed, unread } = columns[at]!
    const read = unread > 0 ? `, ${count(unread)} could not be read and got a label` : ''
    return row([
      value(heading),
      escaped(kind === 'text' ? 'not known' : kind),
      escaped(BY[by]),
      escaped(category ?? '–'),
      `${escaped(DONE[action])}${read}`,
      escaped(citation ?? '–'),
      `${count(changed)} of ${count(cells)}`,
    ])
  })
  return table('Columns', ['Column', 'Kind', 'Known by', 'Category', 'Done', 'Provision', 'Cells changed'], rows)
}

function foundTable({ plan, columns }: TableCopy): string {
  const rows = plan.columns.flatMap(({ heading }, at) =>
    Object.entries(columns[at]!.found).map(([category, found]) =>
      row([value(heading), escaped(category), count(found)]),
    ),
  )
  return table('Found in texts', ['Column', 'Category', 'Findings'], rows)
}

function remainsSection({ remains, rows, plan }: TableCopy): string {
  const kept = plan.columns.filter(({ quasi, action }) => quasi !== null && action !== 'drop' && action !== 'mask')
  if (remains.length === 0)
    return '<section><h2>What remains</h2><p>No column is kept by which rows could be told apart: no year of birth, age, postcode, place, sex, nationality or occupation.</p></section>'
  const lines = remains.map(({ says, groups, alone, few }) =>
    row([escaped(says), count(groups), `${count(alone)}${share(alone, rows)}`, `${count(few)}${share(few, rows)}`]),
  )
  const { alone } = remains[0]!
  const sentence =
    alone === 0
      ? 'No row is singled out by what remains.'
      : `${count(alone)} of ${count(rows)} rows are singled out by what remains: no other row has the same ${escaped(kept.map(({ heading }) => heading).join(', '))}. Who knows these of a person finds their row.`
  return `<section><h2>What remains</h2><p class="${alone === 0 ? '' : 'note'}">${sentence}</p>
<p>How many rows share what remains of them (k-anonymity), as the copy stands and if it were coarser. Ask for it with --columns, for example <code>--columns "${escaped(kept[0]?.heading ?? 'postcode')}=drop"</code>.</p>
${table('Rows by what remains', ['What is looked at', 'Groups', 'Rows alone (k = 1)', `Rows in groups of fewer than ${FEW}`], lines)}</section>`
}

function articles({ by_category }: TableCopy, statute: Statute): string {
  const rows = Object.entries(by_category).flatMap(([category, found]) => {
    const rule = statute.categories[category]
    return rule === undefined
      ? []
      : [row([escaped(category), count(found), escaped(rule.citation), escaped(rule.heading)])]
  })
  return table('Provisions', ['Category', 'Values', 'Citation', 'Heading'], rows)
}

function examples({ plan, sample }: TableCopy, show: (value: string) => string): string {
  const rows = plan.columns.map(({ heading, index, action }) =>
    row([
      value(heading),
      ...sample.flatMap(({ before, after }) => [
        value(show(before[index] ?? '')),
        // Retained values inside texts are not listed: the copy shows them.
        value(action === 'text' && before[index] === after[index] ? show(after[index] ?? '') : (after[index] ?? '')),
      ]),
    ]),
  )
  return table('Examples', ['Column', ...sample.flatMap((_, at) => [`Row ${at + 1}`, 'Copy'])], rows)
}

function shared({ plan, columns }: TableCopy): string {
  const rows = plan.columns.flatMap(({ heading }, at) =>
    columns[at]!.shared > 0 ? [row([value(heading), String(columns[at]!.shared)])] : [],
  )
  return `<section><h2>Tokens of two values</h2><p class="note">A token of eight digits tells about 77\u2009000 values apart before two of them are likely to share one. Where tables are joined by such a column, make all their copies with --token-digits 16.</p>${table('Expected pairs of values with one token', ['Column', 'Pairs'], rows)}</section>`
}
