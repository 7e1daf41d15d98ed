// The objects that the pages of a PDF are drawn with, written again from what is known of each kind (ISO 32000-1): entries that are not listed here
// are not in the copy, and neither are strings and names that mean nothing to a viewer.
import { constants, inflateSync } from 'node:zlib'
import type { PDFContext, PDFDict, PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { append } from '../../lists.ts'
import { copyRules } from '../../packs/markup-rules.ts'
import { unreadable } from '../shared/format.ts'
import { type Operand, operatorsOf } from './pdf-content.ts'
import { latin } from './pdf-fonts.ts'

export type Library = typeof import('@cantoo/pdf-lib')

const rules = copyRules().pdf
const VALUES = new Set(rules.values)
const CALCULATED = new Set(rules.calculated)
const FILTERS = rules.filters
const ENTRIES = Object.fromEntries(
  Object.entries(rules.entries).map(([kind, entries]) => [kind, new Set(entries)]),
) as Record<string, ReadonlySet<string>> as Record<Entries, ReadonlySet<string>>

/** Kinds of objects, as data/copy-rules.json has them. */
type Entries =
  | 'state'
  | 'mask'
  | 'group'
  | 'image'
  | 'shading'
  | 'function'
  | 'form'
  | 'pattern'
  | 'color'
  | 'font'
  | 'descriptor'
  | 'program'
  | 'parameters'

/** Use of a drawing; its text is read on a page only. */
export type Purpose = 'page' | 'pattern' | 'glyph'

/** Writes a stream of operators again, in an object with these entries; null where it is none. */
export type Redraw = (
  stream: PDFRawStream,
  entries: PDFDict,
  purpose: Purpose,
  resources: PDFDict | null,
) => PDFObject | null

/** Arrays within each other. */
const DEEPEST = 12

export class PdfObjects {
  readonly pdf: Library
  readonly from: PDFContext
  readonly to: PDFContext
  readonly removed: (what: string) => void
  readonly redraw: Redraw
  /** Written objects by kind and original. */
  readonly #written = new Map<string, Map<PDFObject, PDFObject | null>>()
  readonly #colorants = new Map<string, string>()
  /** Palettes, samples and meshes: bytes that are numbers to a viewer. */
  readonly samples: PDFRef[] = []
  /** Writes a font again. */
  font: (object: PDFObject | undefined) => PDFObject | null = () => null

  constructor(pdf: Library, from: PDFContext, to: PDFContext, removed: (what: string) => void, redraw: Redraw) {
    this.pdf = pdf
    this.from = from
    this.to = to
    this.removed = removed
    this.redraw = redraw
  }

  name(text: string): import('@cantoo/pdf-lib').PDFName {
    return this.pdf.PDFName.of(text)
  }

  dict(object: PDFObject | undefined): PDFDict | null {
    const found = this.from.lookup(object)
    if (found instanceof this.pdf.PDFDict) return found
    return found instanceof this.pdf.PDFStream ? found.dict : null
  }

  get(dict: PDFDict | null, key: string): PDFObject | undefined {
    return this.from.lookup(dict?.get(this.name(key)))
  }

  nameAt(dict: PDFDict | null, key: string): string {
    const found = this.get(dict, key)
    return found instanceof this.pdf.PDFName ? found.decodeText() : ''
  }

  numberAt(dict: PDFDict | null, key: string): number | null {
    const found = this.get(dict, key)
    return found instanceof this.pdf.PDFNumber ? found.asNumber() : null
  }

  stream(object: PDFObject | undefined): PDFRawStream | null {
    const found = this.from.lookup(object)
    return found instanceof this.pdf.PDFRawStream ? found : null
  }

  /** The unpacked bytes of a stream; null for filters of pictures, and for damaged streams. */
  decoded(stream: PDFRawStream): Uint8Array | null {
    const filter = this.get(stream.dict, 'Filter')
    const filters =
      filter instanceof this.pdf.PDFArray ? filter.asArray().map((each) => this.from.lookup(each)) : [filter]
    const isInflated =
      !stream.dict.has(this.name('DecodeParms')) && filters.every((each) => each === this.name('FlateDecode'))
    const inflated = isInflated ? inflatedBy(stream.contents, filters.length) : null
    if (inflated !== null) return inflated
    if (stream.contents.length > LARGEST_STREAM) throw unreadable(TOO_LARGE)
    try {
      return this.pdf.decodePDFRawStream(stream).decode()
    } catch {
      return null
    }
  }

  /** Numbers, listed names and arrays of those; undefined for anything else. */
  plain(object: PDFObject | undefined, depth = 0): PDFObject | undefined {
    const { PDFArray, PDFBool, PDFName, PDFNull, PDFNumber } = this.pdf
    const found = this.from.lookup(object)
    if (found instanceof PDFNumber || found instanceof PDFBool || found === PDFNull) return found
    if (found instanceof PDFName) return VALUES.has(found.decodeText()) ? found : undefined
    if (!(found instanceof PDFArray) || depth > DEEPEST) return undefined
    const items = found.asArray().map((item) => this.plain(item, depth + 1))
    return items.includes(undefined) ? undefined : this.to.obj(items as PDFObject[])
  }

  /** A new dictionary with the entries of its kind. */
  entries(kind: Entries, dict: PDFDict | null): PDFDict {
    const made = this.to.obj({}) as PDFDict
    for (const key of ENTRIES[kind]) {
      const value = this.plain(dict?.get(this.name(key)))
      if (value !== undefined) made.set(this.name(key), value)
    }
    return made
  }

  /** Writes each original of a kind once. */
  once(kind: string, object: PDFObject, write: () => PDFObject | null): PDFObject | null {
    let known = this.#written.get(kind)
    if (known === undefined) {
      known = new Map()
      this.#written.set(kind, known)
    }
    const before = known.get(object)
    if (before !== undefined) return before
    // A reference of an object to itself is left out.
    known.set(object, null)
    const made = write()
    const isDirect = made === null || made instanceof this.pdf.PDFName || made instanceof this.pdf.PDFRef
    const written = isDirect ? made : this.to.register(made)
    known.set(object, written)
    return written
  }

  flate(bytes: Uint8Array, dict: PDFDict): PDFObject {
    const stream = this.to.flateStream(bytes)
    for (const [key, value] of dict.entries()) stream.dict.set(key, value)
    return stream
  }

  #sampled(bytes: Uint8Array, dict: PDFDict): PDFRef {
    const ref = this.to.register(this.flate(bytes, dict))
    this.samples.push(ref)
    return ref
  }

  put(dict: PDFDict, key: string, value: PDFObject | null | undefined): void {
    if (value != null) dict.set(this.name(key), value)
  }

  /** An object that others can refer to. */
  referred(object: PDFObject): PDFObject {
    return object instanceof this.pdf.PDFRef ? object : this.to.register(object)
  }

  /** The data of an inline image (8.9.7) in hexadecimal digits, and the filters that unpack it; null where it cannot be written again. */
  inlineData(
    data: string,
    filter: Operand | undefined,
    parameters: Operand | undefined,
  ): { filters: string; bytes: Buffer } | null {
    const list = filter?.kind === 'array' ? filter.items : filter === undefined ? [] : [filter]
    const names = list.map((each) => (each.kind === 'name' ? (FILTERS[each.name] ?? each.name) : ''))
    const bytes = Buffer.from(data, 'latin1')
    if (names.length === 0) return { filters: '/F /AHx', bytes }
    const given = parameters?.kind === 'array' ? parameters.items.at(-1) : parameters
    const entries = given?.kind === 'dictionary' ? [...given.entries] : []
    const known = entries.flatMap(([key, value]): [string, number | boolean][] => {
      if (!ENTRIES.parameters.has(key)) return []
      if (value.kind === 'number') return [[key, value.value]]
      return value.kind === 'word' ? [[key, value.word === 'true']] : []
    })
    if (names.length === 1 && names[0] === 'CCITTFaxDecode')
      return {
        filters: `/F [/AHx /CCF] /DP [null <<${known.map(([key, value]) => `/${key} ${value}`).join(' ')}>>]`,
        bytes,
      }
    const dict = this.to.obj({ Filter: names.at(-1)!, DecodeParms: Object.fromEntries(known) }) as PDFDict
    const unpacked = names.length === 1 ? this.decoded(this.pdf.PDFRawStream.of(dict, bytes)) : null
    return unpacked === null ? null : { filters: '/F /AHx', bytes: Buffer.from(unpacked) }
  }

  /** A resource of a category as its copy; null for what is not known. */
  resource(category: string, object: PDFObject | undefined): PDFObject | null {
    if (category === 'Font') return this.font(object)
    if (category === 'ExtGState') return this.#state(object)
    if (category === 'ColorSpace') return this.colorSpace(object)
    if (category === 'Pattern') return this.#pattern(object)
    return category === 'Shading' ? this.#shading(object) : null
  }

  #state(object: PDFObject | undefined): PDFObject | null {
    const dict = this.dict(object)
    if (dict === null) return null
    return this.once('state', dict, () => {
      const made = this.entries('state', dict)
      const mask = this.get(dict, 'SMask')
      if (mask instanceof this.pdf.PDFDict) this.put(made, 'SMask', this.#softMask(mask))
      else this.put(made, 'SMask', this.plain(mask))
      return made
    })
  }

  #softMask(mask: PDFDict): PDFDict | null {
    const form = this.stream(mask.get(this.name('G')))
    const group = form === null ? null : this.redraw(form, this.formEntries(form), 'pattern', null)
    if (group === null) return null
    const made = this.entries('mask', mask)
    this.put(made, 'G', group)
    return made
  }

  /** The entries of a drawing (8.10). */
  formEntries(stream: PDFRawStream): PDFDict {
    const made = this.entries('form', stream.dict)
    made.set(this.name('Type'), this.name('XObject'))
    made.set(this.name('Subtype'), this.name('Form'))
    if (!made.has(this.name('BBox'))) made.set(this.name('BBox'), this.to.obj([0, 0, 0, 0]))
    this.put(made, 'Group', this.group(stream.dict))
    return made
  }

  group(dict: PDFDict): PDFDict | null {
    const group = this.dict(dict.get(this.name('Group')))
    if (group === null || this.nameAt(group, 'S') !== 'Transparency') return null
    const made = this.entries('group', group)
    this.put(made, 'CS', this.colorSpace(group.get(this.name('CS'))))
    return made
  }

  image(stream: PDFRawStream): PDFObject | null {
    return this.once('image', stream, () => {
      const made = this.entries('image', stream.dict)
      made.set(this.name('Type'), this.name('XObject'))
      made.set(this.name('Subtype'), this.name('Image'))
      for (const key of ['SMask', 'Mask']) {
        const mask = this.stream(stream.dict.get(this.name(key)))
        if (mask !== null) this.put(made, key, this.image(mask))
      }
      const filter = this.get(stream.dict, 'Filter')
      const only = filter instanceof this.pdf.PDFArray && filter.size() === 1 ? this.from.lookup(filter.get(0)) : filter
      // An image that is not decoded is emptied; it then needs no colour space.
      if (!(only instanceof this.pdf.PDFName) || only.decodeText() !== 'DCTDecode')
        return this.pdf.PDFRawStream.of(made, new Uint8Array(0))
      this.put(made, 'ColorSpace', this.colorSpace(stream.dict.get(this.name('ColorSpace'))))
      made.set(this.name('Filter'), only)
      const parameters = this.dict(stream.dict.get(this.name('DecodeParms')))
      if (parameters !== null) made.set(this.name('DecodeParms'), this.entries('parameters', parameters))
      return this.pdf.PDFRawStream.of(made, stream.contents)
    })
  }

  colorSpace(object: PDFObject | undefined, depth = 0): PDFObject | null {
    const found = this.from.lookup(object)
    if (found instanceof this.pdf.PDFName) return (this.plain(found) as PDFObject | undefined) ?? null
    if (!(found instanceof this.pdf.PDFArray) || depth > DEEPEST) return null
    const first = this.from.lookup(found.get(0))
    const family = first instanceof this.pdf.PDFName ? first.decodeText() : ''
    const at = (n: number) => (n < found.size() ? found.get(n) : undefined)
    const inner = (n: number) => this.colorSpace(at(n), depth + 1)
    if (found.size() === 1) return this.plain(first) ?? null
    if (/^Cal(?:Gray|RGB)$|^Lab$/.test(family)) return this.to.obj([family, this.entries('color', this.dict(at(1)))])
    if (family === 'ICCBased') return this.#device(this.numberAt(this.dict(at(1)), 'N'))
    if (family === 'Pattern') return this.to.obj([family, inner(1) ?? this.name('DeviceRGB')])
    if (family === 'Indexed' || family === 'I') return this.#indexed(inner(1), this.plain(at(2)), at(3))
    if (family !== 'Separation' && family !== 'DeviceN') return null
    const colorants = this.#colorantsOf(this.from.lookup(at(1)))
    const [alternate, tint] = [inner(2), this.#function(at(3))]
    if (alternate === null || tint === null) return null
    return this.to.obj([family, family === 'DeviceN' ? this.to.obj(colorants) : colorants[0]!, alternate, tint])
  }

  #colorantsOf(named: PDFObject | undefined): PDFObject[] {
    const names = named instanceof this.pdf.PDFArray ? named.asArray() : [named]
    return names.map((each) => this.#colorant(this.from.lookup(each)))
  }

  /** Profiles are data of programs, with names and notices in them: the space with as many components replaces them. */
  #device(components: number | null): PDFObject {
    return this.name(components === 1 ? 'DeviceGray' : components === 4 ? 'DeviceCMYK' : 'DeviceRGB')
  }

  #colorant(name: PDFObject | undefined): PDFObject {
    const text = name instanceof this.pdf.PDFName ? name.decodeText() : ''
    if (VALUES.has(text)) return this.name(text)
    const known = this.#colorants.get(text) ?? `Ink${this.#colorants.size + 1}`
    this.#colorants.set(text, known)
    return this.name(known)
  }

  #indexed(base: PDFObject | null, highest: PDFObject | undefined, table: PDFObject | undefined): PDFObject | null {
    if (base === null || !(highest instanceof this.pdf.PDFNumber)) return null
    const found = this.from.lookup(table)
    const stream = this.stream(found)
    const isText = found instanceof this.pdf.PDFString || found instanceof this.pdf.PDFHexString
    const bytes = stream !== null ? this.decoded(stream) : isText ? found.asBytes() : null
    if (bytes === null) return null
    const components =
      { '/DeviceGray': 1, '/DeviceCMYK': 4 }[String(base)] ?? (String(base).includes('/CalGray') ? 1 : 3)
    const used = bytes.subarray(0, (Math.min(highest.asNumber(), 255) + 1) * components)
    return this.to.obj(['Indexed', base, highest, this.#sampled(used, this.to.obj({}) as PDFDict)])
  }

  #functions(object: PDFObject | undefined): PDFObject | null {
    const found = this.from.lookup(object)
    if (!(found instanceof this.pdf.PDFArray)) return this.#function(found)
    const made = found.asArray().map((each) => this.#function(each))
    return made.includes(null) ? null : this.to.obj(made as PDFObject[])
  }

  #function(object: PDFObject | undefined): PDFObject | null {
    const dict = this.dict(object)
    if (dict === null) return (this.plain(object) as PDFObject | undefined) ?? null
    return this.once('function', dict, () => {
      const made = this.entries('function', dict)
      const parts = this.get(dict, 'Functions')
      if (parts !== undefined) this.put(made, 'Functions', this.#functions(parts))
      const stream = this.stream(object)
      if (stream === null) return made
      const bytes = this.decoded(stream)
      if (bytes === null) return null
      return this.numberAt(dict, 'FunctionType') === 4
        ? this.flate(calculated(bytes), made)
        : this.#sampled(bytes, made)
    })
  }

  #shading(object: PDFObject | undefined): PDFObject | null {
    const dict = this.dict(object)
    if (dict === null) return null
    return this.once('shading', dict, () => {
      const made = this.entries('shading', dict)
      this.put(made, 'ColorSpace', this.colorSpace(dict.get(this.name('ColorSpace'))))
      this.put(made, 'Function', this.#functions(dict.get(this.name('Function'))))
      const stream = this.stream(object)
      const bytes = stream === null ? null : this.decoded(stream)
      return bytes === null ? made : this.#sampled(bytes, made)
    })
  }

  #pattern(object: PDFObject | undefined): PDFObject | null {
    const dict = this.dict(object)
    if (dict === null) return null
    return this.once('pattern', dict, () => {
      const made = this.entries('pattern', dict)
      const stream = this.stream(object)
      if (stream !== null) return this.redraw(stream, made, 'pattern', null)
      this.put(made, 'Shading', this.#shading(dict.get(this.name('Shading'))))
      return made
    })
  }
}

