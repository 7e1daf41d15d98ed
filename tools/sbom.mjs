// Prints the software bill of materials of an installation (CycloneDX, JSON), as the lock file fixes it: `node tools/sbom.mjs > selfsame.cdx.json`.
// `npm sbom --omit dev` alone leaves out what a development package needs too (npm 11.19), so it is given a lock file without those.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const read = (name) => JSON.parse(readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8'))

/** The members of package.json that say what is needed only for work on the package, or only if somebody installs it by name. */
const NOT_INSTALLED = ['devDependencies', 'peerDependencies', 'peerDependenciesMeta']
const without = (object, names) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

const { packages, ...lock } = read('package-lock.json')
const installed = Object.entries(packages).filter(([, { dev, devOptional, peer }]) => !dev && !devOptional && !peer)
const temporary = mkdtempSync(join(tmpdir(), 'sbom-'))
// npm names the package by its folder.
const folder = join(temporary, 'selfsame')
try {
  mkdirSync(folder)
  const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value))
  write('package.json', without(read('package.json'), NOT_INSTALLED))
  const locked = Object.fromEntries(installed)
  write('package-lock.json', { ...lock, packages: { ...locked, '': without(packages[''], NOT_INSTALLED) } })
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  process.exitCode = status ?? 1
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
