// XLSX: every sheet as a table, also hidden ones, with values as displayed (dates, not day numbers), comments and their authors, headers,
// names, lists of choices, and the cached values of pivot tables and links to other files.
import { Package } from '../archive/package.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import type { Read } from '../shared/format.ts'
import { isHeaderRow } from '../table/csv.ts'
import { type Tag, walkXml } from '../xml/xml.ts'
import { Asides, addCommonParts, addInnerFiles, addLinks, relationsOf } from './ooxml.ts'
import { columnOf, readStyles, type Styles, shownNumber, withoutEscapes } from './xlsx-numbers.ts'

interface Sheet {
  readonly name: string
  readonly part: string
  readonly isHidden: boolean
}

/** Shared strings: rich text is joined, phonetic hints are left out (ECMA-376 Part 1, 18.4). */
async function stringsOf(parts: Package): Promise<string[]> {
  const strings: string[] = []
  const part = parts.part('xl/sharedStrings.xml')
  if (part === undefined) return strings
  let current = ''
  let reading = false
  let phonetic = 0
  await walkXml(part, {
    open({ name }) {
      if (name === 'si') current = ''
      else if (name === 'rPh') phonetic++
      else if (name === 't') reading = phonetic === 0
    },
    text(text) {
      if (reading) current += text
    },
    close(name) {
      if (name === 't') reading = false
      else if (name === 'rPh') phonetic--
      else if (name === 'si') strings.push(withoutEscapes(current))
    },
  })
  return strings
}

interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly names: readonly string[]
  readonly is1904: boolean
}

async function workbookOf(parts: Package): Promise<Workbook> {
  const main = parts.named(/^xl\/workbook\.xml$/)[0]
  const sheets: Sheet[] = []
  const names: string[] = []
  let is1904 = false
  if (main !== undefined) {
    const relations = new Map((await relationsOf(parts, main)).map(({ id, target }) => [id, target]))
    let isName = false
    await walkXml(parts.part(main)!, {
      open(tag) {
        if (tag.name === 'sheet') {
          const part = relations.get(tag.attributes['r:id'] ?? '')
          if (part !== undefined && parts.part(part) !== undefined)
            sheets.push({ name: tag.of('name'), part, isHidden: /hidden/i.test(tag.of('state')) })
        } else if (tag.name === 'workbookPr') is1904 = /^(?:1|true)$/.test(tag.of('date1904'))
        else if (tag.name === 'definedName') {
          isName = true
          names.push(tag.of('comment'))
        } else if (tag.name === 'fileSharing') names.push(tag.of('userName'))
      },
      text(text) {
        // A defined name refers to cells; a name for a text has the text in quotes.
        if (isName && text.includes('"')) names.push(text)
      },
      close() {
        isName = false
      },
    })
  }
  const known = new Set(sheets.map(({ part }) => part))
  for (const part of parts.named(/^xl\/(?:work|chart|dialog|macro)sheets\/[^/]+\.xml$/))
    if (!known.has(part)) sheets.push({ name: '', part, isHidden: false })
  return { sheets, names, is1904 }
}

interface Row {
  readonly cells: { column: number; text: string }[]
}

/** Elements with text outside the cells, and elements with text in attributes. */
const BESIDE = new Set(['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter'])
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  dataValidation: ['prompt', 'promptTitle', 'error', 'errorTitle'],
  hyperlink: ['display', 'tooltip', 'location'],
  protectedRange: ['name'],
  scenario: ['name', 'comment', 'user'],
  inputCells: ['val'],
}

class SheetPart {
  readonly #strings: readonly string[]
  readonly #styles: Styles
  readonly #is1904: boolean
  readonly #asides: Asides
  readonly #take: (row: Row) => void
  #row: Row = { cells: [] }
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #formula = ''
  #reading: 'value' | 'formula' | 'beside' | null = null
  #beside = ''

  constructor(strings: readonly string[], styles: Styles, is1904: boolean, asides: Asides, take: (row: Row) => void) {
    this.#strings = strings
    this.#styles = styles
    this.#is1904 = is1904
    this.#asides = asides
    this.#take = take
  }

  open(tag: Tag): void {
    if (tag.name === 'row') {
      this.#row = { cells: [] }
      this.#column = -1
    } else if (tag.name === 'c') {
      this.#column = columnOf(tag.of('r')) ?? this.#column + 1
      this.#type = tag.of('t')
      this.#style = Number(tag.of('s')) || 0
      this.#value = ''
      this.#formula = ''
    } else if (tag.name === 'v' || tag.name === 't') this.#reading = 'value'
    else if (tag.name === 'f' || tag.name === 'formula1' || tag.name === 'formula2') this.#reading = 'formula'
    else if (BESIDE.has(tag.name)) this.#reading = 'beside'
    for (const attribute of ATTRIBUTES[tag.name] ?? []) this.#asides.add(tag.of(attribute), 'form')
  }

