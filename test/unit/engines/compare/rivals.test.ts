// People who agree for another reason than identity: their shared values, each under the hypothesis that explains it, and pairs that are nevertheless one person.
import { describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const engine = createCompareEngine(loadPacks())
type Fields = Readonly<Record<string, string>>
const home = { address: 'Gartenweg 3, 50667 Köln', phone: '0221 4711085' }
const SAME = 'same_entity'

describe('two people', () => {
  it.each<[string, Fields, Fields]>([
    [
      'a parent and a child',
      { name: 'Hans-Peter Müller', dob: '1950-05-05', ...home },
      { name: 'Hans-Peter Müller', dob: '1980-05-05', ...home },
    ],
    [
      'a parent and a child',
      { name: 'Rosa Vidal', dob: '1951-03-02', ...home },
      { name: 'Rosa Vidal', dob: '1979-11-23', ...home },
    ],
    [
      'two of one generation',
      { name: 'Okonkwo Adaeze N.', dob: '1991-09-09', ...home },
      { name: 'Chinedu Okonkwo', dob: '1989-01-01', ...home },
    ],
    [
      'twins',
      { name: 'Twin A Novak', dob: '2024-03-04', ...home },
      { name: 'Twin B Novak', dob: '2024-03-04', ...home },
    ],
    ['twins', { name: 'Paula Lind', dob: '2001-04-12', ...home }, { name: 'Paul Lind', dob: '2001-04-12', ...home }],
    [
      'two births of one mother',
      { name: 'Baby of Ana Costa', dob: '2021-02-03', ...home },
      { name: 'Baby of Ana Costa', dob: '2023-05-06', ...home },
    ],
    [
      'two people of one name',
      { name: 'Anna Schmidt', dob: '1980-01-01', city: 'Berlin', postcode: '10115' },
      { name: 'Anna Schmidt', dob: '1982-10-01', city: 'Berlin', postcode: '10115' },
    ],
    [
      'a number written for another person',
      { name: 'Maria Garcia', dob: '1980-03-04', national_id: '12345678Z' },
      { name: 'Pedro Lopez', dob: '1985-06-07', national_id: '12345678Z' },
    ],
    [
      'two people of one name',
      { name: 'John Deng Garang', dob: '1990-01-01', city: 'Kakuma', father_name: 'Garang Mabior', mother: 'Achol' },
      { name: 'John Deng Garang', dob: '1990-01-01', city: 'Kakuma', father_name: 'Garang Atem', mother: 'Nyandeng' },
    ],
  ])('are no merge, and %s is named', (rival, a, b) => {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      const found = engine.compareRecords('person', x, y)
      expect(found.identity).not.toBe(SAME)
      expect(found.explanation).toContain(rival)
      expect(found.score).toBeLessThan(engine.thresholds('person').match)
    }
  })

  it('that transliterations part are one: Ihor and Ігор', () => {
    const rest = { dob: '1992-08-24', phone: '096 448 4233', city: 'Дніпро' }
    const [a, b] = [
      { name: 'Ihor Kostenko', ...rest },
      { name: 'Ігор Костенко', ...rest },
    ]
    expect(engine.compareRecords('person', a, b).identity).toBe(SAME)
  })

  const rossi = { dob: '1988-08-18', phone: '+39 333 1112223', address: 'Via Roma 2', city: 'Torino' }
  const meier = { name: 'Hans Meier', phone: '030 901820', address: 'Lindenstr. 4', city: 'Berlin' }
  it.each<[string, Fields, Fields, string]>([
    ['a given name alike', { name: 'Giulia Rossi', ...rossi }, { name: 'Giulio Rossi', ...rossi }, 'review'],
    ['a longer given name', { name: 'Rosa Rossi', ...rossi }, { name: 'Rossi Rosemarie', ...rossi }, 'review'],
    ['the year of birth', { ...meier, dob: '1950-05-05' }, { ...meier, dob: '05.05.1980' }, 'review'],
    ['another given name in full', { name: 'Marco Rossi', ...rossi }, { name: 'Paolo Rossi', ...rossi }, 'review'],
    [
      'names of the first and the second twin',
      { name: 'Babirye Nalubega', dob: '2018-10-21', phone: '0772 438 630' },
      { name: 'Nalubega Nakato', dob: '2018-10-21', phone: '0772 438 630' },
      'different',
    ],
    [
      'the number of a child without a name',
      { name: 'Bebek Çelik 1', dob: '2024-08-09', phone: '0555 880 93 95' },
      { name: 'Bebek Çelik 2', dob: '2024-08-09', phone: '0555 880 93 95' },
      'review',
    ],
    [
      'numbers issued one after the other',
      { name: 'Ana Sousa', dob: '2016-12-05', health_id: 'SNS 410 228 116' },
      { name: 'Ana Sousa', dob: '2016-12-05', health_id: 'SNS 410 228 117' },
      'review',
    ],
    [
      'a sex written in Arabic',
      { name: 'كريم سامي فؤاد', dob: '2008-04-23', gender: 'ذكر', phone: '0111 873 8812' },
      { name: 'كريمة سامي فؤاد', dob: '2008-04-23', gender: 'أنثى', phone: '0111 873 8812' },
      'different',
    ],
    [
      'the given name of twins behind a frequent family name: nobody counts Zenaba',
      { name: 'Zeinab Abakar', dob: '2014-02-03', phone: '99 37 24 19', city: 'Goz Beïda' },
      { name: 'Zenaba Abakar', dob: '2006-05-07', phone: '99 37 24 19', city: 'Goz Beïda' },
      'different',
    ],
    [
      'an initial that a twin has as well',
      { name: 'F. Mwamba', dob: '2016-03-30', phone: '0977 475 148', city: 'Ndola' },
      { name: 'Felix Mwamba', dob: '2016-03-30', phone: '0977 475 148', city: 'Ndola' },
      'review',
    ],
    [
      'the father in a Russian order',
      { name: 'Сидорук Богдан Ярославович', address: 'вул. Шевченка, 9', city: 'Стрий' },
      { name: 'Сидорук Богдан Павлович', address: 'вул. Шевченка, 9', city: 'Стрий' },
      'review',
    ],
    [
      'a Kalenjin name of a son and of a daughter',
      { given_name: 'Kiplagat', family_name: 'Hassan', dob: '2003-04-26', phone: '0733 856208' },
      { given_name: 'Cheplagat', family_name: 'Hassan', dob: '2003-04-26', phone: '0733 856208' },
      'review',
    ],
    [
      'the ending of a Greek family name, and a given name alike',
      { name: 'Κυριάκος Σταυρίδης', dob: '1949-07-07', city: 'Σέρρες' },
      { name: 'Κυριακή Σταυρίδου', dob: '1949-07-07', city: 'Σέρρες' },
      'review',
    ],
    [
      'a given name alike, and the sex',
      { name: 'Giulia Rossi', gender: 'f', ...rossi },
      { name: 'Giulio Rossi', gender: 'm', ...rossi },
      'different',
    ],
  ])('that differ in one fact alone are asked about, unless it tells them apart: %s', (_, a, b, identity) => {
    expect(engine.compareRecords('person', a, b).identity).toBe(identity)
  })

  it.each<[string, Fields, Fields]>([
    [
      'names of the parents that agree',
      { name: 'John Deng Garang', dob: '1990-01-01', father_name: 'Garang Mabior' },
      { name: 'John Deng Garang', dob: '1990-01-01', fathers_name: 'Mabior Garang' },
    ],
    [
      'a name at birth in a field of its own',
      { given_name: 'Ana', family_name: 'Horvat', maiden_name: 'Kos', dob: '1980-04-05' },
      { given_name: 'Ana', family_name: 'Kos', dob: '1980-04-05' },
    ],
    [
      'a middle name that the other record calls the person by',
      { given_name: 'Wilhelm', middle_name: 'Konrad', family_name: 'Asch', dob: '1949-12-13', address: 'Am Bach 5' },
      { given_name: 'Konrad', family_name: 'Asch', dob: '1949-12-13', address: 'Am Bach 5' },
    ],
  ])('are one person by %s', (_, a, b) => {
    expect(engine.compareRecords('person', a, b).identity).toBe(SAME)
  })

  const z = 'Zebulon Quillfeather'
  const phone = '0803 555 7890'
  it.each<[string, Fields, Fields]>([
    ['one birthday, thirty years apart', { name: z, dob: '1950-05-05' }, { name: z, dob: '1980-05-05' }],
    [
      'fathers of one family',
      { name: z, father_name: 'Amos Quillfeather', address: '12 Hill St, Leeds' },
      { name: z, father_name: 'Peter Quillfeather', address: '12 Hill St, Leeds' },
    ],
    ['the mother of a person', { name: 'Mother of Ada Obi', phone }, { name: 'Ada Obi', phone }],
    ['the guardian of a person', { name: 'Guardian of Ada Obi', phone }, { name: 'Ada Obi', phone }],
    ['a wife', { name: 'Ramesh Kumar W/O Suresh Kumar', phone }, { name: 'Suresh Kumar', phone }],
    [
      'a number that is none',
      { name: 'Anna Smith', dob: '1950-01-02', national_id: '11111111111' },
      { name: 'Ella Smith', dob: '1950-01-02', national_id: '11111111111' },
    ],
    [
      'a telephone number that is none',
      { name: 'John Smith', phone: '1234567890' },
      { name: 'John Smith', phone: '1234567890' },
    ],
    [
      'a mailbox of nobody',
      { name: 'John Smith', email: 'none@none.com' },
      { name: 'John Smith', email: 'none@none.com' },
    ],
  ])('are not taken for one by %s', (_, a, b) => {
    expect(engine.compareRecords('person', a, b).identity).not.toBe(SAME)
  })

  it('of two streets with other houses do not agree except for the house number', () => {
    const said = (a: string, b: string) =>
      engine.compareRecords('person', { name: 'Ann Lee', address: a }, { name: 'Ann Lee', address: b }).explanation
    expect(said('Marktstr. 9, Bremen', 'Hafenstr. 1, Bremen')).toContain('the addresses agree only in part')
    expect(said('Marktstr. 9, Bremen', 'Marktstraße 1')).toContain('the addresses agree except for the house number')
  })

  it('are asked about where a swapped date and a frequent name are all', () => {
    const found = engine.compareRecords(
      'person',
      { name: 'John Smith', dob: '1960-01-02', city: 'Leeds' },
      { name: 'Jon Smyth', dob: '1960-02-01', city: 'Leeds' },
    )
    expect(found).toMatchObject({ identity: 'review', basis: 'pack:person (not distinctive)' })
  })
})

