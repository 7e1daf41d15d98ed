// `selfsame deidentify people.csv -o masked.csv`: a masked copy of a table by its columns.
import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { TokenKeeper } from '../engines/deidentify/engine.ts'
import { SelfsameError } from '../errors.ts'
import { FEW, type TableCopy } from '../masked-tables/table-copy.ts'
import { loadPacks } from '../packs/load.ts'
import type { Statute } from '../packs/schemas/category.ts'
import { escaped, htmlPage, row, table, value, whole } from '../page/html-page.ts'
import type { Service } from '../service.ts'
import { shower } from '../text/mask.ts'
import { unreadable } from './input.ts'
import { printJson, printTable, recordedOrNot, remark, writeWhole } from './output.ts'
import { Progress, withCancel } from './progress.ts'
import { filled, type LedgerFlags, type MaskFlag, maskOption, withService } from './shared-options.ts'

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

const share = (part: number, all: number) => (all === 0 ? '' : ` (${((100 * part) / all).toFixed(1)}\u00a0%)`)

/** `names`: of the file and its copy, as the page shows them. */
function tableReportPage(
  copy: TableCopy,
  statute: Statute,
  { show, ...names }: { readonly file: string; readonly copy: string; readonly show: (value: string) => string },
): string {
  const { plan, columns, rows } = copy
  return htmlPage({
    title: `${names.file}: masked copy`,
    body: `<h1>Masked copy of ${value(names.file)}</h1>
<dl><dt>Copy</dt><dd>${value(names.copy)}</dd><dt>Law</dt><dd>${escaped(statute.title)} (${escaped(copy.statute)} ${escaped(statute.version)})${copy.jurisdiction === null ? '' : `, ${escaped(copy.jurisdiction)}`}; method ${escaped(copy.method)}</dd>
<dt>Rows</dt><dd>${whole(rows)}</dd><dt>Columns</dt><dd>${plan.columns.length}, ${plan.columns.filter(({ action }) => action !== 'retain').length} of them not kept as they were</dd>
</dl>
${remainsSection(copy)}
${columns.some(({ shared }) => shared > 0) ? shared(copy) : ''}
${copy.shown.length === 0 ? '' : `<section><h2>Values that are hidden in one column and kept in another</h2>${copy.shown.map((one) => `<p class="note">${escaped(saidOf(one))}</p>`).join('')}</section>`}
<section><h2>What was found and done</h2>${columnsTable(copy)}${foundTable(copy)}</section>
<section><h2>Examples</h2><p>First rows of the table; values of the file show their first characters at most.</p>${examples(copy, show)}</section>
<section><h2>Under which article</h2>${articles(copy, statute)}</section>
<section><h2>Proof</h2><dl><dt>Decision</dt><dd><code>${escaped(copy.decision_id)}</code>, ${copy.recorded ? 'recorded' : 'not recorded'}</dd>
<dt>File</dt><dd><code>${escaped(copy.original)}</code></dd><dt>Copy</dt><dd><code>${escaped(copy.copy)}</code></dd></dl></section>`,
  })
}

/** A note on a column that stays in clear, and the option that hides it. */
export const saidOf = ({ column, hidden, ask }: TableCopy['shown'][number]) =>
  `"${column}" stays in clear and has the values of "${hidden}", which is hidden; to hide both, add --columns "${ask}"`

/** Gives a category by its title and its code. */
function titles(): (code: string) => string {
  const categories = loadPacks().categories()
  return (code) => escaped(`${categories.get(code)?.title ?? code} (${code})`)
}

function columnsTable({ plan, columns }: TableCopy): string {
  const titled = titles()
  const rows = plan.columns.map(({ heading, kind, category, action, citation, by }, at) => {
    const { cells, changed, unread } = columns[at]!
    const read = unread > 0 ? `, ${whole(unread)} could not be read and got a label` : ''
    return row([
      value(heading),
      escaped(kind === 'text' ? 'not known' : kind.replaceAll('_', ' ')),
      escaped(BY[by]),
      category === null ? '–' : titled(category),
      `${escaped(DONE[action])}${read}`,
      escaped(citation ?? '–'),
      `${whole(changed)} of ${whole(cells)}`,
    ])
  })
  return table('Columns', ['Column', 'Kind', 'Known by', 'Category', 'Done', 'Provision', 'Cells changed'], rows)
}

