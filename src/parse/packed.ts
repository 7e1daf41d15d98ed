// A document that was read, as bytes: it passes through the process that listens without taking that one's time. Unpacking half a
// million paragraphs takes a second, and only who works with them does it.
import { deserialize, serialize } from 'node:v8'
import type { ParsedDocument } from './parser.ts'

export interface PackedDocument {
  readonly packed: Uint8Array
}

export function packed(parsed: ParsedDocument): PackedDocument {
  return { packed: serialize(parsed) }
}

/** Only of what `packed` made, in a process of this version. */
export function unpacked({ packed: bytes }: PackedDocument): ParsedDocument {
  return deserialize(bytes) as ParsedDocument
}
