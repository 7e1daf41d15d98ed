// Aligns the words of two values: which word of one stands for which of the other, and how much information is shared,
// left over on each side, or contradicted. A soft form of weighted token overlap (Cohen, Ravikumar and Fienberg 2003).
import type { Word } from './value-words.ts'
import { type LikenessOptions, wordSimilarity } from './word-similarity.ts'
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
  /** Words that agree exactly are in another order. */
  inverted: boolean
  /** Number of agreeing words. */
  pairs: number
  /** The worst agreement of a pair; 1 without pairs. */
  worst: number
}

export interface AlignOptions extends LikenessOptions {
  /** Least letters of a word that may abbreviate as many words by their initials; 3 by default. */
  readonly abbreviated?: number
  /** Similarity of two words, if it is not `wordSimilarity`. */
  readonly similarity?: (a: Word, b: Word) => number
}

/** Words of a list that are read at most. */
const MOST = 48

/** Information that words which only say what kind of thing is named carry at most, in bits. */
const COMMON = 8.5

/** Information of a word that agrees exactly and so supports one that is misspelt, in bits: more than a kind of body carries. */
const SUPPORT = 7

/** One of the two lists while it is aligned. */
interface Side {
  words: readonly Word[]
  count: number
  /** 1 for each word that has found its like. */
  readonly taken: Uint8Array
}

// Kept from call to call: nothing is aligned while something is.
const LEFT: Side = { words: [], count: 0, taken: new Uint8Array(MOST) }
const RIGHT: Side = { words: [], count: 0, taken: new Uint8Array(MOST) }

function hold(side: Side, words: readonly Word[]): void {
  side.words = words
  side.count = Math.min(words.length, MOST)
  side.taken.fill(0, 0, side.count)
}

/** Aligns two lists of words, greedily from exact to loose; reads at most 48 words of each. */
export function align(a: readonly Word[], b: readonly Word[], options: AlignOptions): Alignment {
  hold(LEFT, a)
  hold(RIGHT, b)
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
  const exact = pairEqual(LEFT, RIGHT, result)
  // Nothing is left to pair where one side's words all stand in the other.
  if (exact < LEFT.count && exact < RIGHT.count) {
    pairJoined(LEFT, RIGHT, result)
    pairJoined(RIGHT, LEFT, result)
    if (options.prefixes) {
      const least = options.abbreviated ?? 3
      pairInitialled(LEFT, RIGHT, least, result)
      pairInitialled(RIGHT, LEFT, least, result)
    }
    pairAlike(LEFT, RIGHT, options, result)
  }
  countRest(LEFT, true, result)
  countRest(RIGHT, false, result)
  return result
}

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

/** Number of words for kinds of body that a list begins with. */
function leadingKinds(words: readonly Word[], count: number): number {
  let leading = 0
  while (leading < count && words[leading]!.kind) leading++
  return leading
}

/** Pairs the words that both lists have, in order; returns their number. */
function pairEqual(a: Side, b: Side, result: Alignment): number {
  let exact = 0
  let before = -1
  const leadingA = leadingKinds(a.words, a.count)
  const leadingB = leadingKinds(b.words, b.count)
  for (let i = 0; i < a.count; i++) {
    const one = a.words[i]!
    for (let j = 0; j < b.count; j++) {
      const other = b.words[j]!
      if (b.taken[j] === 1 || other.letters !== one.letters || other.text !== one.text) continue
      a.taken[i] = 1
      b.taken[j] = 1
      exact++
      // A qualifier of one name may stand in the other as a word of its own.
      take(result, Math.max(one.bits, other.bits), 1, one.kind, true, one.territorial)
      // A kind of body may stand first as well as last: "Hospital Santa Marta", "Santa Marta Hospital".
      if (!one.territorial && !(one.kind && (i < leadingA || j < leadingB))) {
        if (j < before) result.inverted = true
        before = j
      }
      break
    }
  }
  return exact
}

/** Pairs words written apart in one list and together in the other ("mc donald", "micro soft"). */
function pairJoined(apart: Side, together: Side, result: Alignment): void {
  const words = apart.words
  for (let i = 0; i + 1 < apart.count; i++) {
    if (apart.taken[i] === 1 || apart.taken[i + 1] === 1) continue
    const [first, second] = [words[i]!, words[i + 1]!]
    const length = first.text.length + second.text.length
    if (length < 3) continue
    for (let j = 0; j < together.count; j++) {
      const { text, bits } = together.words[j]!
      if (together.taken[j] === 1 || text.length !== length) continue
      if (!text.startsWith(first.text) || !text.endsWith(second.text)) continue
      apart.taken[i] = 1
      apart.taken[i + 1] = 1
      together.taken[j] = 1
      take(result, Math.max(bits, first.bits, second.bits), 1, false)
      break
    }
  }
}

