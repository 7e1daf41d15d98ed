// Maps columns to fields of a pack: by a given mapping, by the header in any language of the jurisdictions, or by the values.
import { SelfsameError } from '../errors.ts'
import type { Labels } from '../packs/labels.ts'
import type { EntityPack } from '../packs/schemas/entity-pack.ts'
import type { MappedColumn } from './records/table-run.ts'

/** A mapping as saved and given: source name ("*" for all) -> column -> field of the pack, or null to leave it out. */
export type GivenMapping = Readonly<Record<string, Readonly<Record<string, string | null>>>>

/** A table before it is mapped: its columns, and the first non-empty values of each. */
export interface ColumnsToMap {
  readonly name: string
  readonly columns: readonly string[]
  readonly samples: readonly (readonly string[])[]
  readonly idColumn: string | null
}

/** Field of a label -> other names of that field in packs. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  dob: ['birth_date'],
  street: ['address'],
  organisation_name: ['name'],
  vat_id: ['tax_id'],
}

/** Least share of a column's values that must match a pattern. */
const MOST = 0.8

/** Patterns of values that identify a field on their own. */
const CONTENT: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,4}$/, ['email']],
  [/^[A-Z]{2}\d{2} ?(?:[A-Z0-9]{4} ?){2,7}[A-Z0-9]{1,4}$/, ['iban']],
  [/^(?:https?:\/\/|www\.)\S{3,200}$/i, ['website']],
  [/^(?:19|20)\d\d-\d\d-\d\d$|^\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d$/, ['dob', 'birth_date']],
  [/^\+\d[\d ()/-]{7,18}$/, ['phone']],
]

/** Maps the columns of a table; columns with parts of one field are joined in order. Throws usage for an invalid or an empty mapping. */
export function mapColumns(
  table: ColumnsToMap,
  pack: EntityPack,
  labels: Labels,
  given: GivenMapping | null,
): MappedColumn[] {
  const fieldOf = spellingsOf(pack)
  const said = given === null ? undefined : (given[table.name] ?? given['*'])
  refuseUnknown(table, pack, said)
  const mapped = table.columns.map((column): MappedColumn => {
    const made = (field: string | null, by: MappedColumn['by']) => ({ source: table.name, column, field, by })
    if (said !== undefined && Object.hasOwn(said, column)) return made(said[column]!, 'given')
    if (column === table.idColumn) return made(null, 'id')
    if (said !== undefined) return made(null, 'none')
    const field = byHeader(column, fieldOf, labels)
    return field === null ? made(null, 'none') : made(field, 'header')
  })
  const taken = new Set(mapped.flatMap(({ field }) => field ?? []))
  const whole =
    said === undefined
      ? mapped.map((entry, index) => {
          if (entry.field !== null || entry.column === table.idColumn || labels.isOfOthers(entry.column)) return entry
          const field = byContent(table.samples[index] ?? [], fieldOf)
          if (field === null || taken.has(field)) return entry
          taken.add(field)
          return { ...entry, field, by: 'content' as const }
        })
      : mapped
  if (taken.size === 0)
    throw new SelfsameError(
      'usage',
      `no column of ${table.name} is a field of the pack '${pack.entity}', which has ${pack.fields.map(({ name }) => name).join(', ')}; give another pack, or a mapping with --map`,
    )
  return whole
}

function spellingsOf({ fields }: EntityPack): ReadonlyMap<string, string> {
  return new Map(fields.flatMap(({ name, aliases }) => [name, ...aliases].map((spelling) => [spelling, name] as const)))
}

/** A record under the names of the pack, by its headings; `unknown`: headings that name no field, or one that another has. */
export function recordByHeaders(record: Readonly<Record<string, string>>, pack: EntityPack, labels: Labels) {
  const fieldOf = spellingsOf(pack)
  const attributes: Record<string, string> = {}
  const unknown: string[] = []
  for (const [heading, value] of Object.entries(record)) {
    const field = fieldOf.has(heading) ? heading : byHeader(heading, fieldOf, labels)
    const isFree =
      field !== null && (field === heading || !(Object.hasOwn(record, field) || Object.hasOwn(attributes, field)))
    attributes[isFree ? field : heading] = value
    if (!isFree) unknown.push(heading)
  }
  return { attributes, unknown }
}

function refuseUnknown(
  table: ColumnsToMap,
  pack: EntityPack,
  said: Readonly<Record<string, string | null>> | undefined,
): void {
  for (const [column, field] of Object.entries(said ?? {})) {
    if (!table.columns.includes(column))
      throw new SelfsameError(
        'usage',
        `the mapping names a column that ${table.name} does not have; it has ${table.columns.join(', ')}`,
      )
    if (field !== null && !pack.fields.some(({ name }) => name === field))
      throw new SelfsameError(
        'usage',
        `the mapping of ${table.name} names a field that the pack '${pack.entity}' does not have; it has ${pack.fields.map(({ name }) => name).join(', ')}`,
      )
  }
}

/** The field that a header names: first by the names in the pack, then by labels in any language. */
function byHeader(header: string, fieldOf: ReadonlyMap<string, string>, labels: Labels): string | null {
  const key = header
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')
    .replace(/_?\d{1,2}$/, '')
  const own = fieldOf.get(key) ?? fieldOf.get(key.replaceAll('_', ''))
  if (own !== undefined) return own
  if (labels.isOfOthers(header)) return null
  for (const label of labels.fieldsOf(header.replaceAll('_', ' '))) {
    for (const name of [label, ...(ALSO[label] ?? [])]) {
      const field = fieldOf.get(name)
      if (field !== undefined) return field
    }
  }
  return null
}

function byContent(values: readonly string[], fieldOf: ReadonlyMap<string, string>): string | null {
  if (values.length === 0) return null
  for (const [shape, names] of CONTENT) {
    const field = names.map((name) => fieldOf.get(name)).find((name) => name !== undefined)
    if (field === undefined) continue
    const alike = values.filter((value) => shape.test(value.trim())).length
    if (alike >= MOST * values.length) return field
  }
  return null
}
