// The fitted weights of data/weights/names.tsv.gz: one line a feature, one whole number a label. tools/fit-names.mjs writes the file.
import { SelfsameError } from '../../../errors.ts'
import { LABEL_NAMES, LABELS } from './labels.ts'

export interface FeatureNumbers {
  numberOf(feature: string): number
  nameOf(number: number): string
}

/** Prefix of lines that are settings; see `SETTINGS`. */
const SETTING = '*'

export class NameWeights implements FeatureNumbers {
  /** LABELS weights a feature, in `scale`ths of a natural logarithm. */
  readonly table: Int16Array
  /** From each label (LABELS: from the start of a chain) to each label. */
  readonly moves: Int32Array = new Int32Array((LABELS + 1) * LABELS)
  /** The same as odds: exp(move / scale). */
  readonly factors: Float64Array
  /** Weights are this many times the natural log-odds. */
  readonly scale: number
  /** A name is kept where its calibrated probability is at least this. */
  readonly threshold: number
  /** logit(calibrated) = slope * logit(model) + offset. */
  readonly slope: number
  readonly offset: number
  /** Weights of `inTextNumbers`, and a constant. */
  readonly #inText: readonly number[]
  readonly #features: FeatureTable

  /** `text`: the unpacked file. Throws facts_invalid where a line is not as the fit writes it. */
  constructor(text: string) {
    const settings = new Map<string, readonly number[]>()
    const features = new FeatureTable(text)
    this.#features = features
    // A quarter of a million lines: cells are read by their characters, which takes a quarter of the time of split.
    let cells = new Int16Array(0)
    for (let at = 0, end = 0; at < text.length; at = end + 1) {
      end = endOf(text, '\n', at, text.length)
      if (end === at || text[at] === '#') continue
      const tab = endOf(text, '\t', at, end)
      if (text[at] === SETTING) {
        const name = text.slice(at, tab)
        const numbers = text
          .slice(tab + 1, end)
          .split('\t')
          .map(Number)
        if (!numbers.every(Number.isFinite)) throw noNumbers(name)
        settings.set(name.slice(1), numbers)
        continue
      }
      const from = LABELS * features.add(at, tab)
      if (cells.length < from + LABELS) cells = grown(cells, from + LABELS)
      if (!readCells(text, tab + 1, end, cells, from)) throw noNumbers(text.slice(at, tab))
    }
    this.table = cells.slice(0, LABELS * features.size)
    const setting = (name: string) => {
      const found = settings.get(name)
      if (found === undefined)
        throw new SelfsameError('facts_invalid', `data/weights/names.tsv.gz has no line "${SETTING}${name}".`)
      return found
    }
    this.scale = setting('scale')[0]!
    this.threshold = setting('threshold')[0]!
    this.slope = setting('calibration')[0]!
    this.offset = setting('calibration')[1]!
    this.#inText = setting('in text')
    for (const [from, name] of [...LABEL_NAMES, 'start'].entries())
      for (const [to, weight] of setting(`after ${name}`).entries()) this.moves[from * LABELS + to] = weight
    this.factors = Float64Array.from(this.moves, (move) => Math.exp(move / this.scale))
  }

  numberOf(feature: string): number {
    return this.#features.numberOf(feature)
  }

  nameOf(number: number): string {
    return this.#features.nameOf(number)
  }

  /** Adds the weights of a feature to the LABELS numbers of `sums` from `at` on. */
  addTo(sums: Int32Array, at: number, feature: number): void {
    const from = feature * LABELS
    const { table } = this
    sums[at]! += table[from]!
    sums[at + 1]! += table[from + 1]!
    sums[at + 2]! += table[from + 2]!
    sums[at + 3]! += table[from + 3]!
    sums[at + 4]! += table[from + 4]!
  }

  /** Calibrated probability of a name with the probability `share` by the weights, 0 to 1. */
  calibrated(share: number): number {
    return chanceOf(this.slope * logitOf(share) + this.offset)
  }

  /** The probability of a name by what its text has: the numbers of `inTextNumbers`. */
  inText(numbers: readonly number[]): number {
    let logit = this.#inText.at(-1)!
    for (let i = 0; i < numbers.length; i++) logit += numbers[i]! * this.#inText[i]!
    return chanceOf(logit)
  }
}

