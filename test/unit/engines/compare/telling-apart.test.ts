// Facts that keep two similar records apart, and names of one entity that differ: by mechanism, one pair with it and one without.
import { describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const engine = createCompareEngine(loadPacks())
type Fields = Readonly<Record<string, string>>
const said = (entity: string, a: Fields, b: Fields) => engine.compareRecords(entity, a, b).identity
const merged = 'same_entity'

describe('people', () => {
  const common = { name: 'Luca Ferrari', dob: '1994-07-21' }

  it('asks where a frequent name and a slipped date stand beside another address of e-mail', () => {
    const slipped = { ...common, dob: '1994-07-22' }
    expect(said('person', { ...common, email: 'a.b@x.it' }, { ...slipped, email: 'c.d@y.it' })).not.toBe(merged)
    expect(said('person', { ...common, email: 'a.b@x.it' }, { ...slipped, email: 'a.b@x.it' })).not.toBe('different')
  })

  it('merges a rare name with a full date though the telephone is another', () => {
    const rare = { name: 'Ottokar Quistorp-Fallersleben', dob: '1961-03-09' }
    expect(said('person', { ...rare, phone: '+49 171 2200119' }, { ...rare, phone: '+49 30 8811223' })).toBe(merged)
  })

  it('takes a common country code for no agreement of two telephones', () => {
    const { factors } = engine.compareRecords('person', { phone: '+351 912 334 120' }, { phone: '+351 261 880 977' })
    expect(factors['phone']).toBe(0)
    const area = engine.compareRecords('person', { phone: '+44 20 7946 0018' }, { phone: '+44 20 7946 1999' })
    expect(area.factors['phone']).toBeGreaterThan(0)
  })

  it('tells flats of one house apart, behind the number as the Danes write them', () => {
    const name = 'Peter Hansen'
    const at = (door: string) => ({ name, address: `Vestergade 12, ${door}, 8000 Aarhus` })
    expect(said('person', at('2. th'), at('3. tv'))).toBe('review')
    const born = { dob: '1961-03-09' }
    expect(said('person', { ...at('2. th'), ...born }, { ...at('2. th'), ...born })).toBe(merged)
  })

  // One birth, one house: no parents call two children by one name, and no slip makes a common name of another.
  const born = { family_name: 'Nowak', dob: '1990-04-12', address: '12 Lipowa', city: 'Kraków', postcode: '30-001' }
  const twins = (one: string, other: string) => [
    said('person', { ...born, given_name: one }, { ...born, given_name: other, address: 'ul. Lipowa 12' }),
    said('person', { ...born, name: `${one} Nowak` }, { ...born, name: `${other} Nowak` }),
  ]
  it.each([
    ['Anna', 'Hanna'],
    ['Maria', 'Mario'],
    ['Paul', 'Paula'],
    ['Julia', 'Julie'],
    ['Emma', 'Emily'],
  ])('merges no twins: %s and %s', (one, other) => expect(twins(one, other)).not.toContain(merged))

  it.each([
    ['a spelling', 'Erik', 'Eric'],
    ['a spelling', 'Stephen', 'Steven'],
    ['a romanisation', 'Mohammed', 'Muhammad'],
    ['a short form', 'Kate', 'Katherine'],
    ['a slip', 'Michael', 'Micheal'],
    ['a slip', 'Olivia', 'Olvia'],
    ['a slip', 'Jessica', 'Jessics'],
  ])('takes %s for one name: %s, %s', (_, one, other) => expect(twins(one, other)).toEqual([merged, merged]))

  it('asks about two like names of one birth in one town, too', () => {
    const { address: _, ...elsewhere } = born
    expect(said('person', { ...elsewhere, name: 'Anna Nowak' }, { ...elsewhere, name: 'Hanna Nowak' })).toBe('review')
  })

  const family = /agree in the family name, not in the given name/
  const given = /agree in the given name, not in the family name/
  it.each([
    ['María García López', 'María Fernández', given],
    ['Nagy Anna', 'Kovács Anna', given],
    ['García, María', 'Ana García', family],
    ['John Smith', 'Jane Smith', family],
    ['Wang Wei', 'Wang Fang', family],
  ])('says which part of a name agrees: %s, %s', (a, b, expected) => {
    expect(engine.compareRecords('person', { name: a }, { name: b }).explanation).toMatch(expected)
    expect(engine.compareRecords('person', { name: b }, { name: a }).explanation).toMatch(expected)
  })

  it('says which part of a name agrees where fields tell them apart', () => {
    const of = (given_name: string, family_name: string) => ({ given_name, family_name })
    const explained = (a: Fields, b: Fields) => engine.compareRecords('person', a, b).explanation
    expect(explained(of('María', 'García López'), of('María', 'Fernández'))).toMatch(given)
    expect(explained(of('María', 'García'), of('Ana', 'García'))).toMatch(family)
  })

  it('takes two dates of death for a conflict', () => {
    const one = { name: 'Lucia Bianchi', dob: '1960-06-15' }
    expect(said('person', { ...one, death_date: '2019-01-03' }, { ...one, death_date: '2021-07-22' })).not.toBe(merged)
  })
})

describe('numbers of one register', () => {
  const firm = { name: 'Kestrel Logistics GmbH', address: 'Hafenstr. 12', city: 'Hamburg', country: 'DE' }
  const watch = { name: 'Garmin Forerunner 255 Music', brand: 'Garmin', model: '010-02641-30' }
  // Published or made by the registers' own rules: ISO 17442, GS1, the Polish PESEL.
  it.each([
    ['organisation', 'lei', firm, '529900T8BM49AURSDO55', '5493001KJTIIGC8Y1R12', '529900T8BM49AURSDO56'],
    ['organisation', 'lei', firm, '529900T8BM49AURSDO55', '213800WAVVOPS85N2205', '529900T8BM49AURSOD55'],
    ['organisation', 'tax_id', firm, 'DE136695976', 'DE129273398', 'DE136695967'],
    ['product_electronics', 'gtin', watch, '4006381333931', '5901234123457', '4006381333932'],
  ])('%s by %s: two sound ones part, a slip is a question', (entity, field, record, one, other, slip) => {
    const parted = engine.compareRecords(entity, { ...record, [field]: one }, { ...record, [field]: other })
    expect([parted.identity, parted.score < 0.05]).toEqual(['different', true])
    expect(parted.explanation).toMatch(/differ, and both pass their check digit \(vetoed\)/)
    expect(said(entity, { ...record, [field]: one }, { ...record, [field]: slip })).toBe('review')
    expect(said(entity, { ...record, [field]: one }, { ...record, [field]: one })).toBe(merged)
  })

  it('asks where another number that nobody else has says that they are one', () => {
    const both = { ...firm, lei: '529900T8BM49AURSDO55' }
    expect(said('organisation', { ...both, tax_id: 'DE136695976' }, { ...both, tax_id: 'DE129273398' })).toBe('review')
  })
})

describe('organisations and places', () => {
  it('asks where two parts, or two houses, of one body are named', () => {
    const of = (part: string) => ({ name: `${part}, University of Lagos` })
    expect(said('organisation', of('Faculty of Law'), of('Faculty of Engineering'))).toBe('review')
    expect(said('organisation', of('Faculty of Law'), of('Law Faculty'))).toBe(merged)
    const church = (place: string) => ({ name: `Apostolic Church of Zimbabwe, ${place}` })
    expect(said('organisation', church('Mbare'), church('Highfield'))).not.toBe(merged)
  })

  it('reads bodies in other languages, as compounds too', () => {
    expect(said('organisation', { name: 'Universität Wien' }, { name: 'University of Vienna' })).toBe(merged)
    const ministry = { name: 'Justizministerium', country: 'DE' }
    expect(said('organisation', ministry, { name: 'Ministry of Justice', country: 'Germany' })).not.toBe('different')
    expect(said('organisation', ministry, { name: 'Ministry of Health', country: 'Germany' })).not.toBe(merged)
  })

  it('lets the name of a place carry its town', () => {
    const address = 'Herrengasse 14'
    const short = { name: 'Café Central', address: `${address}, 1010 Wien` }
    expect(said('place', short, { name: 'Cafe Central Vienna', address: `${address}, Vienna` })).toBe(merged)
  })

  it('never calls two different that share a number', () => {
    const phone = '07531 98110'
    expect(said('organisation', { name: 'Seeblick', phone }, { name: 'Grundschule Nord', phone })).toBe('review')
  })
})

describe('goods', () => {
  it('takes two sound article numbers for two articles, however alike', () => {
    const tea = (gtin: string) => ({ name: 'Kericho Gold tea 100 g', gtin })
    expect(said('product_grocery', tea('4006381333931'), tea('4006381333948'))).not.toBe(merged)
    expect(said('product_grocery', tea('4006381333931'), tea('04006381333931'))).toBe(merged)
  })

  it.each([
    ['product_home_goods', 'Brita Marella XL', 'Brita Marella XL + 3 cartridges'],
    ['product_electronics', 'PlayStation 5 Slim', 'PlayStation 5 Slim + FC 24 bundle'],
    ['product_electronics', 'Xiaomi Redmi Note 12 4G 128GB', 'Xiaomi Redmi Note 12 5G 128GB'],
    ['product_grocery', 'Kerrygold Butter gesalzen 250 g', 'Kerrygold Butter ungesalzen 250 g'],
    ['product_grocery', 'Tomaten 500 g', 'Tomatoes 500g'],
  ])('%s: does not merge "%s" and "%s"', (entity, a, b) => {
    expect(said(entity, { name: a }, { name: b })).not.toBe(merged)
  })

  it.each([
    ['product_grocery', 'Evian Mineralwasser 6 x 1,5 l', 'Evian mineral water 6x1.5L'],
    ['product_grocery', 'Danone Activia Erdbeere 4x115g', 'Danone Activia fraise 4 x 115 g'],
    ['product_home_goods', 'Tefal Unlimited Pfanne 28 cm', 'Tefal Unlimited poêle 28 cm'],
  ])('%s: merges "%s" and "%s"', (entity, a, b) => {
    expect(said(entity, { name: a }, { name: b })).toBe(merged)
  })
})
