// Whole comparisons, one file for all. A change of any number here is a change of the engine: rewrite with `npx vitest run test/golden/compare -u`.
import { expect, it } from 'vitest'
import { createCompareEngine } from '../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { restated } from '../../../src/records/receipt.ts'

const PAIRS: readonly [string, Record<string, string>, Record<string, string>][] = [
  [
    'person',
    { name: 'Ngozi Okonkwo', dob: '1990-04-12', phone: '0803 555 0111' },
    { name: 'Okonkwo Ngozi', birth_date: '12/04/1990', phone: '+234 803 555 0111' },
  ],
  [
    'person',
    { given_name: 'Robert', family_name: 'Lindqvist', postcode: '11122' },
    { given_name: 'Bob', family_name: 'Lindquist', postcode: '11123' },
  ],
  ['person', { name: 'John', national_id: 'A-12345' }, { name: 'Peter', national_id: 'A-12345' }],
  [
    'organisation',
    { name: 'Touton Négoce SARL', registration_id: 'RC-88421' },
    { name: 'Touton Negoce', registration_id: 'RC 88421' },
  ],
  ['organisation', { name: 'Central Cooperative Society' }, { name: 'Central Cooperative Society' }],
  [
    'place',
    { name: 'Kano Central Primary Health Centre', lat: '12.0022', lon: '8.592' },
    { name: 'Kano Central PHC', lat: '12.0024', lon: '8.5918' },
  ],
  [
    'artist',
    { name: 'Wizkid', work: 'Ojuelegba', album: 'Ayo' },
    { name: 'WizKid', work: 'Ojuelegba (Remix)', album: 'Ayo' },
  ],
  [
    'product_electronics',
    { name: 'Netgear ProSafe 16-Port Gigabit Switch JGS516', price: '149.00' },
    { name: 'NETGEAR JGS516 ProSafe 16 Port Switch', price: '155.00' },
  ],
  [
    'publication',
    {
      title: 'Tidal Mills of the Lower Estuary',
      authors: 'Ada Quill, Jo Marsh',
      venue: 'J. Coastal Hist.',
      year: '1998',
    },
    {
      title: 'Tidal mills of the lower estuary',
      authors: 'J. Marsh, A. Quill',
      venue: 'Journal of Coastal History',
      year: '1998',
    },
  ],
  ['product_grocery', { name: 'Heinz Baked Beans 415 g' }, { name: 'Heinz Baked Beans 200 g' }],
  [
    'product_home_goods',
    { name: 'Bosch SMS46 dishwasher white 60cm' },
    { name: 'Bosch SMS46 freestanding dishwasher 600 mm' },
  ],
]

it('answers as it did', async () => {
  const engine = createCompareEngine(loadPacks())
  const answers = PAIRS.map(([entity, a, b]) => ({ entity, a, b, ...restated(engine.compareRecords(entity, a, b)) }))
  await expect(`${JSON.stringify(answers, null, 1)}\n`).toMatchFileSnapshot('./receipts.json')
})
