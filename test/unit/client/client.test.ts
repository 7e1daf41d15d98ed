// The clients against a real service: typed calls, classes of errors, retries, and attestations that are checked.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyFile, verifyEnvelope } from '../../../src/attest/index.ts'
import {
  AttestationRefused,
  Busy,
  Conflict,
  createClient,
  NotFound,
  ShapeRefused,
  Unreachable,
  ValueRefused,
  verifyAnswer,
} from '../../../src/client/index.ts'
import { type Serving, serve } from '../../../src/http/index.ts'
import { root } from '../../house/sources.ts'
import vectors from '../../vectors/attest-envelopes.json' with { type: 'json' }

const folder = mkdtempSync(join(tmpdir(), 'selfsame-client-'))
const signingKey = join(folder, 'service.key')
const { did: signer } = createKeyFile(signingKey)
const PAIR = { a: { name: 'John Smith' }, b: { name: 'John Smith', city: 'Leeds' } }
let serving: Serving

beforeAll(async () => {
  serving = await serve({ port: 0, ledger: join(folder, 'decisions.sqlite'), signingKey, workers: 1 })
})
afterAll(async () => {
  await serving.close()
  rmSync(folder, { recursive: true })
})

describe('the client', () => {
  const client = () => createClient({ baseUrl: serving.url, signer, headers: { 'x-service-caller': 'ada' } })

  it('asks every route, and checks the attestation of every POST answer with its inputs', async () => {
    const { livez, capabilities, detect, deidentify, compare, documents, places, extract } = client()
    expect((await livez()).ok).toBe(true)
    expect((await capabilities()).attestation?.signer).toBe(signer)
    expect((await detect({ text: 'Write to casey@example.com.', jurisdiction: 'DE' })).count).toBe(1)
    expect((await deidentify({ text: 'casey@example.com', jurisdiction: 'DE', salt: 'a' })).text).toMatch(/^EMAIL_/)
    expect((await places({ text: 'From Lagos to Abuja.' })).count).toBeGreaterThan(0)
    expect((await extract({ text: 'Ada Obi paid 3 EUR.' })).count).toBeGreaterThan(0)
    const files = [
      { name: 'a.txt', content: 'Ada Obi, born 3 May 1990' },
      { name: 'b.txt', content: new TextEncoder().encode('Ada Obi, born 3 May 1990') },
    ]
    expect((await documents(files, { jurisdiction: 'NG' })).decisions).toHaveLength(1)
    const copy = await client().deidentify_file([{ name: 'a.txt', content: 'casey@example.com' }], {
      jurisdiction: 'DE',
    })
    expect(Buffer.from(copy.content, 'base64').toString()).not.toContain('casey')
    const receipt = await compare(PAIR)
    expect(receipt.attestation).toMatchObject({ tool: 'compare', caller: 'ada' })
  })

  it('has a method for each operation of the OpenAPI document', async () => {
    const { paths } = (await (await fetch(`${serving.url}/openapi.json`)).json()) as { paths: Record<string, object> }
    const names = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }: { operationId: string }) => operationId),
    )
    expect(Object.keys(client()).sort()).toEqual(names.sort())
  })

  it('reads, explains, replays and reviews what was stored', async () => {
    const { compare, decision, explain, replay, queue, pair, review } = client()
    const { decision_id } = await compare({ ...PAIR, store: true })
    expect((await decision(decision_id, { reveal: true })).records).toHaveLength(2)
    expect((await explain(decision_id)).identity).toBe('review')
    expect((await replay(decision_id)).reproduced).toBe(true)
    expect((await queue({ limit: 1 })).pairs[0]?.decision_id).toBe(decision_id)
    expect((await pair(decision_id, { reveal: true })).fields[1]).toMatchObject({ field: 'city', b: 'Leeds' })
    const asked = { decision_id, answer: 'different', reason: 'two people' } as const
    expect((await review(asked)).identity).toBe('different')
    await expect(review(asked)).rejects.toBeInstanceOf(Conflict)
  })

  it('fails with a class and the sentence of the service', async () => {
    const { detect, decision } = client()
    await expect(detect({ text: 'x', jurisdiction: 'QQ' })).rejects.toBeInstanceOf(ValueRefused)
    await expect(detect({ txt: 'x' } as never)).rejects.toBeInstanceOf(ShapeRefused)
    const missing = await decision('dec:x').catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(NotFound)
    expect(missing).toMatchObject({ status: 404, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
    await expect(nobody.livez()).rejects.toBeInstanceOf(Unreachable)
  })

  it('refuses an answer that another key signed, and one that was changed on its way', async () => {
    const other = createKeyFile(join(folder, 'other.key')).did
    const strict = createClient({ baseUrl: serving.url, signer: other })
    await expect(strict.compare(PAIR)).rejects.toBeInstanceOf(AttestationRefused)
    const changing: typeof fetch = async (...words) => {
      const text = await (await fetch(...words)).text()
      return new Response(text.replace('"review"', '"different"'))
    }
    await expect(createClient({ baseUrl: serving.url, signer, fetch: changing }).compare(PAIR)).rejects.toMatchObject({
      problems: ['the response supplied does not hash to what was signed'],
    })
  })

  it('tries again what is busy, and an answer to a review once', async () => {
    let asked = 0
    const busy: typeof fetch = async () => {
      asked++
      return new Response('{"detail":"later"}', { status: 429, headers: { 'retry-after': '0.001' } })
    }
    const { livez, review } = createClient({ baseUrl: serving.url, fetch: busy, retries: 2 })
    await expect(livez()).rejects.toBeInstanceOf(Busy)
    expect(asked).toBe(3)
    await expect(review({ decision_id: 'x', answer: 'same', reason: 'y' })).rejects.toBeInstanceOf(Busy)
    expect(asked).toBe(4)
  })

  it('judges the envelopes of others as selfsame/attest does, whole and changed', async () => {
    for (const { envelope, inputs, answer } of vectors.envelopes) {
      const whole = { ...answer, attestation: envelope }
      const changed = { ...whole, added: 1 }
      const forged = { ...whole, attestation: { ...envelope, caller: 'somebody else' } }
      const { jws } = envelope
      const cut = {
        ...whole,
        attestation: { ...envelope, jws: `${jws.slice(0, -2)}${jws.endsWith('AA') ? 'BA' : 'AA'}` },
      }
      for (const given of [whole, changed, forged, cut, { ...answer }]) {
        const ours = await verifyAnswer({ answer: given, inputs, signer: envelope.signer })
        const theirs = await verifyEnvelope({ envelope: given, inputs, publicKey: envelope.signer })
        const same = ({ valid, trusted, ok }: { valid: boolean; trusted: boolean; ok: boolean }) => [valid, trusted, ok]
        expect(same(ours), JSON.stringify([ours, theirs])).toEqual(same(theirs))
      }
    }
  })
})

