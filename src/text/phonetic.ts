// A sound key for names in plain letters: what is left when spellings that European, African and Arabic romanisations use
// for one sound fall together. Coarser than spelling, finer than Soundex: it keeps every consonant.

const RULES: readonly (readonly [RegExp, string])[] = [
  [/sch|sh|sj|sz|ch|tch|cz|tsch|dj|zh/g, 'x'],
  [/ph|v|w/g, 'f'],
  [/ck|q|kh|gh|c(?=[aoukrlt]|$)|g(?=[aourl]|$)/g, 'k'],
  [/c|z|ss|s|ts|tz/g, 's'],
  [/th|dh|tt|dd|d/g, 't'],
  [/j|y|i(?=[aeou])|g/g, 'i'],
  [/pp|bb|b/g, 'p'],
  [/h/g, ''],
]

/**
 * Sound key of a word in lower-case a-z: "schmidt" and "smith" stay apart, "mohammed", "muhamad" and "mohamed" agree.
 * The first sound is kept, vowels inside are dropped, doubled letters count once.
 */
export function soundKey(word: string): string {
  let sound = word
  for (const [pattern, letter] of RULES) sound = sound.replace(pattern, letter)
  sound = sound.replace(/(.)\1+/g, '$1')
  const head = sound.charAt(0)
  const first = /[aeiou]/.test(head) ? 'a' : head
  return first + sound.slice(1).replace(/[aeiou]/g, '')
}
