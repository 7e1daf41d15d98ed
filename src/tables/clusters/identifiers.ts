// Identifiers of which an entity has one, as clusters ask for them: two values that are both sound and not one number keep two clusters apart.
import type { CompareEngine } from '../../engines/compare/engine.ts'
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import { type SharedColumn, textAt } from '../columns.ts'
import type { IdentifierColumn } from './rules.ts'

/** What is asked of the engine: how it sees two values of a field, and whether they contradict each other. */
type Judge = Pick<CompareEngine, 'measure' | 'compareRecords'>

/**
 * The columns that hold identifiers with a check digit which one entity has alone. Numbers without one are left to the scores: a slip of the
 * pen in them would tear a cluster apart.
 */
export function identifierColumns(
  { comparisons, gate }: EntityPack,
  entity: string,
  columns: readonly SharedColumn[],
  judge: Judge,
): IdentifierColumn[] {
  return comparisons.flatMap((rule) => {
    if (rule.kind !== 'identifier' || (rule.check === undefined && rule.schemes === undefined)) return []
    if (!gate.identifiers.includes(rule.field) || gate.household?.includes(rule.field)) return []
    const column = columns.find(({ field }) => field === rule.field)
    return column === undefined ? [] : [columnOf(entity, column, rule.check !== undefined, judge)]
  })
}

function columnOf(
  entity: string,
  { field, codes, values }: SharedColumn,
  oneCheck: boolean,
  judge: Judge,
): IdentifierColumn {
  const sound = new Map<number, boolean>()
  const isSound = (code: number): boolean => {
    let known = sound.get(code)
    if (known === undefined) {
      // A number that agrees with itself in full, and where several schemes are asked by the check of one of them, passes its check.
      const record = { [field]: textAt(values, code) }
      const measured = judge.measure(entity, record, record)
      known = measured[field] === 1 && (oneCheck || measured[`${field}_check`] === 1)
      sound.set(code, known)
    }
    return known
  }
  const conflicts = (x: number, y: number): boolean =>
    isSound(x) &&
    isSound(y) &&
    judge
      .compareRecords(entity, { [field]: textAt(values, x) }, { [field]: textAt(values, y) })
      .basis.endsWith('(conflict)')
  return { name: field, codes, conflicts }
}
