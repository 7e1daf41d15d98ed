// Identifiers that are unique per entity, for clustering: two valid values that are different identifiers keep two clusters apart.
import type { CompareEngine } from '../../engines/compare/engine.ts'
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import { type SharedColumn, textAt } from '../columns.ts'
import type { IdentifierColumn } from './rules.ts'

/** Functions of the engine: measure two values of a field, and report whether they conflict. */
type Judge = Pick<CompareEngine, 'measure' | 'compareRecords'>

/** Identifiers with a check digit that are unique per entity. Those without one affect scores only: a typo would split a cluster. */
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
      // A value passes its check if it fully agrees with itself and, where the field has several schemes, if the check of one of them passes.
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
