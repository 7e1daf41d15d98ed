// Shared by DOCX, XLSX and PPTX (ECMA-376): linked parts, properties, charts, diagrams, pictures and embedded files.
import { wordSet } from '../../lists.ts'
import type { Origin } from '../../records/structure.ts'
import { decodedAddress } from '../../text/url-escapes.ts'
import type { Package } from '../archive/package.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import type { Reading } from '../shared/format.ts'
import { type Tag, walkXml } from '../xml/xml.ts'

export interface Relation {
  readonly id: string
  readonly uri: string
  /** Without its namespace, in small letters. */
  readonly type: string
  /** The name of a part, or an address outside. */
  readonly target: string
  readonly isExternal: boolean
}

/** The relations of a part; '' for those of the package. */
export async function relationsOf(parts: Package, from: string): Promise<Relation[]> {
  const slash = from.lastIndexOf('/') + 1
  const folder = from.slice(0, slash)
  const name = parts.spelled(`${folder}_rels/${from.slice(slash)}.rels`)
  const found: Relation[] = []
  if (name === undefined) return found
  await walkXml(parts.part(name)!, {
    open(tag) {
      if (tag.name !== 'Relationship') return
      const isExternal = tag.of('TargetMode') === 'External'
      const uri = tag.of('Type')
      const type = uri.slice(uri.lastIndexOf('/') + 1).toLowerCase()
      const target = isExternal ? tag.of('Target') : resolved(folder, tag.of('Target'))
      found.push({
        id: tag.of('Id'),
        uri,
        type,
        isExternal,
        target: isExternal ? target : (parts.spelled(target) ?? target),
      })
    },
  })
  return found
}

function resolved(folder: string, target: string): string {
  const steps: string[] = []
  const path = decodedAddress(target.startsWith('/') ? target.slice(1) : `${folder}${target}`)
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

/** Text outside the running text of a part; each text is added once, at the end of the part. */
export class Asides {
  readonly #texts = new Map<string, Origin>()

  add(text: string, origin: Origin): void {
    const trimmed = text.trim()
    if (trimmed !== '' && !this.#texts.has(trimmed)) this.#texts.set(trimmed, origin)
  }

  /** Attributes that hold text in any part: picture descriptions, tooltips, authors of changes, choices and names of fields. */
  of(tag: Tag): void {
    switch (tag.name) {
      case 'docPr':
      case 'cNvPr':
        this.add(tag.of('descr'), 'picture')
        this.add(tag.of('title'), 'picture')
        break
      case 'hyperlink':
      case 'hlinkClick':
        this.add(tag.of('tooltip'), 'link')
        break
      case 'alias':
      case 'tag':
      case 'helpText':
      case 'statusText':
        this.add(tag.of('val'), 'form')
        break
      case 'listItem':
        this.add(tag.of('displayText'), 'form')
        this.add(tag.of('value'), 'form')
        break
      default:
        this.add(tag.of('author'), 'comment')
    }
  }

  flush(into: DocumentBuilder): void {
    for (const [text, origin] of this.#texts) into.block('paragraph', text, { origin })
    this.#texts.clear()
  }
}

/** Elements that hold the text of charts and diagrams. */
const DRAWN = new Set(['t', 'v', 'f_'])

/** Adds charts with their cached values, diagrams, custom XML and properties. */
export async function addCommonParts(parts: Package, into: DocumentBuilder): Promise<void> {
  for (const name of parts.named(
    /\/(?:charts\/chart(?:Ex)?|diagrams\/data|drawings\/drawing|drawings\/vmlDrawing)\d*\.(?:xml|vml)$/,
  ))
    await addDrawn(parts.part(name)!, into)
  for (const name of parts.named(/^customXml\/item\d*\.xml$/)) await addValues(parts.part(name)!, into, null)
  for (const name of ['docProps/core.xml', 'docProps/app.xml', 'docProps/custom.xml']) {
    const part = parts.part(name)
    if (part !== undefined) await addValues(part, into, PROPERTIES)
  }
}

async function addDrawn(bytes: Uint8Array, into: DocumentBuilder): Promise<void> {
  const asides = new Asides()
  let reading = 0
  let line = ''
  const flush = () => {
    into.block('paragraph', line.trim(), { origin: 'picture' })
    line = ''
  }
  await walkXml(bytes, {
    open(tag) {
      asides.of(tag)
      if (DRAWN.has(tag.name) || tag.name === 'font') reading++
    },
    text(text) {
      if (reading > 0) line += text
    },
    close(name) {
      if (DRAWN.has(name) || name === 'font') reading--
      if (name === 'p' || name === 'pt' || name === 'v' || name === 'div') flush()
    },
  })
  flush()
  asides.flush(into)
}

/** Properties that hold text; the others are counts and timestamps. */
const PROPERTIES: ReadonlySet<string> = wordSet(
  'creator lastModifiedBy title subject description keywords category contentStatus identifier Manager ' +
    'Company HyperlinkBase lpwstr lpstr bstr',
)

/** Adds each value on its own line; a custom property has its name before the value. */
async function addValues(bytes: Uint8Array, into: DocumentBuilder, wanted: ReadonlySet<string> | null): Promise<void> {
  const names: string[] = []
  let property = ''
  let value = ''
  await walkXml(bytes, {
    open(tag) {
      names.push(tag.name)
      if (tag.name === 'property') property = tag.of('name')
      value = ''
    },
    text(text) {
      value += text
    },
    close(name) {
      names.pop()
      if (value.trim() !== '' && (wanted === null || wanted.has(name))) {
        // Titles of parts are the names that the file gives to its sheets and headings.
        const label = property !== '' ? property : name
        into.block('key_value', property !== '' || wanted === null ? `${label}: ${value.trim()}` : value.trim(), {
          origin: 'property',
          part: label,
        })
      }
      if (name === 'property') property = ''
      value = ''
    },
  })
}

const EMBEDDED = /\/embeddings\/[^/]+$/
const PICTURE = /\/media\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|webp)$/i
const DRAWINGS = /\/media\/[^/]+\.(?:emf|wmf|svg)$/i

/** Adds embedded files and the text in pictures. */
export async function addInnerFiles(parts: Package, into: DocumentBuilder, reading: Reading): Promise<void> {
  for (const name of parts.named(EMBEDDED))
    await reading.inner(parts.part(name)!, name.slice(name.lastIndexOf('/') + 1), into)
  for (const name of parts.named(PICTURE))
    await reading.inner(parts.part(name)!, name.slice(name.lastIndexOf('/') + 1), into)
  if (parts.named(DRAWINGS).length > 0)
    reading.unread('a drawing in a vector format inside it: no reader for such drawings')
}

/** Adds links to other files and addresses, and template paths, which may contain the author's name. */
export async function addLinks(parts: Package, pattern: RegExp, into: DocumentBuilder): Promise<void> {
  const added = new Set<string>()
  for (const name of parts.named(pattern))
    for (const { isExternal, target } of await relationsOf(parts, name))
      if (isExternal && !added.has(target)) {
        added.add(target)
        into.block('paragraph', decodedAddress(target), { origin: 'link' })
      }
}
