// Checks that no function of src/ has a cyclomatic complexity above 20. One that must be more complex has the reason on the line before:
//
//   // oxlint-disable-next-line complexity -- Why it is one function.
//
// .oxlintrc.json has the limit, and lists the files that are not checked until they are taken apart.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const oxlint = fileURLToPath(new URL('../node_modules/oxlint/bin/oxlint', import.meta.url))
const { status } = spawnSync(process.execPath, [oxlint, '--report-unused-disable-directives-severity=error', 'src'], {
  cwd: root,
  stdio: 'inherit',
})
/** True if a line allows a complex function without a reason. */
const isUnexplained = (line) => line.includes('oxlint-disable') && !/-next-line complexity -- \S/.test(line)
const unexplained = readdirSync(join(root, 'src'), { recursive: true })
  .filter((path) => path.endsWith('.ts'))
  .filter((path) =>
    readFileSync(join(root, 'src', path), 'utf8')
      .split('\n')
      .some(isUnexplained),
  )
for (const path of unexplained) console.error(`${path}: the comment that allows a complex function gives no reason`)
process.exit(status === 0 && unexplained.length === 0 ? 0 : 1)
