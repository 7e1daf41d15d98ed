// Plain text: one piece, written again in the encoding it came in.

import type { Carrier } from '../carrier.ts'
import { encodedAs } from './encode.ts'
import { markOf } from './encoding.ts'
import { decodeText } from './text.ts'

export const textCarrier: Carrier = {
  formats: ['text'],
  extra: null,
  async open(bytes, into, opening) {
    const { text, encoding } = decodeText(bytes, opening)
    let written: string | null = null
    into.add({
      value: text,
      set(masked) {
        written = masked
      },
    })
    into.endPart()
    return { write: () => (written === null ? bytes : encodedAs(written, encoding, markOf(bytes) !== null)) }
  },
}
