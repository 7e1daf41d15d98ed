// JSON and JSON lines are kept as written: exchange formats are recognised by their keys, and the engines read string literals.
import type { Parser } from '../parser.ts'
import { decodeText } from '../text/text.ts'

/** Decodes escaped letters (RFC 8259, 7); characters with a meaning in the notation stay escaped. */
function spelled(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|[^u])/gi, (written, code: string | undefined) =>
    code !== undefined && Number.parseInt(code, 16) >= 0xa0 ? String.fromCharCode(Number.parseInt(code, 16)) : written,
  )
}

export const jsonParser: Parser = {
  formats: ['json'],
  extra: null,
  async load() {},
  async read(bytes, into, { languages }) {
    const { text, encoding } = decodeText(bytes, { languages })
    into.begin('code')
    into.add(spelled(text))
    into.end()
    return encoding
  },
}
