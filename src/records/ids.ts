// The content identifiers of the contract, and the data that each binds.
import { hash } from 'node:crypto'
import { canonicalJson, quoted } from './canonical.ts'
import type { Comparison } from './receipt.ts'

export type IdPrefix = 'dec' | 'xwd' | 'red' | 'rec' | 'ent' | 'doc'

/** Lower-case hex SHA-256 of bytes, or of the UTF-8 bytes of a string. */
export const sha256Hex = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'hex')

/** `<prefix>:sha256:<hex64>` over the canonical JSON of `bound`. */
export const contentId = (prefix: Exclude<IdPrefix, 'doc'>, bound: unknown): string =>
  idOf(prefix, canonicalJson(bound))

const idOf = (prefix: Exclude<IdPrefix, 'doc'>, canonical: string): string => `${prefix}:sha256:${sha256Hex(canonical)}`

/** `doc:` over the UTF-8 bytes of a text, or the raw bytes of an uploaded file. */
export const documentId = (content: string | Uint8Array): string => `doc:sha256:${sha256Hex(content)}`

export const documentIdOfHash = (sha256: ArrayBuffer): string => `doc:sha256:${Buffer.from(sha256).toString('hex')}`

export const sha256Of = (id: string): string => id.slice(id.lastIndexOf(':') + 1)

/** One side of a comparison, or the text of a de-identification, as it is bound and stored. */
export type RecordContent =
  | { readonly entity: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly entity: string; readonly text: string }

/** `rec:` over {entity, attributes} or {entity, text}. */
export const recordId = (content: RecordContent): string => contentId('rec', content)

/** The same for a record's fields under an entity. The outer object is written here, because every comparison needs two of them. */
export const fieldsId = (entity: string, attributes: Readonly<Record<string, string>>): string =>
  idOf('rec', `{"attributes":${canonicalJson(attributes)},"entity":${quoted(entity)}}`)

/** `dec:` or `xwd:` over {schema, a, b, identity, score, factors, pins}; the same as contentId. `a` and `b` are record ids. */
export function comparisonId(
  prefix: 'dec' | 'xwd',
  schema: string,
  a: string,
  b: string,
  { identity, score, factors, pins }: Pick<Comparison, 'identity' | 'score' | 'factors' | 'pins'>,
): string {
  const members = `"factors":${canonicalJson(factors)},"identity":"${identity}","pins":${canonicalJson(pins)}`
  return idOf(prefix, `{"a":"${a}","b":"${b}",${members},"schema":"${schema}","score":${canonicalJson(score)}}`)
}
