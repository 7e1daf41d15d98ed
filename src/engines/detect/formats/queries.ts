// Form fields in a web address: "?email=ada%40example.org&phone=%2B234...".
import { nameOf, type Reader } from './format.ts'

const FIELD = /[?&]([a-z][\w.[\]-]{0,39})=([^\s&"'<>#;,)\]}]{1,300})/gi

export const readQueries: Reader = (text, { fields }, take) => {
  for (const match of text.matchAll(FIELD)) {
    const end = match.index + match[0].length
    for (const field of fields.get(nameOf(match[1]!)) ?? []) take(field, end - match[2]!.length, end)
  }
}
