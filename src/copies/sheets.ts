// Workbooks (ECMA-376 part 1, 18): sheets in their order, cell by cell as people see them. A cell whose number, date or result was masked becomes
// a text; formulas that would say what is masked give way to their last result.
import { readStyles, type Styles, shownNumber } from '../parse/xlsx-numbers.ts'
import type { CopyText, Spot } from './copy-text.ts'
import { SHEETS } from './office-dialects.ts'
import type { Package } from './package.ts'
import { attributeOf, escaped, type SourceTag, type XmlSource } from './xml-source.ts'
import { addXmlText, PLAIN } from './xml-text.ts'

type SourceOf = (name: string) => Promise<XmlSource>

/** Columns that may be empty between two cells before they are layout. */
const WIDEST_GAP = 50

/** Adds every part with cells. Returns the names of the parts it has taken care of: none for what is no workbook. */
export async function addWorkbook(parts: Package, sourceOf: SourceOf, into: CopyText): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  const main = 'xl/workbook.xml'
  if (parts.part(main) === undefined) return done
  const workbook = new Workbook(await sourceOf(main))
  done.add(main)
  const strings = await stringsOf(parts, sourceOf, done)
  const styles = await readStyles(bufferOf(parts.part('xl/styles.xml')))
  const targets = await targetsOf(parts, sourceOf)
  const sheets: { name: Spot | null; part: string }[] = workbook.sheets.map(({ name, id }) => ({
    name,
    part: targets.get(id) ?? '',
  }))
  for (const part of parts.names)
    if (/^xl\/worksheets\/[^/]+\.xml$/.test(part) && !sheets.some((sheet) => sheet.part === part))
      sheets.push({ name: null, part })
  for (const { name, part } of sheets) {
    if (name !== null) into.add(sheetName(name))
    into.line()
    if (!/^xl\/worksheets\//.test(part) || parts.part(part) === undefined || done.has(part)) continue
    done.add(part)
    new Sheet(await sourceOf(part), { strings, styles, is1904: workbook.is1904 }, into).add()
    into.endPart()
  }
  workbook.addNames(into)
  for (const part of parts.names) {
    if (/^xl\/(?:tables\/[^/]+|externalLinks\/[^/]+)\.xml$/.test(part)) addXmlText(await sourceOf(part), SHEETS, into)
    else if (/^xl\/pivotCache\/pivotCacheDefinition\d*\.xml$/.test(part)) addPivotCache(await sourceOf(part), into)
    else if (/^xl\/pivotTables\/[^/]+\.xml$/.test(part)) addXmlText(await sourceOf(part), PIVOTS, into)
    else continue
    done.add(part)
    into.endPart()
  }
  return done
}

function bufferOf(bytes: Uint8Array | undefined): Buffer | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Captions that people gave the fields of a pivot. */
const PIVOTS = {
  ...PLAIN,
  runs: new Set<string>(),
  words: { pivotField: ['name'], dataField: ['name'], item: ['n'], pivotTableDefinition: ['name', 'dataCaption'] },
}

