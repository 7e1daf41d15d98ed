// Loads pdf.js, and walks over the pages of a file with it.
import { setImmediate } from 'node:timers/promises'
import { SelfsameError } from '../../errors.ts'
import type { Glyphs } from '../page/layout.ts'
import { type Document, glyphsOf, type Page, type TextItem } from '../page/regions.ts'
import { loadExtra, unreadable } from '../shared/format.ts'

/** Throws extra_missing. */
async function pdfLibrary(): Promise<typeof import('unpdf')> {
  completeBuffers()
  return loadExtra('pdf', 'unpdf', () => import('unpdf'))
}

/** ES2024 method that pdf.js uses and Node 20 lacks. Unlike the standard, it does not detach the original buffer. */
function completeBuffers(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    value(this: ArrayBuffer, length = this.byteLength) {
      const copy = new Uint8Array(length)
      copy.set(new Uint8Array(this).subarray(0, length))
      return copy.buffer
    },
  })
}

export interface PdfHandlers {
  /** `turns`: the pieces of text of the page by their turn. `ops`: the numbers of the drawing operations. */
  page(page: Page, number: number, turns: Glyphs[][], ops: Readonly<Record<string, number>>): Promise<void>
  end?(document: Document): Promise<void>
}

/** Throws document_unreadable for what is damaged, encrypted or has more pages than `most`. Nothing is fetched, and no script is run. */
export async function walkPdf(bytes: Uint8Array, most: number, handlers: PdfHandlers): Promise<void> {
  const unpdf = await pdfLibrary()
  const { OPS } = await unpdf.getResolvedPDFJS()
  let document: Document | null = null
  try {
    // pdf.js takes ownership of the buffer, so it gets a copy.
    const options = { isEvalSupported: false, disableFontFace: true, verbosity: 0 }
    document = await unpdf.getDocumentProxy(new Uint8Array(bytes), options)
    if (document.numPages > most) throw unreadable(`the PDF has more than ${most} pages; split the file`)
    for (let number = 1; number <= document.numPages; number++) {
      // The parser does not yield; this lets other work run between pages.
      await setImmediate()
      const page = await document.getPage(number)
      const { items } = await page.getTextContent({ includeMarkedContent: false })
      const turns = glyphsOf(items.filter((item) => 'str' in item) as unknown as TextItem[], page)
      await handlers.page(page, number, turns, OPS)
      page.cleanup()
    }
    await handlers.end?.(document)
  } catch (error) {
    if (error instanceof SelfsameError) throw error
    const locked = (error as Error).name === 'PasswordException'
    throw unreadable(
      locked ? 'the PDF is protected by a password; remove it first' : 'the PDF is damaged or not a PDF',
      error,
    )
  } finally {
    await document?.destroy()
  }
}
