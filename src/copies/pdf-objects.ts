// The objects of a PDF besides the text of its pages: what is never kept is taken out, every text in them is a spot, and what nothing refers to any
// more is gone from the file.

import type { PDFArray, PDFContext, PDFDict, PDFObject, PDFRef, PDFString } from '@cantoo/pdf-lib'
import { append } from '../lists.ts'
import type { Opening } from './carrier.ts'
import type { CopyText } from './copy-text.ts'
import { linkSpot } from './relations.ts'

export type Library = typeof import('@cantoo/pdf-lib')

/** Entries that are taken out wherever they stand: what programs keep for themselves, scripts, files inside the file. */
const REMOVED: Readonly<Record<string, string | null>> = {
  Metadata: null,
  PieceInfo: null,
  Thumb: null,
  LastModified: null,
  AF: null,
  AA: 'scripts',
  JS: 'scripts',
  JavaScript: 'scripts',
  EmbeddedFiles: 'attachments',
  EF: 'attachments',
  XFA: 'an XML form, beside which the file has its form again',
  Collection: null,
  SpiderInfo: null,
  Perms: null,
  RC: null,
  NM: null,
}
/** Entries whose strings are codes, bytes or moments. */
const CODES = new Set(
  'ID DA DS CharSet Lookup Registry Ordering CreationDate ModDate M CheckSum FontFamily Lang Panose ByteRange Cert O U OE UE DV_'.split(
    ' ',
  ),
)
/** What people put on a page to say something: its author is not kept (12.5.6.2). */
const MARKUP =
  /^(?:Text|FreeText|Line|Square|Circle|Polygon|PolyLine|Highlight|Underline|Squiggly|StrikeOut|Stamp|Caret|Ink|Popup|Redact)$/
/** Annotations that hold files, sound and film. */
const HOLDING = /^(?:FileAttachment|Sound|Movie|Screen|RichMedia|3D)$/
/** What a document says of itself in words. */
const SAID = new Set(['Title', 'Subject', 'Keywords'])

export class PdfObjects {
  readonly #pdf: Library
  readonly #context: PDFContext
  readonly #into: CopyText
  readonly #opening: Opening
  readonly #seen = new Set<PDFObject>()
  /** Dictionaries of which a string was changed. */
  readonly #changed = new Set<PDFDict>()

  constructor(pdf: Library, context: PDFContext, into: CopyText, opening: Opening) {
    this.#pdf = pdf
    this.#context = context
    this.#into = into
    this.#opening = opening
  }

