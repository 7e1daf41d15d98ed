// OpenDocument texts, sheets and slides (ISO/IEC 26300): content, headers and footers, comments and their authors, tracked changes, what cells keep
// beside what they show, and what the file says of itself.
import { unreadable } from '../parse/parser.ts'
import { blankPicture } from './blank-pictures.ts'
import type { Carrier, OpenCopy, Opening } from './carrier.ts'
import type { CopyText } from './copy-text.ts'
import { Package } from './package.ts'
import { linkSpot } from './relations.ts'
import { attributeOf, type SourceTag, XmlSource } from './xml-source.ts'
import { addXmlText, type Dialect, PLAIN } from './xml-text.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const CONTENT: Dialect = {
  ...PLAIN,
  skipped: set('date date-string'),
  lines: set('p h annotation note title desc'),
  rows: set('table-row'),
  cells: set('table-cell covered-table-cell'),
  signs: { tab: '\t', s: ' ', 'line-break': '\n' },
  apart: set('annotation note text-box'),
  words: {
    '*': ['string-value', 'current-value', 'label', 'help-message', 'string-value-if-true', 'string-value-if-false'],
    table: ['name'],
    'bookmark-start': ['name'],
    bookmark: ['name'],
    'content-validation': ['condition'],
    a: ['title'],
  },
  emptied: {
    creator: '',
    'creator-initials': '',
    'author-name': '',
    'author-initials': '',
    'initial-creator': '',
    'printed-by': '',
    deletion: '',
  },
}

/** What a cell keeps beside what it shows (19.385 and others of office:value). */
const KEPT = /:(?:value|date-value|time-value|boolean-value|string-value|currency|formula)$/

function addContent(source: XmlSource, into: CopyText): void {
  const cells: SourceTag[] = []
  const changed = new Set<SourceTag>()
  addXmlText(source, CONTENT, into, {
    open(tag) {
      addLink(tag, into)
      if (!CONTENT.cells.has(tag.name)) return false
      if (!tag.isEmpty) cells.push(tag)
      // Empty columns, so that values stand under their headings.
      const repeated = Number(attributeOf(tag, 'number-columns-repeated')?.value ?? 1)
      if (tag.isEmpty && repeated > 1 && repeated <= WIDEST_GAP) into.sign('\t'.repeat(repeated - 1))
      return false
    },
    text(spot) {
      const cell = cells.at(-1)
      if (cell === undefined || spot.value.trim() === '') return false
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
      if (CONTENT.cells.has(name) && cells.length > 0) cells.pop()
    },
  })
  into.endPart()
}

const WIDEST_GAP = 50

function asText(cell: SourceTag): void {
  for (const [name, attribute] of cell.attributes) {
    if (KEPT.test(name)) attribute.cut()
    else if (name.endsWith(':value-type')) attribute.set('string')
  }
}

