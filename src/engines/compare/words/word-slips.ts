// When two words that resemble each other are one word: a slip of the pen, an ending, another language. "McKenton" is none for
// "McKesson": the shorter the word, and the less agrees beside it, the more words there are that one letter sets apart. A logistic
// regression over a few facts decides, fitted on names of a register and their misspellings (tools/fit-slips.mjs).
import type { Word } from './value-words.ts'

/** Agreement by which two words are spellings, or meanings, of one. */
const ONE = 0.95
/** Information up to which everybody knows a word, in bits. */
const WELL_KNOWN = 13
/** Natural log-odds from which two words are taken for one: seven in ten such pairs are, as of pairs that are merged. */
const LEAST = Math.log(7 / 3)
/** Letters and bits beyond which more of them say no more. */
const [LETTERS, SUPPORT] = [14, 40]
/** Information with which a word is counted that no table holds, in bits. */
const UNKNOWN = 18

/** The facts that are weighed, each between 0 and about 2, and a constant. */
const FACTS = [
  'constant',
  'alike',
  'letters',
  'support',
  'first',
  'reordered',
  'longer',
  'vowel',
  'begins',
  'plural',
  'strange',
  'known',
] as const
export type SlipWeights = Readonly<Record<(typeof FACTS)[number], number>>

/** Weights as the pack's settings hold them, fact -> weight; null where it has none. */
export function slipWeights(written: ReadonlyMap<string, string>): SlipWeights | null {
  if (written.size < FACTS.length) return null
  return Object.fromEntries(FACTS.map((fact) => [fact, Number(written.get(fact))])) as unknown as SlipWeights
}

/** Facts about two words that agree so far, where `support` bits agree for certain beside them. */
export function slipFacts(
  { text: s, bits: x }: Word,
  { text: t, bits: y }: Word,
  alike: number,
  support: number,
): SlipWeights {
  const length = Math.max(s.length, t.length)
  return {
    constant: 1,
    alike,
    letters: Math.min(length, LETTERS) / 10,
    support: Math.min(support, SUPPORT) / 20,
    first: s.charCodeAt(0) === t.charCodeAt(0) ? 0 : 1,
    reordered: lettersOf(s) === lettersOf(t) ? 1 : 0,
    longer: s.length === t.length ? 0 : 1,
    vowel: isOtherVowel(s, t) ? 1 : 0,
    begins: s.length !== t.length && (s.startsWith(t) || t.startsWith(s)) ? 1 : 0,
    plural: s === `${t}s` || t === `${s}s` ? 1 : 0,
    // A slip makes of a word that many know one that nobody does; two words that are known are two.
    strange: Math.abs(x - y) / 10,
    known: Math.max(x, y) < UNKNOWN ? 1 : 0,
  }
}

/** Are two words that agree so far, by their spelling or meaning, one word? Without weights whatever agrees is. */
export function isOneWord(a: Word, b: Word, agreement: number, support: number, weights: SlipWeights | null): boolean {
  if (agreement >= ONE || weights === null) return true
  const facts = slipFacts(a, b, agreement, support)
  let logOdds = 0
  for (const fact of FACTS) logOdds += weights[fact] * facts[fact]
  return logOdds >= LEAST
}

/** Does one vowel stand for another where two words first differ? */
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

/**
 * The letters of a word in order of the alphabet, those for one sound as one, doubled ones once: letters swapped, doubled or of another
 * convention leave it as it is.
 */
function lettersOf(text: string): string {
  const written = text.replace(/ph/g, 'f').replace(/[cq]/g, 'k').replace(/y/g, 'i').replace(/z/g, 's')
  const letters: string[] = []
  for (let i = 0; i < written.length; i++) if (written[i] !== written[i - 1]) letters.push(written[i]!)
  return letters.sort().join('')
}
