// Plain text: one paragraph, and one piece that is written again in the encoding it came in.
import type { Open, Read } from '../shared/format.ts'
import { cardText } from './card-text.ts'
import { decodeText } from './decode.ts'
import { encodedAs } from './encode.ts'
import { markOf } from './encoding.ts'

export const readText: Read = async (bytes, into, { languages }) => {
  const { text, encoding } = decodeText(bytes, { languages })
  into.begin('paragraph')
  into.add(cardText(text))
  into.end()
  return encoding
}

export const openText: Open = async (bytes, into, opening) => {
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
}
