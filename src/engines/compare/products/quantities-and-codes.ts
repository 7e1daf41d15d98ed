// Parts of a product title that are not words: quantities in base units, and codes (model and part numbers).
import { append } from '../../../lists.ts'
import { FULL_STOP, HYPHEN, SLASH, UNDERSCORE } from '../../../text/signs.ts'
import { isDigitUnit, isSmallLetterUnit } from '../../../text/unit-classes.ts'
import { isQuantity, type Unit } from './product-tokens.ts'

export interface Quantity {
  readonly dimension: string
  readonly amount: number
  /** Number of items sold together: 6 for "6 x 330 ml" and for "6 pack"; 1: one. */
  readonly packs: number
}

// A number with an optional unit stuck to it or after a blank, possibly "4 x 250 g"; decimals with point or comma.
const QUANTITY =
  /(?:(\d{1,3})\s{0,1}[x×*]\s{0,1})?(\d{1,6}(?:[.,]\d{1,4})?)\s{0,1}[-]?\s{0,1}("|''|”|″|'|%|[a-z]{1,10})(?![a-z0-9])/g
/** "80 x 28 x 202 cm", "90x200": what something measures. */
const MEASURED =
  /(?<![a-z0-9.,])(\d{1,4}(?:[.,]\d{1,2})?)\s?[x×*]\s?(\d{1,4}(?:[.,]\d{1,2})?)(?:\s?[x×*]\s?(\d{1,4}(?:[.,]\d{1,2})?))?\s?("|''|”|″|[a-z]{1,6})?(?![a-z0-9])/g

const DECIMAL = /[.,]/

/** The number of pieces after a quantity: "500 ml x 6". */
const TIMES = /\s?[x×*]\s?(\d{1,3})(?![a-z0-9.,"'])/y

function timesBehind(text: string, at: number, spoken: string[]): string {
  TIMES.lastIndex = at
  const times = TIMES.exec(text)?.[1]
  if (times === undefined || Number(times) === 0) return '1'
  spoken.push(times)
  return times
}

/** Least of the lengths that are one without a unit: "90x200" is a bed, "4x40" a screw or four things. */
const SPAN = 20

/** "set of 2", "pack de 6". */
const PACK_OF = /(?<![a-z0-9])([a-z]{2,10})\s{1,2}(?:of|de|di|da|von|x|a|z|od)\s{1,2}(\d{1,3})(?![a-z0-9.,])/g

export interface QuantityUnits {
  readonly units: ReadonlyMap<string, Unit>
  /** Units that count things sold together: "pack", "set". */
  readonly packs: ReadonlySet<string>
  /** Dimensions that no number of pieces multiplies: "4 x 2 inch" is no 8 inches. */
  readonly spans: ReadonlySet<string>
  /** The dimension measured by "80 x 28 x 202"; empty where such numbers are read as written. */
  readonly sized: string
}

/** Quantities of a text in small letters, in base units, and what they were written as. */
export function readQuantities(
  text: string,
  { units, packs, spans, sized }: QuantityUnits,
  quantities: Quantity[],
  spoken: string[],
): void {
  QUANTITY.lastIndex = 0
  for (let match = QUANTITY.exec(text); match !== null; match = QUANTITY.exec(text)) {
    const unit = units.get(match[3]!)
    if (unit === undefined) continue
    // A number inside a code is not a quantity.
    if (match[1] === undefined && match.index > 0 && isPlainUnit(text.charCodeAt(match.index - 1))) continue
    const times = spans.has(unit.dimension) ? 1 : Number(match[1] ?? timesBehind(text, QUANTITY.lastIndex, spoken))
    const amount = Number(match[2]!.replace(',', '.')) * unit.factor * times
    // A share may be none: "0 %" fat.
    if (amount > 0 || match[3] === '%')
      quantities.push({ dimension: unit.dimension, amount, packs: packs.has(match[3]!) ? amount : Math.max(1, times) })
    spoken.push(match[2]!, match[2]! + match[3]!)
    // "6x1.5l" is cut into "6x1" and "5l"; "2x8gb" says of how many pieces, too.
    if (match[1] !== undefined && DECIMAL.test(match[2]!)) append(spoken, match[0].split(/[^a-z0-9]+/))
  }
  if (sized !== '') readSpans(text, units, sized, quantities, spoken)
  if (packs.size === 0) return
  PACK_OF.lastIndex = 0
  for (let match = PACK_OF.exec(text); match !== null; match = PACK_OF.exec(text)) {
    const unit = packs.has(match[1]!) ? units.get(match[1]!) : undefined
    const amount = Number(match[2])
    if (unit === undefined || amount === 0) continue
    quantities.push({ dimension: unit.dimension, amount, packs: amount })
    spoken.push(match[2]!)
  }
}

/** The single lengths of "80 x 28 x 202 cm". */
function readSpans(
  text: string,
  units: ReadonlyMap<string, Unit>,
  sized: string,
  quantities: Quantity[],
  spoken: string[],
): void {
  MEASURED.lastIndex = 0
  for (let match = MEASURED.exec(text); match !== null; match = MEASURED.exec(text)) {
    const lengths = [match[1]!, match[2]!, match[3] ?? ''].filter((length) => length !== '')
    const named = match[4] === undefined ? undefined : units.get(match[4])
    if (named !== undefined && named.dimension !== sized) continue
    if (named === undefined && !lengths.every((length) => Number(length.replace(',', '.')) >= SPAN)) continue
    const { dimension, factor } = named ?? { dimension: sized, factor: 1 }
    for (const length of lengths) {
      const amount = Number(length.replace(',', '.')) * factor
      if (amount > 0 && !quantities.some((other) => other.dimension === dimension && other.amount === amount))
        quantities.push({ dimension, amount, packs: 1 })
      spoken.push(length)
    }
    spoken.push(match[0].trim(), match[0].replace(/\s/g, ''), lengths.join('x'))
  }
}

/** A small letter or a digit of ASCII. */
function isPlainUnit(unit: number): boolean {
  return isSmallLetterUnit(unit) || isDigitUnit(unit)
}

/** "-", ".", "/" and "_" hold the pieces of a code together. */
function isJoint(unit: number): boolean {
  return unit === HYPHEN || unit === FULL_STOP || unit === SLASH || unit === UNDERSCORE
}

const JOINTS = /[-/._]/

/** Codes of a text, without their joints, where each begins, and the pieces they were written in. */
export function readCodes(
  text: string,
  units: ReadonlyMap<string, Unit>,
  spoken: readonly string[],
  { codes, places, parts }: { codes: string[]; places: number[]; parts: string[] },
): void {
  for (let from = 0; from < text.length; from++) {
    let to = from
    let digits = false
    let joined = false
    for (; to < text.length; to++) {
      const unit = text.charCodeAt(to)
      if (isDigitUnit(unit)) digits = true
      else if (isPlainUnit(unit)) continue
      else if (to > from && isJoint(unit) && to + 1 < text.length && isPlainUnit(text.charCodeAt(to + 1))) joined = true
      else break
    }
    if (digits && to - from >= 4) {
      const raw = text.slice(from, to)
      const pieces = joined ? raw.split(JOINTS) : [raw]
      const code = joined ? pieces.join('') : raw
      if (code.length >= 4 && !spoken.includes(raw) && !isQuantity(code, units) && isCode(raw, code)) {
        if (!codes.includes(code)) {
          codes.push(code)
          places.push(from)
        }
        for (const piece of pieces) parts.push(piece)
      }
    }
    from = to
  }
}

/** A code that a maker gives, with letters or long; short bare numbers are often a shop's own. */
export function isStrongCode(code: string): boolean {
  return code.length >= 8 || /[a-z]/.test(code)
}

/** Is a written token a model or part number, rather than a word with a number ("4-speaker", "18-55", "1st-3rd")? */
function isCode(raw: string, code: string): boolean {
  if (!/[a-z]/.test(code)) return code.length >= 5 && !/[./]/.test(raw) && !/^\d{1,4}-\d{1,4}$/.test(raw)
  const pieces = raw.split(/[-/._]/)
  if (pieces.length === 1) return !/^\d{1,4}(?:st|nd|rd|th|bit|pin|ch|way|in)$/.test(code)
  // A piece that mixes letters and digits, or a short prefix of letters before a number of three digits or more.
  if (
    pieces.some(
      (piece) =>
        /\d/.test(piece) && /[a-z]/.test(piece) && piece.length >= 3 && !/^\d{1,2}(?:st|nd|rd|th)$/.test(piece),
    )
  )
    return pieces.every((piece) => /\d/.test(piece) || piece.length <= 4)
  return pieces.length === 2 && /^[a-z]{1,4}$/.test(pieces[0]!) && /^\d{3,}$/.test(pieces[1]!)
}
