// PDF: text in reading order, then forms, notes, bookmarks, properties and attachments. A picture page needs the ocr extra.
import { setImmediate } from 'node:timers/promises'
import { SelfsameError } from '../../errors.ts'
import type { DocumentBuilder } from '../document-builder.ts'
import { type Read, type Reading, unreadable } from '../format.ts'
import { addAnnotations, addAttachments, addBookmarks, addProperties } from './pdf-extras.ts'
import { pdfLibrary } from './pdf-library.ts'
import { paintedOn, scanReader } from './pdf-scans.ts'
import { addTurns, glyphsOf, type TextItem } from './pdf-text.ts'

async function read(bytes: Uint8Array, into: DocumentBuilder, reading: Reading): Promise<void> {
  const unpdf = await pdfLibrary()
  const { OPS } = await unpdf.getResolvedPDFJS()
  // pdf.js takes ownership of the buffer, so it gets a copy. It fetches nothing and runs no scripts.
  const document = await unpdf.getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    disableFontFace: true,
    verbosity: 0,
  })
  const scan = scanReader(bytes, reading)
  try {
    if (document.numPages > reading.limits.pages)
      throw unreadable(`the PDF has more than ${reading.limits.pages} pages; split the file`)
    for (let number = 1; number <= document.numPages; number++) {
      // The parser does not yield; this lets other requests run between pages.
      await setImmediate()
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      into.page(number, hundredths(width), hundredths(height))
      const content = await page.getTextContent({ includeMarkedContent: false })
      const turns = glyphsOf(content.items.filter((item) => 'str' in item) as unknown as TextItem[], page)
      const painted = await paintedOn(page, turns, OPS)
      if (painted !== 'nothing') await scan.add(number, turns, painted, into)
      else addTurns(turns, number, into)
      await addAnnotations(page, number, into, reading)
      page.cleanup()
    }
    await addBookmarks(document, into)
    await addProperties(document, into)
    await addAttachments(document, into, reading)
  } finally {
    scan.close()
    await document.destroy()
  }
}

const hundredths = (points: number) => Math.round(points * 100) / 100

export const readPdf: Read = async (bytes, into, reading) => {
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
}
