// The content of pages and drawings of a PDF, written again from the operators that draw (ISO 32000-1, annex A). All else is left out; every
// operator that shows text becomes one of one form, whose glyphs can be taken out.
import type { PDFContext, PDFDict, PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { largest } from '../../lists.ts'
import { copyRules } from '../../packs/markup-rules.ts'
import type { Matrix } from '../page/regions.ts'
import { type Operand, type Operator, operatorsOf } from './pdf-content.ts'
import type { PdfObjects, Purpose } from './pdf-objects.ts'
import { Drawing, isPicture, numbersOf, numeral, type ShownText } from './pdf-shown.ts'

const OPERANDS = copyRules().pdf.operands
/** Operators that paint the path. */
const PAINTING = /^(?:S|s|f|F|f\*|B|B\*|b|b\*|n)$/
/** Operators without a look: marks (14.6) and compatibility sections (7.8.2). */
const MARKS = /^(?:MP|DP|BMC|BDC|EMC|BX|EX)$/
const INTENTS = /^(?:AbsoluteColorimetric|RelativeColorimetric|Saturation|Perceptual)$/
const DEVICES = /^Device(?:Gray|RGB|CMYK)$|^Pattern$/
/** Text that is neither filled nor stroked (9.3.6). */
const INVISIBLE = 3
/** Points of the letters of a value that a form shows, and how wide one is in ems. */
const LARGEST_LETTERS = 11
const WIDTH_OF_LETTER = 0.55
/** Drawings within drawings. */
const DEEPEST = 20
/** Operators of a page with all that is drawn in it, each use counted: more are drawn to keep readers busy. */
const MOST_ITEMS = 5_000_000
export interface Setting {
  readonly purpose: Purpose
  /** Is invisible text read? It is what a recogniser saw on a scanned page. */
  readonly keepsInvisible: boolean
  /** The mode of showing text at the beginning. */
  readonly mode: number
  readonly depth: number
}

interface State {
  mode: number
  font: PDFObject | undefined
}

/** Layers that viewers do not show (8.11). */
export type IsOff = (content: PDFObject | undefined) => boolean

export class Drawings {
  readonly #objects: PdfObjects
  readonly #to: PDFContext
  readonly #isOff: IsOff
  readonly #drawn = new Map<string, Map<PDFObject, Drawing | null>>()
  readonly #entries = new Map<Drawing, PDFDict>()
  #items = 0

  constructor(objects: PdfObjects, isOff: IsOff) {
    this.#objects = objects
    this.#to = objects.to
    this.#isOff = isOff
  }

  /** Every drawing that pages use. */
  get all(): Iterable<Drawing> {
    return this.#entries.keys()
  }

  /** Draws the content of a page. */
  page(resources: PDFDict | null, setting: Setting): Painter {
    return this.#painter(resources, setting, null)
  }

  #painter(resources: PDFDict | null, setting: Setting, ref: PDFRef | null): Painter {
    const drawing = new Drawing(this.#to.obj({}) as PDFDict, ref)
    return new Painter(this, this.#objects, this.#isOff, drawing, resources, setting)
  }

  /** Writes a stream of operators into an object with these entries; null for what is broken or too deep. */
  draw(stream: PDFRawStream, entries: PDFDict, parent: PDFDict | null, setting: Setting): Drawing | null {
    const bytes = setting.depth > DEEPEST || this.#items > MOST_ITEMS ? null : this.#objects.decoded(stream)
    if (bytes === null) return null
    const own = this.#objects.dict(stream.dict.get(this.#objects.name('Resources'))) ?? parent
    const painter = this.#painter(own, setting, this.#to.nextRef())
    painter.paint(Buffer.from(bytes).toString('latin1'))
    this.#items += painter.drawing.items.length
    this.#entries.set(painter.drawing, entries)
    this.assign(painter.drawing)
    return painter.drawing
  }

  /** A drawing that is used by name; null for one that is drawn inside itself or too deep. */
  form(stream: PDFRawStream, parent: PDFDict | null, setting: Setting): Drawing | null {
    const kind = `${setting.purpose} ${setting.keepsInvisible} ${setting.mode}`
    let known = this.#drawn.get(kind)
    if (known === undefined) {
      known = new Map()
      this.#drawn.set(kind, known)
    }
    if (known.has(stream)) return known.get(stream)!
    known.set(stream, null)
    const drawing = this.draw(stream, this.#objects.formEntries(stream), parent, setting)
    known.set(stream, drawing)
    return drawing
  }

  /** Writes a drawing into its object. */
  assign(drawing: Drawing, show?: (text: ShownText) => string): void {
    const stream = this.#to.flateStream(Buffer.from(drawing.written(show), 'latin1'))
    for (const [key, value] of this.#entries.get(drawing)!.entries()) stream.dict.set(key, value)
    stream.dict.set(this.#objects.name('Resources'), drawing.resources)
    this.#to.assign(drawing.ref!, stream)
  }
}

export class Painter {
  readonly #drawings: Drawings
  readonly #objects: PdfObjects
  readonly #isOff: IsOff
  readonly drawing: Drawing
  readonly #resources: PDFDict | null
  readonly #setting: Setting
  readonly #names = new Map<unknown, string | null>()
  readonly #stack: State[] = []
  /** Open marks, true where they switch off what they surround. */
  readonly #marks: boolean[] = []
  #off = 0
  #state: State

  constructor(
    drawings: Drawings,
    objects: PdfObjects,
    isOff: IsOff,
    drawing: Drawing,
    resources: PDFDict | null,
    setting: Setting,
  ) {
    this.#drawings = drawings
    this.#objects = objects
    this.#isOff = isOff
    this.drawing = drawing
    this.#resources = resources
    this.#setting = setting
    this.#state = { mode: setting.mode, font: undefined }
  }

  paint(source: string): void {
    for (const operator of operatorsOf(source)) this.#take(operator)
    for (const _ of this.#stack.splice(0)) this.#put('Q')
  }

  /** A page as far as its own content draws it; what is drawn after begins with a new state. */
  paintPage(source: string): void {
    this.#put('q')
    this.paint(source)
    this.#put('Q')
    this.#marks.length = 0
    this.#off = 0
    this.#state = { mode: 0, font: undefined }
  }

  /** Draws a stream under its own transformation. */
  stamp(stream: PDFRawStream, matrix: Matrix): void {
    this.#put(`q ${matrix.map(numeral).join(' ')} cm`)
    this.#paintStream(stream)
    this.#put('Q')
  }

  /** Writes lines into a box, as a form shows a value that has no appearance. */
  write(text: string, [left, bottom, right, top]: readonly [number, number, number, number]): void {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length === 0) return
    const font = this.#named('Font', 'Font/', () => this.#objects.resource('Font', undefined))
    const longest = largest(lines.map((line) => line.length))
    const height = (top - bottom) / lines.length
    const size = Math.max(1, Math.min(LARGEST_LETTERS, height * 0.7, (right - left) / (longest * WIDTH_OF_LETTER)))
    for (const [number, line] of lines.entries()) {
      const base = top - height * (number + 0.5) - size * 0.35
      this.#put(`q BT 0 g /${font} ${numeral(size)} Tf ${numeral(left + 2)} ${numeral(base)} Td`)
      this.#put({ items: [line.replace(/[^\x20-\x7e\u00a0-\u00ff]/g, '?')], font: this.#fontNamed(font) })
      this.#put('ET Q')
    }
  }

  #put(item: string | ShownText): void {
    this.drawing.items.push(item)
  }

  #take(operator: Operator): void {
    const { name, operands } = operator
    const kinds = Object.hasOwn(OPERANDS, name) ? OPERANDS[name]! : null
    if (kinds !== null) {
      const numbers = numbersOf(operands, kinds.length)
      if (numbers === null) this.#objects.removed('unknown operators')
      else this.#put([...numbers.map(numeral), name].join(' '))
    } else if (PAINTING.test(name)) this.#put(this.#off > 0 ? 'n' : name)
    else if (MARKS.test(name)) this.#mark(operator)
    else if (name === 'q') {
      this.#stack.push({ ...this.#state })
      this.#put('q')
    } else if (name === 'Q') {
      const before = this.#stack.pop()
      if (before === undefined) return
      this.#state = before
      this.#put('Q')
    } else if (!this.#takeText(operator)) this.#takeNamed(operator)
  }

  #takeText({ name, operands }: Operator): boolean {
    const last = operands.at(-1)
    if (name === 'Tj' || name === 'TJ') this.#show(last)
    else if (name === "'" || name === '"') {
      const spacing = name === '"' ? numbersOf(operands.slice(0, -1), 2) : null
      if (spacing !== null) this.#put(`${numeral(spacing[0]!)} Tw ${numeral(spacing[1]!)} Tc`)
      this.#put('T*')
      this.#show(last)
    } else if (name === 'Tf') {
      const size = last?.kind === 'number' ? last.value : 0
      const font = this.#used('Font', operands.at(-2))
      this.#state.font = this.#fontNamed(font)
      this.#put(`/${font} ${numeral(size)} Tf`)
    } else if (name === 'Tr') {
      const mode = last?.kind === 'number' ? last.value : 0
      this.#state.mode = mode >= 0 && mode <= 7 ? Math.trunc(mode) : 0
      this.#put(`${this.#state.mode} Tr`)
    } else return false
    return true
  }

  #show(operand: Operand | undefined): void {
    const list = operand?.kind === 'array' ? operand.items : operand === undefined ? [] : [operand]
    const items = list.flatMap((item): (string | number)[] =>
      item.kind === 'string' ? [item.bytes] : item.kind === 'number' ? [item.value] : [],
    )
    if (this.#state.font === undefined || this.#off > 0 || items.length === 0) return
    if (this.#setting.purpose !== 'page') this.#objects.removed('text of patterns and glyphs')
    else if (this.#state.mode === INVISIBLE && !this.#setting.keepsInvisible) this.#objects.removed('invisible text')
    else this.#put({ items, font: this.#state.font })
  }

  /** Operators with the name of a resource or of a list. */
  #takeNamed({ name, operands, data }: Operator): void {
    const last = operands.at(-1)
    const word = last?.kind === 'name' ? last.name : ''
    if (name === 'd') this.#dash(operands)
    else if (name === 'ri') {
      if (INTENTS.test(word)) this.#put(`/${word} ri`)
    } else if (name === 'gs') this.#putNamed(this.#used('ExtGState', last), name)
    else if (name === 'sh') {
      if (this.#off === 0) this.#putNamed(this.#used('Shading', last), name)
    } else if (name === 'cs' || name === 'CS')
      this.#putNamed(DEVICES.test(word) ? word : this.#used('ColorSpace', last), name)
    else if (/^(?:sc|SC)n?N?$/.test(name)) this.#color(name, operands)
    else if (name === 'Do') this.#paintObject(last)
    else if (name === 'BI') this.#inlineImage(last, data ?? '')
    else this.#objects.removed('unknown operators')
  }

  #putNamed(used: string | null, name: string): void {
    if (used !== null) this.#put(`/${used} ${name}`)
  }

  #dash(operands: readonly Operand[]): void {
    const [lengths, phase] = operands.slice(-2)
    if (lengths?.kind !== 'array' || phase?.kind !== 'number') return
    const numbers = numbersOf(lengths.items, lengths.items.length)
    if (numbers !== null) this.#put(`[${numbers.map(numeral).join(' ')}] ${numeral(phase.value)} d`)
  }

  #color(name: string, operands: readonly Operand[]): void {
    const last = operands.at(-1)
    const numbers = operands.flatMap((operand) => (operand.kind === 'number' ? [numeral(operand.value)] : []))
    const pattern = last?.kind === 'name' ? this.#used('Pattern', last) : ''
    if (pattern === null) return
    this.#put([...numbers, ...(pattern === '' ? [] : [`/${pattern}`]), name].join(' '))
  }

  #mark({ name, operands }: Operator): void {
    if (name === 'BMC' || name === 'BDC') {
      const [tag, properties] = operands.slice(-2)
      const isLayer = name === 'BDC' && tag?.kind === 'name' && tag.name === 'OC' && properties?.kind === 'name'
      const isOff = isLayer && this.#isOff(this.#resource('Properties', properties.name))
      this.#marks.push(isOff)
      if (isOff) this.#objects.removed('hidden content')
      this.#off += Number(isOff)
    } else if (name === 'EMC') this.#off -= Number(this.#marks.pop() ?? false)
  }

  #resource(category: string, name: string): PDFObject | undefined {
    return this.#objects.dict(this.#resources?.get(this.#objects.name(category)))?.get(this.#objects.name(name))
  }

  /** The name of a resource in the copy; null if it has none. An invalid font becomes one that viewers replace. */
  #used(category: string, operand: Operand | undefined): string | null {
    const name = operand?.kind === 'name' ? operand.name : ''
    return this.#named(category, `${category}/${name}`, () =>
      this.#objects.resource(category, this.#resource(category, name)),
    )
  }

  /** `key`: of a resource among those of all categories. */
  #named(category: string, key: unknown, write: () => PDFObject | null): string | null {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const object = write()
    if (object === null) {
      this.#names.set(key, null)
      return null
    }
    // Glyphs share the resources of their font.
    const isShared = this.#setting.purpose === 'glyph'
    const value = isShared ? this.#objects.referred(object) : object
    const name = `${category[0]}${isShared ? String(value).split(' ')[0] : this.#names.size + 1}`
    this.#names.set(key, name)
    const at = this.#objects.name(category)
    const entries = (this.drawing.resources.get(at) as PDFDict | undefined) ?? (this.#objects.to.obj({}) as PDFDict)
    entries.set(this.#objects.name(name), value)
    this.drawing.resources.set(at, entries)
    return name
  }

  /** A font of the drawing by its name there. */
  #fontNamed(name: string | null): PDFObject | undefined {
    const fonts = this.drawing.resources.get(this.#objects.name('Font')) as PDFDict | undefined
    return fonts?.get(this.#objects.name(name ?? ''))
  }

  #paintObject(operand: Operand | undefined): void {
    const stream = this.#objects.stream(this.#resource('XObject', operand?.kind === 'name' ? operand.name : ''))
    if (stream !== null) this.#paintStream(stream)
  }

  #paintStream(stream: PDFRawStream): void {
    const subtype = this.#objects.nameAt(stream.dict, 'Subtype')
    if (this.#off > 0 || this.#isOff(stream.dict.get(this.#objects.name('OC')))) this.#objects.removed('hidden content')
    else if (subtype === 'Image')
      this.#putNamed(
        this.#named('XObject', stream, () => this.#objects.image(stream)),
        'Do',
      )
    else if (subtype === 'Form') {
      const { purpose, keepsInvisible, depth } = this.#setting
      const drawing = this.#drawings.form(stream, this.#resources, {
        purpose,
        keepsInvisible,
        mode: this.#state.mode,
        depth: depth + 1,
      })
      if (drawing === null) return
      this.#putNamed(
        this.#named('XObject', drawing, () => drawing.ref),
        'Do',
      )
      this.drawing.items.push(drawing)
    } else this.#objects.removed('drawings of another language')
  }

  /** An image inside the content (8.9.7), its data written anew. */
  #inlineImage(operand: Operand | undefined, data: string): void {
    if (operand?.kind !== 'dictionary' || this.#off > 0) return
    const at = (short: string, long: string) => operand.entries.get(short) ?? operand.entries.get(long)
    const parts = IMAGE_ENTRIES.flatMap(([short, long, written]) => {
      const value = written(at(short, long))
      return value === null ? [] : [`/${short} ${value}`]
    })
    const space = at('CS', 'ColorSpace')
    if (space?.kind === 'name') {
      const isDevice = /^(?:G|RGB|CMYK)$/.test(space.name) || DEVICES.test(space.name)
      const name = isDevice ? space.name : this.#used('ColorSpace', space)
      if (name !== null) parts.push(`/CS /${name}`)
    }
    const image =
      space?.kind === 'array' ? null : this.#objects.inlineData(data, at('F', 'Filter'), at('DP', 'DecodeParms'))
    if (image === null || !isPicture(image.bytes, this.#setting.purpose)) {
      this.#objects.removed('pictures')
      return
    }
    parts.push(image.filters, 'ID', `${image.bytes.toString('hex')}>`)
    this.#put(`BI ${parts.join(' ')} EI`)
  }
}

const numberIn = (operand: Operand | undefined): string | null =>
  operand?.kind === 'number' ? numeral(operand.value) : null
const trueIn = (operand: Operand | undefined): string | null =>
  operand?.kind === 'word' && operand.word === 'true' ? 'true' : null
function numbersIn(operand: Operand | undefined): string | null {
  const numbers = operand?.kind === 'array' ? numbersOf(operand.items, operand.items.length) : null
  return numbers === null ? null : `[${numbers.map(numeral).join(' ')}]`
}

/** Entries of an inline image that are kept: short name, long name, and the value as written; null if it is not of its kind. */
const IMAGE_ENTRIES: readonly [string, string, (operand: Operand | undefined) => string | null][] = [
  ['W', 'Width', numberIn],
  ['H', 'Height', numberIn],
  ['BPC', 'BitsPerComponent', numberIn],
  ['IM', 'ImageMask', trueIn],
  ['I', 'Interpolate', trueIn],
  ['D', 'Decode', numbersIn],
]
