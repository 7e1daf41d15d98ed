// The part of the fuzzer that attacks the verifier of attestations: envelopes and answers with one change, and tokens signed by another
// else. It must never throw, take what is as signed for valid, and nothing else.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { mutated } from './bytes.mjs'
import { Random } from './random.mjs'
import { anyValue, hostileText, jsonText } from './values.mjs'

const { sealAnswer, signerOf, verifyEnvelope } = await import('../../dist/attest/index.js')
const { canonicalJson } = await import('../../dist/records/canonical.js')

const ANSWERS = [
  { count: 1, detections: [{ category: 'PII-3-PHONE', start: 0, end: 9, confidence: 0.97 }] },
  { identity: 'review', score: 0.5123, decision_id: `xwd:sha256:${'a'.repeat(64)}`, recorded: false },
  { text: 'NAME_8937fba4', decision_id: `red:sha256:${'b'.repeat(64)}`, spans: [], by_category: {} },
]
const TEXT_FIELDS = ['tool', 'inputs_sha256', 'response_sha256', 'caller', 'issued_at', 'engine', 'signer', 'schema']

/** Makes trials: `trial(number)` resolves with { label, wrong }. */
export function verifierTrials({ seed }) {
  const [own, foreign] = [signerOf(keyFrom(seed, 'own')), keyFrom(seed, 'foreign')]
  return {
    async trial(number) {
      const random = new Random(seed, 'verify', number)
      const answer = random.pick(ANSWERS)
      const inputs = { text: hostileText(random, 3).toWellFormed(), store: random.oneIn(2) }
      const now = new Date(Date.UTC(2026, random.below(12), 1))
      const sealing = { tool: 'detect', inputs, answer, caller: null, signer: own, engine: 'service-core@1', now }
      const case_ = { random, answer, inputs, own, foreign, envelope: await sealAnswer(sealing) }
      const [label, attack] = random.pick(ATTACKS)
      return { label, wrong: await wrongVerdict(attack(case_)) }
    },
    close() {},
  }
}

/** An Ed25519 key that follows from words: the fixed head of its PKCS#8 form (RFC 8410, 7) before 32 bytes of hash. */
function keyFrom(...words) {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  const bytes = createHash('sha256').update(words.join('\n')).digest()
  return createPrivateKey({ key: Buffer.concat([head, bytes]), format: 'der', type: 'pkcs8' })
}

async function wrongVerdict({ supplied, expects }) {
  let verdict
  try {
    verdict = await verifyEnvelope(supplied)
  } catch (error) {
    return `it throws ${error.name}: ${error.message}`
  }
  for (const [field, expected] of Object.entries(expects))
    if (verdict[field] !== expected)
      return `${field} is ${verdict[field]}: ${verdict.problems.join('; ') || 'no problem named'}`
  return null
}

const INVALID = { valid: false, trusted: false, ok: false }

const ATTACKS = [
  ['as signed', honest],
  ['an envelope with one field changed', fieldChanged],
  ['an envelope with a field more', fieldAdded],
  ['an envelope with bytes changed', envelopeBytes],
  ['a token with bytes changed', tokenBytes],
  ['an answer with bytes changed', answerBytes],
  ['a token of another signer under the own name', forged],
  ['a signed text that names a member twice', namedTwice],
  ['any value for an envelope', anything],
]

function honest({ envelope, answer, inputs, own }) {
  const supplied = { envelope, response: answer, inputs, publicKey: own.did }
  return { supplied, expects: { valid: true, trusted: true, ok: true, inputs_match: true, response_match: true } }
}

function fieldChanged({ random, envelope, own }) {
  const field = random.pick(TEXT_FIELDS)
  const value = random.pick([
    () => JSON.parse(safeText(random)),
    () => `${envelope[field]} `,
    () => null,
    () => undefined,
  ])()
  const changed = { ...envelope, [field]: value }
  const same = textOf(changed[field]) === textOf(envelope[field])
  return { supplied: { envelope: changed, publicKey: own.did }, expects: same ? {} : INVALID }
}

function fieldAdded({ random, envelope, own }) {
  const extra = random.pick(['x', 'valid', 'constructor', 'decision_id', 'Signer'])
  return {
    supplied: { envelope: { ...envelope, [extra]: JSON.parse(safeText(random)) }, publicKey: own.did },
    expects: INVALID,
  }
}

function envelopeBytes({ random, envelope, own }) {
  const changed = parsedOrNull(mutated(random, Buffer.from(JSON.stringify(envelope))).toString('utf8'))
  const same = textOf(changed) === textOf(envelope)
  return { supplied: { envelope: changed, publicKey: own.did }, expects: same ? {} : INVALID }
}

function tokenBytes({ random, envelope, own }) {
  const jws = mutated(random, Buffer.from(envelope.jws)).toString('latin1')
  const publicKey = random.oneIn(2) ? { publicKey: own.did } : {}
  return { supplied: { envelope: { ...envelope, jws }, ...publicKey }, expects: jws === envelope.jws ? {} : INVALID }
}

function answerBytes({ random, envelope, answer, own }) {
  const changed = parsedOrNull(mutated(random, Buffer.from(JSON.stringify(answer))).toString('utf8'))
  const same = changed !== null && textOf(changed) === textOf(answer)
  const hasAttestation = changed !== null && typeof changed === 'object' && 'attestation' in changed
  const expects = same || hasAttestation ? {} : { response_match: false, ok: false }
  return { supplied: { envelope, response: changed, publicKey: own.did }, expects }
}

/** A token signed with another key, with a header that names the own key or theirs, and the claims as they were. */
function forged({ random, envelope, own, foreign }) {
  const claims = Buffer.from(envelope.jws.split('.')[1], 'base64url').toString('utf8')
  const kid = random.pick([own.did, signerOf(foreign).did])
  const header = { alg: random.pick(['EdDSA', 'none', 'HS256', 'Ed25519']), kid, typ: 'service+jws' }
  const signer = random.oneIn(2) ? kid : own.did
  const payload = claims.replace(own.did, signer)
  const jws = compact(JSON.stringify(header), payload, foreign)
  return { supplied: { envelope: { ...envelope, signer, jws }, publicKey: own.did }, expects: INVALID }
}

/** A member twice in the header or the payload: readers differ on which one counts, so neither may. */
function namedTwice({ random, envelope, own }) {
  const [head, body] = envelope.jws.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'))
  const twice = (text, name) => text.replace('{', `{${JSON.stringify(name)}:${JSON.stringify('x')},`)
  const isHeader = random.oneIn(2)
  const [header, payload] = isHeader
    ? [twice(head, random.pick(['kid', 'alg', 'typ'])), body]
    : [head, twice(body, random.pick(TEXT_FIELDS))]
  const jws = compact(header, payload, own.privateKey)
  return { supplied: { envelope: { ...envelope, jws }, publicKey: own.did }, expects: INVALID }
}

function anything({ random, own }) {
  const envelope = JSON.parse(safeText(random))
  return {
    supplied: { envelope: random.oneIn(2) ? envelope : { attestation: envelope }, publicKey: own.did },
    expects: INVALID,
  }
}

function compact(header, payload, key) {
  const signed = [header, payload].map((part) => Buffer.from(part).toString('base64url')).join('.')
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

function safeText(random) {
  const text = jsonText(anyValue(random))
  return parsedOrNull(text) === null ? 'null' : text
}

function parsedOrNull(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Canonical JSON, as what is signed is compared; null where a value has none. */
function textOf(value) {
  try {
    return value === undefined ? undefined : canonicalJson(value)
  } catch {
    return null
  }
}
