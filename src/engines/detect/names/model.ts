// The evidence model for names of persons: splits a text into chains, scores them by fitted weights, and returns the names.
import { append } from '../../../lists.ts'
import { numbersFor } from '../../../text/kept-list.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { FULL_STOP, TAB } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { Evidence } from '../evidence.ts'
import { type AddToken, Context, type FeatureList } from './context.ts'
import type { NameCues } from './cues.ts'
import { LABELS, Label } from './labels.ts'
import { type Chain, Reader, type Reading } from './reading.ts'
import type { Speakers } from './speakers.ts'
import { isTiedBy, PARTICLE } from './titled.ts'
import { type FeatureNumbers, type NameWeights, PLACES } from './weights.ts'
import { Casing } from './word-classes.ts'
import { type NameWord, NameWords, type WordSources } from './words.ts'

// Linear-chain decoding (Lafferty, McCallum, Pereira, 2001): Viterbi for the best labels, forward-backward for their probabilities.
const NEVER = -1e9

class ChainScores {
  length = 0
  /** LABELS numbers a token. */
  scores = new Int32Array(64 * LABELS)
  labels = new Uint8Array(64)
  #best = new Int32Array(64 * LABELS)
  #from = new Uint8Array(64 * LABELS)
  #forward = new Float64Array(64 * LABELS)
  #parts = new Float64Array(64)
  readonly #backward = new Float64Array(LABELS)
  readonly #next = new Float64Array(LABELS)
  readonly #own = new Float64Array(LABELS)

  begin(length: number): void {
    this.length = length
    if (length > this.labels.length) {
      this.scores = new Int32Array(2 * length * LABELS)
      this.#best = new Int32Array(2 * length * LABELS)
      this.#from = new Uint8Array(2 * length * LABELS)
      this.labels = new Uint8Array(2 * length)
    } else this.scores.fill(0, 0, length * LABELS)
  }

  decode({ moves }: NameWeights): void {
    const { length, scores, labels } = this
    const best = this.#best
    const from = this.#from
    for (let label = 0; label < LABELS; label++) best[label] = scores[label]! + moves[LABELS * LABELS + label]!
    for (let i = 1; i < length; i++)
      for (let label = 0; label < LABELS; label++) {
        let most = NEVER
        let arg = 0
        for (let other = 0; other < LABELS; other++) {
          const sum = best[(i - 1) * LABELS + other]! + moves[other * LABELS + label]!
          if (sum > most) {
            most = sum
            arg = other
          }
        }
        best[i * LABELS + label] = most + scores[i * LABELS + label]!
        from[i * LABELS + label] = arg
      }
    let last = 0
    const end = (length - 1) * LABELS
    for (let label = 1; label < LABELS; label++) if (best[end + label]! > best[end + last]!) last = label
    for (let i = length - 1; i >= 0; i--) {
      labels[i] = last
      last = from[i * LABELS + last]!
    }
  }

  /** By token, the probability of being part of a name: forward-backward, scaled to a sum of 1 per step. Overwritten by the next chain. */
  parts(weights: NameWeights): Float64Array {
    const { length } = this
    const factors = weights.factors
    if (this.#forward.length < length * LABELS) {
      this.#forward = new Float64Array(2 * length * LABELS)
      this.#parts = new Float64Array(2 * length)
    }
    const forward = this.#forward
    for (let i = 0; i < length; i++) {
      this.#weigh(i, weights.scale)
      for (let label = 0; label < LABELS; label++) {
        let sum = i === 0 ? factors[LABELS * LABELS + label]! : 0
        if (i > 0)
          for (let other = 0; other < LABELS; other++)
            sum += forward[(i - 1) * LABELS + other]! * factors[other * LABELS + label]!
        forward[i * LABELS + label] = sum * this.#own[label]!
      }
      normalise(forward, i * LABELS)
    }
    const backward = this.#backward.fill(1)
    for (let i = length - 1; i >= 0; i--) {
      let all = 0
      for (let label = 0; label < LABELS; label++) all += forward[i * LABELS + label]! * backward[label]!
      const named =
        forward[i * LABELS + Label.first]! * backward[Label.first]! +
        forward[i * LABELS + Label.further]! * backward[Label.further]!
      this.#parts[i] = named / all
      this.#stepBack(i, weights)
    }
    return this.#parts
  }

