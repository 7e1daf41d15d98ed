// Reduces fonts to the codes that a copy still draws. Writers list codes in the order of their first use, so full tables could spell a removed value
// (ISO 32000-1, 9.6 to 9.10).
import type { PDFContext, PDFDict, PDFName, PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { firstAt } from '../../lists.ts'
import { drawnMap, latin } from './pdf-fonts.ts'
import type { Library } from './pdf-objects.ts'
import type { ShownText } from './pdf-shown.ts'

/** Bytes of a code, at most. */
const LONGEST_CODE = 4

/** The tables of a written font that are by code or by glyph. */
export interface FontTables {
  readonly font: PDFDict
  /** The font inside a composite one. */
  readonly inner: PDFDict | null
  /** Codes of a composite font that are numbers of glyphs, and have two bytes. */
  readonly isIdentity: boolean
  readonly map: PDFRef | null
  readonly codes: PDFRef | null
}

/** The codes that the texts of a copy show, by font, a character a byte. */
export function codesByFont(
  texts: Iterable<ShownText>,
  tablesOf: (font: PDFObject) => FontTables | undefined,
): Map<FontTables, Set<string>> {
  const found = new Map<FontTables, Set<string>>()
  for (const { font, items } of texts) {
    const tables = font === undefined ? undefined : tablesOf(font)
    if (tables === undefined) continue
    const codes = found.get(tables) ?? new Set<string>()
    found.set(tables, codes)
    for (const item of items) if (typeof item === 'string') addCodes(item, tables, codes)
  }
  return found
}

/** If codes may have several lengths, every part that may be a code counts. */
function addCodes(text: string, { inner, isIdentity }: FontTables, codes: Set<string>): void {
  if (inner === null) for (const code of text) codes.add(code)
  else if (isIdentity) for (let at = 0; at + 2 <= text.length; at += 2) codes.add(text.slice(at, at + 2))
  else
    for (let at = 0; at < text.length; at++)
      for (let end = at + 1; end <= Math.min(at + LONGEST_CODE, text.length); end++) codes.add(text.slice(at, end))
}

export class DrawnTables {
  readonly #pdf: Library
  readonly #to: PDFContext

  constructor(pdf: Library, to: PDFContext) {
    this.#pdf = pdf
    this.#to = to
  }

  /** Leaves the drawn codes in the tables of a font, in their order. */
  reduce({ font, inner, isIdentity, map, codes }: FontTables, drawn: ReadonlySet<string>): void {
    if (map !== null) this.#reduceMap(map, drawn)
    if (codes !== null) this.#reduceMap(codes, drawn)
    if (inner === null) {
      this.#reduceSimpleWidths(font, drawn)
      this.#reduceNames(font, drawn)
    } else if (isIdentity) this.#reduceWidths(inner, drawn)
  }

  #name(text: string): PDFName {
    return this.#pdf.PDFName.of(text)
  }

  #reduceMap(ref: PDFRef, drawn: ReadonlySet<string>): void {
    const stream = this.#to.lookup(ref)
    if (!(stream instanceof this.#pdf.PDFRawStream)) return
    const text = drawnMap(latin(this.#pdf.decodePDFRawStream(stream).decode()), drawn)
    const made = this.#to.flateStream(Buffer.from(text))
    for (const [key, value] of stream.dict.entries()) if (!made.dict.has(key)) made.dict.set(key, value)
    this.#to.assign(ref, made)
  }

  #reduceSimpleWidths(font: PDFDict, drawn: ReadonlySet<string>): void {
    const widths = font.get(this.#name('Widths'))
    const first = font.get(this.#name('FirstChar'))
    if (!(widths instanceof this.#pdf.PDFArray) || !(first instanceof this.#pdf.PDFNumber)) return
    for (let at = 0; at < widths.size(); at++)
      if (!drawn.has(String.fromCharCode(first.asNumber() + at))) widths.set(at, this.#pdf.PDFNumber.of(0))
  }

  /** Names of glyphs by code, and the glyphs of a font that draws them itself. */
  #reduceNames(font: PDFDict, drawn: ReadonlySet<string>): void {
    const encoding = font.get(this.#name('Encoding'))
    const differences = encoding instanceof this.#pdf.PDFDict ? encoding.get(this.#name('Differences')) : undefined
    if (!(encoding instanceof this.#pdf.PDFDict) || !(differences instanceof this.#pdf.PDFArray)) return
    const names = new Map<number, PDFObject>()
    let code = 0
    for (const item of differences.asArray())
      if (item instanceof this.#pdf.PDFNumber) code = item.asNumber()
      else names.set(code++, item)
    const kept = [...names].filter(([each]) => drawn.has(String.fromCharCode(each))).sort(([a], [b]) => a - b)
    const items = kept.flatMap(([each, name]) => [this.#pdf.PDFNumber.of(each), name])
    encoding.set(this.#name('Differences'), this.#to.obj(items))
    const glyphs = font.get(this.#name('CharProcs'))
    if (!(glyphs instanceof this.#pdf.PDFDict)) return
    const used = new Set(kept.map(([, name]) => name))
    for (const [name, glyph] of glyphs.entries()) {
      if (used.has(name)) continue
      glyphs.delete(name)
      if (glyph instanceof this.#pdf.PDFRef) this.#to.delete(glyph)
    }
  }

  #reduceWidths(inner: PDFDict, drawn: ReadonlySet<string>): void {
    const widths = inner.get(this.#name('W'))
    if (!(widths instanceof this.#pdf.PDFArray)) return
    const glyphs = [...drawn].map((code) => code.charCodeAt(0) * 256 + code.charCodeAt(1)).sort((a, b) => a - b)
    const kept = widthsOf(this.#pdf, widths.asArray(), glyphs)
    const items = [...kept].sort(([a], [b]) => a - b).flatMap(([glyph, width]) => [glyph, [width]])
    inner.set(this.#name('W'), this.#to.obj(items as number[]))
  }
}

/** The widths of some glyphs, which are sorted (9.7.4.3): a number and a list from it on, or the first and the last of a range. */
function widthsOf(
  { PDFArray, PDFNumber }: Library,
  items: readonly PDFObject[],
  glyphs: readonly number[],
): Map<number, number> {
  const found = new Map<number, number>()
  const numberAt = (object: PDFObject | undefined) => (object instanceof PDFNumber ? object.asNumber() : 0)
  for (let at = 0; at + 1 < items.length; ) {
    const first = numberAt(items[at])
    const second = items[at + 1]!
    const list = second instanceof PDFArray ? second.asArray() : null
    const last = list === null ? numberAt(second) : first + list.length - 1
    for (let n = firstAt(glyphs, (glyph) => glyph >= first); n < glyphs.length && glyphs[n]! <= last; n++)
      found.set(glyphs[n]!, numberAt(list === null ? items[at + 2] : list[glyphs[n]! - first]))
    at += list === null ? 3 : 2
  }
  return found
}
