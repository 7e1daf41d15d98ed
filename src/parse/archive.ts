// The parts of a ZIP archive, unpacked within a bound that is counted in what comes out: the sizes that an archive states of itself
// can lie (APPNOTE 4.4.9), and so can the number of its entries.
import { finished } from 'node:stream/promises'
import { loadExtra, unreadable } from './parser.ts'

const yauzl = () => loadExtra('docx', 'yauzl', () => import('yauzl'))

/** Loads the package behind it. Throws extra_missing. */
export async function loadArchives(): Promise<void> {
  await yauzl()
}

/**
 * Name -> bytes of the first entry of every name that is wanted. Throws document_unreadable when they unpack to more than `most`
 * bytes together, and whatever the archive is broken by.
 */
export async function unpack(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  most: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const { fromBufferPromise } = await yauzl()
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const parts = new Map<string, Buffer>()
  let unpacked = 0
  for await (const entry of archive.eachEntry()) {
    if (!wanted(entry.fileName) || parts.has(entry.fileName)) continue
    const stream = await archive.openReadStreamPromise(entry)
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => {
      unpacked += chunk.length
      chunks.push(chunk)
      if (unpacked > most)
        stream.destroy(unreadable('the document unpacks to far more than its size; it is refused as an archive bomb'))
    })
    await finished(stream)
    parts.set(entry.fileName, Buffer.concat(chunks))
  }
  return parts
}
