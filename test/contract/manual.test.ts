// The help of every command as a manual: what it holds, and its examples run as they stand, in a shell, on real files.
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyFile } from '../../src/attest/index.ts'
import { deidentifyCommand } from '../../src/cli/deidentify.ts'
import { indexCommand } from '../../src/cli/find.ts'
import { ledgerCommand } from '../../src/cli/ledger.ts'
import { programWith } from '../../src/cli/main.ts'
import { createApp } from '../../src/http/index.ts'
import { createService } from '../../src/index.ts'
import { helpPages, helpsOf } from '../../tools/command-line.mjs'
import { root } from '../house/sources.ts'
import { runCommand } from '../shared/commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-manual-'))
const at = (name: string) => join(folder, name)
const env: Record<string, string | undefined> = { PATH: `${at('bin')}:${process.env['PATH']}`, HOME: folder }

/** The examples in a help text; a line that ends with a backslash continues the example. */
function examplesIn(help: string): string[] {
  const section = /\nExamples:\n((?: {2}.*\n)+)/.exec(help)?.[1] ?? ''
  const lines = section.replaceAll('\\\n', '').split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
}

const commands = helpsOf(await programWith(undefined))

beforeAll(async () => {
  mkdirSync(at('bin'))
  mkdirSync(at('.config/fish/completions'), { recursive: true })
  const command = `exec "${process.execPath}" "${join(root, 'bin', 'selfsame.mjs')}" "$@"`
  writeFileSync(at('bin/selfsame'), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
  for (const name of ['letter.pdf', 'letter.docx']) cpSync(join(root, 'test', 'files', name), at(name))
  mkdirSync(at('cases'))
  cpSync(join(root, 'test', 'files', 'letter.docx'), at('cases/letter.docx'))
  const text = 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.\n'
  writeFileSync(at('letter.txt'), text)
  writeFileSync(at('cases/letter.txt'), text)
  writeFileSync(at('calls.log'), `${text}Call Ada Obi back.\n`)
  writeFileSync(at('salt.txt'), 'a secret of the clinic\n')
  writeFileSync(at('a.json'), '{"name":"Touton Negoce SARL","registration_id":"RC-88421"}')
  writeFileSync(at('b.json'), '{"name":"Touton Negoce","registration_id":"RC-88421"}')

  writeFileSync(at('mapping.json'), '{"people.csv":{"Name":"name","Phone":"phone","Town":"city"}}')
  const firms = 'id,name,city\n1,Touton Negoce SARL,Dakar\n2,Example Traders Ltd,Accra\n'
  for (const name of ['customers.csv', 'register.csv']) writeFileSync(at(name), firms)
  cpSync(join(root, 'test', 'files', 'model', 'tiny'), at('models/english'), { recursive: true })

  const ledger = at('decisions.sqlite')
  const service = createService({ ledger })
  const { decision_id } = await service.compare({ a: { name: 'Ann Lee' }, b: { name: 'Anne Lee' }, store: true })
  for (const name of ['Tom Reed', 'Eva Stone'])
    await service.compare({ a: { name }, b: { name: `${name}e` }, store: true })
  const registers = ['register-a.csv', 'register-b.csv'].map((name) => join(root, 'demo', name))
  await service.tables({ task: 'link', entity: 'person', files: registers, out: at('results'), workers: 1 })
  const { record_a } = (await service.decision({ id: decision_id })) as { record_a?: string }
  await service.close()
  writeFileSync(at('people.jsonl'), '{"name":"Chidi Eze","dob":"1987-04-03","email":"c.eze@example.org"}\n')
  const { did } = createKeyFile(at('service.key'))
  const { did: reviewer } = createKeyFile(at('ada.key'))
  const signing = ['--ledger', ledger, '--signing-key', at('service.key')]
  writeFileSync(at('checkpoint.jws'), (await runCommand(ledgerCommand(), 'checkpoint', ...signing)).out)
  await runCommand(ledgerCommand(), 'keygen', at('ledger.key'))
  await runCommand(ledgerCommand(), 'keygen', at('vault.key'))
  writeFileSync(
    at('calls.jsonl'),
    '{"request_id":"r1","text":"Rose Miller called."}\n{"request_id":"r1","text":"Call Miller back."}\n',
  )
  const rows = Array.from({ length: 16 }, (_, i) => `Jan Novak,0803 555 78${10 + i},Essen\n`)
  writeFileSync(at('people.csv'), `Name,Phone,Town\nRose Miller,0803 555 7890,Berlin\n${rows.join('')}`)
  writeFileSync(at('new.csv'), 'Name,Phone,Town\nAda Obi,0803 555 7899,Essen\n')
  writeFileSync(at('person.json'), '{"name":"Rose Miller","dob":"1961-04-03","phone":"0803 555 7890","city":"Berlin"}')
  const patients = 'Jan Novak,1980-02-01,0803 555 7891,Essen\nRose Miller,1961-04-03,0803 555 7890,Berlin\n'
  writeFileSync(at('patients.csv'), `Name,Born,Phone,Town\n${patients}`)
  writeFileSync(at('prompt.txt'), 'Write to Rose Miller, 0803 555 7890.\n')
  await runCommand(indexCommand(), 'build', at('patients.csv'), '--out', at('index'))
  const graph = createService({ ledger, indexes: { index: at('index') } })
  const record = { name: 'Rose Miller', dob: '1961-04-03', phone: '0803 555 7890', email: 'rose@example.com' }
  const { record_id: rec, entity_id: ent, candidates } = await graph.resolve({ record })
  const other = (await graph.decision({ id: candidates[0]!.receipt.decision_id })).record_b
  await graph.close()
  const vault = ['--salt-file', at('salt.txt'), '--vault', at('tokens.vault'), '--vault-key', at('vault.key')]
  await runCommand(deidentifyCommand(), at('people.csv'), '-o', at('masked.csv'), '-j', 'DE', ...vault)
  writeFileSync(at('answer.txt'), readFileSync(at('masked.csv')))
  process.exitCode = undefined

  const payload = JSON.stringify({ text, jurisdiction: 'NG' })
  const app = createApp({ signingKey: at('service.key') })
  const headers = { 'content-type': 'application/json' }
  writeFileSync(at('request.json'), payload)
  writeFileSync(at('answer.json'), (await app.inject({ method: 'POST', url: '/detect', headers, payload })).body)
  await app.close()
  Object.assign(env, { id: decision_id, record: record_a, rec, ent, other, did, service: did, reviewer })
})
let warm: ChildProcess | null = null
afterAll(() => {
  warm?.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Runs an example in one process with those before it; its words are those that a shell makes of it. */
async function runWarm(example: string): Promise<{ status: number; stdout: string; stderr: string }> {
  warm ??= fork(join(root, 'test/shared/warm-command.mjs'), {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { stdout } = spawnSync('bash', ['-c', `printf '%s\\0' ${example}`], { cwd: folder, env, encoding: 'utf8' })
  warm.send(stdout.split('\0').slice(1, -1))
  return (await once(warm, 'message'))[0]
}

/** Does by hand what a person does before an example. */
function byHand(example: string): void {
  if (!example.startsWith('selfsame review sign ')) return
  const file = JSON.parse(readFileSync(at('pairs.json'), 'utf8'))
  for (const pair of file.pairs) Object.assign(pair, { answer: 'different', reason: 'two people' })
  writeFileSync(at('pairs.json'), JSON.stringify(file))
}

/** Signs that make a shell do more than split words. */
const OF_SHELL = /[|<>&;]|\$\(/

it('docs/command-line.md has every command (node tools/command-line.mjs writes it)', () => {
  const page = readFileSync(join(root, 'docs', 'command-line.md'), 'utf8')
  expect(page.slice(page.indexOf('## Commands\n'))).toBe(helpPages(commands))
})

describe.each(commands)('%s --help', (_, help) => {
  const examples = examplesIn(help)

  it('says what it does, with examples, exit codes and variables, in lines that fit a terminal', () => {
    const titles = [...help.matchAll(/^([A-Z][\w ]+):/gm)].map(([, title]) => title)
    expect(titles).toEqual(expect.arrayContaining(['Usage', 'Options', 'Examples', 'Exit codes', 'Environment']))
    expect(examples.length).toBeGreaterThan(0)
    const [before, after] = help.split(/\nExamples:\n(?: {2}.*\n)+/)
    expect(`${before}${after}`.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it.for(examples)('runs: %s', async (example, { skip }) => {
    if (example.startsWith('selfsame spark '))
      return skip('there is no Spark cluster here: test/unit/tables/spark.test.ts')
    byHand(example)
    if (!example.startsWith('selfsame serve') && !example.includes('--http')) {
      const [shell, before] = example.includes('completion zsh)')
        ? ['zsh', 'autoload -U compinit; compinit -u;']
        : ['bash', '']
      if (spawnSync(shell, ['-c', 'true']).error) return skip(`${shell} is not installed`)
      const words = ['-c', `${before}${example}`]
      const { status, stdout, stderr } = OF_SHELL.test(example)
        ? spawnSync(shell, words, { cwd: folder, env, encoding: 'utf8' })
        : await runWarm(example)
      expect([status, stderr.match(/^selfsame: .*/m)]).toEqual([0, null])
      expect(stdout !== '' || /[<>]/.test(example)).toBe(true)
      return
    }
    const child = spawn('bash', ['-c', `exec ${example} --port 0`], { cwd: folder, env })
    expect(String(await once(child.stdout, 'data'))).toMatch(/^selfsame (?:listening|tools) on http:\/\/127\.0\.0\.1:/)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
