// Parts that several sections of the report use: shares, records side by side, references to records.
import { percent, table, value } from '../../page/html.ts'
import type { RecordRef, TableRun } from '../model.ts'
import type { ReportInput } from './input.ts'

/** A percentage; shares below 10 percent have two decimals. */
export const share = (part: number): string =>
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
