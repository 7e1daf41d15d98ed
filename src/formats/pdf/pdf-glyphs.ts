// The position of each glyph on a page of a PDF, from the list of operations that pdf.js makes of it: one entry for every operator that shows text, in
// the order of the content, so that glyphs can be found again in the content itself (ISO 32000-1, 9.4).
import { largest, smallest } from '../../lists.ts'
import { type Matrix, multiplied } from '../page/regions.ts'

export interface Glyph {
  /** Its text; several letters for a ligature. */
  readonly text: string
  /** In points from the upper left corner of the page as it is shown: left, top, right, bottom. */
  readonly box: readonly [number, number, number, number]
  /** How far it moves the next one, in thousandths of the size of the font; null where it moves it down. */
  readonly advance: number | null
}

/** The glyphs of one operator. */
export type Shown = readonly Glyph[]

interface Font {
  readonly vertical?: boolean
  readonly fontMatrix?: readonly number[]
}

interface PdfGlyph {
  readonly unicode: string
  readonly width: number
  readonly isSpace: boolean
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The graphics state as far as text needs it. */
interface State {
  matrix: Matrix
  font: string
  size: number
  charSpacing: number
  wordSpacing: number
  scale: number
  leading: number
  rise: number
}

export interface Operations {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

/** `view`: from the space of the page to the page as it is shown. */
export function shownGlyphs(
  { fnArray, argsArray }: Operations,
  ops: Readonly<Record<string, number>>,
  fontOf: (name: string) => Font | null,
  view: Matrix,
): Shown[] {
  const names = new Map(Object.entries(ops).map(([name, code]) => [code, name]))
  const pen = new Pen(fontOf, view)
  for (const [at, code] of fnArray.entries())
    pen.take(names.get(code) ?? '', (argsArray[at] ?? []) as readonly unknown[])
  return pen.shown
}

class Pen {
  readonly shown: Shown[] = []
  readonly #fontOf: (name: string) => Font | null
  readonly #stack: State[] = []
  #state: State
  #text: Matrix = IDENTITY
  #x = 0
  #y = 0
  #lineX = 0
  #lineY = 0

  constructor(fontOf: (name: string) => Font | null, view: Matrix) {
    this.#fontOf = fontOf
    this.#state = { matrix: view, font: '', size: 0, charSpacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0 }
  }

  take(name: string, args: readonly unknown[]): void {
    const state = this.#state
    const [first, second] = args as readonly number[]
    switch (name) {
      case 'save':
        this.#stack.push({ ...state })
        break
      case 'restore':
      case 'paintFormXObjectEnd':
        this.#state = this.#stack.pop() ?? state
        break
      case 'transform':
        state.matrix = multiplied(state.matrix, matrixOf(args))
        break
      case 'paintFormXObjectBegin':
        this.#stack.push({ ...state })
        if (args[0] != null) state.matrix = multiplied(state.matrix, matrixOf(args[0] as readonly unknown[]))
        break
      case 'setFont':
        state.font = String(args[0])
        state.size = Number(second)
        break
      case 'setCharSpacing':
        state.charSpacing = first!
        break
      case 'setWordSpacing':
        state.wordSpacing = first!
        break
      case 'setHScale':
        state.scale = first! / 100
        break
      case 'setLeading':
        state.leading = -first!
        break
      case 'setTextRise':
        state.rise = first!
        break
      default:
        this.#takeText(name, args)
    }
  }

  #takeText(name: string, args: readonly unknown[]): void {
    const [first, second] = args as readonly number[]
    switch (name) {
      case 'beginText':
        this.#setText(IDENTITY)
        break
      case 'setTextMatrix':
        this.#setText(matrixOf((args.length === 1 ? args[0] : args) as readonly unknown[]))
        break
      case 'setLeadingMoveText':
        this.#state.leading = second!
        this.#move(first!, second!)
        break
      case 'moveText':
        this.#move(first!, second!)
        break
      case 'nextLine':
        this.#move(0, this.#state.leading)
        break
      case 'showText':
        this.#show(args[0] as readonly (PdfGlyph | number)[])
    }
  }

  #setText(matrix: Matrix): void {
    this.#text = matrix
    this.#x = this.#y = this.#lineX = this.#lineY = 0
  }

  #move(x: number, y: number): void {
    this.#x = this.#lineX += x
    this.#y = this.#lineY += y
  }

  #show(items: readonly (PdfGlyph | number)[]): void {
    const { matrix, size, charSpacing, wordSpacing, scale, rise } = this.#state
    const font = this.#fontOf(this.#state.font)
    const isVertical = font?.vertical === true
    const unit = (font?.fontMatrix?.[0] ?? 0.001) * 1000
    const whole = multiplied(matrix, this.#text)
    const glyphs: Glyph[] = []
    for (const item of items) {
      if (typeof item === 'number') {
        if (!isVertical) this.#x -= (item / 1000) * size * scale
        continue
      }
      const width = ((item.width * unit) / 1000) * size * scale
      const spacing = (charSpacing + (item.isSpace ? wordSpacing : 0)) * scale
      const box = boxOf(whole, [
        this.#x,
        this.#y + rise - size * DEPTH,
        this.#x + width,
        this.#y + rise + size * HEIGHT,
      ])
      const advance = size === 0 ? 0 : ((width + spacing) * 1000) / (size * scale)
      glyphs.push({ text: item.unicode, box, advance: isVertical ? null : advance })
      if (!isVertical) this.#x += width + spacing
    }
    this.shown.push(glyphs)
  }
}

/** How far letters reach below and above their line, as a share of the size of the font. */
const DEPTH = 0.22
const HEIGHT = 0.78

function matrixOf(values: readonly unknown[]): Matrix {
  const [a, b, c, d, e, f] = Array.from({ length: 6 }, (_, n) => Number((values as Record<number, unknown>)[n]))
  return [a!, b!, c!, d!, e!, f!]
}

function boxOf(matrix: Matrix, [left, bottom, right, top]: readonly [number, number, number, number]): Glyph['box'] {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ].map(([x, y]) => [matrix[0] * x! + matrix[2] * y! + matrix[4], matrix[1] * x! + matrix[3] * y! + matrix[5]] as const)
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return [smallest(xs), smallest(ys), largest(xs), largest(ys)]
}
