// Workbooks (ECMA-376 part 1, 18): sheets in their order, cell by cell as people see them. A cell whose number, date or result was masked becomes
// a text; formulas that would say what is masked, or name what is not known, give way to their last result.
import type { Package } from '../archive/package.ts'
import type { CopyText, Spot, TextRange } from '../shared/copy-text.ts'
import { unreadable } from '../shared/format.ts'
import { split } from '../shared/partial-spots.ts'
import { attributeOf, escaped, type SourceTag, type XmlSource } from '../xml/xml-source.ts'
import { addXmlText } from '../xml/xml-text.ts'
import { SHEETS } from './office-dialects.ts'
import type { OfficePart, OfficeParts, OfficeWriting } from './office-parts.ts'
import { type Called, Formulas, type ReadFormula, writtenFormula } from './sheet-formulas.ts'
import { columnOf, readStyles, type Styles, shownNumber, withoutEscapes } from './xlsx-numbers.ts'

/** Columns that may be empty between two cells before they are layout. */
const WIDEST_GAP = 50
/** Letters that make a literal of a formula a word. */
const SHORTEST_WORD = 2

class SheetName implements Called {
  readonly spot: Spot
  readonly part: OfficePart | null
  #now: string

  constructor(spot: Spot, part: OfficePart | null) {
    this.spot = spot
    this.part = part
    this.#now = spot.value
  }

  readonly written = (): string => this.#now

  /** A name of a sheet has no brackets and other signs of formulas, and at most 31 characters (18.2.19). */
  set(text: string, used: Set<string>): void {
    const bare = text.replace(/[[\]:*?/\\']/g, '').slice(0, LONGEST_SHEET_NAME) || 'Sheet'
    let free = bare
    for (let n = 2; used.has(free.toLowerCase()); n++) free = `${bare.slice(0, LONGEST_SHEET_NAME - 4)} ${n}`
    used.add(free.toLowerCase())
    this.#now = free
    this.spot.set(free)
  }
}

const LONGEST_SHEET_NAME = 31

export class Workbook {
  readonly #parts: OfficeParts
  readonly #writing: OfficeWriting
  readonly #sheets: SheetName[] = []
  readonly #strings: Spot[][] = []
  readonly #usedStrings = new Set<number>()
  readonly #styles: Styles
  readonly #names = new Map<string, Called>()
  readonly #formulas: Formulas
  #is1904 = false

  private constructor(parts: OfficeParts, styles: Styles, writing: OfficeWriting) {
    this.#parts = parts
    this.#styles = styles
    this.#writing = writing
    this.#readMain()
    this.#formulas = new Formulas(
      new Map(this.#sheets.map((sheet) => [sheet.spot.value.toLowerCase(), sheet])),
      this.#names,
    )
  }

  /** Throws document_unreadable for a workbook without a sheet that can be read. */
  static async of(parts: OfficeParts, whole: Package, writing: OfficeWriting): Promise<Workbook> {
    const styles = parts.main.targets('styles')[0]
    const bytes = styles === undefined ? undefined : whole.part(styles.from)
    const workbook = new Workbook(parts, await readStyles(bytes), writing)
    if (workbook.#sheets.every(({ part }) => part === null))
      throw unreadable('nothing of the file is understood: none of its sheets is of a kind known here; save it as XLSX')
    return workbook
  }

  #readMain(): void {
    this.#parts.main.source!.walk({
      open: (tag) => {
        const name = attributeOf(tag, 'name')
        if (tag.name === 'sheet' && name !== null) {
          const id = [...tag.attributes].find(([key]) => /:id$/.test(key))?.[1].value ?? ''
          this.#sheets.push(new SheetName(name, this.#parts.main.relation(id)?.part ?? null))
        } else if (tag.name === 'workbookPr')
          this.#is1904 = /^(?:1|true)$/.test(attributeOf(tag, 'date1904')?.value ?? '')
        else if (tag.name === 'definedName' && name !== null && !name.value.startsWith('_xlnm.')) {
          const written = this.#writing.names.of('Name', name.value)
          this.#names.set(name.value.toLowerCase(), { written: () => written })
        }
      },
    })
  }

