// A compact JWS taken apart (RFC 7515, 3.1 and 7.1), and read so strictly that no other program can see something else in it.
import { type Members, membersIn } from '../records/attested.ts'

/** The protected header; null when the token has not three parts or its header cannot be read. */
export function headerOf(jws: string): Members | null {
  const parts = jws.split('.')
  return parts.length === 3 ? membersIn(Buffer.from(parts[0]!, 'base64url')) : null
}

/** True if each part is the only spelling of its bytes. Decoders ignore spare bits and padding, but a changed character must change the token. */
export const isOneSpelling = (jws: string): boolean =>
  jws.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
