// PDF: text in reading order, and everything else in the file that says something of people: form values, their choices and tooltips, notes and
// their authors, bookmarks, properties and XMP, attachments. A page that is only a picture needs the OCR extra.
import { setImmediate } from 'node:timers/promises'
import { SelfsameError } from '../errors.ts'
import type { Box } from '../records/structure.ts'
import type { DocumentBuilder } from './document-builder.ts'
import { loadExtra, type Parser, type Reading, unreadable } from './parser.ts'
import { type Glyphs, type Region, regionsOf, type Segment } from './pdf-layout.ts'
import { walkXml } from './xml.ts'

const library = () => loadExtra('pdf', 'unpdf', () => import('unpdf'))

type Document = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>
type Page = Awaited<ReturnType<Document['getPage']>>

interface TextItem {
  readonly str: string
  readonly transform: readonly [number, number, number, number, number, number]
  readonly width: number
  readonly height: number
}

/** Quarter turns of a run of text against the page as it is shown, 0 to 3: a stamp on the edge is read as a page of its own. */
function turnOf([a, b]: readonly number[]): number {
  return ((Math.round(Math.atan2(b!, a!) / (Math.PI / 2)) % 4) + 4) % 4
}

/** Pieces of a page by their turn, upright ones first. Each turn has coordinates in which its lines run to the right and down. */
function glyphsOf(items: readonly TextItem[], page: Page): Glyphs[][] {
  const view = page.getViewport({ scale: 1 })
  const turns: Glyphs[][] = [[], [], [], []]
  for (const { str, transform, width, height } of items) {
    if (str === '') continue
    const matrix = multiplied(view.transform as unknown as Matrix, transform)
    const turn = turnOf([matrix[0], -matrix[1]])
    const [x, y] = [matrix[4], matrix[5]]
    const [left, base] = [
      [x, y],
      [-y, x],
      [-x, -y],
      [y, -x],
    ][turn]! as [number, number]
    turns[turn]!.push({
      text: str,
      left,
      right: left + width,
      base,
      height: height || Math.hypot(matrix[2], matrix[3]) || 10,
      confidence: null,
    })
  }
  return turns
}

type Matrix = readonly [number, number, number, number, number, number]

function multiplied(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}

/** Adds what was laid out on one page. Runs of turned text have no place that could be shown. */
export function addRegions(regions: readonly Region[], page: number, isUpright: boolean, into: DocumentBuilder): void {
  const placeOf = ({ box, confidence }: Segment) => (isUpright ? { page, box: rounded(box), confidence } : null)
  for (const region of regions) {
    if (region.kind === 'table') {
      into.begin('table')
      for (const [row, cells] of region.rows.entries())
        for (const { column, segments } of cells) {
          into.cell(row, column)
          for (const [line, segment] of segments.entries()) {
            if (line > 0) into.add(' ')
            into.add(segment.text, placeOf(segment))
          }
        }
      into.end()
      continue
    }
    into.begin(region.kind, { level: region.kind === 'heading' ? 1 : null })
    const right = Math.max(...region.lines.map(({ box }) => box[2]))
    const left = Math.min(...region.lines.map(({ box }) => box[0]))
    for (const [index, line] of region.lines.entries()) {
      const next = region.lines[index + 1]
      const isWrapped =
        next !== undefined && line.box[2] >= right - (right - left) * 0.15 && right - left > line.height * 15
      // A word cut at the end of a line goes on in small letters.
      const isCut = isWrapped && /\p{Ll}[-‐]$/u.test(line.text) && /^\p{Ll}/u.test(next.text)
      into.add(isCut ? line.text.slice(0, -1) : line.text, placeOf(line))
      if (next !== undefined && !isCut) into.add(isWrapped ? ' ' : '\n')
    }
    into.end()
  }
}

const rounded = (box: Box): Box => box.map((side) => Math.round(side * 100) / 100) as unknown as Box

interface Annotation {
  readonly fieldName?: string
  readonly fieldValue?: unknown
  readonly defaultFieldValue?: unknown
  readonly alternativeText?: string
  readonly options?: readonly { displayValue?: string; exportValue?: string }[]
  readonly contentsObj?: { str?: string }
  readonly titleObj?: { str?: string }
  readonly richText?: { str?: string }
  readonly unsafeUrl?: string
  readonly file?: { filename?: string; content?: Uint8Array }
  readonly rect?: readonly number[]
}

