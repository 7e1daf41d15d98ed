// Unpacks the parts of a ZIP archive. The bound counts unpacked bytes, because declared sizes can be false (APPNOTE 4.4.9).
import { finished } from 'node:stream/promises'
import { loadExtra, unreadable } from '../shared/format.ts'

const yauzl = () => loadExtra('docx', 'yauzl', () => import('yauzl'))

/** Maps wanted names to the bytes of their first entry. Throws document_unreadable beyond `most` bytes; other errors of the unpacker pass. */
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
