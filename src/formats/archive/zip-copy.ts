// Archives: every member is masked as a file of its format, under a name that is masked as well; a member that cannot be masked is left out.
import type { Carrier, OpenCopy } from '../carrier.ts'
import { nameSpots } from '../file-names.ts'
import { Package } from './package.ts'

export const zipCarrier: Carrier = {
  formats: ['zip'],
  extra: null,
  async open(bytes, into, opening) {
    const parts = await Package.of(bytes, opening.budget.bytes)
    opening.budget.bytes -= parts.size
    const members: { path(): string; copy: OpenCopy }[] = []
    for (const name of parts.names.sort()) {
      const part = parts.part(name)!
      const copy = part.length === 0 ? { write: () => part } : await opening.inner(part, into)
      into.endPart()
      parts.delete(name)
      if (copy === null) {
        opening.removed('files inside the archive')
        continue
      }
      const { spots, path } = nameSpots(name)
      members.push({ path, copy })
      for (const spot of spots) into.name(spot)
      into.endPart()
    }
    return {
      async write() {
        const used = new Set<string>()
        for (const { path, copy } of members) {
          const name = path()
          let free = name
          for (let number = 2; used.has(free); number++) free = name.replace(/(?=\.[^./]{1,8}$)|$/, ` ${number}`)
          used.add(free)
          parts.set(free, await copy.write())
        }
        return parts.written()
      },
    }
  },
}
