// `selfsame deidentify people.csv -o masked.csv`: a masked copy of a table by its columns.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { TableCopy, TokenKeeper } from '../copies/tables/table-copy.ts'
import { SelfsameError } from '../errors.ts'
import { loadPacks } from '../packs/load.ts'
import type { Service } from '../service.ts'
import { shower } from '../text/mask.ts'
import { unreadable } from './input.ts'
import { printJson, printTable, recordedOrNot, remark } from './output.ts'
import { Progress } from './progress.ts'
import { filled, type LedgerFlags, type MaskFlag, maskOption, withService } from './shared-options.ts'
import { tableReportPage } from './table-report.ts'
import { withCancel } from './with-cancel.ts'
import { writeWhole } from './write-whole.ts'

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
    .option(
      '--vault <file>',
      'tables: keep what tokens stand for in an encrypted file, for "selfsame reidentify"',
      filled,
    )
    .addOption(maskOption())
    .option('--vault-key <source>', 'the key of the vault: a file, or command:PROGRAM ARGUMENTS that prints it', filled)
}

function wholeNumber(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number of at most three digits.')
}

/** True if the file is a table that is masked column by column. Throws usage if it cannot be read. */
export async function holdsTable(source: string, { encoding }: TableFlags): Promise<boolean> {
  const { tableFile } = await import('../copies/tables/table-files.ts')
  try {
    return tableFile(source, encoding ?? null) !== null
  } catch (error) {
    throw error instanceof SelfsameError ? error : unreadable(source, error)
  }
}

/** Copies a table; nothing is written unless all of it was masked. */
export async function copyTableFile(source: string, asked: TableRequest, flags: TableFlags): Promise<void> {
  const { columns = null, shiftDates = null, headings = null, encoding = null, tokenDigits = TOKEN_DIGITS } = flags
  const request: TableRequest = { ...asked, columns, shiftDates, headings, encoding, tokenDigits }
  if (flags.plan)
    return withService(flags, async (service) => showPlan(await service.planTable(source, request), flags))
  const { out, report } = flags
  if (out === undefined)
    throw new SelfsameError('usage', 'name the file of the copy with --out, or add --plan to see what would be done')
  if ((flags.vault === undefined) !== (flags.vaultKey === undefined))
    throw new SelfsameError('usage', 'give both --vault (the file) and --vault-key (its key), or neither')
  if (existsSync(out) && report === out) throw new SelfsameError('usage', '--report must name another file than --out')
  const { size } = await import('node:fs').then(({ statSync }) => statSync(source))
  const progress = new Progress(size, 'rows')
  const vault = await vaultOf(flags)
  try {
    const copy = await withCancel('Stopped; no copy was written and nothing recorded.', (signal) =>
      withService(flags, (service) =>
        service.copyTable(source, request, {
          out,
          report: report !== undefined,
          ...(vault === null ? {} : { keeper: vault }),
          ...(flags.processes === undefined ? {} : { processes: flags.processes }),
          signal,
          onProgress: (rows, bytes) => progress.at(rows, bytes),
        }),
      ),
    )
    progress.clear()
    if (report !== undefined) writeReport(copy, source, out, report, flags)
    if (flags.json) printJson(copy)
    else describe(copy)
  } finally {
    progress.clear()
    vault?.close()
  }
}

async function vaultOf({ vault, vaultKey }: TableFlags): Promise<(TokenKeeper & { close(): void }) | null> {
  if (vault === undefined || vaultKey === undefined) return null
  const [{ TokenVault }, { loadVaultKey }] = await Promise.all([
    import('../copies/vault/token-vault.ts'),
    import('../ledger/key-source.ts'),
  ])
  return TokenVault.open(vault, loadVaultKey(vaultKey))
}

function writeReport(copy: TableCopy, source: string, out: string, report: string, { maskValues }: MaskFlag): void {
  const statute = loadPacks().statutes().get(copy.statute)!
  writeWhole(
    report,
    tableReportPage(copy, statute, { file: basename(source), copy: basename(out), show: shower(false, maskValues) }),
  )
}

function showPlan({ plan, law }: Awaited<ReturnType<Service['planTable']>>, { json }: TableFlags): void {
  if (json) {
    printJson({ jurisdiction: law.jurisdiction, statute: law.statute.name, columns: plan.columns })
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
