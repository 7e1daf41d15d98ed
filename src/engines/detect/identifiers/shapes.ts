// The shapes of a pattern (digit, letter or either by position): one bit test rejects a rule without a regular expression.
import { DIGITS, type FormBuilder, formsOf } from '../../../text/pattern-forms.ts'

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

const SHAPES: FormBuilder<Shape> = { nothing: NOTHING, one: shapeOf, join: product, union: distinct }

/** Every shape that a pattern can match, or null if it is too general or too long. */
export const shapesOf = (pattern: string): readonly Shape[] | null => formsOf(pattern, SHAPES)?.forms ?? null

export const fits = (shape: Shape, length: number, places: number): boolean =>
  shape.length === length && (places & shape.digits) === shape.digits && (places & shape.letters) === 0

const shapes = new Map<string, Shape>()

function shapeOf(characters: string): Shape {
  let shape = shapes.get(characters)
  if (shape === undefined) {
    const digits = [...characters].filter((character) => DIGITS.includes(character)).length
    shape = digits === 0 ? LETTER : digits < characters.length ? EITHER : DIGIT
    shapes.set(characters, shape)
  }
  return shape
}

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