/** What people typed into forms and notes, and who: it is in the file, so it is in the text. */
async function addAnnotations(page: Page, number: number, into: DocumentBuilder, reading: Reading): Promise<void> {
  const told = new Set<string>()
  for (const annotation of (await page.getAnnotations()) as Annotation[]) {
    const box = boxOf(annotation.rect, page)
    const tell = (text: unknown, kind: 'form' | 'annotation' | 'link', part: string | null = null) => {
      const value = Array.isArray(text) ? text.filter((piece) => typeof piece === 'string').join(', ') : text
      if (typeof value !== 'string' || value.trim() === '' || (kind !== 'form' && told.has(value))) return
      told.add(value)
      into.begin('paragraph', { origin: kind, part })
      into.add(value.trim(), box === null ? null : { page: number, box, confidence: null })
      into.end()
    }
    tell(annotation.alternativeText, 'form', 'tooltip')
    if (annotation.fieldValue !== 'Off') tell(annotation.fieldValue, 'form', annotation.fieldName ?? null)
    if (annotation.defaultFieldValue !== annotation.fieldValue && annotation.defaultFieldValue !== 'Off')
      tell(annotation.defaultFieldValue, 'form')
    tell(
      annotation.options?.map(({ displayValue, exportValue }) => displayValue ?? exportValue ?? ''),
      'form',
      'choices',
    )
    tell(annotation.titleObj?.str, 'annotation', 'author')
    tell(annotation.contentsObj?.str, 'annotation')
    tell(annotation.richText?.str, 'annotation')
    tell(annotation.unsafeUrl, 'link')
    if (annotation.file?.content !== undefined)
      await reading.inner(annotation.file.content, annotation.file.filename ?? null, into)
  }
}

function boxOf(rect: readonly number[] | undefined, page: Page): Box | null {
  if (rect === undefined || rect.length !== 4) return null
  const [x1, y1, x2, y2] = page.getViewport({ scale: 1 }).convertToViewportRectangle(rect as number[]) as [
    number,
    number,
    number,
    number,
  ]
  return rounded([Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)])
}

/** Bookmarks nest; what is nested deeper than anybody reads is not looked at. */
const DEEPEST_BOOKMARK = 50

async function addBookmarks(document: Document, into: DocumentBuilder): Promise<void> {
  interface Bookmark {
    readonly title: string
    readonly items?: readonly Bookmark[]
  }
  const add = (items: readonly Bookmark[], depth: number): void => {
    if (depth > DEEPEST_BOOKMARK) return
    for (const { title, items: inner } of items) {
      into.block('paragraph', title, { origin: 'bookmark' })
      if (inner !== undefined) add(inner, depth + 1)
    }
  }
  add(((await document.getOutline()) ?? []) as readonly Bookmark[], 0)
}

/** Fields of the document information that say how a file was made, not by whom. */
const TECHNICAL = new Set([
  'PDFFormatVersion',
  'Language',
  'EncryptFilterName',
  'IsLinearized',
  'IsAcroFormPresent',
  'IsXFAPresent',
  'IsCollectionPresent',
  'IsSignaturesPresent',
  'Producer',
  'Creator',
  'CreationDate',
  'ModDate',
  'Trapped',
])

/** What the writer left in the document properties: an author is a person even where no page names one. */
async function addProperties(document: Document, into: DocumentBuilder): Promise<void> {
  const { info, metadata } = (await document.getMetadata()) as unknown as {
    info: Record<string, unknown>
    metadata: { getRaw(): string } | null
  }
  const told = new Set<string>()
  const tell = (name: string, value: unknown) => {
    if (typeof value !== 'string' || value.trim() === '' || told.has(value)) return
    told.add(value)
    into.block('key_value', value.trim(), { origin: 'property', part: name })
  }
  for (const [name, value] of Object.entries(info)) {
    if (name === 'Custom') for (const [custom, text] of Object.entries(value as object)) tell(custom, text)
    else if (!TECHNICAL.has(name)) tell(name, value)
  }
  const raw = metadata?.getRaw()
  if (raw === undefined) return
  const names: string[] = []
  try {
    await walkXml(Buffer.from(raw, 'utf8'), {
      open(tag) {
        names.push(tag.name)
        for (const [name, value] of Object.entries(tag.attributes))
          if (/^(?:dc|xmp|pdf|photoshop|Iptc4xmpCore|xmpMM):/.test(name) && !/^(?:xmpMM:|xmp:.*Date)/.test(name))
            tell(name, value)
      },
      text(text) {
        const name = names.findLast((element) => !/^(?:Seq|Bag|Alt|li)$/.test(element)) ?? ''
        if (!/Date|Tool|Producer|Version|ID$|format/i.test(name)) tell(name, text)
      },
      close: () => void names.pop(),
    })
  } catch {
    // XMP is written by many programs, and not always well: the information of the document was read without it.
  }
}

