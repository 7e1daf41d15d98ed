// What was read from a text, as it is compared: dates in words or in a country's own order become ISO dates, because a
// comparator sees values and not the language or the country they were written in.
import { normalizeFor } from '../../values/normalizers.ts'
import type { Context } from './context.ts'

type Attributes = Readonly<Record<string, string>>

const ISO = /^\d{4}-\d{2}-\d{2}$/

/** The same fields, dates that have one reading in ISO form. `country` decides the order of numeric ones; null: unknown. */
export function comparable(
  attributes: Attributes,
  entity: string,
  country: string | null,
  context: Context,
): Attributes {
  const fields = context.packs.documentFields().get(entity)?.fields ?? {}
  const dates = dateSources(context)
  const read: Record<string, string> = {}
  for (const [field, value] of Object.entries(attributes)) {
    const date = fields[field]?.some((source) => dates.has(source)) ? normalizeFor('date', value, country) : ''
    read[field] = ISO.test(date) ? date : value
  }
  return read
}

/** Sources of document fields, as data/document-fields.json writes them, whose category is read as a date. */
function dateSources({ packs }: Context): ReadonlySet<string> {
  const sources = new Set<string>()
  for (const { slot, normalize } of packs.categories().values()) if (normalize === 'date') sources.add(`slot:${slot}`)
  return sources
}
