// JSON and JSON lines: read as written, because formats of exchange are known by their keys, and the engines read string literals.
import type { Parser } from './parser.ts'
import { decodeText } from './text.ts'

export const jsonParser: Parser = {
  formats: ['json'],
  extra: null,
  async load() {},
  async read(bytes, into, { languages }) {
    const { text, encoding } = decodeText(bytes, { languages })
    into.begin('code')
    into.add(text)
    into.end()
    return encoding
  },
}
