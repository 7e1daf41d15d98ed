// Everything CI runs, as one command with one line a check. `--skip-tests` leaves out the tests (CI has just run them).
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = process.execPath
const bin = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))

/** SELFSAME_OTHER_NODE names a second Node that must give the same bytes. */
const other = process.env.SELFSAME_OTHER_NODE ? ['--node', process.env.SELFSAME_OTHER_NODE] : []

/** The files that users run, including bench and tools, without the tests. */
const FOR_USERS = ['--production', '--config', 'knip.production.json']

const checks = [
  ['The sources compile', [node, 'tools/build.mjs']],
  ['Code is formatted and linted', [node, bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']],
  ['Types hold in the tests too', [node, bin('typescript/bin/tsc'), '-p', 'tsconfig.test.json']],
  ['Types hold in the studio', [node, bin('typescript/bin/tsc'), '-p', 'studio/tsconfig.json']],
  ['JSON Schemas are in sync with the code', [node, 'tools/schemas.mjs', '--check']],
  ['No pattern backtracks super-linearly', [node, 'tools/check-regex.mjs']],
  ['No list of unbounded length is spread into a call', [node, 'tools/check-spreads.mjs']],
  ['Nothing exported or installed is unused', [node, bin('knip/bin/knip.js')]],
  ['Nothing stands in src/ for the tests alone', [node, bin('knip/bin/knip.js'), ...FOR_USERS]],
  ['An install stays under 195 MB, and every licence allows it', [node, 'tools/package-report.mjs']],
  ['Answers are the same bytes in any order, thread and Node', [node, 'tools/determinism.mjs', ...other]],
  ['No outcome moves while the version of its engine stays', [node, 'tools/engine-lock.mjs']],
  ['The order of facts decides nothing', [node, 'tools/oracle.mjs', '--reordered', '--only', 'texts,pairs']],
  ['The tests pass', [node, bin('vitest/vitest.mjs'), 'run']],
]

let passed = 0
let failed = 0
for (const [sentence, [command, ...args]] of checks) {
  if (sentence === 'The tests pass' && process.argv.includes('--skip-tests')) continue
  const run = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const ok = run.status === 0
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${sentence}`)
  if (ok) passed++
  else {
    failed++
    console.log(`${run.stdout ?? ''}${run.stderr ?? ''}`.replace(/^/gm, '        '))
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
