// Plain text: UTF-8, UTF-16 with a byte order mark, and Windows-1252 as the last resort, never silently.
import type { ParsedDocument, Parser } from './parser.ts'
import { unreadable } from './parser.ts'

/** The 32 places where Windows-1252 differs from Latin-1 (WHATWG Encoding, index windows-1252). Node's own decoder skips them in some releases. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function westernText(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return latin.replace(/[\x80-\x9f]/g, (control) => WESTERN[control.charCodeAt(0) - 0x80]!)
}

function decode(bytes: Uint8Array): { text: string; encoding: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16be' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    // Not UTF-8: every byte means something in Windows-1252 (WHATWG Encoding), so this cannot fail, only be wrong. The report says so.
    return { text: westernText(bytes), encoding: 'windows-1252' }
  }
}

export const textParser: Parser = {
  format: 'text',
  extra: null,
  async load() {},
  async parse(bytes, limits): Promise<ParsedDocument> {
    const { text, encoding } = decode(bytes)
    if (text.length > limits.text) throw unreadable(`the text is longer than ${limits.text} characters; split the file`)
    return { format: 'text', text, encoding }
  },
}
