// The text of a PDF with its places and its glyphs, as pdf.js reads it, page by page.

import type { Block, Placed } from '../../records/structure.ts'
import { DocumentBuilder } from '../document-builder.ts'
import { unreadable } from '../format.ts'
import { type Shown, shownGlyphs } from './pdf-glyphs.ts'
import { pdfLibrary } from './pdf-library.ts'
import type { Page } from './pdf-text.ts'
import { addTurns, glyphsOf, type Matrix, type TextItem } from './pdf-text.ts'

export interface ReadPage {
  readonly shown: readonly Shown[]
  /** From the space of the page to the page as it is shown. */
  readonly view: Matrix
  readonly width: number
  readonly height: number
}

export interface ReadPdf {
  readonly text: string
  readonly placed: readonly Placed[]
  readonly blocks: readonly Block[]
  readonly pages: readonly ReadPage[]
}

/** Throws document_unreadable for what is damaged, encrypted or has more pages than `most`. */
export async function readPdf(bytes: Uint8Array, most: number, mostText: number): Promise<ReadPdf> {
  const unpdf = await pdfLibrary()
  const { OPS } = await unpdf.getResolvedPDFJS()
  const into = new DocumentBuilder(mostText)
  const pages: ReadPage[] = []
  const document = await unpdf
    .getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, disableFontFace: true, verbosity: 0 })
    .catch((cause: unknown) => {
      throw unreadable('the PDF is damaged or protected by a password', cause)
    })
  try {
    if (document.numPages > most) throw unreadable(`the PDF has more than ${most} pages; split the file`)
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const content = await page.getTextContent({ includeMarkedContent: false })
      addTurns(glyphsOf(content.items.filter((item) => 'str' in item) as unknown as TextItem[], page), number, into)
      pages.push(await glyphsOfPage(page, OPS))
      page.cleanup()
    }
  } finally {
    await document.destroy()
  }
  const { text, placed, blocks } = into.finish()
  return { text, placed, blocks, pages }
}

/** Annotations are drawn by what the file says of them, and not by the content of the page. */
const NO_ANNOTATIONS = 0

async function glyphsOfPage(page: Page, ops: Readonly<Record<string, number>>): Promise<ReadPage> {
  const operations = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS })
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const view = transform as unknown as Matrix
  const fontOf = (name: string) =>
    (page.commonObjs.has(name) ? page.commonObjs.get(name) : null) as {
      vertical?: boolean
      fontMatrix?: number[]
    } | null
  return { shown: shownGlyphs(operations, ops, fontOf, view), view, width, height }
}
