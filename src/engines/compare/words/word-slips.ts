// When two words that resemble each other are one word: a slip of the pen, an ending, another language. "McKenton" is none for
// "McKesson": the shorter the word, the more words there are that one letter sets apart.
import type { Word } from './value-words.ts'

/** Least similarity of two spellings, or meanings, of one word. */
const ONE = 0.95
/** Agreement that is left by a letter left out of eight, by one replaced among nine, and by two slips in twelve letters. */
const LEFT_OUT = 0.845
const REPLACED = 0.865
/** Agreement that is left by one among eleven: with another vowel, a shorter word is sooner another ("Harrington", "Herrington"). */
const OTHER_VOWEL = 0.885
const LONG = 12
const TWO_SLIPS = 0.8
/** Agreement left by a letter replaced among seven, the first not: enough where another word agrees exactly. */
const SUPPORTED = 0.825
/** Letters of a stem that derivatives share ("reform", "reformist"), and information up to which a word has such, in bits. */
const STEM = 5
const WELL_KNOWN = 13

/** Are two words that agree so far, by their spelling or meaning, one word? `supported` says whether a word beside them is the same. */
export function isOneWord(a: Word, b: Word, agreement: number, supported: boolean): boolean {
  if (agreement >= ONE || (a.letters === b.letters && lettersOf(a.text) === lettersOf(b.text))) return true
  const [short, long] = a.text.length < b.text.length ? [a, b] : [b, a]
  if (short.bits <= WELL_KNOWN && short.text.length >= STEM && long.text.startsWith(short.text)) return true
  const longer = long.text.length - short.text.length
  if (longer > 2) return false
  if (long.text.length >= LONG) return agreement >= TWO_SLIPS
  if (supported && a.text.charCodeAt(0) === b.text.charCodeAt(0)) return agreement >= SUPPORTED
  return agreement >= (longer === 1 ? LEFT_OUT : isOtherVowel(a.text, b.text) ? OTHER_VOWEL : REPLACED)
}

/** True if two words first differ by a vowel in place of another. */
function isOtherVowel(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return VOWEL.test(a.charAt(at)) && VOWEL.test(b.charAt(at))
}

const VOWEL = /[aeiou]/

/** Are both words that everybody knows and that begin otherwise, so that neither is a slip of the pen for the other or a form of it? */
export function areOpposed(a: Word, b: Word): boolean {
  return a.bits <= WELL_KNOWN && b.bits <= WELL_KNOWN && a.text.charCodeAt(0) !== b.text.charCodeAt(0)
}

/** The letters of a word in order of the alphabet, doubled ones once: letters swapped or doubled leave it as it is. */
function lettersOf(text: string): string {
  const letters: string[] = []
  for (let i = 0; i < text.length; i++) if (text[i] !== text[i - 1]) letters.push(text[i]!)
  return letters.sort().join('')
}
