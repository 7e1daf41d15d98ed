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

/** People who are all different: a shared value of a table is rare only among others. */
const OTHERS = [
  '91,Gottfried,Zwingli,1941-02-13,m,g.zwingli@example.org,+49 89 5550188,Tannenweg 4',
  '92,Amara,Nwosu,1979-08-21,f,,,',
  '93,Thaddäus,Überreiter,1951-11-30,m,,,',
  '94,Mary,Jones,1990-06-17,f,,+44 113 4960999,',
  '95,John,Smith,1962-10-08,m,,,',
]

function dedupe(name: string, rows: readonly string[], ...more: string[]) {
  writeFileSync(
    at(`${name}.csv`),
    `id,given name,surname,date of birth,sex,e-mail,phone,street\n${[...rows, ...OTHERS].join('\n')}\n`,
  )
  const ledger = ['--ledger', at(`${name}.sqlite`)]
  const done = selfsame('dedupe', at(`${name}.csv`), '-e', 'person', '-o', at(name), '--reviews', ...ledger, ...more)
  const rowsOf = (file: string) =>
    readFileSync(join(at(name), file), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
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
  it('is split where two dates of birth are joined by a record without one, which is asked about against both', () => {
    const people = ['1950-03-07', '', '1983-11-21'].map((born, i) => `${i + 1},Hans-Peter,Müller,${born},,${CONTACT}`)
    const { rowsOf, clusterOf, queue } = dedupe('births', people)
    expect(new Set(['1', '2', '3'].map((id) => clusterOf.get(id))).size).toBe(3)
    expect(rowsOf('withheld.csv').map((row) => row.split(',')[5])).toEqual(['ambiguous', 'ambiguous'])
    expect(rowsOf('pairs.csv').filter((row) => row.includes(',review,cluster,'))).toHaveLength(2)
    expect(queue().counts).toEqual({ waiting: 3 })
  })

  it('is split where two given names are joined by their initial, and the initial is asked about against both', () => {
    const contact = '2000-02-02,,,0170 5556667,Platz 8'
    const people = ['1,Tom', '2,Tim', '3,T.', '4,Tim'].map((person) => `${person},Becker,${contact}`)
    const { rowsOf, clusterOf, queue } = dedupe('twins', people)
    expect(clusterOf.get('2')).toBe(clusterOf.get('4'))
    expect(new Set(['1', '2', '3'].map((id) => clusterOf.get(id))).size).toBe(3)
    const why = new Map(rowsOf('pairs.csv').map((row) => [row.split(',', 4).join(' '), row.split(',')[5]]))
    expect(why.get('twins.csv 1 twins.csv 3')).toBe('review')
    expect(why.get('twins.csv 2 twins.csv 3')).toBe('review')
    expect(queue().counts).toEqual({ waiting: 3 })
    const [told] = JSON.parse(selfsame('explain', '2', '1', '--out', at('twins'), '--json').out)
    expect(told).toMatchObject({ file: 'pairs.csv', record_a: '1', record_b: '2', identity: 'review' })
    expect(told.explanation).toContain('twins would explain that')
    const inWords = (one: string, other: string) =>
      selfsame('explain', one, other, '--out', at('twins')).out.split('\n')
    expect(inWords('2', '1')).toEqual([
      `review, score ${told.score}`,
      expect.stringMatching(/^ {2}for {8}The telephone number, .* are the same$/),
      expect.stringMatching(/^ {2}against {4}the names agree in the family name/),
      expect.stringMatching(/^ {2}so {9}twins would explain that as well; .*: a person must decide$/),
      '  by         the comparison of the two records',
      '  clusters   two',
      expect.stringMatching(/^ {2}to settle {2}a .*; then the answer "same" or "different" in a file for --answers/),
      '',
    ])
    expect(inWords('2', '4').slice(5)).toEqual([
      expect.stringMatching(/^ {2}clusters {3}one, joined by this pair: ent:sha256:\w+, 2 records$/),
      '  to settle  if that is wrong, the answer "different" in a file for --answers, with --update',
      '',
    ])
    const unlisted = (one: string, other: string) => selfsame('explain', one, other, '--out', at('twins')).err
    expect(unlisted('1', 'none')).toContain('there is no record with the second id')
    expect(unlisted('1', '91')).toContain('no pair of the two records was kept')
  })

  it('is not built of a pair that a rival explains, and lists it', () => {
    const born = '1988-08-18,,,+39 333 1112223,Via Roma 2'
    const { rowsOf, clusterOf } = dedupe('siblings', [
      `1,Marco,Rossi,${born}`,
      `2,Paolo,Rossi,${born}`,
      `3,M. P.,Rossi,${born}`,
    ])
    expect(clusterOf.get('1')).not.toBe(clusterOf.get('2'))
    const listed = [...rowsOf('withheld.csv'), ...rowsOf('pairs.csv')].find((row) => row.includes(',1,siblings.csv,2,'))
    expect(listed).toContain('twins would explain that')
  })

  it('joins a record that says less where one of two people is much the likelier', () => {
    const people = [
      '1,Hans-Peter,Müller,1950-03-07,,hp.mueller@example.org,+49 30 5550123,Lindenweg 4',
      '2,Hans-Peter,Müller,,,hp.mueller@example.org,+49 30 5550123,Lindenweg 4',
      '3,Hans-Peter,Müller,1983-11-21,,hans@example.org,+49 40 5550777,Hafenstr. 9',
    ]
    const { clusterOf } = dedupe('likelier', people)
    expect(clusterOf.get('1')).toBe(clusterOf.get('2'))
  })

  it('is asked about as a merge where its sexes differ and the pair outweighs them', () => {
    const people = ['m', 'f'].map((sex, i) => `${i + 1},Hans-Peter,Müller,1950-03-07,${sex},${CONTACT}`)
    const { clusterOf, queue } = dedupe('sexes', people)
    expect(clusterOf.get('1')).toBe(clusterOf.get('2'))
    expect(queue().pairs).toMatchObject([{ state: 'waiting', why: 'merge' }])
  })
})

