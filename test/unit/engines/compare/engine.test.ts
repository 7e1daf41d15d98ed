import { describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const engine = createCompareEngine(loadPacks())
type Fields = Record<string, string>
const person = (a: Fields, b: Fields) => engine.compareRecords('person', a, b)
const organisation = (a: Fields, b: Fields) => engine.compareRecords('organisation', a, b)
const place = (a: Fields, b: Fields) => engine.compareRecords('place', a, b)

describe('the person pack', () => {
  it('finds one person behind another order, an alias of a field and another date style', () => {
    const found = person(
      { name: 'Ngozi Okonkwo', dob: '1990-04-12' },
      { full_name: 'Okonkwo, Ngozi', birth_date: '12/04/1990' },
    )
    expect(found).toMatchObject({ identity: 'same_entity', basis: 'pack:person' })
    expect(found.supporting).toContain('dob')
  })

  it.each([
    ['Bob Lindqvist', 'Robert Lindqvist'],
    ['Alexandre Dubrovnik', 'Александр Дубровник'],
    ['Jürgen Hasselbach', 'Juergen Hasselbach'],
    ['Mohammed al-Fayumi', 'Muhammad Al Fayumi'],
  ])('reads %s and %s as one name', (a, b) => {
    expect(person({ name: a, birth_date: '1970-02-03' }, { name: b, birth_date: '1970-02-03' }).identity).toBe(
      'same_entity',
    )
  })

  it('does not merge on a name that many people bear', () => {
    const found = person({ name: 'John Smith' }, { name: 'John Smith' })
    expect(found).toMatchObject({ identity: 'review', basis: 'pack:person (not distinctive)' })
    expect(found.gate).toEqual({ clearing_signal: null, distinctive_cleared: false, floor: 0.75 })
  })

  it('reviews a single identifier that nothing corroborates', () => {
    const found = person({ national_id: '12345678901' }, { national_id: '123-456-78901' })
    expect(found.identity).toBe('review')
    expect(found.explanation).toContain('a number written for another person would explain that as well')
  })

  it('never merges over conflicting identifiers', () => {
    const found = person(
      { name: 'Chukwuemeka Okafor', national_id: '12345678901', birth_date: '1980-01-02' },
      { name: 'Chukwuemeka Okafor', national_id: '99988877766', birth_date: '1980-01-02' },
    )
    expect(found.identity).not.toBe('same_entity')
    expect(found.basis).toBe('pack:person (conflict)')
    expect(found.refuting).toContain('national_id')
  })

  it('does not take a household for a person', () => {
    const address = '12 rue des Lilas, Lyon'
    const found = person({ name: 'Pierre Dumarchais', address }, { name: 'Paule Dumarchais', address })
    expect(found).toMatchObject({ identity: 'different', basis: 'pack:person (conflict)' })
  })

  it('takes missing, empty and placeholder values for no evidence', () => {
    const name = { name: 'Ngozi Okonkwo' }
    const bare = person(name, name)
    for (const nothing of ['', ' ', '-', 'N/A', 'unknown'])
      expect(person({ ...name, phone: nothing }, { ...name, phone: '0803 555 0111' }).score).toBe(bare.score)
  })

  it('says which fields it did not read', () => {
    expect(person({ name: 'A B', shoe_size: '43' }, { name: 'A B' }).explanation).toContain(
      'the field shoe_size was not used',
    )
    expect(person({ name: 'A B', 'selfsame:record': '7' }, { name: 'A B' }).explanation).not.toContain('not used')
  })

  it('answers that nothing was comparable', () => {
    const found = person({ name: 'Ngozi Okonkwo' }, { phone: '0803 555 0111' })
    expect(found).toMatchObject({ identity: 'review', score: 0, basis: 'pack:person (no comparable fields)' })
  })
})

describe('the organisation pack', () => {
  it.each([
    ['Touton Négoce SARL', 'TOUTON NEGOCE'],
    ['Hasselbach Maschinenbau GmbH & Co. KG', 'Hasselbach Maschinenbau'],
    ['Karfi Agro Cooperative Society Ltd', 'Karfi Agro Co-operative Soc.'],
    ['Department of Physics, Yonsei University, Seoul', 'School of Medicine, Yonsei University, Seoul, Korea'],
    ['Kestrel Harbour Radio (KHRX)', 'KHRX'],
    ['Horse Racing TV', 'HRTV'],
    ['Kano Electricity Distribution Company Plc', 'KEDCO'],
    ['Acme Foods (formerly Bolt Foods)', 'Bolt Foods'],
    ['WKXR-TV', 'WKXR'],
    ['Lantern Valley Water Commission', 'Lantern Valley Water Authority'],
    ['Partido Comunista de Zubrowka', 'Communist Party of Zubrowka'],
    ['University of Virginia', 'Department of Biology, University of Virginia, Charlottesville'],
  ])('reads %s and %s as one', (a, b) => {
    expect(organisation({ name: a }, { name: b }).identity).toBe('same_entity')
  })

  it.each([
    ['Baptist Hospital (Nashville)', 'Nashville'],
    ['WKXR-TV', 'WKXB-TV'],
    ['St. Nicholas Hospital, Lagos', 'Saint Nicholas Hospital, Abuja'],
    ['Ministry of Health (Kenya)', 'Ministry of Health (Uganda)'],
    ['Florida State University, Tallahassee', 'University of Florida'],
    ['School of Medicine, Leeds', 'School of Medicine, Lagos'],
    ['New Democratic Party\u00e2Greens', 'New Democratic Party (Canada)'],
  ])('does not take %s for %s', (a, b) => {
    expect(organisation({ name: a }, { name: b }).identity).not.toBe('same_entity')
  })

  it('does not merge on words that many organisations share', () => {
    expect(
      organisation({ name: 'Central Cooperative Society' }, { name: 'Central Cooperative Society' }).identity,
    ).toBe('review')
  })

  it('answers to both spellings and echoes the one it was given', () => {
    const found = engine.compareRecords('organization', { name: 'Touton' }, { name: 'Touton' })
    expect(found.basis).toMatch(/^pack:organization/)
    expect(found.pins).toMatchObject({ entity_pack: 'organization', tf: 'shipped:organization' })
    expect(found.score).toBe(organisation({ name: 'Touton' }, { name: 'Touton' }).score)
  })
})

describe('the place pack', () => {
  it('keeps Hall 2 and Hall 3 apart', () => {
    expect(place({ name: 'Tolka Hall 2' }, { name: 'Tolka Hall 3' }).identity).not.toBe('same_entity')
  })

  it('does not merge one name at two ends of a country', () => {
    const found = place(
      { name: 'General Hospital', lat: '12.0', lon: '8.5' },
      { name: 'General Hospital', lat: '9.06', lon: '7.49' },
    )
    expect(found.identity).not.toBe('same_entity')
    expect(found.refuting).toContain('geo')
  })

  it('takes no two branches for one because they give one free-phone number', () => {
    const branch = (address: string, city: string, phone: string) => ({ name: 'Green Kitchen', address, city, phone })
    const here = branch('12 Harbour Rd', 'Leeds', '0800 555 0123')
    expect(place(here, branch('480 Zaria Road', 'Bristol', '0800 555 0123')).identity).not.toBe('same_entity')
    expect(place(here, { ...here, address: '12 Harbour Road' }).factors['phone']).toBe(0.7)
    const local = { ...here, phone: '0113 555 0123' }
    expect(place(local, { ...local, address: '12 Harbour Road' })).toMatchObject({ identity: 'same_entity' })
  })
})

describe('names of common words alone', () => {
  it.each([
    ['organisation', 'United Trading Company Ltd'],
    ['organisation', 'International Logistics Services'],
    ['organisation', 'First National Bank'],
    ['organisation', 'Department of Education'],
    ['place', 'Central Primary School'],
    ['place', 'Community Health Centre'],
    ['place', 'Park View Hotel'],
    ['person', 'Maria Garcia'],
    ['person', 'Peter Müller'],
  ])('%s: %s is never merged', (entity, name) => {
    expect(engine.compareRecords(entity, { name }, { name: name.toUpperCase() }).identity).not.toBe('same_entity')
  })
})

describe('the product packs', () => {
  it('keeps two sizes of one thing apart, and one size in two units together', () => {
    const grocery = (a: string, b: string) => engine.compareRecords('product_grocery', { name: a }, { name: b })
    expect(grocery('Heinz Baked Beans 415 g', 'Heinz Baked Beans 0.415 kg').score).toBeGreaterThan(
      grocery('Heinz Baked Beans 415 g', 'Heinz Baked Beans 200 g').score,
    )
    expect(grocery('Heinz Baked Beans 415 g', 'Heinz Baked Beans 200 g').identity).toBe('different')
  })

  it('finds a model number written two ways', () => {
    const found = engine.compareRecords(
      'product_electronics',
      { name: 'Netgear ProSafe 16-Port Gigabit Switch JGS-516' },
      { name: 'NETGEAR JGS516 ProSafe 16 Port Switch' },
    )
    expect(found.identity).toBe('same_entity')
    expect(found.factors['name_code']).toBe(1)
  })
})

describe('the string engine', () => {
  it('pins what the contract lists', () => {
    const side = (name: string, documentId: string) => ({
      attributes: { name, national_id: '12345678901' },
      documentId,
    })
    const found = engine.compareTexts(side('Adesola Okonkwo', 'doc:a'), side('Adesola E. Okonkwo', 'doc:b'), {
      jurisdiction: 'NG',
      backend: 'basic',
    })
    expect(found).toMatchObject({ identity: 'same_entity', basis: 'corroborated' })
    expect(found.pins).toMatchObject({
      receipt_schema: 1,
      jurisdiction: 'NG',
      thresholds: { match: 0.85, review: 0.4, distinctive_floor: 0.75 },
      tf: 'default',
      provenance: { document_content_id_a: 'doc:a', document_content_id_b: 'doc:b', backend: 'basic' },
    })
  })

  it('knows which names are common where', () => {
    const side = { attributes: { name: 'Ibrahim Musa' }, documentId: 'doc:a' }
    const under = (jurisdiction: string | null) => engine.compareTexts(side, side, { jurisdiction, backend: 'basic' })
    expect(under('NG').factors['name_tf']!).toBeLessThan(under(null).factors['name_tf']!)
    expect(under('NG')).toMatchObject({ identity: 'review', basis: 'not_distinctive' })
  })
})

describe('the sentence a person reads', () => {
  it.each([
    [
      organisation(
        { name: 'Touton Négoce SARL', registration_id: 'RC-88421' },
        { name: 'Touton Negoce', registration_id: 'RC 88421' },
      ),
      'The registration number is the same and the names agree except for the legal form; nothing speaks against it.',
    ],
    [
      organisation({ name: 'Central Cooperative Society' }, { name: 'Central Cooperative Society' }),
      'The name is the same; what agrees is too common to tie the two together: a person must decide.',
    ],
    [
      person({ name: 'Pierre Dumarchais', city: 'Lyon' }, { name: 'Paule Dumarchais', city: 'Lyon' }),
      'The city is the same, but the names agree in the family name, not in the given name; twins would explain that better.',
    ],
    [
      person({ name: 'Ngozi Okonkwo' }, { phone: '0803 555 0111' }),
      'Nothing was compared, because the two sides share no field that the pack person compares: this is no answer either way.',
    ],
  ])('%#', (found, said) => {
    expect(found.explanation).toBe(said)
  })

  it('names unused fields only where they look like fields, five at most, and no value at all', () => {
    const unknown = { shoe_size: '43', a: '1', b: '1', c: '1', d: '1', e: '1', 'Ada 0803 555 0111': 'x' }
    const { explanation } = person({ name: 'Ngozi Okonkwo', ...unknown }, { name: 'Ngozi Okonkwo', ...unknown })
    expect(explanation).toContain('the fields a, b, c, d, e and 2 more were not used')
    for (const value of ['43', '0803', 'Ngozi']) expect(explanation).not.toContain(value)
  })
})

describe('what both sides carry', () => {
  it('is told by the comparator, not by the spelling, with the value of side a', () => {
    const found = person(
      {
        dob: '1990-04-12',
        phone: '0803 555 0111',
        national_id: '123-456-78901',
        email: 'A.Obi@Example.org',
        city: 'Kano',
      },
      {
        dob: '12/04/1990',
        phone: '+2348035550111',
        national_id: '12345678901',
        email: 'a.obi@example.org',
        city: 'Jos',
      },
    )
    expect(found.shared).toEqual({
      dob: '1990-04-12',
      phone: '0803 555 0111',
      national_id: '123-456-78901',
      email: 'A.Obi@Example.org',
    })
  })

  it('is not a list of values of which one agrees', () => {
    expect(person({ phone: '0803 555 0111; 0803 555 0222' }, { phone: '08035550111' }).shared).toEqual({})
  })
})

describe('pins of the string engine', () => {
  it('name the facts of the person pack', () => {
    const side = { attributes: { name: 'Ngozi Okonkwo' }, documentId: 'doc:sha256:0' }
    const { pins } = engine.compareTexts(side, side, { jurisdiction: null, backend: 'basic' })
    const { comparators_sha256 } = person({ name: 'A' }, { name: 'B' }).pins
    expect(pins['comparator_lib']).toMatch(new RegExp(`^comparators@.+\\+${String(comparators_sha256).slice(0, 12)}$`))
  })
})

describe('common words', () => {
  it.each([
    ['organisation', 'General Trading Company Ltd', 'General Trading Enterprises'],
    ['organisation', 'Global Services Ltd', 'Global Services Ltd'],
    ['organisation', 'Ministry of Health', 'Ministry of Health'],
    ['organisation', 'First National Bank', 'First National Bank'],
    ['organisation', 'City Hospital', 'City Hospital'],
    ['organisation', 'National Democratic Party', 'National Democratic Labour Party'],
    ['organisation', 'International Logistics Group', 'International Logistics Services'],
    ['organisation', 'American Bank', 'American Bank'],
    ['organisation', 'Indian Association', 'Indian Association'],
    ['place', 'Thai Restaurant', 'Thai Restaurant'],
    ['place', 'American Diner', 'American Diner'],
    ['place', 'Central Station', 'Central Station'],
    ['place', 'City Park', 'City Park'],
    ['place', 'Public Library', 'Public Library'],
    ['product_electronics', 'Wireless Mouse', 'Wireless Mouse'],
    ['product_electronics', 'LED TV 55 inch black', 'LED TV 55 inch black'],
    ['product_grocery', 'Whole Milk 1L', 'Whole Milk 1L'],
    ['product_home_goods', 'Stainless Steel Kettle 1.7L', 'Stainless Steel Kettle 1.7L'],
    ['person', 'Maria Garcia', 'Garcia, Maria'],
    ['artist', 'The Band', 'The Band'],
  ])('never merge a %s: %s, %s', (entity, a, b) => {
    expect(engine.compareRecords(entity, { name: a }, { name: b }).identity).not.toBe('same_entity')
  })
})

describe('names that hold a territory or a number', () => {
  it.each([
    ['Directorate of Fisheries Inspection (Burma)', 'Directorate of Fisheries Inspection (Myanmar)', 'same_entity'],
    ['Swedish Reindeer Authority', 'Reindeer Authority of Sweden', 'same_entity'],
    ['Brigade Forty-Four Veterans', 'Brigade 44 Veterans', 'same_entity'],
    ['Ministry of Health (Kenya)', 'Ministry of Health (Ghana)', 'different'],
  ] as const)('%s, %s: %s', (a, b, identity) => {
    expect(organisation({ name: a }, { name: b }).identity).toBe(identity)
  })
})

describe('positions', () => {
  const at = (name: string, km: number) => ({ name, lat: (6.45 + km / 111.19).toFixed(5), lon: '3.47123' })
  const apart = (name: string, km: number) => place(at(name, 0), at(name, km)).identity

  it('of a town are taken for what they are', () => {
    expect(apart('Ibadan', 8)).toBe('same_entity')
    expect(apart('Lake Naivasha', 8)).toBe('same_entity')
    expect(apart('Ibadan', 300)).not.toBe('same_entity')
  })

  it('tell two branches of one name apart', () => {
    expect(apart('Adebayo Pharmacy', 8)).not.toBe('same_entity')
    expect(apart('Adebayo Pharmacy', 0)).toBe('same_entity')
  })

  it('are no more exact than they are written', () => {
    const rough = { name: 'Adebayo Pharmacy', lat: '6.4', lon: '3.5' }
    const near = { name: 'Adebayo Pharmacy', lat: '6.43121', lon: '3.46555' }
    expect(place(rough, near).factors['geo']).toBe(1)
    expect(place({ ...rough, lat: '6.40000', lon: '3.50000' }, near).factors['geo']).toBeLessThan(0.5)
  })
})
