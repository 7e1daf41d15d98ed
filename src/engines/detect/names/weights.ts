// The fitted weights of data/weights/names.tsv.gz: one line a feature, one whole number a label. tools/fit-names.mjs writes the file.
import { SelfsameError } from '../../../errors.ts'
import { LABEL_NAMES, LABELS } from './labels.ts'

/** Positions of words relative to the token that is scored, and what the features of a word there begin with. */
export const PLACES = [-2, -1, 0, 1, 2] as const
export const PREFIXES = ['-2 ', '-1 ', '', '+1 ', '+2 ']
const PREFIX = 3
/** The place of the token itself among PLACES. */
export const HERE = 2
const NOWHERE = new Int32Array(PLACES.length).fill(-1)

export interface FeatureNumbers {
  numberOf(feature: string): number
  /** Numbers of a feature of a word, which is without a prefix here, at each of PLACES; -1 where it has no weights. */
  numbersOf(feature: string): ArrayLike<number>
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
  /** By feature without the prefix of its place: one look-up a feature, and not one a place, since most of them have no weights. */
  readonly #rows = new Map<string, number>()
  readonly #numbers: Int32Array
  readonly #names: string[] = []

  /** `text`: the unpacked file. Throws facts_invalid where a line is not as the fit writes it. */
  constructor(text: string) {
    const settings = new Map<string, readonly number[]>()
    const cells: number[] = []
    const numbers: number[] = []
    // A quarter of a million lines: cells are read by their characters, which takes a quarter of the time of split.
    for (let at = 0, end = 0; at < text.length; at = end + 1) {
      end = endOf(text, '\n', at, text.length)
      if (end === at || text[at] === '#') continue
      const tab = endOf(text, '\t', at, end)
      const name = text.slice(at, tab)
      if (text[at] === SETTING) {
        const values = text
          .slice(tab + 1, end)
          .split('\t')
          .map(Number)
        if (!values.every(Number.isFinite)) throw noNumbers(name)
        settings.set(name.slice(1), values)
        continue
      }
      if (!readCells(text, tab + 1, end, cells)) throw noNumbers(name)
      const place = placeIn(name)
      const feature = place === HERE ? name : name.slice(PREFIX)
      const row = this.#rows.get(feature) ?? numbers.length
      if (row === numbers.length) {
        this.#rows.set(feature, row)
        numbers.push(-1, -1, -1, -1, -1)
      }
      numbers[row + place] = this.#names.push(name) - 1
    }
    this.#numbers = Int32Array.from(numbers)
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
    const place = placeIn(feature)
    const row = this.#rows.get(place === HERE ? feature : feature.slice(PREFIX))
    return row === undefined ? -1 : this.#numbers[row + place]!
  }

  numbersOf(feature: string): Int32Array {
    const row = this.#rows.get(feature)
    return row === undefined ? NOWHERE : this.#numbers.subarray(row, row + PLACES.length)
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

/** The place of the word that a feature is of, among PLACES. */
function placeIn(feature: string): number {
  const sign = feature[0]
  return (sign === '-' || sign === '+') && feature[2] === ' ' ? PREFIXES.indexOf(feature.slice(0, PREFIX)) : HERE
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
