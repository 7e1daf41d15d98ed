// Everything CI runs, as one command with one line a check. `--skip-tests` leaves out the tests (CI has just run them).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = process.execPath
const bin = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))

/** SELFSAME_OTHER_NODE names a second Node that must give the same bytes. */
const other = process.env.SELFSAME_OTHER_NODE ? ['--node', process.env.SELFSAME_OTHER_NODE] : []

/** The files that users run, including bench and tools, without the tests. */
const FOR_USERS = ['--production', '--config', 'knip.production.json']

/** Checks at the same time: the largest two need about 2 GB together. */
const AT_ONCE = 2

// After the build, the longest first: the last one to end is then short.
const checks = [
  ['The sources compile', [node, 'tools/build.mjs']],
  ['No outcome moves while its engine stays, or with the order of facts', [node, 'tools/engine-lock.mjs']],
  ['Answers are the same bytes in any order, thread and Node', [node, 'tools/determinism.mjs', ...other]],
  ['No pattern backtracks super-linearly', [node, 'tools/check-regex.mjs']],
  ['Nothing exported or installed is unused', [node, bin('knip/bin/knip.js')]],
  ['Nothing stands in src/ for the tests alone', [node, bin('knip/bin/knip.js'), ...FOR_USERS]],
  ['Types hold in the tests too', [node, bin('typescript/bin/tsc'), '-p', 'tsconfig.test.json']],
  ['An install stays under 195 MB, and every licence allows it', [node, 'tools/package-report.mjs']],
  ['Code is formatted and linted', [node, bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']],
  ['Types hold in the studio', [node, bin('typescript/bin/tsc'), '-p', 'studio/tsconfig.json']],
  ['JSON Schemas are in sync with the code', [node, 'tools/schemas.mjs', '--check']],
  ['No function is more complex than 20 without a reason beside it', [node, 'tools/check-complexity.mjs']],
  ['No list of unbounded length is spread into a call', [node, 'tools/check-spreads.mjs']],
  ['The tests pass', [node, bin('vitest/vitest.mjs'), 'run']],
]

let passed = 0
let failed = 0

/** Runs one check and prints its line, and what it printed where it failed. */
async function check([sentence, [command, ...args]]) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const ok = status === 0
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${sentence}`)
  if (ok) passed++
  else {
    failed++
    console.log(`${stdout}${stderr}`.replace(/^/gm, '        '))
  }
}

/** Takes one check after another from `waiting`. */
async function checkAll(waiting) {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await check(next)
}

// The others read what the first one builds. Most use one processor each; the tests use all.
await check(checks.shift())
const tests = checks.pop()
await Promise.all(Array.from({ length: Math.min(AT_ONCE, availableParallelism()) }, () => checkAll(checks)))
if (!process.argv.includes('--skip-tests')) await check(tests)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
