// Plain text: UTF-8, UTF-16 and UTF-32 with a byte order mark, and Windows-1252 as the last resort, never silently.
import { markOf, textOf, westernText } from './encoding.ts'
import type { ParsedDocument, Parser } from './parser.ts'
import { unreadable } from './parser.ts'

/** Throws document_unreadable for a text that is not of the encoding it is marked as. */
function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const mark = markOf(bytes)
  if (mark !== null) {
    const text = textOf(bytes.subarray(mark.length), mark.encoding)
    if (text === null)
      throw unreadable(`the text is marked as ${mark.encoding.toUpperCase()} and is not; save it as UTF-8`)
    return { text, encoding: mark.encoding }
  }
  const text = textOf(bytes, 'utf-8')
  // Not UTF-8: every byte means something in Windows-1252 (WHATWG Encoding), so this cannot fail, only be wrong. The report says so.
  return text === null ? { text: westernText(bytes), encoding: 'windows-1252' } : { text, encoding: 'utf-8' }
}

export const textParser: Parser = {
  format: 'text',
  extra: null,
  async load() {},
  async parse(bytes, limits): Promise<ParsedDocument> {
    const { text, encoding } = decode(bytes)
    if (text.length > limits.text) throw unreadable(`the text is longer than ${limits.text} characters; split the file`)
    return { format: 'text', text, encoding, blocks: [], placed: [] }
  },
}
