// The commands of the first hour, as a new user runs them.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../house/sources.ts'

/** The command in a separate process, as a user starts it. */
function runCommand(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin', 'selfsame.mjs'), ...args], {
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

const folder = mkdtempSync(join(tmpdir(), 'selfsame-first-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('list', () => {
  it.each([
    ['jurisdictions', { code: 'NG', name: 'Nigeria', statute: 'NDPA-2023' }],
    ['statutes', { name: 'GDPR' }],
    ['categories', { code: 'PII-1-NAME', field: 'name' }],
    ['packs', { name: 'person' }],
    ['formats', { name: 'docx', read: true, copied: true }],
    ['formats', { name: 'outlook', read: true, copied: false }],
  ])('%s as JSON', (what, row) => {
    const { code, out } = runCommand('list', what, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toContainEqual(expect.objectContaining(row))
  })

  it('names the lists when there is none of that name', () => {
    const { code, err } = runCommand('list', 'laws')
    expect(code).toBe(2)
    expect(err).toContain("there is no list 'laws'; use one of jurisdictions, statutes, categories, packs, formats")
  })
})

it('doctor runs the product and names what is missing', () => {
  const { code, out } = runCommand('doctor', '--json')
  const { checks } = JSON.parse(out)
  const outcomes = Object.fromEntries(checks.map((one: { check: string; outcome: string }) => [one.check, one.outcome]))
  expect(outcomes).toMatchObject({ Node: 'ok', detection: 'ok', 'masked copy': 'ok', 'comparison and ledger': 'ok' })
  expect(code).toBe(checks.some((one: { outcome: string }) => one.outcome === 'failed') ? 1 : 0)
})

it('doctor says what has the default port', async () => {
  const other = createServer((_, response) => void response.end('{}')).listen(8766, '127.0.0.1')
  const isOurs = await once(other, 'listening').then(
    () => false,
    () => true,
  )
  // The command runs while this program answers.
  const child = spawn(process.execPath, [join(root, 'bin', 'selfsame.mjs'), 'doctor', '--json'])
  const { checks } = JSON.parse(await text(child.stdout))
  other.close()
  const { outcome, says } = checks.find(({ check }: { check: string }) => check === 'port 8766')
  expect(outcome).toBe('taken')
  if (!isOurs)
    expect(says).toMatch(/^another program listens there; start another service with "selfsame serve --port N"/)
})

it('demo writes its files and hides the people of its letters', () => {
  const at = join(folder, 'demo')
  const { code, out } = runCommand('demo', at)
  expect(code, out).toBe(0)
  const copies = ['referral.txt', 'reply.html'].map((name) => readFileSync(join(at, 'masked', name), 'utf8')).join('')
  expect(copies).not.toMatch(/Kaltwasser|Ebenhoch|Brandmeier|0171|DE89/)
  const again = runCommand('demo', at)
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining('is not empty; name another one') })
})

it.each([
  ['deidentify', 'masked.txt', ['-j', 'DE', '--file']],
  ['documents', 'report.html', ['-j', 'DE', '--html']],
])('%s says that a file was replaced, and nothing where there was none', (command, name, options) => {
  const [source, out] = [join(folder, `${command}.txt`), join(folder, name)]
  writeFileSync(source, 'Patient: Rose Kaltwasser, Tel. 030 901820')
  const words = command === 'deidentify' ? [...options, source, '-o', out] : [source, ...options, out]
  expect(runCommand(command, ...words).err).not.toContain('replaced')
  expect(runCommand(command, ...words).err).toContain(`${out} was there already and has been replaced`)
})

it('--progress json prints figures for a program', () => {
  const { err } = runCommand('documents', join(folder, 'demo', 'letters'), '-j', 'DE', '--progress', 'json')
  expect(JSON.parse(err.split('\n')[0]!)).toMatchObject({ progress: { what: 'files', total: 3 } })
})
