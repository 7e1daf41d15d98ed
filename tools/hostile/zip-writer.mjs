// Writes ZIP archives by hand (PKWARE APPNOTE 6.3.10): every field can be made to say something else than what is so.
import { crc32, deflateRawSync } from 'node:zlib'

/**
 * An archive of entries { name, bytes, ... }. An entry may say `stored` (not deflated), `packed` (its deflated bytes as they stand), and
 * lie in `size`, `packedSize`, `crc`, `method`, `flags`, `at` (where its local header is) and `localName`.
 * `end` overrides fields of the end record: { entries, size, offset }; `before` precedes the first entry.
 */
export function zip(entries, { end = {}, before = Buffer.alloc(0), zip64 = null } = {}) {
  const parts = [before]
  let length = before.length
  const add = (bytes) => {
    parts.push(bytes)
    length += bytes.length
  }
  const listed = entries.map((entry) => {
    const bytes = Buffer.from(entry.bytes ?? '')
    const packed = entry.packed ?? (entry.stored ? bytes : deflateRawSync(bytes, { level: 9 }))
    const fields = {
      name: Buffer.from(entry.name),
      method: entry.method ?? (entry.stored ? 0 : 8),
      flags: entry.flags ?? 0x0800,
      crc: entry.crc ?? (entry.packed === undefined ? crc32(bytes) : 0),
      packedSize: entry.packedSize ?? packed.length,
      size: entry.size ?? bytes.length,
      at: entry.at ?? length,
    }
    if (entry.at === undefined) {
      add(localHeader({ ...fields, name: Buffer.from(entry.localName ?? entry.name) }))
      add(packed)
    }
    return fields
  })
  const offset = length
  for (const fields of listed) add(centralHeader(fields))
  if (zip64 !== null) add(zip64End(zip64, offset, length))
  add(endRecord({ entries: listed.length, size: length - offset, offset, ...end }))
  return Buffer.concat(parts)
}

function localHeader({ name, method, flags, crc, packedSize, size }) {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt32LE(crc >>> 0, 14)
  header.writeUInt32LE(packedSize >>> 0, 18)
  header.writeUInt32LE(size >>> 0, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function centralHeader({ name, method, flags, crc, packedSize, size, at }) {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(method, 10)
  header.writeUInt32LE(crc >>> 0, 16)
  header.writeUInt32LE(packedSize >>> 0, 20)
  header.writeUInt32LE(size >>> 0, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(at >>> 0, 42)
  return Buffer.concat([header, name])
}

/** The end record; a count past 65,535 is cut off, as old writers did. */
function endRecord({ entries, size, offset }) {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(entries & 0xffff, 8)
  record.writeUInt16LE(entries & 0xffff, 10)
  record.writeUInt32LE(size >>> 0, 12)
  record.writeUInt32LE(offset >>> 0, 16)
  return record
}

/** The ZIP64 end record and its locator; `entries` is a bigint. */
function zip64End({ entries }, offset, at) {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(entries, 24)
  record.writeBigUInt64LE(entries, 32)
  record.writeBigUInt64LE(0n, 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}
