// Plain text: one piece, written again in the encoding it came in.

import type { Carrier } from '../carrier.ts'
import { cardText } from './card-text.ts'
import { encodedAs } from './encode.ts'
import { markOf } from './encoding.ts'
import { decodeText } from './text.ts'

export const textCarrier: Carrier = {
  formats: ['text'],
  extra: null,
  async open(bytes, into, opening) {
    const { text: source, encoding } = decodeText(bytes, opening)
    const text = cardText(source)
    let written = text === source ? null : text
    into.add({
      value: text,
      set(masked) {
        written = masked
      },
    })
    into.endPart()
    return {
      write: () =>
        written === null ? bytes : encodedAs(written, text === source ? encoding : 'utf-8', markOf(bytes) !== null),
    }
  },
}
