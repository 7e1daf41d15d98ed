// PPTX: slides in order with titles, tables and picture descriptions, speaker notes, comments and their authors.
import type { Origin } from '../../records/structure.ts'
import { Package } from '../archive/package.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import type { Read } from '../shared/format.ts'
import { type Tag, walkXml } from '../xml/xml.ts'
import { Asides, addCommonParts, addInnerFiles, addLinks, relationsOf } from './ooxml.ts'

class Shapes {
  readonly #into: DocumentBuilder
  readonly #origin: Origin
  readonly #asides = new Asides()
  #isTitle = false
  #isPrompt = false
  #reading = 0
  #began = false
  #row = -1
  #column = 0
  #inTable = false
  #cellBegan = false
  #columnSpan = 1

  constructor(into: DocumentBuilder, origin: Origin) {
    this.#into = into
    this.#origin = origin
  }

  open(tag: Tag): void {
    this.#asides.of(tag)
    if (tag.name === 't' || tag.name === 'text') this.#reading++
    else if (tag.name === 'sp') {
      this.#isTitle = false
      this.#isPrompt = false
    } else if (tag.name === 'ph') {
      this.#isTitle = /title/i.test(tag.of('type'))
      // The text in a placeholder of a master is a prompt of the program.
      this.#isPrompt = this.#origin === 'hidden'
    } else if (tag.name === 'br') this.#write('\n')
    else if (tag.name === 'tab') this.#write('\t')
    else if (tag.name === 'tbl') {
      this.#inTable = true
      this.#row = -1
      this.#into.begin('table', { origin: this.#origin })
    } else if (tag.name === 'tr') {
      this.#row++
      this.#column = 0
    } else if (tag.name === 'tc') {
      this.#cellBegan = false
      this.#columnSpan = Math.min(Math.max(Number(tag.of('gridSpan')) || 1, 1), 1_000)
    }
  }

  text(text: string): void {
    if (this.#reading > 0 && !this.#isPrompt) this.#write(text)
  }

  close(name: string): void {
    if (name === 't' || name === 'text') this.#reading--
    if (name === 'p' || name === 'text') {
      if (!this.#inTable) this.#into.end()
      this.#began = false
    } else if (name === 'tc') {
      if (!this.#cellBegan) this.#into.cell(Math.max(this.#row, 0), this.#column)
      this.#column++
    } else if (name === 'tbl') {
      this.#inTable = false
      this.#into.end()
    }
  }

  finish(): void {
    this.#into.end()
    this.#asides.flush(this.#into)
  }

  #write(text: string): void {
    if (this.#inTable) {
      if (!this.#cellBegan) this.#into.cell(Math.max(this.#row, 0), this.#column, { columnSpan: this.#columnSpan })
      else if (!this.#began) this.#into.add('\n')
      this.#cellBegan = true
    } else if (!this.#began)
      this.#into.begin(this.#isTitle ? 'heading' : 'paragraph', {
        origin: this.#origin,
        level: this.#isTitle ? 1 : null,
      })
    this.#began = true
    this.#into.add(text)
  }
}

async function addShapes(part: Uint8Array | undefined, into: DocumentBuilder, origin: Origin): Promise<void> {
  if (part === undefined) return
  const shapes = new Shapes(into, origin)
  await walkXml(part, shapes)
  shapes.finish()
}

async function slidesOf(parts: Package): Promise<string[]> {
  const main = 'ppt/presentation.xml'
  const relations = new Map((await relationsOf(parts, main)).map(({ id, target }) => [id, target]))
  const listed: string[] = []
  const presentation = parts.part(main)
  if (presentation !== undefined)
    await walkXml(presentation, {
      open(tag) {
        const target = tag.name === 'sldId' ? relations.get(tag.attributes['r:id'] ?? tag.of('id')) : undefined
        if (target !== undefined && parts.part(target) !== undefined) listed.push(target)
      },
    })
  return [...new Set([...listed, ...parts.named(/^ppt\/slides\/slide\d+\.xml$/)])]
}

async function addAuthors(parts: Package, into: DocumentBuilder): Promise<void> {
  for (const name of parts.named(/^ppt\/(?:commentAuthors|authors)\.xml$/))
    await walkXml(parts.part(name)!, {
      open(tag) {
        if (tag.name === 'cmAuthor' || tag.name === 'author')
          into.block('paragraph', tag.of('name'), { origin: 'comment' })
      },
    })
}

export const readPptx: Read = async (bytes, into, reading) => {
  const parts = await Package.of(bytes, reading)
  for (const slide of await slidesOf(parts)) {
    await addShapes(parts.part(slide), into, 'body')
    for (const { type, target } of await relationsOf(parts, slide))
      if (type === 'notesslide') await addShapes(parts.part(target), into, 'speaker_notes')
  }
  for (const name of parts.named(/^ppt\/comments\/[^/]+\.xml$/)) await addShapes(parts.part(name), into, 'comment')
  for (const name of parts.named(
    /^ppt\/(?:slideMasters\/slideMaster|slideLayouts\/slideLayout|handoutMasters\/handoutMaster)\d+\.xml$/,
  ))
    await addShapes(parts.part(name), into, 'hidden')
  await addAuthors(parts, into)
  await addLinks(parts, /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/, into)
  await addCommonParts(parts, into)
  await addInnerFiles(parts, into, reading)
  return null
}