/** Links are masked; files of somebody's machine are no longer pointed to. */
function addLink(tag: SourceTag, into: CopyText): void {
  const href = tag.attributes.get('xlink:href')
  if (href === undefined) return
  if (/^(?:https?|mailto|tel|ftp|sms):/i.test(href.value)) into.aside(linkSpot(href))
  else if (!/^(?:#|\.?\/?(?:Pictures|media|Object|ObjectReplacements)[/ ])/.test(href.value)) href.set('about:blank')
}

const SAID = /^(?:title|subject|description|keyword|user-defined)$/

function addMeta(source: XmlSource, into: CopyText): void {
  let label = ''
  addXmlText(source, CONTENT, into, {
    open(tag) {
      if (tag.name === 'user-defined') label = attributeOf(tag, 'name')?.value ?? ''
      if (tag.name === 'template') {
        attributeOf(tag, 'title')?.set('')
        attributeOf(tag, 'href')?.set('')
      }
      return false
    },
    text(spot, within) {
      if (SAID.test(within)) into.aside(spot, within === 'user-defined' ? label : '')
      return true
    },
  })
  into.endPart()
}

/** Printers, users and sources of data, by the name of the setting. */
const PRIVATE = /Printer|User|Author|Database|Path|Url|Link/i

function clearSettings(source: XmlSource): void {
  let isPrivate = false
  source.walk({
    open(tag) {
      if (tag.name === 'config-item') isPrivate = PRIVATE.test(attributeOf(tag, 'name')?.value ?? '')
    },
    text(spot) {
      if (isPrivate && spot.value.trim() !== '' && !/^(?:true|false|\d{1,9})$/.test(spot.value)) spot.set('')
    },
    close() {
      isPrivate = false
    },
  })
}

const REMOVED: readonly (readonly [RegExp, string | null])[] = [
  [/^Thumbnails\/|^layout-cache$|^Configurations2\//, null],
  [/^META-INF\/(?:document|macro|package)signatures\.xml$/, 'signatures, which hold only for the file as it was'],
  [/^(?:Basic|Scripts|Dialogs)\//, 'macros'],
  [/^ObjectReplacements\//, 'previews of embedded objects'],
  [/^Versions(?:\/|List\.xml)/, 'earlier versions'],
  [/^Object [^/]+$/, 'embedded objects'],
  [/^media\//, 'sound and film'],
]
const KEPT_PARTS = /^mimetype$|^META-INF\/manifest\.xml$|^manifest\.rdf$|^Fonts\//

class OdfCopy implements OpenCopy {
  readonly #parts: Package
  readonly #sources = new Map<string, XmlSource>()
  readonly #inner = new Map<string, OpenCopy>()
  readonly #removed = new Set<string>()

  constructor(parts: Package) {
    this.#parts = parts
  }

  async open(into: CopyText, opening: Opening): Promise<void> {
    const names = this.#parts.names.sort((a, b) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1))
    for (const name of names) {
      const gone = REMOVED.find(([pattern]) => pattern.test(name))
      if (gone !== undefined) this.#remove(name, gone[1], opening)
      else if (/(?:^|\/)(?:content|styles)\.xml$/.test(name)) addContent(await this.#source(name), into)
      else if (/(?:^|\/)meta\.xml$/.test(name)) addMeta(await this.#source(name), into)
      else if (/(?:^|\/)settings\.xml$/.test(name)) clearSettings(await this.#source(name))
      else if (/\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf|svm)$/i.test(name))
        await this.#picture(name, into, opening)
      else if (!KEPT_PARTS.test(name)) this.#remove(name, 'parts of a kind not known here', opening)
    }
  }

  async #source(name: string): Promise<XmlSource> {
    const source = await XmlSource.of(this.#parts.part(name)!)
    this.#sources.set(name, source)
    return source
  }

  #remove(name: string, what: string | null, opening: Opening): void {
    this.#removed.add(name)
    if (what !== null) opening.removed(what)
  }

  async #picture(name: string, into: CopyText, opening: Opening): Promise<void> {
    const copy = await opening.inner(this.#parts.part(name)!, into)
    if (copy !== null) this.#inner.set(name, copy)
    else {
      this.#parts.set(name, blankPicture(name))
      opening.removed('pictures')
    }
  }

  async write(): Promise<Uint8Array> {
    for (const [name, copy] of this.#inner) this.#parts.set(name, await copy.write())
    for (const [name, source] of this.#sources) if (source.isChanged) this.#parts.set(name, source.bytes())
    for (const name of this.#removed) this.#parts.delete(name)
    const manifest = 'META-INF/manifest.xml'
    if (this.#parts.part(manifest) !== undefined) {
      const source = await XmlSource.of(this.#parts.part(manifest)!)
      source.walk({
        open: (tag) => {
          if (tag.name === 'file-entry' && this.#removed.has(attributeOf(tag, 'full-path')?.value ?? ''))
            source.put(tag.start, tag.end, '')
        },
      })
      this.#parts.set(manifest, source.bytes())
    }
    return this.#parts.written()
  }
}

function orderOf(name: string): number {
  const order = ['content.xml', 'styles.xml', 'meta.xml'].indexOf(name)
  return order < 0 ? 3 : order
}

export const odfCarrier: Carrier = {
  formats: ['odf'],
  extra: null,
  async open(bytes, into, opening) {
    const parts = await Package.of(bytes, opening.budget.bytes)
    opening.budget.bytes -= parts.size
    if (parts.part('content.xml') === undefined) throw unreadable('the OpenDocument file is encrypted, damaged or none')
    const copy = new OdfCopy(parts)
    await copy.open(into, opening)
    return copy
  },
}
