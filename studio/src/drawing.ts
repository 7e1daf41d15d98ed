// Draws the pages of a file in the browser: a PDF by the library that the service reads it with, a picture by the browser itself.

/** Points of a screen that a page is drawn with at most, across. */
const WIDEST = 1200

export interface Drawing {
  /** Draws a page, counted from 1, onto a canvas, which takes its proportions. Nothing where the file has no such page. */
  draw(page: number, canvas: HTMLCanvasElement): Promise<void>
  close(): void
}

/** The used part of pdf.js (https://mozilla.github.io/pdf.js/api/). */
interface PdfLibrary {
  getDocument(source: { data: Uint8Array; isEvalSupported: boolean; useSystemFonts: boolean; verbosity: number }): {
    readonly promise: Promise<PdfDocument>
  }
}

interface PdfDocument {
  readonly numPages: number
  getPage(page: number): Promise<PdfPage>
  destroy(): Promise<void>
}

interface PdfPage {
  getViewport(options: { scale: number }): { readonly width: number; readonly height: number }
  render(options: { canvas: HTMLCanvasElement; canvasContext: CanvasRenderingContext2D; viewport: unknown }): {
    readonly promise: Promise<void>
  }
}

/** Null for a file whose pages no browser draws. Rejects where it is damaged. */
export async function drawingOf(file: File): Promise<Drawing | null> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, 1024).arrayBuffer())
  if (head.includes('%PDF-')) return pdfDrawing(file)
  // Formats differ by browser: what it cannot decode stays an outline.
  const picture = await createImageBitmap(file).catch(() => null)
  return picture === null ? null : pictureDrawing(picture)
}

async function pdfDrawing(file: File): Promise<Drawing> {
  // Beside the page, and not built into it: most people never look at a PDF here.
  const address = new URL('pdf.mjs', location.href.split('#')[0]).href
  const library = (await import(/* @vite-ignore */ address)) as PdfLibrary
  const data = new Uint8Array(await file.arrayBuffer())
  const { promise } = library.getDocument({ data, isEvalSupported: false, useSystemFonts: true, verbosity: 0 })
  const document = await promise
  return {
    async draw(number, canvas) {
      if (number > document.numPages) return
      const page = await document.getPage(number)
      const plain = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: WIDEST / plain.width })
      const context = sized(canvas, viewport.width, viewport.height)
      await page.render({ canvas, canvasContext: context, viewport }).promise
    },
    close: () => void document.destroy(),
  }
}

function pictureDrawing(picture: ImageBitmap): Drawing {
  return {
    async draw(number, canvas) {
      if (number !== 1) return
      const scale = Math.min(1, WIDEST / picture.width)
      const [width, height] = [picture.width * scale, picture.height * scale]
      sized(canvas, width, height).drawImage(picture, 0, 0, width, height)
    },
    close: () => picture.close(),
  }
}

function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  return canvas.getContext('2d')!
}
