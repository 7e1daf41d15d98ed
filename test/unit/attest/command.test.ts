// The attest command as a person runs it: what it prints and how it exits.
import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createKeyFile, loadKeyFile, sealAnswer } from '../../../src/attest/index.ts'
import { attestCommand } from '../../../src/cli/attest.ts'
import { runCommand } from '../../shared/commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'attest-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  process.exitCode = undefined
})

const run = (...words: string[]) => runCommand(attestCommand(), ...words)

function file(name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(value))
  return path
}

describe('attest', () => {
  const key = join(folder, 'key.pem')

  it('prints the did:key of a new key and refuses to replace it', async () => {
    const { out } = await run('keygen', key)
    expect(out).toBe(`${loadKeyFile(key).did}\n`)
    await expect(run('keygen', key)).rejects.toThrow('exists already')
  })

  it('verifies a whole response, and a request that left its defaults out', async () => {
    const signer = loadKeyFile(key)
    const answer = { count: 0, mentions: [] }
    const inputs = { text: 'x', jurisdiction: null, backend: 'auto', statute: null }
    const attestation = await sealAnswer({
      tool: 'detect',
      inputs,
      answer,
      caller: null,
      signer,
      engine: 'service-core@0.0.0',
      now: new Date(0),
    })
    const whole = file('whole.json', { ...answer, attestation })
    const sent = file('sent.json', { text: 'x' })
    const good = await run('verify', whole, '--inputs', sent, '--trusted', signer.did, '--json')
    expect(good.code).toBe(0)
    expect(JSON.parse(good.out)).toMatchObject({ ok: true, trusted: true, inputs_match: true, response_match: true })

    const pem = createPublicKey(signer.privateKey).export({ format: 'pem', type: 'spki' }).toString()
    const pemFile = join(folder, 'public.pem')
    writeFileSync(pemFile, pem)
    for (const pinned of [signer.did, pem, pemFile]) {
      const { out } = await run('verify', whole, '--public-key', pinned, '--json')
      expect(JSON.parse(out)).toMatchObject({ ok: true, trusted: true })
    }

    await expect(run('verify', whole, '--public-key', key)).rejects.toThrow(/private key, not a public one/)

    const plain = await run('verify', whole)
    expect(plain).toMatchObject({ code: 0, out: expect.stringMatching(/trusted +no\n/) })
    expect(plain.out).toMatch(/\nOK, but not checked: who signed it .*--public-key.*, that it answers .*--inputs\)\n$/)
    expect((await run('verify', whole, '--public-key', pem)).out).toMatch(/\nOK, but not checked: that it answers/)

    const edited = await run('verify', file('edited.json', { ...answer, count: 1, attestation }))
    expect(edited.code).toBe(1)
    expect(edited.out).toMatch(/NOT OK\n$/)
    const stranger = await run('verify', whole, '--trusted', 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw')
    expect(stranger.code).toBe(1)
  })

  it('reads no file that another program could read differently', async () => {
    const answer = { count: 0, mentions: ['a \\ "quote": {'] }
    const about = { tool: 'detect', inputs: { text: '\ufffd' }, answer, caller: null, engine: 'service-core@0.0.0' }
    const attestation = await sealAnswer({ ...about, signer: loadKeyFile(key), now: new Date(0) })
    const text = JSON.stringify({ ...answer, attestation }, null, 1)
    const whole = (name: string, written: string | Buffer) => {
      writeFileSync(join(folder, name), written)
      return join(folder, name)
    }
    const good = whole('plain.json', text)
    expect((await run('verify', good, '--inputs', whole('in.json', '{"text":"\ufffd"}'))).code).toBe(0)
    for (const name of ['"count"', '"\\u0063ount"']) {
      const twice = whole('twice.json', text.replace('{', `{${name} : 9,`))
      await expect(run('verify', twice)).rejects.toThrow('names a member of one object twice')
    }
    const bytes = Buffer.from('{"text":"\ufffd"}').filter((byte) => byte !== 0xef && byte !== 0xbf)
    await expect(run('verify', good, '--inputs', whole('latin.json', Buffer.from(bytes)))).rejects.toThrow('not UTF-8')
    await expect(run('verify', '-', '--inputs', '-')).rejects.toThrow('standard input can be read once')
    await expect(run('verify', good, '--trusted', 'did:key:z6Mkmisspelt')).rejects.toThrow('cannot be read')
  })

  it('checks the files of /documents, byte for byte and in their order', async () => {
    const signer = loadKeyFile(key)
    const uploads = ['a.txt', 'b.txt'].map((name) => {
      const path = join(folder, name)
      writeFileSync(path, `the text of ${name}`)
      return path
    })
    const files = uploads.map((path) => {
      const bytes = readFileSync(path)
      return { name: basename(path), sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
    })
    const inputs = { entity: 'person', jurisdiction: 'NG', backend: 'auto', store: false, reveal: false, files }
    const answer = { decisions: [] }
    const about = { tool: 'documents', inputs, answer, caller: null, signer, engine: 'service-core@0.0.0' }
    const attestation = await sealAnswer({ ...about, now: new Date(0) })
    const report = file('report.json', { ...answer, attestation })
    const fields = file('fields.json', { jurisdiction: 'NG' })
    const asked = (...paths: string[]) =>
      run('verify', report, '--inputs', fields, ...paths.flatMap((path) => ['--upload', path]), '--json')
    expect(JSON.parse((await asked(...uploads)).out)).toMatchObject({ ok: true, inputs_match: true })
    expect((await asked(...[...uploads].reverse())).code).toBe(1)
    expect((await asked(uploads[0]!)).code).toBe(1)
    writeFileSync(uploads[1]!, 'another text')
    expect(JSON.parse((await asked(...uploads)).out)).toMatchObject({ ok: false, valid: true, inputs_match: false })
    await expect(
      run('verify', report, '--inputs', file('whole-inputs.json', inputs), '--upload', uploads[0]!),
    ).rejects.toThrow('the other form fields')
  })

  it('trusts any of several signers, and names every problem at once', async () => {
    const [old, next] = [loadKeyFile(key), createKeyFile(join(folder, 'next.pem'))]
    const answer = { count: 0, mentions: [] }
    const about = { tool: 'places', inputs: { text: 'x' }, answer, caller: null, engine: 'service-core@0.0.0' }
    const both = ['--trusted', old.did, '--trusted', next.did]
    for (const signer of [old, next]) {
      const attestation = await sealAnswer({ ...about, signer, now: new Date(0) })
      const envelope = file('envelope.json', attestation)
      const response = file('response.json', answer)
      const inputs = file('inputs.json', { text: 'x' })
      const { out, code } = await run('verify', envelope, '--response', response, '--inputs', inputs, ...both, '--json')
      expect(code).toBe(0)
      expect(JSON.parse(out)).toMatchObject({ ok: true, trusted: true, signer: signer.did, problems: [] })
      const wrong = file('wrong.json', { ...attestation, tool: 'detect', issued_at: 'today' })
      const others = ['--response', inputs, '--inputs', response]
      const bad = await run('verify', wrong, ...others, ...both)
      expect(bad.code).toBe(1)
      expect(bad.out.match(/^problem/gm)).toHaveLength(4)
    }
    await expect(run('verify', file('x.json', {}), '--public-key', old.did, ...both)).rejects.toMatchObject({
      code: 'usage',
    })
  })
})
