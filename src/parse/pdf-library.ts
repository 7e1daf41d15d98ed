// pdf.js, ready to be used.
import { loadExtra } from './parser.ts'

/** Throws extra_missing. */
export async function pdfLibrary(): Promise<typeof import('unpdf')> {
  completeBuffers()
  return loadExtra('pdf', 'unpdf', () => import('unpdf'))
}

/** ES2024, which pdf.js counts on and Node 20 does not have; the bytes stay where they are as well, which nothing minds. */
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
