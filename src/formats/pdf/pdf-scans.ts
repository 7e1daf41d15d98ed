// Painted pages of a PDF: detected by their drawing operations, and read as pictures where the ocr extra is installed.
import { type Glyphs, regionsOf } from '../page/layout.ts'
import { addRegions, addTurns, type Matrix, multiplied, type Page } from '../page/regions.ts'
import { sharpLibrary } from '../picture/picture-preparation.ts'
import { canRecognise, inPoints, POINTS_AN_INCH } from '../picture/recognition.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import { loadExtra, OCR_PACKAGES, type Reading } from '../shared/format.ts'

// Renders PDF pages as pictures, for pages whose text is painted instead of written (the ocr extra).
const pdfium = () => loadExtra('ocr', OCR_PACKAGES, () => import('@hyzyla/pdfium'))

/** Pixels per inch of the picture: letters of 8 points need this resolution. Pages wider or taller than WIDEST pixels are reduced. */
const RENDERED_DENSITY = 220
const WIDEST = 3_600

interface PageRenderer {
  /** An encoded picture of a page (counted from 1) and its pixels per inch. */
  render(page: number): Promise<{ readonly picture: Buffer; readonly density: number }>
  close(): void
}

async function createPageRenderer(bytes: Uint8Array): Promise<PageRenderer> {
  const [{ PDFiumLibrary }, sharp] = await Promise.all([pdfium(), sharpLibrary()])
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(Buffer.from(bytes))
  return {
    async render(number) {
      const page = document.getPage(number - 1)
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const density = Math.min(RENDERED_DENSITY, (WIDEST / Math.max(originalWidth, originalHeight, 1)) * POINTS_AN_INCH)
      const { data, width, height } = await page.render({ scale: density / POINTS_AN_INCH, render: 'bitmap' })
      const picture = await sharp(data, { raw: { width, height, channels: 4 } })
        .flatten({ background: '#ffffff' })
        .greyscale()
        .png({ compressionLevel: 1 })
        .toBuffer()
      return { picture, density }
    },
    close() {
      document.destroy()
      library.destroy()
    },
  }
}

// Operations that a page may have and still look blank: graphics state, marks, clips and a few rules.
const STATE = ['dependency', 'save', 'restore', 'transform', 'setGState', 'clip', 'eoClip', 'endPath', 'setLineWidth']
const MARKS = ['beginMarkedContent', 'beginMarkedContentProps', 'endMarkedContent', 'markPoint', 'markPointProps']
const RULES = ['constructPath', 'stroke', 'fill', 'setFillRGBColor', 'setStrokeRGBColor', 'rectangle']
const FEW_RULES = 100

/** True if a page without text paints a picture, or letters drawn as shapes. */
function showsMore(operations: readonly number[], ops: Record<string, number>): boolean {
  const codes = (names: readonly string[]) => new Set(names.map((name) => ops[name]))
  const silent = codes([...STATE, ...MARKS])
  const rules = codes(RULES)
  const painted = operations.filter((operation) => !silent.has(operation))
  return painted.some((operation) => !rules.has(operation)) || painted.length > FEW_RULES
}

const FEW_LETTERS = 400
/** A picture that covers a smaller share of its page is a logo or a photograph next to the text. */
const LARGE = 0.25

/** 'all': the page has no text and paints something; 'part': a large picture next to little text. */
export type Painted = 'all' | 'part' | 'nothing'

export async function paintedOn(
  page: Page,
  turns: readonly (readonly Glyphs[])[],
  ops: Record<string, number>,
): Promise<Painted> {
  const letters = turns.flat().reduce((sum, { text }) => sum + text.trim().length, 0)
  if (letters > FEW_LETTERS) return 'nothing'
  const { fnArray, argsArray } = await page.getOperatorList()
  if (letters === 0) return showsMore(fnArray, ops) ? 'all' : 'nothing'
  return largestPicture(fnArray, argsArray, ops, page) >= LARGE ? 'part' : 'nothing'
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Area of the largest picture as a share of the page: a picture fills the unit square of its matrix (ISO 32000-1, 8.9.5). */
function largestPicture(
  operations: readonly number[],
  args: readonly unknown[],
  ops: Record<string, number>,
  page: Page,
): number {
  const { width, height } = page.getViewport({ scale: 1 })
  const pictures = new Set(
    ['paintImageXObject', 'paintInlineImageXObject', 'paintImageMaskXObject', 'paintImageXObjectRepeat'].map(
      (name) => ops[name],
    ),
  )
  const stack: Matrix[] = []
  let matrix = IDENTITY
  let largest = 0
  for (const [at, operation] of operations.entries()) {
    if (operation === ops['save']) stack.push(matrix)
    else if (operation === ops['restore']) matrix = stack.pop() ?? IDENTITY
    else if (operation === ops['transform']) matrix = multiplied(matrix, args[at] as Matrix)
    else if (pictures.has(operation))
      largest = Math.max(largest, Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) / (width * height))
  }
  return largest
}

export interface ScanReader {
  add(page: number, turns: readonly (readonly Glyphs[])[], painted: Painted, into: DocumentBuilder): Promise<void>
  close(): void
}

/** Reads painted pages. Text that the page also has as written text is taken from there, not from the picture. */
export function scanReader(bytes: Uint8Array, reading: Reading): ScanReader {
  let renderer: PageRenderer | null = null
  return {
    async add(page, turns, painted, into) {
      if (painted === 'part' && !canRecognise()) {
        reading.unread('a large picture on a page: it needs the ocr extra')
        addTurns(turns, page, into)
        return
      }
      const recogniser = await reading.recogniser()
      if (recogniser === null) {
        addTurns(turns, page, into)
        return
      }
      renderer ??= await createPageRenderer(bytes)
      const { picture, density } = await renderer.render(page)
      const { words, turns: quarters } = await recogniser.read(picture)
      const read = inPoints(words, density)
      if (quarters === 0) {
        const written = turns[0]!
        addRegions(
          regionsOf([...written, ...read.filter((word) => !written.some((glyph) => overlaps(word, glyph)))]),
          page,
          true,
          into,
        )
        addTurns([[], ...turns.slice(1)], page, into)
      } else {
        addTurns(turns, page, into)
        addRegions(regionsOf(read), page, false, into)
      }
    },
    close: () => renderer?.close(),
  }
}

function overlaps(a: Glyphs, b: Glyphs): boolean {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const down = Math.min(a.base, b.base) - Math.max(a.base - a.height, b.base - b.height)
  return across > 0 && down > Math.min(a.height, b.height) * 0.4
}
