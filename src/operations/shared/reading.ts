// Data for reading a text into fields: the fields of an entity, and the slot of each category.
import { SelfsameError } from '../../errors.ts'
import type { DocumentFieldSet } from '../../packs/schemas/field-labels.ts'
import type { Context } from './context.ts'
import type { Slots } from './subject.ts'

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
