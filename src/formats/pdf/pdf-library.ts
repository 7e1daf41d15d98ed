// Loads pdf.js.
import { loadExtra } from '../format.ts'

/** Throws extra_missing. */
export async function pdfLibrary(): Promise<typeof import('unpdf')> {
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
