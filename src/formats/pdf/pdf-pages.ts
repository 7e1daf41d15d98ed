// The pages of the copy of a PDF: made anew from what is drawn on them, and written again without the glyphs of values, with boxes that say what stands
// for each in their place.
import type { PDFContext, PDFDict, PDFDocument, PDFFont, PDFObject, PDFPage, PDFRef } from '@cantoo/pdf-lib'
import { SelfsameError } from '../../errors.ts'
import { copyRules } from '../../packs/markup-rules.ts'
import type { Matrix } from '../page/regions.ts'
import type { Spot } from '../shared/copy-text.ts'
import { unreadable } from '../shared/format.ts'
import type { KnownValues } from '../shared/known-values.ts'
import { Drawings, type IsOff } from './pdf-drawing.ts'
import { PdfFonts } from './pdf-font-objects.ts'
import type { Shown } from './pdf-glyphs.ts'
import { PdfNotes } from './pdf-notes.ts'
import { type Library, PdfObjects } from './pdf-objects.ts'
import { forgetIn } from './pdf-samples.ts'
import { Drawing, isScan, type ShownText, shown } from './pdf-shown.ts'

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

/** Glyphs to be taken out of one text, and all that it shows. */
interface Gone {
  readonly glyphs: Set<number>
  readonly shown: Shown
}

/** A page without a box is as large as a letter (7.7.3.3). */
const LETTER = [0, 0, 612, 792]
const SAVED = { addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: Number.POSITIVE_INFINITY }

export class PdfPages {
  readonly #pdf: Library
  readonly #from: PDFDocument
  readonly #to: PDFDocument
  readonly objects: PdfObjects
  readonly fonts: PdfFonts
  readonly #drawings: Drawings
  readonly #pages: { readonly page: PDFPage; readonly drawing: Drawing; readonly contents: PDFRef }[] = []
  readonly #gone = new Map<ShownText, Gone>()

  private constructor(pdf: Library, from: PDFDocument, to: PDFDocument, removed: (what: string) => void) {
    this.#pdf = pdf
    this.#from = from
    this.#to = to
    this.objects = new PdfObjects(pdf, from.context, to.context, removed, (stream, entries, purpose, resources) => {
      const setting = { purpose, keepsInvisible: false, mode: 0, depth: 1 }
      return this.#drawings.draw(stream, entries, resources, setting)?.ref ?? null
    })
    this.fonts = new PdfFonts(this.objects)
    this.objects.font = (object) => this.fonts.font(object)
    this.#drawings = new Drawings(this.objects, layersOf(this.objects, from.catalog))
  }

  /** Makes every page anew, and adds what notes, links, bookmarks and properties say to `notes`. */
  static async of(pdf: Library, from: PDFDocument, notes: Spot[], removed: (what: string) => void): Promise<PdfPages> {
    const to = await pdf.PDFDocument.create({ updateMetadata: false })
    const made = new PdfPages(pdf, from, to, removed)
    try {
      made.#add(notes)
    } catch (cause) {
      if (cause instanceof SelfsameError) throw cause
      throw unreadable('the pages of the PDF cannot be followed; print it into a new PDF first', cause)
    }
    return made
  }

  get context(): PDFContext {
    return this.#to.context
  }

