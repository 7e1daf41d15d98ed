// Pictures: what they show needs recognition of letters, which is an extra.
import { SelfsameError } from '../errors.ts'
import type { Parser } from './parser.ts'

export const pictureParser: Parser = {
  formats: ['image'],
  extra: 'ocr',
  async load() {},
  async read() {
    throw new SelfsameError(
      'extra_missing',
      'A picture was uploaded; this release cannot read one: it needs the ocr extra, which is not installed.',
    )
  },
}
