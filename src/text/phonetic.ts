// A phonetic key for romanised names: one key for one sound. Coarser than spelling, finer than Soundex; keeps every consonant.
import { lettersOf } from './unit-classes.ts'

/** Spellings, their common letter, and a set of letters; every spelling contains at least one of the set, and no earlier rule produces them. */
const RULES: readonly (readonly [RegExp, string, number])[] = [
  [/sch|sh|sj|sz|ch|tch|cz|tsch|dj|zh/g, 'x', lettersOf('hjz')],
  [/ph|v|w/g, 'f', lettersOf('hvw')],
  [/ck|q|kh|gh|c(?=[aoukrlt]|$)|g(?=[aourl]|$)/g, 'k', lettersOf('cqhg')],
  [/c|z|ss|s|ts|tz/g, 's', lettersOf('czs')],
  [/th|dh|tt|dd|d/g, 't', lettersOf('td')],
  [/j|y|i(?=[aeou])|g/g, 'i', lettersOf('jyig')],
  [/pp|bb|b/g, 'p', lettersOf('pb')],
  [/h/g, '', lettersOf('h')],
]

/** Phonetic key of a word in a-z: "mohammed" and "mohamed" agree, "schmidt" and "smith" do not. Later vowels and doubled letters are dropped. */
export function soundKey(word: string): string {
  let sound = word
  const letters = lettersOf(word)
  for (const [pattern, letter, needed] of RULES) if ((letters & needed) !== 0) sound = sound.replace(pattern, letter)
  sound = sound.replace(/(.)\1+/g, '$1')
  const head = sound.charAt(0)
  const first = /[aeiou]/.test(head) ? 'a' : head
  return first + sound.slice(1).replace(/[aeiou]/g, '')
}
