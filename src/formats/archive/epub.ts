// E-books (EPUB 3.3). Read: pages in the order of the spine, then the other pages, then the text properties of the package. Written anew from its
// pages, styles, pictures, tables of contents and what the package says of the book; parts get new names.
import { once } from '../../packs/data-files.ts'
import { bookMarkup, copyRules } from '../../packs/markup-rules.ts'
import { decodedComponent } from '../../text/url-escapes.ts'
import { cleanStyle, withoutValues } from '../html/css.ts'
import { addHtml, decodeHtml } from '../html/html.ts'
import { addPage, renamed } from '../html/html-pieces.ts'
import { blankPicture } from '../picture/pictures.ts'
import type { CopyText } from '../shared/copy-text.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import { type Open, type Read, unreadable } from '../shared/format.ts'
import { Names } from '../xml/allowed-values.ts'
import { type Keeping, type Rules, rulesOf, walkAllowed } from '../xml/allowed-xml.ts'
import { walkXml } from '../xml/xml.ts'
import { type SourceTag, XmlSource } from '../xml/xml-source.ts'
import { addXmlText, type Besides, type Dialect, PLAIN } from '../xml/xml-text.ts'
import { Package } from './package.ts'

const PAGE = /\.(?:x?html?|xml)$/i

async function spineOf(parts: Package, into: DocumentBuilder): Promise<string[]> {
  const pages: string[] = []
  for (const name of parts.named(/\.opf$/i)) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const files = new Map<string, string>()
    let element = ''
    await walkXml(parts.part(name)!, {
      open(tag) {
        element = tag.name
        if (tag.name === 'item') files.set(tag.of('id'), folder + decodeURI(tag.of('href')))
        else if (tag.name === 'itemref') pages.push(files.get(tag.of('idref')) ?? '')
      },
      text(text) {
        if (/^(?:title|creator|contributor|publisher|description|subject|rights|source)$/.test(element))
          into.block('key_value', text.trim(), { origin: 'property', part: element })
      },
      close() {
        element = ''
      },
    })
  }
  return pages.filter((page) => parts.part(page) !== undefined)
}

