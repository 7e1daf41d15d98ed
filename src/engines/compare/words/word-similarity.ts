// Similarity of two words: by meaning, as an initial or a beginning, as a plural, as a misspelling.
import { editDistance, jaroWinkler, LONGEST } from '../../../text/similarity.ts'
import type { Word } from './value-words.ts'

/** Other spellings of a word. */
export interface LikenessOptions {
  /** A single letter matches a word that begins with it. */
  readonly initials: boolean
  /** A shorter beginning (three letters or more) matches the longer word: abbreviations. */
  readonly prefixes: boolean
  /** Letters that one of two words needs for the other to be a misspelling of it. Shorter ones are often initials: "WKXR", "WKXB". */
  readonly misspelt?: number
}

/** Are the words spellings, languages or short forms of one? */
export function sharesMeaning({ meanings }: Word, other: Word): boolean {
  for (const id of meanings) if (other.meanings.includes(id)) return true
  return false
}

const Y = 121

function isPlural(long: string, short: string): boolean {
  return short.length >= 3 && short.length === long.length - 2 && long === `${short.slice(0, -1)}ies`
}

/** Similarity of a plural that changes its stem ("Tory", "Tories"). */
const PLURAL = 0.95

/** Similarity of two words, in [0, 1]; 0 below the point where they are more likely two words. */
export function wordSimilarity(a: Word, b: Word, options: LikenessOptions): number {
  const s = a.text
  const t = b.text
  if (s === t) return 1
  if (a.meanings.length > 0 && b.meanings.length > 0 && sharesMeaning(a, b)) return 0.95
  // Two words with different digits are different facts, however alike they look.
  if (a.numeric || b.numeric) return 0
  const short = s.length < t.length ? s : t
  const long = s.length < t.length ? t : s
  if (short.length === 1) return options.initials && long.charCodeAt(0) === short.charCodeAt(0) ? 0.7 : 0
  const shortened = options.prefixes ? shortForm(short, long) : 0
  if (shortened > 0) return shortened
  if (short.length < 3 || long.length - short.length > 3 || long.length < (options.misspelt ?? 0)) return 0
  // No typo puts two letters before a word ("ungesalzen", "gesalzen").
  if (long.length - short.length >= 2 && long.endsWith(short)) return 0
  return misspelling(a, b, long.length)
}

/** Similarity of a plural with its singular, and of a word with its beginning; 0 if the shorter word is neither. */
function shortForm(short: string, long: string): number {
  if (short.charCodeAt(short.length - 1) === Y && isPlural(long, short)) return PLURAL
  if (short.length < 3 || !long.startsWith(short)) return 0
  return short.length >= 4 ? 0.9 : 0.8
}

/** Similarity of two words as spellings of one, by their letters and then by their sound; `length`: of the longer one. */
function misspelling(a: Word, b: Word, length: number): number {
  const s = a.text
  const t = b.text
  const limit = length >= 8 ? 2 : 1
  // A replacement changes at most two letters of the sets, an insertion one, a swap none.
  const apart = bitsSet(a.letters ^ b.letters)
  if (length >= 4 && apart <= 2 * limit) {
    const distance = editDistance(s, t, limit)
    if (distance <= limit) return 1 - (distance * 1.2) / length
  }
  if (s.charCodeAt(0) !== t.charCodeAt(0) && s.charCodeAt(1) !== t.charCodeAt(1)) return 0
  if (mostAlike(a, b) <= 0.7) return 0
  const sounds = a.sound !== '' && a.sound === b.sound
  if (!sounds && apart > 6) return 0
  const similarity = jaroWinkler(s, t)
  if (sounds && similarity >= 0.8) return Math.max(0.85, similarity - 0.1)
  // A long common beginning alone ("maschinenbau", "maschinenhandel") does not make two spellings of one word.
  return similarity >= 0.88 && apart <= 6 && editDistance(s, t, 3) <= 3 ? similarity - 0.1 : 0
}

/**
 * No less than the Jaro similarity of two words, from their lengths and letters alone: a letter that the other word lacks matches
 * nothing in it. Where this is no more than 0.7, there is nothing for Winkler's prefix to add to either.
 */
export function mostAlike(a: Word, b: Word): number {
  const n = a.text.length
  const m = b.text.length
  if (n > LONGEST || m > LONGEST) return 1
  const matches = Math.min(n - bitsSet(a.letters & ~b.letters), m - bitsSet(b.letters & ~a.letters))
  return matches <= 0 ? 0 : (matches / n + matches / m + 1) / 3
}

/** Number of one bits in 32 (Warren 2012, "Hacker's Delight", 5-1). */
export function bitsSet(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
