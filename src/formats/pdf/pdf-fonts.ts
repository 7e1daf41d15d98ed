// The fonts of a PDF, written again from what viewers need to draw and to read their glyphs (ISO 32000-1, 9.6 to 9.10): names of fonts, notices and
// comments of font programs and maps are left out.
import { append, firstAt, wordSet } from '../../lists.ts'
import { type Operand, operatorsOf } from './pdf-content.ts'

/** Flags of a font descriptor (9.8.2) that a replacement is chosen by. */
const FIXED_PITCH = 1
const SERIF = 2
const ITALIC = 64

/** Families that viewers have or know a replacement of. What follows the name is how bold and slanted it is. */
const FAMILY =
  /^(?:Arial|ArialNarrow|Arial-Narrow|Calibri|Cambria|Candara|Consolas|Courier|CourierNew|DejaVuSans|DejaVuSansMono|DejaVuSerif|Garamond|Georgia|Helvetica|LiberationMono|LiberationSans|LiberationSerif|LucidaConsole|NotoSans|NotoSerif|OpenSans|Palatino|Roboto|SegoeUI|Symbol|SymbolMT|Tahoma|Times|TimesNewRoman|TrebuchetMS|Verdana|Webdings|Wingdings|ZapfDingbats)(?:PS)?(?:MT)?(?:[-,](?:Black|Bold|Condensed|Italic|Light|MT|Medium|Narrow|Oblique|PS|Regular|Roman|Semibold){1,4})?$/

/** The name of a font in a copy: a family that viewers know, or what replaces it. `number`: of fonts that hold their program. */
export function fontName(name: string, flags: number, number: number | null): string {
  const bare = name.replace(/^[A-Z]{6}\+/, '').replaceAll(' ', '')
  if (FAMILY.test(bare)) return bare
  if (number !== null) return `Font${number}`
  const isBold = /bold|black|heavy/i.test(bare)
  const isItalic = (flags & ITALIC) !== 0 || /ital|obli/i.test(bare)
  if ((flags & FIXED_PITCH) === 0 && (flags & SERIF) !== 0)
    return `Times-${isBold ? 'Bold' : ''}${isItalic ? 'Italic' : ''}${isBold || isItalic ? '' : 'Roman'}`
  const style = `${isBold ? 'Bold' : ''}${isItalic ? 'Oblique' : ''}`
  return `${(flags & FIXED_PITCH) === 0 ? 'Helvetica' : 'Courier'}${style === '' ? '' : `-${style}`}`
}

/** Parts of the names of predefined character maps (9.7.5.2). */
const MAP_WORDS = wordSet(
  'Identity H V GB GBK GBpc GBKp GBK2K GBT EUC UniGB UniCNS UniJIS UniJIS2004 UniJISX0213 UniKS UniAKR UCS2 UTF8 UTF16 UTF32 HW B5pc HKscs B5 ' +
    'ETen ETenms CNS 83pv 90ms 90msp 90pv RKSJ Add Ext KSC KSCms KSCpc Johab Adobe Korea1 Japan1 GB1 CNS1 KR 0 1 2 3 4 5 6 7',
)

export function isCharacterMap(name: string): boolean {
  return name.split('-').every((word) => MAP_WORDS.has(word))
}

/** UTF-16 units that one code may map to: more than any ligature has is a text. */
const MOST_UNITS = 8
const SECTIONS = /^(codespacerange|bfchar|bfrange|cidchar|cidrange|notdefchar|notdefrange)$/

/** A map of character codes (9.7.5, 9.10.3) with its ranges and nothing else. `source`: a character a byte. */
export function cleanMap(source: string, writingMode: number): string {
  const lines: string[] = []
  for (const { name, operands } of operatorsOf(source)) {
    const section = sectionOf(name)
    const used = name === 'usecmap' ? operands.at(-1) : undefined
    if (used?.kind === 'name' && isCharacterMap(used.name)) lines.push(`/${used.name} usecmap`)
    if (section !== null)
      append(
        lines,
        sectionLines(
          section,
          rowsOf(section, operands).map((row) => row.join(' ')),
        ),
      )
  }
  return mapOf(lines, writingMode)
}

function sectionOf(name: string): string | null {
  return name.startsWith('end') && SECTIONS.test(name.slice(3)) ? name.slice(3) : null
}

/** Rows of a section, without rows that do not map codes. */
function rowsOf(section: string, operands: readonly Operand[]): string[][] {
  const size = /range$/.test(section) && section !== 'codespacerange' ? 3 : 2
  const rows: string[][] = []
  for (let at = 0; at + size <= operands.length; at += size) {
    const row = operands
      .slice(at, at + size)
      .map((operand, n) => mapped(operand, section.startsWith('bf') && n === size - 1))
    if (!row.includes(null)) rows.push(row as string[])
  }
  return rows
}

/** A section has at most 100 rows. */
function sectionLines(section: string, rows: readonly string[]): string[] {
  const lines: string[] = []
  for (let at = 0; at < rows.length; at += 100) {
    const some = rows.slice(at, at + 100)
    lines.push(`${some.length} begin${section}`)
    append(lines, some)
    lines.push(`end${section}`)
  }
  return lines
}

