// Renders PDF pages as pictures, for pages whose text is painted instead of written (the ocr extra).

import { OCR_PACKAGES } from './ocr-packages.ts'
import { loadExtra } from './parser.ts'
import { sharpLibrary } from './picture-preparation.ts'

const pdfium = () => loadExtra('ocr', OCR_PACKAGES, () => import('@hyzyla/pdfium'))

/** Pixels per inch of the picture: letters of 8 points need this resolution. Pages wider or taller than WIDEST pixels are reduced. */
export const RENDERED_DENSITY = 220
const WIDEST = 3_600
const POINTS_AN_INCH = 72

export interface PageRenderer {
  /** An encoded picture of a page (counted from 1) and its pixels per inch. */
  render(page: number): Promise<{ readonly picture: Buffer; readonly density: number }>
  close(): void
}

export async function createPageRenderer(bytes: Uint8Array): Promise<PageRenderer> {
  const [{ PDFiumLibrary }, sharp] = await Promise.all([pdfium(), sharpLibrary()])
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(Buffer.from(bytes))
  return {
    async render(number) {
      const page = document.getPage(number - 1)
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const density = Math.min(RENDERED_DENSITY, (WIDEST / Math.max(originalWidth, originalHeight, 1)) * POINTS_AN_INCH)
      const { data, width, height } = await page.render({ scale: density / POINTS_AN_INCH, render: 'bitmap' })
      const picture = await sharp(data, { raw: { width, height, channels: 4 } })
        .flatten({ background: '#ffffff' })
        .greyscale()
        .png({ compressionLevel: 1 })
        .toBuffer()
      return { picture, density }
    },
    close() {
      document.destroy()
      library.destroy()
    },
  }
}
