// Every parser, and what to say of the formats that have none here.
import { SelfsameError } from '../errors.ts'
import { docxParser } from './docx.ts'
import { type Format, PARSE_LIMITS, type ParsedDocument, type ParseLimits, type Parser, unreadable } from './parser.ts'
import { pdfParser } from './pdf.ts'
import { sniff } from './sniff.ts'
import { textParser } from './text.ts'

export const PARSERS: readonly Parser[] = [textParser, pdfParser, docxParser]

/** Formats whose parser is an extra that this release does not bring. */
const ABSENT: Partial<Record<Format, { extra: string; what: string }>> = {
  image: { extra: 'ocr', what: 'A picture' },
  office: { extra: 'docling', what: 'An office file other than DOCX' },
}

/**
 * Reads one upload by its content. Throws `extra_missing` when its format needs an extra that is not installed (the whole
 * batch fails: the caller must know) and `document_unreadable` when this one file cannot be read (the batch goes on).
 */
export async function parseUpload(bytes: Uint8Array, limits: ParseLimits = PARSE_LIMITS): Promise<ParsedDocument> {
  if (bytes.length === 0) throw unreadable('the file is empty')
  const format = sniff(bytes)
  const absent = ABSENT[format]
  if (absent)
    throw new SelfsameError(
      'extra_missing',
      `${absent.what} was uploaded; this release cannot read one: it needs the ${absent.extra} extra, which is not installed.`,
    )
  const parser = PARSERS.find((candidate) => candidate.format === format)
  if (!parser) throw unreadable('the file is not text, PDF or DOCX')
  const parsed = await parser.parse(bytes, limits)
  if (parsed.text.trim() === '') throw unreadable('the file holds no text')
  return parsed
}
