// Caches replacements: the replacement of a value depends only on the value, its category and its country.
import type { Category } from '../../packs/schemas/category.ts'

/** Creates the replacement of a value; `country` is null if unknown. */
export type Maker<Made> = (category: Category, value: string, country: string | null) => Made

/** The same function with a cache that lives as long as the returned function. */
export function onceEach<Made extends string | null>(make: Maker<Made>): Maker<Made> {
  const kinds = new Map<Category, Map<string | null, Map<string, Made>>>()
  return (category, value, country) => {
    const made = within(within(kinds, category), country)
    let known = made.get(value)
    if (known === undefined) {
      known = make(category, value, country)
      made.set(value, known)
    }
    return known
  }
}

function within<Key, Inner, Held>(maps: Map<Key, Map<Inner, Held>>, key: Key): Map<Inner, Held> {
  let inner = maps.get(key)
  if (inner === undefined) {
    inner = new Map()
    maps.set(key, inner)
  }
  return inner
}
