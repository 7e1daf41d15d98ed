// One address in one field or in three: the same decision.
import { expect, it } from 'vitest'
import { createCompareEngine } from '../../../../src/engines/compare/engine.ts'
import { compare } from '../../../../src/index.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const PLACES = [
  ['Lindenstraße 4', 'Lindenstr. 4', '10969', 'Berlin', (s: string, p: string, c: string) => `${s}, ${p} ${c}`],
  ['Lindenstraße 4', 'Lindenstr. 4', '10969', 'Berlin', (s: string, p: string, c: string) => `${s} D-${p} ${c}`],
  ['14 High Street', '14 High St', 'LS1 4AP', 'Leeds', (s: string, p: string, c: string) => `${s}, ${c}, ${p}, UK`],
  ['Nádor u. 7', 'Nádor utca 7', '1051', 'Budapest', (s: string, p: string, c: string) => `${p} ${c}, ${s}`],
  ['Damrak 1', 'Damrak 1', '1012 LG', 'Amsterdam', (s: string, p: string, c: string) => `${s}\n${p} ${c}`],
] as const

it.each(PLACES)('%s | %s, %s %s', async (street, other, postcode, city, joined) => {
  for (const entity of ['person', 'organisation']) {
    const [name, alike] =
      entity === 'person' ? ['Anna Müller', 'A. Mueller'] : ['Kranz Bau GmbH', 'Bäckerei Kranz GmbH']
    const apart = { name: alike, street: other, postcode, city }
    const receipts = []
    const shapes: Record<string, string>[] = [
      { address: street, postcode, city },
      { address: joined(street, postcode, city) },
    ]
    for (const a of shapes)
      for (const b of [apart, { name: alike, address: joined(other, postcode, city) }])
        receipts.push(await compare({ a: { name, ...a }, b, entity }))
    expect(new Set(receipts.map(({ identity }) => identity)).size).toBe(1)
    const scores = receipts.map(({ score }) => score)
    expect(Math.max(...scores) - Math.min(...scores)).toBeLessThan(0.05)
  }
})

it.each([
  '1200 Main Street, Springfield',
  'Flat 3, 101 High Street, Leeds',
  'Celovška cesta 111, Ljubljana',
  'Nádor 105, Budapest',
  '14 High Street',
  'Lindenstr. 4, 10969 Berlin; Hauptstr. 2, 20095 Hamburg',
])('reads no town from %s', async (address) => {
  const { factors } = await compare({
    a: { name: 'Anna Müller', address },
    b: { name: 'Anna Müller', postcode: '10969', city: 'Berlin' },
  })
  expect(factors).not.toHaveProperty('postcode')
  expect(factors).not.toHaveProperty('city')
})

it('does not call a field missing that was read from the address', () => {
  const a = { name: 'Anna Müller', address: 'Lindenstr. 4, 10969 Berlin' }
  const b = { name: 'Anna Müller', address: 'Lindenstr. 4', postcode: '10969', city: 'Berlin' }
  const { missing } = createCompareEngine(loadPacks()).compareRecords('person', a, b)
  expect(missing).toContain('dob')
  expect(missing.filter((field) => ['address', 'postcode', 'city'].includes(field))).toEqual([])
})
