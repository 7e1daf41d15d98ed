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
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []

  /** `text`: the unpacked file. Throws facts_invalid where a line is not as the fit writes it. */
  constructor(text: string) {
    const settings = new Map<string, readonly number[]>()
    const cells: number[] = []
    // A quarter of a million lines: cells are read by their characters, which takes a quarter of the time of split.
    for (let at = 0, end = 0; at < text.length; at = end + 1) {
      end = endOf(text, '\n', at, text.length)
      if (end === at || text[at] === '#') continue
      const tab = endOf(text, '\t', at, end)
      const name = text.slice(at, tab)
      if (text[at] === SETTING) {
        const numbers = text
          .slice(tab + 1, end)
          .split('\t')
          .map(Number)
        if (!numbers.every(Number.isFinite)) throw noNumbers(name)
        settings.set(name.slice(1), numbers)
        continue
      }
      if (!readCells(text, tab + 1, end, cells)) throw noNumbers(name)
      this.#numbers.set(name, this.#names.push(name) - 1)
    }
    this.table = new Int16Array(cells)
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
    return this.#numbers.get(feature) ?? -1
  }

  nameOf(number: number): string {
    return this.#names[number]!
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

/** Adds the LABELS whole numbers between tabs to `cells`; those that a line leaves out at its end are 0. False for anything else. */
function readCells(text: string, start: number, end: number, cells: number[]): boolean {
  const last = cells.length + LABELS - 1
  let sign = 1
  let value = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) value = 10 * value + code - ZERO
    else if (code === MINUS && value === 0) sign = -1
    else if (code === TAB && cells.length < last) {
      cells.push(sign * value)
      sign = 1
      value = 0
    } else return false
  }
  cells.push(sign * value)
  while (cells.length <= last) cells.push(0)
  return true
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
