// E-books (EPUB 3.3): pages in the order of the spine, then the other pages, then the text properties of the package.
import type { DocumentBuilder } from '../document-builder.ts'
import { addHtml, decodeHtml } from '../html/html.ts'
import { loadOffice, type Parts, partsNamed, partsOf } from '../office/ooxml.ts'
import type { Parser } from '../parser.ts'
import { walkXml } from '../xml/xml.ts'

const PAGE = /\.(?:x?html?|xml)$/i

async function spineOf(parts: Parts, into: DocumentBuilder): Promise<string[]> {
  const pages: string[] = []
  for (const name of partsNamed(parts, /\.opf$/i)) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const files = new Map<string, string>()
    let element = ''
    await walkXml(parts.get(name)!, {
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
  return pages.filter((page) => parts.has(page))
}

export const epubParser: Parser = {
  formats: ['epub'],
  extra: 'docx',
  load: loadOffice,
  async read(bytes, into, reading) {
    const parts = await partsOf(bytes, reading, 'EPUB')
    const spine = await spineOf(parts, into)
    const others = [...parts.keys()]
      .filter((name) => PAGE.test(name) && !/^META-INF\//.test(name) && !spine.includes(name))
      .sort()
    for (const name of [...spine, ...others]) addHtml(decodeHtml(parts.get(name)!, reading.languages).text, into)
    for (const name of partsNamed(parts, /\.(?:png|jpe?g|gif|webp)$/i))
      await reading.inner(parts.get(name)!, null, into)
    return null
  },
}
