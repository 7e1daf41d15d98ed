// The drawing operators of a PDF stream, in order, with their numbers and strings.
import type { PDFDict, PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { type Matrix, multiplied } from '../page/regions.ts'
import { type Operand, operatorsOf } from './pdf-content.ts'
import type { Purpose } from './pdf-objects.ts'

/** An operator that shows text: codes, a character a byte, and room between them in thousandths of the size of the font. */
export interface ShownText {
  readonly items: readonly (string | number)[]
  readonly font?: PDFObject | undefined
}

/** The drawn objects of a stream, in order. */
export class Drawing {
  readonly items: (string | ShownText | Drawing)[] = []
  /** Names of resources by category. */
  readonly resources: PDFDict
  /** Null for a page. */
  readonly ref: PDFRef | null

  constructor(resources: PDFDict, ref: PDFRef | null) {
    this.resources = resources
    this.ref = ref
  }

  /** Operators that show text, in drawing order. A drawing is listed each time it is used. */
  *texts(): Generator<ShownText> {
    for (const item of this.items) {
      if (item instanceof Drawing) yield* item.texts()
      else if (typeof item !== 'string') yield item
    }
  }

  /** `show`: how a text is written. */
  written(show: (text: ShownText) => string = shown): string {
    return this.items
      .map((item) => (typeof item === 'string' ? item : item instanceof Drawing ? '' : show(item)))
      .join('\n')
  }
}

export const shown = ({ items }: ShownText) => `[${items.map(written).join(' ')}] TJ`

export function written(item: string | number): string {
  return typeof item === 'number' ? numeral(item) : `<${Buffer.from(item, 'latin1').toString('hex')}>`
}

/** Numbers of more digits say nothing to a viewer. */
const DIGITS = 5

export function numeral(value: number): string {
  return value.toFixed(DIGITS).replace(/\.?0{1,5}$/, '')
}

/** The last so many operands, as viewers take them; null where they are not all numbers. */
export function numbersOf(operands: readonly Operand[], count: number): number[] | null {
  const numbers = operands
    .slice(operands.length - count)
    .flatMap((operand) => (operand.kind === 'number' ? [operand.value] : []))
  return numbers.length === count && operands.length >= count ? numbers : null
}

/** Is a page one picture, with the text that a recogniser saw in it invisible over it? */
export function isScan(source: string, isImage: (name: string) => boolean, area: number): boolean {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  const stack: Matrix[] = []
  for (const { name, operands } of operatorsOf(source)) {
    if (name === 'q') stack.push(matrix)
    else if (name === 'Q') matrix = stack.pop() ?? matrix
    else if (name === 'cm') {
      const numbers = numbersOf(operands, 6)
      if (numbers !== null) matrix = multiplied(matrix, numbers as unknown as Matrix)
    } else if (name === 'Do') {
      const [operand] = operands
      const painted = Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])
      if (operand?.kind === 'name' && painted >= area * SCANNED && isImage(operand.name)) return true
    }
  }
  return false
}

/** Share of a page that a scan covers. */
const SCANNED = 0.5

/** Bytes of an inline image: a larger one can show letters. A glyph is one letter of any size. */
const LARGEST_INLINE = 1_024
const LARGEST_GLYPH = 65_536

/** Is the data of an inline image none that shows or spells letters? */
export function isPicture(bytes: Buffer, purpose: Purpose): boolean {
  if (purpose === 'glyph') return bytes.length <= LARGEST_GLYPH
  return bytes.length <= LARGEST_INLINE && !/[A-Za-z]{5}|\d{5}/.test(bytes.toString('latin1'))
}
