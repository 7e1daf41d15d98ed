// Tables whose cells name the kind of the value beside them: field and value in a row, or a row for each field and a column for each person. A column of
// such values has no kind of its own, so no policy of columns is right for it.
import { SelfsameError } from '../errors.ts'
import { isHeaderRow } from '../formats/table/csv.ts'
import type { Labels } from '../packs/labels.ts'
import { couldBe } from './cell-shapes.ts'
import type { ColumnPlan } from './column-plan.ts'
import { KeptWork } from './kept-work.ts'

type Rows = readonly (readonly string[])[]

const BIRTH = 'PII-1-DOB'
const OF_A_PERSON = /^PII-1-/
const NO_KINDS: ReadonlySet<string> = new Set()
/** Distinct cells whose kinds are kept: those of a sample. */
const MOST_KEPT = 20_000

/** Throws usage where a column labels the values of another one, which the caller gave no action for. `rows`: a sample, and the headings. */
export function refuseLabelled(rows: Rows, columns: readonly ColumnPlan[], facts: Labels): void {
  const kindsOf = new KeptWork(MOST_KEPT, (cell) => (isHeaderRow([cell]) ? facts.kindsLabelled(cell) : NO_KINDS))
  for (const { index } of columns) {
    const labelled = rows.flatMap((row) => {
      const kinds = kindsOf.of((row[index] ?? '').trim())
      return kinds.size > 0 ? [{ row, kinds }] : []
    })
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
function isLabelled(
  { index, category: own }: ColumnPlan,
  labelled: readonly { readonly row: readonly string[]; readonly kinds: ReadonlySet<string> }[],
  facts: Labels,
): boolean {
  const counts = new Map<string, { cells: number; fitting: number; digits: boolean }>()
  for (const { row, kinds } of labelled) {
    const cell = (row[index] ?? '').trim()
    if (cell === '') continue
    for (const kind of kinds) {
      const facet = facts.kinds.get(kind)
      const category = facet === undefined ? kind : facet.category
      if (category === undefined) continue
      const count = counts.get(category) ?? { cells: 0, fitting: 0, digits: false }
      counts.set(category, count)
      count.cells++
      if (!couldBe(kind, cell)) continue
      count.fitting++
      count.digits ||= /[\d@]/.test(cell)
    }
  }
  const fitting = [...counts].filter(([, { cells, fitting }]) => fitting > 0 && fitting * 2 >= cells)
  if (own !== BIRTH && fitting.some(([category]) => category === BIRTH)) return true
  return (
    fitting.length > 1 &&
    fitting.some(([category]) => OF_A_PERSON.test(category)) &&
    fitting.some(([, { digits }]) => digits)
  )
}
