// Reads every part of a DOCX package with text: also headers, notes, comments, deletions, charts and links (ECMA-376 Part 1, 11, 15).
import type { BlockKind, Origin } from '../../records/structure.ts'
import { Package } from '../archive/package.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import type { Read } from '../shared/format.ts'
import { type Tag, walkXml } from '../xml/xml.ts'
import { Asides, addCommonParts, addInnerFiles, addLinks } from './ooxml.ts'

/** Parts with running text, in reading order. */
const PARTS: readonly (readonly [RegExp, Origin])[] = [
  [/^word\/header\d*\.xml$/, 'header'],
  [/^word\/document\d*\.xml$/, 'body'],
  [/^word\/footer\d*\.xml$/, 'footer'],
  [/^word\/(?:footnotes|endnotes)\.xml$/, 'note'],
  [/^word\/comments(?:Extended)?\.xml$/, 'comment'],
  [/^word\/glossary\/document\.xml$/, 'hidden'],
]

const BREAKS: Readonly<Record<string, string>> = { tab: '\t', ptab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' }

interface Table {
  row: number
  column: number
}

/** Reads one part with paragraphs; keeps the position in each open table and the state of the open paragraph. */
class WordPart {
  readonly #into: DocumentBuilder
  readonly #origin: Origin
  readonly #asides = new Asides()
  readonly #tables: Table[] = []
  #kind: BlockKind = 'paragraph'
  #level: number | null = null
  #began = false
  /** Set once the cell has text: later paragraphs of the cell begin on a new line. */
  #cellBegan = false
  #columnSpan = 1
  #isHeader = false
  #reading = 0
  #skipping = 0

  constructor(into: DocumentBuilder, origin: Origin) {
    this.#into = into
    this.#origin = origin
  }

  open(tag: Tag): void {
    // A fallback repeats the content of its alternative for old readers (ECMA-376 Part 3, 7.6).
    if (tag.name === 'Fallback') this.#skipping++
    if (this.#skipping > 0) return
    this.#asides.of(tag)
    const sign = BREAKS[tag.name]
    if (sign !== undefined && this.#began) this.#write(sign)
    switch (tag.name) {
      case 't':
      case 'delText':
      case 'instrText':
      case 'delInstrText':
        this.#reading++
        break
      case 'p':
        this.#paragraph()
        break
      case 'pStyle':
        this.#style(tag.of('val'))
        break
      case 'outlineLvl':
        this.#heading(Number(tag.of('val')) + 1)
        break
      case 'numPr':
        if (this.#kind === 'paragraph') this.#kind = 'list_item'
        break
      case 'comment':
        this.#asides.add(tag.of('initials').length > 3 ? tag.of('initials') : '', 'comment')
        break
      case 'fldSimple':
        this.#asides.add(tag.of('instr'), 'link')
        break
      case 'default':
        this.#asides.add(tag.of('val'), 'form')
        break
      default:
        this.#tableTag(tag)
    }
  }

  #tableTag(tag: Tag): void {
    const table = this.#tables.at(-1)
    if (tag.name === 'tbl') {
      if (this.#tables.length === 0) this.#into.begin('table', { origin: this.#origin })
      this.#tables.push({ row: -1, column: 0 })
    } else if (table === undefined) return
    else if (tag.name === 'tr') {
      table.row++
      table.column = 0
      this.#isHeader = false
    } else if (tag.name === 'tblHeader') this.#isHeader = true
    else if (tag.name === 'tc') {
      this.#columnSpan = 1
      this.#cellBegan = false
    } else if (tag.name === 'gridSpan') this.#columnSpan = Math.min(Math.max(Number(tag.of('val')) || 1, 1), 1_000)
  }

  close(name: string): void {
    if (name === 'Fallback') this.#skipping--
    if (this.#skipping > 0) return
    if (name === 't' || name === 'delText' || name === 'instrText' || name === 'delInstrText') this.#reading--
    else if (name === 'p') this.#endParagraph()
    else if (name === 'tc') this.#endCell()
    else if (name === 'tbl') {
      this.#tables.pop()
      if (this.#tables.length === 0) this.#into.end()
    }
  }

  text(text: string): void {
    if (this.#reading > 0 && this.#skipping === 0) this.#write(text.replaceAll('\u00ad', ''))
  }

  finish(): void {
    this.#into.end()
    this.#asides.flush(this.#into)
  }

  #paragraph(): void {
    // A text box is inside a paragraph: the rest of that paragraph becomes a separate block.
    if (this.#began && this.#tables.length === 0) this.#into.end()
    this.#kind = 'paragraph'
    this.#level = null
    this.#began = false
  }

  #style(style: string): void {
    const level =
      /^(?:heading|berschrift|titre|t[ií]tulo|titolo|kop|rubrik|overskrift|otsikko|nag[lł][oó]wek|nadpis|c[ií]msor|naslov)\D{0,3}([1-9])$/i.exec(
        style.replace(/^Ü/, ''),
      )?.[1]
    if (level !== undefined) this.#heading(Number(level))
    else if (/^(?:title|titel|titre|t[ií]tulo|titolo)$/i.test(style)) this.#kind = 'title'
    else if (/^list/i.test(style)) this.#kind = 'list_item'
  }

  #heading(level: number): void {
    if (level < 1 || level > 9) return
    this.#kind = 'heading'
    this.#level = level
  }

  #write(text: string): void {
    if (this.#tables.length > 0) {
      this.#writeCell(text)
      return
    }
    if (!this.#began) {
      this.#into.begin(this.#kind, { origin: this.#origin, level: this.#level })
      this.#began = true
    }
    this.#into.add(text)
  }

  #writeCell(text: string): void {
    // The text of a table inside a cell is added to the outer cell: a text table has only two dimensions.
    if (!this.#cellBegan) {
      const { row, column } = this.#tables[0]!
      if (this.#tables.length === 1)
        this.#into.cell(row, column, { columnSpan: this.#columnSpan, header: this.#isHeader })
      else if (this.#began) this.#into.add(' ')
      this.#cellBegan = true
    } else if (!this.#began) this.#into.add('\n')
    this.#began = true
    this.#into.add(text)
  }

  #endParagraph(): void {
    if (this.#tables.length === 0) this.#into.end()
    this.#began = false
  }

  #endCell(): void {
    const table = this.#tables.at(-1)
    if (table === undefined) return
    if (!this.#cellBegan && this.#tables.length === 1)
      this.#into.cell(Math.max(table.row, 0), table.column, { columnSpan: this.#columnSpan })
    table.column += this.#columnSpan
    this.#columnSpan = 1
    // The outer cell, if there is one, already has text.
    this.#cellBegan = this.#tables.length > 1
    this.#began = false
  }
}

async function addWordParts(parts: Package, into: DocumentBuilder): Promise<void> {
  for (const [pattern, origin] of PARTS)
    for (const name of parts.named(pattern)) {
      const part = new WordPart(into, origin)
      await walkXml(parts.part(name)!, part)
      part.finish()
    }
  const people = parts.part('word/people.xml')
  if (people === undefined) return
  const asides = new Asides()
  await walkXml(people, { open: (tag) => asides.of(tag) })
  asides.flush(into)
}

export const readDocx: Read = async (bytes, into, reading) => {
  const parts = await Package.of(bytes, reading)
  await addWordParts(parts, into)
  await addLinks(parts, /^word\/(?:document|header|footer|footnotes|endnotes|comments|settings)\d*\.xml$/, into)
  await addCommonParts(parts, into)
  await addInnerFiles(parts, into, reading)
  return null
}
