// A copy of the built package whose facts are in another order: keys of objects, sets and lines turned round. Hashes of facts leave out that
// order, so the copy must give every answer and every id of the original.
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loaderOf } from './sections.mjs'

/** Builders read authored/, editors read schema/; document-fields.json lists fields in report order. */
const LEFT = /^(?:schema|authored)\/|^document-fields\.json$/

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The folder of the copy; its `dist` is the package. */
export async function reorderedCopy(dist) {
  const { orderedIn, SETS_OF_LINES } = await loaderOf(dist)('packs/fact-hash.js')
  const folder = mkdtempSync(join(tmpdir(), 'oracle-reordered-'))
  cpSync(dist, join(folder, 'dist'), { recursive: true })
  cpSync(join(root, 'data'), join(folder, 'data'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const data = join(folder, 'data')
  for (const name of readdirSync(data, { recursive: true })) {
    const path = relative(data, join(data, name))
    const file = join(data, name)
    if (LEFT.test(path)) continue
    if (path.endsWith('.json')) {
      const facts = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(file, JSON.stringify(turned(facts, orderedIn(path))))
    } else if (SETS_OF_LINES.test(path)) {
      const lines = readFileSync(file, 'utf8').split('\n')
      writeFileSync(file, lines.reverse().join('\n'))
    }
  }
  return folder
}

function turned(value, ordered) {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([key, member]) => [
      key,
      turned(member, ordered.includes(key) ? ['*'] : ordered),
    ])
    return Object.fromEntries(members.reverse())
  }
  const isSet = !ordered.includes('*') && value.every((entry) => typeof entry === 'string')
  return isSet ? [...value].reverse() : value.map((entry) => turned(entry, ordered))
}
