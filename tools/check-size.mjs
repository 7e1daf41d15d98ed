// A production install must stay small enough to ship to a clinic's server: measures `npm ci --omit=dev` in an empty folder.

import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LIMIT_MB = 120
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'selfsame-size-'))

/** Bytes on disk below a folder, in 4 KiB blocks as most file systems count them. */
function bytes(path) {
  const entry = lstatSync(path)
  if (!entry.isDirectory()) return Math.ceil(entry.size / 4096) * 4096
  return readdirSync(path).reduce((sum, name) => sum + bytes(join(path, name)), 4096)
}

try {
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
  const run = spawnSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' })
  if (run.status !== 0) {
    console.log(run.stderr)
    process.exit(1)
  }
  const installed = bytes(join(folder, 'node_modules')) / 1024 / 1024
  const own = (bytes(join(root, 'dist')) + bytes(join(root, 'data'))) / 1024 / 1024
  console.log(
    `node_modules ${installed.toFixed(1)} MB, dist and data ${own.toFixed(1)} MB, limit ${LIMIT_MB} MB in all`,
  )
  process.exitCode = installed + own <= LIMIT_MB ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