  #add(spots: Spot[]): void {
    const { objects } = this
    const originals = this.#from.getPages()
    const copies = new Map<PDFObject, PDFRef>()
    for (const { node } of originals) {
      const page = this.#to.addPage()
      const box = objects.plain(node.MediaBox())
      page.node.set(objects.name('MediaBox'), isBox(box) ? box! : objects.to.obj(LETTER))
      const crop = objects.plain(node.CropBox())
      if (isBox(crop)) page.node.set(objects.name('CropBox'), crop!)
      for (const [key, value] of [
        ['Rotate', node.Rotate()],
        ['UserUnit', node.get(objects.name('UserUnit'))],
      ] as const) {
        const kept = objects.plain(value)
        if (kept instanceof this.#pdf.PDFNumber) page.node.set(objects.name(key), kept)
      }
      const group = objects.group(node)
      if (group !== null) page.node.set(objects.name('Group'), group)
      copies.set(node, page.ref)
    }
    const isOff = layersOf(objects, this.#from.catalog)
    const notes = new PdfNotes(objects, spots, isOff, this.#from.catalog, copies)
    for (const [number, { node }] of originals.entries()) {
      const source = this.#contentOf(node)
      const resources = objects.dict(node.Resources())
      const page = this.#to.getPage(number)
      const { width, height } = page.getSize()
      const images = objects.dict(resources?.get(objects.name('XObject')))
      const isImage = (name: string) =>
        objects.nameAt(objects.dict(images?.get(objects.name(name))), 'Subtype') === 'Image'
      const keepsInvisible = isScan(source, isImage, width * height)
      const painter = this.#drawings.page(resources, { purpose: 'page', keepsInvisible, mode: 0, depth: 0 })
      painter.paintPage(source)
      notes.addPage(node, painter, page)
      const contents = this.context.nextRef()
      page.node.set(objects.name('Contents'), contents)
      page.node.set(objects.name('Resources'), painter.drawing.resources)
      this.#pages.push({ page, drawing: painter.drawing, contents })
    }
    const info = objects.dict(this.#from.context.trailerInfo.Info)
    notes.addFile(this.#to, info)
    this.#report(info)
  }

  /** Says what of the file has no place in a copy. */
  #report(info: PDFDict | null): void {
    for (const [key, what] of Object.entries(LEFT_OUT))
      if (this.#from.catalog.has(this.objects.name(key))) this.objects.removed(what)
    const names = this.objects.dict(this.#from.catalog.get(this.objects.name('Names')))
    for (const [key, what] of Object.entries(NAMED)) if (names?.has(this.objects.name(key))) this.objects.removed(what)
    if (info?.keys().some((key) => /^(?:Author|Creator|Producer)$/.test(key.decodeText())))
      this.objects.removed('properties of programs and authors')
  }

  /** The streams of a page are one, parted by white space (7.8.2). */
  #contentOf(node: PDFDict): string {
    const contents = this.objects.get(node, 'Contents')
    const streams = contents instanceof this.#pdf.PDFArray ? contents.asArray() : [contents]
    return streams
      .map((each) => this.objects.stream(each))
      .map((stream) => (stream === null ? null : this.objects.decoded(stream)))
      .map((bytes) => (bytes === null ? '' : Buffer.from(bytes).toString('latin1')))
      .join('\n')
  }

  /** Every page as it was made, before anything is taken out. */
  async bytes(): Promise<Uint8Array> {
    for (const { contents, drawing } of this.#pages) this.#write(contents, drawing.written())
    return this.#to.save({ ...SAVED, useObjectStreams: false })
  }

  #write(contents: PDFRef, content: string): void {
    this.context.assign(contents, this.context.flateStream(Buffer.from(content, 'latin1')))
  }

  /** Codes of each operator that shows text, a character a byte, as far as they are one byte a glyph. */
  codesOf(page: number): string[] {
    return [...this.#pages[page]!.drawing.texts()].map(codesIn)
  }

  /** Takes glyphs of a page out. Throws document_unreadable where viewers draw something other than the content of the file. */
  takeOut(page: number, places: readonly GlyphPlace[], read: readonly Shown[]): void {
    const texts: ShownText[] = []
    for (const text of this.#pages[page]!.drawing.texts()) {
      if (texts.length > read.length) break
      texts.push(text)
    }
    const isAligned = texts.length === read.length && texts.every((text, n) => codesIn(text).length >= read[n]!.length)
    if (!isAligned)
      throw unreadable('the PDF draws its text in a way that cannot be masked for sure; print it into a new PDF first')
    for (const { operator, glyph } of places) {
      const text = texts[operator]!
      const gone = this.#gone.get(text) ?? { glyphs: new Set<number>(), shown: read[operator]! }
      gone.glyphs.add(glyph)
      this.#gone.set(text, gone)
    }
  }

  /** Takes out of fonts what no text shows, and out of all that pages are not read from what says a value. */
  forget(values: KnownValues): void {
    this.fonts.reduce(this.#texts())
    this.fonts.forget(values)
    forgetIn(this.#pdf, this.context, this.objects.samples, values)
  }

  *#texts(): Generator<ShownText> {
    for (const { items } of [...this.#pages.map(({ drawing }) => drawing), ...this.#drawings.all])
      for (const item of items) if (typeof item !== 'string' && !(item instanceof Drawing)) yield this.#left(item)
  }

  /** The text without the removed glyphs. */
  #left(text: ShownText): ShownText {
    const gone = this.#gone.get(text)
    if (gone === undefined) return text
    const advances = gone.shown.map(({ advance }) => advance)
    return withoutGlyphs(text, gone.glyphs, advances)
  }

  /** The copy, with the boxes of each page over it. */
  async write(boxes: ReadonlyMap<number, readonly Box[]>, views: readonly Matrix[]): Promise<Uint8Array> {
    const font = boxes.size === 0 ? null : await this.#to.embedFont(this.#pdf.StandardFonts.Helvetica)
    const show = (text: ShownText) => shown(this.#left(text))
    for (const drawing of this.#drawings.all) this.#drawings.assign(drawing, show)
    for (const [number, { drawing, contents }] of this.#pages.entries()) {
      const drawn = boxes.get(number) ?? []
      const over = font === null || drawn.length === 0 ? '' : this.#drawBoxes(drawing, drawn, views[number]!, font)
      this.#write(contents, `${drawing.written(show)}\n${over}`)
    }
    await this.#to.flush()
    return this.#to.save({ ...SAVED, useObjectStreams: true })
  }

  /** In the space of the page as it is shown, where larger numbers are lower. */
  #drawBoxes({ resources }: Drawing, boxes: readonly Box[], view: Matrix, font: PDFFont): string {
    const fonts = this.objects.name('Font')
    if (!resources.has(fonts)) resources.set(fonts, this.context.obj({}))
    ;(resources.get(fonts) as PDFDict).set(this.objects.name(LABELS), font.ref)
    const lines = [`q ${inverse(view).map(fixed).join(' ')} cm`]
    for (const { box, label } of boxes) {
      const [left, top, right, bottom] = box
      const [width, height] = [right - left, bottom - top]
      lines.push(`0.88 g ${[left, top, width, height].map(fixed).join(' ')} re f`)
      const text = label.replace(/[^\x20-\x7e\u00a0-\u00ff]/g, '?')
      if (text === '') continue
      const size = Math.min(height * 0.8, (width * 0.96) / font.widthOfTextAtSize(text, 1))
      const base = bottom - (height - size) / 2 - size * 0.22
      const encoded = font.encodeText(text).toString()
      lines.push(
        `0 g BT /${LABELS} 1 Tf ${[size, 0, 0, -size, left + width * 0.02, base].map(fixed).join(' ')} Tm ${encoded} Tj ET`,
      )
    }
    return `${lines.join('\n')}\nQ\n`
  }
}

/** Resource name of the font of labels. */
const LABELS = 'Masked'

const { catalog: LEFT_OUT, names: NAMED } = copyRules().pdf

const isBox = (object: PDFObject | undefined) => /^\[ ?(?:-?[\d.]{1,20} ?){4}\]$/.test(String(object))

const fixed = (number: number) => number.toFixed(4)

const codesIn = ({ items }: ShownText) => items.filter((item) => typeof item === 'string').join('')

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c || 1
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

/**
 * A text without some of its glyphs, each of which leaves as much space as it took. `advances`: by glyph, in thousandths of the size of the font; null
 * where no room can be left: nothing of the text is shown then.
 */
export function withoutGlyphs(
  text: ShownText,
  gone: ReadonlySet<number>,
  advances: readonly (number | null)[],
): ShownText {
  const bytesEach = codesIn(text).length / Math.max(advances.length, 1)
  if (!Number.isInteger(bytesEach) || bytesEach === 0 || advances.includes(null)) return { items: [] }
  const items: (string | number)[] = []
  let glyph = 0
  for (const item of text.items) {
    if (typeof item === 'number') {
      items.push(item)
      continue
    }
    let kept = ''
    for (let at = 0; at < item.length; at += bytesEach, glyph++) {
      if (!gone.has(glyph)) {
        kept += item.slice(at, at + bytesEach)
        continue
      }
      if (kept !== '') items.push(kept)
      kept = ''
      items.push(-advances[glyph]!)
    }
    if (kept !== '') items.push(kept)
  }
  return { items, font: text.font }
}

/** Layers that are off when the file is opened (8.11.4). */
function layersOf(objects: PdfObjects, catalog: PDFDict): IsOff {
  const { PDFArray, PDFDict, PDFRef } = objects.pdf
  const shown = objects.dict(objects.dict(catalog.get(objects.name('OCProperties')))?.get(objects.name('D')))
  const listed = (key: string) => {
    const list = objects.get(shown, key)
    return new Set(list instanceof PDFArray ? list.asArray().map((item) => objects.from.lookup(item)) : [])
  }
  const [on, off] = [listed('ON'), listed('OFF')]
  const isBaseOff = objects.nameAt(shown, 'BaseState') === 'OFF'
  const isLayerOff = (layer: PDFObject | undefined) => off.has(layer) || (isBaseOff && !on.has(layer))
  return (content) => {
    const dict = objects.from.lookup(content)
    if (!(dict instanceof PDFDict) || !(content instanceof PDFRef || content instanceof PDFDict)) return false
    if (objects.nameAt(dict, 'Type') !== 'OCMD') return isLayerOff(dict)
    const groups = objects.get(dict, 'OCGs')
    const states = (groups instanceof PDFArray ? groups.asArray().map((item) => objects.from.lookup(item)) : [groups])
      .filter((group) => group instanceof PDFDict)
      .map((group) => !isLayerOff(group))
    if (states.length === 0) return false
    const policy = objects.nameAt(dict, 'P')
    if (policy === 'AllOn') return states.includes(false)
    if (policy === 'AnyOff') return !states.includes(false)
    if (policy === 'AllOff') return states.includes(true)
    return !states.includes(true)
  }
}