  /** Sums over the labels after token `i`, for the token before it. */
  #stepBack(i: number, { factors, scale }: NameWeights): void {
    this.#weigh(i, scale)
    const next = this.#next
    for (let label = 0; label < LABELS; label++) {
      let sum = 0
      for (let other = 0; other < LABELS; other++)
        sum += factors[label * LABELS + other]! * this.#own[other]! * this.#backward[other]!
      next[label] = sum
    }
    normalise(next, 0)
    this.#backward.set(next)
  }

  /** The odds of the labels of token `i` by its own scores, the best 1. */
  #weigh(i: number, scale: number): void {
    const at = i * LABELS
    let most = this.scores[at]!
    for (let label = 1; label < LABELS; label++) most = Math.max(most, this.scores[at + label]!)
    for (let label = 0; label < LABELS; label++) this.#own[label] = Math.exp((this.scores[at + label]! - most) / scale)
  }
}

function normalise(numbers: Float64Array, at: number): void {
  let sum = 0
  for (let label = 0; label < LABELS; label++) sum += numbers[at + label]!
  for (let label = 0; label < LABELS; label++) numbers[at + label]! /= sum
}

/** What is this likely to be part of a name goes with the name beside it. */
const LIKELY_PART = 0.25

export interface FoundName {
  readonly chain: Chain
  readonly first: number
  readonly end: number
  /** Calibrated probability that its surest word is part of a person's name. */
  readonly probability: number
}

export class NameFeatures {
  readonly words: NameWords
  readonly #reader: Reader
  readonly #context: Context

  constructor(sources: WordSources, cues: NameCues, numbers: FeatureNumbers) {
    this.words = new NameWords(sources, numbers)
    this.#reader = new Reader(this.words, sources, cues)
    this.#context = new Context(this.words, cues, numbers)
  }

  /** A text's chains, and what a learned model says of them where that is wanted; those of the text read before are not to be asked any more. */
  read(text: ScannedText, evidence: Evidence, withModel = false): Reading {
    return this.#reader.read(text, evidence, withModel)
  }

  /** The speakers of the texts that are read. */
  get speakers(): Speakers {
    return this.#context.speakers
  }

  surroundings(reading: Reading): readonly number[] {
    return this.#context.surroundings(reading)
  }

  each(reading: Reading, chain: Chain, add: AddToken): void {
    this.#context.each(reading, chain, add)
  }

  /** All features of a token, those of the words around it among them. */
  allOf(around: readonly NameWord[], { count, numbers }: FeatureList): number[] {
    const all = numbers.slice(0, count)
    for (const [place, { features: own }] of around.entries()) append(all, own[place]!)
    return all
  }
}

export class NameModel {
  readonly features: NameFeatures
  readonly weights: NameWeights
  readonly #scores = new ChainScores()

  constructor(features: NameFeatures, weights: NameWeights) {
    this.features = features
    this.weights = weights
  }

  find(reading: Reading, chain: Chain): FoundName[] {
    const scores = this.score(reading, chain)
    scores.decode(this.weights)
    const found: FoundName[] = []
    const length = chain.end - chain.first
    const { labels } = scores
    let begin = 0
    while (begin < length && !isNamed(labels[begin]!)) begin++
    if (begin === length) return found
    const parts = this.#partsOf(chain, scores)
    for (let i = begin; i < length; i++) {
      if (!isNamed(labels[i]!)) continue
      let from = i
      while (i + 1 < length && labels[i + 1] === Label.further) i++
      // A name is hidden whole: what may well belong to it goes with it.
      while (from > 0 && !isNamed(labels[from - 1]!) && parts[from - 1]! >= LIKELY_PART) from--
      while (i + 1 < length && labels[i + 1] !== Label.first && parts[i + 1]! >= LIKELY_PART) i++
      i = this.#overParticles(reading, chain.first + i, chain.end) - chain.first
      // A name is in one cell of a row; given name and family name in two columns are two.
      const whole = { first: this.#fromInitial(reading, chain.first, chain.first + from), end: chain.first + i + 1 }
      for (const cell of cellsOf(reading.text, whole)) {
        const { first, end } = trimmed(reading.text, cell.first, cell.end)
        if (end <= first || hasNumber(reading.text, first, end)) continue
        let part = 0
        for (let at = Math.max(from, cell.first - chain.first); at < cell.end - chain.first; at++)
          part = Math.max(part, parts[at]!)
        found.push({ chain, first, end, probability: this.weights.calibrated(part) })
      }
    }
    return found
  }

  /** Where a name goes on behind two particles or a tied one, its last token: "de La Rochefoucauld", "al-Hashimi". */
  #overParticles({ text }: Reading, last: number, most: number): number {
    const { words } = this.features
    const isParticle = (token: number) => (words.at(text, token).roles & PARTICLE) !== 0
    const from = isParticle(last) ? last : last + 1
    let at = from
    while (at < most && (isParticle(at) || (at > from && isTiedBy(text, at)))) at++
    if (at - from < 2 || at >= most) return last
    const { casing, levels } = words.at(text, at)
    return casing === Casing.capital && levels.word <= Math.max(levels.given, levels.family) ? at : last
  }

