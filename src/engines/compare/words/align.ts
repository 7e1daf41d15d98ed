// Aligns the words of two values: which word of one stands for which of the other, and how much information is shared,
// left over on each side, or contradicted. A soft form of weighted token overlap (Cohen, Ravikumar and Fienberg 2003).
import { editDistance, jaroWinkler, LONGEST } from '../../../text/similarity.ts'
import type { Word } from './value-words.ts'
import { areOpposed, isOneWord } from './word-slips.ts'

export interface Alignment {
  /** Bits of the words that agree, each counted once and scaled by how well it agrees. */
  shared: number
  /** Bits of the rarest agreeing word, scaled likewise. */
  rarest: number
  /** Bits left over on either side. */
  restA: number
  restB: number
  /** Bits of the rarest left-over word on either side. */
  rarestRestA: number
  rarestRestB: number
  /** The part of all that which is beyond what common words carry: shared, and left over on both sides together. */
  special: number
  specialRest: number
  /**
   * The same without words that name a kind of body on both sides: shared, its rarest word, left over on each side, the rarest of that; what a loose
   * agreement lacks is left over on both. */
  body: number
  rarestBody: number
  restBodyA: number
  restBodyB: number
  rarestRestBody: number
  /** Without words that name a territory: the rarest agreeing word, and the rarest that agrees for certain. */
  rarestNamed: number
  rarestSure: number
  /** Words that are both common were paired by their looks alone ("Northern", "Southern"). */
  opposed: boolean
  /** Words that agree exactly stand in another order. */
  inverted: boolean
  /** Number of agreeing words. */
  pairs: number
  /** The worst agreement of a pair; 1 without pairs. */
  worst: number
}

export interface AlignOptions {
  /** A single letter may stand for a word that begins with it. */
  readonly initials: boolean
  /** A shorter beginning (three letters or more) may stand for the longer word: abbreviations. */
  readonly prefixes: boolean
  /** Letters from which a word may stand for as many words by their initials; 3 where nothing is said. */
  readonly abbreviated?: number
  /** How far one word stands for another, where that is not `wordSimilarity`. */
  readonly similarity?: (a: Word, b: Word) => number
  /** Letters that one of two words needs for the other to be a misspelling of it. Shorter ones are often initials: "WKXR", "WKXB". */
  readonly misspelt?: number
}

const MOST = 48

/** Information that words which only say what kind of thing is named carry at most, in bits. */
const COMMON = 8.5

/** Are the words spellings, languages or short forms of one? */
export function sharesMeaning({ meanings }: Word, other: Word): boolean {
  for (const id of meanings) if (other.meanings.includes(id)) return true
  return false
}

const Y = 121

function isPlural(long: string, short: string): boolean {
  return short.length >= 3 && short.length === long.length - 2 && long === `${short.slice(0, -1)}ies`
}

/** What a plural counts for that changes its stem ("Tory", "Tories"). */
const PLURAL = 0.95

/** Information of a word that agrees exactly and so supports one that is misspelt, in bits: more than a kind of body carries. */
const SUPPORT = 7

/** How far one word stands for another, in [0, 1]; 0 below the point where it is more likely another word. */
export function wordSimilarity(a: Word, b: Word, options: AlignOptions): number {
  const s = a.text
  const t = b.text
  if (s === t) return 1
  if (a.meanings.length > 0 && b.meanings.length > 0 && sharesMeaning(a, b)) return 0.95
  const short = s.length < t.length ? s : t
  const long = s.length < t.length ? t : s
  if (short.length === 1)
    return options.initials && long.charCodeAt(0) === short.charCodeAt(0) && !a.numeric && !b.numeric ? 0.7 : 0
  // Two words with different digits are different facts, however alike they look.
  if (a.numeric || b.numeric) return 0
  if (options.prefixes && short.charCodeAt(short.length - 1) === Y && isPlural(long, short)) return PLURAL
  if (options.prefixes && short.length >= 3 && long.startsWith(short)) return short.length >= 4 ? 0.9 : 0.8
  if (short.length < 3 || long.length - short.length > 3 || long.length < (options.misspelt ?? 0)) return 0
  const limit = long.length >= 8 ? 2 : 1
  // A replacement changes at most two letters of the sets, an insertion one, a swap none.
  const apart = bitsSet(a.letters ^ b.letters)
  if (long.length >= 4 && apart <= 2 * limit) {
    const distance = editDistance(s, t, limit)
    if (distance <= limit) return 1 - (distance * 1.2) / long.length
  }
  if (s.charCodeAt(0) !== t.charCodeAt(0) && s.charCodeAt(1) !== t.charCodeAt(1)) return 0
  if (mostAlike(a, b) <= 0.7) return 0
  const sounds = a.sound !== '' && a.sound === b.sound
  if (!sounds && apart > 6) return 0
  const similarity = jaroWinkler(s, t)
  if (sounds && similarity >= 0.8) return Math.max(0.85, similarity - 0.1)
  // A long common beginning alone ("maschinenbau", "maschinenhandel") is no spelling of one word.
  return similarity >= 0.88 && apart <= 6 && editDistance(s, t, 3) <= 3 ? similarity - 0.1 : 0
}

