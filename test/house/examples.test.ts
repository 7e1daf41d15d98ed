import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

it('prints what README.md and docs/*.md show, example by example', () => {
  const run = spawnSync(process.execPath, [join(root, 'tools', 'examples.mjs')], { encoding: 'utf8', timeout: 120_000 })
  expect(run.stderr).toBe('')
  expect(run.stdout).toMatch(/^examples of [1-9]\d* files ran, 0 differ$/m)
}, 120_000)
