// The shapes of a pattern (digit, letter or either by position): one bit test rejects a rule without a regular expression.
import { append } from '../../../lists.ts'
export interface Shape {
  readonly length: number
  /** Bit i: position i must be a digit. */
  readonly digits: number
  /** Bit i: position i must not be a digit. */
  readonly letters: number
}

/** Maximum number of shapes of a pattern, and maximum length of a shape; patterns beyond are not expanded. */
const MOST_SHAPES = 128
const LONGEST = 31

const NOTHING: Shape = { length: 0, digits: 0, letters: 0 }
const DIGIT: Shape = { length: 1, digits: 1, letters: 0 }
const LETTER: Shape = { length: 1, digits: 0, letters: 1 }
const EITHER: Shape = { length: 1, digits: 0, letters: 0 }

const ONCE = [1, 1] as const
const OPTIONAL = [0, 1] as const
/** Maximum number of characters of a counted quantifier: "{10,12}". */
const LONGEST_COUNT = 12

/** Every shape that a pattern can match, or null if it is too general or too long. */
export function shapesOf(pattern: string): readonly Shape[] | null {
  const reader = new Reader(pattern)
  const shapes = reader.alternatives()
  return reader.done ? shapes : null
}

export const fits = (shape: Shape, length: number, places: number): boolean =>
  shape.length === length && (places & shape.digits) === shape.digits && (places & shape.letters) === 0

/** Shapes without duplicates; null if there are too many. */
function distinct(shapes: readonly Shape[]): Shape[] | null {
  const found: Shape[] = []
  for (const shape of shapes) {
    const isKnown = found.some(
      ({ length, digits, letters }) => length === shape.length && digits === shape.digits && letters === shape.letters,
    )
    if (isKnown) continue
    if (found.length === MOST_SHAPES) return null
    found.push(shape)
  }
  return found
}

function product(heads: readonly Shape[], tails: readonly Shape[]): Shape[] | null {
  if (heads.length * tails.length > MOST_SHAPES * MOST_SHAPES) return null
  const joined: Shape[] = []
  for (const { length, digits, letters } of heads)
    for (const tail of tails) {
      if (length + tail.length > LONGEST) return null
      joined.push({
        length: length + tail.length,
        digits: digits | (tail.digits << length),
        letters: letters | (tail.letters << length),
      })
    }
  return joined.length === 1 ? joined : distinct(joined)
}

/** Recursive-descent parser for the small regular-expression language of the packs. */
class Reader {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  get done(): boolean {
    return this.#at >= this.#pattern.length
  }

  alternatives(): Shape[] | null {
    const found: Shape[] = []
    for (;;) {
      const branch = this.#branch()
      if (branch === null) return null
      append(found, branch)
      if (this.#pattern[this.#at] !== '|') return distinct(found)
      this.#at++
    }
  }

  #branch(): Shape[] | null {
    let shapes: Shape[] = [NOTHING]
    while (!this.done && this.#pattern[this.#at] !== '|' && this.#pattern[this.#at] !== ')') {
      const atom = this.#atom()
      if (atom === null) return null
      const times = this.#times()
      if (times === null) return null
      const [least, most] = times
      const repeated: Shape[] = []
      let grown: Shape[] | null = [NOTHING]
      for (let count = 0; count <= most; count++) {
        if (count >= least) append(repeated, grown)
        if (count === most) break
        grown = product(grown, atom)
        if (grown === null) return null
      }
      const joined: Shape[] | null = product(shapes, repeated)
      if (joined === null) return null
      shapes = joined
    }
    return shapes
  }

  #atom(): Shape[] | null {
    const sign = this.#pattern[this.#at++]!
    if (sign === '(') {
      if (this.#pattern[this.#at] === '?') {
        this.#at++
        if (this.#pattern[this.#at] !== ':') return this.#lookAround()
        this.#at++
      }
      const inner = this.alternatives()
      this.#at++
      return inner
    }
    if (sign === '[') {
      const stop = this.#pattern.indexOf(']', this.#at)
      const body = this.#pattern.slice(this.#at, stop)
      this.#at = stop + 1
      return [shapeOfClass(body)]
    }
    if (sign === '\\') {
      const name = this.#pattern[this.#at++]
      if (name === 'd') return [DIGIT]
      if (name === 'w') return [EITHER]
      return name === undefined || /[a-zA-Z1-9]/.test(name) ? null : [LETTER]
    }
    if (sign === '^' || sign === '$') return [NOTHING]
    if (sign === '.') return [EITHER]
    return [sign >= '0' && sign <= '9' ? DIGIT : LETTER]
  }

  /** Skips a look-around, which matches no characters. */
  #lookAround(): Shape[] {
    let depth = 1
    for (; depth > 0 && !this.done; this.#at++) {
      const sign = this.#pattern[this.#at]
      if (sign === '\\') this.#at++
      else if (sign === '[') this.#at = this.#pattern.indexOf(']', this.#at)
      else if (sign === '(') depth++
      else if (sign === ')') depth--
    }
    return [NOTHING]
  }

  /** Repetition count of the last atom; null for unbounded quantifiers, which the packs do not use. */
  #times(): readonly [number, number] | null {
    const sign = this.#pattern[this.#at]
    if (sign === '?') {
      this.#at++
      return OPTIONAL
    }
    if (sign !== '{') return sign === '+' || sign === '*' ? null : ONCE
    const counted = /^\{(\d+)(?:(,)(\d+))?\}/.exec(this.#pattern.slice(this.#at, this.#at + LONGEST_COUNT))
    if (counted === null) return null
    this.#at += counted[0].length
    return [Number(counted[1]), Number(counted[3] ?? counted[1])]
  }
}

const classes = new Map<string, Shape>()

function shapeOfClass(body: string): Shape {
  let shape = classes.get(body)
  if (shape === undefined) {
    shape = readClass(body)
    classes.set(body, shape)
  }
  return shape
}

function readClass(body: string): Shape {
  if (body.startsWith('^')) return EITHER
  const hasDigits = /\d/.test(body) || body.includes('\\d')
  const hasLetters = /[^\d\-\\]/.test(body.replaceAll('\\d', '').replace(/\d-\d/g, ''))
  return hasDigits && hasLetters ? EITHER : hasDigits ? DIGIT : LETTER
}
