// PDF: the letters of a value are taken out of the content of the page, and a box with what stands for it is drawn in their place; forms, notes,
// bookmarks and properties are masked, pictures masked or taken out, and everything else that says something of people is gone.
import { append, largest, smallest } from '../lists.ts'
import { loadExtra, unreadable } from '../parse/parser.ts'
import type { Carrier, OpenCopy, Opening } from './carrier.ts'
import type { CopyText, Edit, Spot } from './copy-text.ts'
import type { Glyph } from './pdf-glyphs.ts'
import { blankImages } from './pdf-images.ts'
import { type Library, PdfObjects } from './pdf-objects.ts'
import { type Box, type GlyphPlace, PdfPages } from './pdf-pages.ts'
import { type ReadPage, type ReadPdf, readPdf } from './pdf-read.ts'

const library = (): Promise<Library> => loadExtra('pdf', '@cantoo/pdf-lib', () => import('@cantoo/pdf-lib'))

interface PlacedGlyph extends GlyphPlace {
  readonly glyph: number
  readonly drawn: Glyph
}

class PdfCopy {
  readonly #read: ReadPdf
  readonly #pages: readonly (readonly PlacedGlyph[])[]
  readonly gone: GlyphPlace[][]
  readonly boxes = new Map<number, Box[]>()

  constructor(read: ReadPdf) {
    this.#read = read
    this.#pages = read.pages.map(glyphsOf)
    this.gone = read.pages.map(() => [])
  }

  /** Runs of text with places are spots of their pages; others are looked for in the order of the content. */
  addTo(into: CopyText): void {
    const { text, placed } = this.#read
    let at = 0
    for (const { start, end, page, box } of placed) {
      if (start > at) this.#addLoose(text.slice(at, start), into)
      into.add(this.#spot(text.slice(start, end), page - 1, box))
      at = end
    }
    this.#addLoose(text.slice(at), into)
    into.endPart()
  }

  /** White space between runs, and text that is turned against the page. */
  #addLoose(text: string, into: CopyText): void {
    if (text.trim() === '') {
      if (text !== '') into.sign(text)
      return
    }
    into.add({
      value: text,
      set() {},
      edit: (edits) => {
        for (const edit of edits) this.#hideEverywhere(text.slice(edit.start, edit.end), edit.text)
      },
    })
  }

  #spot(value: string, page: number, box: Box['box']): Spot {
    return {
      value,
      set() {},
      edit: (edits) => {
        const glyphs = within(this.#pages[page]!, box)
        for (const edit of edits) this.#hide(page, chosen(value, glyphs, edit, box), edit.text)
      },
    }
  }

  #hide(page: number, glyphs: readonly PlacedGlyph[], label: string): void {
    if (glyphs.length === 0) return
    append(this.gone[page]!, glyphs)
    const boxes = glyphs.map(({ drawn }) => drawn.box)
    const around = [
      smallest(boxes.map((box) => box[0])),
      smallest(boxes.map((box) => box[1])),
      largest(boxes.map((box) => box[2])),
      largest(boxes.map((box) => box[3])),
    ] as const
    const known = this.boxes.get(page)
    if (known === undefined) this.boxes.set(page, [{ box: around, label }])
    else known.push({ box: around, label })
  }

  #hideEverywhere(value: string, label: string): void {
    const wanted = bare(value)
    if (wanted === '') return
    for (const [page, glyphs] of this.#pages.entries()) {
      const letters = glyphs.flatMap((glyph) => [...bare(glyph.drawn.text)].map((letter) => ({ letter, glyph })))
      const said = letters.map(({ letter }) => letter).join('')
      // One letter is one unit here: what is longer is not found this way, and the proof says so.
      for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + wanted.length))
        this.#hide(page, [...new Set(letters.slice(at, at + wanted.length).map(({ glyph }) => glyph))], label)
    }
  }
}

function glyphsOf({ shown }: ReadPage): PlacedGlyph[] {
  return shown.flatMap((glyphs, operator) => glyphs.map((drawn, glyph) => ({ operator, glyph, drawn })))
}

function bare(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u00ad]+/g, '')
}

const SLACK = 1

/** Glyphs whose middle lies in a box, from left to right. */
function within(glyphs: readonly PlacedGlyph[], [left, top, right, bottom]: Box['box']): PlacedGlyph[] {
  return glyphs
    .filter(({ drawn: { box, text } }) => {
      const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
      return text.trim() !== '' && x >= left - SLACK && x <= right + SLACK && y >= top - SLACK && y <= bottom + SLACK
    })
    .sort((a, b) => a.drawn.box[0] - b.drawn.box[0] || a.operator - b.operator)
}

/** The glyphs behind a range of a run: letter by letter where they say what the run says, by their place where they do not. */
function chosen(run: string, glyphs: readonly PlacedGlyph[], { start, end }: Edit, box: Box['box']): PlacedGlyph[] {
  const letters = glyphs.flatMap((glyph) => [...bare(glyph.drawn.text)].map((letter) => ({ letter, glyph })))
  const said = letters.map(({ letter }) => letter)
  const wanted = [...bare(run)]
  const [from, to] = [[...bare(run.slice(0, start))].length, [...bare(run.slice(0, end))].length]
  if (said.length === wanted.length) {
    if (said.join('') === wanted.join('')) return distinct(letters.slice(from, to))
    // Written from right to left.
    if (said.join('') === [...wanted].reverse().join(''))
      return distinct(letters.slice(said.length - to, said.length - from))
  }
  const width = (box[2] - box[0]) / Math.max(run.length, 1)
  const [left, right] = [box[0] + width * (start - 0.5), box[0] + width * (end + 0.5)]
  return glyphs.filter(({ drawn }) => drawn.box[2] > left && drawn.box[0] < right)
}

function distinct(letters: readonly { readonly glyph: PlacedGlyph }[]): PlacedGlyph[] {
  return [...new Set(letters.map(({ glyph }) => glyph))]
}

export const pdfCarrier: Carrier = {
  formats: ['pdf'],
  extra: 'pdf',
  async open(bytes: Uint8Array, into: CopyText, opening: Opening): Promise<OpenCopy> {
    const pdf = await library()
    const read = await readPdf(bytes, opening.limits.pages, opening.limits.text)
    let document: Awaited<ReturnType<Library['PDFDocument']['load']>>
    try {
      document = await pdf.PDFDocument.load(bytes, { updateMetadata: false })
    } catch (cause) {
      throw unreadable('the PDF is damaged or protected by a password', cause)
    }
    const pages = new PdfPages(pdf, document)
    const copy = new PdfCopy(read)
    copy.addTo(into)
    const objects = new PdfObjects(pdf, document.context, into, opening)
    objects.add()
    const pictures = await blankImages(pdf, document.context, into, opening)
    if (pages.hasCutPictures) opening.removed('pictures')
    return {
      async write() {
        for (const [page, places] of copy.gone.entries())
          if (places.length > 0) pages.takeOut(page, places, read.pages[page]!)
        await pages.write(
          copy.boxes,
          read.pages.map(({ view }) => view),
        )
        await pictures.write()
        objects.forgetAppearances()
        await document.flush()
        objects.forgetUnreached()
        return document.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false })
      },
    }
  },
}
