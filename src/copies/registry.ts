// Every carrier, and how a file and the files inside it go through them: opened as one text, written again, and read again as a proof.
import { SelfsameError } from '../errors.ts'
import { type Format, MOST_NESTED, PARSE_LIMITS, type ParseLimits, unreadable } from '../parse/parser.ts'
import { sniff } from '../parse/sniff.ts'
import type { Carrier, OpenCopy, Opening } from './carrier.ts'
import { CopyText, type Edit, layOver } from './copy-text.ts'
import { csvCarrier } from './csv-carrier.ts'
import { epubCarrier } from './epub.ts'
import { htmlCarrier } from './html-carrier.ts'
import { jsonCarrier } from './json-carrier.ts'
import { mailboxCarrier, mailCarrier } from './mail.ts'
import { odfCarrier } from './odf.ts'
import { officeCarrier } from './ooxml.ts'
import { pdfCarrier } from './pdf.ts'
import { rtfCarrier } from './rtf.ts'
import { textCarrier } from './text-carrier.ts'

const CARRIERS: readonly Carrier[] = [
  textCarrier,
  jsonCarrier,
  csvCarrier,
  htmlCarrier,
  mailCarrier,
  mailboxCarrier,
  rtfCarrier,
  officeCarrier,
  odfCarrier,
  epubCarrier,
  pdfCarrier,
]

const MEBIBYTE = 1024 * 1024

export interface OpenedFile {
  readonly format: Format
  readonly text: string
  /** What will be taken out because it cannot be masked: sorted, each once. */
  readonly removed: readonly string[]
}

interface Opened extends OpenedFile {
  write(edits: readonly Edit[]): Promise<Uint8Array>
}

/** Formats of which copies are made. */
export function hasCarrier(format: Format): boolean {
  return CARRIERS.some(({ formats }) => formats.includes(format))
}

/** Opens a file by its content. Throws document_unreadable with the reason, extra_missing. */
export async function openFile(bytes: Uint8Array, limits: ParseLimits = PARSE_LIMITS): Promise<Opened> {
  if (bytes.length === 0) throw unreadable('the file is empty')
  const into = new CopyText()
  const removed = new Set<string>()
  const budget = { bytes: Math.max(64 * MEBIBYTE, bytes.length * limits.expansion) }
  const openingAt = (depth: number): Opening => ({
    limits,
    budget,
    removed: (what) => removed.add(what),
    async inner(inside, text): Promise<OpenCopy | null> {
      if (inside.length === 0 || depth >= MOST_NESTED) return null
      try {
        return (await carrierOf(sniff(inside))?.open(inside, text, openingAt(depth + 1))) ?? null
      } catch (error) {
        if (error instanceof SelfsameError) return null
        throw error
      }
    },
  })
  const format = sniff(bytes)
  const carrier = carrierOf(format)
  if (carrier === null) throw unreadable('no masked copy can be made of a file of this format; convert it first')
  const copy = await carrier.open(bytes, into, openingAt(0))
  const { text, pieces } = into.finish()
  if (text.length > limits.text) throw unreadable(`the text is longer than ${limits.text} characters; split the file`)
  return {
    format,
    text,
    removed: [...removed].sort(),
    async write(edits) {
      layOver(pieces, edits)
      return copy.write()
    },
  }
}

function carrierOf(format: Format): Carrier | null {
  return CARRIERS.find(({ formats }) => formats.includes(format)) ?? null
}
