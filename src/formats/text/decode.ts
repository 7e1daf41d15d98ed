// Bytes of a text as text: UTF-8, UTF-16 and UTF-32, a detected older encoding, or Windows-1252 as the last resort. The encoding is always reported.
import { readFileSync } from 'node:fs'
import { analyse } from 'chardet'
import { unreadable } from '../shared/format.ts'
import { markOf, textOf, westernText } from './encoding.ts'

const LOOKED_AT = 65_536
/** Least confidence on chardet's scale of 0 to 100. Below it, the detection of single-byte encodings is hardly better than chance. */
const LEAST_CONFIDENCE = 25

interface DecodeOptions {
  /** True if the bytes may end within a character. */
  readonly isCut?: boolean
  /** ISO 639 codes of the expected languages, most likely first. */
  readonly languages?: readonly string[]
}

/** Throws document_unreadable if the bytes are not valid in the encoding of their mark. */
export function decodeText(
  bytes: Uint8Array,
  { isCut = false, languages = [] }: DecodeOptions = {},
): { text: string; encoding: string } {
  const mark = markOf(bytes)
  if (mark !== null) {
    const text = textOf(bytes.subarray(mark.length), mark.encoding)
    if (text !== null) return { text, encoding: mark.encoding }
    if (isCut)
      return {
        text: new TextDecoder(mark.encoding.startsWith('utf-16') ? mark.encoding : 'utf-8').decode(bytes),
        encoding: mark.encoding,
      }
    throw unreadable(`the text is marked as ${mark.encoding.toUpperCase()} and is not; save it as UTF-8`)
  }
  const text = textOf(bytes, 'utf-8')
  if (text !== null) return { text, encoding: 'utf-8' }
  if (isCut) {
    const cut = Buffer.from(bytes).toString('utf8')
    // In UTF-8 that was cut, only the last character can be incomplete.
    if (!cut.slice(0, -2).includes('\ufffd')) return { text: cut, encoding: 'utf-8' }
  }
  return ofLanguage(bytes, languages) ?? guessed(bytes)
}

/** The legacy encoding of the first language, if most non-ASCII characters it decodes are letters. */
function ofLanguage(bytes: Uint8Array, [language = '']: readonly string[]): { text: string; encoding: string } | null {
  const encoding = legacyEncodings()[language]
  const text = encoding === undefined ? null : textOf(bytes, encoding)
  if (encoding === undefined || text === null) return null
  const foreign = text.match(/[^\0-\x7f]/g) ?? []
  return foreign.filter((sign) => /\p{L}/u.test(sign)).length * 2 > foreign.length ? { text, encoding } : null
}

let legacy: Readonly<Record<string, string>> | null = null

function legacyEncodings(): Readonly<Record<string, string>> {
  legacy ??= JSON.parse(readFileSync(new URL('../../../data/legacy-encodings.json', import.meta.url), 'utf8')).encodings
  return legacy!
}

/** For bytes that are not UTF-8: infers the encoding from the frequency of letter sequences. The report includes it. */
function guessed(bytes: Uint8Array): { text: string; encoding: string } {
  for (const { name, confidence } of analyse(bytes.subarray(0, LOOKED_AT))) {
    if (confidence < LEAST_CONFIDENCE) break
    const encoding = name.toLowerCase()
    // chardet reports Latin-1 for any Western text; Windows-1252 has all its letters and more.
    if (encoding === 'iso-8859-1' || encoding.startsWith('utf')) break
    const text = textOf(bytes, encoding)
    if (text !== null) return { text, encoding }
  }
  // Every byte is valid in Windows-1252 (WHATWG Encoding), so this cannot fail, but it can be wrong.
  return { text: westernText(bytes), encoding: 'windows-1252' }
}
