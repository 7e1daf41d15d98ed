// The text layer of a PDF: running text, form values and annotations. A page that is only a picture needs the OCR extra.
import { setImmediate } from 'node:timers/promises'
import { SelfsameError } from '../errors.ts'
import type { DocumentBuilder } from './document-builder.ts'
import { loadExtra, type ParseLimits, type Parser, unreadable } from './parser.ts'
import { TextBuilder } from './text-builder.ts'

const library = () => loadExtra('pdf', 'unpdf', () => import('unpdf'))

interface TextItem {
  readonly str: string
  readonly hasEOL: boolean
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
}

/** Joins text items to lines: an explicit line end or a jump in height ends one; a gap wider than a fifth of the letter height is a space. */
function pageText(items: readonly TextItem[]): string {
  const text = new TextBuilder()
  let right = Number.NaN
  let base = Number.NaN
  for (const item of items) {
    const x = item.transform[4] ?? 0
    const y = item.transform[5] ?? 0
    const height = item.height || 10
    if (text.length > 0 && !text.endsWith('\n') && item.str !== '') {
      if (Math.abs(y - base) > height * 0.6) text.add('\n')
      else if (x - right > height * 0.2 && !text.endsWith(' ') && !item.str.startsWith(' ')) text.add(' ')
    }
    text.add(item.str)
    if (item.hasEOL) text.add('\n')
    if (item.str !== '') {
      right = x + item.width
      base = y
    }
  }
  return text.toString()
}

/** What people typed into forms and notes: it is in the file, so it is in the text. */
function annotationText(annotations: readonly Record<string, unknown>[]): string {
  const lines: string[] = []
  for (const annotation of annotations) {
    const contents = (annotation['contentsObj'] as { str?: string } | undefined)?.str
    for (const value of [annotation['fieldValue'], contents, annotation['unsafeUrl']]) {
      if (typeof value === 'string' && value.trim() !== '') lines.push(value)
      else if (Array.isArray(value)) lines.push(value.filter((part) => typeof part === 'string').join(' '))
    }
  }
  return lines.filter((line) => line !== '').join('\n')
}

/** What the writer left in the document properties: an author is a person even where no page names one. */
async function documentProperties(document: { getMetadata(): Promise<{ info: object }> }): Promise<string> {
  const info = (await document.getMetadata()).info as Record<string, unknown>
  const values = ['Title', 'Author', 'Subject', 'Keywords'].map((key) => info[key])
  return values.filter((value) => typeof value === 'string' && value.trim() !== '').join('\n')
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

async function read(bytes: Uint8Array, into: DocumentBuilder, limits: ParseLimits): Promise<void> {
  const unpdf = await library()
  const { OPS } = await unpdf.getResolvedPDFJS()
  // pdf.js takes the buffer over: give it a copy. Nothing is fetched and no script runs.
  const document = await unpdf.getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    disableFontFace: true,
    verbosity: 0,
  })
  try {
    if (document.numPages > limits.pages)
      throw unreadable(`the PDF has more than ${limits.pages} pages; split the file`)
    for (let number = 1; number <= document.numPages; number++) {
      // The parser never lets go by itself; other requests are answered between pages.
      await setImmediate()
      const page = await document.getPage(number)
      const content = await page.getTextContent()
      let text = pageText(content.items.filter((item) => 'str' in item) as unknown as TextItem[])
      const notes = annotationText(await page.getAnnotations())
      if (notes !== '') text += `${text === '' || text.endsWith('\n') ? '' : '\n'}${notes}`
      if (text.trim() === '' && showsMore((await page.getOperatorList()).fnArray, OPS))
        throw new SelfsameError(
          'extra_missing',
          'A page of an uploaded PDF is a scanned picture; this release cannot read one: it needs the ocr extra, which is not installed.',
        )
      page.cleanup()
      into.block('paragraph', text)
    }
    into.block('paragraph', await documentProperties(document), { origin: 'property' })
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
  async read(bytes, into, { limits }) {
    try {
      await read(bytes, into, limits)
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
