import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService, type Service } from '../../../src/service.ts'

const GIVEN = [
  'Adaeze',
  'Bartosz',
  'Chidinma',
  'Dorota',
  'Emeka',
  'Franciszek',
  'Gudrun',
  'Hedvig',
  'Ikechukwu',
  'Jolanta',
]
const FAMILY = ['Okonkwo', 'Wisniewski', 'Lindqvist', 'Abernathy', 'Szczepanski', 'Olumide', 'Vanderberg', 'Halvorsen']

/** Invented people: every third has a second record with a slip in the name. */
function people(count: number): string[] {
  const rows: string[] = []
  for (let i = 0; i < count; i++) {
    const given = GIVEN[i % GIVEN.length]!
    const family = FAMILY[(i * 3) % FAMILY.length]!
    const dob = `19${50 + ((i * 7) % 49)}-0${1 + (i % 9)}-${10 + ((i * 5) % 18)}`
    rows.push(`p${i},${given} ${family},${dob},${10000 + i * 37}`)
    if (i % 3 === 0) rows.push(`q${i},${given} ${family.slice(0, -1)},${dob},${10000 + i * 37}`)
  }
  return rows
}

const HEADER = 'id,name,date of birth,postcode'
const folder = mkdtempSync(join(tmpdir(), 'carried-'))
const path = (name: string) => join(folder, name)
const table = (name: string, rows: readonly string[]): string => {
  writeFileSync(path(name), `${HEADER}\n${rows.join('\n')}\n`)
  return path(name)
}
const lines = (...names: string[]): string[] =>
  readFileSync(path(join(...names)), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
const clusterOf = (out: string): Map<string, string> =>
  new Map(lines(out, 'clusters.csv').map((line) => line.split(',').slice(1) as [string, string]))

function grouped<Item>(items: Iterable<Item>, key: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return [...groups.values()]
}

let service: Service
const run = (file: string, out: string, more: object = {}) =>
  service.tables({ task: 'dedupe', entity: 'person', files: [file], out: path(out), workers: 1, ...more })

describe('results carried on', () => {
  beforeAll(() => {
    service = createService({})
  })
  afterAll(async () => {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('are those of all records at once, and clusters keep their ids', async () => {
    const all = people(60)
    const before = all.filter((_, i) => i % 5 !== 0)
    await run(table('people.csv', before), 'out')
    const ids = clusterOf('out')
    // One record has moved house since, one is gone, a fifth is new.
    const now = all.filter((row) => !row.startsWith('q6,')).map((row) => row.replace(/^(p8,.*),\d+$/, '$1,99999'))
    const { carried } = await run(table('people.csv', now), 'out', { update: true })
    expect(carried).toEqual({ added: now.length - before.length + 1, changed: 1, removed: 1 })
    await run(path('people.csv'), 'fresh')
    expect(lines('out', 'pairs.csv')).toEqual(lines('fresh', 'pairs.csv'))
    const [updated, fresh] = [clusterOf('out'), clusterOf('fresh')]
    for (const [record, id] of ids) if (updated.has(record)) expect([record, updated.get(record)]).toEqual([record, id])
    const partition = (of: Map<string, string>) =>
      grouped(of.keys(), (record) => of.get(record)!)
        .map((members) => members.join(' '))
        .sort()
    expect(partition(updated)).toEqual(partition(fresh))
    expect(lines('out', 'changes.csv').some((line) => line.startsWith('joined,'))).toBe(true)
    expect(existsSync(path('fresh/changes.csv'))).toBe(false)
  })

  it('heed what people said, then and in every later run', async () => {
    const file = table('asked.csv', people(30))
    await run(file, 'asked')
    const [pair] = lines('asked', 'pairs.csv').filter((line) => line.includes(',same_entity'))
    const [, a, , b] = pair!.split(',')
    const answers = path('answers.csv')
    writeFileSync(answers, `source_a,record_a,source_b,record_b,answer\nasked.csv,${a},asked.csv,${b},different\n`)
    appendFileSync(answers, 'asked.csv,p1,asked.csv,p2,same\nasked.csv,p1,asked.csv,nobody,same\n')
    const said = await run(file, 'asked', { answers, update: true })
    expect([said.answered, said.absent]).toEqual([1, 1])
    for (const more of [{}, { update: true }]) {
      if ('update' in more) await run(file, 'asked', more)
      const of = clusterOf('asked')
      expect(of.get(a!)).not.toBe(of.get(b!))
      expect(of.get('p1')).toBe(of.get('p2'))
      expect(lines('asked', 'pairs.csv').some((line) => line.includes(`,${a},asked.csv,${b},`))).toBe(false)
    }
  })

  it('are refused where they are of something else, were edited, or are not there', async () => {
    const file = table('small.csv', people(9))
    await expect(run(file, 'nothing', { update: true })).rejects.toThrow('no results of an earlier run')
    await run(file, 'small')
    await expect(run(file, 'small', { update: true, entity: 'place' })).rejects.toThrow('with entity person')
    appendFileSync(path('small/clusters.csv'), 'small.csv,p99,ent:x\n')
    await expect(run(file, 'small', { update: true })).rejects.toThrow('is not what the run wrote')
  })

  it('are linked one to one where that is asked, and nowhere else', async () => {
    const rows = people(12)
    const [left, right] = [table('left.csv', rows.slice(0, 3)), table('right.csv', rows)]
    const link = (oneToOne: boolean | string[]) =>
      service.tables({
        task: 'link',
        entity: 'person',
        files: [left, right],
        out: path('linked'),
        workers: 1,
        oneToOne,
      })
    await link(true)
    for (const members of grouped(lines('linked', 'clusters.csv'), (line) => line.split(',')[2]!))
      expect(members.length).toBe(new Set(members.map((line) => line.split(',')[0])).size)
    await expect(link(['middle.csv'])).rejects.toThrow('left.csv, right.csv')
    await expect(run(left, 'linked', { oneToOne: true })).rejects.toThrow('asked of a link')
  })

  it('have a report, whose values are masked unless they are asked for', async () => {
    const namesakes = ['90,Hans Okonkwo,1950-05-05,10969', '91,Hans Okonkwo,1980-05-05,10969']
    const file = table('shown.csv', [...people(30), ...namesakes])
    await run(file, 'shown')
    const masked = readFileSync(path('shown/report.html'), 'utf8')
    expect(masked).toContain('Least certain pairs')
    expect(masked).not.toContain('Okonkwo')
    await run(file, 'shown', { reveal: true })
    expect(readFileSync(path('shown/report.html'), 'utf8')).toContain('Okonkwo')
  })
})