export const readBook: Read = async (bytes, into, reading) => {
  const parts = await Package.of(bytes, reading)
  const spine = await spineOf(parts, into)
  const others = parts.names
    .filter((name) => PAGE.test(name) && !/^META-INF\//.test(name) && !spine.includes(name))
    .sort()
  for (const name of [...spine, ...others]) addHtml(decodeHtml(parts.part(name)!, reading.languages).text, into)
  for (const name of parts.named(/\.(?:png|jpe?g|gif|webp)$/i)) await reading.inner(parts.part(name)!, null, into)
  return null
}

const CONTENTS: Dialect = { ...PLAIN, lines: new Set(['text', 'navPoint', 'docTitle']) }

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

const RULES = once(
  (): Rules => ({
    markup: bookMarkup,
    base: 'opf',
    qualified: true,
    codes: (value) => MOMENT.test(value),
    ...rulesOf(copyRules().book),
  }),
)

/** Ending -> what such a part is called in the copy. */
const KINDS: readonly (readonly [RegExp, string, string])[] = [
  [/\.(?:xhtml|html?)$/i, 'page', '.xhtml'],
  [/\.ncx$/i, 'contents', '.ncx'],
  [/\.css$/i, 'style', '.css'],
  [/\.(?:png|jpe?g|gif|webp|bmp)$/i, 'picture', ''],
]
const FOLDER = 'book/'
const PACKAGE = `${FOLDER}package.opf`
const CONTAINER = `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="${PACKAGE}" media-type="application/oebps-package+xml"/></rootfiles></container>`

/** The names in the copy of the parts that it has, by their names in the book. */
function newNames(parts: Package): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const container = Buffer.from(parts.part('META-INF/container.xml') ?? []).toString()
  const [first, ...others] = parts.named(/\.opf$/i)
  const main = others.find((name) => container.includes(`"${name}"`)) ?? first
  if (main === undefined) throw unreadable('the e-book has no package; save it as EPUB again')
  names.set(main, PACKAGE)
  for (const name of parts.names.sort()) {
    const [pattern, stem, ending] = KINDS.find(([kind]) => kind.test(name)) ?? []
    if (pattern === undefined || /^META-INF\//.test(name)) continue
    names.set(name, `${FOLDER}${stem}${names.size}${ending || pattern.exec(name)![0].toLowerCase()}`)
  }
  return names
}

/** The part that an address in another means; null for one that the copy does not have. */
function addressIn(part: string, names: ReadonlyMap<string, string>, called: Map<string, string>) {
  return (address: string): string | null => {
    const base = `book:///${encodeURI(part)}`
    if (!URL.canParse(address, base)) return null
    const { hash, pathname } = new URL(address, base)
    const name = names.get(decodedComponent(pathname.slice(1)))?.slice(FOLDER.length)
    if (name === undefined) return null
    return hash === '' ? name : `${name}#${renamed(called, '#', hash.slice(1))}`
  }
}

export const openBook: Open = async (bytes, into, opening) => {
  const parts = await Package.of(bytes, opening)
  const names = newNames(parts)
  const written = new Map<string, () => Uint8Array | Promise<Uint8Array>>()
  const called = new Map<string, string>()
  const ids = new Names()
  for (const name of parts.names.sort()) {
    const part = parts.part(name)!
    parts.delete(name)
    const copied = names.get(name)
    const address = addressIn(name, names, called)
    if (copied === undefined) {
      if (!/^mimetype$|^META-INF\/container\.xml$/.test(name)) opening.removed('parts of a kind not known here')
    } else if (/\.xhtml$/.test(copied)) {
      const page = addPage(decodeHtml(part, opening.languages).text, into, opening, { part: address, names: called })
      written.set(copied, () => Buffer.from(page.written(), 'utf8'))
    } else if (/\.css$/.test(copied)) {
      const style = decodeHtml(part, opening.languages).text
      written.set(copied, () => {
        const clean = cleanStyle(style, (sign, own) => renamed(called, sign, own))
        return Buffer.from(withoutValues(clean, opening.hidden()), 'utf8')
      })
    } else if (/\.(?:opf|ncx)$/.test(copied)) {
      const source = await XmlSource.of(part)
      addBookPart(source, into, ids, address, opening.removed)
      written.set(copied, () => source.bytes())
    } else {
      const copy = await opening.inner(part, into)
      if (copy === null) opening.removed('pictures')
      written.set(copied, () => copy?.write() ?? blankPicture(copied))
    }
  }
  return {
    async write() {
      parts.set('mimetype', Buffer.from('application/epub+zip'))
      parts.set('META-INF/container.xml', Buffer.from(CONTAINER))
      for (const [name, write] of written) parts.set(name, await write())
      return parts.written()
    },
  }
}

/** Adds a package, or contents: what they say of the book, and of its parts those that the copy has. */
function addBookPart(
  source: XmlSource,
  into: CopyText,
  names: Names,
  address: (address: string) => string | null,
  removed: (what: string) => void,
): void {
  const gone = new Set<string>()
  const isGone = ({ attributes }: SourceTag): boolean => {
    const to = (attributes.get('href') ?? attributes.get('src'))?.value
    if (to === undefined) return gone.has(attributes.get('idref')?.value ?? '')
    if (address(to) !== null) return false
    gone.add(attributes.get('id')?.value ?? '')
    return true
  }
  // Properties of other elements, and those that programs made up.
  const isOwn = (tag: SourceTag) => tag.name === 'meta' && (tag.attributes.has('refines') || tag.attributes.has('name'))
  const rules = { ...RULES(), fate: (tag: SourceTag) => (isGone(tag) || isOwn(tag) ? ('cut' as const) : null) }
  const keeping: Keeping = {
    into,
    names,
    relation: () => null,
    address: (attribute) => attribute.set(address(attribute.value)!),
    removed,
  }
  const besides: Besides = {
    text(spot, within) {
      if (within === 'text') return false
      into.aside(spot, within)
      return true
    },
  }
  addXmlText(source, CONTENTS, into, besides, (handlers) => walkAllowed(source, rules, keeping, handlers))
  into.endPart()
}