describe('one person', () => {
  const born = { dob: '1961-04-12', ...home }
  it.each<[string, Fields, Fields]>([
    ['umlauts in two letters', { name: 'Jürgen Müller', ...born }, { name: 'Juergen Mueller', ...born }],
    [
      'a Basque name that is a Hungarian twin',
      { name: 'Iker Etxeberria', ...born },
      { name: 'Iker Etxeberria Goñi', ...born },
    ],
    [
      'a second given name as an initial',
      { name: 'Grace W. Njoroge', ...born },
      { name: 'Grace Wambui Njoroge', ...born },
    ],
    ['a ring in two letters', { name: 'Åse Haugen', ...born }, { name: 'Aase Haugen', ...born }],
    ['the other order', { name: 'Takács Zsuzsanna', ...born }, { name: 'Zsuzsanna Takács', ...born }],
    [
      'a digit of a number',
      { name: 'Marek Kowalczyk', ...born, national_id: '61041212355' },
      { name: 'Marek Kowalczyk', ...born, national_id: '61041212365' },
    ],
    ['another telephone', { name: 'Lenka Malá', ...born }, { name: 'Lenka Malá', ...born, phone: '0221 9900311' }],
    [
      'the name at birth in brackets',
      { name: 'Lenka Malá (roz. Horáková)', ...born },
      { name: 'Lenka Horáková', ...born },
    ],
  ])('is merged with %s', (_, a, b) => expect(engine.compareRecords('person', a, b).identity).toBe(SAME))
})

