// Bytes of a PDF that are numbers to a viewer: palettes, samples of functions and meshes.
import type { PDFContext, PDFRef } from '@cantoo/pdf-lib'
import type { KnownValues } from '../shared/known-values.ts'
import type { Library } from './pdf-objects.ts'

/** How bytes can be read as letters: the encoding, the first byte, and bytes of a unit. */
const READINGS = [
  ['latin1', 0, 1],
  ['utf16le', 0, 2],
  ['utf16le', 1, 2],
] as const

/** Changes the lowest bit of numbers whose bytes spell a value: no eye sees the difference. */
export function forgetIn(pdf: Library, to: PDFContext, samples: readonly PDFRef[], values: KnownValues): void {
  for (const ref of samples) {
    const stream = to.lookup(ref)
    if (!(stream instanceof pdf.PDFRawStream)) continue
    const bytes = Buffer.from(pdf.decodePDFRawStream(stream).decode())
    let isChanged = false
    for (const [encoding, offset, unit] of READINGS)
      for (const { start, end } of values.in(bytes.toString(encoding, offset))) {
        for (let at = offset + start * unit; at < offset + end * unit; at++) bytes[at]! ^= 1
        isChanged = true
      }
    if (!isChanged) continue
    const made = to.flateStream(bytes)
    for (const [key, value] of stream.dict.entries()) if (!made.dict.has(key)) made.dict.set(key, value)
    to.assign(ref, made)
  }
}
