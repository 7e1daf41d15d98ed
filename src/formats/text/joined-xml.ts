// XML as its readers see it: CDATA sections as text, and text without the comments and instructions inside of it, since both may part a value.
import { unreadable } from '../shared/format.ts'

const XML = /^\ufeff?\s{0,200}<(?:\?xml\b|!DOCTYPE\b|!--|[A-Za-z_][\w.:-]{0,200}[\s/>])/
const SECTION = '<![CDATA['
const CHARACTERS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** White space at most between two tags. */
const MOST_WHITE = 400
/** Opening and closing of sections, comments and instructions. */
const ASIDES = [
  [SECTION, ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const

/** Returns a text that is no XML as it is. Linear. Throws document_unreadable where the file declares entities: any text may hide in them. */
export function joinedXml(text: string): string {
  if (!XML.test(text)) return text
  if (/<!ENTITY\s/.test(text))
    throw unreadable('the file declares entities, which hide what it says; save it with their text in their place')
  const pieces: string[] = []
  /** The last sign so far, white space left out. */
  let last = '>'
  const add = (piece: string) => {
    pieces.push(piece)
    last = piece.trimEnd().at(-1) ?? last
  }
  let taken = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', Math.max(taken, at + 1))) {
    const aside = ASIDES.find(([sign]) => text.startsWith(sign, at))
    if (aside === undefined) continue
    const [opening, closing] = aside
    const end = text.indexOf(closing, at + opening.length)
    if (end < 0) break
    add(text.slice(taken, at))
    taken = end + closing.length
    if (opening === SECTION) add(text.slice(at + opening.length, end).replace(/[&<>]/g, (sign) => CHARACTERS[sign]!))
    // Between two tags it does not part a text.
    else if (last === '>' && /^\s{0,400}(?:<|$)/.test(text.slice(taken, taken + MOST_WHITE))) add(text.slice(at, taken))
  }
  return pieces.join('') + text.slice(taken)
}
