import { describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const engine = createCompareEngine(loadPacks())
const judged = (entity: string, a: Record<string, string>, b: Record<string, string>) =>
  engine.compareRecords(entity, a, b)

describe('little that agrees', () => {
  it.each([
    ['person', { given_name: 'Nadia' }],
    ['person', { gender: 'f' }],
    ['place', { city: 'Accra' }],
    ['place', { name: 'Accra' }],
    ['artist', { nationality: 'Peruvian' }],
    ['artist', { work: 'Nocturne' }],
    ['product_home_goods', { brand: 'Nordhaus' }],
    ['product_grocery', { size: '500 g' }],
  ])('%s %j is a question, neither a merge nor another entity', (entity, record) => {
    expect(judged(entity, record, record).identity).toBe('review')
  })

  it('asks for one of the core fields', () => {
    const record = { album: 'Rain on Tin Roofs', nationality: 'Iceland' }
    expect(judged('artist', record, { ...record, nationality: 'Icelandic' })).toMatchObject({
      identity: 'review',
      basis: 'pack:artist (not distinctive)',
    })
    expect(judged('artist', { ...record, name: 'Vela Quill' }, { ...record, name: 'Vela Quill' }).identity).toBe(
      'same_entity',
    )
  })
})

describe('a household', () => {
  const home = { address: '22 Platt Lane, Manchester', phone: '0161 496 0123' }

  it('lends no evidence to two of its members', () => {
    const found = judged('person', { name: 'Imran Qureshi', ...home }, { name: 'Adnan Qureshi', ...home })
    expect(found).toMatchObject({ identity: 'different', basis: 'pack:person (conflict)' })
    expect(found.score).toBeLessThan(0.5)
  })

  it('merges no twins behind one door', () => {
    const twins = (address: string) =>
      judged(
        'person',
        { given_name: 'Maria', family_name: 'Papadopoulou', dob: '2001-11-05', address: 'Ermou 8, Athens' },
        { given_name: 'Eleni', family_name: 'Papadopoulou', dob: '2001-11-05', address },
      )
    expect(twins('Ermou 8, Athens')).toMatchObject({ identity: 'review', basis: 'pack:person (conflict)' })
    expect(twins('Ermou 8, Athens').explanation).toContain('twins would explain that as well')
  })

  it('says who is the elder', () => {
    const found = judged(
      'person',
      { name: 'Robert Haverford Sr.', ...home },
      { name: 'Haverford, Robert Jr.', ...home },
    )
    expect(found.identity).toBe('different')
    expect(found.explanation).toContain('an elder and a younger')
    expect(found.factors['name_generation']).toBe(0)
  })
})

describe('what nearly agrees', () => {
  const born = { dob: '1939-08-18', city: 'Scarborough', postcode: '5045' }
  const verdict = (a: Record<string, string>, b: Record<string, string>) => judged('person', a, b).identity

  it('supports a name beside a date of birth', () => {
    const jack = { given_name: 'Jack', ...born }
    const street = 'Eaglemont Retreat'
    expect(verdict({ ...jack, address: `2 ${street}` }, { ...jack, address: `8 ${street}`, postcode: '5405' })).toBe(
      'same_entity',
    )
    expect(
      verdict({ ...jack, address: `2 ${street}` }, { ...jack, given_name: 'Tahni', address: `8 ${street}` }),
    ).not.toBe('same_entity')
  })

  it('supports no name by itself, and none that differs', () => {
    const smith = { given_name: 'Peter', family_name: 'Smith', city: 'Leeds' }
    expect(verdict({ ...smith, address: '5 High Street' }, { ...smith, address: '90 High Street' })).toBe('review')
    expect(verdict({ ...smith, postcode: 'LS17 6QW' }, { ...smith, postcode: 'LS17 6QX' })).toBe('review')
    const other = { ...smith, given_name: 'Karen', family_name: 'Brown', dob: born.dob }
    expect(
      verdict({ ...smith, dob: born.dob, address: '5 High Street' }, { ...other, address: '90 High Street' }),
    ).not.toBe('same_entity')
  })

  it('is a street whose blanks slipped', () => {
    const found = judged('person', { address: '5 Beaumon tclose' }, { address: '32 Beaumont c lose' })
    expect(found.factors).toMatchObject({ address: 0.99, address_number: 0 })
  })
})

describe('a telephone that many have', () => {
  const mercy = { name: 'Mercy Home for Children', phone: '+27 11 220 4411', address: '12 Oak Ave, Benoni' }
  const verdict = (b: Record<string, string>) => judged('organisation', mercy, b).identity

  it('makes no question of two that share neither name nor door', () => {
    expect(verdict({ name: 'Hope Clinic', phone: mercy.phone, address: '77 Main Reef Rd, Springs' })).toBe('different')
    expect(verdict({ name: mercy.name, phone: mercy.phone, address: '77 Main Reef Rd, Springs' })).toBe('review')
  })

  it('is no branch of its own, where it is a share-call number', () => {
    const branch = (phone: string, address: string) => ({ name: 'Pizza Palast', phone, address })
    const both = (phone: string) =>
      judged('place', branch(phone, '12 Long St, Cape Town'), branch(phone, '88 Main Rd, Rondebosch')).identity
    expect(both('0860 626 367')).toBe('review')
    expect(both('021 626 3670')).toBe('same_entity')
  })
})

describe('a field says what another would say better', () => {
  const pub = { name: 'The Crown' }

  it('only where the other is missing', () => {
    const [there, elsewhere] = [
      { ...pub, city: 'Lyon' },
      { ...pub, city: 'Nantes' },
    ]
    expect(judged('place', there, elsewhere).factors).toHaveProperty('city')
    const at = { lat: '45.7578', lon: '4.8320' }
    expect(judged('place', { ...there, ...at }, { ...elsewhere, ...at }).factors).not.toHaveProperty('city')
  })
})

describe('codes', () => {
  it('are one value in many spellings', () => {
    const gender = (a: string, b: string) => judged('person', { gender: a }, { gender: b }).factors['gender']
    expect(gender('w', 'female')).toBe(1)
    expect(gender('муж', 'M')).toBe(1)
    expect(gender('f', 'male')).toBe(0)
    expect(gender('f', 'not stated')).toBeUndefined()
  })

  it('name countries and, with a country, states', () => {
    const lake = { name: 'Lake Oswego' }
    const found = judged(
      'place',
      { ...lake, region: 'OR', country: 'US' },
      { ...lake, region: 'Oregon', country: 'America' },
    )
    expect(found.factors).toMatchObject({ region: 1, country: 1 })
    expect(judged('person', { country: 'DE' }, { country: 'Germany' }).factors['country']).toBe(1)
    expect(judged('person', { country: 'CD' }, { country: 'CG' }).factors['country']).toBe(0)
  })
})

describe('dates with two digits of the year', () => {
  it('may stand with the year first', () => {
    const dob = (a: string, b: string) => judged('person', { dob: a }, { dob: b }).factors['dob']
    expect(dob('1931-08-15', '31-08-15')).toBe(0.95)
    expect(dob('2015-08-31', '31-08-15')).toBe(0.95)
    expect(dob('1931-08-15', '30-09-16')).toBeLessThan(0.5)
  })
})
