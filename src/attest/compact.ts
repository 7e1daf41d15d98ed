// A signed statement as one compact JWS (RFC 7515, RFC 8037), opened strictly: header, body and key must name one signer.
import type { KeyObject } from 'node:crypto'
import { compactVerify } from 'jose'
import { type Members, membersIn } from '../records/attested.ts'
import { didKeyOf, publicKeyOf } from './did-key.ts'
import { headerOf, isOneSpelling } from './envelope.ts'

/** Returns the signed body. Without a key the one in the token is used. Throws TypeError or an error of the library if it does not verify. */
export async function openCompact(jws: string, wanted: string, key?: KeyObject): Promise<Members> {
  const { kid, typ, alg, ...others } = headerOf(jws) ?? {}
  if (!isOneSpelling(jws) || Object.keys(others).length > 0) throw new TypeError('not written as a statement is')
  const known = key ?? publicKeyOf(String(kid))
  const { payload } = await compactVerify(jws, known, { algorithms: ['EdDSA'] })
  const claims = membersIn(payload) ?? {}
  const isOneKey = kid === claims['signer'] && kid === didKeyOf(known)
  if (typ !== wanted || alg !== 'EdDSA' || !isOneKey) throw new TypeError('header, body and key disagree')
  return claims
}
