// Sealing and checking answers, held against RFC 8032's key and against a second verifier that shares no code with ours.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { canonicalSha256 } from '../../../src/attest/envelope.ts'
import {
  createKeyFile,
  didKeyOf,
  loadKeyFile,
  publicKeyOf,
  sealAnswer,
  signerOf,
  verifyEnvelope,
} from '../../../src/attest/index.ts'
import { verifyAnswer } from '../../../src/client/verify.ts'
import vector from '../../vectors/attest.json' with { type: 'json' }
import hashes from '../../vectors/attest-hashes.json' with { type: 'json' }
import { canonical, openToken, sha256 } from './independent.ts'

const PKCS8_ED25519 = '302e020100300506032b657004220420'
const signer = signerOf(
  createPrivateKey({ key: Buffer.from(PKCS8_ED25519 + vector.seed_hex, 'hex'), format: 'der', type: 'pkcs8' }),
)
const sealing = { ...vector.sealing, signer, now: new Date(vector.sealing.now) }
const folder = mkdtempSync(join(tmpdir(), 'attest-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function sealed(): Promise<Record<string, unknown>> {
  return { ...(await sealAnswer(sealing)) }
}

describe('did:key', () => {
  it('refuses a key of small order, under which one signature fits every message', async () => {
    const envelope = await sealed()
    for (const low of [0, 1, 0x81, 0xec, 0xee]) {
      const raw = Buffer.alloc(32, low > 0x81 ? 0xff : 0)
      raw[0] = low & (low > 0x81 ? 0xff : 0x7f)
      raw[31] = low > 0x81 ? 0x7f : low & 0x80
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' })
      for (const publicKey of [key, key.export({ type: 'spki', format: 'pem' }).toString()])
        await expect(verifyEnvelope({ envelope, publicKey })).rejects.toThrow('small order')
    }
  })

  it('writes and reads the RFC 8032 key', () => {
    expect(signer.did).toBe(vector.did)
    const raw = publicKeyOf(vector.did).export({ format: 'jwk' }).x
    expect(Buffer.from(raw!, 'base64url').toString('hex')).toBe(vector.public_hex)
  })

  it.each([
    'did:web:example.org',
    'did:key:z',
    'did:key:z6Mk0OIl',
    'did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme',
    `did:key:z${'1'.repeat(100_000)}`,
    'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMs',
  ])('refuses %.40s', (did) => {
    expect(() => publicKeyOf(did)).toThrow(expect.objectContaining({ code: 'key_file' }))
  })

  it('refuses a key that is not Ed25519', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(() => didKeyOf(privateKey)).toThrow('not an Ed25519 key')
  })
})

