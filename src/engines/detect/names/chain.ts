// Linear-chain decoding (Lafferty, McCallum and Pereira, "Conditional random fields", 2001): the best labels of a chain of
// tokens by the Viterbi algorithm, and by the forward algorithm how likely a part of them is.
import { Label, LABELS } from './labels.ts'
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
  #sums = new Float64Array(2 * LABELS)

  /** Begins a chain of `length` tokens, all scores 0. */
  begin(length: number): void {
    this.length = length
    if (length > this.labels.length) {
      this.scores = new Int32Array(2 * length * LABELS)
      this.#best = new Int32Array(2 * length * LABELS)
      this.#from = new Uint8Array(2 * length * LABELS)
      this.labels = new Uint8Array(2 * length)
    } else this.scores.fill(0, 0, length * LABELS)
  }

  /** Fills `labels` with the best ones. */
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

  /** The probability by the weights that exactly the tokens `from` to `end` - 1 are one name. */
  shareOf(from: number, end: number, weights: NameWeights): number {
    const all = this.#total(weights, -1, -1)
    return Math.exp(this.#total(weights, from, end) - all)
  }

  /** The probability by the weights that token `at` is part of some name. */
  partOf(at: number, weights: NameWeights): number {
    return Math.exp(this.#total(weights, at, -1) - this.#total(weights, -1, -1))
  }

  /**
   * Logarithm of the sum over all labellings, or those in which `from` to `end` - 1 are one name, or, where `end` is -1, in
   * which token `from` is part of a name.
   */
  #total(weights: NameWeights, from: number, end: number): number {
    const { length, scores } = this
    const { moves, scale } = weights
    const sums = this.#sums
    let now = 0
    for (let i = 0; i < length; i++) {
      const before = now
      now = i % 2 === 0 ? 0 : LABELS
      for (let label = 0; label < LABELS; label++) {
        if (!isAllowed(i, label, from, end)) {
          sums[now + label] = Number.NEGATIVE_INFINITY
          continue
        }
        const own = scores[i * LABELS + label]! / scale
        sums[now + label] =
          i === 0
            ? own + moves[LABELS * LABELS + label]! / scale
            : own + logSum(sums, before, moves, label, scale)
      }
    }
    return logSumOf(sums, now)
  }
}

function isAllowed(at: number, label: number, from: number, end: number): boolean {
  if (from < 0) return true
  if (end < 0) return at !== from || label === Label.first || label === Label.further
  if (at < from || at > end) return true
  if (at === from) return label === Label.first
  if (at === end) return label !== Label.further
  return label === Label.further
}

/** Of what each label before adds up to with its move to `label`. */
function logSum(sums: Float64Array, before: number, moves: Int32Array, label: number, scale: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let other = 0; other < LABELS; other++)
    most = Math.max(most, sums[before + other]! + moves[other * LABELS + label]! / scale)
  if (most === Number.NEGATIVE_INFINITY) return most
  let sum = 0
  for (let other = 0; other < LABELS; other++)
    sum += Math.exp(sums[before + other]! + moves[other * LABELS + label]! / scale - most)
  return most + Math.log(sum)
}

function logSumOf(sums: Float64Array, at: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let label = 0; label < LABELS; label++) most = Math.max(most, sums[at + label]!)
  if (most === Number.NEGATIVE_INFINITY) return most
  let sum = 0
  for (let label = 0; label < LABELS; label++) sum += Math.exp(sums[at + label]! - most)
  return most + Math.log(sum)
}
