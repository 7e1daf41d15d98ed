// The parts of an office package (ECMA-376 part 2) as their relations and content types say, never by their path: what each is, what it is called
// in the copy, and which relations it keeps. Parts and relations of a kind that is not listed here are left out.
import type { Package } from '../archive/package.ts'
import type { CopyText } from '../shared/copy-text.ts'
import { unreadable } from '../shared/format.ts'
import { FOLLOWED, linkSpot } from '../shared/partial-spots.ts'
import type { Names } from '../xml/allowed-values.ts'
import { knowsRoot } from '../xml/allowed-xml.ts'
import { walkXml } from '../xml/xml.ts'
import { escaped, type SourceHandlers, XmlSource } from '../xml/xml-source.ts'
import { OFFICE } from './office-dialects.ts'
import {
  type App,
  BASES,
  INNER,
  KINDS,
  type Kind,
  LEFT_OUT,
  MAIN_TYPE,
  OFFICE_TYPE,
  ORDER,
  PICTURES,
  UNKNOWN_PARTS,
  USUAL_MAIN,
} from './office-kinds.ts'
import { type Relation, relationsOf } from './ooxml.ts'

/** An address of nothing (RFC 6694). */
const NOWHERE = 'about:blank'
const RELATION_ID = /^rId\d{1,9}$/

interface KeptRelation extends Relation {
  /** Id in the copy. */
  readonly newId: string
  /** The part, or an address outside. */
  readonly part: OfficePart | null
  address: string
}

export class OfficePart {
  readonly kind: Kind
  readonly order: number
  /** Name in the package that was read, and in the copy. */
  readonly from: string
  readonly name: string
  readonly relations: KeptRelation[] = []
  /** Null for pictures and files inside. */
  readonly source: XmlSource | null

  constructor(kind: Kind, order: number, from: string, name: string, source: XmlSource | null) {
    this.kind = kind
    this.order = order
    this.from = from
    this.name = name
    this.source = source
  }

  relation(id: string): KeptRelation | null {
    return this.relations.find((relation) => relation.id === id) ?? null
  }

  /** The parts that this one refers to by a type of relation, without the namespace and in small letters. */
  targets(type: string): OfficePart[] {
    return this.relations.flatMap((relation) =>
      relation.type === type && relation.part !== null ? [relation.part] : [],
    )
  }
}

export class OfficeParts {
  readonly app: App
  readonly main: OfficePart
  readonly #package: Package
  readonly #removed: (what: string) => void
  readonly #types = new Map<string, string>()
  readonly #byName = new Map<string, OfficePart>()
  readonly #used = new Set<string>()
  /** How many names were made, by stem. */
  readonly #counts = new Map<string, number>()
  readonly #root: KeptRelation[] = []
  #mainType = ''

  private constructor(parts: Package, removed: (what: string) => void, app: App, main: OfficePart) {
    this.#package = parts
    this.#removed = removed
    this.app = app
    this.main = main
  }

  /** Throws document_unreadable for a package whose main part is not one of an office file. */
  static async of(parts: Package, removed: (what: string) => void): Promise<OfficeParts> {
    const types = await typesOf(parts)
    const root = await relationsOf(parts, '')
    const named = root.find(({ type }) => type === 'officedocument')
    const usual = USUAL_MAIN.find(([name]) => parts.spelled(name) !== undefined)
    const from = parts.spelled(named === undefined ? (usual?.[0] ?? '') : named.target)
    const declared = from === undefined ? '' : (types.get(from.toLowerCase()) ?? '')
    const type = MAIN_TYPE.test(declared) ? declared : usual === undefined ? '' : `${OFFICE_TYPE}${usual[2]}+xml`
    if (from === undefined || type === '')
      throw unreadable(
        'nothing of the file is understood: it has no text, sheets or slides of a kind known here; save it as DOCX, XLSX or PPTX',
      )
    const app: App = /word/.test(type) ? 'word' : /spreadsheet|excel/.test(type) ? 'xl' : 'ppt'
    const main = KINDS[`${app} officedocument`]!
    const source = await XmlSource.of(parts.part(from)!)
    const made = new OfficeParts(parts, removed, app, new OfficePart(main, 0, from, `${app}/${main.stem}.xml`, source))
    await made.#follow(root, type)
    return made
  }

