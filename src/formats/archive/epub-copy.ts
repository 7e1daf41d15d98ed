// E-books (EPUB 3.3): pages in the order of their names, tables of contents, and what the package says of the book.

import type { Carrier, OpenCopy } from '../carrier.ts'
import { decodeHtml } from '../html/html.ts'
import { addHtml, type WrittenPage } from '../html/html-pieces.ts'
import { blankPicture } from '../picture/blank-pictures.ts'
import type { Source } from '../source.ts'
import { attributeOf, XmlSource } from '../xml/xml-source.ts'
import { addXmlText, type Dialect, PLAIN } from '../xml/xml-text.ts'
import { Package } from './package.ts'

/** Elements of a package with words about the book; others are codes that its parts refer to. */
const SAID = /^(?:title|description|subject|rights|source|coverage|relation|publisher|meta)$/

const PACKAGE: Dialect = { ...PLAIN, emptied: { creator: '', contributor: '' } }
const CONTENTS: Dialect = { ...PLAIN, lines: new Set(['text', 'navPoint', 'docTitle', 'docAuthor']) }

export const epubCarrier: Carrier = {
  formats: ['epub'],
  extra: null,
  async open(bytes, into, opening) {
    const parts = await Package.of(bytes, opening.budget.bytes)
    opening.budget.bytes -= parts.size
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
          addHtml(decodeHtml(part, opening.languages).text, into, opening, { part: (address) => partOf(address) }),
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
  },
}
