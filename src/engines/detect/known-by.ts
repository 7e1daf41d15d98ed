// Categories of identifying values, from data/categories.json: official numbers and contact data.
import type { Packs } from '../../packs/load.ts'
import type { KnownBy } from '../../packs/schemas/category.ts'

/** Maps a category to how its values identify a person; other categories are left out. */
export function categoriesKnownBy(packs: Packs): ReadonlyMap<string, KnownBy> {
  const known = new Map<string, KnownBy>()
  for (const [code, { known_by }] of packs.categories()) if (known_by !== undefined) known.set(code, known_by)
  return known
}
