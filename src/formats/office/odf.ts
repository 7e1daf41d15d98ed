// OpenDocument texts, sheets and slides (ISO/IEC 26300), with notes, comments, tracked changes, forms and properties.
import { wordSet } from '../../lists.ts'
import type { BlockKind, Origin } from '../../records/structure.ts'
import { Package } from '../archive/package.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import { type Read, unreadable } from '../shared/format.ts'
import { isHeaderRow } from '../table/csv.ts'
import { type Tag, walkXml } from '../xml/xml.ts'
import { Asides } from './ooxml.ts'

/** Elements whose text is added separately from the text around them. */
const APART: Readonly<Record<string, Origin>> = {
  annotation: 'comment',
  note: 'note',
  'changed-region': 'deleted',
  title: 'picture',
  desc: 'picture',
  header: 'header',
  'header-left': 'header',
  'header-first': 'header',
  footer: 'footer',
  'footer-left': 'footer',
  'footer-first': 'footer',
  notes: 'speaker_notes',
  'text-box': 'body',
}
/** Attributes that hold text, in any element. */
const ATTRIBUTES: readonly (readonly [string, Origin])[] = [
  ['href', 'link'],
  ['string-value', 'form'],
  ['current-value', 'form'],
  ['label', 'form'],
  ['help-message', 'form'],
  ['string-value-if-true', 'hidden'],
  ['string-value-if-false', 'hidden'],
]
const SIGNS: Readonly<Record<string, string>> = { tab: '\t', 'line-break': '\n', 'soft-page-break': '' }
/** Maximum repetitions of a cell or row: sheets repeat empty cells up to the sheet limit. */
const MOST_REPEATED = 100

interface Table {
  row: number
  column: number
  cells: { column: number; text: string; columnSpan: number; rowSpan: number }[]
  readonly name: string | null
  readonly isOuter: boolean
}

class OdfPart {
  readonly #into: DocumentBuilder
  readonly #asides = new Asides()
  readonly #apart: { origin: Origin; text: string; name: string }[] = []
  readonly #tables: Table[] = []
  #kind: BlockKind = 'paragraph'
  #level: number | null = null
  #lists = 0
  #paragraphs = 0
  #began = false
  #cell: { text: string; columnSpan: number; rowSpan: number; repeated: number; began: boolean } | null = null
  #rowRepeated = 1

  constructor(into: DocumentBuilder) {
    this.#into = into
  }

