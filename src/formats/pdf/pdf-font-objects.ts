// The fonts of a PDF as objects of the copy (ISO 32000-1, 9.6 to 9.8).
import type { PDFArray, PDFDict, PDFName, PDFObject, PDFRef } from '@cantoo/pdf-lib'
import { wordSet } from '../../lists.ts'
import type { KnownValues } from '../shared/known-values.ts'
import { codesByFont, DrawnTables, type FontTables } from './pdf-drawn-codes.ts'
import { cleanMap, cleanProgram, fontName, isCharacterMap, latin } from './pdf-fonts.ts'
import type { PdfObjects } from './pdf-objects.ts'
import type { ShownText } from './pdf-shown.ts'

/** Character collections for which viewers have a font if none is embedded (9.7.3). */
const ORDERINGS = wordSet('Identity Japan1 GB1 CNS1 Korea1 KR UCS')
/** A name of a glyph (Adobe Glyph List specification): one word. */
const GLYPH = /^\.?[A-Za-z][A-Za-z0-9._]{0,30}$/
export class PdfFonts {
  readonly #objects: PdfObjects
  /** Objects that can still contain a value: encodings (names of glyphs), character maps and font programs. */
  readonly #encodings: PDFDict[] = []
  readonly #maps: PDFRef[] = []
  /** The tables of each written font. */
  readonly #tables = new Map<PDFObject | undefined, FontTables>()
  readonly #programs: { readonly descriptor: PDFDict; readonly key: string; readonly bytes: Uint8Array }[] = []

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  /** A font; what is none, and what is of no known kind, is drawn in Helvetica by every viewer alike. */
  font(object: PDFObject | undefined): PDFObject {
    const dict = this.#objects.dict(object)
    const fallback = () =>
      this.#objects.to.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' })
    return this.#objects.once('font', dict ?? this.#objects.pdf.PDFNull, () => {
      const subtype = this.#objects.nameAt(dict, 'Subtype')
      if (dict !== null && /^(?:Type1|MMType1|TrueType)$/.test(subtype)) return this.#simpleFont(dict, subtype)
      if (dict !== null && subtype === 'Type0') return this.#compositeFont(dict) ?? fallback()
      return (dict !== null && subtype === 'Type3' ? this.#drawnFont(dict) : null) ?? fallback()
    })!
  }

  #simpleFont(dict: PDFDict, subtype: string): PDFDict {
    const made = this.#objects.entries('font', dict)
    made.set(this.#objects.name('Type'), this.#objects.name('Font'))
    made.set(this.#objects.name('Subtype'), this.#objects.name(subtype))
    const isEmbedded = this.#descriptor(dict, made)
    this.#objects.put(made, 'Encoding', this.#encoding(dict))
    // Viewers draw a font that is not embedded by its encoding and ignore its map.
    const map = isEmbedded ? this.#toUnicode(dict, made) : null
    this.#tables.set(made, { font: made, inner: null, isIdentity: false, map, codes: null })
    return made
  }

  #compositeFont(dict: PDFDict): PDFDict | null {
    const list = this.#objects.get(dict, 'DescendantFonts')
    const inner = list instanceof this.#objects.pdf.PDFArray ? this.#objects.dict(list.get(0)) : null
    if (inner === null) return null
    const font = this.#objects.entries('font', inner)
    font.set(this.#objects.name('Type'), this.#objects.name('Font'))
    font.set(
      this.#objects.name('Subtype'),
      this.#objects.name(this.#objects.nameAt(inner, 'Subtype') === 'CIDFontType0' ? 'CIDFontType0' : 'CIDFontType2'),
    )
    this.#descriptor(inner, font)
    const system = this.#objects.dict(inner.get(this.#objects.name('CIDSystemInfo')))
    const said = this.#objects.get(system, 'Ordering')
    const ordering =
      said instanceof this.#objects.pdf.PDFString || said instanceof this.#objects.pdf.PDFHexString
        ? said.decodeText()
        : ''
    font.set(
      this.#objects.name('CIDSystemInfo'),
      this.#objects.to.obj({
        Registry: this.#objects.pdf.PDFString.of('Adobe'),
        Ordering: this.#objects.pdf.PDFString.of(ORDERINGS.has(ordering) ? ordering : 'Identity'),
        Supplement: this.#objects.numberAt(system, 'Supplement') ?? 0,
      }),
    )
    const glyphs = this.#objects.stream(inner.get(this.#objects.name('CIDToGIDMap')))
    const bytes = glyphs === null ? null : this.#objects.decoded(glyphs)
    if (bytes !== null)
      font.set(
        this.#objects.name('CIDToGIDMap'),
        this.#objects.to.register(this.#objects.flate(bytes, this.#objects.to.obj({}) as PDFDict)),
      )
    const made = this.#objects.to.obj({
      Type: 'Font',
      Subtype: 'Type0',
      DescendantFonts: [this.#objects.to.register(font)],
    }) as PDFDict
    made.set(this.#objects.name('BaseFont'), font.get(this.#objects.name('BaseFont'))!)
    const encoding = this.#characterMap(dict)
    made.set(this.#objects.name('Encoding'), encoding)
    const codes = encoding instanceof this.#objects.pdf.PDFRef ? encoding : null
    const isIdentity = /^\/Identity-[HV]$/.test(String(encoding))
    this.#tables.set(made, { font: made, inner: font, isIdentity, map: this.#toUnicode(dict, made), codes })
    return made
  }

  #characterMap(dict: PDFDict): PDFObject {
    const stream = this.#objects.stream(dict.get(this.#objects.name('Encoding')))
    const bytes = stream === null ? null : this.#objects.decoded(stream)
    if (stream === null || bytes === null) {
      const name = this.#objects.nameAt(dict, 'Encoding')
      return this.#objects.name(isCharacterMap(name) ? name : 'Identity-H')
    }
    const mode = this.#objects.numberAt(stream.dict, 'WMode') === 1 ? 1 : 0
    const entries = this.#objects.to.obj({ Type: 'CMap', CMapName: 'Map', WMode: mode }) as PDFDict
    const used = this.#objects.nameAt(stream.dict, 'UseCMap')
    if (isCharacterMap(used)) entries.set(this.#objects.name('UseCMap'), this.#objects.name(used))
    entries.set(
      this.#objects.name('CIDSystemInfo'),
      this.#objects.to.obj({
        Registry: this.#objects.pdf.PDFString.of('Adobe'),
        Ordering: this.#objects.pdf.PDFString.of('Identity'),
        Supplement: 0,
      }),
    )
    return this.#objects.to.register(this.#objects.flate(Buffer.from(cleanMap(latin(bytes), mode)), entries))
  }

  /** Glyphs that are drawn by operators (9.6.5). */
  #drawnFont(dict: PDFDict): PDFDict | null {
    const procedures = this.#objects.dict(dict.get(this.#objects.name('CharProcs')))
    if (procedures === null) return null
    const made = this.#objects.entries('font', dict)
    made.set(this.#objects.name('Type'), this.#objects.name('Font'))
    made.set(this.#objects.name('Subtype'), this.#objects.name('Type3'))
    const drawn = this.#objects.to.obj({}) as PDFDict
    const resources = this.#objects.dict(dict.get(this.#objects.name('Resources')))
    for (const [key, value] of procedures.entries()) {
      const stream = this.#objects.stream(value)
      const glyph =
        stream === null ? null : this.#objects.redraw(stream, this.#objects.to.obj({}) as PDFDict, 'glyph', resources)
      if (glyph === null) continue
      drawn.set(this.#glyphName(key.decodeText()), glyph)
      const own = this.#objects.to.lookup(glyph)
      const used =
        own instanceof this.#objects.pdf.PDFStream ? own.dict.get(this.#objects.name('Resources')) : undefined
      if (used instanceof this.#objects.pdf.PDFDict) this.#merge(made, used)
    }
    made.set(this.#objects.name('CharProcs'), drawn)
    this.#objects.put(made, 'Encoding', this.#encoding(dict))
    const map = this.#toUnicode(dict, made)
    this.#tables.set(made, { font: made, inner: null, isIdentity: false, map, codes: null })
    return made
  }

  /** The resources of a glyph are its font's. Their names are the same for all glyphs of a font. */
  #merge(font: PDFDict, used: PDFDict): void {
    const resources =
      (font.get(this.#objects.name('Resources')) as PDFDict | undefined) ?? (this.#objects.to.obj({}) as PDFDict)
    font.set(this.#objects.name('Resources'), resources)
    for (const [category, entries] of used.entries()) {
      const known = (resources.get(category) as PDFDict | undefined) ?? (this.#objects.to.obj({}) as PDFDict)
      resources.set(category, known)
      if (entries instanceof this.#objects.pdf.PDFDict)
        for (const [key, value] of entries.entries()) known.set(key, value)
    }
  }

  #encoding(dict: PDFDict): PDFObject | null {
    const found = this.#objects.get(dict, 'Encoding')
    if (found instanceof this.#objects.pdf.PDFName) return this.#objects.plain(found) ?? null
    if (!(found instanceof this.#objects.pdf.PDFDict)) return null
    const made = this.#objects.to.obj({ Type: 'Encoding' }) as PDFDict
    this.#objects.put(made, 'BaseEncoding', this.#objects.plain(found.get(this.#objects.name('BaseEncoding'))))
    const differences = this.#objects.get(found, 'Differences')
    if (differences instanceof this.#objects.pdf.PDFArray) {
      const items = differences.asArray().map((item) => this.#objects.from.lookup(item))
      const names = this.#objects.to.obj(
        items.map((item) =>
          item instanceof this.#objects.pdf.PDFName
            ? this.#glyphName(item.decodeText())
            : (this.#objects.plain(item) ?? 0),
        ) as PDFObject[],
      ) as PDFArray
      this.#encodings.push(made)
      made.set(this.#objects.name('Differences'), names)
    }
    return made
  }

  #glyphName(name: string): PDFName {
    return this.#objects.name(
      GLYPH.test(name) ? name : `g${Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 65_521, 7)}`,
    )
  }

  #toUnicode(dict: PDFDict, made: PDFDict): PDFRef | null {
    const stream = this.#objects.stream(dict.get(this.#objects.name('ToUnicode')))
    const bytes = stream === null ? null : this.#objects.decoded(stream)
    if (bytes === null) return null
    const map = this.#objects.flate(Buffer.from(cleanMap(latin(bytes), 0)), this.#objects.to.obj({}) as PDFDict)
    const ref = this.#objects.to.register(map)
    this.#maps.push(ref)
    made.set(this.#objects.name('ToUnicode'), ref)
    return ref
  }

  /** Returns whether the font holds its program. */
  #descriptor(dict: PDFDict, made: PDFDict): boolean {
    const descriptor = this.#objects.dict(dict.get(this.#objects.name('FontDescriptor')))
    const given = this.#objects.nameAt(dict, 'BaseFont') || this.#objects.nameAt(descriptor, 'FontName')
    const written = descriptor === null ? null : this.#objects.entries('descriptor', descriptor)
    const key = ['FontFile', 'FontFile2', 'FontFile3'].find(
      (each) => this.#objects.stream(descriptor?.get(this.#objects.name(each))) !== null,
    )
    const stream = key === undefined ? null : this.#objects.stream(descriptor!.get(this.#objects.name(key)))
    const bytes = stream === null ? null : this.#objects.decoded(stream)
    const isEmbedded = stream !== null && bytes !== null
    const name = this.#objects.name(
      fontName(given, this.#objects.numberAt(descriptor, 'Flags') ?? 0, isEmbedded ? this.#programs.length + 1 : null),
    )
    made.set(this.#objects.name('BaseFont'), name)
    if (written === null) return false
    if (isEmbedded) {
      const clean = cleanProgram(bytes)
      this.#objects.put(
        written,
        key!,
        this.#objects.once('program', stream, () =>
          this.#objects.flate(clean, this.#objects.entries('program', stream.dict)),
        ),
      )
      this.#programs.push({ descriptor: written, key: key!, bytes: clean })
    }
    written.set(this.#objects.name('Type'), this.#objects.name('FontDescriptor'))
    written.set(this.#objects.name('FontName'), name)
    made.set(this.#objects.name('FontDescriptor'), this.#objects.to.register(written))
    return isEmbedded
  }

  /** Leaves of each font what these texts show. */
  reduce(texts: Iterable<ShownText>): void {
    const { pdf, to } = this.#objects
    const drawn = codesByFont(texts, (font) => this.#tables.get(to.lookup(font)))
    const tables = new DrawnTables(pdf, to)
    for (const each of this.#tables.values()) tables.reduce(each, drawn.get(each) ?? new Set())
  }

  /** Takes values out of the places that pages are not read from: names of glyphs, maps of characters, font programs. */
  forget(values: KnownValues): void {
    for (const encoding of this.#encodings) {
      const names = encoding.get(this.#objects.name('Differences')) as PDFArray
      for (const [at, item] of names.asArray().entries())
        if (item instanceof this.#objects.pdf.PDFName && values.in(item.decodeText()).length > 0)
          names.set(at, this.#objects.name('.notdef'))
    }
    for (const ref of this.#maps) {
      const stream = this.#objects.to.lookup(ref)
      if (!(stream instanceof this.#objects.pdf.PDFRawStream)) continue
      const text = latin(this.#objects.pdf.decodePDFRawStream(stream).decode())
      const clean = text.replace(/<((?:[0-9a-f]{4}){1,8})>/g, (whole, code: string) =>
        values.in(Buffer.from(code, 'hex').swap16().toString('utf16le')).length > 0 ? '<003f>' : whole,
      )
      if (clean !== text) this.#objects.to.assign(ref, this.#objects.to.flateStream(Buffer.from(clean)))
    }
    for (const { descriptor, key, bytes } of this.#programs) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const isSaid = [buffer.toString('latin1'), buffer.toString('utf16le'), buffer.toString('utf16le', 1)].some(
        (text) => values.in(text).length > 0,
      )
      if (isSaid) descriptor.delete(this.#objects.name(key))
    }
  }
}
