// The output of find for a person.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findCommand } from '../../../src/cli/find.ts'
import { temporaryFolder } from '../../../src/tables/sources/temporary-folder.ts'
import { runCommand } from '../../shared/commands.ts'

it('shows no control character of a record to the terminal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-find-test-'))
  try {
    const table = join(folder, 'p.csv')
    writeFileSync(
      table,
      'id,name,email,city\n1,Ada Obi,ada@example.org,\u001b[31mLagos\n2,Chidi Eze,c@example.org,Abuja\n',
    )
    const { out } = await runCommand(
      findCommand(),
      '{"name":"Ada Obi","email":"ada@example.org"}',
      '--in',
      table,
      '--reveal',
    )
    expect(out).toContain('[31mLagos')
    expect(out).not.toContain('\u001b')
  } finally {
    process.exitCode = undefined
    rmSync(folder, { recursive: true })
  }
})

it('removes the folder of a process that was killed, and not that of one at work', () => {
  const working = temporaryFolder('find-test')
  const { pid } = spawnSync('true')
  const left = `${working.slice(0, working.lastIndexOf(`-${process.pid}-`))}-${pid}-abcdef`
  mkdirSync(join(left, 'index.part'), { recursive: true })
  const next = temporaryFolder('find-test')
  try {
    expect([existsSync(left), existsSync(working)]).toEqual([false, true])
  } finally {
    for (const folder of [working, next]) rmSync(folder, { recursive: true })
  }
})
