// OpenDocument texts, sheets and slides (ISO/IEC 26300): content, headers and footers, comments, stored values of cells, and titles. The
// package is written anew from these; its pictures and objects get new names in the copy.
import { officeWords } from '../../packs/markup-rules.ts'
import { writtenDays } from '../../values/date.ts'
import { Package } from '../archive/package.ts'
import { blankPicture } from '../picture/pictures.ts'
import type { CopyText } from '../shared/copy-text.ts'
import { type Open, type OpenCopy, type Opening, unreadable } from '../shared/format.ts'
import { linkSpot } from '../shared/partial-spots.ts'
import { Names } from '../xml/allowed-values.ts'
import { type Keeping, type Rules, walkAllowed } from '../xml/allowed-xml.ts'
import { type Attribute, attributeOf, escaped, type SourceTag, XmlSource } from '../xml/xml-source.ts'
import { addXmlText } from '../xml/xml-text.ts'
import { CONTENT, META, ODF } from './odf-dialect.ts'
import { DAY_OF_NUMBERS } from './sheet-formulas.ts'

const FOLLOWED = /^(?:https?|mailto|tel|ftp|sms):/i
const NOWHERE = 'about:blank'
const MIMETYPE =
  /^application\/vnd\.(?:oasis\.opendocument\.(?:text|spreadsheet|presentation|graphics|chart|formula|image)(?:-template|-master|-web)?|sun\.xml\.[a-z]{1,20}(?:\.[a-z]{1,20})?)$/
const CONTENTS = /^(?:Object \d{1,4}\/)?(?:content|styles)\.xml$/
const PICTURE = /^(?:Pictures|media)\/[^/]{1,200}\.(png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf|svm)$/i
/** Names that LibreOffice gives pictures: a hash of them. */
const PICTURE_NAME = /^Pictures\/[0-9A-Fa-f]{16,64}\.[a-z]{3,4}$/

