// The attest command as a person runs it: what it prints and how it exits.
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { loadKeyFile, sealAnswer } from '../../../src/attest/index.ts'
import { attestCommand } from '../../../src/cli/attest.ts'

const folder = mkdtempSync(join(tmpdir(), 'attest-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  process.exitCode = undefined
})

async function run(...words: string[]): Promise<{ out: string; code: unknown }> {
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  try {
    process.exitCode = undefined
    await attestCommand().parseAsync(words, { from: 'user' })
  } finally {
    write.mockRestore()
  }
  return { out, code: process.exitCode }
}

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

    const plain = await run('verify', whole)
    expect(plain.out).toMatch(/trusted +no \(no key was pinned/)
    expect(plain.out.endsWith('\nOK\n')).toBe(true)

    const edited = await run('verify', file('edited.json', { ...answer, count: 1, attestation }))
    expect(edited.code).toBe(1)
    expect(edited.out).toMatch(/NOT OK\n$/)
    const stranger = await run('verify', whole, '--trusted', 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw')
    expect(stranger.code).toBe(1)
  })
})
