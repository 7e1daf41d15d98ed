// Elements by number, as tools print the headers of DICOM images: "(0010,0010) PN [OKAFOR^ADA]".
import { nameOf, type Reader } from './format.ts'

const ELEMENT = /\(([\da-f]{4},[\da-f]{4})\)/gi
/** The description or type of the element, then its value: in brackets, or in quotes after a colon. */
const VALUE = /[A-Z][^\n[\]:()]{0,80}(?:\[([^[\]\n]{1,300})\]|: ?'([^'\n]{1,300})')/y

export const readTags: Reader = (text, { fields }, take) => {
  for (const match of text.matchAll(ELEMENT)) {
    const known = fields.get(nameOf(match[1]!))
    if (known === undefined) continue
    let at = match.index + match[0].length
    while (text[at] === ' ') at++
    VALUE.lastIndex = at
    const value = VALUE.exec(text)
    if (value === null) continue
    const end = VALUE.lastIndex - 1
    for (const field of known) take(field, end - (value[1] ?? value[2])!.length, end)
  }
}
