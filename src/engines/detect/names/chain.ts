// Linear-chain decoding (Lafferty, McCallum and Pereira, "Conditional random fields", 2001): the best labels of a chain of
// tokens by the Viterbi algorithm, and by the forward-backward algorithm how likely each token is part of a name.
import { LABELS, Label } from './labels.ts'
import type { NameWeights } from './weights.ts'

const NEVER = -1e9

/** Tokens of one chain with the scores of their labels. Made once and used for one chain after the other. */
export class ChainScores {
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

  /**
   * By token, the probability by the weights that it is part of a name: the forward-backward algorithm, each step scaled to a
   * sum of 1. Overwritten by the next chain.
   */
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

  /** What stands behind token `i`, seen from the token before it. */
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