  text(text: string): void {
    if (this.#reading === 'value') this.#value += text
    else if (this.#reading === 'formula') this.#formula += text
    else if (this.#reading === 'beside') this.#beside += text
  }

  close(name: string): void {
    if (name === 'c') {
      const text = this.#shown()
      if (text !== '') this.#row.cells.push({ column: this.#column, text })
      this.#literals()
    } else if (name === 'row') {
      if (this.#row.cells.length > 0) this.#take(this.#row)
    } else if (BESIDE.has(name)) {
      // &"Arial,Bold"&12&L are formatting codes of a header (18.3.1.46).
      this.#asides.add(this.#beside.replace(/&"[^"]{0,80}"|&\d{1,3}|&[A-Z]/g, ' '), 'header')
      this.#beside = ''
    } else if (name === 'formula1' || name === 'formula2') this.#literals()
    if (name !== 'is' && name !== 'r') this.#reading = null
  }

  #literals(): void {
    for (const [, literal] of this.#formula.matchAll(/"([^"]{2,400})"/g))
      this.#asides.add(literal!.replaceAll(',', ', '), 'form')
    this.#formula = ''
  }

  #shown(): string {
    if (this.#type === 's') return this.#strings[Number(this.#value)] ?? ''
    if (this.#type === 'b') return this.#value === '1' ? 'TRUE' : 'FALSE'
    if (this.#type === 'inlineStr' || this.#type === 'str' || this.#type === 'd' || this.#type === 'e')
      return withoutEscapes(this.#value)
    return shownNumber(this.#value, this.#style, this.#styles, this.#is1904)
  }
}

/** Number of columns of a sheet (A to XFD); beyond it, empty cells are not added. */
const MOST_COLUMNS = 16_384

/** Adds a sheet as one table. Rows come in stored order; gaps between rows are not visible here. */
async function addSheet(
  sheet: Sheet,
  part: Uint8Array,
  read: { strings: readonly string[]; styles: Styles; is1904: boolean },
  into: DocumentBuilder,
): Promise<void> {
  const asides = new Asides()
  const part_ = sheet.name === '' ? null : sheet.name
  const origin = sheet.isHidden ? 'hidden' : 'body'
  if (sheet.name !== '') into.block('heading', sheet.name, { origin: 'property', part: part_ })
  let rows = 0
  const take = ({ cells }: Row): void => {
    if (rows === 0) into.begin('table', { origin, part: part_ })
    const header = rows === 0 && cells.length > 1 && isHeaderRow(cells.map(({ text }) => text))
    let next = 0
    for (const { column, text } of cells) {
      // A gap of up to 50 cells is columns without a value; a wider gap is layout.
      if (column - next <= 50 && column < MOST_COLUMNS) for (; next < column; next++) into.cell(rows, next)
      into.cell(rows, column, { header })
      into.add(text)
      next = column + 1
    }
    rows++
  }
  await walkXml(part, new SheetPart(read.strings, read.styles, read.is1904, asides, take))
  into.end()
  asides.flush(into)
}

/** Comments: old ones with a list of authors, threaded ones with persons ([MS-XLSX] 2.1.17). */
async function addComments(parts: Package, into: DocumentBuilder): Promise<void> {
  const read = new Set(['t', 'text', 'author'])
  for (const name of parts.named(/^xl\/(?:comments\d*|threadedComments\/[^/]+|persons\/[^/]+|comments\/[^/]+)\.xml$/)) {
    let reading = 0
    let text = ''
    await walkXml(parts.part(name)!, {
      open(tag) {
        if (tag.name === 'person') into.block('paragraph', tag.of('displayName'), { origin: 'comment' })
        if (read.has(tag.name)) reading++
      },
      text(piece) {
        if (reading > 0) text += piece
      },
      close(closed) {
        if (read.has(closed)) reading--
        if (closed === 'comment' || closed === 'threadedComment' || closed === 'author') {
          into.block('paragraph', text.trim(), { origin: 'comment' })
          text = ''
        }
      },
    })
  }
}

/** Adds the cached values of pivot tables, query tables and links to other workbooks. */
async function addKeptValues(parts: Package, into: DocumentBuilder): Promise<void> {
  for (const name of parts.named(
    /^xl\/(?:pivotCache\/[^/]+|externalLinks\/externalLink\d+|connections|queryTables\/[^/]+)\.xml$/,
  )) {
    const values = new Set<string>()
    let reading = false
    await walkXml(parts.part(name)!, {
      open(tag) {
        if (tag.name === 's') values.add(tag.of('v'))
        else if (tag.name === 'cacheField' || tag.name === 'connection') values.add(tag.of('name'))
        else if (tag.name === 'dbPr') values.add(tag.of('connection'))
        reading = tag.name === 'v'
      },
      text(text) {
        if (reading && /\p{L}/u.test(text)) values.add(text)
      },
      close() {
        reading = false
      },
    })
    into.block('paragraph', [...values].filter((value) => value.trim() !== '').join('\n'), { origin: 'hidden' })
  }
}

export const readXlsx: Read = async (bytes, into, reading) => {
  const parts = await Package.of(bytes, reading)
  const { sheets, names, is1904 } = await workbookOf(parts)
  const strings = await stringsOf(parts)
  const styles = await readStyles(parts.part('xl/styles.xml'))
  for (const sheet of sheets) await addSheet(sheet, parts.part(sheet.part)!, { strings, styles, is1904 }, into)
  for (const name of names) into.block('paragraph', name, { origin: 'property' })
  await addComments(parts, into)
  await addKeptValues(parts, into)
  await addLinks(parts, /^xl\/(?:worksheets|drawings|externalLinks)\/[^/]+\.xml$/, into)
  await addCommonParts(parts, into)
  await addInnerFiles(parts, into, reading)
  return null
}
