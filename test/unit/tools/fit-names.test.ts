// The fit of names gives the same bytes from the same folder, and weights that tell a name from an ordinary word.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'fit-names-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const people = ['Ada Obi', 'Lena Brandt', 'Marek Nowak', 'Aino Laine', 'Zola Mbeki', 'Elias Costa']
const rows = people.flatMap((name) => [
  { text: `Then ${name} spoke.`, spans: [{ start: 5, end: 5 + name.length, type: 'PER' }] },
  { text: `The Red House in Lagos was sold to ${name}.`, spans: [{ start: 35, end: 35 + name.length, type: 'PER' }] },
  { text: 'The Annual Report was read on Monday in Lagos.', spans: [{ start: 40, end: 45, type: 'LOC' }] },
])

function fitted(name: string): Buffer {
  const out = join(folder, name)
  execFileSync(process.execPath, ['tools/fit-names.mjs', folder, '--epochs', '1', '--least', '1', '--write', out])
  return readFileSync(out)
}

it('repeats itself byte for byte', () => {
  mkdirSync(join(folder, 'ner'))
  writeFileSync(
    join(folder, 'ner', 'en.sample.CC0.jsonl.gz'),
    gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')),
  )
  const once = fitted('once.tsv')
  expect(fitted('again.tsv').equals(once)).toBe(true)
  const lines = new Map(
    once
      .toString('utf8')
      .split('\n')
      .map((line) => [line.split('\t')[0]!, line.split('\t').slice(1).map(Number)]),
  )
  const sure = [...lines].filter(([name, [other, first]]) => !name.startsWith('*') && first! > other!)
  expect(sure.length).toBeGreaterThan(20)
  expect(lines.get('*scale')).toEqual([100])
}, 120_000)
