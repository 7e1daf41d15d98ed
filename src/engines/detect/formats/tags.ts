// Elements by number, as tools print the headers of DICOM images: "(0010,0010) PN [OKAFOR^ADA]".
import { nameOf, type Reader } from './format.ts'

const ELEMENT = /\(([\da-f]{4},[\da-f]{4})\)[^\n[':(]{0,80}(?::\s?)?(?:\[([^\]\n]{1,300})\]|'([^'\n]{1,300})')/gi

export const readTags: Reader = (text, { fields }, take) => {
  for (const match of text.matchAll(ELEMENT)) {
    const known = fields.get(nameOf(match[1]!))
    if (known === undefined) continue
    const end = match.index + match[0].length - 1
    for (const field of known) take(field, end - (match[2] ?? match[3])!.length, end)
  }
}