describe('a question about two people', () => {
  const born = { dob: '1974-10-18', phone: '+48 601 931 819', address: 'ul. Mickiewicza 105', city: 'Kraków' }
  const { match, review } = engine.thresholds('person')

  it.each<[string, Fields, Fields]>([
    ['a name in another case', { name: 'Jan Kowalski', ...born }, { name: 'Jana Kowalskiego', ...born }],
    ['both parts of a name inflected', { name: 'Petr Svoboda', ...born }, { name: 'Petra Svobody', ...born }],
  ])('is asked, not answered, of %s', (_, a, b) =>
    expect(engine.compareRecords('person', a, b).identity).not.toBe('different'),
  )

  it('has the score that the pins say a question has', () => {
    const found = engine.compareRecords('person', { name: 'John Smith', ...born }, { name: 'John Smith' })
    expect(found.pins).toMatchObject({ threshold: match, review_margin: 0.5 })
    expect(engine.thresholds('product_grocery').review).toBe(0.55)
    const twins = engine.compareRecords(
      'person',
      { name: 'Anna Kowalska', ...born },
      { name: 'Hanna Kowalska', ...born },
    )
    expect(twins).toMatchObject({ identity: 'review' })
    expect(twins.score).toBeGreaterThanOrEqual(review)
    expect(twins.score).toBeLessThan(match)
  })
})