  /** In reading order of their text. */
  get all(): OfficePart[] {
    return [...this.#byName.values()].sort((a, b) => a.order - b.order || numberOf(a.name) - numberOf(b.name))
  }

  async #follow(root: readonly Relation[], mainType: string): Promise<void> {
    this.#mainType = mainType
    this.#byName.set(this.main.from, this.main)
    this.#used.add(this.main.name)
    for (const relation of root) {
      const part = relation.type === 'officedocument' ? this.main : await this.#part(relation)
      if (part !== null) this.#root.push({ ...relation, newId: `rId${this.#root.length + 1}`, part, address: '' })
    }
    // Parts that nothing refers to are not parts of the file; what kept relations of them goes with them.
    // A part adds the parts it refers to at the end of the list.
    for (const part of this.#byName.values()) if (part.source !== null) await this.#relate(part)
    for (const name of this.#package.names)
      if (!this.#byName.has(name) && !/\.rels$|^\[Content_Types\]\.xml$/i.test(name) && !this.#types.has(name))
        this.#removed(UNKNOWN_PARTS)
  }

  async #relate(part: OfficePart): Promise<void> {
    const read = await relationsOf(this.#package, part.from)
    const taken = new Set(read.map(({ id }) => id).filter((id) => RELATION_ID.test(id)))
    let next = 0
    for (const relation of read) {
      const target = relation.isExternal ? null : await this.#part(relation)
      if (target === null && (!relation.isExternal || relation.type !== 'hyperlink')) {
        if (relation.isExternal) this.#removed('links to other files')
        continue
      }
      let newId = relation.id
      if (!RELATION_ID.test(newId))
        do newId = `rId${++next}`
        while (taken.has(newId))
      const address = FOLLOWED.test(relation.target) ? relation.target : NOWHERE
      part.relations.push({ ...relation, newId, part: target, address })
    }
  }

  /** The part that a relation names; null where it is left out. */
  async #part({ type, target }: Relation): Promise<OfficePart | null> {
    const from = this.#package.spelled(target)
    if (from === undefined) return null
    const known = this.#byName.get(from)
    if (known !== undefined) return known
    const key = KINDS[`${this.app} ${type}`] === undefined ? type : `${this.app} ${type}`
    const partKind = KINDS[key]
    const source = partKind === undefined ? null : await this.#sourceOf(partKind, from)
    if (partKind === undefined || (source === null && typeof partKind.layout !== 'string')) {
      if (this.#types.has(from)) return null
      const what = Object.hasOwn(LEFT_OUT, type) ? LEFT_OUT[type]! : UNKNOWN_PARTS
      this.#types.set(from, '')
      if (what !== null) this.#removed(what)
      return null
    }
    const part = new OfficePart(partKind, ORDER.indexOf(key), from, this.#nameOf(partKind, from), source)
    this.#byName.set(from, part)
    return part
  }

  /** Null for a part that is no XML where it should be: programs write VML that is none. */
  async #sourceOf({ layout }: Kind, from: string): Promise<XmlSource | null> {
    if (typeof layout === 'string') return null
    try {
      const source = await XmlSource.of(this.#package.part(from)!)
      return knowsRoot(source, { ...OFFICE, base: BASES[this.app] }) ? source : null
    } catch (error) {
      if (/\.vml$/i.test(from)) return null
      throw error
    }
  }

  /** The name that programs give such a part: as it is where it has that form already. */
  #nameOf({ stem, layout, type }: Kind, from: string): string {
    const written = /\.(\w{1,5})$/.exec(from)?.[1]?.toLowerCase() ?? ''
    const ending =
      layout === 'picture'
        ? Object.hasOwn(PICTURES, written)
          ? written
          : 'png'
        : layout === 'inner'
          ? Object.hasOwn(INNER, written)
            ? written
            : 'docx'
          : type === 'vmlDrawing'
            ? 'vml'
            : 'xml'
    const folder = stem === 'core' ? 'docProps/' : `${this.app}/`
    const usual =
      from.startsWith(`${folder}${stem}`) &&
      /^\d{0,9}$/.test(from.slice(folder.length + stem.length, -ending.length - 1))
    let name = from
    if (!usual || !from.endsWith(`.${ending}`) || this.#used.has(name)) {
      const isSingle = /^[^/]+$/.test(stem) && !/^(?:header|footer|comments)$/.test(stem)
      do {
        const n = (this.#counts.get(stem) ?? 0) + 1
        this.#counts.set(stem, n)
        name = `${folder}${stem}${n === 1 && isSingle ? '' : n}.${ending}`
      } while (this.#used.has(name))
    }
    this.#used.add(name)
    return name
  }

  /** Adds the addresses that people follow. */
  addLinks(into: CopyText): void {
    for (const part of this.all)
      for (const relation of part.relations)
        if (relation.part === null && relation.address !== NOWHERE)
          into.aside(
            linkSpot({
              value: relation.address,
              set(text) {
                relation.address = text
              },
            }),
          )
  }

  /** The package of the copy: content types and relations written anew. `written`: the bytes of each part by its name. */
  write(written: ReadonlyMap<string, Uint8Array>): void {
    const parts = this.#package
    for (const name of parts.names) parts.delete(name)
    const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`)
    parts.set('[Content_Types].xml', xml(this.#contentTypes()))
    parts.set('_rels/.rels', xml(relationsXml(this.#root)))
    for (const part of this.all) {
      parts.set(part.name, written.get(part.name)!)
      const slash = part.name.lastIndexOf('/') + 1
      if (part.relations.length > 0)
        parts.set(`${part.name.slice(0, slash)}_rels/${part.name.slice(slash)}.rels`, xml(relationsXml(part.relations)))
    }
  }

  #contentTypes(): string {
    const endings = new Map([
      ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
      ['xml', 'application/xml'],
    ])
    const overrides: string[] = []
    for (const {
      name,
      kind: { type, layout },
    } of this.all) {
      const ending = name.slice(name.lastIndexOf('.') + 1)
      if (layout === 'picture') endings.set(ending, PICTURES[ending]!)
      else if (layout === 'inner') endings.set(ending, INNER[ending]!)
      else if (ending === 'vml') endings.set(ending, `${OFFICE_TYPE}vmlDrawing`)
      else {
        const own = name === this.main.name ? this.#mainType : type.includes('/') ? type : `${OFFICE_TYPE}${type}+xml`
        overrides.push(`<Override PartName="/${name}" ContentType="${own}"/>`)
      }
    }
    const defaults = [...endings].map(([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`)
    return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[...defaults, ...overrides].join('')}</Types>`
  }
}

function relationsXml(relations: readonly KeptRelation[]): string {
  const written = relations.map(({ newId, uri, part, address }) =>
    part === null
      ? `<Relationship Id="${newId}" Type="${uri}" Target="${escaped(address)}" TargetMode="External"/>`
      : `<Relationship Id="${newId}" Type="${uri}" Target="/${part.name}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join('')}</Relationships>`
}

/** Content type by the name of a part, in small letters (part 2, 7.2). */
async function typesOf(parts: Package): Promise<ReadonlyMap<string, string>> {
  const part = parts.part(parts.spelled('[Content_Types].xml') ?? '')
  if (part === undefined) throw unreadable('the file is damaged or no office file')
  const byEnding = new Map<string, string>()
  const types = new Map<string, string>()
  await walkXml(part, {
    open(tag) {
      if (tag.name === 'Default') byEnding.set(tag.of('Extension').toLowerCase(), tag.of('ContentType'))
      else if (tag.name === 'Override') types.set(tag.of('PartName').slice(1).toLowerCase(), tag.of('ContentType'))
    },
  })
  for (const name of parts.names.map((written) => written.toLowerCase())) {
    const type = byEnding.get(name.slice(name.lastIndexOf('.') + 1))
    if (type !== undefined && !types.has(name)) types.set(name, type)
  }
  return types
}

function numberOf(name: string): number {
  return Number(/(\d{1,9})\.\w{1,9}$/.exec(name)?.[1] ?? 0)
}

/** State shared by all parts of one file. */
export interface OfficeWriting {
  readonly into: CopyText
  readonly names: Names
  /** Runs when all spots are set, before the bytes are written. */
  later(work: () => void): void
  walkOf(part: OfficePart): (handlers: SourceHandlers) => void
}
