// Packs of a caller's own. The pack and the verdicts are those of docs/entity-packs.md, so that what it teaches is true.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { compare, createService, explain, type OwnPack, replay } from '../../../src/index.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { withOwnPacks } from '../../../src/packs/own-packs.ts'

const page = readFileSync(new URL('../../../docs/entity-packs.md', import.meta.url), 'utf8')
const written = /```json\n(\{\n {2}"entity": "vessel"[\s\S]*?)```/.exec(page)![1]!
const vessel = () => JSON.parse(written) as OwnPack & { entity: string }
const packs = [vessel()]
const rows = [...page.matchAll(/^\| `(\{.*?\})` \| `(\{.*?\})` \| (\w+) \| (pack:.*?) \|$/gm)].map(
  ([, a, b, identity, basis]) => ({ a: JSON.parse(a!), b: JSON.parse(b!), identity, basis }),
)

describe('a pack of the caller’s own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-own-packs-'))
  const ledger = join(folder, 'ledger.db')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('decides as the documentation says', async () => {
    expect(rows).toHaveLength(4)
    for (const { a, b, identity, basis } of rows)
      expect(await compare({ a, b, entity: 'vessel' }, { packs })).toMatchObject({ identity, basis })
  })

  it('is told apart from shipped ones by its pins, and hashed to the last digit', async () => {
    const { a, b } = rows[0]!
    const pinsOf = async (pack: OwnPack) => (await compare({ a, b, entity: 'vessel' }, { packs: [pack] })).pins
    const pins = await pinsOf(vessel())
    expect(pins).toMatchObject({ tf: 'own:vessel', entity_pack: 'vessel' })
    expect(await pinsOf(vessel())).toEqual(pins)
    const finer = vessel()
    finer.model.bias += 0.000001
    expect((await pinsOf(finer))['comparators_sha256']).not.toBe(pins['comparators_sha256'])
    const shipped = { a: { name: 'Example Trading' }, b: { name: 'Example Trading' }, entity: 'organisation' }
    expect(await compare(shipped, { packs })).toEqual(await compare(shipped))
  })

  it('may share the settings of a vocabulary, and what it says itself comes first', () => {
    const settingsOf = (pack: OwnPack) => withOwnPacks(loadPacks(), [pack]).entityPack('vessel').pack.settings
    const shared = settingsOf({ ...vessel(), vocabularies: ['addresses'] })
    expect(shared).toMatchObject({ noise: 'mv ms ss the', address_words: expect.stringContaining('street=st') })
    const own = { ...vessel(), vocabularies: ['addresses'], settings: { address_words: 'quay=qy' } }
    expect(settingsOf(own)).toEqual({ address_words: 'quay=qy' })
  })

  it('is scored along its curve of calibration, and above its end as before', async () => {
    const [merged, other] = [rows[0]!, rows[2]!]
    const curved = vessel()
    curved.model.calibration = [
      { at: -6, to: -9 },
      { at: 0, to: 0 },
    ]
    const scoreOf = async (row: typeof merged, pack: OwnPack) =>
      (await compare({ a: row.a, b: row.b, entity: 'vessel' }, { packs: [pack] })).score
    expect(await scoreOf(merged, curved)).toBe(await scoreOf(merged, vessel()))
    expect(await scoreOf(other, curved)).toBeLessThan(await scoreOf(other, vessel()))
  })

  it('may hold numbers to a check that no shipped pack and no country names', async () => {
    const checked = vessel()
    checked.comparisons[1] = { field: 'imo', kind: 'identifier', check: 'isin' }
    const scoreOf = async (imo: string) => {
      const record = { name: 'Northern Lantern', imo }
      return (await compare({ a: record, b: record, entity: 'vessel' }, { packs: [checked] })).score
    }
    expect(await scoreOf('US0378331005')).toBeGreaterThan(await scoreOf('US0378331006'))
  })

  it('is unknown to a service that was not given it', async () => {
    await expect(compare({ ...rows[0]!, entity: 'vessel' } as never)).rejects.toMatchObject({ code: 'shape' })
    const { a, b } = rows[0]!
    await expect(compare({ a, b, entity: 'vessel' })).rejects.toMatchObject({ code: 'entity_unknown' })
  })

  it('replays a stored decision with the same pack, shows a changed one, and refuses without', async () => {
    const { a, b } = rows[0]!
    const { decision_id: id } = await compare({ a, b, entity: 'vessel', store: true }, { packs, ledger })
    expect(await replay({ id }, { packs, ledger })).toMatchObject({ reproduced: true, changed: {} })
    const moved = vessel()
    moved.model.bias -= 1
    const { reproduced, changed } = await replay({ id }, { packs: [moved], ledger })
    expect(reproduced).toBe(false)
    expect(Object.keys(changed)).toContain('pins.comparators_sha256')
    await expect(replay({ id }, { ledger })).rejects.toMatchObject({
      code: 'replay_impossible',
      message: expect.stringContaining("the entity pack 'vessel', which is not shipped"),
    })
    expect(await explain({ id }, { packs, ledger })).toMatchObject({
      shared: { name: 'MV N***************', imo: '9000***' },
    })
    expect(await explain({ id }, { ledger })).toMatchObject({ shared: { imo: '[entity pack not at hand]' } })
  })

  it('is served over HTTP by a program that passes it, and stops the start when it is wrong', async () => {
    const app = createApp({ packs })
    const { a, b, identity } = rows[0]!
    const reply = await app.inject({ method: 'POST', url: '/compare', payload: { a, b, entity: 'vessel' } })
    expect(reply.json()).toMatchObject({ identity })
    await app.close()
    const wrong = createApp({ packs: [{ ...vessel(), entity: 'person' }] })
    await expect(wrong.ready()).rejects.toMatchObject({ code: 'pack_invalid' })
    await wrong.close()
  })

  it('yields no fields from documents', async () => {
    const service = createService({ packs })
    const upload = { name: 'a.txt', bytes: new TextEncoder().encode('Northern Lantern') }
    await expect(service.documents({ entity: 'vessel' }, [upload])).rejects.toMatchObject({ code: 'entity_unknown' })
    await service.close()
  })

  it.each<[string, (pack: ReturnType<typeof vessel>) => unknown]>([
    [
      "The entity pack 'person' cannot be used: this name is a shipped pack; choose another name.",
      (pack) => [{ ...pack, entity: 'person' }],
    ],
    [
      "The entity pack 'vessel' cannot be used: its name is given twice; rename one of the two.",
      (pack) => [pack, pack],
    ],
    [
      'The entity pack number 1 cannot be used: entity is no name of a pack;',
      (pack) => [{ ...pack, entity: 'Ada Lovelace' }],
    ],
    ['it does not fit the schema at gate.scale', (pack) => [{ ...pack, gate: { ...pack.gate, scale: 'much' } }]],
    [
      "it uses 'flag', which is not among its fields; list it under fields.",
      (pack) => [{ ...pack, comparisons: [{ field: 'flag', kind: 'date' }] }],
    ],
    [
      "there is no frequency table 'ships'; use one of",
      (pack) => [{ ...pack, tables: [{ table: 'ships', offset: 0 }] }],
    ],
    ["there is no vocabulary 'ships'; use one of addresses, ", (pack) => [{ ...pack, vocabularies: ['ships'] }]],
    [
      "there is no comparator 'ship_name'; use one of",
      (pack) => [{ ...pack, comparisons: [{ field: 'name', kind: 'ship_name' }] }],
    ],
    [
      "there is no check 'constructor'; use luhn, iban, card, ",
      (pack) => [{ ...pack, comparisons: [{ field: 'imo', kind: 'identifier', check: 'constructor' }] }],
    ],
    [
      "model.factors has 'imo', which no comparison gives;",
      (pack) => [{ ...pack, comparisons: pack.comparisons.slice(0, 1) }],
    ],
    [
      "the levels of 'imo' do not rise; order them",
      (pack) => [
        {
          ...pack,
          model: { ...pack.model, factors: { ...pack.model.factors, imo: [...pack.model.factors['imo']!].reverse() } },
        },
      ],
    ],
    [
      'model.calibration does not rise; order it by "at", with "to" never falling.',
      (pack) => [
        {
          ...pack,
          model: {
            ...pack.model,
            calibration: [
              { at: 0, to: 0 },
              { at: -2, to: -3 },
            ],
          },
        },
      ],
    ],
    [
      "the field name 'ship_name' stands for two things",
      (pack) => [{ ...pack, fields: [...pack.fields, { name: 'ship_name', label: 'x', plural: 'x' }] }],
    ],
    ['they are not a list of plain data', () => [{ bias: 1n }]],
  ])('is refused in one sentence: %s', async (sentence, change) => {
    const { a, b } = rows[0]!
    const calling = compare({ a, b, entity: 'vessel' }, { packs: change(vessel()) as OwnPack[] })
    await expect(calling).rejects.toMatchObject({ code: 'pack_invalid', message: expect.stringContaining(sentence) })
  })
})
