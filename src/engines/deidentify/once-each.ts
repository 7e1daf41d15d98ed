// What stands for a value in a copy depends on the value, its category and its country alone: worked out once however often it stands there.
import type { Category } from '../../packs/schemas/category.ts'

/** Makes what stands for a value; `country` is null when it is unknown. */
export type Maker<Made> = (category: Category, value: string, country: string | null) => Made

/** The same, remembered for as long as what comes back is. */
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

/** The map that stands under a key, made when it is not there yet. */
function within<Key, Inner, Held>(maps: Map<Key, Map<Inner, Held>>, key: Key): Map<Inner, Held> {
  let inner = maps.get(key)
  if (inner === undefined) {
    inner = new Map()
    maps.set(key, inner)
  }
  return inner
}