async function addAttachments(document: Document, into: DocumentBuilder, reading: Reading): Promise<void> {
  const attachments = ((await document.getAttachments()) ?? {}) as Record<
    string,
    { filename?: string; content?: Uint8Array; description?: string }
  >
  for (const [name, { filename, content, description }] of Object.entries(attachments).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    into.block('paragraph', [filename ?? name, description ?? ''].join(' ').trim(), {
      origin: 'property',
      part: 'attachment',
    })
    if (content !== undefined) await reading.inner(content, filename ?? name, into)
  }
}

// What a page without text may do and still be blank to a reader: graphics state, marks, clips and a few rules.
const STATE = ['dependency', 'save', 'restore', 'transform', 'setGState', 'clip', 'eoClip', 'endPath', 'setLineWidth']
const MARKS = ['beginMarkedContent', 'beginMarkedContentProps', 'endMarkedContent', 'markPoint', 'markPointProps']
const RULES = ['constructPath', 'stroke', 'fill', 'setFillRGBColor', 'setStrokeRGBColor', 'rectangle']
const FEW_RULES = 100

/** Does a page without text paint a picture, or letters drawn as shapes? */
function showsMore(operations: readonly number[], ops: Record<string, number>): boolean {
  const codes = (names: readonly string[]) => new Set(names.map((name) => ops[name]))
  const silent = codes([...STATE, ...MARKS])
  const rules = codes(RULES)
  const painted = operations.filter((operation) => !silent.has(operation))
  return painted.some((operation) => !rules.has(operation)) || painted.length > FEW_RULES
}

async function read(bytes: Uint8Array, into: DocumentBuilder, reading: Reading): Promise<void> {
  const unpdf = await library()
  const { OPS } = await unpdf.getResolvedPDFJS()
  // pdf.js takes the buffer over: give it a copy. Nothing is fetched and no script runs.
  const document = await unpdf.getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    disableFontFace: true,
    verbosity: 0,
  })
  try {
    if (document.numPages > reading.limits.pages)
      throw unreadable(`the PDF has more than ${reading.limits.pages} pages; split the file`)
    for (let number = 1; number <= document.numPages; number++) {
      // The parser never lets go by itself; other requests are answered between pages.
      await setImmediate()
      const page = await document.getPage(number)
      const content = await page.getTextContent({ includeMarkedContent: false })
      const before = into.length
      const turns = glyphsOf(content.items.filter((item) => 'str' in item) as unknown as TextItem[], page)
      for (const [turn, glyphs] of turns.entries())
        if (glyphs.length > 0) addRegions(regionsOf(glyphs), number, turn === 0, into)
      await addAnnotations(page, number, into, reading)
      into.end()
      if (into.length === before && showsMore((await page.getOperatorList()).fnArray, OPS))
        throw new SelfsameError(
          'extra_missing',
          'A page of an uploaded PDF is a scanned picture; this release cannot read one: it needs the ocr extra, which is not installed.',
        )
      page.cleanup()
    }
    await addBookmarks(document, into)
    await addProperties(document, into)
    await addAttachments(document, into, reading)
  } finally {
    await document.destroy()
  }
}

export const pdfParser: Parser = {
  formats: ['pdf'],
  extra: 'pdf',
  async load() {
    await (await library()).getResolvedPDFJS()
  },
  async read(bytes, into, reading) {
    try {
      await read(bytes, into, reading)
      return null
    } catch (error) {
      if (error instanceof SelfsameError) throw error
      const locked = (error as Error).name === 'PasswordException'
      throw unreadable(
        locked ? 'the PDF is protected by a password; remove it first' : 'the PDF is damaged or not a PDF',
        error,
      )
    }
  },
}
