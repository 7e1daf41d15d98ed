// Office packages (ECMA-376): each part is written from what is known of it, and a part that nothing here knows is left out, with the relations and
// elements that refer to it.
import { Package } from '../archive/package.ts'
import { blankPicture } from '../picture/pictures.ts'
import type { CopyText, Spot } from '../shared/copy-text.ts'
import type { Open, OpenCopy, Opening } from '../shared/format.ts'
import { writtenOut } from '../shared/known-values.ts'
import { Names } from '../xml/allowed-values.ts'
import { type Keeping, walkAllowed } from '../xml/allowed-xml.ts'
import type { SourceHandlers, XmlSource } from '../xml/xml-source.ts'
import { addXmlText, type Besides } from '../xml/xml-text.ts'
import { OFFICE, SHEETS, WORDS } from './office-dialects.ts'
import { BASES } from './office-kinds.ts'
import { type OfficePart, OfficeParts, type OfficeWriting } from './office-parts.ts'
import { Workbook } from './sheets.ts'
import { WordFields } from './word-fields.ts'

class OfficeCopy implements OpenCopy, OfficeWriting {
  readonly into: CopyText
  readonly names = new Names()
  readonly #package: Package
  readonly #parts: OfficeParts
  readonly #opening: Opening
  readonly #inner = new Map<OfficePart, OpenCopy>()
  readonly #later: (() => void)[] = []

  constructor(whole: Package, parts: OfficeParts, into: CopyText, opening: Opening) {
    this.#package = whole
    this.#parts = parts
    this.into = into
    this.#opening = opening
  }

  async open(): Promise<void> {
    const workbook = this.#parts.app === 'xl' ? await Workbook.of(this.#parts, this.#package, this) : null
    for (const part of this.#parts.all) {
      const { layout } = part.kind
      if (layout === 'picture' || layout === 'inner') await this.#addInner(part, layout)
      else if (workbook?.add(part) !== true) this.#addText(part, workbook)
      this.into.endPart()
    }
    this.#parts.addLinks(this.into)
    this.into.endPart()
  }

  later(work: () => void): void {
    this.#later.push(work)
  }

  walkOf(part: OfficePart): (handlers: SourceHandlers) => void {
    const keeping: Keeping = {
      into: this.into,
      names: this.names,
      relation: (id) => part.relation(id)?.newId ?? null,
      removed: (what) => this.#opening.removed(what),
    }
    const base = BASES[this.#parts.app]
    return (handlers) => walkAllowed(part.source!, { ...OFFICE, base }, keeping, handlers)
  }

  #addText(part: OfficePart, workbook: Workbook | null): void {
    const layout = part.kind.layout as typeof WORDS
    let besides: Besides = {}
    let fields: WordFields | null = null
    if (layout === WORDS) {
      fields = new WordFields(part.source!, this.into, this.names)
      besides = fields
    } else if (layout !== SHEETS) besides = { text: (spot, within) => this.#chartText(spot, within, workbook) }
    addXmlText(part.source!, layout, this.into, besides, this.walkOf(part))
    fields?.finish()
  }

  /** References of charts, and the numbers that they keep, with all their digits. */
  #chartText(spot: Spot, within: string, workbook: Workbook | null): boolean {
    if (within === 'f') return addReference(spot, workbook)
    if (within !== 'v') return false
    this.into.add({ value: writtenOut(spot.value), set: spot.set })
    return true
  }

  async #addInner(part: OfficePart, layout: 'picture' | 'inner'): Promise<void> {
    const bytes = this.#package.part(part.from)!
    const copy = await this.#opening.inner(bytes, this.into)
    if (copy !== null) this.#inner.set(part, copy)
    else {
      this.#inner.set(part, { write: () => (layout === 'picture' ? blankPicture(part.name) : new Uint8Array(0)) })
      this.#opening.removed(layout === 'picture' ? 'pictures' : 'embedded files')
    }
  }

  async write(): Promise<Uint8Array> {
    for (const work of this.#later) work()
    const written = new Map<string, Uint8Array>()
    for (const part of this.#parts.all) {
      const inner = this.#inner.get(part)
      if (inner !== undefined) written.set(part.name, await inner.write())
      else written.set(part.name, bytesOf(part.source!, this.#package.part(part.from)!))
    }
    this.#parts.write(written)
    return this.#package.written()
  }
}

function bytesOf(source: XmlSource, bytes: Uint8Array): Uint8Array {
  return source.isChanged ? source.bytes() : bytes
}

/** Names of sheets in workbooks that charts keep inside them. */
const INNER_REFERENCE =
  /^'?(?:Sheet|Tabelle|Feuil|Hoja|Foglio|Blad|Arkusz|Planilha) ?\d{1,3}'?!\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?$/
const NO_REFERENCE = '#REF!'

/** The cells that a chart shows: of this workbook, or of one inside the chart. */
function addReference(spot: Spot, workbook: Workbook | null): true {
  if (workbook !== null) workbook.addFormula(spot, NO_REFERENCE)
  else if (!INNER_REFERENCE.test(spot.value)) spot.set(NO_REFERENCE)
  return true
}

export const openOffice: Open = async (bytes, into, opening) => {
  const whole = await Package.of(bytes, opening)
  const parts = await OfficeParts.of(whole, opening.removed)
  const copy = new OfficeCopy(whole, parts, into, opening)
  await copy.open()
  return copy
}