function mapOf(lines: readonly string[], writingMode: number): string {
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    `/CMapName /Map def /CMapType 2 def /WMode ${writingMode} def`,
    ...lines,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

/** A map that holds only the drawn codes, one entry for each, sorted. `drawn`: one character for each byte. */
export function drawnMap(clean: string, drawn: ReadonlySet<string>): string {
  const lines: string[] = []
  const codes = [...drawn].map((code) => Buffer.from(code, 'latin1').toString('hex')).sort()
  const found = { bfchar: new Map<string, string>(), cidchar: new Map<string, string>() }
  for (const { name, operands } of operatorsOf(clean)) {
    const section = sectionOf(name)
    const used = name === 'usecmap' ? operands.at(-1) : undefined
    if (used?.kind === 'name') lines.push(`/${used.name} usecmap`)
    if (section === null) continue
    const rows = rowsOf(section, operands)
    if (!/^(?:bf|cid)/.test(section))
      append(
        lines,
        sectionLines(
          section,
          rows.map((row) => row.join(' ')),
        ),
      )
    else for (const row of rows) addDrawn(row, codes, section.startsWith('bf') ? found.bfchar : found.cidchar)
  }
  for (const [section, targets] of Object.entries(found))
    append(
      lines,
      sectionLines(
        section,
        [...targets].sort().map(([code, target]) => `<${code}> ${target}`),
      ),
    )
  return mapOf(lines, Number(/\/WMode ([01])/.exec(clean)?.[1] ?? 0))
}

/** Adds the codes of a row. `codes`: in hexadecimal digits, sorted. */
function addDrawn(row: readonly string[], codes: readonly string[], targets: Map<string, string>): void {
  const first = row[0]!.slice(1, -1)
  const last = row.length === 3 ? row[1]!.slice(1, -1) : first
  const target = row.at(-1)!
  for (let at = firstAt(codes, (code) => code >= first); at < codes.length && codes[at]! <= last; at++)
    if (codes[at]!.length === first.length)
      targets.set(codes[at]!, targetAt(target, Number.parseInt(codes[at]!, 16) - Number.parseInt(first, 16)))
}

/** The target of a code at this offset from the first code of its range (9.10.3). */
function targetAt(target: string, by: number): string {
  if (target.startsWith('[')) return target.slice(1, -1).split(' ')[by] ?? '<fffd>'
  if (!target.startsWith('<')) return String(Number(target) + by)
  const [start, unit] = [target.slice(1, -5), target.slice(-5, -1)]
  return `<${start}${(Number.parseInt(unit, 16) + by).toString(16).padStart(unit.length, '0')}>`
}

function mapped(operand: Operand, isText: boolean): string | null {
  if (operand.kind === 'number') return String(operand.value)
  if (operand.kind === 'string')
    return operand.bytes.length > (isText ? MOST_UNITS * 2 : 4)
      ? null
      : `<${Buffer.from(operand.bytes, 'latin1').toString('hex')}>`
  if (operand.kind !== 'array' || !isText) return null
  return `[${operand.items.map((item) => mapped(item, true) ?? '<fffd>').join(' ')}]`
}

/** A font program without what it says of itself; its length stays. */
export function cleanProgram(program: Uint8Array): Uint8Array {
  const bytes = Buffer.from(program)
  const tag = bytes.toString('latin1', 0, 4)
  if (tag.startsWith('%!')) return cleanType1(bytes)
  if (tag === '\0\x01\0\0' || tag === 'OTTO' || tag === 'true') cleanTables(bytes)
  return bytes
}

/** The head of a Type 1 program is PostScript: its comments and strings are for people. */
function cleanType1(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  const end = text.indexOf('eexec')
  const head = end < 0 ? text : text.slice(0, end)
  const first = head.search(/[\r\n]/)
  const clean = head
    .slice(Math.max(first, 0))
    .replace(/%[^\r\n]*/g, (comment) => ' '.repeat(comment.length))
    .replace(/\([^()\\\r\n]{0,2000}\)/g, (said) => `(${' '.repeat(said.length - 2)})`)
  const opening = '%!PS-AdobeFont-1.0'.slice(0, Math.max(first, 0)).padEnd(Math.max(first, 0))
  return Buffer.from(opening + clean + (end < 0 ? '' : text.slice(end)), 'latin1')
}

/** Tables of a font program (OpenType 1.9) that say something to people, and none that draw. */
const SAYING = new Set(['name', 'DSIG', 'meta', 'SVG ', 'FFTM', 'PfEd', 'TeX '])

function cleanTables(bytes: Buffer): void {
  const count = bytes.length < 12 ? 0 : bytes.readUInt16BE(4)
  for (let at = 12; at + 16 <= Math.min(bytes.length, 12 + count * 16); at += 16)
    if (SAYING.has(bytes.toString('latin1', at, at + 4))) {
      const start = Math.min(bytes.readUInt32BE(at + 8), bytes.length)
      bytes.fill(0, start, Math.min(start + bytes.readUInt32BE(at + 12), bytes.length))
    }
}

export const latin = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