function foundTable({ plan, columns }: TableCopy): string {
  const titled = titles()
  const rows = plan.columns.flatMap(({ heading }, at) =>
    Object.entries(columns[at]!.found).map(([category, found]) =>
      row([value(heading), titled(category), whole(found)]),
    ),
  )
  return table('Found in texts', ['Column', 'Category', 'Findings'], rows)
}

function remainsSection({ remains, rows, plan }: TableCopy): string {
  const kept = plan.columns.filter(({ quasi, action }) => quasi !== null && action !== 'drop' && action !== 'mask')
  if (remains.length === 0)
    return '<section><h2>What can still single somebody out</h2><p>No column is kept by which rows could be told apart: no year of birth, age, postcode, place, sex, nationality or occupation.</p></section>'
  const lines = remains.map(({ says, groups, alone, few }) =>
    row([escaped(says), whole(groups), `${whole(alone)}${share(alone, rows)}`, `${whole(few)}${share(few, rows)}`]),
  )
  const { alone } = remains[0]!
  const sentence =
    alone === 0
      ? 'No row is singled out by what remains.'
      : `${whole(alone)} of ${whole(rows)} rows are singled out by what remains: no other row has the same ${escaped(kept.map(({ heading }) => heading).join(', '))}. Who knows these of a person finds their row.`
  return `<section><h2>What can still single somebody out</h2><p class="${alone === 0 ? '' : 'note'}">${sentence}</p>
<p>How many rows share what remains of them (k-anonymity), as the copy stands and if it were coarser. Ask for it with --columns, for example <code>--columns "${escaped(kept[0]?.heading ?? 'postcode')}=drop"</code>.</p>
${table('Rows by what remains', ['What is looked at', 'Groups', 'Rows alone (k = 1)', `Rows in groups of fewer than ${FEW}`], lines)}</section>`
}