  /** Takes out what is never kept, and adds every text that is left. */
  add(): void {
    const { trailerInfo } = this.#context
    const info = this.#context.lookup(trailerInfo.Info)
    if (info instanceof this.#pdf.PDFDict)
      for (const key of info.keys()) if (!SAID.has(key.decodeText())) info.delete(key)
    delete trailerInfo.ID
    for (const root of [trailerInfo.Root, trailerInfo.Info]) this.#walk(root)
    this.#into.endPart()
  }

  #walk(first: PDFObject | undefined): void {
    const left: (PDFObject | undefined)[] = [first]
    while (left.length > 0) {
      const object = this.#context.lookup(left.pop())
      if (object === undefined || this.#seen.has(object)) continue
      this.#seen.add(object)
      if (object instanceof this.#pdf.PDFArray) append(left, this.#array(object))
      else if (object instanceof this.#pdf.PDFStream) append(left, this.#dictionary(object.dict))
      else if (object instanceof this.#pdf.PDFDict) append(left, this.#dictionary(object))
    }
  }

  #array(array: PDFArray): PDFObject[] {
    const items = array.asArray()
    const first = items[0]
    // The colours of an indexed space are bytes (8.6.6.3).
    if (first instanceof this.#pdf.PDFName && /^(?:Indexed|I)$/.test(first.decodeText())) return []
    for (const [at, item] of items.entries())
      if (this.#isText(item)) this.#text(item, (text) => array.set(at, this.#pdf.PDFHexString.fromText(text)))
    return [...items]
  }

  #dictionary(dict: PDFDict): PDFObject[] {
    this.#annotation(dict)
    const next: PDFObject[] = []
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText()
      if (Object.hasOwn(REMOVED, name)) {
        dict.delete(key)
        const what = REMOVED[name]
        if (what != null) this.#opening.removed(what)
      } else if (CODES.has(name)) continue
      else if (this.#isText(value)) this.#entry(dict, name, value)
      else if (name === 'Annots') this.#annotations(dict, value, next)
      else next.push(value)
    }
    return next
  }

  #annotations(page: PDFDict, value: PDFObject, next: PDFObject[]): void {
    const list = this.#context.lookup(value)
    if (!(list instanceof this.#pdf.PDFArray)) return
    const kept = list.asArray().filter((item) => {
      const annotation = this.#context.lookup(item)
      const isHolding = annotation instanceof this.#pdf.PDFDict && HOLDING.test(this.#nameOf(annotation, 'Subtype'))
      if (isHolding) this.#opening.removed('attachments')
      return !isHolding
    })
    page.set(this.#pdf.PDFName.of('Annots'), this.#context.obj(kept))
    append(next, kept)
  }

  #annotation(dict: PDFDict): void {
    if (MARKUP.test(this.#nameOf(dict, 'Subtype')) && dict.has(this.#pdf.PDFName.of('Rect'))) {
      dict.delete(this.#pdf.PDFName.of('T'))
      // What it looks like is drawn again from what it says.
      if (this.#nameOf(dict, 'Subtype') === 'Stamp') dict.delete(this.#pdf.PDFName.of('AP'))
    }
    const value = this.#context.lookup(dict.get(this.#pdf.PDFName.of('V')))
    if (value instanceof this.#pdf.PDFDict && value.has(this.#pdf.PDFName.of('ByteRange'))) {
      dict.delete(this.#pdf.PDFName.of('V'))
      this.#opening.removed('signatures, which hold only for the file as it was')
    }
  }

  #entry(dict: PDFDict, name: string, value: PDFObject): void {
    const key = this.#pdf.PDFName.of(name)
    const set = (text: string) => {
      this.#changed.add(dict)
      dict.set(key, name === 'URI' ? this.#pdf.PDFString.of(text) : this.#pdf.PDFHexString.fromText(text))
    }
    this.#text(value, set, name === 'URI')
  }

  #text(value: PDFObject, set: (text: string) => void, isLink = false): void {
    const text = (value as PDFString).decodeText()
    // Bytes that are no text: names that programs make up.
    if (!/\p{L}|\d{3}/u.test(text) || /[\u0000-\u0008\u000e-\u001f]/.test(text)) return
    const spot = { value: text.replace(/\r\n?/g, '\n'), set }
    this.#into.aside(isLink ? linkSpot(spot) : spot)
  }

  #isText(value: PDFObject): boolean {
    return value instanceof this.#pdf.PDFString || value instanceof this.#pdf.PDFHexString
  }

  #nameOf(dict: PDFDict, key: string): string {
    const name = dict.get(this.#pdf.PDFName.of(key))
    return name instanceof this.#pdf.PDFName ? name.decodeText() : ''
  }

  /** Fields and notes of which a text was changed no longer look as they did: programs draw them anew. */
  forgetAppearances(): void {
    const appearance = this.#pdf.PDFName.of('AP')
    const kids = this.#pdf.PDFName.of('Kids')
    let isField = false
    const left = [...this.#changed]
    while (left.length > 0) {
      const dict = left.pop()!
      if (dict.has(appearance)) isField = true
      dict.delete(appearance)
      const children = this.#context.lookup(dict.get(kids))
      if (!(children instanceof this.#pdf.PDFArray) || dict.has(this.#pdf.PDFName.of('Count'))) continue
      for (const child of children.asArray()) {
        const inner = this.#context.lookup(child)
        if (inner instanceof this.#pdf.PDFDict && !this.#changed.has(inner)) left.push(inner)
      }
    }
    const root = this.#context.lookup(this.#context.trailerInfo.Root)
    const form =
      root instanceof this.#pdf.PDFDict ? this.#context.lookup(root.get(this.#pdf.PDFName.of('AcroForm'))) : null
    if (isField && form instanceof this.#pdf.PDFDict)
      form.set(this.#pdf.PDFName.of('NeedAppearances'), this.#pdf.PDFBool.True)
  }

  /** Takes out every object that nothing refers to: earlier versions of the file, and all that was cut off. */
  forgetUnreached(): void {
    const reached = new Set<PDFRef>()
    const seen = new Set<PDFObject>()
    const left: (PDFObject | undefined)[] = [this.#context.trailerInfo.Root, this.#context.trailerInfo.Info]
    while (left.length > 0) {
      const object = left.pop()
      if (object instanceof this.#pdf.PDFRef) {
        if (reached.has(object)) continue
        reached.add(object)
        left.push(this.#context.lookup(object))
      } else if (object === undefined || seen.has(object)) continue
      else if (object instanceof this.#pdf.PDFArray) append(left, object.asArray())
      else if (object instanceof this.#pdf.PDFStream) append(left, object.dict.values())
      else if (object instanceof this.#pdf.PDFDict) append(left, object.values())
      if (object !== undefined) seen.add(object)
    }
    for (const [ref] of this.#context.enumerateIndirectObjects()) if (!reached.has(ref)) this.#context.delete(ref)
  }
}
