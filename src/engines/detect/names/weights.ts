// The fitted weights of data/weights/names.tsv.gz: one line a feature, one whole number a label. tools/fit-names.mjs writes the file.
import { SelfsameError } from '../../../errors.ts'
import { LABEL_NAMES, LABELS } from './labels.ts'

export interface FeatureNumbers {
  numberOf(feature: string): number
  nameOf(number: number): string
}

/** Prefix of lines that are settings; see `SETTINGS`. */
const SETTING = '*'

const TAB = 9
const MINUS = 45
const ZERO = 48

/**
 * Appends the LABELS whole numbers behind the tabs of `text` from `at` to `end`. Digits are read where they stand: the file has
 * 1.3 million numbers, and to split its lines took half of the time until the first answer.
 */
function readRow(text: string, at: number, end: number, rows: number[]): void {
  const filled = rows.length + LABELS
  let sign = 1
  let number = 0
  for (let i = at + 1; i <= end; i++) {
    const unit = i === end ? TAB : text.charCodeAt(i)
    if (unit === TAB) {
      rows.push(sign * number)
      sign = 1
      number = 0
    } else if (unit === MINUS && number === 0) sign = -1
    else if (unit >= ZERO && unit <= ZERO + 9) number = number * 10 + unit - ZERO
    else throw notNumbers(text, at)
  }
  if (rows.length !== filled) throw notNumbers(text, at)
}

function notNumbers(text: string, at: number): SelfsameError {
  const feature = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return new SelfsameError(
    'facts_invalid',
    `data/weights/names.tsv.gz has a line that is no list of ${LABELS} whole numbers: ${feature}`,
  )
}

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
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []

  /** `text`: the unpacked file. Throws facts_invalid where a line is not as the fit writes it. */
  constructor(text: string) {
    const settings = new Map<string, readonly number[]>()
    const rows: number[] = []
    for (let from = 0, to = 0; from < text.length; from = to + 1) {
      const newline = text.indexOf('\n', from)
      to = newline < 0 ? text.length : newline
      if (to === from || text[from] === '#') continue
      const tab = text.indexOf('\t', from)
      const name = text.slice(from, tab < 0 || tab > to ? to : tab)
      if (name.startsWith(SETTING))
        settings.set(
          name.slice(1),
          text
            .slice(tab + 1, to)
            .split('\t')
            .map(Number),
        )
      else {
        this.#numbers.set(name, this.#names.push(name) - 1)
        readRow(text, from + name.length, to, rows)
      }
    }
    this.table = Int16Array.from(rows)
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
    const bounded = Math.min(1 - 1e-9, Math.max(1e-9, share))
    const logit = this.slope * Math.log(bounded / (1 - bounded)) + this.offset
    return 1 / (1 + Math.exp(-logit))
  }
}