  /** True for parts whose text the workbook lays out itself. */
  add(part: OfficePart): boolean {
    if (part === this.#parts.main) this.#addSheets()
    else if (part.kind.stem === 'sharedStrings') this.#readStrings(part)
    else if (!/^(?:work|chart|dialog)sheets\//.test(part.kind.stem)) return false
    else if (this.#sheets.every((sheet) => sheet.part !== part)) this.#addSheet(part)
    return true
  }

  /** The workbook first reads its strings, so that they are known when its cells are read. */
  #addSheets(): void {
    const { into } = this.#writing
    for (const part of this.#parts.main.targets('sharedstrings')) this.#readStrings(part)
    const used = new Set(this.#sheets.map(({ spot }) => spot.value.toLowerCase()))
    for (const sheet of this.#sheets) {
      if (sheet.part !== null) into.add({ value: sheet.spot.value, set: (text) => sheet.set(text, used) })
      into.line()
      if (sheet.part !== null) this.#addSheet(sheet.part)
      into.endPart()
    }
    this.#addMain()
    // Strings that no cell shows.
    this.#strings.forEach((spots, n) => {
      if (!this.#usedStrings.has(n)) for (const spot of spots) spot.set('')
    })
  }

  #addMain(): void {
    const { main } = this.#parts
    const cut = new Map<SourceTag, boolean>()
    let name: SourceTag | null = null
    addXmlText(
      main.source!,
      SHEETS,
      this.#writing.into,
      {
        open(tag) {
          if (tag.name === 'definedName') name = tag
          return false
        },
        text: (spot, within) => {
          if (within === 'definedName' && !this.addFormula(spot, null) && name !== null) cut.set(name, true)
          return true
        },
        close(closed, end) {
          if (closed === 'definedName' && name !== null && cut.has(name)) main.source!.put(name.start, end, '')
        },
      },
      this.#writing.walkOf(main),
    )
  }

  #addSheet(part: OfficePart): void {
    const strings = (n: number) => {
      this.#usedStrings.add(n)
      return this.#strings[n] ?? []
    }
    new Sheet(
      part,
      { strings, styles: this.#styles, is1904: this.#is1904, workbook: this, formulas: this.#formulas },
      this.#writing,
    ).add()
  }

  /** A formula outside of cells: literals are words, what it names is called as in the copy. False, and `instead` in its place, where it is unknown. */
  addFormula(spot: Spot, instead: string | null): boolean {
    const read = this.#formulas.read(spot.value)
    if (read === null) {
      if (instead !== null) spot.set(instead)
      return false
    }
    const parts: TextRange[] = [...read.literals, ...read.references].sort((a, b) => a.start - b.start)
    const spots = split(spot, parts)
    let isDropped = false
    const drop = () => {
      isDropped = true
      spot.set(instead ?? NOT_KNOWN)
    }
    this.#writing.into.guard({ value: spot.value, drop })
    parts.forEach((part, n) => {
      const own = spots[n]!
      if (!('written' in part))
        this.#writing.into.aside({ value: own.value, set: (text) => own.set(text.replaceAll('"', '""')) })
      else
        this.#writing.later(() => {
          const written = (part as TextRange & { written(): string }).written()
          if (!isDropped && written !== own.value) own.set(written)
        })
    })
    return true
  }

  /** The runs of every shared string; phonetic hints are left out (18.4.6). */
  #readStrings(part: OfficePart): void {
    if (this.#strings.length > 0) return
    let within = ''
    this.#writing.walkOf(part)({
      open: (tag) => {
        if (tag.name === 'si') this.#strings.push([])
        within = tag.name
      },
      text: (spot) => {
        if (within === 't') this.#strings.at(-1)?.push(withoutEscapesIn(spot))
      },
      close: () => {
        within = ''
      },
    })
  }
}

interface Read {
  strings(n: number): readonly Spot[]
  readonly styles: Styles
  readonly is1904: boolean
  readonly workbook: Workbook
  readonly formulas: Formulas
}

