// Annotations on the pages of a PDF, and links to them: appearances of forms and notes are drawn into the page, and notes, links and bookmarks are
// written again with what they say in words (ISO 32000-1, 12.3 and 12.5).
import type { PDFArray, PDFDict, PDFDocument, PDFObject, PDFPage, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { largest, smallest } from '../../lists.ts'
import { type Matrix, multiplied } from '../page/regions.ts'
import type { Spot } from '../shared/copy-text.ts'
import { FOLLOWED, linkSpot } from '../shared/partial-spots.ts'
import type { IsOff, Painter } from './pdf-drawing.ts'
import type { PdfObjects } from './pdf-objects.ts'

/** Annotations written by people (12.5.6.2). The text of a free text annotation is its appearance. */
const NOTES = /^(?:Text|Line|Square|Circle|Polygon|PolyLine|Highlight|Underline|Squiggly|StrikeOut|Stamp|Caret|Ink)$/
/** Entries of notes and links that viewers draw them by. */
const DRAWN = ['Rect', 'QuadPoints', 'C', 'IC', 'CA', 'Border', 'L', 'LE', 'Vertices', 'InkList', 'Name', 'F', 'H']
/** Flags: Hidden, NoView (12.5.3). */
const UNSEEN = 2 | 32
/** Bookmarks and names of destinations in all, and how deep they lie. */
const MOST = 100_000

type Box = readonly [number, number, number, number]

export class PdfNotes {
  readonly #objects: PdfObjects
  readonly #into: Spot[]
  readonly #isOff: IsOff
  readonly #catalog: PDFDict
  /** Pages of the copy by the page they are made of. */
  readonly #pages: ReadonlyMap<PDFObject, PDFRef>
  #destinations: Map<string, PDFObject> | null = null

  constructor(
    objects: PdfObjects,
    into: Spot[],
    isOff: IsOff,
    catalog: PDFDict,
    pages: ReadonlyMap<PDFObject, PDFRef>,
  ) {
    this.#objects = objects
    this.#into = into
    this.#isOff = isOff
    this.#catalog = catalog
    this.#pages = pages
  }

  /** Draws what lies on a page into it, and adds the notes and links that are left. */
  addPage(page: PDFDict, painter: Painter, copy: PDFPage): void {
    const list = this.#objects.get(page, 'Annots')
    if (!(list instanceof this.#objects.pdf.PDFArray)) return
    for (const item of list.asArray()) {
      const dict = this.#objects.dict(item)
      if (dict === null) continue
      const subtype = this.#objects.nameAt(dict, 'Subtype')
      const isUnseen =
        ((this.#objects.numberAt(dict, 'F') ?? 0) & UNSEEN) !== 0 || this.#isOff(dict.get(this.#objects.name('OC')))
      if (isUnseen) this.#objects.removed('hidden notes and fields')
      else if (subtype === 'Link') this.#addLink(dict, copy)
      else if (subtype !== 'Popup') this.#addSeen(dict, subtype, painter, copy)
    }
  }

  #addSeen(dict: PDFDict, subtype: string, painter: Painter, copy: PDFPage): void {
    const box = this.#box(dict.get(this.#objects.name('Rect')))
    const appearance = this.#appearance(dict)
    const place = appearance === null || box === null ? null : this.#placed(appearance, box)
    if (place !== null) painter.stamp(appearance!, place)
    if (subtype === 'Widget') this.#objects.removed('form fields, which are drawn on the page')
    if (NOTES.test(subtype)) this.#addNote(dict, subtype, place !== null, copy)
    else if (subtype !== 'Widget' && subtype !== 'FreeText')
      this.#objects.removed('notes of an unknown kind and attachments')
    else if (place === null && box !== null) painter.write(this.#said(dict, subtype), box)
  }

  #said(dict: PDFDict, subtype: string): string {
    if (subtype === 'FreeText') return this.#textOf(dict.get(this.#objects.name('Contents')))
    let field: PDFDict | null = dict
    for (let depth = 0; field !== null && depth < DEEPEST; depth++) {
      const value = this.#objects.get(field, 'V')
      if (value !== undefined) return this.#textOf(value)
      field = this.#objects.dict(field.get(this.#objects.name('Parent')))
    }
    return ''
  }

  #addNote(dict: PDFDict, subtype: string, isDrawn: boolean, copy: PDFPage): void {
    const words = this.#textOf(dict.get(this.#objects.name('Contents')))
    const made = this.#entries(dict, subtype)
    // An appearance that is now part of the page must not be drawn twice.
    if (isDrawn)
      made.set(this.#objects.name('AP'), this.#objects.to.obj({ N: this.#objects.to.register(this.#empty()) }))
    if (words.trim() !== '') this.#add(made, 'Contents', words)
    if (words.trim() !== '' || !isDrawn) this.#annotate(copy, made)
  }

  #annotate(copy: PDFPage, annotation: PDFDict): void {
    const key = this.#objects.name('Annots')
    if (!copy.node.has(key)) copy.node.set(key, this.#objects.to.obj([]))
    ;(copy.node.get(key) as PDFArray).push(this.#objects.to.register(annotation))
  }

  #empty(): PDFObject {
    return this.#objects.to.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] })
  }

  #entries(dict: PDFDict, subtype: string): PDFDict {
    const made = this.#objects.to.obj({ Type: 'Annot', Subtype: subtype }) as PDFDict
    for (const key of DRAWN) {
      const value = this.#objects.plain(dict.get(this.#objects.name(key)))
      if (value !== undefined) made.set(this.#objects.name(key), value)
    }
    return made
  }

  #addLink(dict: PDFDict, copy: PDFPage): void {
    const made = this.#entries(dict, 'Link')
    const action = this.#objects.dict(dict.get(this.#objects.name('A')))
    const kind = this.#objects.nameAt(action, 'S')
    const address = kind === 'URI' ? this.#textOf(action!.get(this.#objects.name('URI'))) : ''
    const target = this.#destination(
      dict.get(this.#objects.name('Dest')) ?? (kind === 'GoTo' ? action!.get(this.#objects.name('D')) : undefined),
    )
    if (FOLLOWED.test(address)) {
      const to = this.#objects.to.obj({ S: 'URI' }) as PDFDict
      made.set(this.#objects.name('A'), to)
      const set = (text: string) =>
        to.set(this.#objects.name('URI'), this.#objects.pdf.PDFHexString.of(Buffer.from(text, 'utf8').toString('hex')))
      set(address)
      this.#into.push(linkSpot({ value: address, set }))
    } else if (target !== null) made.set(this.#objects.name('Dest'), target)
    else {
      this.#objects.removed('links to files and scripts')
      return
    }
    this.#annotate(copy, made)
  }

  /** Adds words of an entry. */
  #add(dict: PDFDict, key: string, words: string): void {
    const set = (text: string) => dict.set(this.#objects.name(key), this.#objects.pdf.PDFHexString.fromText(text))
    set(words)
    this.#into.push({ value: words, set })
  }

  #textOf(object: PDFObject | undefined): string {
    const { PDFHexString, PDFString } = this.#objects.pdf
    const found = this.#objects.from.lookup(object)
    if (!(found instanceof PDFString) && !(found instanceof PDFHexString)) return ''
    return found
      .decodeText()
      .replace(/\r\n?/g, '\n')
      .replace(/[\u0000-\u0008\u000b-\u001f]/g, '')
  }

  /** The appearance that a viewer draws (12.5.5). */
  #appearance(dict: PDFDict): PDFRawStream | null {
    const normal = this.#objects.get(this.#objects.dict(dict.get(this.#objects.name('AP'))), 'N')
    if (!(normal instanceof this.#objects.pdf.PDFDict)) return this.#objects.stream(normal)
    return this.#objects.stream(normal.get(this.#objects.name(this.#objects.nameAt(dict, 'AS') || 'Off')))
  }

  #box(object: PDFObject | undefined): Box | null {
    const numbers = this.#numbers(object)
    if (numbers.length !== 4) return null
    const [a, b, c, d] = numbers as [number, number, number, number]
    return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  }

  #numbers(object: PDFObject | undefined): number[] {
    const found = this.#objects.from.lookup(object)
    if (!(found instanceof this.#objects.pdf.PDFArray)) return []
    return found.asArray().flatMap((item) => {
      const number = this.#objects.from.lookup(item)
      return number instanceof this.#objects.pdf.PDFNumber ? [number.asNumber()] : []
    })
  }

  /** Moves and scales an appearance into its rectangle (12.5.5, algorithm 8.1); null where there is none. */
  #placed(appearance: PDFRawStream, rect: Box): Matrix | null {
    const box = this.#box(appearance.dict.get(this.#objects.name('BBox')))
    const own = this.#numbers(appearance.dict.get(this.#objects.name('Matrix')))
    if (box === null) return null
    const matrix = (own.length === 6 ? own : [1, 0, 0, 1, 0, 0]) as unknown as Matrix
    const corners = [0, 2].flatMap((x) => [1, 3].map((y) => multiplied(matrix, [1, 0, 0, 1, box[x]!, box[y]!])))
    const [xs, ys] = [corners.map((corner) => corner[4]), corners.map((corner) => corner[5])]
    const [left, bottom] = [smallest(xs), smallest(ys)]
    const [width, height] = [largest(xs) - left, largest(ys) - bottom]
    if (width <= 0 || height <= 0) return null
    const [a, d] = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height]
    return [a, 0, 0, d, rect[0] - left * a, rect[1] - bottom * d]
  }

  /** A place in the file: a page and how it is shown. Null where its page is not in the copy. */
  #destination(object: PDFObject | undefined): PDFObject | null {
    const { PDFArray, PDFDict, PDFName } = this.#objects.pdf
    let found = this.#objects.from.lookup(object)
    if (found instanceof PDFDict) found = this.#objects.get(found, 'D')
    if (found instanceof PDFName) found = this.#named(found.decodeText())
    else if (found !== undefined && !(found instanceof PDFArray)) found = this.#named(this.#textOf(found))
    if (!(found instanceof PDFArray) || found.size() === 0) return null
    const [page, ...view] = found.asArray()
    const target = this.#pages.get(this.#objects.from.lookup(page)!)
    const shown = view.map((item) => this.#objects.plain(item))
    return target === undefined || shown.includes(undefined)
      ? null
      : this.#objects.to.obj([target, ...(shown as PDFObject[])])
  }

  #named(name: string): PDFObject | undefined {
    if (this.#destinations === null) {
      this.#destinations = new Map()
      const known = this.#destinations
      for (const [key, value] of this.#objects.dict(this.#catalog.get(this.#objects.name('Dests')))?.entries() ?? [])
        known.set(key.decodeText(), value)
      const left = [this.#objects.get(this.#objects.dict(this.#catalog.get(this.#objects.name('Names'))), 'Dests')]
      const seen = new Set<PDFObject>()
      while (left.length > 0 && seen.size < MOST) {
        const node = left.pop()
        if (!(node instanceof this.#objects.pdf.PDFDict) || seen.has(node)) continue
        seen.add(node)
        const [kids, names] = [this.#objects.get(node, 'Kids'), this.#objects.get(node, 'Names')]
        if (kids instanceof this.#objects.pdf.PDFArray)
          for (const kid of kids.asArray()) left.push(this.#objects.from.lookup(kid))
        if (names instanceof this.#objects.pdf.PDFArray)
          for (let at = 0; at + 1 < names.size(); at += 2) known.set(this.#textOf(names.get(at)), names.get(at + 1))
      }
    }
    const found = this.#objects.from.lookup(this.#destinations.get(name))
    return found instanceof this.#objects.pdf.PDFDict ? this.#objects.get(found, 'D') : found
  }

  /** Adds the bookmarks, and what the file says of itself. */
  addFile(document: PDFDocument, info: PDFDict | null): void {
    const root = this.#objects.dict(this.#catalog.get(this.#objects.name('Outlines')))
    const seen = new Set<PDFObject>()
    const made = root === null ? null : this.#bookmarks(root, seen, 0)
    if (made !== null) document.catalog.set(this.#objects.name('Outlines'), made)
    const said = this.#objects.to.obj({}) as PDFDict
    for (const key of SAID) {
      const words = this.#textOf(info?.get(this.#objects.name(key)))
      if (words.trim() !== '') this.#add(said, key, words)
    }
    this.#objects.to.trailerInfo.Info = said.keys().length > 0 ? this.#objects.to.register(said) : undefined
  }

  /** The bookmarks below one, and itself: their places in the tree, their words and where they lead (12.3.3). */
  #bookmarks(parent: PDFDict, seen: Set<PDFObject>, depth: number): PDFRef | null {
    const { to } = this.#objects
    const made = to.obj({}) as PDFDict
    const ref = to.register(made)
    const children: PDFRef[] = []
    let item = this.#objects.dict(parent.get(this.#objects.name('First')))
    while (item !== null && depth < DEEPEST && !seen.has(item) && seen.size < MOST) {
      seen.add(item)
      const words = this.#textOf(item.get(this.#objects.name('Title')))
      const child = this.#bookmarks(item, seen, depth + 1) ?? to.register(to.obj({}))
      const dict = to.lookup(child) as PDFDict
      this.#add(dict, 'Title', words || ' ')
      const action = this.#objects.dict(item.get(this.#objects.name('A')))
      const target = this.#destination(item.get(this.#objects.name('Dest')) ?? action?.get(this.#objects.name('D')))
      if (target !== null) dict.set(this.#objects.name('Dest'), target)
      dict.set(this.#objects.name('Parent'), ref)
      children.push(child)
      item = this.#objects.dict(item.get(this.#objects.name('Next')))
    }
    for (const [at, child] of children.entries()) {
      const dict = to.lookup(child) as PDFDict
      if (at > 0) dict.set(this.#objects.name('Prev'), children[at - 1]!)
      if (at + 1 < children.length) dict.set(this.#objects.name('Next'), children[at + 1]!)
    }
    if (children.length === 0) {
      to.delete(ref)
      return null
    }
    made.set(this.#objects.name('First'), children[0]!)
    made.set(this.#objects.name('Last'), children.at(-1)!)
    const isOpen = depth === 0 || (this.#objects.numberAt(parent, 'Count') ?? 0) > 0
    made.set(this.#objects.name('Count'), to.obj(isOpen ? children.length : -children.length))
    return ref
  }
}

/** Fields and bookmarks within each other. */
const DEEPEST = 30
/** The metadata of a document in words. */
const SAID = ['Title', 'Subject', 'Keywords']
