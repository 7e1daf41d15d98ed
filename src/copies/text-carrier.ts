// Plain text: one piece, written again in the encoding it came in.
import { cardText } from '../parse/card-text.ts'
import { markOf } from '../parse/encoding.ts'
import { decodeText } from '../parse/text.ts'
import type { Carrier } from './carrier.ts'
import { encodedAs } from './encode.ts'

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