describe('key files', () => {
  it('are created for their owner alone, load again, and are never overwritten by accident', () => {
    const path = join(folder, 'new', 'signing.pem')
    const created = createKeyFile(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(loadKeyFile(path).did).toBe(created.did)
    expect(() => createKeyFile(path)).toThrow('exists already')
    const replaced = createKeyFile(path, { force: true })
    expect(replaced.did).not.toBe(created.did)
    expect(loadKeyFile(path).did).toBe(replaced.did)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.each([0o640, 0o604, 0o620, 0o610, 0o777])('are refused with mode %o, also through a link', (mode) => {
    const path = join(folder, `open-${mode}.pem`)
    createKeyFile(path)
    chmodSync(path, mode)
    symlinkSync(path, `${path}-link`)
    for (const given of [path, `${path}-link`]) expect(() => loadKeyFile(given)).toThrow('can be read by others')
  })

  it('may be links to a file that is well kept, and are never folders', () => {
    const path = join(folder, 'kept.pem')
    const { did } = createKeyFile(path)
    symlinkSync(path, join(folder, 'link.pem'))
    expect(loadKeyFile(join(folder, 'link.pem')).did).toBe(did)
    expect(() => loadKeyFile(folder)).toThrow('not a file')
    expect(() => createKeyFile(folder)).toThrow('exists already')
    expect(() => createKeyFile(join(path, 'below.pem'))).toThrow('cannot be written')
  })

  it('are made through no link, whoever laid it', () => {
    const [path, elsewhere] = [join(folder, 'linked.pem'), join(folder, 'elsewhere')]
    symlinkSync(elsewhere, path)
    expect(() => createKeyFile(path)).toThrow('exists already')
    symlinkSync(elsewhere, `${path}.new`)
    const { did } = createKeyFile(path, { force: true })
    expect(existsSync(elsewhere)).toBe(false)
    expect(loadKeyFile(path).did).toBe(did)
  })

  it('are refused when they hold no Ed25519 key', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const written = [
      ['not PEM', 'no PKCS#8 PEM private key'],
      [publicKey.export({ format: 'pem', type: 'spki' }).toString(), 'no PKCS#8 PEM private key'],
      [privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 'not an Ed25519 key'],
    ] as const
    for (const [index, [text, sentence]] of written.entries()) {
      const path = join(folder, `wrong-${index}.pem`)
      writeFileSync(path, text, { mode: 0o600 })
      expect(() => loadKeyFile(path)).toThrow(sentence)
    }
  })

  it('name no path when they are missing', () => {
    expect(() => loadKeyFile(join(folder, 'absent.pem'))).toThrow(/^(?!.*absent).*cannot be read/)
  })
})

describe('envelopes', () => {
  it('reproduce the published token', async () => {
    const envelope = await sealAnswer(sealing)
    expect(envelope.inputs_sha256.startsWith(vector.inputs_sha256_prefix)).toBe(true)
    expect(envelope.response_sha256.startsWith(vector.response_sha256_prefix)).toBe(true)
    expect(envelope.issued_at).toBe(vector.issued_at)
    expect(envelope.jws.split('.')[2]).toBe(vector.signature)
    const header = JSON.parse(Buffer.from(envelope.jws.split('.')[0]!, 'base64url').toString())
    expect(header).toEqual({ alg: 'EdDSA', kid: vector.did, typ: 'service+jws' })
  })

  it.each(hashes.cases)('hash $name as published', ({ value, sha256: expected }) => {
    expect(canonicalSha256(value)).toBe(expected)
  })

  it('open under a verifier that shares nothing with ours', async () => {
    const { jws, ...plain } = await sealAnswer(sealing)
    expect(openToken(jws, vector.did)).toEqual(plain)
    expect(sha256(sealing.inputs)).toBe(plain.inputs_sha256)
    expect(sha256(sealing.answer)).toBe(plain.response_sha256)
  })

  it('hash any JSON as a verifier written from the documentation does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(canonicalSha256(value)).toBe(sha256(value))
      }),
    )
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: -99_999, max: 99_999 }),
        (any, tie) => {
          // Thirty-seconds end in ...25 and ...75 at the fifth decimal: exact ties among them.
          for (const value of [any, tie / 32, tie / 10_000, any / 1e300])
            expect(canonicalSha256(value)).toBe(sha256(value))
        },
      ),
    )
    expect(canonical({ '\u{1F600}': 1, '\uFFFD': 0.03125 })).toBe('{"\uFFFD":"0.0312","\u{1F600}":1}')
  })

  it('list the ids that stand in id fields of the answer, sorted and once, and none that a caller wrote', async () => {
    const id = (prefix: string, digit: string) => `${prefix}:sha256:${digit.repeat(64)}`
    const pair = (digit: string) => ({ a: id('rec', '1'), b: 'b.txt', decision_id: id('dec', digit), factors: {} })
    const answer = {
      entity: id('ent', '2'),
      jurisdictions: { [id('dec', '3')]: { country: id('dec', '4'), evidence: [{ sample: id('dec', '5') }] } },
      documents: [{ document: id('xwd', '6'), name: id('xwd', '7'), detections: { [id('xwd', '8')]: 1 } }],
      decisions: [pair('b'), pair('a'), { ...pair('a'), decision_id: `${id('dec', '9')} ` }],
      unlinked: [id('rec', 'c')],
      review: { decisions: [pair('b')], proposed_fields: [{ value: id('red', 'd'), decision_id: id('red', 'e') }] },
      errors: { 'x.pdf': id('dec', 'f'), decision_id: id('dec', '0') },
      decision_id: id('dec', '0'),
    }
    const { decision_ids } = await sealAnswer({ ...sealing, tool: 'documents', answer })
    expect(decision_ids).toEqual([id('dec', 'a'), id('dec', 'b')])
    const of = async (tool: string) => (await sealAnswer({ ...sealing, tool, answer })).decision_ids
    expect(await of('compare')).toEqual([id('dec', '0')])
    for (const tool of ['detect', 'places', 'extract', 'something else', 'constructor'])
      expect(await of(tool)).toEqual([])
  })
})

