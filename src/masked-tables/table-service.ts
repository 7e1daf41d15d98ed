// Copies of tables as an installation offers them: the request checked, the table opened, the decision recorded where that is asked for.
import { noLedger, SelfsameError } from '../errors.ts'
import type { LedgerAppend } from '../ledger/store.ts'
import type { Limits } from '../limits.ts'
import type { Context } from '../operations/shared/context.ts'
import { type DeidentifyTableAsked, DeidentifyTableRequest } from '../records/requests.ts'
import { readShape } from '../shape.ts'
import { copyTable, type PlannedTable, planFile, type TableCopy, type TableOptions } from './table-copy.ts'
import { tableFile } from './table-files.ts'

export interface TableService {
  /** The planned treatment of each column of a table file. Throws usage, and document_unreadable if it is not a table. */
  planTable(path: string, request: DeidentifyTableAsked): Promise<PlannedTable>
  /**
   * A masked copy of a table file (delimited, JSON lines or Parquet), written to `options.out`. Throws usage, document_unreadable,
   * copy_leaks, timeout when the signal is aborted; then nothing is written or recorded.
   */
  copyTable(path: string, request: DeidentifyTableAsked, options: Omit<TableOptions, 'record'>): Promise<TableCopy>
}

/** Runs one call of the service. */
export async function planTableAt(
  path: string,
  request: DeidentifyTableAsked,
  limits: Limits,
  context: Context,
): Promise<PlannedTable> {
  const { encoding, store: _, ...asked } = readShape(DeidentifyTableRequest, request, limits)
  const file = tableFile(path, encoding)
  if (file !== null) return planFile(file, asked, context)
  throw new SelfsameError('document_unreadable', 'the file holds no table: a delimited text, JSON lines or Parquet')
}

export async function copyTableAt(
  path: string,
  request: DeidentifyTableAsked,
  options: Omit<TableOptions, 'record'>,
  limits: Limits,
  context: Context,
): Promise<TableCopy> {
  const { store, encoding: _, ...asked } = readShape(DeidentifyTableRequest, request, limits)
  const { ledger } = context
  if (store && ledger === null) throw noLedger()
  const planned = await planTableAt(path, request, limits, context)
  const record = store ? (append: LedgerAppend) => ledger!.append([append]) : undefined
  return copyTable(planned, asked, { ...options, ...(record === undefined ? {} : { record }) }, context)
}