/** The letter a word begins with; of a territory, its code does: "UC" is the University of California (us-ca). */
function initialOf({ text, territorial }: Word): number {
  return text.charCodeAt(territorial ? text.lastIndexOf('-') + 1 || 1 : 0)
}

/** Pairs a word of `least` to six letters with as many words in a row whose initials it has: "PHC", "primary health centre". */
function pairInitialled(short: Side, long: Side, least: number, result: Alignment): void {
  for (let i = 0; i < short.count; i++) {
    const { text, numeric } = short.words[i]!
    if (short.taken[i] === 1 || numeric || text.length < least || text.length > 6) continue
    for (let j = 0; j + text.length <= long.count; j++) {
      let length = 0
      while (
        length < text.length &&
        long.taken[j + length] === 0 &&
        initialOf(long.words[j + length]!) === text.charCodeAt(length)
      )
        length++
      if (length < text.length) continue
      short.taken[i] = 1
      let bits = 0
      for (let k = j; k < j + length; k++) {
        long.taken[k] = 1
        bits += long.words[k]!.bits
      }
      take(result, Math.min(bits, 4.7 * length), 0.9, false)
      break
    }
  }
}

/** Pairs of words that are weighed against each other at most. */
const MOST_PAIRS = 512
const pairI = new Uint8Array(MOST_PAIRS)
const pairJ = new Uint8Array(MOST_PAIRS)
const pairSimilarity = new Float64Array(MOST_PAIRS)

/** Pairs the words that are left by how far one stands for the other: best first, equal ones in word order. */
function pairAlike(a: Side, b: Side, options: AlignOptions, result: Alignment): void {
  let candidates = 0
  for (let i = 0; i < a.count; i++) {
    if (a.taken[i] === 1) continue
    for (let j = 0; j < b.count; j++) {
      if (b.taken[j] === 1) continue
      const [one, other] = [a.words[i]!, b.words[j]!]
      const similarity = options.similarity?.(one, other) ?? wordSimilarity(one, other, options)
      if (similarity <= 0 || candidates >= MOST_PAIRS) continue
      pairI[candidates] = i
      pairJ[candidates] = j
      pairSimilarity[candidates++] = similarity
    }
  }
  // Selection by repeated scan: candidates are few.
  for (;;) {
    let best = 0
    let chosen = -1
    for (let k = 0; k < candidates; k++) {
      if (pairSimilarity[k]! <= best || a.taken[pairI[k]!] === 1 || b.taken[pairJ[k]!] === 1) continue
      best = pairSimilarity[k]!
      chosen = k
    }
    if (chosen < 0) return
    const [i, j] = [pairI[chosen]!, pairJ[chosen]!]
    const [one, other] = [a.words[i]!, b.words[j]!]
    a.taken[i] = 1
    b.taken[j] = 1
    const sure = isOneWord(one, other, best, result.rarestSure >= SUPPORT)
    if (!sure && areOpposed(one, other)) result.opposed = true
    // The shorter reading carries less: an initial no more than a letter.
    take(result, Math.min(one.bits, other.bits), best, one.kind && other.kind, sure)
  }
}

/** Adds up what one list says and the other does not. */
function countRest({ words, count, taken }: Side, isLeft: boolean, result: Alignment): void {
  let rest = 0
  let body = isLeft ? result.restBodyA : result.restBodyB
  let rarest = 0
  for (let i = 0; i < count; i++) {
    if (taken[i] === 1) continue
    const { bits, kind } = words[i]!
    rest += bits
    if (!kind) body += bits
    if (!kind && bits > result.rarestRestBody) result.rarestRestBody = bits
    if (bits > COMMON) result.specialRest += bits - COMMON
    if (bits > rarest) rarest = bits
  }
  if (isLeft) {
    result.restA = rest
    result.restBodyA = body
    result.rarestRestA = rarest
  } else {
    result.restB = rest
    result.restBodyB = body
    result.rarestRestB = rarest
  }
}
