// Invariants of every pair under every pack.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const packs = loadPacks()
const engine = createCompareEngine(packs)

/** Values as records hold them: names, titles, amounts, dates, numbers, one word or several. */
const value = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '5',
          'kg',
          '500 ml',
          'Ltd',
          'Dr',
          'Ngozi',
          'Okonkwo',
          'live',
          'black',
          'Hall 2',
          '1.1.1990',
          '+44 20 7946 0018',
        ],
        ...['JGS516', 'Universität', 'St.', 'de', 'case', '2 x 6', 'a@example.org', '52.5', 'x'],
      ),
      fc.stringMatching(/^[A-Za-zäöéñł0-9.,/-]{1,12}$/),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((words) => words.join(' '))

describe.each(packs.entityNames())('%s', (entity) => {
  const names = packs.entityPack(entity).pack.fields.map(({ name }) => name)
  const record = fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 4 })

  it('never calls a record different from itself', () => {
    fc.assert(
      fc.property(record, (a) => {
        expect(engine.compareRecords(entity, a, { ...a }).identity).not.toBe('different')
      }),
    )
  })

  it('never calls one short field different from itself', () => {
    for (const name of names)
      for (const one of ['5 kg', '500 ml', '2 x 6', 'Ltd', 'Dr', 'live', 'black', 'x', '1.1.1990', 'St.', 'JGS516'])
        expect([name, one, engine.compareRecords(entity, { [name]: one }, { [name]: one }).identity]).not.toContain(
          'different',
        )
  })

  it('says the same of a pair from either side', () => {
    fc.assert(
      fc.property(record, record, (a, b) => {
        const { identity, score } = engine.compareRecords(entity, a, b)
        expect(engine.compareRecords(entity, b, a)).toMatchObject({ identity, score })
      }),
    )
  })
})