/** Id of a relation of the workbook -> name of the part. */
async function targetsOf(parts: Package, sourceOf: SourceOf): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>()
  const name = 'xl/_rels/workbook.xml.rels'
  if (parts.part(name) === undefined) return targets
  const source = await sourceOf(name)
  source.walk({
    open(tag) {
      const target = attributeOf(tag, 'Target')?.value ?? ''
      if (tag.name === 'Relationship')
        targets.set(attributeOf(tag, 'Id')?.value ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  return targets
}

/** The runs of every shared string; phonetic hints are taken out (18.4.6). */
async function stringsOf(parts: Package, sourceOf: SourceOf, done: Set<string>): Promise<readonly Spot[][]> {
  const name = 'xl/sharedStrings.xml'
  const strings: Spot[][] = []
  if (parts.part(name) === undefined) return strings
  done.add(name)
  const source = await sourceOf(name)
  let phonetic = 0
  let within = ''
  source.walk({
    open(tag) {
      if (tag.name === 'si') strings.push([])
      else if (tag.name === 'rPh') phonetic++
      within = tag.name
    },
    text(spot) {
      if (within !== 't') return
      if (phonetic > 0) spot.set('')
      else strings.at(-1)?.push(spot)
    },
    close(closed) {
      if (closed === 'rPh') phonetic--
      within = ''
    },
  })
  return strings
}

class Workbook {
  readonly sheets: { readonly name: Spot; readonly id: string }[] = []
  readonly #source: XmlSource
  is1904 = false

  constructor(source: XmlSource) {
    this.#source = source
    source.walk({
      open: (tag) => {
        const name = attributeOf(tag, 'name')
        if (tag.name === 'sheet' && name !== null)
          this.sheets.push({ name, id: tag.attributes.get('r:id')?.value ?? attributeOf(tag, 'id')?.value ?? '' })
        else if (tag.name === 'workbookPr') this.is1904 = /^(?:1|true)$/.test(attributeOf(tag, 'date1904')?.value ?? '')
      },
    })
  }

  addNames(into: CopyText): void {
    addXmlText(this.#source, SHEETS, into, {
      text(spot, within) {
        if (within === 'definedName') into.aside(spot)
        return true
      },
    })
    into.endPart()
  }
}

/** A name of a sheet has no brackets and other signs of formulas, and at most 31 characters (18.2.19). */
function sheetName(spot: Spot): Spot {
  return { value: spot.value, set: (text) => spot.set(text.replace(/[[\]:*?/\\]/g, '').slice(0, 31) || 'Sheet') }
}

interface Read {
  readonly strings: readonly Spot[][]
  readonly styles: Styles
  readonly is1904: boolean
}

interface Cell {
  readonly tag: SourceTag
  readonly type: string
  value: Spot | null
  inline: Spot[]
  formula: { text: string; start: number; end: number; shared: string | null; isMaster: boolean } | null
}

class Sheet {
  readonly #source: XmlSource
  readonly #read: Read
  readonly #into: CopyText
  /** Formulas that are shared, by their index: where one goes, all go. */
  readonly #shared = new Map<string, { readonly start: number; readonly end: number }[]>()
  #cell: Cell | null = null
  #column = 0
  #phonetic = 0

  constructor(source: XmlSource, read: Read, into: CopyText) {
    this.#source = source
    this.#read = read
    this.#into = into
  }

  add(): void {
    addXmlText(this.#source, SHEETS, this.#into, {
      open: (tag) => this.#open(tag),
      text: (spot, within) => this.#text(spot, within),
      close: (name) => this.#close(name),
    })
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
    else if (tag.name === 'rPh') this.#phonetic++
    else if (tag.name === 'pageSetup') attributeOf(tag, 'r:id')?.cut()
    return false
  }

  /** A gap of a cell or more is empty columns, so that values stand under their headings. */
  #toColumn(column: number): void {
    const gap = column - this.#column
    for (let i = 0; i < (gap > WIDEST_GAP ? 1 : gap); i++) this.#into.sign('\t')
    this.#column = column
  }

  #beginFormula(tag: SourceTag): void {
    const shared = attributeOf(tag, 't')?.value === 'shared' ? (attributeOf(tag, 'si')?.value ?? null) : null
    const formula = { text: '', start: tag.start, end: tag.end, shared, isMaster: attributeOf(tag, 'ref') !== null }
    this.#cell!.formula = formula
  }

  #text(spot: Spot, within: string): boolean {
    const cell = this.#cell
    if (cell !== null) {
      if (within === 'v') cell.value = spot
      else if (within === 't' && this.#phonetic === 0) cell.inline.push(spot)
      else if (within === 'f' && cell.formula !== null) cell.formula.text += spot.value
    } else if (BESIDE.has(within)) this.#into.aside(spot)
    return true
  }

  #close(name: string): void {
    if (name === 'rPh') this.#phonetic--
    else if (name === 'c') this.#endCell()
  }

  #endCell(): void {
    const cell = this.#cell!
    this.#cell = null
    const { strings, styles, is1904 } = this.#read
    if (cell.type === 's') for (const spot of strings[Number(cell.value?.value ?? -1)] ?? []) this.#into.add(spot)
    else if (cell.type === 'inlineStr') for (const spot of cell.inline) this.#into.add(spot)
    else if (cell.value !== null && cell.type !== 'b' && cell.type !== 'e') {
      const style = Number(attributeOf(cell.tag, 's')?.value ?? 0) || 0
      const raw = cell.value.value
      const value = cell.type === '' || cell.type === 'n' ? shownNumber(raw, style, styles, is1904) : raw
      this.#into.add({ value, set: (text) => this.#asText(cell, text) })
    }
    this.#formula(cell)
  }

  /** The cell holds the text itself, and no formula. */
  #asText({ tag, formula }: Cell, text: string): void {
    const prefix = tag.fullName.slice(0, -tag.name.length)
    const kept = ['r', 's', 'cm', 'vm'].flatMap((name) => {
      const value = tag.attributes.get(name)?.value
      return value === undefined ? [] : [` ${name}="${escaped(value)}"`]
    })
    const content = `<${prefix}is><${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t></${prefix}is>`
    const end = this.#source.source.indexOf(`</${tag.fullName}>`, tag.end) + tag.fullName.length + 3
    this.#source.put(tag.start, end, `<${tag.fullName}${kept.join('')} t="inlineStr">${content}</${tag.fullName}>`)
    if (formula?.shared != null) this.#cutShared(formula.shared)
  }

  #cutShared(index: string): void {
    for (const { start, end } of this.#shared.get(index) ?? []) this.#source.put(start, end, '')
  }

  /** What a formula says in quotes is read too; one that says something to be masked is taken out, and its last result stays. */
  #formula({ tag, formula }: Cell): void {
    if (formula === null) return
    const closing = `</${tag.fullName.slice(0, -1)}f>`
    const isEmpty = this.#source.source.startsWith('/>', formula.end - 2)
    const end = isEmpty ? formula.end : this.#source.source.indexOf(closing, formula.end) + closing.length
    const { start, shared } = formula
    if (shared !== null) this.#shared.set(shared, [...(this.#shared.get(shared) ?? []), { start, end }])
    const said = saidIn(formula.text)
    if (said.length === 0) return
    this.#into.aside({
      value: said.join(', '),
      set: () => {
        this.#source.put(start, end, '')
        if (shared !== null) this.#cutShared(shared)
      },
    })
  }
}

