// ZIP archives: every member is an embedded file. All are read into one text, or masked one by one, with their names; a member that cannot be
// masked is left out.
import type { Open, OpenCopy, Read } from '../shared/format.ts'
import { nameSpots } from '../shared/partial-spots.ts'
import { Package, unpack } from './package.ts'

/** Members that operating systems add. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

const DAMAGED = 'the archive is damaged or encrypted; send its files one by one'

export const readZip: Read = async (bytes, into, reading) => {
  const isWanted = (name: string) => !name.endsWith('/') && !LITTER.test(name)
  const members = await unpack(bytes, isWanted, reading.budget.bytes, DAMAGED)
  for (const member of members.values()) reading.budget.bytes -= member.length
  for (const [name, member] of [...members].sort(([a], [b]) => (a < b ? -1 : 1))) {
    into.block('heading', name.slice(name.lastIndexOf('/') + 1), { origin: 'property', part: name })
    await reading.inner(member, name, into)
  }
  return null
}

export const openZip: Open = async (bytes, into, opening) => {
  const parts = await Package.of(bytes, opening)
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
}
