// List of all parsers, and the entry point that reads a file and its embedded files.
import { SelfsameError } from '../errors.ts'
import { epubParser } from './archive/epub.ts'
import { zipParser } from './archive/zip.ts'
import { DocumentBuilder } from './document-builder.ts'
import { htmlParser } from './html/html.ts'
import { jsonParser } from './json/json.ts'
import { mailboxParser, mailParser } from './mail/mail.ts'
import { outlookParser } from './mail/outlook.ts'
import { docxParser } from './office/docx.ts'
import { odfParser } from './office/odf.ts'
import { pptxParser } from './office/pptx.ts'
import { word97Parser } from './office/word97.ts'
import { xlsxParser } from './office/xlsx.ts'
import {
  type Format,
  MOST_NESTED,
  OCR_PACKAGES,
  PARSE_LIMITS,
  type ParsedDocument,
  type ParseLimits,
  type Parser,
  type Reading,
  type Recogniser,
  unreadable,
} from './parser.ts'
import { pdfParser } from './pdf/pdf.ts'
import { pictureParser } from './picture/pictures.ts'
import { canRecognise, createRecogniser } from './picture/recognition.ts'
import { rtfParser } from './rtf/rtf.ts'
import { sniff } from './sniff.ts'
import { csvParser } from './table/csv.ts'
import { textParser } from './text/text.ts'

export const PARSERS: readonly Parser[] = [
  textParser,
  jsonParser,
  csvParser,
  htmlParser,
  mailParser,
  mailboxParser,
  outlookParser,
  rtfParser,
  pdfParser,
  docxParser,
  xlsxParser,
  pptxParser,
  odfParser,
  epubParser,
  word97Parser,
  zipParser,
  pictureParser,
]

const MEBIBYTE = 1024 * 1024

/** Reasons for formats without a parser. */
const REFUSALS: Partial<Record<Format, string>> = {
  ole: 'the file is an old Excel or PowerPoint file, or an encrypted office file; save it in a current format, without a password',
  unknown: 'the format of the file is not supported; send text, office, PDF, mail, web page or picture files',
}

export interface ReadOptions {
  readonly limits?: ParseLimits
  /** ISO 639 codes of the languages for text recognition; empty: all installed languages. */
  readonly languages?: readonly string[]
  /** True to read pictures; false to only count them. */
  readonly recognise?: boolean
}

/** A file as text, and the number of pictures not yet read: if there are any, a second run with `recognise` is needed. */
export interface ReadUpload {
  readonly parsed: ParsedDocument
  readonly pictures: number
}

/** Reads one upload by its content. Throws extra_missing, which fails a batch, and document_unreadable, which fails this file only. */
export async function parseUpload(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadUpload> {
  const { limits = PARSE_LIMITS, languages = [], recognise = false } = options
  if (bytes.length === 0) throw unreadable('the file is empty')
  const into = new DocumentBuilder(limits.text)
  const unread = new Set<string>()
  const budget = { bytes: Math.max(64 * MEBIBYTE, bytes.length * limits.expansion) }
  let pictures = 0
  let recogniser: Promise<Recogniser> | null = null
  const readingAt = (depth: number): Reading => ({
    limits,
    languages,
    budget,
    unread: (what) => unread.add(what),
    async recogniser() {
      if (!canRecognise()) throw noOcr()
      if (!recognise) {
        pictures++
        return null
      }
      recogniser ??= createRecogniser(languages)
      return recogniser
    },
    async inner(innerBytes, name, builder) {
      if (innerBytes.length === 0) return
      const format = sniff(innerBytes)
      try {
        if (depth >= MOST_NESTED)
          throw unreadable(`files are nested more than ${MOST_NESTED} deep; send them one by one`)
        await builder.attached(name, async () => {
          await parserOf(format).read(innerBytes, builder, readingAt(depth + 1))
        })
      } catch (error) {
        unread.add(`${KINDS[format] ?? 'a file'} inside it: ${reasonOf(error)}`)
      }
    },
  })
  try {
    const format = sniff(bytes)
    const encoding = await parserOf(format).read(bytes, into, readingAt(0))
    const structure = into.finish()
    if (structure.text.trim() === '' && pictures === 0)
      throw unreadable(
        unread.size === 0 ? 'the file holds no text' : `the file holds no text (${[...unread].sort().join('; ')})`,
      )
    return { parsed: { format, encoding, ...structure, unread: [...unread].sort() }, pictures }
  } finally {
    await (await (recogniser as Promise<Recogniser> | null))?.close()
  }
}

function noOcr(): SelfsameError {
  return new SelfsameError(
    'extra_missing',
    `The file shows text as a picture, which needs the ocr extra; install it with: npm install ${OCR_PACKAGES}, and a package @tesseract.js-data/... for each further language.`,
  )
}

function parserOf(format: Format): Parser {
  const parser = PARSERS.find(({ formats }) => formats.includes(format))
  if (parser === undefined) throw unreadable(REFUSALS[format] ?? REFUSALS.unknown!)
  return parser
}

const KINDS: Partial<Record<Format, string>> = {
  image: 'a picture',
  ole: 'an object',
  unknown: 'a file of unknown format',
  pdf: 'a PDF',
}

/** One sentence, without values. The error that the whole text is too long is thrown again. */
function reasonOf(error: unknown): string {
  if (error instanceof SelfsameError) {
    if (error.message.startsWith('the text is longer')) throw error
    return error.message
  }
  return 'its parser failed on it'
}
