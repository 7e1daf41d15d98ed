// How a value is shown to somebody who may know that it is there but not what it is.

const SHOWN = 4
const MARK = '*'

/**
 * Keeps the first four characters (code points) and writes `*` for every further one. A value of which that would show more than half, by
 * its characters or by its letters and digits, is all `*`: so is every value of fewer than eight characters.
 */
export function maskValue(value: string): string {
  const characters = [...value]
  if (saysMost(characters)) return MARK.repeat(characters.length)
  return characters.slice(0, SHOWN).join('') + MARK.repeat(characters.length - SHOWN)
}

/** Are the first characters more than half of a value? Spaces around it do not count as the value's own. */
function saysMost(characters: readonly string[]): boolean {
  const length = [...characters.join('').trim()].length
  return 2 * SHOWN > length || 2 * meaningful(characters.slice(0, SHOWN)) > meaningful(characters)
}

/** How many of the characters are letters or digits. */
function meaningful(characters: readonly string[]): number {
  return characters.filter((character) => /[\p{L}\p{N}]/u.test(character)).length
}
