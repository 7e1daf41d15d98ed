// Compiles src/ to dist/ and bundles it, only when a source is newer than the last build, so that `npm start` is instant the
// second time.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { buildStudio } from './studio.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist', '.built')

/** Newest modification time below a folder, in milliseconds. */
function newest(folder) {
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return latest
}

/**
 * When the newest source of what is in dist/ was written, in whole milliseconds; 0 where nothing is built. Rounded: a time is set
 * as seconds in a double, and comes back up to a microsecond too early.
 */
const builtFrom = () => (existsSync(stamp) ? Math.round(statSync(stamp).mtimeMs) : 0)

/** Puts `folder` in the place of dist/. Where another process does so at the same time, one of the two stays: they are the same. */
function replaceDist(folder, sources) {
  const dist = join(root, 'dist')
  const old = `${folder}.old`
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(folder, dist)
  } catch (error) {
    if (builtFrom() < sources) throw error
  } finally {
    rmSync(old, { recursive: true, force: true })
  }
}

/** Builds when needed. True when dist/ is usable; prints one sentence and answers false when it is not. */
export async function ensureBuilt() {
  if (!existsSync(join(root, 'src'))) return true // an installed package ships dist/ alone
  const settings = ['tsconfig.json', 'tools/build.mjs', 'tools/bundle.mjs', 'tools/studio.mjs'].map(
    (path) => statSync(join(root, path)).mtimeMs,
  )
  const sources = Math.floor(Math.max(newest(join(root, 'src')), newest(join(root, 'studio')), ...settings))
  if (builtFrom() >= sources) return true
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  if (!existsSync(compiler)) {
    if (existsSync(stamp)) return true
    console.error(
      'selfsame: dist/ is missing and the compiler is not installed; run `npm ci && npm run build` once, then `npm prune --omit=dev`.',
    )
    return false
  }
  if (process.stderr.isTTY) console.error('The sources are compiled first; this takes about a minute, once.')
  // Built next to dist/ and then moved there as a whole: another process that builds or reads at the same time sees no half of it.
  const made = join(root, `dist.${process.pid}`)
  rmSync(made, { recursive: true, force: true })
  rmSync(`${made}.old`, { recursive: true, force: true })
  try {
    const words = [compiler, '-p', join(root, 'tsconfig.json'), '--outDir', made]
    if (spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0) return false
    await bundle(made)
    await buildStudio(join(made, 'studio'))
    writeFileSync(join(made, '.built'), '')
    // A file edited during a build is built the next time.
    utimesSync(join(made, '.built'), new Date(), new Date(sources))
    replaceDist(made, sources)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return true
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exit((await ensureBuilt()) ? 0 : 1)
