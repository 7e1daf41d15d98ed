// Office packages (ECMA-376): each part is masked as what it is, and a part that nothing here knows is taken out. What a file keeps besides
// its text (properties, thumbnails, macros, signatures, printers, what links remember of other files) is masked or removed.
import { unreadable } from '../parse/parser.ts'
import { blankPicture } from './blank-pictures.ts'
import type { Carrier, OpenCopy, Opening } from './carrier.ts'
import type { CopyText } from './copy-text.ts'
import { CONNECTIONS, COUNTED, DRAWN, PROPERTIES, SHEET_COMMENTS, WORDS } from './office-dialects.ts'
import { Package } from './package.ts'
import { Relations } from './relations.ts'
import { addWorkbook } from './sheets.ts'
import { attributeOf, type SourceTag, XmlSource } from './xml-source.ts'
import { addXmlText, type Dialect, PLAIN } from './xml-text.ts'

/** What is done with a part. */
type Role =
  | { readonly kind: 'text'; readonly dialect: Dialect }
  | { readonly kind: 'properties' | 'values' | 'picture' | 'inner' | 'kept' }
  /** `what`: how the receipt calls it; null where nobody misses it. */
  | { readonly kind: 'removed' | 'emptied'; readonly what: string | null }

const text = (dialect: Dialect): Role => ({ kind: 'text', dialect })
const removed = (what: string | null): Role => ({ kind: 'removed', what })

