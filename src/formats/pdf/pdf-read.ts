// The text of a PDF with its places and its glyphs, as pdf.js reads it, page by page.
import type { Block, Placed } from '../../records/structure.ts'
import { addTurns, type Matrix, type Page } from '../page/regions.ts'
import { DocumentBuilder } from '../shared/document-builder.ts'
import { type Shown, shownGlyphs } from './pdf-glyphs.ts'
import { walkPdf } from './pdf-library.ts'

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
export async function readGlyphs(bytes: Uint8Array, most: number, mostText: number): Promise<ReadPdf> {
  const into = new DocumentBuilder(mostText)
  const pages: ReadPage[] = []
  await walkPdf(bytes, most, {
    async page(page, number, turns, ops) {
      addTurns(turns, number, into)
      pages.push(await glyphsOfPage(page, ops))
    },
  })
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
