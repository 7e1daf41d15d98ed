// Published vectors, and whole envelopes made elsewhere: three implementations (ours, jose, node:crypto alone) must agree on each.
import { createHash, createPrivateKey, sign, verify } from 'node:crypto'
import { compactVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { didKeyOf, publicKeyOf, sealAnswer, signerOf, verifyEnvelope } from '../../../src/attest/index.ts'
import { canonicalJson } from '../../../src/records/canonical.ts'
import made from '../../vectors/attest-envelopes.json' with { type: 'json' }
import keys from '../../vectors/attest-keys.json' with { type: 'json' }
import { canonical, openToken, sha256 } from './independent.ts'

const keyOf = (seed: string) =>
  createPrivateKey({ key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'), format: 'der', type: 'pkcs8' })
const rawOf = (did: string) => Buffer.from(publicKeyOf(did).export({ format: 'jwk' }).x!, 'base64url').toString('hex')

describe('published keys and signatures', () => {
  it.each(keys.rfc8032)('RFC 8032: $seed', ({ seed, public_key, message, signature }) => {
    const key = keyOf(seed)
    expect(rawOf(didKeyOf(key))).toBe(public_key)
    expect(sign(null, Buffer.from(message, 'hex'), key).toString('hex')).toBe(signature)
    const read = publicKeyOf(didKeyOf(key))
    expect(verify(null, Buffer.from(message, 'hex'), read, Buffer.from(signature, 'hex'))).toBe(true)
  })

  it('RFC 8037 appendix A.4: the token opens under the key that the did:key of RFC 8032 test 1 gives', async () => {
    const { jws, payload } = keys.rfc8037
    const opened = await compactVerify(jws, publicKeyOf(didKeyOf(keyOf(keys.rfc8032[0]!.seed))))
    expect(new TextDecoder().decode(opened.payload)).toBe(payload)
    // A valid signature over another payload is not an attestation.
    const result = await verifyEnvelope({ envelope: { jws }, publicKey: didKeyOf(keyOf(keys.rfc8032[0]!.seed)) })
    expect(result).toMatchObject({ ok: false, valid: false, trusted: false })
    expect(result.problems).toContain('signature: the header type must be service+jws')
  })

  it.each(keys.did_key)('did:key method: $did', ({ seed, did }) => {
    expect(didKeyOf(keyOf(seed))).toBe(did)
    expect(didKeyOf(publicKeyOf(did))).toBe(did)
  })
})

describe('RFC 8785, where it decides what ours decides', () => {
  it('escapes strings the same', () => {
    // Section 3.2.2.2, and the sample of section 3.2.2.
    const text = '\u20ac$\u000f\u000aA\'B"\\\\"/'
    const expected = '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'
    for (const write of [canonicalJson, canonical]) expect(write(text)).toBe(expected)
    for (const write of [canonicalJson, canonical])
      expect(write({ literals: [null, true, false], empty: {} })).toBe('{"empty":{},"literals":[null,true,false]}')
  })

  it('sorts the names of section 3.2.3 the same, but for the one outside the first plane', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6']
    const written = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))
    // RFC 8785 puts U+1F600 before U+FB33: it compares UTF-16 units, and the first is D83D.
    expect(Object.keys(JSON.parse(written))).toEqual(['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ufb33', '\u{1f600}'])
    expect(canonical(JSON.parse(written))).toBe(written)
  })
})

describe.each(made.envelopes)('an envelope made elsewhere: $name', ({ seed, inputs, answer, envelope }) => {
  it('is the one we make', async () => {
    const { tool, caller, engine, issued_at } = envelope
    const signer = signerOf(keyOf(seed))
    expect(await sealAnswer({ tool, inputs, answer, caller, signer, engine, now: new Date(issued_at) })).toEqual(
      envelope,
    )
  })

  it('opens under jose and under node:crypto alone', async () => {
    const { jws, ...plain } = envelope
    const { payload, protectedHeader } = await compactVerify(jws, publicKeyOf(plain.signer), { algorithms: ['EdDSA'] })
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(plain)
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: plain.signer, typ: 'service+jws' })
    expect(openToken(jws, plain.signer)).toEqual(plain)
    for (const [value, expected] of [
      [inputs, plain.inputs_sha256],
      [answer, plain.response_sha256],
    ] as const) {
      expect(sha256(value)).toBe(expected)
      expect(createHash('sha256').update(canonicalJson(value)).digest('hex')).toBe(expected)
    }
  })

  it('verifies, and no more once anything in it is changed', async () => {
    const publicKey = envelope.signer
    const good = await verifyEnvelope({ envelope: { ...answer, attestation: envelope }, inputs, publicKey })
    expect(good).toMatchObject({ ok: true, trusted: true, inputs_match: true, response_match: true, problems: [] })
    expect(good.decision_ids).toEqual(envelope.decision_ids)
    const [header, payload, signature] = envelope.jws.split('.') as [string, string, string]
    const turned = (part: string) => {
      const bytes = Buffer.from(part, 'base64url')
      bytes[bytes.length >> 1]! ^= 1
      return bytes.toString('base64url')
    }
    for (const jws of [
      [turned(header), payload, signature],
      [header, turned(payload), signature],
      [header, payload, turned(signature)],
      [header, payload, ''],
      [header, '', signature],
      [header, payload, `${signature}=`],
    ]) {
      const changed = { ...envelope, jws: jws.join('.') }
      expect((await verifyEnvelope({ envelope: changed, publicKey })).ok).toBe(false)
      expect((await verifyEnvelope({ envelope: changed })).ok).toBe(false)
    }
  })
})