/** What a formula says in quotes, and the sheets whose names it quotes (18.17.2). */
function saidIn(formula: string): string[] {
  const words = formula.split('"').filter((part, n) => n % 2 === 1 && part.length > 1)
  const quoted = formula.split("'")
  return [...words, ...quoted.filter((part, n) => n % 2 === 1 && part !== '' && quoted[n + 1]?.startsWith('!'))]
}

/** Elements of a sheet besides its cells whose text is words, or a list of them. */
const BESIDE = new Set(
  'oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter formula1 formula2 formula f'.split(' '),
)

/** "BC" -> 54 (18.3.1.4, attribute r); null where it is no reference. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/**
 * The items of a pivot stay, masked; the rows behind them are taken out, and programs make them again from the masked sheet
 * (18.10.1.67, refreshOnLoad).
 */
function addPivotCache(source: XmlSource, into: CopyText): void {
  addXmlText(source, { ...PLAIN, runs: new Set(), words: { cacheField: ['name', 'caption'] } }, into, {
    open(tag) {
      if (tag.name === 'pivotCacheDefinition') {
        attributeOf(tag, 'id')?.cut()
        attributeOf(tag, 'refreshedBy')?.cut()
        const refresh = attributeOf(tag, 'refreshOnLoad')
        if (refresh === null)
          source.put(tag.start + tag.fullName.length + 1, tag.start + tag.fullName.length + 1, ' refreshOnLoad="1"')
        else refresh.set('1')
      }
      const value = attributeOf(tag, 'v')
      if (value !== null && (tag.name === 's' || tag.name === 'd' || tag.name === 'n'))
        into.aside({
          value: tag.name === 'd' ? value.value.replace(/T00:00:00$/, '') : value.value,
          set: (text) => source.put(tag.start, tag.end, `<s v="${escaped(text)}"/>`),
        })
      return true
    },
  })
}
