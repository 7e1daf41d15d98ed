// The programs of the examples start also where the package was installed by a link.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../house/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-linked-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
symlinkSync(root, join(folder, 'linked'))

it.each([
  ['presidio/server.mjs', "Presidio's routes on http://127.0.0.1:"],
  ['openai-proxy/proxy.mjs', 'masking for api.openai.com on http://127.0.0.1:'],
])('%s', async (program, said) => {
  const child = spawn(process.execPath, [
    join(folder, 'linked/examples', program),
    '--jurisdiction',
    'DE',
    '--port',
    '0',
  ])
  const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  child.kill()
  expect(String(first)).toContain(said)
})
