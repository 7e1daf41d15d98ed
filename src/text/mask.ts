// How a value is shown to somebody who may know that it is there but not what it is.

const SHOWN = 4

/** Keeps the first four characters (code points) and writes `*` for every further one; a value of four or fewer is all `*`. */
export function maskValue(value: string): string {
  const characters = [...value]
  if (characters.length <= SHOWN) return '*'.repeat(characters.length)
  return characters.slice(0, SHOWN).join('') + '*'.repeat(characters.length - SHOWN)
}