/** Pattern of a part that is left out -> its name in `removed`; null if the answer does not report it. */
const LEFT_OUT: readonly (readonly [RegExp, string | null])[] = [
  [
    /^Thumbnails\/|^layout-cache$|^Configurations2\/|^manifest\.rdf$|^META-INF\/manifest\.xml$|\/meta\.xml$|\/settings\.xml$|^mimetype$/,
    null,
  ],
  [/^META-INF\/(?:document|macro|package)signatures\.xml$/, 'signatures, which hold only for the file as it was'],
  [/^(?:Basic|Scripts|Dialogs)\//, 'macros'],
  [/^ObjectReplacements\//, 'previews of embedded objects'],
  [/^Versions(?:\/|List\.xml)|^VersionList\.xml$/, 'earlier versions'],
  [/^Object [^/]+$/, 'embedded objects'],
  [/^Fonts\//, 'fonts'],
  [/^media\//, 'sound and film'],
  [/./, 'parts of a kind not known here'],
]

class OdfCopy implements OpenCopy {
  readonly #parts: Package
  readonly #into: CopyText
  readonly #opening: Opening
  readonly #mimetype: string
  readonly #names = new Names()
  readonly #sources = new Map<string, XmlSource>()
  /** Name in the file -> name in the copy, of pictures. */
  readonly #pictures = new Map<string, string>()
  readonly #inner = new Map<string, OpenCopy>()

  constructor(parts: Package, mimetype: string, into: CopyText, opening: Opening) {
    this.#parts = parts
    this.#mimetype = mimetype
    this.#into = into
    this.#opening = opening
  }

  async open(): Promise<void> {
    const names = this.#parts.names.sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1))
    for (const name of names) {
      const ending = PICTURE.exec(name)?.[1]?.toLowerCase()
      if (ending !== undefined)
        this.#pictures.set(name, PICTURE_NAME.test(name) ? name : `Pictures/image${this.#pictures.size + 1}.${ending}`)
    }
    for (const name of names) {
      if (CONTENTS.test(name)) this.#addContent(await this.#source(name), ODF)
      else if (name === 'meta.xml') this.#addContent(await this.#source(name), META)
      else if (name === 'settings.xml') keepSwitches(await this.#source(name))
      else if (this.#pictures.has(name)) await this.#addPicture(name)
      else {
        const what = LEFT_OUT.find(([pattern]) => pattern.test(name))![1]
        if (what !== null) this.#opening.removed(what)
      }
      this.#into.endPart()
    }
  }

  async #source(name: string): Promise<XmlSource> {
    const source = await XmlSource.of(this.#parts.part(name)!)
    this.#sources.set(name, source)
    return source
  }

  async #addPicture(name: string): Promise<void> {
    const written = this.#pictures.get(name)!
    const copy = await this.#opening.inner(this.#parts.part(name)!, this.#into)
    this.#inner.set(written, copy ?? { write: () => blankPicture(written) })
    if (copy === null) this.#opening.removed('pictures')
  }

  /** The name in the copy of a part that an address inside the package names; null for one that is left out. */
  #inside(address: string): string | null {
    const path = address.replace(/^\.\//, '')
    if (/^Object \d{1,4}$/.test(path)) return this.#parts.part(`${path}/content.xml`) === undefined ? null : address
    return this.#pictures.get(path) ?? null
  }

  #addContent(source: XmlSource, rules: Rules): void {
    const into = this.#into
    const keeping: Keeping = {
      into,
      names: this.#names,
      relation: () => null,
      removed: (what) => this.#opening.removed(what),
      address: (attribute) => this.#address(attribute),
    }
    const fate = (tag: SourceTag, name: string) => {
      const address = /^draw:(?:image|object)$/.test(name) ? attributeOf(tag, 'href')?.value : undefined
      return address !== undefined && this.#inside(address) === null ? 'cut' : null
    }
    const cells: SourceTag[] = []
    const changed = new Set<SourceTag>()
    const shown = new Map<SourceTag, string>()
    const showsAll = (cell: SourceTag): void => {
      if (changed.has(cell) || !hidesValue(cell, shown.get(cell) ?? '')) return
      asText(cell)
      this.#opening.removed('stored values that cells do not show')
    }
    addXmlText(
      source,
      CONTENT,
      into,
      {
        open(tag) {
          if (tag.name === 'table') {
            const name = attributeOf(tag, 'name')
            if (name !== null) into.aside(name)
          }
          if (!CONTENT.cells.has(tag.name)) return false
          addFormula(tag, into)
          for (const [name, { value }] of tag.attributes)
            if (KEPT.test(name)) into.guard({ value, drop: () => asText(tag) })
          if (tag.isEmpty) showsAll(tag)
          else cells.push(tag)
          // Empty columns, so that values stand under their headings.
          const repeated = Number(attributeOf(tag, 'number-columns-repeated')?.value ?? 1)
          if (tag.isEmpty && repeated > 1 && repeated <= WIDEST_GAP) into.cell(repeated - 1)
          return false
        },
        text(spot) {
          const cell = cells.at(-1)
          if (cell === undefined || spot.value.trim() === '') return false
          shown.set(cell, `${shown.get(cell) ?? ''}${spot.value}`)
          into.add({
            value: spot.value,
            set(text) {
              spot.set(text)
              if (!changed.has(cell)) asText(cell)
              changed.add(cell)
            },
          })
          return true
        },
        close(name) {
          if (CONTENT.cells.has(name) && cells.length > 0) showsAll(cells.pop()!)
        },
      },
      (handlers) => walkAllowed(source, { ...rules, fate }, keeping, handlers),
    )
    into.endPart()
  }

  /** Masks links, renames references to parts of the package, and removes references to local files. */
  #address(attribute: Attribute): void {
    const { value } = attribute
    const inside = this.#inside(value)
    if (inside !== null) {
      if (inside !== value) attribute.set(inside)
    } else if (FOLLOWED.test(value)) this.#into.aside(linkSpot(attribute))
    else attribute.set(value.startsWith('#') ? '#' : NOWHERE)
  }

  async write(): Promise<Uint8Array> {
    const written = new Map<string, Uint8Array>()
    for (const [name, source] of this.#sources)
      written.set(name, source.isChanged ? source.bytes() : this.#parts.part(name)!)
    for (const [name, copy] of this.#inner) written.set(name, await copy.write())
    for (const name of this.#parts.names) this.#parts.delete(name)
    this.#parts.set('mimetype', Buffer.from(this.#mimetype))
    for (const [name, bytes] of written) this.#parts.set(name, bytes)
    this.#parts.set('META-INF/manifest.xml', Buffer.from(this.#manifest([...written.keys()])))
    return this.#parts.written()
  }

  /** Every part with its type (part 2, 4.2); objects have that of their content. */
  #manifest(names: readonly string[]): string {
    const entries: [string, string][] = [['/', this.#mimetype]]
    for (const name of names) {
      if (/^Object \d+\/content\.xml$/.test(name))
        entries.push([name.slice(0, -'content.xml'.length), this.#objectType(name)])
      entries.push([
        name,
        /\.xml$/.test(name) ? 'text/xml' : `image/${name.slice(name.lastIndexOf('.') + 1).replace('jpg', 'jpeg')}`,
      ])
    }
    const listed = entries.map(
      ([path, type]) => `<manifest:file-entry manifest:full-path="${escaped(path)}" manifest:media-type="${type}"/>`,
    )
    return `<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${listed.join('')}</manifest:manifest>`
  }

  #objectType(name: string): string {
    const text = this.#sources.get(name)!.text
    const kind = /<office:(chart|spreadsheet|text|presentation|drawing)[\s>]/.exec(text)?.[1] ?? 'formula'
    return `application/vnd.oasis.opendocument.${kind === 'drawing' ? 'graphics' : kind}`
  }
}

/** The stored value of a cell, in addition to the shown one (19.385 and others of office:value). */
const KEPT = /:(?:value|date-value|time-value|boolean-value|string-value|currency|formula)$/
const WIDEST_GAP = 50

/** Digits of a number that may identify a person; shorter ones are prices, shares and counts. */
const LEAST_OF_NUMBER = 5

/** True if a cell stores a day or a long number that is not in the text that it shows, as with the formats "dddd" and ";;;". */
function hidesValue(cell: SourceTag, shown: string): boolean {
  const day = attributeOf(cell, 'date-value')?.value.slice(0, 10)
  if (day !== undefined) {
    const digits = day.split('-').map((part) => part.replace(/^0/, ''))
    return (
      ![...writtenDays(shown)].some(({ readings }) => readings.includes(day)) &&
      !digits.every((part) => shown.includes(part))
    )
  }
  const [number = ''] = (attributeOf(cell, 'value')?.value ?? '').replace('-', '').split(/[.E]/)
  return number.length >= LEAST_OF_NUMBER && !shown.replace(/\D/g, '').includes(number.slice(0, -1))
}

function asText(cell: SourceTag): void {
  for (const [name, attribute] of cell.attributes) {
    if (KEPT.test(name)) attribute.cut()
    else if (name.endsWith(':value-type')) attribute.set('string')
  }
}

/** Signs, numbers, cells of the same sheet and functions of OpenFormula (part 4). */
const FORMULA_WORD = /^(?:TRUE|FALSE|of|\d{0,20}(?:\.\d{0,20})?)$/
const CELLS = /\[\.\$?[A-Z]{1,3}\$?\d{1,7}(?::\.\$?[A-Z]{1,3}\$?\d{1,7})?\]/g

/** A formula stays where everything that it names is known; one that says something to be masked is left out with its cell's value. */
function addFormula(cell: SourceTag, into: CopyText): void {
  const formula = [...cell.attributes].find(([name]) => name === 'table:formula')?.[1]
  if (formula === undefined) return
  const pieces = formula.value.split('"')
  const code = pieces
    .filter((_, n) => n % 2 === 0)
    .join(' ')
    .replace(CELLS, '1')
  const { functions } = officeWords()
  const isKnown =
    !/['[\]#]/.test(code) &&
    !DAY_OF_NUMBERS.test(code) &&
    (code.match(/[\p{L}\p{N}_.]+\(?/gu) ?? []).every((word) =>
      word.endsWith('(') ? functions.has(word.slice(0, -1)) : FORMULA_WORD.test(word),
    )
  if (!isKnown) {
    formula.cut()
    return
  }
  const said = pieces.filter((words, n) => n % 2 === 1 && words.length > 1).join('\n')
  if (said !== '') into.aside({ value: said, set: () => formula.cut() })
  into.guard({ value: formula.value, drop: () => formula.cut() })
}

/** Settings that are numbers or switches: how programs lay out the file. What names a printer, a user or a source of data is left out. */
function keepSwitches(source: XmlSource): void {
  let open: SourceTag | null = null
  let isSwitch = false
  let cutting: SourceTag | null = null
  let depth = 0
  source.walk({
    open(tag) {
      if (cutting !== null) depth++
      else if (/^config-item-map/.test(tag.name) || (tag.name === 'config-item-set' && !SETTINGS.test(nameOf(tag))))
        cutting = tag
      else if (tag.name === 'config-item') {
        open = tag
        isSwitch = false
      }
    },
    text(spot) {
      if (cutting === null && open !== null) isSwitch = /^(?:true|false|-?\d{1,9})$/.test(spot.value)
    },
    close(name, end) {
      if (cutting !== null && depth > 0) depth--
      else if (cutting !== null) {
        source.put(cutting.start, end, '')
        cutting = null
      } else if (name === 'config-item' && open !== null) {
        if (!isSwitch || !/^[A-Za-z]{1,60}$/.test(nameOf(open))) source.put(open.start, end, '')
        open = null
      }
    },
    instruction: (start, end) => source.put(start, end, ''),
  })
}

const SETTINGS = /^ooo:[a-z-]{1,40}$/

function nameOf(tag: SourceTag): string {
  return attributeOf(tag, 'name')?.value ?? ''
}

function orderOf(name: string): number {
  const order = ['content.xml', 'styles.xml', 'meta.xml'].indexOf(name)
  return order < 0 ? 3 : order
}

export const openOdf: Open = async (bytes, into, opening) => {
  const parts = await Package.of(bytes, opening)
  const mimetype = Buffer.from(parts.part('mimetype') ?? [])
    .toString('latin1')
    .trim()
  if (parts.part('content.xml') === undefined || !MIMETYPE.test(mimetype))
    throw unreadable('the OpenDocument file is encrypted, damaged or none')
  const copy = new OdfCopy(parts, mimetype, into, opening)
  await copy.open()
  return copy
}