/** The first that matches. In the order in which the text is read: the document, what stands around it, what it keeps. */
const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^word\/document\d*\.xml$/, text(WORDS)],
  [/^word\/(?:header|footer)\d*\.xml$/, text(WORDS)],
  [/^word\/(?:footnotes|endnotes|comments|glossary\/(?:document|footnotes|endnotes|comments))\.xml$/, text(WORDS)],
  [/^ppt\/slides\/slide\d+\.xml$/, text(DRAWN)],
  [/^ppt\/notesSlides\/[^/]+\.xml$/, text(DRAWN)],
  [/^ppt\/(?:comments\/[^/]+|commentAuthors|authors|presentation|tags\/[^/]+)\.xml$/, text(DRAWN)],
  [/^ppt\/(?:slideLayouts|slideMasters|notesMasters|handoutMasters)\/[^/]+\.xml$/, text(DRAWN)],
  [/\/(?:charts\/chart(?:Ex)?|diagrams\/data|diagrams\/drawing|drawings\/drawing)\d*\.xml$/, text(DRAWN)],
  [/\/drawings\/vmlDrawing\d*\.vml$/, text(DRAWN)],
  [/^xl\/(?:comments\d*|comments\/[^/]+|threadedComments\/[^/]+|persons\/[^/]+)\.xml$/, text(SHEET_COMMENTS)],
  [/^word\/(?:glossary\/)?(?:settings|people|commentsExtended|commentsExtensible|commentsIds)\.xml$/, text(WORDS)],
  [/\/embeddings\/[^/]+\.(?:docx|xlsx|pptx|docm|xlsm|pptm)$/i, { kind: 'inner' }],
  [/\/media\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg|wdp)$/i, { kind: 'picture' }],
  [/^docProps\/(?:core|app|custom)\.xml$/, { kind: 'properties' }],
  [/^customXml\/item\d*\.xml$/, { kind: 'values' }],
  [/^docProps\/thumbnail\.\w+$/i, removed(null)],
  [/(?:^|\/)(?:vbaProject\.bin|vbaData\.xml|vbaProjectSignature\w*\.bin)$/, removed('macros')],
  [/^_xmlsignatures\//, removed('signatures, which hold only for the file as it was')],
  [/\/printerSettings\//, removed(null)],
  [/^xl\/revisions\//, removed('the history of a shared workbook')],
  [/^xl\/(?:calcChain\.xml|pivotCache\/pivotCacheRecords\d*\.xml)$/, removed(null)],
  [/^xl\/connections\.xml$/, text(CONNECTIONS)],
  [/\/(?:embeddings|activeX|ctrlProps)\/[^/]+\.(?!xml)\w+$/i, { kind: 'emptied', what: 'embedded objects' }],
  [/\/media\/[^/]+$/, { kind: 'emptied', what: 'sound and film' }],
  [/\/(?:theme|fonts)\/[^/]{1,100}\.(?:xml|odttf|fntdata)$/, { kind: 'kept' }],
  [/\/(?:styles|fontTable|numbering|webSettings|stylesWithEffects)\.xml$/, { kind: 'kept' }],
  [/\/(?:charts|diagrams)\/(?:style|colors|layout|quickStyle)\d*\.xml$/, { kind: 'kept' }],
  [/^ppt\/(?:presProps|viewProps|tableStyles|revisionInfo|changesInfos\/[^/]+)\.xml$/, { kind: 'kept' }],
  [/^\[Content_Types\]\.xml$|\.rels$|^customXml\/itemProps\d*\.xml$/, { kind: 'kept' }],
  [/\.xml$/, { kind: 'values' }],
  [/./, { kind: 'emptied', what: 'parts of a kind not known here' }],
]

interface Part {
  readonly name: string
  readonly order: number
  readonly role: Role
}

class OfficeCopy implements OpenCopy {
  readonly #parts: Package
  readonly #into: CopyText
  readonly #opening: Opening
  readonly #sources = new Map<string, XmlSource>()
  readonly #inner = new Map<string, OpenCopy>()
  readonly #removed = new Set<string>()

  constructor(parts: Package, into: CopyText, opening: Opening) {
    this.#parts = parts
    this.#into = into
    this.#opening = opening
  }

  async open(): Promise<void> {
    const bySheet = await addWorkbook(this.#parts, (name) => this.#source(name), this.#into)
    const parts = this.#parts.names
      .filter((name) => !bySheet.has(name))
      .map((name): Part => {
        const order = ROLES.findIndex(([pattern]) => pattern.test(name))
        return { name, order, role: ROLES[order]![1] }
      })
      .sort((a, b) => a.order - b.order || numberOf(a.name) - numberOf(b.name) || (a.name < b.name ? -1 : 1))
    for (const part of parts) await this.#add(part)
    for (const name of this.#parts.names)
      if (name.endsWith('.rels')) new Relations(await this.#source(name), name).addLinks(this.#into)
    this.#into.endPart()
  }

  async #source(name: string): Promise<XmlSource> {
    let source = this.#sources.get(name)
    if (source === undefined) {
      source = await XmlSource.of(this.#parts.part(name)!)
      this.#sources.set(name, source)
    }
    return source
  }

  async #add({ name, role }: Part): Promise<void> {
    switch (role.kind) {
      case 'text':
        addXmlText(await this.#source(name), role.dialect, this.#into)
        this.#into.endPart()
        break
      case 'properties':
        addProperties(await this.#source(name), this.#into)
        this.#into.endPart()
        break
      case 'values':
        addValues(await this.#source(name), name.startsWith('customXml/'), this.#into)
        this.#into.endPart()
        break
      case 'picture':
        if (!(await this.#addInner(name))) {
          this.#parts.set(name, blankPicture(name))
          this.#opening.removed('pictures')
        }
        break
      case 'inner':
        if (!(await this.#addInner(name))) this.#empty(name, 'embedded files')
        break
      case 'emptied':
        this.#empty(name, role.what)
        break
      case 'removed':
        this.#removed.add(name)
        if (role.what !== null) this.#opening.removed(role.what)
        break
      case 'kept':
        break
    }
  }

  #empty(name: string, what: string | null): void {
    this.#parts.set(name, new Uint8Array(0))
    if (what !== null) this.#opening.removed(what)
  }

  async #addInner(name: string): Promise<boolean> {
    const copy = await this.#opening.inner(this.#parts.part(name)!, this.#into)
    if (copy !== null) this.#inner.set(name, copy)
    return copy !== null
  }

  async write(): Promise<Uint8Array> {
    for (const [name, copy] of this.#inner) this.#parts.set(name, await copy.write())
    for (const name of this.#removed) this.#parts.delete(name)
    await this.#forgetRemoved()
    for (const [name, source] of this.#sources)
      if (source.isChanged && !this.#removed.has(name)) this.#parts.set(name, source.bytes())
    return this.#parts.written()
  }

  /** No relation and no declared type may speak of a part that is gone: programs would call the file damaged. */
  async #forgetRemoved(): Promise<void> {
    if (this.#removed.size === 0) return
    for (const name of this.#parts.names) {
      if (name.endsWith('.rels')) {
        const owner = ownerOf(name)
        if (owner !== '' && this.#removed.has(owner)) this.#parts.delete(name)
        else new Relations(await this.#source(name), name).cut(this.#removed)
      } else if (name === '[Content_Types].xml')
        (await this.#source(name)).walk({
          open: (tag) => {
            const part = attributeOf(tag, 'PartName')?.value.slice(1)
            if (part !== undefined && this.#removed.has(part)) this.#cut(name, tag)
          },
        })
    }
  }

  #cut(name: string, tag: SourceTag): void {
    this.#sources.get(name)!.put(tag.start, tag.end, '')
  }
}

/** The part that a part of relations belongs to: "word/_rels/document.xml.rels" is that of "word/document.xml". */
function ownerOf(relations: string): string {
  return relations.replace(/(?:^|\/)_rels\//, (slash) => (slash.startsWith('/') ? '/' : '')).replace(/\.rels$/, '')
}

function numberOf(name: string): number {
  return Number(/(\d{1,9})\.\w{1,9}$/.exec(name)?.[1] ?? 0)
}

function addProperties(source: XmlSource, into: CopyText): void {
  let label = ''
  addXmlText(source, PROPERTIES, into, {
    open(tag) {
      if (tag.name === 'property') label = attributeOf(tag, 'name')?.value ?? ''
      return false
    },
    text(spot, within) {
      if (!COUNTED.has(within)) into.aside(spot, label)
      return true
    },
  })
}

/** Parts of users and programs: every text, and of users every attribute that is more than a code. */
export function addValues(source: XmlSource, withAttributes: boolean, into: CopyText): void {
  addXmlText(source, PLAIN, into, {
    open(tag) {
      if (!withAttributes) return false
      for (const [name, spot] of tag.attributes)
        if (!/^xmlns(?::|$)|^xsi:/.test(name) && /\p{L}{3}|\d{5}|@/u.test(spot.value)) into.aside(spot, name)
      return false
    },
    text(spot, within) {
      into.aside(spot, within)
      return true
    },
  })
}

export const officeCarrier: Carrier = {
  formats: ['docx', 'xlsx', 'pptx'],
  extra: null,
  async open(bytes, into, opening) {
    const parts = await Package.of(bytes, opening.budget.bytes)
    opening.budget.bytes -= parts.size
    if (parts.part('[Content_Types].xml') === undefined) throw unreadable('the file is damaged or no office file')
    const copy = new OfficeCopy(parts, into, opening)
    await copy.open()
    return copy
  },
}
