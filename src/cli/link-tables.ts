// `selfsame dedupe` and `selfsame link`: the records of one table, or of several, that are of one entity.
import { Command } from 'commander'
import { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { counted } from '../page/html-page.ts'
import type { StageFigures, TablesAnswer, TablesOptions } from '../service.ts'
import { parsed, readText, repeated } from './input.ts'
import { explained } from './manual.ts'
import { printJson, printLine, printMembers, recordedOrNot, remark, writeWhole } from './output.ts'
import { StatusLine, withCancel, withProgress } from './progress.ts'
import {
  choosesEntity,
  type LedgerFlags,
  type MaskFlag,
  maskOption,
  withLedgerFlags,
  withService,
} from './shared-options.ts'

export interface TableFlags extends LedgerFlags, MaskFlag {
  entity?: string
  out: string
  id?: readonly string[]
  map?: string
  saveMap?: string
  format: string
  workers?: string
  update?: boolean
  answers?: string
  oneToOne?: true | string
  reveal?: boolean
  fit?: boolean
  store?: boolean
  reviews?: boolean
  mostReviews?: string
  audit?: string
  profile?: boolean
  json?: boolean
}

export function dedupeCommand(): Command {
  const command = new Command('dedupe').description('find the records of one entity within a table, or several')
  return explained(withTableFlags(command), {
    does:
      'Reads tables (CSV, JSON lines, Parquet, Excel, and tables of SQLite, DuckDB and PostgreSQL), maps their columns to the fields of an entity ' +
      'pack, compares the pairs that share something, and writes pairs and clusters into a folder. No settings are needed. The id of a ' +
      'record is the column "id", the one given with --id, or its row number.',
    examples: [
      ['the duplicates of a table', 'selfsame dedupe people.csv -e person -o out/'],
      ['with a mapping of one\u2019s own', 'selfsame dedupe people.csv -e person --map mapping.json -o out/'],
    ],
  })
    .argument('<tables...>', 'files, or tables of databases (people.sqlite#customers)')
    .action((files: string[], flags: TableFlags) => runTables('dedupe', files, flags))
}

export function linkCommand(): Command {
  const command = new Command('link').description('find the records of one entity in two tables, or more')
  return explained(withTableFlags(command), {
    does:
      'As dedupe, but compares records of different tables only: each table is assumed to hold no duplicates. ' +
      'Writes pairs and clusters into a folder.',
    examples: [['two tables', 'selfsame link customers.csv register.csv -e organisation -o linked/']],
  })
    .argument('<tables...>', 'files, or tables of databases (people.sqlite#customers)')
    .option(
      '--one-to-one [tables]',
      'assume no duplicates in any table, or in those named (a.csv,b.csv), and never join two records of one of them',
    )
    .action((files: string[], flags: TableFlags) => runTables('link', files, flags))
}

export function withTableFlags(command: Command): Command {
  return withProgress(withLedgerFlags(choosesEntity(command)))
    .requiredOption('-o, --out <folder>', 'the folder for the results; one of an earlier run is replaced')
    .option('--id <column>', 'the column of the ids, where it is not "id"; repeated where tables differ', repeated)
    .option('--map <file>', 'which column holds which field, as --save-map writes it')
    .option('--save-map <file>', 'write the mapping that was used, to be edited')
    .option('--format <format>', 'csv or parquet', 'csv')
    .option('--workers <number>', 'threads; left out, one a core. The results are the same')
    .option(
      '--update',
      'carry on from the results in the folder: compare only what is new or has changed, keep the ids of clusters',
    )
    .option(
      '--answers <file>',
      'answers of people about pairs (source_a,record_a,source_b,record_b,answer); they overrule scores',
    )
    .option('--reveal', 'show values in the report instead of masking them')
    .addOption(maskOption())
    .option('--no-fit', 'leave the weights of the pack as they are; they are fitted where the table is large enough')
    .option(
      '--store',
      'record one decision in the ledger, which binds the results by their hashes; --reviews does so too',
    )
    .option(
      '--reviews',
      'ask people: put pairs to review, with the values of their records, into the review queue of the ledger, the most useful ' +
        'questions first; answers already in the queue are applied',
    )
    .option('--most-reviews <number>', 'pairs that wait in the queue at most; left out, 1000')
    .option(
      '--audit <number>',
      'with --reviews: also ask about this many of the weakest merges, and about this many that rest on a single fact',
    )
    .option('--profile', 'print time, processor time, items a second and memory of each stage on standard error')
    .option('--json', 'print the manifest as JSON')
}

export async function runTables(
  task: 'dedupe' | 'link',
  files: string[],
  flags: TableFlags,
  spark?: TablesOptions['spark'],
): Promise<void> {
  const { format, out, entity = 'person', id: idColumn, answers, fit, store, update, reveal } = flags
  if (format !== 'csv' && format !== 'parquet') throw new SelfsameError('usage', '--format takes csv or parquet')
  const status = new StatusLine()
  const stages: StageFigures[] = []
  const answered = await withCancel('cancelled; nothing was written or recorded', (signal) => {
    const named = { task, files, out, format, entity, idColumn, answers, fit, store, update, reveal, spark } as const
    const options: TablesOptions = {
      ...named,
      mapping: flags.map === undefined ? undefined : mappingIn(flags.map),
      workers: flags.workers === undefined ? undefined : Number(flags.workers),
      oneToOne: typeof flags.oneToOne === 'string' ? flags.oneToOne.split(',') : flags.oneToOne === true,
      reviews: reviewsOf(flags),
      audit: auditOf(flags),
      signal,
      onProgress: (stage, done) => status.show(done, stage),
      ...(flags.profile === true ? { onStage: (stage) => stages.push(stage) } : {}),
    }
    return withService(flags, (service) => service.tables(options))
  }).finally(() => status.clear())
  for (const line of profileOf(stages)) remark(line)
  if (flags.saveMap !== undefined) saveMapping(flags.saveMap, answered)
  if (flags.json === true) printJson(answered.manifest)
  else printAnswer(answered, flags.out)
}

function profileOf(stages: readonly StageFigures[]): string[] {
  const sum = (of: 'seconds' | 'processor') => stages.reduce((total, stage) => total + stage[of], 0).toFixed(2)
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(20) : cell.padStart(11))).join('')
  const mega = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  const lines = stages.map(({ stage, seconds, processor, items, of, bytes, most }) =>
    line([
      stage,
      seconds.toFixed(2),
      processor.toFixed(2),
      ...[mega(bytes), mega(most)],
      `${Math.round(items / seconds)}`.concat(` ${of}/s`).padStart(19),
    ]),
  )
  if (stages.length === 0) return []
  const all = line(['all stages', sum('seconds'), sum('processor')])
  return [line(['stage', 'seconds', 'processor', 'memory', 'at most', 'rate']), ...lines, all]
}

