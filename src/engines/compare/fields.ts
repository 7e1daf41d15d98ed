// Reading a record: any accepted spelling of a field under the pack's own name, empty and unknown ones set aside.
import { compareCodePoints } from '../../records/canonical.ts'
import type { Fields } from './comparators/comparator.ts'

export interface ReadFields {
  readonly fields: Fields
  /** Names of fields the pack does not know, sorted. */
  readonly ignored: readonly string[]
}

const EMPTY = /^(?:|-|n\/?a|null|none|nan|unknown)$/i

/** Reads one record. Of two spellings of one field the first in order of name counts, so that key order never matters. */
export function canonicalFields(
  { fieldOf }: { readonly fieldOf: ReadonlyMap<string, string> },
  attributes: Readonly<Record<string, string>>,
): ReadFields {
  const fields = new Map<string, string>()
  const ignored: string[] = []
  for (const key of Object.keys(attributes).sort(compareCodePoints)) {
    const value = attributes[key]!.trim()
    const field = fieldOf.get(key) ?? fieldOf.get(key.trim().toLowerCase().replace(/[\s-]+/g, '_'))
    if (field === undefined) {
      ignored.push(key)
      continue
    }
    if (EMPTY.test(value)) continue
    // The pack's own spelling beats an alias.
    if (!fields.has(field) || key === field) fields.set(field, value)
  }
  return { fields, ignored }
}
