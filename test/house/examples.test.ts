import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

const PAGES = { 'README.md and docs/*.md': ['README.md', 'docs'], 'docs/guides/*.md': ['docs/guides'] }

for (const [name, pages] of Object.entries(PAGES))
  it(`prints what ${name} show, example by example`, { timeout: 240_000 }, (context) => {
    const words = [join(root, 'tools', 'examples.mjs'), ...pages]
    const run = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 240_000 })
    if (run.stdout.startsWith('SKIPPED')) {
      process.stderr.write(run.stdout)
      context.skip()
    }
    expect(run.stderr).toBe('')
    expect(run.stdout).toMatch(/^examples of [1-9]\d* files ran, 0 differ$/m)
  })