function reviewsOf({ reviews, mostReviews }: TableFlags): boolean | number {
  if (mostReviews === undefined) return reviews === true
  if (reviews === true) return Number(mostReviews)
  throw new SelfsameError('usage', '--most-reviews needs --reviews')
}

function auditOf({ reviews, audit }: TableFlags): number {
  if (audit === undefined) return 0
  if (reviews === true) return Number(audit)
  throw new SelfsameError('usage', '--audit needs --reviews')
}

const Mapping = z.record(z.string(), z.record(z.string(), z.string().nullable()))

export function mappingIn(path: string): z.infer<typeof Mapping> {
  const read = parsed(readText(path, path))
  if (read === undefined)
    throw new SelfsameError('usage', `${path} cannot be read as JSON; --save-map writes a mapping as it has to be`)
  const { data } = Mapping.safeParse(read)
  if (data !== undefined) return data
  throw new SelfsameError('usage', `${path} is not a mapping; expected {table or "*": {column: field or null}}`)
}

function saveMapping(path: string, { manifest }: TablesAnswer): void {
  const mapping: z.infer<typeof Mapping> = {}
  for (const { source, column, field } of manifest.mapping as {
    source: string
    column: string
    field: string | null
  }[]) {
    mapping[source] ??= {}
    mapping[source][column] = field
  }
  writeWhole(path, `${JSON.stringify(mapping, null, 2)}\n`)
}

export function printMapping(mapping: readonly Readonly<Record<string, unknown>>[]): void {
  const rows = mapping.map((entry) => ({ ...entry, table: entry['source'] }))
  printMembers(['table', 'column', 'field', 'by'], rows, 'no column')
}

function printAnswer(answered: TablesAnswer, out: string): void {
  const { manifest, decision_id, recorded, clusters } = answered
  for (const line of answered.headline) printLine(line)
  printMapping(manifest.mapping)
  const {
    product,
    candidates,
    lost,
    lost_between: between,
    estimate,
  } = manifest.blocking as {
    product: number
    candidates: number
    lost: number | null
    lost_between: readonly [number, number] | null
    estimate: string
  }
  const percent = product === 0 ? 0 : (100 * candidates) / product
  printLine(`${candidates} pairs compared, ${percent.toPrecision(2)} % of ${product}`)
  printLine(
    lost === null
      ? `lost by blocking: ${estimate}`
      : `lost by blocking: about ${(100 * lost).toFixed(2)} % of the matches${between === null ? '' : ` (${between.map((share) => (100 * share).toFixed(2)).join(' to ')})`}; ${estimate}`,
  )
  const { same, review } = manifest.statistics as { same: number; review: number }
  const rows = manifest.sources.reduce((sum, source) => sum + Number(source['rows']), 0)
  const entities = `${clusters} ${clusters === 1 ? 'entity' : 'entities'}`
  printLine(`${counted(same, 'pair')} the same, ${review} to review; ${entities} in ${counted(rows, 'record')}`)
  const { carried, answered: byPeople, absent } = answered
  if (carried !== null)
    printLine(
      `since the earlier run: ${carried.added} records new, ${carried.changed} changed, ${carried.removed} gone`,
    )
  if (byPeople > 0) printLine(`${byPeople} pairs decided by answers of people`)
  if (absent > 0) remark(`${absent} answers are about records that are not in the tables`)
  if (answered.reviews !== null) printReviews(answered.reviews)
  printLine(`${decision_id} ${recordedOrNot({ recorded })}`)
  const unnamed = manifest.sources.filter((source) => source['id_column'] === null).map(({ name }) => name)
  if (unnamed.length > 0)
    remark(`records of ${unnamed.join(', ')} are named by their row; --id COLUMN names them by a column of ids`)
  remark(`written to ${out}: report.html is the page to begin with`)
}

function printReviews({ asked, audited, left, read }: NonNullable<TablesAnswer['reviews']>): void {
  if (read > 0) printLine(`${read} answers read from the review queue`)
  printLine(
    `${counted(asked, 'pair')} in the review queue, the most useful questions first, for "selfsame review" or the studio; ${left} left for a later run`,
  )
  if (audited > 0) printLine(`${audited} merges wait there to be audited`)
}
