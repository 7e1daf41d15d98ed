import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

it.each([
  ['README.md and docs/*.md', ['README.md', 'docs']],
  ['docs/guides/*.md', ['docs/guides']],
])('prints what %s show, example by example', { timeout: 240_000 }, (_, pages, context) => {
  const run = spawnSync(process.execPath, [join(root, 'tools', 'examples.mjs'), ...pages], {
    encoding: 'utf8',
    timeout: 240_000,
  })
  if (run.stdout.startsWith('SKIPPED')) {
    process.stderr.write(run.stdout)
    context.skip()
  }
  expect(run.stderr).toBe('')
  expect(run.stdout).toMatch(/^examples of [1-9]\d* files ran, 0 differ$/m)
})
