// The decision on a masked table: it binds the bytes of the file and of its copy, and the treatment of each column with its rule.
import type { LedgerAppend } from '../ledger/store.ts'
import { TABLE_SCHEMA } from '../operations/decision-id.ts'
import { METHODS } from '../operations/deidentify.ts'
import type { Context } from '../operations/shared/context.ts'
import type { GoverningLaw } from '../operations/shared/governing.ts'
import { compareCodePoints } from '../records/canonical.ts'
import { contentId } from '../records/ids.ts'
import { ENGINES } from '../version.ts'
import type { MaskSetting } from './column-plan.ts'
import type { ColumnCounts } from './table-masker.ts'

export interface CopiedTable {
  /** `doc:` ids of the bytes. */
  readonly original: string
  readonly copy: string
  readonly format: string
  readonly setting: MaskSetting
  readonly rows: number
  readonly counts: readonly ColumnCounts[]
  readonly shiftDates: string | null
}

export interface TableDecision {
  readonly decision_id: string
  readonly jurisdiction: string | null
  readonly statute: string
  readonly method: string
  readonly original: string
  readonly copy: string
  /** Cells and findings that were hidden or made coarser, by category. */
  readonly by_category: Readonly<Record<string, number>>
}

/** The salt is in neither part. */
export function tableDecision(
  table: CopiedTable,
  law: GoverningLaw,
  context: Context,
): { readonly decision: TableDecision; readonly append: LedgerAppend } {
  const { original, copy, format, setting, rows, counts } = table
  const columns = setting.plan.columns.map(({ heading, kind, category, action, citation }, at) => {
    const { cells, changed, unread, found } = counts[at]!
    return { heading, kind, category, action, citation, cells, changed, unread, found: sorted(found) }
  })
  const categories = byCategory(columns)
  const pins = {
    engine: ENGINES.maskedTables,
    rules_sha256: context.packs.rulesSha256(),
    statute: law.statute.name,
    statute_version: law.statute.version,
    jurisdiction: law.jurisdiction,
    jurisdiction_source: law.source,
    method: setting.method,
    backend: 'basic',
    model: null,
    file: { original, copy, format, reader: ENGINES.maskedTables, removed: [] },
    rows,
    columns,
    token_digits: setting.tokenDigits,
    shifted_by: table.shiftDates,
    ...(setting.people.length === 0 ? {} : { shared_names: setting.people.length }),
  }
  const decision_id = contentId('red', { schema: TABLE_SCHEMA, document: original, spans: [], pins })
  const hidden = columns.filter(({ action }) => action !== 'retain').length
  const decision = {
    decision_id,
    jurisdiction: law.jurisdiction,
    statute: law.statute.name,
    method: setting.method,
    original,
    copy,
    by_category: categories,
  }
  return {
    decision,
    append: {
      entry: {
        decision_id,
        verb: 'deidentify',
        identity: null,
        action: setting.method,
        basis: METHODS.get(setting.method) === null ? `statute:${law.statute.name}` : `method:${setting.method}`,
        score: null,
        explanation: `A table of ${rows} ${rows === 1 ? 'row' : 'rows'} and ${columns.length} columns under ${law.statute.name} ${law.statute.version}: ${hidden} ${hidden === 1 ? 'column' : 'columns'} masked, read as texts or made coarser, ${columns.length - hidden} kept.`,
        factors: categories,
        pins,
        call: { jurisdiction: law.jurisdiction, statute: law.statute.name, backend: 'basic', method: setting.method },
        evidence: {
          kind: 'deidentification',
          statute: law.statute.name,
          jurisdiction: law.jurisdiction,
          by_category: categories,
          spans: [],
        },
        record_a: null,
        record_b: null,
      },
      records: [],
    },
  }
}

/** Cells of masked columns and findings of texts, by category, names sorted. */
function byCategory(
  columns: readonly {
    readonly category: string | null
    readonly action: string
    readonly cells: number
    readonly found: Readonly<Record<string, number>>
  }[],
): Record<string, number> {
  const counted: Record<string, number> = {}
  const add = (category: string, count: number) => {
    if (count > 0) counted[category] = (counted[category] ?? 0) + count
  }
  for (const { category, action, cells, found } of columns) {
    if (category !== null && action !== 'text') add(category, cells)
    for (const [name, count] of Object.entries(found)) add(name, count)
  }
  return sorted(counted)
}

function sorted(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => compareCodePoints(a, b)))
}
