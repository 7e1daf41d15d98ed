// Form fields in a web address: "/patients?email=ada%40example.org&name=Obi". A field within another holds its value only where the address
// also has that field, or a folder of that name.
import { nameOf, type Reader } from './format.ts'

const ADDRESS = /[^\s"'<>#]{4,4000}/g
const FIELD = /(?<=[?&])([a-z][\w.[\]-]{0,39})=([^\s&"'<>#;,)\]}]{1,300})/gi

export const readQueries: Reader = (text, { fields }, take) => {
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const found = address.includes('=') ? [...address.matchAll(FIELD)] : []
    if (found.length === 0) continue
    const around = new Set(found.map(([, name]) => nameOf(name!)))
    for (const folder of address.slice(0, found[0]!.index).split(/[/?&]/)) around.add(nameOf(folder))
    for (const match of found) {
      const end = index + match.index + match[0].length
      for (const field of fields.get(nameOf(match[1]!)) ?? [])
        if (field.within.length === 0 || around.has(field.within[0]!)) take(field, end - match[2]!.length, end)
    }
  }
}