describe('verification', () => {
  const { inputs, answer } = vector.sealing

  it('is ok and trusted for the pinned key, ok and untrusted without one', async () => {
    const envelope = await sealed()
    const pinned = await verifyEnvelope({ envelope, inputs, response: answer, publicKey: vector.did })
    expect(pinned).toMatchObject({ valid: true, trusted: true, inputs_match: true, response_match: true, ok: true })
    expect(pinned.problems).toEqual([])
    const unpinned = await verifyEnvelope({ envelope })
    expect(unpinned).toMatchObject({ valid: true, trusted: false, inputs_match: null, response_match: null, ok: true })
  })

  it('takes a did:key, a PEM, a key object or a resolver', async () => {
    const envelope = await sealed()
    const key = publicKeyOf(vector.did)
    const pem = key.export({ format: 'pem', type: 'spki' }).toString()
    for (const publicKey of [vector.did, pem, key, (kid: string) => (kid === vector.did ? key : null)]) {
      expect(await verifyEnvelope({ envelope, publicKey })).toMatchObject({ trusted: true, ok: true })
    }
    const stranger = await verifyEnvelope({ envelope, publicKey: () => null })
    // A lookup in a Map answers undefined.
    expect((await verifyEnvelope({ envelope, publicKey: () => undefined as never })).valid).toBe(false)
    expect(stranger).toMatchObject({ valid: false, trusted: false, ok: false })
    await expect(verifyEnvelope({ envelope, publicKey: 'nonsense' })).rejects.toMatchObject({ code: 'key_file' })
  })

  it('checks a whole response against its own hash', async () => {
    const whole = { ...answer, attestation: await sealed() }
    expect(await verifyEnvelope({ envelope: whole })).toMatchObject({ response_match: true, ok: true })
    const changed = await verifyEnvelope({ envelope: { ...whole, count: 1 }, publicKey: vector.did })
    expect(changed).toMatchObject({ valid: true, trusted: true, response_match: false, ok: false })
    expect(changed.problems).toEqual(['the response supplied does not hash to what was signed'])
    // A valid answer in the same file does not cover a changed one around the envelope.
    const beside = await verifyEnvelope({ envelope: { ...whole, count: 1 }, response: answer })
    expect(beside).toMatchObject({ valid: true, response_match: false, ok: false })
    const alone = await verifyEnvelope({ envelope: { attestation: whole.attestation }, response: answer })
    expect(alone).toMatchObject({ response_match: true, ok: true })
  })

  it.each([
    'schema',
    'tool',
    'inputs_sha256',
    'response_sha256',
    'caller',
    'decision_ids',
    'issued_at',
    'engine',
    'signer',
  ])('sees an edited plain %s, and trusts nothing then', async (field) => {
    for (const edit of [{ [field]: 'edited' }, { [field]: undefined }]) {
      const envelope = { ...(await sealed()), ...edit }
      const result = await verifyEnvelope({ envelope: JSON.parse(JSON.stringify(envelope)), publicKey: vector.did })
      expect(result).toMatchObject({ valid: false, trusted: false, ok: false })
      expect(result.problems).toContain(`envelope field '${field}' differs from what was signed`)
    }
  })

  it('sees a number that differs from the one sent by less than its rounding', async () => {
    const answer = { score: 0.9991, factors: { name: 1 } }
    const envelope = await sealAnswer({ ...sealing, answer })
    expect(await verifyEnvelope({ envelope, response: answer })).toMatchObject({ response_match: true, ok: true })
    for (const score of [0.99910004, 0.99909996, 0.999100000001]) {
      const supplied = { envelope, response: { ...answer, score } }
      expect(await verifyEnvelope(supplied)).toMatchObject({ response_match: false, ok: false })
      const edited = { answer: { ...supplied.response, attestation: envelope } }
      expect(await verifyAnswer(edited)).toMatchObject({ response_match: false, ok: false })
    }
  })

  it('sees a number that is supplied as a text of its canonical form, and a text that is supplied as a number', async () => {
    const answer = {
      score: 0.9617,
      factors: { name: 1, dob: 0.25 },
      basis: '0.5000',
      pins: { facts: 'x', threshold: 0.7 },
    }
    const envelope = await sealAnswer({ ...sealing, tool: 'compare', answer })
    expect(await verifyEnvelope({ envelope, response: answer })).toMatchObject({ response_match: true, ok: true })
    const PINS = { pins: { facts: 'x', threshold: '0.7000' } }
    for (const edit of [{ score: '0.9617' }, { factors: { name: 1, dob: '0.2500' } }, { basis: 0.5 }, PINS]) {
      const response = { ...answer, ...edit }
      expect(await verifyEnvelope({ envelope, response })).toMatchObject({ response_match: false, ok: false })
      const edited = { answer: { ...response, attestation: envelope } }
      expect(await verifyAnswer(edited)).toMatchObject({ response_match: false, ok: false })
    }
  })

  it('lists every problem, not only the first', async () => {
    const envelope = { ...(await sealed()), tool: 'compare', caller: null, extra: 1 }
    const { problems } = await verifyEnvelope({ envelope, inputs: {}, response: {} })
    expect(problems).toHaveLength(5)
  })

  it('refuses a signature by another key and a token of another type', async () => {
    const other = signerOf(generateKeyPairSync('ed25519').privateKey)
    const forged = await sealAnswer({ ...sealing, signer: other })
    expect(await verifyEnvelope({ envelope: forged, publicKey: vector.did })).toMatchObject({
      valid: false,
      trusted: false,
    })
    const impostor = { ...forged, signer: vector.did }
    expect(await verifyEnvelope({ envelope: impostor })).toMatchObject({ valid: false })
    const none = `${Buffer.from('{"alg":"none","kid":"x","typ":"service+jws"}').toString('base64url')}.e30.`
    expect((await verifyEnvelope({ envelope: { ...forged, jws: none } })).ok).toBe(false)
  })

  describe('of a token signed with the trusted key', () => {
    /** A token over any header and body, in the bytes given. */
    const token = (header: string, body: string) => {
      const input = [header, body].map((part) => Buffer.from(part).toString('base64url')).join('.')
      return `${input}.${sign(null, Buffer.from(input), signer.privateKey).toString('base64url')}`
    }
    const header = `{"alg":"EdDSA","kid":"${vector.did}","typ":"service+jws"}`
    const stranger = signerOf(generateKeyPairSync('ed25519').privateKey)
    const body = async (edit: Record<string, unknown> = {}) => {
      const { jws: _, ...claims } = { ...(await sealed()), ...edit }
      return claims
    }
    const outcome = async (head: string, text: string, plain: object, publicKey: string = vector.did) => {
      const { valid, trusted, ok, problems } = await verifyEnvelope({
        envelope: { ...plain, jws: token(head, text) },
        publicKey,
      })
      return { valid, trusted, ok, problems }
    }
    const refused = (problem: string | RegExp) => ({
      valid: false,
      trusted: false,
      ok: false,
      problems: expect.arrayContaining([expect.stringMatching(problem)]),
    })

    it('takes it as we would have written it', async () => {
      const claims = await body()
      expect(await outcome(header, JSON.stringify(claims), claims)).toEqual({
        valid: true,
        trusted: true,
        ok: true,
        problems: [],
      })
    })

    it('trusts none in the name of another key, whether all of it says so or a part', async () => {
      const inItsName = header.replace(vector.did, stranger.did)
      const [own, other] = [await body(), await body({ signer: stranger.did })]
      for (const [head, claims, problem] of [
        [inItsName, other, 'the answer was signed by another key than the one expected'],
        [inItsName, own, 'the answer was signed by another key than the one expected'],
        [header, other, 'the signer named in the signed body is not the key id of the signature'],
      ] as const)
        expect(await outcome(head, JSON.stringify(claims), claims)).toMatchObject(refused(problem))
      // A resolver that answers any id with the one key it has is held to the same.
      const envelope = { ...other, jws: token(inItsName, JSON.stringify(other)) }
      expect(await verifyEnvelope({ envelope, publicKey: () => vector.did })).toMatchObject({
        trusted: false,
        ok: false,
      })
    })

    it.each([
      ['a member named twice', header.replace('{', '{"alg":"none",'), 'readable header'],
      ['a member named twice by an escape', header.replace('{', '{"\\u0061lg":"none",'), 'readable header'],
      ['the name of a prototype', header.replace('{', '{"__proto__":{"alg":"none"},'), 'no attestation has'],
      ['an extension that must be understood', header.replace('}', ',"crit":["exp"],"exp":1}'), 'no attestation has'],
      ['an unencoded payload', header.replace('}', ',"crit":["b64"],"b64":false}'), 'no attestation has'],
      ['a key of its own', header.replace('}', ',"jwk":{"kty":"OKP"}}'), 'no attestation has'],
      ['another algorithm', header.replace('EdDSA', 'Ed25519'), 'must be EdDSA'],
      ['no algorithm', header.replace('EdDSA', 'none'), 'must be EdDSA'],
      ['a byte order mark', `\ufeff${header}`, 'readable header'],
      ['something behind it', `${header} {}`, 'readable header'],
      ['a list', `[${header}]`, 'readable header'],
    ])('refuses a header with %s', async (_what, head, problem) => {
      const claims = await body()
      expect(await outcome(head, JSON.stringify(claims), claims)).toMatchObject(refused(problem))
    })

    it.each([
      ['a member named twice', '{"tool":"compare",', 'a member of one object twice'],
      ['a member of a member named twice', '{"extra":{"a":1,"a":2},', 'a member of one object twice'],
      ['a field of its own', '{"text":"Ada Obi",', 'carries a field that no attestation has'],
      ['the name of a prototype', '{"__proto__":{"tool":"compare"},', 'carries a field that no attestation has'],
      ['a byte order mark', '\ufeff{', 'not a JSON object'],
    ])('refuses a body with %s', async (_what, opening, problem) => {
      const claims = await body()
      const text = JSON.stringify(claims).replace('{', opening)
      expect(await outcome(header, text, claims)).toMatchObject(refused(problem))
    })

    it.each([
      [['dec:sha256:short']],
      [[`dec:sha256:${'b'.repeat(64)}`, `dec:sha256:${'a'.repeat(64)}`]],
      [[`dec:sha256:${'a'.repeat(64)}`, `dec:sha256:${'a'.repeat(64)}`]],
      [[7]],
      ['none'],
      [{}],
    ])('refuses a body whose ids are %j', async (ids) => {
      const claims = await body({ decision_ids: ids })
      expect(await outcome(header, JSON.stringify(claims), claims)).toMatchObject(refused('not service ids'))
    })

    it('refuses another spelling, a fourth part and nesting past any depth, and ends', async () => {
      const claims = await body()
      const good = token(header, JSON.stringify(claims))
      const deep = token(header, '['.repeat(200_000) + ']'.repeat(200_000))
      for (const jws of [`${good}=`, `${good}.`, `${good} `, good.replace('.', '.\n'), `${good}.e30`, deep, `${deep}.`])
        expect(await verifyEnvelope({ envelope: { ...claims, jws }, publicKey: vector.did })).toMatchObject({
          ok: false,
        })
    })
  })

  it('holds for no envelope with one changed character', async () => {
    const text = JSON.stringify({ ...answer, attestation: await sealed() })
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom('A', 'z', '0', '-', ' ', '"'), async (at, letter) => {
        fc.pre(text[at] !== letter)
        const edited = text.slice(0, at) + letter + text.slice(at + 1)
        let parsed: unknown
        try {
          parsed = JSON.parse(edited)
        } catch {
          return
        }
        fc.pre(canonicalSha256(parsed) !== canonicalSha256(JSON.parse(text)))
        expect((await verifyEnvelope({ envelope: parsed, publicKey: vector.did })).ok).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it.each([null, 7, [], {}, { attestation: null }, { jws: 'a.b' }, { jws: '..' }, { jws: 'e30.e30.e30' }])(
    'answers in words to evidence like %j',
    async (envelope) => {
      const result = await verifyEnvelope({ envelope })
      expect(result.ok).toBe(false)
      expect(result.problems.length).toBeGreaterThan(0)
    },
  )
})
