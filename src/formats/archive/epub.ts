// E-books (EPUB 3.3). Read: pages in the order of the spine, then the other pages, then the text properties of the package. Opened: pages in the
// order of their names, tables of contents, and what the package says of the book.
import { addHtml, decodeHtml } from '../html/html.ts'
import { addPage, type WrittenPage } from '../html/html-pieces.ts'
import { blankPicture } from '../picture/pictures.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import type { Open, OpenCopy, Read } from '../shared/format.ts'
import type { Source } from '../shared/source.ts'
import { walkXml } from '../xml/xml.ts'
import { attributeOf, XmlSource } from '../xml/xml-source.ts'
import { addXmlText, type Dialect, PLAIN } from '../xml/xml-text.ts'
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

/** Elements of a package with words about the book; others are codes that its parts refer to. */
const SAID = /^(?:title|description|subject|rights|source|coverage|relation|publisher|meta)$/

const PACKAGE: Dialect = { ...PLAIN, emptied: { creator: '', contributor: '' } }
const CONTENTS: Dialect = { ...PLAIN, lines: new Set(['text', 'navPoint', 'docTitle', 'docAuthor']) }

export const openBook: Open = async (bytes, into, opening) => {
  const parts = await Package.of(bytes, opening)
  const sources = new Map<string, Source>()
  const pages = new Map<string, WrittenPage>()
  const known = new Set([...parts.names].map((name) => name.slice(name.lastIndexOf('/') + 1)))
  const partOf = (address: string) =>
    known.has(address.slice(address.lastIndexOf('/') + 1).split('#')[0]!) ? address.split('#')[0]! : null
  const inner = new Map<string, OpenCopy>()
  for (const name of parts.names.sort()) {
    const part = parts.part(name)!
    if (/\.x?html?$/i.test(name))
      pages.set(
        name,
        addPage(decodeHtml(part, opening.languages).text, into, opening, { part: (address) => partOf(address) }),
      )
    else if (/\.(?:opf|ncx)$/i.test(name)) {
      const source = await XmlSource.of(part)
      sources.set(name, source)
      if (/\.ncx$/i.test(name)) addXmlText(source, CONTENTS, into)
      else
        addXmlText(source, PACKAGE, into, {
          open(tag) {
            const content = tag.name === 'meta' ? attributeOf(tag, 'content') : null
            if (content !== null) into.aside(content)
            return false
          },
          text(spot, within) {
            if (SAID.test(within)) into.aside(spot, within)
            return true
          },
        })
      into.endPart()
    } else if (/\.svg$/i.test(name)) {
      const source = await XmlSource.of(part)
      sources.set(name, source)
      addXmlText(source, PLAIN, into)
      into.endPart()
    } else if (/\.(?:png|jpe?g|gif|webp|bmp)$/i.test(name)) {
      const copy = await opening.inner(part, into)
      if (copy !== null) inner.set(name, copy)
      else {
        parts.set(name, blankPicture(name))
        opening.removed('pictures')
      }
    } else if (!/^mimetype$|^META-INF\/(?:container|encryption)\.xml$|\.(?:css|ttf|otf|woff2?)$/i.test(name)) {
      parts.set(name, new Uint8Array(0))
      opening.removed('parts of a kind not known here')
    }
  }
  return {
    async write() {
      for (const [name, copy] of inner) parts.set(name, await copy.write())
      for (const [name, page] of pages) parts.set(name, Buffer.from(page.written(), 'utf8'))
      for (const [name, source] of sources) if (source.isChanged) parts.set(name, source.bytes())
      return parts.written()
    },
  }
}
