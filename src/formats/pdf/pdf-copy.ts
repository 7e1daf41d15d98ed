// PDF: the file is written anew from the operators that draw its pages. The letters of a value are removed, and a box with its replacement is
// drawn in their place; notes, links, bookmarks and titles are masked, pictures masked or taken out, and everything else is gone.
import { append, largest, smallest } from '../../lists.ts'
import type { CopyText, Edit, Spot } from '../shared/copy-text.ts'
import type { Open } from '../shared/format.ts'
import { loadExtra, unreadable } from '../shared/format.ts'
import { type Known, KnownValues, wordsOfValues } from '../shared/known-values.ts'
import { blankImages } from './pdf-images.ts'
import { bare, lettersOf, type PlacedGlyph, spelledWords } from './pdf-letters.ts'
import type { Library } from './pdf-objects.ts'
import { type Box, type GlyphPlace, PdfPages } from './pdf-pages.ts'
import { type ReadPage, type ReadPdf, readGlyphs } from './pdf-read.ts'

const library = (): Promise<Library> => loadExtra('pdf', '@cantoo/pdf-lib', () => import('@cantoo/pdf-lib'))

class PdfCopy {
  readonly #read: ReadPdf
  readonly #pages: readonly (readonly PlacedGlyph[])[]
  readonly #hidden = new Set<PlacedGlyph>()
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
    for (const [number, glyphs] of this.#pages.entries())
      for (const word of spelledWords(glyphs))
        into.aside({
          value: word.map(({ letter }) => letter).join(''),
          set() {},
          edit: (edits) => {
            for (const { start, end, text: label } of edits) this.#hide(number, lettersBetween(word, start, end), label)
          },
        })
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
    for (const glyph of glyphs) this.#hidden.add(glyph)
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
    const search = new KnownValues([{ value, text: label }], 'letters')
    for (const [page, glyphs] of this.#pages.entries()) this.#hideHits(page, search, glyphs, ({ drawn }) => drawn.text)
  }

  #hideHits(
    page: number,
    search: KnownValues,
    glyphs: readonly PlacedGlyph[],
    said: (glyph: PlacedGlyph) => string,
    words?: KnownValues,
  ): void {
    const { text, owners } = lettersOf(glyphs, said)
    const found = search.in(text)
    // A word of a name is a word of the text as well, unless its letters are apart, so that no text was read in them.
    for (const hit of words?.in(text) ?? []) if (/\s/.test(text.slice(hit.start, hit.end))) found.push(hit)
    for (const { start, end, text: label } of found) {
      const hit = glyphs.slice(owners[start], owners[end - 1]! + 1)
      if (hit.some((glyph) => glyph.drawn.text.trim() !== '' && !this.#hidden.has(glyph))) this.#hide(page, hit, label)
    }
  }

  /** Hides values in letters that the layout does not join, and takes out what lies outside of the page. `codesOf`: by operator. */
  hideLeft(hidden: readonly Known[], codesOf: (page: number) => readonly string[]): void {
    const search = new KnownValues(hidden, 'letters')
    const words = new KnownValues(wordsOfValues(hidden), 'letters')
    for (const [page, glyphs] of this.#pages.entries()) {
      const { width, height, shown } = this.#read.pages[page]!
      const said = ({ drawn }: PlacedGlyph) => drawn.text
      this.#hideHits(page, search, glyphs, said, words)
      this.#hideHits(page, search, inLines(glyphs), said, words)
      const codes = codesOf(page)
      this.#hideHits(page, search, glyphs, ({ operator, glyph }) =>
        codes[operator]?.length === shown[operator]!.length ? codes[operator]![glyph]! : '',
      )
      const outside = glyphs.filter(
        ({ drawn: { box } }) => box[2] < 0 || box[3] < 0 || box[0] > width || box[1] > height,
      )
      append(this.gone[page]!, outside)
    }
  }
}

/** The glyphs of a spelled word between two places of its text. */
function lettersBetween(word: ReturnType<typeof spelledWords>[number], start: number, end: number): PlacedGlyph[] {
  const found: PlacedGlyph[] = []
  let at = 0
  for (const { letter, glyph } of word) {
    if (glyph !== null && at < end && at + letter.length > start) found.push(glyph)
    at += letter.length
  }
  return found
}

/** Largest difference of the baselines of letters of one line, in points. */
const LINE = 3

/** Glyphs as they lie on the page: from top to bottom, and from left to right. */
function inLines(glyphs: readonly PlacedGlyph[]): PlacedGlyph[] {
  const line = ({ drawn }: PlacedGlyph) => Math.round(drawn.box[3] / LINE)
  return [...glyphs].sort((a, b) => line(a) - line(b) || a.drawn.box[0] - b.drawn.box[0])
}

function glyphsOf({ shown }: ReadPage): PlacedGlyph[] {
  return shown.flatMap((glyphs, operator) => glyphs.map((drawn, glyph) => ({ operator, glyph, drawn })))
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

/** The glyphs of a range of a run: letter by letter where they have the letters of the run, by their position where they do not. */
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

export const openPdf: Open = async (bytes, into, opening) => {
  const pdf = await library()
  const notes: Spot[] = []
  const pages = await PdfPages.of(pdf, await loaded(pdf, bytes), notes, opening.removed)
  const read = await readGlyphs(await pages.bytes(), opening.limits.pages, opening.limits.text)
  const copy = new PdfCopy(read)
  copy.addTo(into)
  for (const note of notes) into.aside(note)
  into.endPart()
  const pictures = await blankImages(pdf, pages.context, into, opening)
  return {
    async write() {
      const hidden = opening.hidden()
      copy.hideLeft(hidden, (page) => pages.codesOf(page))
      for (const [page, places] of copy.gone.entries())
        if (places.length > 0) pages.takeOut(page, places, read.pages[page]!.shown)
      pages.forget(new KnownValues(hidden))
      await pictures.write()
      return pages.write(
        copy.boxes,
        read.pages.map(({ view }) => view),
      )
    },
  }
}

const LOCKED = 'the PDF is protected by a password: open it, save it without the password, and send it again'
const DAMAGED = 'the PDF is damaged or not a PDF'

/** Throws document_unreadable. A file that everybody may open has an empty password (7.6.4). */
async function loaded(pdf: Library, bytes: Uint8Array): ReturnType<Library['PDFDocument']['load']> {
  let document: Awaited<ReturnType<Library['PDFDocument']['load']>>
  try {
    document = await pdf.PDFDocument.load(bytes, { updateMetadata: false, password: '' })
  } catch (cause) {
    if (/password/i.test((cause as Error).message)) throw unreadable(LOCKED, cause)
    throw unreadable(DAMAGED, cause)
  }
  if (!(document.catalog instanceof pdf.PDFDict)) throw unreadable(DAMAGED)
  return document
}
