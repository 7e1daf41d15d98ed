// The programs of the examples start also where the package was installed by a link.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
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

it('say in one sentence why they do not start', async () => {
  const proxy = (...words: string[]) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, 'examples/openai-proxy/proxy.mjs'), '--jurisdiction', ...words],
      { encoding: 'utf8' },
    )
    return [status, stderr]
  }
  expect(proxy('UK')).toEqual([2, expect.stringMatching(/^There is no jurisdiction UK: did you mean GB\? .*\n$/)])
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  expect(proxy('GB', '--port', String(port))).toEqual([1, `port ${port} is taken; choose another with --port\n`])
  other.close()
})
