// The identifiers of the contract: what each binds, and nothing else does.
import { hash } from 'node:crypto'
import { canonicalJson } from './canonical.ts'

export type IdPrefix = 'dec' | 'xwd' | 'red' | 'rec' | 'ent' | 'doc'

/** Any service id that an attestation lists: dec, xwd, red, rec or ent. */
export const SERVICE_ID = /\b(?:dec|xwd|red|rec|ent):sha256:[0-9a-f]{64}\b/g

/** Lower-case hex SHA-256 of bytes, or of the UTF-8 bytes of a string. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex')
}

/** `<prefix>:sha256:<hex64>` over the canonical JSON of `bound`. */
export function contentId(prefix: Exclude<IdPrefix, 'doc'>, bound: unknown): string {
  return `${prefix}:sha256:${sha256Hex(canonicalJson(bound))}`
}

/** `doc:` over the UTF-8 bytes of a text, or the raw bytes of an uploaded file. */
export function documentId(content: string | Uint8Array): string {
  return `doc:sha256:${sha256Hex(content)}`
}

/** One side of a comparison, or the text of a de-identification, as it is bound and stored. */
export type RecordContent =
  | { readonly entity: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly entity: string; readonly text: string }

/** `rec:` over {entity, attributes} or {entity, text}. */
export function recordId(content: RecordContent): string {
  return contentId('rec', content)
}
