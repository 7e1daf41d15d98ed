// Web pages, written again in the encoding they came in.

import type { Carrier } from '../carrier.ts'
import { markOf } from '../text/encoding.ts'
import { decodeHtml } from './html.ts'
import { addHtml, pageBytes } from './html-pieces.ts'

export const htmlCarrier: Carrier = {
  formats: ['html'],
  extra: null,
  async open(bytes, into, opening) {
    const { text, encoding } = decodeHtml(bytes, opening.languages)
    const page = addHtml(text, into, opening)
    return { write: () => pageBytes(page, encoding, markOf(bytes) !== null) }
  },
}
