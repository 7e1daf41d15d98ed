// Masks a value for readers who may know that it exists but not what it is.

const SHOWN = 4
const MARK = '*'

/**
 * Keeps the first four characters (code points) and replaces every further one with `*`. If that would show more than half of the value,
 * counted in characters or in letters and digits, all of it is `*`; this includes every value of fewer than eight characters.
 */
export function maskValue(value: string): string {
  const characters = [...value]
  if (saysMost(characters)) return MARK.repeat(characters.length)
  return characters.slice(0, SHOWN).join('') + MARK.repeat(characters.length - SHOWN)
}

/** True if the first characters are more than half of a value. Spaces around the value do not count. */
function saysMost(characters: readonly string[]): boolean {
  const length = [...characters.join('').trim()].length
  return 2 * SHOWN > length || 2 * meaningful(characters.slice(0, SHOWN)) > meaningful(characters)
}

/** The number of letters and digits among the characters. */
function meaningful(characters: readonly string[]): number {
  return characters.filter((character) => /[\p{L}\p{N}]/u.test(character)).length
}