interface Cell {
  readonly tag: SourceTag
  readonly type: string
  value: Spot | null
  inline: Spot[]
  formula: { text: string; spot: Spot | null; start: number; end: number; shared: string | null } | null
}

class Sheet {
  readonly #part: OfficePart
  readonly #source: XmlSource
  readonly #read: Read
  readonly #writing: OfficeWriting
  readonly #into: CopyText
  /** Formulas that are shared, by their index: where one goes, all go. */
  readonly #shared = new Map<string, { readonly start: number; readonly end: number }[]>()
  readonly #gone = new Set<string>()
  #cell: Cell | null = null
  #column = 0

  constructor(part: OfficePart, read: Read, writing: OfficeWriting) {
    this.#part = part
    this.#source = part.source!
    this.#read = read
    this.#writing = writing
    this.#into = writing.into
  }

  add(): void {
    addXmlText(
      this.#source,
      SHEETS,
      this.#into,
      {
        open: (tag) => this.#open(tag),
        text: (spot, within) => this.#text(spot, within),
        close: (name) => this.#close(name),
      },
      this.#writing.walkOf(this.#part),
    )
  }

  #open(tag: SourceTag): boolean {
    if (tag.name === 'row') {
      this.#into.line()
      this.#column = 0
    } else if (tag.name === 'c') {
      const type = attributeOf(tag, 't')?.value ?? ''
      this.#cell = { tag, type, value: null, inline: [], formula: null }
      this.#toColumn(columnOf(attributeOf(tag, 'r')?.value ?? '') ?? this.#column)
    } else if (tag.name === 'f' && this.#cell !== null) this.#beginFormula(tag)
    else if (tag.name === 'hyperlink') {
      const inside = attributeOf(tag, 'location')
      if (inside !== null) this.#read.workbook.addFormula(inside, '')
    }
    return false
  }

  /** A gap of a cell or more is empty columns, so that values stand under their headings. */
  #toColumn(column: number): void {
    const gap = column - this.#column
    if (gap > 0) this.#into.cell(gap > WIDEST_GAP ? 1 : gap)
    this.#column = column
  }

  #beginFormula(tag: SourceTag): void {
    const shared = attributeOf(tag, 't')?.value === 'shared' ? (attributeOf(tag, 'si')?.value ?? null) : null
    this.#cell!.formula = { text: '', spot: null, start: tag.start, end: tag.end, shared }
  }

  #text(spot: Spot, within: string): boolean {
    const cell = this.#cell
    if (cell !== null) {
      if (within === 'v') cell.value = spot
      else if (within === 't') cell.inline.push(withoutEscapesIn(spot))
      else if (within === 'f' && cell.formula !== null) {
        cell.formula.text += spot.value
        cell.formula.spot = spot
      }
    } else if (HEADERS.test(within)) for (const words of split(spot, headerWords(spot.value))) this.#into.aside(words)
    else if (FORMULAS.test(within)) this.#read.workbook.addFormula(spot, NOT_KNOWN)
    else if (spot.value.trim() !== '') this.#into.aside(spot)
    return true
  }

  #close(name: string): void {
    if (name === 'c') this.#endCell()
  }

  #endCell(): void {
    const cell = this.#cell!
    this.#cell = null
    const { strings, styles, is1904 } = this.#read
    const shown = cell.type === 's' ? strings(Number(cell.value?.value ?? -1)) : cell.inline
    if (cell.type === 's' || cell.type === 'inlineStr') for (const spot of shown) this.#into.add(spot)
    else if (cell.value !== null && !isSwitch(cell)) {
      const style = Number(attributeOf(cell.tag, 's')?.value ?? 0) || 0
      const raw = withoutEscapes(cell.value.value)
      const value = cell.type === '' || cell.type === 'n' ? shownNumber(raw, style, styles, is1904) : raw
      this.#into.add({ value, set: (text) => this.#asText(cell, text) })
    }
    this.#formula(cell)
  }

  /** The cell holds the text itself, and no formula. */
  #asText({ tag, formula }: Cell, text: string): void {
    const prefix = tag.fullName.slice(0, -tag.name.length)
    const kept = ['r', 's'].flatMap((name) => {
      const value = tag.attributes.get(name)?.value
      return value === undefined ? [] : [` ${name}="${escaped(value)}"`]
    })
    const content = `<${prefix}is><${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t></${prefix}is>`
    const end = this.#source.text.indexOf(`</${tag.fullName}>`, tag.end) + tag.fullName.length + 3
    this.#source.put(tag.start, end, `<${tag.fullName}${kept.join('')} t="inlineStr">${content}</${tag.fullName}>`)
    if (formula?.shared != null) this.#cutShared(formula.shared)
  }

  #cutShared(index: string): void {
    if (this.#gone.has(index)) return
    this.#gone.add(index)
    for (const { start, end } of this.#shared.get(index) ?? []) this.#source.put(start, end, '')
  }

  /** String literals of formulas are read as well; a formula with a value in a literal is removed, and its last result stays. */
  #formula({ tag, formula }: Cell): void {
    if (formula === null) return
    const closing = `</${tag.fullName.slice(0, -1)}f>`
    const isEmpty = this.#source.text.startsWith('/>', formula.end - 2)
    const end = isEmpty ? formula.end : this.#source.text.indexOf(closing, formula.end) + closing.length
    const { start, shared, text, spot } = formula
    const cut = () => {
      this.#source.put(start, end, '')
      if (shared !== null) this.#cutShared(shared)
    }
    if (shared !== null && this.#gone.has(shared)) {
      this.#source.put(start, end, '')
      return
    }
    if (shared !== null) {
      const known = this.#shared.get(shared)
      if (known === undefined) this.#shared.set(shared, [{ start, end }])
      else known.push({ start, end })
    }
    const read = this.#read.formulas.read(text)
    if (read === null) {
      cut()
      return
    }
    const said = saidIn(text, read)
    let isCut = false
    const drop = () => {
      isCut = true
      cut()
    }
    if (said !== '') this.#into.aside({ value: said, set: drop })
    this.#into.guard({ value: text, drop })
    if (spot !== null && read.references.length > 0)
      this.#writing.later(() => {
        const written = writtenFormula(text, read)
        if (!isCut && written !== text) spot.set(written)
      })
  }
}

