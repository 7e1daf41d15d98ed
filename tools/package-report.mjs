// The size of the package for its users: packed, unpacked and installed, and every package that comes with it, with its
// version and licence. Exits 1 when an install is too big for a clinic's server, or when a licence is missing or not allowed.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** 191 today, including 70 for DuckDB and 28 for SQLite, which comes for every system: docs/adr/0010-duckdb-reads-tables.md weighs that. */
const LIMIT_MB = 195
/** Licences (SPDX) that require no more than a notice from those who pass the software on. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'])

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'selfsame-package-'))

/** Bytes on disk below a folder, in 4 KiB blocks as most file systems count them. */
function bytes(path) {
  const entry = lstatSync(path)
  if (!entry.isDirectory()) return Math.ceil(entry.size / 4096) * 4096
  return readdirSync(path).reduce((sum, name) => sum + bytes(join(path, name)), 4096)
}

/** The output of npm. Ends the program where npm fails. */
function npm(words, cwd) {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status === 0) return stdout
  console.log(stderr)
  process.exit(1)
}

/** Folders of packages below a node_modules folder, nested ones too. */
function* packages(modules) {
  if (!existsSync(modules)) return
  for (const name of readdirSync(modules).sort()) {
    if (name.startsWith('.')) continue
    const path = join(modules, name)
    if (name.startsWith('@')) {
      yield* packages(path)
      continue
    }
    yield path
    yield* packages(join(path, 'node_modules'))
  }
}

/** Does an SPDX expression leave a licence that is allowed? Of "A OR B" one has to be, of "A AND B" both (SPDX 3.0, annex B). */
function isAllowed(expression) {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  return plain.split(/ or /i).some((choice) => choice.split(/ and /i).every((licence) => ALLOWED.has(licence)))
}

const megabytes = (count) => `${(count / 1024 / 1024).toFixed(1)} MB`

try {
  const [packed] = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root))
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
  npm(['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], folder)

  const refused = []
  const rows = [...packages(join(folder, 'node_modules'))].map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const licence = typeof license === 'string' ? license : 'none'
    if (!isAllowed(licence)) refused.push(`${name}@${version}: ${licence}`)
    return [name, version, licence]
  })
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)))
  for (const [name, version, licence] of rows)
    console.log(`${name.padEnd(widths[0])}  ${version.padEnd(widths[1])}  ${licence}`)

  const own = packed.files.reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4096, 0)
  const installed = bytes(join(folder, 'node_modules')) + own
  console.log(`\npacked      ${megabytes(packed.size)}`)
  console.log(`unpacked    ${megabytes(packed.unpackedSize)} in ${packed.entryCount} files`)
  console.log(`installed   ${megabytes(installed)} with ${rows.length} packages, limit ${LIMIT_MB} MB`)
  for (const line of refused) console.log(`licence not allowed    ${line}`)
  process.exitCode = refused.length === 0 && installed <= LIMIT_MB * 1024 * 1024 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