const python = spawnSync('python3', ['--version']).status === 0
if (!python) process.stderr.write('\nSKIPPED: the Python client was not tested: there is no python3\n')
const PROGRAM = `
import sys
sys.path.insert(0, sys.argv[1])
from selfsame_client import Client, Conflict, NotFound, ValueRefused, Unreachable, _as_sent, canonical
client = Client(sys.argv[2], headers={"X-Service-Caller": "bola"})
assert client.livez()["ok"]
text = "U0001f600 Write to casey@example.com."
found = client.detect(text, jurisdiction="DE")["detections"][0]
assert text[found["start"]:found["end"]] == "casey@example.com"
report = client.documents({"a b.txt": "Ada Obi".encode(), "b.txt": "Zuzanna Kowalska".encode()}, jurisdiction="NG", reveal=True)
assert list(report["jurisdictions"]) == ["a b.txt", "b.txt"]
stored = client.compare({"name": "John Smith"}, {"name": "John Smith", "city": "York"}, store=True)["decision_id"]
assert client.decision(stored, reveal=True)["records"][0]["attributes"] == {"name": "John Smith"}
assert client.explain(stored)["identity"] == "review" and client.replay(stored)["reproduced"]
assert client.pair(stored, reveal=True)["state"] == "waiting"
assert client.review(stored, "cannot_tell", "too little")["pins"]["reviewer"] == "bola"
for refused, call in [
    (Conflict, lambda: client.review(stored, "same", "again")),
    (NotFound, lambda: client.decision("dec:x")),
    (ValueRefused, lambda: client.detect("x", jurisdiction="QQ")),
    (Unreachable, lambda: Client("http://127.0.0.1:9", retries=0).livez()),
]:
    try:
        call()
        raise SystemExit(f"{refused} was not raised")
    except refused:
        pass
assert all(map(_as_sent, [{"score": 0.9617}, {"text": "0.9617"}, {"fields": {"score": "0.9617"}}, {"pins": {"threshold": 0.7, "engine": "x"}}]))
assert not any(map(_as_sent, [{"score": "0.9617"}, {"factors": {"name": "0.9617"}}, {"pins": {"threshold": "0.7000"}}, {"fields": {"score": 0.96171}}]))
assert canonical({"b": 0.03125, "a": [1.0, None, True, "\u00e9"]}) == '{"a":[1,null,true,"\u00e9"],"b":"0.0312"}'
try:
    import cryptography
except ImportError:
    print("not signed")
else:
    Client(sys.argv[2], signer=sys.argv[3]).compare({"name": "A"}, {"name": "B"})
    print("signed")
`

describe('the Python client', () => {
  it.skipIf(!python)('asks, fails by class, and verifies where it can', async () => {
    const { spawn } = await import('node:child_process')
    const words = ['-c', PROGRAM, join(root, 'clients'), serving.url, signer]
    const child = spawn('python3', words, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code, said).toBe(0)
    expect(said).toMatch(/signed/)
  })
})