/** A text without escapes of characters; what is written in its place has none. */
function withoutEscapesIn(spot: Spot): Spot {
  const value = withoutEscapes(spot.value)
  return value === spot.value
    ? spot
    : { value, set: (text) => spot.set(text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')) }
}

/** True and false, and errors of the program. */
function isSwitch({ type, value }: Cell): boolean {
  if (type === 'b') return /^(?:[01]|true|false)$/.test(value!.value)
  return type === 'e' && /^#[A-Z0-9/]{2,12}[!?]?$/.test(value!.value)
}

/** String literals of a formula; those that it joins are one. */
function saidIn(formula: string, { literals }: ReadFormula): string {
  const said = literals.map(({ start, end }, n) => {
    const isJoined = n > 0 && /^"\s{0,9}&\s{0,9}"$/.test(formula.slice(literals[n - 1]!.end, start))
    return (isJoined ? '' : SEPARATOR) + formula.slice(start, end)
  })
  return said.join('').split(SEPARATOR).filter(isLong).join(', ')
}

const SEPARATOR = '\u0000'
const isLong = (word: string) => word.length >= SHORTEST_WORD

const HEADERS = /^(?:odd|even|first)(?:Header|Footer)$/
const FORMULAS = /^formula[12]?$/
/** Of rules and validations: it holds for no cell. */
const NOT_KNOWN = 'FALSE'

/** The words of a header between its codes: places, fonts, sizes, colours, fields (18.3.1.46). */
function headerWords(header: string): TextRange[] {
  const parts: TextRange[] = []
  let at = 0
  for (const code of header.matchAll(/&(?:"[^"]{0,80}"|K[0-9A-F]{6}|K\d{2}[+-]\d{3}|\d{1,3}|.)/gs)) {
    if (code.index > at) parts.push({ start: at, end: code.index })
    at = code.index + code[0].length
  }
  if (at < header.length) parts.push({ start: at, end: header.length })
  return parts
}