/** Bytes that a stream may unpack to: a page of 100,000 operators has about 4 MiB. */
const LARGEST_STREAM = 64 * 1024 * 1024
const TOO_LARGE = 'a stream of the PDF unpacks to more than 64 MiB; print it into a new PDF first'

/** The inflated bytes, as often as they are deflated; null where they are damaged. */
function inflatedBy(bytes: Uint8Array, times: number): Uint8Array | null {
  let inflated = bytes
  try {
    for (let n = 0; n < times; n++)
      inflated = inflateSync(inflated, { maxOutputLength: LARGEST_STREAM, finishFlush: constants.Z_SYNC_FLUSH })
    return inflated
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw unreadable(TOO_LARGE, error)
    return null
  }
}

/** A calculated function without comments and unknown words. */
function calculated(bytes: Uint8Array): Uint8Array {
  const said = (operand: Operand) => (operand.kind === 'number' ? [String(operand.value)] : [])
  const words: string[] = []
  for (const { name, operands } of operatorsOf(latin(bytes).replace(/[{}]/g, ' $& '))) {
    for (const operand of operands) append(words, operand.kind === 'word' ? [operand.word] : said(operand))
    if (CALCULATED.has(name)) words.push(name)
  }
  return Buffer.from(words.join(' '))
}
