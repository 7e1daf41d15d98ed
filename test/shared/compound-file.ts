// Compound files ([MS-CFB]), as Outlook writes its messages in: made with the writer that the reading library has.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export interface Folder {
  readonly [name: string]: Uint8Array | Folder
}

/** [MS-CFB] 2.6.1: what kind of object an entry is. */
const [STORAGE, STREAM, ROOT] = [1, 2, 5]

interface Entry {
  name: string
  type: number
  length: number
  children?: number[]
  binaryProvider?: () => Uint8Array
}

export function cfb(root: Folder): Uint8Array {
  const entries: Entry[] = [{ name: 'Root Entry', type: ROOT!, length: 0, children: [] }]
  const fill = (folder: Folder, parent: Entry) => {
    for (const [name, content] of Object.entries(folder)) {
      const isStream = content instanceof Uint8Array
      const entry: Entry = isStream
        ? { name, type: STREAM!, length: content.length, binaryProvider: () => Uint8Array.from(content) }
        : { name, type: STORAGE!, length: 0, children: [] }
      parent.children!.push(entries.push(entry) - 1)
      if (!isStream) fill(content, entry)
    }
  }
  fill(root, entries[0]!)
  return require('@kenjiuno/msgreader/lib/Burner').burn(entries)
}