function articles({ by_category }: TableCopy, statute: Statute): string {
  const titled = titles()
  const rows = Object.entries(by_category).flatMap(([category, found]) => {
    const rule = statute.categories[category]
    return rule === undefined
      ? []
      : [row([titled(category), whole(found), escaped(rule.citation), escaped(rule.heading)])]
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

/** Default number of digits of a token. */
export const TOKEN_DIGITS = 8

type TableRequest = Parameters<Service['copyTable']>[1]

export interface TableFlags extends LedgerFlags, MaskFlag {
  readonly out?: string
  readonly columns?: string
  readonly shiftDates?: string
  readonly headings?: boolean
  readonly encoding?: string
  readonly tokenDigits?: number
  readonly report?: string
  readonly vault?: string
  readonly vaultKey?: string
  readonly processes?: number
  readonly plan?: boolean
  readonly json?: boolean
}

export function takesTables(command: Command): Command {
  const said = new Set<string>()
  for (const name of ['headings', 'no-headings'])
    command.on(`option:${name}`, () => {
      if (said.add(name).size > 1) throw new SelfsameError('usage', 'give --headings or --no-headings, not both')
    })
  return command
    .option('--columns <list>', 'tables: decide for columns yourself: name=mask,dob=year,notes=text,"#3"=keep', filled)
    .option('--plan', 'tables: show what would be done with each column, and write nothing')
    .option(
      '--shift-dates <column>',
      'tables: shift all dates of one person by the same number of days; this column says who the person is',
      filled,
    )
    .option('--headings', 'tables: the first row holds headings; --no-headings: it is a row like the others')
    .option('--no-headings')
    .option('--encoding <name>', 'tables: the encoding of a text file that is not UTF-8', filled)
    .option(
      '--token-digits <number>',
      'tables: length of a token, 8 to 32 hexadecimal digits; 16 if millions of values are to be linked',
      wholeNumber,
    )
    .option('--processes <number>', 'tables: processes that mask side by side (default: one a core)', wholeNumber)
    .option('--report <path>', 'tables: write a page about what was found, what was done and what remains', filled)
    .option('--vault <file>', 'keep tokens and their values in an encrypted file, for "selfsame reidentify"', filled)
    .addOption(maskOption())
    .option('--vault-key <source>', 'the key of the vault: a file, or command:PROGRAM ARGUMENTS that prints it', filled)
}

function wholeNumber(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number of at most three digits.')
}

/** Options that decide about columns: on anything but a table they would be ignored. */
const OF_TABLES = ['columns', 'shiftDates', 'headings', 'encoding', 'tokenDigits', 'processes', 'report'] as const

/** Throws usage if an option of tables is given for an input that is not a table; `what` says what the input is. */
export function refuseTableFlags(flags: TableFlags, what: string): void {
  const given = OF_TABLES.find((name) => flags[name] !== undefined)
  if (given === undefined) return
  const option = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new SelfsameError('usage', `--${option} is about the columns of one table, and ${what}: leave it out`)
}

/** True if the file is a table that is masked column by column. Throws usage if it cannot be read. */
export async function holdsTable(source: string, { encoding }: TableFlags): Promise<boolean> {
  const { tableFile } = await import('../masked-tables/table-files.ts')
  try {
    return tableFile(source, encoding ?? null) !== null
  } catch (error) {
    throw error instanceof SelfsameError ? error : unreadable(source, error)
  }
}

/** Copies a table; nothing is written unless all of it was masked. */
export async function copyTableFile(
  source: string,
  asked: TableRequest,
  flags: TableFlags,
  keeper: TokenKeeper | undefined,
): Promise<void> {
  const { columns = null, shiftDates = null, headings = null, encoding = null, tokenDigits = TOKEN_DIGITS } = flags
  const request: TableRequest = { ...asked, columns, shiftDates, headings, encoding, tokenDigits }
  if (flags.plan)
    return withService(flags, async (service) => showPlan(await service.planTable(source, request), flags))
  const { out, report } = flags
  if (out === undefined)
    throw new SelfsameError('usage', 'name the file of the copy with --out, or add --plan to see what would be done')
  const { size } = await import('node:fs').then(({ statSync }) => statSync(source))
  const progress = new Progress(size, 'rows')
  try {
    const copy = await withCancel('Stopped; no copy was written and nothing recorded.', (signal) =>
      withService(flags, (service) =>
        service.copyTable(source, request, {
          out,
          report: report !== undefined,
          ...(keeper === undefined ? {} : { keeper }),
          ...(flags.processes === undefined ? {} : { processes: flags.processes }),
          signal,
          onProgress: (rows, bytes) => progress.at(rows, bytes),
        }),
      ),
    )
    if (report !== undefined) writeReport(copy, source, out, report, flags)
    for (const one of copy.shown) remark(saidOf(one))
    if (flags.json) printJson(copy)
    else describe(copy)
  } finally {
    progress.clear()
  }
}

function writeReport(copy: TableCopy, source: string, out: string, report: string, { maskValues }: MaskFlag): void {
  const statute = loadPacks().statutes().get(copy.statute)!
  writeWhole(
    report,
    tableReportPage(copy, statute, { file: basename(source), copy: basename(out), show: shower(false, maskValues) }),
  )
}

function showPlan({ plan, law, shown }: Awaited<ReturnType<Service['planTable']>>, { json }: TableFlags): void {
  for (const one of shown) remark(saidOf(one))
  if (json) {
    printJson({ jurisdiction: law.jurisdiction, statute: law.statute.name, columns: plan.columns, shown })
    return
  }
  printTable(
    ['column', 'kind', 'known by', 'category', 'action', 'citation'],
    plan.columns.map(({ heading, kind, by, category, action, citation }) => [
      heading,
      kind,
      by,
      category,
      action,
      citation,
    ]),
    'no columns',
  )
}

function describe(copy: TableCopy): void {
  const { plan, columns, rows, statute, method } = copy
  printTable(
    ['column', 'kind', 'action', 'citation', 'cells', 'changed'],
    plan.columns.map(({ heading, kind, action, citation }, at) => [
      heading,
      kind,
      action,
      citation,
      columns[at]!.cells,
      columns[at]!.changed,
    ]),
    'no columns',
  )
  remark(
    `${rows} ${rows === 1 ? 'row' : 'rows'} under ${statute} (${method}); ${copy.decision_id} ${recordedOrNot(copy)}`,
  )
  for (const [at, { shared }] of columns.entries())
    if (shared > 0)
      remark(
        `${plan.columns[at]!.heading}: about ${shared} pairs of different values got the same token; make all copies that are to be linked with --token-digits 16`,
      )
}
