// selfsame/attest is for people who trust no other part of the package: it must load, and verify, without any other module.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import vectors from '../../vectors/attest-envelopes.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../..', import.meta.url))
const built = existsSync(`${root}/dist/attest/index.js`)
if (!built) process.stderr.write('\nSKIPPED: selfsame/attest was not loaded alone: run "npm run build" first\n')

/** The files that the package loads while an external program verifies an answer with it. */
const PROGRAM = `
  import { register } from 'node:module'
  const watch = "export async function load(url, context, next) { process._rawDebug('loads ' + url); return next(url, context) }"
  register('data:text/javascript,' + encodeURIComponent(watch))
  const { verifyEnvelope } = await import('selfsame/attest')
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  const { envelope, inputs, answer } = JSON.parse(text)
  const result = await verifyEnvelope({ envelope, inputs, response: answer, publicKey: envelope.signer })
  console.log(JSON.stringify(result))
`

it.skipIf(!built)('verifies without loading another room', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: root,
    input: JSON.stringify(vectors.envelopes[0]),
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, trusted: true, problems: [] })
  const loaded = [...stderr.matchAll(/^loads (\S+)$/gm)].map(([, url]) => url!)
  const ours = loaded.filter((url) => !url.includes('/node_modules/'))
  const rooms = ours.map((url) => /\/dist\/(\w+)/.exec(url)?.[1]).filter((room) => room !== undefined)
  expect([...new Set(rooms)].sort()).toEqual(['attest', 'errors', 'records'])
  const packages = loaded.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]).filter(Boolean)
  expect([...new Set(packages)].sort()).toEqual(['jose', 'multiformats', 'zod'])
  expect(loaded.filter((url) => /^node:(?:http|https|net|dns|tls|child_process)$/.test(url))).toEqual([])
})
