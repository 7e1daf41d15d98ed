// Which format an upload is, by its content: file names lie.
import { markOf } from './encoding.ts'
import type { Format } from './parser.ts'

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte)

// Signatures: PDF ISO 32000-1 7.5.2, ZIP APPNOTE 4.3.7, OLE [MS-CFB] 2.2, PNG RFC 2083, JPEG ITU-T T.81, TIFF 6.0, GIF 89a, WebP RFC 9649.
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const RTF = [0x7b, 0x5c, 0x72, 0x74, 0x66]
const IMAGES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x47, 0x49, 0x46, 0x38],
]

/** Does the ASCII text stand in the bytes? Archives name their members in the clear. */
function contains(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text, 0, 'latin1')
}

export function sniff(bytes: Uint8Array): Format {
  // Readers accept a PDF header anywhere in the first 1024 bytes (ISO 32000-1 Annex H.3, note 13).
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024))
  if (head.includes(Buffer.from(PDF))) return 'pdf'
  if (startsWith(bytes, ZIP)) {
    if (contains(bytes, 'word/document')) return 'docx'
    return contains(bytes, '[Content_Types].xml') || contains(bytes, 'mimetypeapplication/vnd.oasis')
      ? 'office'
      : 'unknown'
  }
  if (startsWith(bytes, OLE) || startsWith(bytes, RTF)) return 'office'
  if (IMAGES.some((signature) => startsWith(bytes, signature))) return 'image'
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8)) return 'image'
  // A mark of UTF-8 says nothing of what follows it that the bytes themselves do not say better.
  if ((markOf(bytes)?.encoding ?? 'utf-8') !== 'utf-8') return 'text'
  // Text holds no NUL and hardly any other control characters.
  let controls = 0
  const looked = Math.min(bytes.length, 65_536)
  for (let i = 0; i < looked; i++) {
    const byte = bytes[i]!
    if (byte === 0) return 'unknown'
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls++
  }
  return controls * 100 > looked ? 'unknown' : 'text'
}
