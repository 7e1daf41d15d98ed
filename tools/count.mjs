// Adds the tests and the checks of a CI run up and prints the closing line. Arguments: output of tools/check.mjs, then for each run
// of tests its report (JSON) and its exit code. Exits non-zero when anything failed, nothing ran, or a test was skipped without a word.
import { existsSync, readFileSync } from 'node:fs'

const [checks, ...runs] = process.argv.slice(2)
let passed = 0
let failed = 0
for (let i = 0; i < runs.length; i += 2) {
  const [report, exitCode] = runs.slice(i, i + 2)
  if (!existsSync(report)) {
    console.log(`The tests wrote no report ${report}.`)
    failed++
    continue
  }
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  passed += numPassedTests
  failed += numFailedTests || (exitCode === '0' ? 0 : Math.max(1, numFailedTestSuites))
  for (const { assertionResults } of testResults)
    for (const { status, fullName } of assertionResults)
      if (status !== 'passed' && status !== 'failed') console.log(`SKIPPED: ${fullName}`)
}
const closing = /^(\d+) passed, (\d+) failed$/m.exec(readFileSync(checks, 'utf8'))
passed += Number(closing?.[1] ?? 0)
failed += closing ? Number(closing[2]) : 1
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
