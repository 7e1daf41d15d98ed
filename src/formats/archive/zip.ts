// ZIP archives: every member is an embedded file, and all are read into one text.

import type { Parser } from '../parser.ts'
import { unreadable } from '../parser.ts'
import { loadArchives, unpack } from './archive.ts'

/** Members that operating systems add. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

export const zipParser: Parser = {
  formats: ['zip'],
  extra: null,
  load: loadArchives,
  async read(bytes, into, reading) {
    let members: ReadonlyMap<string, Buffer>
    try {
      members = await unpack(bytes, (name) => !name.endsWith('/') && !LITTER.test(name), reading.budget.bytes)
    } catch (cause) {
      throw (cause as { code?: unknown }).code === 'document_unreadable'
        ? cause
        : unreadable('the archive is damaged or encrypted; send its files one by one', cause)
    }
    for (const member of members.values()) reading.budget.bytes -= member.length
    for (const [name, member] of [...members].sort(([a], [b]) => (a < b ? -1 : 1))) {
      into.block('heading', name.slice(name.lastIndexOf('/') + 1), { origin: 'property', part: name })
      await reading.inner(member, name, into)
    }
    return null
  },
}
