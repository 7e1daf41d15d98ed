// Data for reading a text into fields: the fields of an entity, the slot of each category, and dates in one form.
import { SelfsameError } from '../../errors.ts'
import type { DocumentFieldSet } from '../../packs/schemas/field-labels.ts'
import { normalizeFor } from '../../values/normalizers.ts'
import type { Context } from './context.ts'
import type { Slots } from './subject.ts'

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

/** The fields that a text can yield for an entity. Throws facts_invalid. */
export function fieldSetOf(entity: string, { packs }: Context): DocumentFieldSet {
  const fieldSet = packs.documentFields().get(entity)
  if (fieldSet === undefined)
    throw new SelfsameError('facts_invalid', `data/document-fields.json has no entry "${entity}".`)
  return fieldSet
}

export function slotsOf({ packs }: Context): Slots {
  const categories = packs.categories()
  const numbers = new Set<string>()
  for (const { slot, normalize } of categories.values()) if (normalize === 'identifier') numbers.add(slot)
  return { slotOf: (category) => categories.get(category)?.slot, isNumber: (slot) => numbers.has(slot) }
}
