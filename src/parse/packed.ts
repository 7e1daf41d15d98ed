// A parsed document as bytes, so that the server process passes it on without unpacking it. Unpacking 500,000 paragraphs
// takes a second, so only the process that uses the document unpacks it.
import { deserialize, serialize } from 'node:v8'
import type { ParsedDocument } from './parser.ts'

export interface PackedDocument {
  readonly packed: Uint8Array
}

export function packed(parsed: ParsedDocument): PackedDocument {
  return { packed: serialize(parsed) }
}

/** Accepts only the result of `packed` from a process of the same version. */
export function unpacked({ packed: bytes }: PackedDocument): ParsedDocument {
  return deserialize(bytes) as ParsedDocument
}
