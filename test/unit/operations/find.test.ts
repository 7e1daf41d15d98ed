// One record against many: what is found, what is ambiguous and what would settle it, and an index that changes while a service looks in it.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { createService, type Service } from '../../../src/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
const at = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PEOPLE = `id,first name,surname,birth date,email,phone,city,national id
N-1,Katarzyna,Wiśniewska,1987-04-03,kasia@example.com,,Kraków,
N-2,Marek,Wiśniewski,1985-01-13,,+48 12 555 01 02,Kraków,
N-3,Jan,Wiśniewski,2012-09-30,,+48 12 555 01 02,Kraków,
N-4,Amara,Okonkwo,1979-08-21,amara@example.com,,Enugu,
N-5,Amara,Okonkwo,1979-08-21,,,Enugu,
N-6,Peter,Hill,1990-05-06,,,Leeds,7788991
N-7,Peter,Hill,1990-05-06,,,Leeds,4455661
`
const KASIA = { name: 'Kasia Wisniewska', dob: '3 April 1987', email: 'kasia@example.com' }

describe('find', () => {
  let service: Service
  beforeAll(async () => {
    writeFileSync(at('people.csv'), PEOPLE)
    service = createService({ indexes: { people: at('index') } })
    await service.buildIndex({ files: [at('people.csv')], entity: 'person', out: at('index') })
  })
  afterAll(() => service.close())

  it('finds one entity, with the receipt that compare gives', async () => {
    const answer = await service.find({ record: KASIA, reveal: true })
    expect(answer).toMatchObject({ outcome: 'found', would_settle: [], recorded: false })
    const [found] = answer.candidates
    expect(found).toMatchObject({ entity_id: answer.entity_id, source: 'people.csv', record: 'N-1' })
    expect(found!.receipt).toEqual(await service.compare({ a: KASIA, b: found!.fields }))
    expect(answer.pins).toMatchObject({
      entity_pack: 'person',
      records: 7,
      index: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('finds a person whom the index has in two rows that are the same', async () => {
    const record = {
      given_name: 'Amara',
      family_name: 'Okonkwo',
      dob: '1979-08-21',
      city: 'Enugu',
      email: 'amara@example.com',
    }
    const answer = await service.find({ record, reveal: true })
    expect(answer.outcome).toBe('found')
    expect(answer.candidates.map(({ record: id }) => id)).toEqual(['N-4', 'N-5'])
  })

  it('does not choose between two who differ in a field that the record lacks, and names the field', async () => {
    const record = { name: 'Peter Hill', dob: '1990-05-06', city: 'Leeds' }
    const answer = await service.find({ record, reveal: true })
    expect(answer).toMatchObject({ outcome: 'ambiguous', entity_id: null })
    expect(answer.would_settle).toEqual(['national_id'])
    expect(answer.candidates.map(({ record: id }) => id).sort()).toEqual(['N-6', 'N-7'])
    expect(answer.candidates[1]!.apart).toContain('national_id')
    const settled = await service.find({ record: { ...record, national_id: '4455661' }, reveal: true })
    expect(settled.outcome).toBe('found')
    expect(settled.candidates[0]!.record).toBe('N-7')
  })

  it('masks values that are not revealed, and takes a stricter certainty', async () => {
    const answer = await service.find({ record: KASIA, certainty: 0.9999 })
    expect(answer.outcome).toBe('ambiguous')
    expect(JSON.stringify(answer)).not.toMatch(/kasia@example|Wiśniewska|Katarzyna/)
  })

  it('answers not_found for a stranger, and refuses a record that distinguishes nobody and an index that is not there', async () => {
    const stranger = { name: 'Lindiwe Mahlangu', dob: '1961-11-02', phone: '+27 12 555 0101' }
    expect(await service.find({ record: stranger })).toMatchObject({
      outcome: 'not_found',
      candidates: [],
      probability: 0,
    })
    await expect(service.find({ record: { city: 'Kraków' } })).rejects.toMatchObject({ code: 'record_vague' })
    await expect(service.find({ record: {} })).rejects.toMatchObject({ code: 'record_vague' })
    await expect(service.find({ record: KASIA, index: 'other' })).rejects.toMatchObject({ code: 'index_unknown' })
  })

  it('takes the clusters of a dedupe run as entities', async () => {
    await service.tables({ task: 'dedupe', entity: 'person', files: [at('people.csv')], out: at('out'), workers: 1 })
    const made = await service.buildIndex({ files: [at('people.csv')], clusters: at('out'), out: at('clustered') })
    expect(made).toMatchObject({ records: 7, entities: 6 })
    const other = createService({ indexes: { people: at('clustered') } })
    const record = {
      given_name: 'Amara',
      family_name: 'Okonkwo',
      dob: '1979-08-21',
      city: 'Enugu',
      email: 'amara@example.com',
    }
    const answer = await other.find({ record, reveal: true })
    await other.close()
    expect(answer.candidates).toHaveLength(1)
    const row = readFileSync(at('out/clusters.csv'), 'utf8')
      .split('\n')
      .find((line) => line.includes(',N-4,'))
    expect(row).toContain(answer.entity_id)
    writeFileSync(at('fewer.csv'), PEOPLE.split('\n').slice(0, 4).join('\n'))
    const fewer = service.buildIndex({ files: [at('fewer.csv')], clusters: at('out'), out: at('never') })
    await expect(fewer).rejects.toMatchObject({ code: 'usage' })
    expect(existsSync(at('never'))).toBe(false)
  })

  it('sees additions and erasures of another process at once, and leaves nothing of an erased record', async () => {
    await service.buildIndex({ files: [at('people.csv')], entity: 'person', out: at('changing') })
    const looking = createService({ indexes: { people: at('changing') } })
    const find = () => looking.find({ record: NEW, reveal: true })
    const NEW = { name: 'Zodwa Khumalo', dob: '1977-07-19', phone: '+27 12 555 0144' }
    const before = await find()
    expect(before.outcome).toBe('not_found')
    const writer = await service.openIndex(at('changing'))
    writer.add([{ source: 'desk', id: 'A-1', fields: NEW }])
    const added = await find()
    expect(added).toMatchObject({ outcome: 'found', candidates: [{ source: 'desk', record: 'A-1' }] })
    expect(added.pins['index']).not.toBe(before.pins['index'])
    writer.add([{ source: 'desk', id: 'A-1', fields: { ...NEW, dob: '1977-07-20' } }])
    const all = readdirSync(at('changing')).map((name) => readFileSync(join(at('changing'), name), 'latin1'))
    expect(all.join()).not.toContain('1977-07-19')
    expect((await find()).candidates).toMatchObject([{ record: 'A-1', fields: { dob: '1977-07-20' } }])
    expect(writer.erase({ source: 'desk', id: 'A-1' })).toBe(true)
    expect(writer.erase({ source: 'people.csv', id: 'N-2' })).toBe(true)
    expect(writer.erase({ source: 'desk', id: 'A-1' })).toBe(false)
    expect((await find()).outcome).toBe('not_found')
    writer.close()
    await looking.close()
    for (const name of readdirSync(at('changing')))
      expect(readFileSync(join(at('changing'), name)).toString('latin1')).not.toMatch(/Khumalo|1977-07-1|Marek/)
  })

  it('leaves nothing of records that were built in and are erased, and is its owner\u2019s alone', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => `N-${n},Zbigniew${n},Quorth${n}onski,1987-04-03,QX${n}77`)
    writeFileSync(at('wide.csv'), `id,given name,surname,birth date,national id\n${rows.join('\n')}\n`)
    await service.buildIndex({ files: [at('wide.csv')], entity: 'person', out: at('wide') })
    const writer = await service.openIndex(at('wide'))
    for (let n = 0; n < 300; n++) expect(writer.erase({ source: 'wide.csv', id: `N-${n}` })).toBe(true)
    writer.close()
    const bytes = readFileSync(join(at('wide'), 'index.sqlite')).toString('latin1')
    const left = Array.from({ length: 600 }, (_, n) => n).filter((n) => bytes.includes(`Quorth${n}onski`))
    expect(left).toEqual(Array.from({ length: 300 }, (_, n) => 300 + n))
    if (process.platform !== 'win32') expect(statSync(join(at('wide'), 'index.sqlite')).mode & 0o077).toBe(0)
  })

  it('folds many additions into its lists without losing one', async () => {
    await service.buildIndex({ files: [at('people.csv')], entity: 'person', out: at('many') })
    const writer = await service.openIndex(at('many'))
    const records = Array.from({ length: 40_500 }, (_, n) => {
      return { source: 'import', id: `${n}`, fields: { national_id: `${5_000_000 + n * 7}` } }
    })
    writer.add(records)
    expect(writer.state().records).toBe(40_507)
    writer.close()
    const looking = createService({ indexes: { many: at('many') } })
    const answer = await looking.find({ record: { ...KASIA, national_id: '5000007' }, reveal: true })
    await looking.close()
    expect(answer.candidates.map(({ record }) => record)).toContain('1')
  })

  it('is a route beside the contract', async () => {
    const app = createApp({ indexes: { people: at('index') } })
    const ask = (payload: object) =>
      app.inject({ method: 'POST', url: '/find', payload, headers: { host: 'localhost' } })
    const found = await ask({ record: KASIA, index: 'people' })
    expect(found.json()).toMatchObject({ outcome: 'found', candidates: [{ receipt: { identity: 'same_entity' } }] })
    expect((await ask({ record: { city: 'Kraków' } })).statusCode).toBe(400)
    expect((await ask({ record: KASIA, index: 'nowhere' })).statusCode).toBe(400)
    expect((await ask({ record: 'Kasia' })).statusCode).toBe(422)
    await app.close()
  })
})