/** Number of words for kinds of body that a list begins with. */
function leadingKinds(words: readonly Word[], count: number): number {
  let leading = 0
  while (leading < count && words[leading]!.kind) leading++
  return leading
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

const usedB = new Uint8Array(MOST)
const usedA = new Uint8Array(MOST)
const MOST_PAIRS = 512
const pairI = new Uint8Array(MOST_PAIRS)
const pairJ = new Uint8Array(MOST_PAIRS)
const pairSimilarity = new Float64Array(MOST_PAIRS)

/** Counts two words, or parts, that agree so far: `sure` where they are one for certain. */
function take(
  result: Alignment,
  bits: number,
  similarity: number,
  kind: boolean,
  sure = true,
  territorial = false,
): void {
  const carried = bits * similarity
  if (!territorial) {
    if (carried > result.rarestNamed) result.rarestNamed = carried
    if (sure && carried > result.rarestSure) result.rarestSure = carried
  }
  if (!kind) {
    result.body += carried
    const apart = bits * (1 - similarity)
    result.restBodyA += apart
    result.restBodyB += apart
    if (apart > result.rarestRestBody) result.rarestRestBody = apart
    if (carried > result.rarestBody) result.rarestBody = carried
  }
  result.shared += carried
  if (bits > COMMON) result.special += (bits - COMMON) * similarity
  if (carried > result.rarest) result.rarest = carried
  result.pairs++
  if (similarity < result.worst) result.worst = similarity
}

/** Aligns two lists of words, greedily from exact to loose; reads at most 48 words of each. */
export function align(a: readonly Word[], b: readonly Word[], options: AlignOptions): Alignment {
  const n = Math.min(a.length, MOST)
  const m = Math.min(b.length, MOST)
  usedA.fill(0, 0, n)
  usedB.fill(0, 0, m)
  const result: Alignment = {
    shared: 0,
    rarest: 0,
    restA: 0,
    restB: 0,
    rarestRestA: 0,
    rarestRestB: 0,
    special: 0,
    specialRest: 0,
    body: 0,
    rarestBody: 0,
    restBodyA: 0,
    restBodyB: 0,
    rarestRestBody: 0,
    rarestNamed: 0,
    rarestSure: 0,
    opposed: false,
    inverted: false,
    pairs: 0,
    worst: 1,
  }
  let exact = 0
  let before = -1
  const leadingA = leadingKinds(a, n)
  const leadingB = leadingKinds(b, m)
  for (let i = 0; i < n; i++) {
    const { text, letters, territorial } = a[i]!
    for (let j = 0; j < m; j++) {
      if (usedB[j] === 1 || b[j]!.letters !== letters || b[j]!.text !== text) continue
      usedA[i] = 1
      usedB[j] = 1
      exact++
      // A qualifier of one name may stand in the other as a word of its own.
      const bits = Math.max(a[i]!.bits, b[j]!.bits)
      take(result, bits, 1, a[i]!.kind, true, territorial)
      // A kind of body may stand first as well as last: "Hospital Santa Marta", "Santa Marta Hospital".
      if (!territorial && !(a[i]!.kind && (i < leadingA || j < leadingB))) {
        if (j < before) result.inverted = true
        before = j
      }
      break
    }
  }
  // Nothing is left to pair where one side's words all stand in the other.
  if (exact < n && exact < m) {
    // Words written apart on one side and together on the other ("mc donald", "micro soft").
    joined(a, n, usedA, b, m, usedB, result)
    joined(b, m, usedB, a, n, usedA, result)
    if (options.prefixes) {
      const least = options.abbreviated ?? 3
      initialled(a, n, usedA, b, m, usedB, least, result)
      initialled(b, m, usedB, a, n, usedA, least, result)
    }
    let candidates = 0
    for (let i = 0; i < n; i++) {
      if (usedA[i] === 1) continue
      for (let j = 0; j < m; j++) {
        if (usedB[j] === 1) continue
        const similarity = options.similarity?.(a[i]!, b[j]!) ?? wordSimilarity(a[i]!, b[j]!, options)
        if (similarity <= 0 || candidates >= MOST_PAIRS) continue
        pairI[candidates] = i
        pairJ[candidates] = j
        pairSimilarity[candidates++] = similarity
      }
    }
    // Best first; equal ones in word order. Selection by repeated scan: candidates are few.
    for (;;) {
      let best = 0
      let chosen = -1
      for (let k = 0; k < candidates; k++) {
        if (pairSimilarity[k]! <= best || usedA[pairI[k]!] === 1 || usedB[pairJ[k]!] === 1) continue
        best = pairSimilarity[k]!
        chosen = k
      }
      if (chosen < 0) break
      const i = pairI[chosen]!
      const j = pairJ[chosen]!
      usedA[i] = 1
      usedB[j] = 1
      const sure = isOneWord(a[i]!, b[j]!, best, result.rarestSure >= SUPPORT)
      if (!sure && areOpposed(a[i]!, b[j]!)) result.opposed = true
      // The shorter reading carries less: an initial no more than a letter.
      take(result, Math.min(a[i]!.bits, b[j]!.bits), best, a[i]!.kind && b[j]!.kind, sure)
    }
  }
  for (let i = 0; i < n; i++) {
    if (usedA[i] === 1) continue
    const { bits, kind } = a[i]!
    result.restA += bits
    if (!kind) result.restBodyA += bits
    if (!kind && bits > result.rarestRestBody) result.rarestRestBody = bits
    if (bits > COMMON) result.specialRest += bits - COMMON
    if (bits > result.rarestRestA) result.rarestRestA = bits
  }
  for (let j = 0; j < m; j++) {
    if (usedB[j] === 1) continue
    const { bits, kind } = b[j]!
    result.restB += bits
    if (!kind) result.restBodyB += bits
    if (!kind && bits > result.rarestRestBody) result.rarestRestBody = bits
    if (bits > COMMON) result.specialRest += bits - COMMON
    if (bits > result.rarestRestB) result.rarestRestB = bits
  }
  return result
}

function joined(
  a: readonly Word[],
  n: number,
  takenA: Uint8Array,
  b: readonly Word[],
  m: number,
  takenB: Uint8Array,
  result: Alignment,
): void {
  for (let i = 0; i + 1 < n; i++) {
    if (takenA[i] === 1 || takenA[i + 1] === 1) continue
    const length = a[i]!.text.length + a[i + 1]!.text.length
    if (length < 3) continue
    for (let j = 0; j < m; j++) {
      if (takenB[j] === 1 || b[j]!.text.length !== length) continue
      if (!b[j]!.text.startsWith(a[i]!.text) || !b[j]!.text.endsWith(a[i + 1]!.text)) continue
      takenA[i] = 1
      takenA[i + 1] = 1
      takenB[j] = 1
      take(result, Math.max(b[j]!.bits, a[i]!.bits, a[i + 1]!.bits), 1, false)
      break
    }
  }
}

/** The letter a word begins with; of a territory, its code does: "UC" is the University of California (us-ca). */
function initialOf({ text, territorial }: Word): number {
  return text.charCodeAt(territorial ? text.lastIndexOf('-') + 1 || 1 : 0)
}

/** A word of at most six letters that stands for as many words in a row by their initials: "PHC" for "primary health centre". */
function initialled(
  a: readonly Word[],
  n: number,
  takenA: Uint8Array,
  b: readonly Word[],
  m: number,
  takenB: Uint8Array,
  least: number,
  result: Alignment,
): void {
  for (let i = 0; i < n; i++) {
    const { text, numeric } = a[i]!
    if (takenA[i] === 1 || numeric || text.length < least || text.length > 6 || text.length > m) continue
    for (let j = 0; j + text.length <= m; j++) {
      let length = 0
      while (length < text.length && takenB[j + length] === 0 && initialOf(b[j + length]!) === text.charCodeAt(length))
        length++
      if (length < text.length) continue
      takenA[i] = 1
      let bits = 0
      for (let k = j; k < j + length; k++) {
        takenB[k] = 1
        bits += b[k]!.bits
      }
      take(result, Math.min(bits, 4.7 * length), 0.9, false)
      break
    }
  }
}
