// What a name, a date and a telephone number say of families, lives and services: told apart as classes, with what stays one person beside.
import { describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const engine = createCompareEngine(loadPacks())
type Fields = Readonly<Record<string, string>>
const home = { address: '12 Mill Lane', city: 'Leeds', postcode: 'LS1 4AP' }
const phone = { phone: '+212 612 345678' }

/** The verdict, which does not depend on the order of the two. */
function verdict(a: Fields, b: Fields): string {
  const found = engine.compareRecords('person', a, b)
  const turned = engine.compareRecords('person', b, a)
  expect([turned.identity, turned.score, turned.explanation]).toEqual([found.identity, found.score, found.explanation])
  return found.identity
}
const named = (name: string, more: Fields = {}): Fields => ({ name, ...more })

describe('two people of one house', () => {
  it.each([
    ['Mrs John Hill', 'John Hill', home],
    ['Mrs. John Hill', 'Mr John Hill', { ...home, dob: '1950-02-03' }],
    ['Mme Pierre Dubois', 'Pierre Dubois', home],
    ['Frau Hans Müller', 'Hans Müller', { ...home, phone: '0113 4960011' }],
    ['Hassan ibn Omar', 'Omar ibn Hassan', phone],
    ['Ahmed ben Said', 'Said ben Ahmed', { ...phone, ...home }],
    ['Fatima bint Omar', 'Omar ibn Fatima', phone],
    ['Ahmed ould Sidi', 'Sidi ould Ahmed', phone],
    ['Ali oğlu Hasan', 'Hasan oğlu Ali', phone],
    ['Mohammed bin Salman bin Abdulaziz', 'Salman bin Mohammed bin Abdulaziz', phone],
    ['Abebe Kebede', 'Kebede Abebe', { phone: '+251 911 234567' }],
    ['Noureddine ben Mohamed ben Belkassem', 'Noureddine ben Ali ben Belkassem', {}],
  ])('%s and %s are no merge', (a, b, shared) => {
    expect(verdict(named(a, shared), named(b, shared))).not.toBe('same_entity')
  })
})

describe('one person', () => {
  it.each([
    ['Mrs Anna Hill', 'Anna Hill', home],
    ['Mrs John Hill', 'Mrs John Hill', { ...home, dob: '1950-02-03' }],
    ['Hassan ibn Omar', 'ibn Omar Hassan', phone],
    ['Hassan ibn Omar', 'Hassan bin Omar', phone],
    ['Jan VdHeijden', 'Jan van der Heijden', { dob: '1970-03-04' }],
    ['Jan v/d Heijden', 'Jan vd Heijden', { dob: '1970-03-04' }],
    ['Ana dlCruz', 'Ana de la Cruz', { dob: '1970-03-04' }],
  ])('is %s and %s', (a, b, shared) => {
    expect(verdict(named(a, shared), named(b, shared))).toBe('same_entity')
  })
})

describe('a life', () => {
  it.each<[Fields, Fields]>([
    [{ dob: '1950-02-03', death_date: '1980-01-01' }, { dob: '1990-02-03' }],
    [{ death_date: '1980-01-01' }, { dob: '1981', ...home, phone: '0113 4960011' }],
  ])('that ends before the other begins is of another person', (a, b) => {
    const shared = { ...home, phone: '0113 4960011' }
    expect(verdict(named('Anna Berger', { ...shared, ...a }), named('Anna Berger', { ...shared, ...b }))).toBe(
      'different',
    )
  })

  it('is one where only one record knows its end, or the years are of two eras', () => {
    const born = named('Anna Berger', { dob: '1950-02-03', ...home })
    expect(verdict(born, { ...born, death_date: '2001' })).toBe('same_entity')
    expect(verdict(named('Reza Karimi', { death_date: '1399' }), named('Reza Karimi', { dob: '1950-02-03' }))).not.toBe(
      'different',
    )
  })
})

describe('a date', () => {
  it.each([
    ['1985-09-09', '1993-05-17'],
    ['15 Meskerem 1980 E.C.', '1987-09-26'],
    ['01/01/1985 E.C.', '11/09/1992'],
    ['1 Tout 1710 (Coptic)', '1993-09-11'],
    ['12 Rabi al-Awwal 1395 AH', '25/03/1975'],
    ['1370/05/12', '1991-08-03'],
    ['2530-05-17', '1987-05-17'],
  ])('is one day in two calendars: %s, %s', (a, b) => {
    expect(engine.levels('person', named('Ola', { dob: a }), named('Ola', { dob: b })).levels['dob/birth']).toBe(
      'calendar',
    )
  })

  it.each([
    ['about 40 years (2020)', '1980-07-01', 'partial'],
    ['1395 AH', '1975-03-25', 'partial'],
    ['1985-09-12', '1993-05-17', 'siblings'],
  ])('is read as far as it says something: %s, %s', (a, b, level) => {
    expect(engine.levels('person', named('Ola', { dob: a }), named('Ola', { dob: b })).levels['dob/birth']).toBe(level)
  })
})

describe('the number of a service', () => {
  it.each(['0800 1111', '+49 800 1110111', '0900 123456', '116 117', '112', '1-800-555-2368'])(
    '%s is nobody’s own',
    (number) => {
      const found = engine.compareRecords(
        'person',
        named('Anna Berger', { phone: number }),
        named('Anna Berger', { phone: number }),
      )
      expect([found.identity, found.factors['phone']]).toEqual(['review', undefined])
    },
  )
  it.each(['+234 808 123 4567', '07800 123456', '+48 800 123 456'])('%s is one only by its plan', (number) => {
    const found = engine.compareRecords(
      'person',
      named('Anna Berger', { phone: number }),
      named('Anna Berger', { phone: number }),
    )
    expect(found.factors['phone']).toBe(number.startsWith('+48') ? undefined : 1)
  })
})

it('asks where everything but the sex and the given name is one', () => {
  const shared = {
    dob: '1998-12-14',
    family_name: 'Norén',
    phone: '0707385113',
    email: 'm.noren@telia.com',
    address: 'Skolvägen 94',
  }
  expect(
    verdict({ ...shared, given_name: 'Linnea', gender: 'f' }, { ...shared, given_name: 'Mattias', gender: 'm' }),
  ).toBe('review')
})

describe('what is written in place of a value says nothing', () => {
  it.each([
    ...[
      'Unbekannt Unbekannt',
      'keine Angabe',
      'not given',
      'Male Unknown',
      'Anonymous',
      'Baby Boy',
      'Trauma Patient 17',
    ],
    ...['FNU LNU', 'John Doe', 'Max Mustermann', 'XXXX XXXX'],
  ])('%s as a name', (name) => {
    const found = engine.compareRecords('person', { name }, { name })
    expect([found.identity, found.score]).toEqual(['review', 0])
  })

  it.each(['pending', 'applied for', 'liegt nicht vor', 'XXXXXXXX', 'A00000000'])('%s as a number', (passport) => {
    const bare = { name: 'Peter Hill' }
    expect(engine.compareRecords('person', { ...bare, passport }, { ...bare, passport }).score).toBe(
      engine.compareRecords('person', bare, bare).score,
    )
  })
})

it('reads years of another era in registers of living people alone', () => {
  const years = (entity: string, a: object, b: object) => engine.compareRecords(entity, a as never, b as never)
  const [one, other] = [
    { name: 'Robert Laurent', birth_date: '1890', death_date: '1970', nationality: 'American' },
    { name: 'Laurent Dufour', birth_date: '1607', death_date: '1687', nationality: 'French' },
  ]
  expect(years('artist', one, other).identity).toBe('different')
  const titled = (year: string) => ({ title: 'On the motion of animals', year })
  expect(years('publication', titled('1700'), titled('1983')).factors['year']).toBeLessThan(0.5)
})
