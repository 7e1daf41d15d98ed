// Shared by DOCX, XLSX and PPTX (ECMA-376): linked parts, properties, charts, diagrams, pictures and embedded files.
import { wordSet } from '../../lists.ts'
import type { Origin } from '../../records/structure.ts'
import { decodedAddress } from '../../text/percent.ts'
import { loadArchives, unpack } from '../archive/archive.ts'
import type { DocumentBuilder } from '../document-builder.ts'
import { type Reading, unreadable } from '../format.ts'
import { loadXml, type Tag, walkXml } from '../xml/xml.ts'

export type Parts = ReadonlyMap<string, Buffer>

/** All parts of the archive. Throws document_unreadable for a damaged archive or an archive bomb. */
export async function partsOf(bytes: Uint8Array, reading: Reading, what: string): Promise<Parts> {
  try {
    const parts = await unpack(bytes, (name) => !name.endsWith('/'), reading.budget.bytes)
    for (const part of parts.values()) reading.budget.bytes -= part.length
    return parts
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'document_unreadable') throw cause
    throw unreadable(`the ${what} is damaged or not a ${what}`, cause)
  }
}

export async function loadOffice(): Promise<void> {
  await Promise.all([loadArchives(), loadXml()])
}

/** Names of the matching parts, sorted by the number in them: slide2 before slide10. */
export function partsNamed(parts: Parts, pattern: RegExp): string[] {
  const numberOf = (name: string) => Number(/(?<!\d)(\d{1,9})\.\w{1,9}$/.exec(name)?.[1] ?? 0)
  return [...parts.keys()]
    .filter((name) => pattern.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b) || (a < b ? -1 : 1))
}

export interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly isExternal: boolean
}

/** The relationships of a part; an internal target is the name of a part. */
export async function relationsOf(parts: Parts, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const relations = parts.get(`${folder}_rels/${part.slice(folder.length)}.rels`)
  if (relations === undefined) return []
  const found: Relation[] = []
  await walkXml(relations, {
    open(tag) {
      if (tag.name !== 'Relationship') return
      const isExternal = tag.of('TargetMode') === 'External'
      const target = tag.of('Target')
      const type = tag.of('Type')
      found.push({
        id: tag.of('Id'),
        type: type.slice(type.lastIndexOf('/') + 1),
        isExternal,
        target: isExternal ? target : resolved(folder, target),
      })
    },
  })
  return found
}

function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const steps: string[] = []
  for (const step of `${folder}${target}`.split('/')) {
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
export async function addCommonParts(parts: Parts, into: DocumentBuilder): Promise<void> {
  for (const name of partsNamed(
    parts,
    /\/(?:charts\/chart(?:Ex)?|diagrams\/data|drawings\/drawing|drawings\/vmlDrawing)\d*\.(?:xml|vml)$/,
  ))
    await addDrawn(parts.get(name)!, into)
  for (const name of partsNamed(parts, /^customXml\/item\d*\.xml$/)) await addValues(parts.get(name)!, into, null)
  for (const name of ['docProps/core.xml', 'docProps/app.xml', 'docProps/custom.xml']) {
    const part = parts.get(name)
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
export async function addInnerFiles(parts: Parts, into: DocumentBuilder, reading: Reading): Promise<void> {
  for (const name of partsNamed(parts, EMBEDDED))
    await reading.inner(parts.get(name)!, name.slice(name.lastIndexOf('/') + 1), into)
  for (const name of partsNamed(parts, PICTURE))
    await reading.inner(parts.get(name)!, name.slice(name.lastIndexOf('/') + 1), into)
  if (partsNamed(parts, DRAWINGS).length > 0)
    reading.unread('a drawing in a vector format inside it: no reader for such drawings')
}

/** Adds links to other files and addresses, and template paths, which may contain the author's name. */
export async function addLinks(parts: Parts, pattern: RegExp, into: DocumentBuilder): Promise<void> {
  const added = new Set<string>()
  for (const name of partsNamed(parts, pattern))
    for (const { isExternal, target } of await relationsOf(parts, name))
      if (isExternal && !added.has(target)) {
        added.add(target)
        into.block('paragraph', decodedAddress(target), { origin: 'link' })
      }
}
