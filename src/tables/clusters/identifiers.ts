// Values that keep two clusters apart: valid identifiers that an entity has once, and facts that one entity does not have in two forms.
import { kindOf } from '../../engines/compare/comparators/kinds.ts'
import type { CompareEngine } from '../../engines/compare/engine.ts'
import { largest } from '../../lists.ts'
import type { EntityPack } from '../../packs/schemas/entity-pack.ts'
import { type SharedColumn, textAt } from '../columns.ts'
import { type IdentifierColumn, pairOf } from './rules.ts'

/** Functions of the engine: measure two values of a field, and report whether they conflict. */
type Judge = Pick<CompareEngine, 'measure' | 'compareRecords' | 'levels'>

/** Identifiers with a check digit that are unique per entity. Those without one affect scores only: a typo would split a cluster. */
export function identifierColumns(
  { comparisons, gate }: EntityPack,
  entity: string,
  columns: readonly SharedColumn[],
  judge: Judge,
): IdentifierColumn[] {
  return comparisons.flatMap((rule) => {
    if (kindOf(rule.kind)?.separates !== 'number' || (rule.check === undefined && rule.schemes === undefined)) return []
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
  return { name: field, why: 'identifier', codes, conflicts }
}

/** Highest share of a rare level among pairs of one entity: for levels of dates, and of a field that has one value for an entity. */
const [RARE_DATE, RARE] = [0.0015, 0.004]
/** How many times as well a rival must explain a rare level. */
const BETTER = 4

/** Dates and fields of the pack's `contrary` whose values are on a level that pairs of one entity rarely have and that a rival explains better. */
export function contraryColumns(
  { comparisons, gate, stories }: EntityPack,
  entity: string,
  columns: readonly SharedColumn[],
  judge: Judge,
): IdentifierColumn[] {
  if (stories === undefined) return []
  const [first, ...others] = stories.hypotheses
  const isContrary = (fact: string, level: string, rare: number): boolean => {
    const share = first!.levels[fact]?.[level]
    if (share === undefined || share > rare) return false
    const shares = (ofOne: boolean) =>
      others.filter(({ same }) => (same === true) === ofOne).map(({ levels }) => levels[fact]?.[level] ?? share)
    return largest(shares(false)) >= BETTER * largest([share, ...shares(true)])
  }
  return comparisons.flatMap(({ field, kind }) => {
    const isDate = kindOf(kind)?.separates === 'date'
    if (!isDate && !gate.contrary?.includes(field)) return []
    const column = columns.find((one) => one.field === field)
    if (column === undefined) return []
    const { codes, values } = column
    const known = new Map<string, boolean>()
    // A date without its day, or one that represents an unknown day, does not fully agree with itself.
    const isWhole = (code: number): boolean => {
      const record = { [field]: textAt(values, code) }
      return judge.measure(entity, record, record)[field] === 1
    }
    const conflicts = (x: number, y: number): boolean => {
      const pair = pairOf(x, y)
      let found = known.get(pair)
      if (found === undefined) {
        const { levels } = judge.levels(entity, { [field]: textAt(values, x) }, { [field]: textAt(values, y) })
        const isApart = Object.entries(levels).some(([name, level]) =>
          isContrary(name.slice(name.indexOf('/') + 1), level, isDate ? RARE_DATE : RARE),
        )
        found = isApart && isWhole(x) && isWhole(y)
        known.set(pair, found)
      }
      return found
    }
    return [{ name: field, why: 'contrary' as const, codes, conflicts }]
  })
}
