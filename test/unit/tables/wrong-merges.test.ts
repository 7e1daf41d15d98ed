// Wrong merges in a table, from outside: clusters that contradict themselves are asked about, weak merges are listed and audited.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../house/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-merges-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

function selfsame(...words: string[]): { code: number | null; out: string; err: string } {
  const done = spawnSync(process.execPath, [join(root, 'bin', 'selfsame.mjs'), ...words], { encoding: 'utf8' })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

/** Record 2 has no date of birth and no sex, and is the same as both others, who are two people. */
function dedupe(name: string, rows: readonly string[], ...more: string[]) {
  writeFileSync(at(`${name}.csv`), `id,given name,surname,date of birth,sex,e-mail,phone,street\n${rows.join('\n')}\n`)
  const ledger = ['--ledger', at(`${name}.sqlite`)]
  const done = selfsame('dedupe', at(`${name}.csv`), '-e', 'person', '-o', at(name), '--reviews', ...ledger, ...more)
  const rowsOf = (file: string) => readFileSync(join(at(name), file), 'utf8').trim().split('\n').slice(1)
  const clusterOf = new Map(rowsOf('clusters.csv').map((row) => [row.split(',')[1], row.split(',')[2]]))
  const queue = () => JSON.parse(selfsame('review', ...ledger, '--as', 'ada', '--list', '--json').out)
  return { done, rowsOf, clusterOf, queue, ledger }
}

const CONTACT = 'hp.mueller@example.org,+49 30 5550123,Lindenweg 4'
const AGAIN = [
  `4,Katarzyna,Wiśniewska,1987-04-03,f,k.wisniewska@example.com,+49 40 5550199,Hafenstr. 9`,
  `5,Kasia,Wisniewska,1987-04-03,f,k.wisniewska@example.com,+49 40 5550199,Hafenstr. 9`,
]

describe('a cluster of one entity by its pairs', () => {
  it.each([
    ['two births', ['1950-03-07,', ',', '1983-11-21,']],
    ['two sexes', [',m', ',', ',f']],
  ])('is split where it holds %s, and its weakest pair is asked about', (_, facts) => {
    const name = facts.join('').replace(/\W/g, '')
    const people = facts.map((fact, i) => `${i + 1},Hans-Peter,Müller,${fact},${CONTACT}`)
    const { rowsOf, clusterOf, queue } = dedupe(name, people)
    expect(clusterOf.get('1')).not.toBe(clusterOf.get('3'))
    expect(rowsOf('withheld.csv').join()).toContain('contrary')
    expect(rowsOf('pairs.csv').filter((row) => row.endsWith(',review,cluster'))).toHaveLength(1)
    expect(queue().pairs.map(({ why }: { why: string }) => why)).toContain('merge')
  })
})

describe('weak merges', () => {
  it('come first in the report, the weakest first, and as JSON', () => {
    const { rowsOf } = dedupe('weak', [
      ...AGAIN,
      '6,Adaeze,Okonkwo,,,adaeze.okonkwo@example.net,,',
      '7,A.,Okonkwo,,,adaeze.okonkwo@example.net,,',
    ])
    const { merges } = JSON.parse(readFileSync(join(at('weak'), 'merges.json'), 'utf8'))
    expect(rowsOf('pairs.csv')).toHaveLength(2)
    expect(merges).toHaveLength(1)
    expect(merges[0]).toMatchObject({ record_a: '6', record_b: '7', rests_on: 'email' })
    const page = readFileSync(join(at('weak'), 'report.html'), 'utf8')
    expect(page.indexOf('id="merges"')).toBeLessThan(page.indexOf('id="columns"'))
    expect(page).toContain('rests on email')
  })

  it('are asked about with --audit, marked as merges, once, and can be undone', () => {
    const { done, queue, ledger } = dedupe('audit', AGAIN, '--audit', '5')
    expect(done.out).toContain('1 merges wait there to be audited')
    const [pair] = queue().pairs
    expect(pair).toMatchObject({ state: 'waiting', why: 'merge' })
    const said = ['--answer', 'different', '--reason', 'two sisters', '--as', 'ada']
    expect(selfsame('review', pair.decision_id, ...said, ...ledger).code).toBe(0)
    const { clusterOf, queue: after } = dedupe('audit', AGAIN, '--audit', '5')
    expect(clusterOf.get('4')).not.toBe(clusterOf.get('5'))
    expect(after().counts).toEqual({ different: 1 })
    expect(selfsame('ledger', 'verify', ...ledger).code).toBe(0)
  })

  it('are audited through the queue only', () => {
    const refused = selfsame('dedupe', at('audit.csv'), '-o', at('none'), '--audit', '5')
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('--audit puts merges into the queue of --reviews; give both')
  })
})
