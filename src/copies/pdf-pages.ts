// The pages of a PDF, rewritten: glyphs are taken out of the content itself and of the drawings it uses, and boxes with what stands for the value
// are drawn in their place.
import type {
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFFont,
  PDFObject,
  PDFPage,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { unreadable } from '../parse/parser.ts'
import type { Matrix } from '../parse/pdf-text.ts'
import { type Operator, operatorsOf, shownBytes, showsText, withoutGlyphs } from './pdf-content.ts'
import type { Shown } from './pdf-glyphs.ts'
import type { Library } from './pdf-objects.ts'
import type { ReadPage } from './pdf-read.ts'
import { Source } from './source.ts'

export interface Box {
  /** Points of the page as it is shown: left, top, right, bottom. */
  readonly box: readonly [number, number, number, number]
  readonly label: string
}

/** A glyph of a page, by its operator and its place in it. */
export interface GlyphPlace {
  readonly operator: number
  readonly glyph: number
}

/** A content stream: of a page, or of a drawing that pages use. */
interface Content {
  readonly source: Source
  /** By the place of an operator. */
  readonly gone: Map<number, { readonly operator: Operator; readonly glyphs: Set<number>; readonly shown: Shown }>
  /** The drawing, null for a page. */
  readonly ref: PDFRef | null
}

/** Drawings within drawings. */
const DEEPEST = 20
/** An inline image of more bytes can show letters. */
const LARGEST_INLINE = 1_024

export class PdfPages {
  readonly #pdf: Library
  readonly #document: PDFDocument
  readonly #context: PDFContext
  readonly #drawings = new Map<PDFRef, Content | null>()
  readonly #pages: {
    readonly page: PDFPage
    readonly content: Content
    readonly operators: { content: Content; operator: Operator }[]
  }[] = []
  hasCutPictures = false

  constructor(pdf: Library, document: PDFDocument) {
    this.#pdf = pdf
    this.#document = document
    this.#context = document.context
    for (const page of document.getPages()) {
      const content: Content = { source: new Source(this.#contentOf(page)), gone: new Map(), ref: null }
      const operators: { content: Content; operator: Operator }[] = []
      this.#gather(content, this.#dict(page.node.Resources()), operators, 0)
      this.#pages.push({ page, content, operators })
    }
  }

  /** The streams of a page are one, parted by white space (7.8.2). */
  #contentOf(page: PDFPage): string {
    const contents = this.#context.lookup(page.node.get(this.#pdf.PDFName.of('Contents')))
    const streams = contents instanceof this.#pdf.PDFArray ? contents.asArray() : [contents]
    return streams
      .map((stream) => this.#context.lookup(stream))
      .filter((stream): stream is PDFRawStream => stream instanceof this.#pdf.PDFRawStream)
      .map((stream) => this.#decoded(stream))
      .join('\n')
  }

  #decoded(stream: PDFRawStream): string {
    return Buffer.from(this.#pdf.decodePDFRawStream(stream).decode()).toString('latin1')
  }

  #dict(object: PDFObject | undefined): PDFDict | null {
    const found = this.#context.lookup(object)
    return found instanceof this.#pdf.PDFDict ? found : null
  }

  /** Operators that show text, in the order in which a viewer meets them. */
  #gather(
    content: Content,
    resources: PDFDict | null,
    into: { content: Content; operator: Operator }[],
    depth: number,
  ): void {
    for (const operator of operatorsOf(content.source.source)) {
      if (showsText(operator)) into.push({ content, operator })
      else if (operator.name === 'Do') this.#gatherDrawing(operator, resources, into, depth)
      else if (operator.name === 'BDC' || operator.name === 'DP') this.#unsay(content, operator)
      else if (operator.name === 'BI' && operator.end - operator.start > LARGEST_INLINE) {
        content.source.put(operator.start, operator.end, '')
        this.hasCutPictures = true
      }
    }
  }

  /** Marks can say in words what they surround (14.9.4). */
  #unsay(content: Content, { operands }: Operator): void {
    const said = operands.find((operand) => operand.kind === 'other' && operand.text.startsWith('<<'))
    if (said?.kind !== 'other' || !/\/(?:ActualText|Alt|E)\b/.test(said.text)) return
    const number = /\/MCID\s{1,9}(\d{1,9})/.exec(said.text)?.[1]
    content.source.put(said.start, said.end, number === undefined ? '<<>>' : `<</MCID ${number}>>`)
  }

  #gatherDrawing(
    operator: Operator,
    resources: PDFDict | null,
    into: { content: Content; operator: Operator }[],
    depth: number,
  ): void {
    const [operand] = operator.operands
    if (operand?.kind !== 'other' || depth >= DEEPEST) return
    const name = this.#pdf.PDFName.of(operand.text.slice(1))
    const ref = this.#dict(resources?.get(this.#pdf.PDFName.of('XObject')))?.get(name)
    const stream = this.#context.lookup(ref)
    if (!(ref instanceof this.#pdf.PDFRef) || !(stream instanceof this.#pdf.PDFRawStream)) return
    if (stream.dict.get(this.#pdf.PDFName.of('Subtype')) !== this.#pdf.PDFName.of('Form')) return
    let content = this.#drawings.get(ref)
    if (content === undefined) {
      content = { source: new Source(this.#decoded(stream)), gone: new Map(), ref }
      this.#drawings.set(ref, content)
    }
    if (content === null) return
    const own = this.#dict(stream.dict.get(this.#pdf.PDFName.of('Resources')))
    // A drawing is read each time it is used; its operators are the same, and so are their places.
    this.#gather(content, own ?? resources, into, depth + 1)
  }

  /** Takes glyphs of a page out. Throws document_unreadable where what viewers draw is not what stands in the file. */
  takeOut(page: number, places: readonly GlyphPlace[], { shown }: ReadPage): void {
    const { operators } = this.#pages[page]!
    const isAligned =
      operators.length === shown.length &&
      operators.every(({ operator }, n) => shownBytes(operator) >= shown[n]!.length)
    if (!isAligned)
      throw unreadable('the PDF draws its text in a way that cannot be masked for sure; print it into a new PDF first')
    for (const { operator: number, glyph } of places) {
      const { content, operator } = operators[number]!
      const gone = content.gone.get(operator.start) ?? { operator, glyphs: new Set<number>(), shown: shown[number]! }
      gone.glyphs.add(glyph)
      content.gone.set(operator.start, gone)
    }
  }

  /** Writes every content that was changed, and draws the boxes of each page over it. */
  async write(boxes: ReadonlyMap<number, readonly Box[]>, views: readonly Matrix[]): Promise<void> {
    const font = boxes.size === 0 ? null : await this.#document.embedFont(this.#pdf.StandardFonts.Helvetica)
    for (const content of this.#drawings.values()) {
      if (content === null) continue
      this.#rewrite(content)
      if (content.source.isChanged) this.#replace(content)
    }
    for (const [number, { page, content }] of this.#pages.entries()) {
      this.#rewrite(content)
      const drawn = boxes.get(number) ?? []
      if (!content.source.isChanged && drawn.length === 0) continue
      const over = font === null || drawn.length === 0 ? '' : this.#drawBoxes(page, drawn, views[number]!, font)
      const text = `q\n${content.source.written()}\n${'Q\n'.repeat(openStates(content.source.source))}Q\n${over}`
      page.node.set(
        this.#pdf.PDFName.of('Contents'),
        this.#context.register(this.#context.flateStream(Buffer.from(text, 'latin1'))),
      )
    }
  }

  #rewrite({ source, gone }: Content): void {
    for (const { operator, glyphs, shown } of gone.values())
      source.put(
        operator.start,
        operator.end,
        withoutGlyphs(
          operator,
          glyphs,
          shown.map(({ advance }) => advance),
        ),
      )
  }

  #replace({ ref, source }: Content): void {
    const before = this.#context.lookup(ref!) as PDFRawStream
    const after = this.#context.flateStream(Buffer.from(source.written(), 'latin1'))
    for (const [key, value] of before.dict.entries())
      if (!/^(?:Filter|DecodeParms|Length|F|FFilter|FDecodeParms)$/.test(key.decodeText())) after.dict.set(key, value)
    this.#context.assign(ref!, after)
  }

  /** In the space of the page as it is shown, in which down is more. */
  #drawBoxes(page: PDFPage, boxes: readonly Box[], view: Matrix, font: PDFFont): string {
    const name = page.node.newFontDictionary('Masked', font.ref)
    const lines = [`q ${inverse(view).map(written).join(' ')} cm`]
    for (const { box, label } of boxes) {
      const [left, top, right, bottom] = box
      const [width, height] = [right - left, bottom - top]
      lines.push(`0.88 g ${[left, top, width, height].map(written).join(' ')} re f`)
      const text = label.replace(/[^\x20-\x7e\u00a0-\u00ff]/g, '?')
      if (text === '') continue
      const size = Math.min(height * 0.8, (width * 0.96) / font.widthOfTextAtSize(text, 1))
      const base = bottom - (height - size) / 2 - size * 0.22
      const encoded = font.encodeText(text).toString()
      lines.push(
        `0 g BT ${name} 1 Tf ${[size, 0, 0, -size, left + width * 0.02, base].map(written).join(' ')} Tm ${encoded} Tj ET`,
      )
    }
    return `${lines.join('\n')}\nQ\n`
  }
}

const written = (number: number) => number.toFixed(4)

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c || 1
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

/** Graphics states that a content leaves open. */
function openStates(source: string): number {
  let open = 0
  for (const { name } of operatorsOf(source)) {
    if (name === 'q') open++
    else if (name === 'Q' && open > 0) open--
  }
  return open
}