  /** Where a name begins with the initials before it, from token `least` on: "V. Lindblom". */
  #fromInitial({ text }: Reading, least: number, first: number): number {
    const { start, end, units } = text.tokens
    let at = first
    while (at - 2 >= least && units[start[at - 1]!] === FULL_STOP && end[at - 2] === start[at - 1]) {
      if (this.features.words.at(text, at - 2).casing !== Casing.initial) break
      at -= 2
    }
    return at
  }

  /** How likely each token of a chain is a part of a name. */
  parts(reading: Reading, chain: Chain): Float64Array {
    return chain.parts ?? this.#partsOf(chain, this.score(reading, chain))
  }

  #partsOf(chain: Chain, scores: ChainScores): Float64Array {
    chain.parts ??= scores.parts(this.weights).slice(0, scores.length)
    return chain.parts
  }

  /** The scores of the labels of each token of a chain, worked out once: mentions of persons ask for them again. */
  score(reading: Reading, chain: Chain): ChainScores {
    const scores = this.#scores
    scores.begin(chain.end - chain.first)
    if (chain.scores !== null) scores.scores.set(chain.scores)
    else {
      this.#sum(reading, chain, scores)
      chain.scores = numbersFor(scores.length * LABELS)
      for (let i = 0; i < chain.scores.length; i++) chain.scores[i] = scores.scores[i]!
    }
    return scores
  }

  #sum(reading: Reading, chain: Chain, scores: ChainScores): void {
    const { weights } = this
    const { words } = this.features
    const { learned } = reading
    const sums = scores.scores
    this.features.each(reading, chain, (token, around, features) => {
      const at = (token - chain.first) * LABELS
      for (let i = 0; i < features.count; i++) weights.addTo(sums, at, features.numbers[i]!)
      for (let place = 0; place < PLACES.length; place++) {
        const own = words.scoresOf(around[place]!, weights)
        const from = place * LABELS
        sums[at]! += own[from]!
        sums[at + 1]! += own[from + 1]!
        sums[at + 2]! += own[from + 2]!
        sums[at + 3]! += own[from + 3]!
        sums[at + 4]! += own[from + 4]!
      }
      // Evidence for a name is added and none against: the model has not seen what the rules know.
      if (learned !== null && learned[token]! > 0) {
        const weight = Math.round(weights.scale * learned[token]!)
        sums[at + Label.first]! += weight
        sums[at + Label.further]! += weight
      }
    })
  }
}

const isNamed = (label: number): boolean => label === Label.first || label === Label.further

interface Tokens {
  readonly first: number
  readonly end: number
}

/** The tokens of a range by the tabs between them. */
function cellsOf({ tokens: { start, end: ends, units } }: ScannedText, { first, end }: Tokens): Tokens[] {
  const cells: Tokens[] = []
  let from = first
  for (let i = first + 1; i < end; i++) {
    if (units[ends[i - 1]!] !== TAB && units[start[i]! - 1] !== TAB) continue
    cells.push({ first: from, end: i })
    from = i
  }
  cells.push({ first: from, end })
  return cells
}

/** A name without the signs at its ends. */
function trimmed({ tokens: { kind } }: ScannedText, first: number, end: number): { first: number; end: number } {
  let from = first
  let to = end
  while (from < to && kind[from] === TokenKind.sign) from++
  while (to > from && kind[to - 1] === TokenKind.sign) to--
  return { first: from, end: to }
}

const NUMBER = /\d{4}/

/** Whether tokens contain the digits of a number: such a value is not a name. */
function hasNumber({ text, tokens }: Reading['text'], first: number, end: number): boolean {
  return NUMBER.test(text.slice(tokens.start[first], tokens.end[end - 1]))
}