  open(tag: Tag): void {
    const origin = APART[tag.name]
    if (origin !== undefined) this.#apart.push({ origin, text: '', name: tag.name })
    for (const [attribute, from] of ATTRIBUTES) this.#asides.add(tag.of(attribute), from)
    const sign = SIGNS[tag.name]
    if (sign !== undefined) this.#write(sign)
    switch (tag.name) {
      case 's':
        this.#write(' '.repeat(Math.min(Number(tag.of('c')) || 1, 100)))
        break
      case 'p':
      case 'h':
        this.#paragraphs++
        this.#kind = tag.name === 'h' ? 'heading' : this.#lists > 0 ? 'list_item' : 'paragraph'
        this.#level = tag.name === 'h' ? Number(tag.of('outline-level')) || 1 : this.#lists || null
        if (this.#cell?.began) this.#write('\n')
        break
      case 'list':
        this.#lists++
        break
      case 'creator':
      case 'author-name':
      case 'sender-firstname':
        this.#paragraphs++
        break
      default:
        this.#tableTag(tag)
    }
  }

  #tableTag(tag: Tag): void {
    const times = (name: string) => Math.min(Math.max(Number(tag.of(name)) || 1, 1), MOST_REPEATED)
    if (tag.name === 'table') {
      const name = tag.of('name')
      this.#tables.push({
        row: 0,
        column: 0,
        cells: [],
        name: name === '' ? null : name,
        isOuter: this.#tables.length === 0,
      })
    } else if (tag.name === 'table-row') {
      const table = this.#tables.at(-1)
      if (table !== undefined) table.cells = []
      if (table !== undefined) table.column = 0
      this.#rowRepeated = times('number-rows-repeated')
    } else if (tag.name === 'table-cell' || tag.name === 'covered-table-cell') {
      if (this.#tables.length === 1)
        this.#cell = {
          text: '',
          columnSpan: times('number-columns-spanned'),
          rowSpan: times('number-rows-spanned'),
          repeated: times('number-columns-repeated'),
          began: false,
        }
    }
  }

  text(text: string): void {
    if (this.#paragraphs > 0 || this.#apart.at(-1)?.name === 'title' || this.#apart.at(-1)?.name === 'desc')
      this.#write(text)
  }

  #write(text: string): void {
    const apart = this.#apart.at(-1)
    if (apart !== undefined && apart.name !== 'text-box') apart.text += text
    else if (this.#cell !== null) {
      this.#cell.text += text
      this.#cell.began = true
    } else if (this.#paragraphs > 0) {
      if (!this.#began) this.#into.begin(this.#kind, { level: this.#level })
      this.#began = true
      this.#into.add(text)
    }
  }

  close(name: string): void {
    if (name === 'p' || name === 'h' || name === 'creator' || name === 'author-name' || name === 'sender-firstname') {
      this.#paragraphs--
      const apart = this.#apart.at(-1)
      if (apart !== undefined && apart.name !== 'text-box') apart.text += '\n'
      else if (this.#cell === null && this.#began) {
        this.#into.end()
        this.#began = false
      }
    } else if (name === 'list') this.#lists--
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell()
    else if (name === 'table-row') this.#endRow()
    else if (name === 'table') this.#endTable()
    if (this.#apart.at(-1)?.name === name && APART[name] !== undefined) {
      const { text, origin } = this.#apart.pop()!
      this.#asides.add(text, origin)
    }
  }

  #endCell(): void {
    const table = this.#tables.at(-1)
    if (table === undefined || !table.isOuter || this.#cell === null) return
    const { text, columnSpan, rowSpan, repeated } = this.#cell
    for (let i = 0; i < repeated; i++)
      table.cells.push({ column: table.column++, text: text.trim(), columnSpan, rowSpan })
    this.#cell = null
  }

  #endRow(): void {
    const table = this.#tables.at(-1)
    if (table === undefined || !table.isOuter) return
    const last = table.cells.findLastIndex(({ text }) => text !== '')
    if (last < 0) return
    if (table.row === 0) {
      if (table.name !== null) this.#asides.add(table.name, 'property')
      this.#into.begin('table', { part: table.name })
    }
    const cells = table.cells.slice(0, last + 1)
    const header = table.row === 0 && cells.length > 1 && isHeaderRow(cells.map(({ text }) => text))
    for (let i = 0; i < this.#rowRepeated; i++) {
      for (const { column, text, columnSpan, rowSpan } of cells) {
        this.#into.cell(table.row, column, { columnSpan, rowSpan, header })
        this.#into.add(text)
      }
      table.row++
    }
  }

  #endTable(): void {
    const table = this.#tables.pop()
    if (table?.isOuter) this.#into.end()
  }

  finish(): void {
    this.#into.end()
    this.#asides.flush(this.#into)
  }
}

/** Document properties that are added, one value a line. */
const META = wordSet('initial-creator creator printed-by title subject description keyword user-defined')

async function addMeta(bytes: Uint8Array, into: DocumentBuilder): Promise<void> {
  let label = ''
  let value = ''
  await walkXml(bytes, {
    open(tag) {
      label = tag.name === 'user-defined' ? tag.of('name') : ''
      value = ''
    },
    text(text) {
      value += text
    },
    close(name) {
      if (META.has(name) && value.trim() !== '')
        into.block('key_value', label === '' ? value.trim() : `${label}: ${value.trim()}`, {
          origin: 'property',
          part: label === '' ? name : label,
        })
      value = ''
    },
  })
}

/** A flat file has one part; a package has content and style parts, also for each embedded object. */
async function addParts(parts: Package, into: DocumentBuilder): Promise<void> {
  const names = [
    ...parts.named(/^content\.xml$/),
    ...parts.named(/^styles\.xml$/),
    ...parts.named(/^[^/]+\/(?:content|styles)\.xml$/),
  ]
  if (names.length === 0)
    throw unreadable('the file is encrypted, damaged or not an OpenDocument file; save it again without a password')
  for (const name of names) {
    const part = new OdfPart(into)
    await walkXml(parts.part(name)!, part)
    part.finish()
  }
  for (const name of parts.named(/^(?:.*\/)?meta\.xml$/)) await addMeta(parts.part(name)!, into)
}

export const readOdf: Read = async (bytes, into, reading) => {
  const parts = await Package.of(bytes, reading)
  await addParts(parts, into)
  for (const name of parts.named(/^(?:Pictures|media)\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|webp)$/i))
    await reading.inner(parts.part(name)!, name.slice(name.lastIndexOf('/') + 1), into)
  for (const name of parts.named(/^Object [^/]+$/)) await reading.inner(parts.part(name)!, name, into)
  return null
}