const noNumbers = (name: string) =>
  new SelfsameError('facts_invalid', `data/weights/names.tsv.gz has a line that is no list of numbers: ${name}`)

function endOf(text: string, sign: string, from: number, end: number): number {
  const found = text.indexOf(sign, from)
  return found < 0 || found > end ? end : found
}

const [TAB, MINUS, ZERO, NINE] = [9, 45, 48, 57]

/** Writes the LABELS whole numbers between tabs into `cells`; those that a line leaves out at its end are 0. False for anything else. */
function readCells(text: string, start: number, end: number, cells: Int16Array, from: number): boolean {
  let cell = from
  let sign = 1
  let value = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) value = 10 * value + code - ZERO
    else if (code === MINUS && value === 0) sign = -1
    else if (code === TAB && cell < from + LABELS - 1) {
      cells[cell++] = sign * value
      sign = 1
      value = 0
    } else return false
  }
  cells[cell++] = sign * value
  cells.fill(0, cell, from + LABELS)
  return true
}

const LEAST_CELLS = 1 << 20

function grown(cells: Int16Array, least: number): Int16Array<ArrayBuffer> {
  const made = new Int16Array(Math.max(least, 2 * cells.length, LEAST_CELLS))
  made.set(cells)
  return made
}

/** Numbers of features by their place in the text that names them: a map of as many strings takes several times as long to make. */
class FeatureTable {
  readonly #text: string
  size = 0
  /** 1 + the number of a feature, at its hash or behind. */
  #slots = new Int32Array(1 << 19)
  #starts = new Int32Array(1 << 18)
  #ends = new Int32Array(1 << 18)

  constructor(text: string) {
    this.#text = text
  }

  /** The number of the feature that stands there. */
  add(start: number, end: number): number {
    if (this.size === this.#starts.length) this.#grow()
    const number = this.size++
    this.#starts[number] = start
    this.#ends[number] = end
    this.#put(number)
    return number
  }

  numberOf(feature: string): number {
    const mask = this.#slots.length - 1
    for (let at = hashOf(feature, 0, feature.length) & mask; ; at = (at + 1) & mask) {
      const number = this.#slots[at]! - 1
      if (number < 0 || this.#isAt(number, feature)) return number
    }
  }

  nameOf(number: number): string {
    return this.#text.slice(this.#starts[number], this.#ends[number])
  }

  #isAt(number: number, feature: string): boolean {
    const start = this.#starts[number]!
    return this.#ends[number]! - start === feature.length && this.#text.startsWith(feature, start)
  }

  #put(number: number): void {
    const mask = this.#slots.length - 1
    let at = hashOf(this.#text, this.#starts[number]!, this.#ends[number]!) & mask
    while (this.#slots[at] !== 0) at = (at + 1) & mask
    this.#slots[at] = number + 1
  }

  #grow(): void {
    const grown = (list: Int32Array) => {
      const made = new Int32Array(2 * list.length)
      made.set(list)
      return made
    }
    this.#starts = grown(this.#starts)
    this.#ends = grown(this.#ends)
    this.#slots = new Int32Array(2 * this.#slots.length)
    for (let number = 0; number < this.size; number++) this.#put(number)
  }
}

/** FNV-1a. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** From this length on, the length of a text says no more of its names. */
const LONG = 500

/** How the length of a text counts for its names. */
const lengthOf = (units: number): number => Math.log(1 + Math.min(LONG, units))

/**
 * Numbers that decide whether a name of a text is one: its probability, that of the likeliest name next to it, its words, the units of the text, and
 * Context.surroundings.
 */
export const inTextNumbers = (
  probability: number,
  beside: number,
  words: number,
  units: number,
  surroundings: readonly number[],
): readonly number[] => [logitOf(probability), beside, Math.min(words, 2), lengthOf(units), ...surroundings]

export function logitOf(share: number): number {
  const bounded = Math.min(1 - 1e-9, Math.max(1e-9, share))
  return Math.log(bounded / (1 - bounded))
}

const chanceOf = (logit: number): number => 1 / (1 + Math.exp(-logit))
