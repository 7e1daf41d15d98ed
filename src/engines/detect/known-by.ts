// Which categories of values somebody is known by, as data/categories.json says: official numbers, and how people are reached.
import type { Packs } from '../../packs/load.ts'
import type { KnownBy } from '../../packs/schemas/category.ts'

/** Category -> what of somebody its values are; without those that nobody is known by. */
export function categoriesKnownBy(packs: Packs): ReadonlyMap<string, KnownBy> {
  const known = new Map<string, KnownBy>()
  for (const [code, { known_by }] of packs.categories()) if (known_by !== undefined) known.set(code, known_by)
  return known
}
