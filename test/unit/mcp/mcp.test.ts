// The tools as an agent meets them: the official client against the program itself, over standard input and output and over HTTP.
import { spawn } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyFile, verifyEnvelope } from '../../../src/attest/index.ts'
import { allowedFiles } from '../../../src/mcp/agent-tools.ts'
import { root } from '../../house/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-mcp-'))
const cases = join(folder, 'cases')
mkdirSync(cases)
writeFileSync(join(cases, 'letter.txt'), 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.')
writeFileSync(join(cases, 'other.txt'), 'Patient Casey Example (NIN 12345678901)')
writeFileSync(join(folder, 'secret.txt'), 'outside')
symlinkSync(join(folder, 'secret.txt'), join(cases, 'link.txt'))
const key = join(folder, 'service.key')
const { did } = createKeyFile(key)
const PROGRAM = join(root, 'bin', 'selfsame.mjs')
const WORDS = ['mcp', '--folder', cases, '--ledger', join(folder, 'l.sqlite'), '--signing-key', key]
const newClient = () => new Client({ name: 'test', version: '1' })

interface Called {
  readonly isError: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever came over the wire
  readonly answer: any
}
async function call(client: Client, name: string, asked: Record<string, unknown>): Promise<Called> {
  const result = await client.callTool({ name, arguments: asked })
  const [content] = result.content as { text: string }[]
  return { isError: result.isError === true, text: content!.text, answer: result.structuredContent }
}

afterAll(() => rmSync(folder, { recursive: true }))

it('reads no file of the service itself, also where it lies in an allowed folder', () => {
  const own = join(folder, 'own')
  mkdirSync(join(own, 'index'), { recursive: true })
  const names = ['salt.txt', 'l.sqlite', 'l.sqlite-wal', 'index/index.sqlite', 'l.sqlite-notes.txt', 'letter.txt']
  for (const name of names) writeFileSync(join(own, name), name)
  linkSync(join(own, 'salt.txt'), join(own, 'hard.txt'))
  const files = allowedFiles(
    [own],
    1000,
    ['salt.txt', 'l.sqlite', 'index', 'absent'].map((name) => join(own, name)),
  )
  const isRead = (name: string) => {
    try {
      return files.text(name) === name
    } catch {
      return false
    }
  }
  expect([...names, 'hard.txt'].filter(isRead)).toEqual(['l.sqlite-notes.txt', 'letter.txt'])
})

describe('selfsame mcp over standard input and output', () => {
  const client = newClient()
  beforeAll(async () => {
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, ...WORDS] }))
  })
  afterAll(() => client.close())

  it('offers the verbs with schemas and annotations, and no tool that answers a review', async () => {
    const { tools } = await client.listTools()
    const names = 'detect deidentify compare documents places extract decision explain replay queue pair'.split(' ')
    expect(tools.map(({ name }) => name)).toEqual(names)
    for (const { inputSchema, outputSchema, annotations } of tools) {
      expect(inputSchema.type).toBe('object')
      expect(outputSchema?.['properties']).toHaveProperty('attestation')
      expect(annotations).toMatchObject({ destructiveHint: false, openWorldHint: false })
    }
    expect(tools.find(({ name }) => name === 'detect')?.annotations?.readOnlyHint).toBe(true)
    expect(tools.find(({ name }) => name === 'compare')?.annotations?.readOnlyHint).toBe(false)
  })

  it('answers a message that is too long with an error, and the next one', async () => {
    await expect(call(client, 'detect', { text: 'x'.repeat(20_000_000) })).rejects.toThrow(/longer than 16777216 bytes/)
    expect((await call(client, 'detect', { file: 'letter.txt' })).isError).toBe(false)
  })

  it('reads a file by its handle, and shows nothing of it but what is safe', async () => {
    const detected = await call(client, 'detect', { file: 'letter.txt' })
    expect(detected.answer.count).toBe(3)
    const copy = await call(client, 'deidentify', { file: 'letter.txt', jurisdiction: 'NG' })
    expect(copy.answer.text).toMatch(/^Patient NAME_\w+ \(NIN \[NIN\]\) called from PHONE_/)
    const extracted = await call(client, 'extract', { file: 'letter.txt' })
    expect(extracted.answer.count).toBeGreaterThan(0)
    const report = await call(client, 'documents', { files: ['letter.txt', 'other.txt'], jurisdiction: 'NG' })
    expect(report.answer.decisions).toHaveLength(1)
    for (const { text } of [detected, copy, extracted, report]) {
      expect(text).not.toContain('Casey Example')
      expect(text).not.toContain('12345678901')
    }
  })

  it('reads no file outside of the folder, however it is named', async () => {
    for (const file of ['../secret.txt', join(folder, 'secret.txt'), 'link.txt', '.', 'none.txt', '/etc/passwd']) {
      const { isError, text } = await call(client, 'detect', { file })
      expect([isError, text]).toEqual([true, expect.stringContaining('no such file below an allowed folder')])
    }
  })

  it('signs answers with no caller, and says in a sentence what is wrong', async () => {
    const asked = { a: { name: 'John Smith' }, b: { name: 'John Smith', city: 'Leeds' }, store: true }
    const { answer } = await call(client, 'compare', asked)
    expect(answer.attestation).toMatchObject({ tool: 'compare', caller: null })
    const inputs = { ...asked, entity: 'person', jurisdiction: null, backend: 'auto' }
    const verified = await verifyEnvelope({ envelope: answer, inputs, publicKey: did })
    expect(verified).toMatchObject({ trusted: true, inputs_match: true, response_match: true, problems: [] })
    const id = answer.decision_id
    expect((await call(client, 'explain', { id })).answer).toMatchObject({ identity: 'review' })
    expect((await call(client, 'replay', { id })).answer).toMatchObject({ reproduced: true })
    expect((await call(client, 'queue', {})).answer.counts).toEqual({ waiting: 1 })
    expect((await call(client, 'pair', { id })).answer.fields[0].a).toBe('John******')
    expect((await call(client, 'decision', { id })).text).not.toContain('John Smith')
    const both = await call(client, 'detect', { text: 'x', file: 'letter.txt', jurisdiction: 'DE' })
    expect(both).toMatchObject({ isError: true, text: expect.stringContaining('pass one of them') })
    const refused = await call(client, 'detect', { text: 'nothing says where' })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('jurisdiction') })
    expect((await call(client, 'detect', {})).isError).toBe(true)
  })
})

