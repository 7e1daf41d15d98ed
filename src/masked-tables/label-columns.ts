// Tables whose cells name the kind of the value beside them: a row for each value, or one for each field. No policy of columns is right for them.
import { SelfsameError } from '../errors.ts'
import { isHeaderRow } from '../formats/table/csv.ts'
import type { Labels } from '../packs/labels.ts'
import { couldBe } from './cell-shapes.ts'
import type { ColumnPlan } from './column-plan.ts'
import { KeptWork } from './kept-work.ts'

const BIRTH = 'PII-1-DOB'
const NO_KINDS: ReadonlySet<string> = new Set()

/** Least share of the rows whose cells are labels: a single name or town of a long table may be spelled like one. */
const LEAST_SHARE = 0.2

type Row = readonly string[]
type Labelled = readonly (readonly [row: Row, kinds: ReadonlySet<string>])[]

/** Throws usage where a column labels the values of another one, which the caller gave no action for. `rows`: the headings and a sample. */
export function refuseLabelled(rows: readonly Row[], columns: readonly ColumnPlan[], facts: Labels): void {
  const kindsOf = new KeptWork(rows.length, (cell) => (isHeaderRow([cell]) ? facts.kindsLabelled(cell) : NO_KINDS))
  for (const { index } of columns) {
    const labelled = rows
      .map((row) => [row, kindsOf.of((row[index] ?? '').trim())] as const)
      .filter(([, kinds]) => kinds.size > 0)
    if (labelled.length < LEAST_SHARE * rows.length) continue
    const values = columns.find(
      (column) => column.index !== index && column.by !== 'asked' && isLabelled(column, labelled, facts),
    )
    if (values === undefined) continue
    throw new SelfsameError(
      'usage',
      `the cells of column ${index + 1} say what stands in column ${values.index + 1}: turn the table so that each field has a column of its own, or say with --columns what is done with the values (#${values.index + 1}=mask)`,
    )
  }
}

/** Are the values dates of birth by their labels and not by their column, or of several kinds, one of them of a person? */
function isLabelled({ index, category: own }: ColumnPlan, labelled: Labelled, facts: Labels): boolean {
  const counts = new Map<string, { cells: number; fitting: number; digits: number }>()
  for (const [row, kinds] of labelled) {
    const cell = (row[index] ?? '').trim()
    for (const kind of cell === '' ? NO_KINDS : kinds) {
      const category = facts.kinds.has(kind) ? facts.kinds.get(kind)!.category : kind
      if (category === undefined) continue
      const count = counts.get(category) ?? { cells: 0, fitting: 0, digits: 0 }
      counts.set(category, count)
      count.cells++
      if (couldBe(kind, cell)) count.fitting++
      if (couldBe(kind, cell) && /[\d@]/.test(cell)) count.digits++
    }
  }
  const fitting = [...counts].filter(([, { cells, fitting }]) => fitting > 0 && fitting * 2 >= cells)
  const withDigits = fitting.filter(([, { digits }]) => digits > 0)
  if (own !== BIRTH && withDigits.some(([category]) => category === BIRTH)) return true
  return fitting.length > 1 && withDigits.length > 0 && fitting.some(([category]) => category.startsWith('PII-1-'))
}
