// Normalises values for comparison: dates become ISO dates, because comparators do not know language and country.
import { normalizeFor } from '../../values/normalizers.ts'
import type { Context } from './context.ts'

type Attributes = Readonly<Record<string, string>>

const ISO = /^\d{4}-\d{2}-\d{2}$/

/** The same fields, with unambiguous dates in ISO form. `country` decides the order of numeric dates; null: unknown. */
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

/** Sources of document fields, in the form of data/document-fields.json, whose category is a date. */
function dateSources({ packs }: Context): ReadonlySet<string> {
  const sources = new Set<string>()
  for (const { slot, normalize } of packs.categories().values()) if (normalize === 'date') sources.add(`slot:${slot}`)
  return sources
}