describe('weak merges', () => {
  it('come first in the report, the weakest first, and as JSON', () => {
    const { rowsOf } = dedupe('weak', [
      ...AGAIN,
      '6,Katarina,Wolkenstein-Überreiter,,,,,',
      '7,Katarina,Wolkenstein-Überreiter,,,,,',
    ])
    const { merges } = JSON.parse(readFileSync(join(at('weak'), 'merges.json'), 'utf8'))
    expect(rowsOf('pairs.csv')).toHaveLength(2)
    expect(merges).toHaveLength(1)
    expect(merges[0]).toMatchObject({ record_a: '6', record_b: '7', rests_on: 'name' })
    expect(merges[0].explanation).toContain('The name is the same')
    const page = readFileSync(join(at('weak'), 'report.html'), 'utf8')
    expect(page.indexOf('id="merges"')).toBeLessThan(page.indexOf('id="columns"'))
    expect(page).toContain('rests on name')
    const { health } = JSON.parse(readFileSync(join(at('weak'), 'manifest.json'), 'utf8'))
    expect(health).toMatchObject({ state: 'healthy', merges: 2, single: 1, weighed: 2 })
  })

  it('are none in a result that is empty, which is called suspicious', () => {
    const { done } = dedupe('empty', ['1,Ada,Okonkwo,1950-01-02,,,,', '2,Bartosz,Lindqvist,1981-11-30,,,,'])
    expect(done.out).toMatch(/^The result is suspicious; no two records were found to be one/)
    expect(done.err).not.toContain('--id COLUMN')
    writeFileSync(at('rows.csv'), 'name,dob\nAda Okonkwo,1950-01-02\n')
    expect(selfsame('dedupe', at('rows.csv'), '-o', at('rows')).err).toContain(
      'records of rows.csv are named by their row; --id COLUMN names them by a column of ids',
    )
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
    expect(refused.err).toContain('--audit needs --reviews')
  })

  it('of two rows of one table make a link suspicious, unless the tables with duplicates are named', () => {
    const rows = OTHERS.map((row) => row.replace(/^9/, ''))
    const header = 'id,given name,surname,date of birth,sex,e-mail,phone,street'
    writeFileSync(at('left.csv'), [header, `x${rows[0]}`, `y${rows[0]}`, ''].join('\n'))
    writeFileSync(at('right.csv'), [header, ...rows, ''].join('\n'))
    const link = (...more: string[]) =>
      selfsame('link', at('left.csv'), at('right.csv'), '-e', 'person', '-o', at('linked'), ...more)
    const { out } = link('--reviews', '--ledger', at('linked.sqlite'))
    expect(out).toMatch(
      /^The result is suspicious; two rows or more of one table are together in 1 cluster; find duplicates/,
    )
    expect(out).toMatch(/dec:sha256:\w+ \(recorded\)/)
    const { err } = selfsame('explain', 'x1', 'y1', '--out', at('linked'))
    expect(err).toMatch(/rows of one table, left.csv, .* in one cluster through others of it \(1\)/)
    expect(link('--one-to-one').out).toMatch(/^The result is healthy/)
  })
})

it('columns about parents and contacts are not read as those of the person', () => {
  const people = [
    "id,Name,Date of birth,Father's name,Mother's phone,Notfallkontakt",
    '1,John Deng Garang,1990-01-01,Garang Mabior,+254 711 223344,Peter Deng',
    '2,John Deng Garang,1990-01-01,Garang Atem,+254 711 223344,Peter Deng',
  ]
  writeFileSync(at('parents.csv'), people.join('\n'))
  const { out, err } = selfsame('dedupe', at('parents.csv'), '-e', 'person', '-o', at('parents'))
  const field = (column: string) =>
    `${out}${err}`
      .split('\n')
      .find((line) => line.includes(`  ${column} `))
      ?.split(/ {2,}/)[2]
  expect(["Father's name", "Mother's phone", 'Notfallkontakt'].map(field)).toEqual(['father_name', '-', '-'])
  const clusters = readFileSync(join(at('parents'), 'clusters.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  expect(new Set(clusters.map((row) => row.split(',')[2])).size).toBe(2)
})