it('answers each line that is no message with an error, and goes on', async () => {
  const said = [
    '{',
    '[]',
    'null',
    '{"id":1}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  ]
  const child = spawn(process.execPath, [PROGRAM, ...WORDS], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(`${said.join('\n')}\n\n`)
  let out = ''
  for await (const chunk of child.stdout) out += chunk
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers.map(({ id, error }) => [id, error.code])).toEqual([
    [null, -32_700],
    ...said.slice(1).map(() => [null, -32_600]),
  ])
})

it('offers to find and to resolve a record where there is an index to look in', async () => {
  const client = newClient()
  const args = [PROGRAM, ...WORDS, '--index', `people=${join(folder, 'index')}`]
  await client.connect(new StdioClientTransport({ command: process.execPath, args }))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['find', 'resolve', 'path', 'cases']))
  await client.close()
})

describe('selfsame mcp over HTTP', () => {
  let url: string
  const child = spawn(process.execPath, [PROGRAM, ...WORDS, '--http', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  beforeAll(async () => {
    url = await new Promise((resolve) => {
      child.stdout.on('data', (text) => {
        const [, found] = /tools on (\S+)/.exec(String(text)) ?? []
        if (found !== undefined) resolve(found)
      })
    })
  })
  afterAll(() => {
    child.kill('SIGTERM')
  })

  it('answers the same tools, and names the caller that the proxy named', async () => {
    const client = newClient()
    const requestInit = { headers: { 'x-service-caller': 'agent of ada', 'x-selfsame-caller': 'forged' } }
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
    const { answer } = await call(client, 'detect', { file: 'letter.txt' })
    expect(answer.attestation.caller).toBe('agent of ada')
    await client.close()
  })

  it('is behind the guard of the service', async () => {
    const ask = (headers: Record<string, string>, path = url) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' })
    expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask({}, url.replace('/mcp', '/other'))).status).toBe(404)
  })
})
