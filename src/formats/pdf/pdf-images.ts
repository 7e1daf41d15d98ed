// The pictures of a PDF: masked where they can be read (the ocr extra), and empty where they cannot.
import type { PDFContext, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import type { CopyText } from '../shared/copy-text.ts'
import type { OpenCopy, Opening } from '../shared/format.ts'
import type { Library } from './pdf-objects.ts'

/** Opens every picture that is a complete file inside, and empties the others. */
export async function blankImages(
  pdf: Library,
  context: PDFContext,
  into: CopyText,
  opening: Opening,
): Promise<{ write(): Promise<void> }> {
  const opened: { readonly ref: PDFRef; readonly stream: PDFRawStream; readonly copy: OpenCopy }[] = []
  const name = (text: string) => pdf.PDFName.of(text)
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof pdf.PDFRawStream) || object.dict.get(name('Subtype')) !== name('Image')) continue
    const copy = filterOf(pdf, object) === 'DCTDecode' ? await opening.inner(object.contents, into) : null
    if (copy !== null) {
      opened.push({ ref, stream: object, copy })
      continue
    }
    context.assign(ref, emptied(pdf, context, object))
    opening.removed('pictures')
  }
  return {
    async write() {
      for (const { ref, stream, copy } of opened)
        context.assign(ref, pdf.PDFRawStream.of(stream.dict, await copy.write()))
    },
  }
}

function filterOf(pdf: Library, { dict }: PDFRawStream): string {
  const filter = dict.lookup(pdf.PDFName.of('Filter'))
  const only = filter instanceof pdf.PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
  return only instanceof pdf.PDFName ? only.decodeText() : ''
}

/** One grey point; of a stencil, one that paints nothing (ISO 32000-1, 8.9.6.2). */
function emptied(pdf: Library, context: PDFContext, { dict }: PDFRawStream): PDFRawStream {
  const isStencil = dict.lookup(pdf.PDFName.of('ImageMask'))?.toString() === 'true'
  const common = { Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1 }
  return isStencil
    ? context.stream(Uint8Array.of(0x80), { ...common, ImageMask: true, BitsPerComponent: 1 })
    : context.stream(Uint8Array.of(0xcc), { ...common, ColorSpace: 'DeviceGray', BitsPerComponent: 8 })
}
