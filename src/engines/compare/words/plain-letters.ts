// A text in lower-case letters of ASCII: other scripts and accents by any-ascii, what was decoded wrongly as it was meant.
import { isUtf8 } from 'node:buffer'
import anyAscii from 'any-ascii'
import { codeAt } from '../../../text/unit-classes.ts'

const ASCII = /^[\x00-\x7f]*$/

/** Lower-case plain letters: "Ælfgård Москва" -> "aelfgard moskva". */
export function plain(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : transliterated(misread(text))
}

/** The buffer of a text: a string joined letter by letter would have to be flattened again to be read. */
let bytes = new Uint8Array(0)
/** More letters than any-ascii writes for any one character: the longest name of a sign has 42. */
const WIDEST = 64

/** The replacement of each character; for those beyond 16 bits nothing is kept. */
const LETTERS = new Map<number, string>()
const BASIC = 0x10000

function transliterated(text: string): string {
  const room = WIDEST * text.length
  if (bytes.length < room) bytes = Buffer.alloc(2 * room)
  const into = bytes
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = codeAt(text, i)
    if (unit < 0x80) {
      into[length++] = unit >= CAPITAL_A && unit <= CAPITAL_Z ? unit + TO_SMALL : unit
      continue
    }
    const character = text.codePointAt(i)!
    if (character >= BASIC) i++
    const letters = lettersFor(character)
    for (let k = 0; k < letters.length; k++) into[length++] = codeAt(letters, k)
  }
  return (into as Buffer).toString('latin1', 0, length)
}

const [CAPITAL_A, CAPITAL_Z, TO_SMALL] = [0x41, 0x5a, 0x20]

function lettersFor(character: number): string {
  const known = LETTERS.get(character)
  if (known !== undefined) return known
  const letters = anyAscii(String.fromCodePoint(character)).toLowerCase()
  if (character < BASIC) LETTERS.set(character, letters)
  return letters
}

/** A lead byte of UTF-8 and what follows it, each read as a character of Latin-1 or Windows-1252: "Ã©" for "é". */
const MISREAD = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/
/** Windows-1252 from 0x80 on, where it differs from Latin-1 (WHATWG Encoding, index-windows-1252). */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const UTF_8 = new TextDecoder('utf-8')

/** The rest of a dash that was decoded wrongly and stripped of control characters: words do not have an "\u00e2" before a capital or a digit. */
const LOST_DASH = /([a-z0-9])\u00e2(?=[A-Z0-9])/g

/** UTF-8 that was read as Windows-1252, read again; a text that is anything else comes back as it is. */
function misread(text: string): string {
  if (!MISREAD.test(text)) return text.includes('\u00e2') ? text.replace(LOST_DASH, '$1-') : text
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const byte = code < 256 ? code : 0x80 + WINDOWS.indexOf(text[i]!)
    if (byte < 0x80 && code > 0x7f) return text
    bytes[i] = byte
  }
  return isUtf8(bytes) ? UTF_8.decode(bytes) : text
}

/** One for each UTF-16 unit of ASCII that a token is made of. */
const IN_TOKEN = new Uint8Array(0x80)
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') IN_TOKEN[letter.charCodeAt(0)] = 1

const APOSTROPHES = /['`]/g

/** The runs of letters and digits in what `plain` returned, apostrophes dropped ("o'brien" is one token). */
export function tokensOfPlain(written: string): string[] {
  // Plain text is ASCII, so these two are all the apostrophes there are.
  const text = written.includes("'") || written.includes('`') ? written.replace(APOSTROPHES, '') : written
  const tokens: string[] = []
  const { length } = text
  for (let from = 0; from < length; from++) {
    let to = from
    while (to < length && IN_TOKEN[codeAt(text, to)] === 1) to++
    if (to > from) tokens.push(text.slice(from, to))
    from = to
  }
  return tokens
}
