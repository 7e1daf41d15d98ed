import { describe, expect, it } from 'vitest'
import type { Bound } from '../../../../src/engines/compare/comparators/comparator.ts'
import { KINDS, kindOf } from '../../../../src/engines/compare/comparators/kinds.ts'
import { compareTerritories } from '../../../../src/engines/compare/places/territories.ts'
import type { Fields } from '../../../../src/engines/compare/tools/pack-tools.ts'
import { createTools } from '../../../../src/engines/compare/tools/pack-tools.ts'
import { withNumbers } from '../../../../src/engines/compare/words/number-words.ts'
import { tokensOf } from '../../../../src/engines/compare/words/value-words.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const packs = loadPacks()
const tools = createTools(packs, packs.entityPack('person').pack, null)
const map = (value: string | undefined) => new Map(value === undefined ? [] : [['field', value]])
/** The result of a comparator for two records. */
const compared = ({ prepare, compare }: Bound, a: Fields, b: Fields) => {
  const [x, y] = [prepare(a), prepare(b)]
  return x === null || y === null ? null : compare(x, y, 0)
}
/** The bare similarity of two values under a comparator; null when it has nothing to say. */
const compare = (kind: string, a?: string, b?: string) =>
  compared(kindOf(kind)!.comparator.bind({ field: 'field', kind, with: [] }, tools), map(a), map(b))?.measures[0] ??
  null

describe('every comparator', () => {
  it.each(Object.entries(KINDS).map(([kind, { comparator }]) => [kind, comparator] as const))(
    '%s says nothing about nothing',
    (kind, { measures, summary }) => {
      expect(compare(kind, undefined, 'x')).toBeNull()
      expect(compare(kind, undefined, undefined)).toBeNull()
      expect(measures.length).toBeGreaterThan(0)
      expect(summary).not.toBe('')
    },
  )

  it('is what the packs name', () => {
    for (const name of packs.entityNames())
      for (const { kind } of packs.entityPack(name).pack.comparisons) expect(kindOf(kind)).toBeDefined()
  })
})

describe('date', () => {
  it.each([
    ['1990-04-12', '12.04.1990', 1],
    ['1990-04-12', '19900412', 1],
    ['1990-04-12', '1990-12-04', 0.9],
    ['1990-04-12', '1990-04-13', 0.85],
    ['1990-04-12', '1990', 0.75],
    ['1990-04-12', '1990-04', 0.8],
    ['1990-04-12', '1990-05', 0.3],
    ['1990-04-25', '04/25/1990', 1],
    ['1990-04-12', '12 April 1990', 1],
    ['1990-04-12', 'April 12th, 1990', 1],
    ['1990-04-12', '12 avril 1990', 1],
    ['1990-04-12', 'April 1990', 0.8],
    ['1990-04-12', '12.04.90', 0.95],
    ['2019-04-12', '12/04/19', 0.95],
    ['1990-04-12', '13/04/90', 0.85],
    ['1990-04-12', '1890-04-12', 0.85],
    ['1990-04-12', '1990-04-21', 0.85],
    ['1990-01-01', '1990-04-12', 0.7],
    ['1990-01-01', '1990-01-01', 0.8],
    ['1990-04-12', '1951-04-12', 0.65],
    ['1990-04-12', '1989-11-30', 0.2],
    ['1990-04-12', '1923-11-30', 0],
  ])('%s and %s: %f', (a, b, expected) => expect(compare('date', a, b)).toBe(expected))

  it('cannot read a date without a year', () => expect(compare('date', '01-01', '1990-01-01')).toBeNull())
})

describe('identifier', () => {
  it.each([
    ['123-456-78901', '12345678901', 1],
    ['12345678901', '12345678910', 0.6],
    ['12345678901', '99988877766', 0],
  ])('%s and %s: %f', (a, b, expected) => expect(compare('identifier', a, b)).toBe(expected))

  const gtin = (a: string, b: string) =>
    compared(
      kindOf('identifier')!.comparator.bind({ field: 'field', kind: 'identifier', with: [], check: 'ean' }, tools),
      map(a),
      map(b),
    )

  it.each([
    ['4006381333931', '04006381333931', { measures: [1, Number.NaN], conflict: false }],
    ['4006381333931', '5901234123457', { measures: [0, Number.NaN], conflict: true }],
    ['4006381333932', '4006381333932', { measures: [0.92, Number.NaN], conflict: false, bits: 0 }],
    ['4006381333931', '4006381333932', { measures: [0.6, Number.NaN], conflict: false }],
  ])('%s and %s, with check digits', (a, b, expected) => expect(gtin(a, b)).toMatchObject(expected))

  it('says nothing where a number that fails its check differs', () =>
    expect(gtin('4006381333931', '5901234123450')).toBeNull())

  it('knows what people write instead of a number', () =>
    expect(compare('identifier', '0000000', '0000000')).toBeNull())
})

describe('identifier under the schemes of countries', () => {
  const compareIds = kindOf('identifier')!.comparator.bind(
    { field: 'field', kind: 'identifier', with: ['country'], schemes: ['PII-2-NATIONAL_ID'] },
    tools,
  )
  const ids = (a: string, b: string, country = '') => {
    const [x, y] = [a, b].map(
      (value) => new Map([['field', value], ...(country === '' ? [] : [['country', country]])] as [string, string][]),
    )
    return compared(compareIds, x!, y!)
  }

  // 44051401359 is the example of the Polish register's guide; its neighbour has the check digit of the weights 1, 3, 7, 9.
  it.each([
    ['equal and sound', '44051401359', '440514 01359', { measures: [1, 1], conflict: false }],
    ['a swap, caught by the check digit', '44051401359', '44051401395', { measures: [0.6, 0], conflict: false }],
    ['neighbours, both sound', '44051401359', '44051401366', { measures: [0, Number.NaN], conflict: true }],
    ['another number that is written wrongly', '44051401359', '02070803629', { measures: [0, 0], conflict: false }],
    ['two sound numbers', '44051401359', '02070803628', { measures: [0, Number.NaN], conflict: true }],
    ['no scheme has the shape', '55512345', '55599999', { measures: [0, Number.NaN], conflict: true }],
  ])('%s', (_, a, b, expected) => {
    expect(ids(a, b)).toMatchObject(expected)
    expect(ids(b, a)).toMatchObject(expected)
  })

  // 123456782 is a sound burgerservicenummer; one random number in eleven is, so the check speaks where the country is named.
  it('a weak check counts where a record names its country', () => {
    expect(ids('123456782', '123456728')!.measures[1]).toBeNaN()
    expect(ids('123456782', '123456728', 'Netherlands')!.measures[1]).toBe(0)
    expect(ids('123456782', '123456782', 'NL')!.measures[1]).toBe(1)
  })
})

describe('address', () => {
  const addresses = (a: Record<string, string>, b: Record<string, string>) =>
    compared(
      kindOf('address')!.comparator.bind({ field: 'address', kind: 'address', with: ['postcode', 'city'] }, tools),
      new Map(Object.entries(a)),
      new Map(Object.entries(b)),
    )!.measures

  // One address each in two usual spellings.
  it.each([
    ['ul. Długa 5', 'ulica Długa 5'],
    ['Hauptstr. 12', 'Hauptstraße 12'],
    ['Kerkstr. 8', 'Kerkstraat 8'],
    ['Avda. de la Constitución 3', 'Avenida de la Constitución 3'],
    ['12 High St', '12 High Street'],
    ['12 High Street', 'High St. 12'],
    ['nám. Republiky 2', 'náměstí Republiky 2'],
  ])('%s and %s', (a, b) => {
    const [overlap, , number] = addresses({ address: a }, { address: b })
    expect(overlap).toBeGreaterThan(0.95)
    expect(number).toBe(1)
  })

  it('tells kinds of street apart', () =>
    expect(addresses({ address: '12 Oak Street' }, { address: '12 Oak Avenue' })[0]).toBeLessThan(0.9))

  it('leaves town and postcode, in one field or three, to the comparisons of their own', () => {
    const short = { address: 'Hauptstraße 5', postcode: '10115', city: 'Berlin' }
    expect(addresses({ address: 'Hauptstr. 5, 10115 Berlin' }, short)[0]).toBeGreaterThan(0.95)
    expect(addresses({ address: 'Hauptstr. 5, 10115 Berlin' }, { ...short, city: 'Hamburg' })[0]).toBe(1)
    expect(addresses({ address: 'Hauptstr. 5, Berlin' }, { ...short, city: 'Hamburg' })[0]).toBeLessThan(0.9)
  })

  it('has nothing to say of a door that one side lacks', () =>
    expect(addresses({ address: 'High Street' }, { address: 'Flat 2, 12 High Street' }).slice(2)).toEqual([
      Number.NaN,
      Number.NaN,
    ]))
})

describe('phone', () => {
  it.each([
    ['+234 803 555 0111', '0803 555 0111', 1],
    ['(212) 555-0123', '212/555-0123', 1],
    ['0803 555 0111', '0803 555 0112', 0.6],
  ])('%s and %s: %f', (a, b, expected) => expect(compare('phone', a, b)).toBe(expected))
})

describe('email', () => {
  it.each([
    ['Ada.Obi+news@gmail.com', 'adaobi@googlemail.com', 1],
    ['ada-obi@proton.me', 'ada_obi@protonmail.com', 1],
    ['ada.obi@me.com', 'ada.obi@icloud.com', 1],
    ['ada-obi@yandex.ru', 'ada.obi@ya.ru', 1],
    ['ada.obi (at) example.com', 'mailto:ada.obi@example.com', 1],
    ['ada.obi@example.com', 'adaobi@example.com', 0.7],
    ['ada@example.com', 'ada@example.org', 0.5],
    ['ada@example.com', 'ben@elsewhere.net', 0],
  ])('%s and %s: at least %f', (a, b, expected) => expect(compare('email', a, b)).toBeGreaterThanOrEqual(expected))

  it('keeps apart what one provider joins and another does not', () =>
    expect(compare('email', 'ada.obi@outlook.com', 'adaobi@outlook.com')).toBe(0.7))
})

describe('address', () => {
  it('spells street words one way', () => expect(compare('address', '12 Zaria Road', '12 Zaria Rd.')).toBe(1))
})

describe('postcode', () => {
  it.each([
    ['EH4 1JG', 'eh41jg', 1],
    ['EH4 1JG', 'EH4', 0.9],
    ['018940', '18940', 1],
  ])('%s and %s: %f', (a, b, expected) => expect(compare('postcode', a, b)).toBe(expected))
})

describe('territories', () => {
  const territories = createTools(packs, packs.entityPack('organisation').pack, null).territories()
  const marked = (text: string, alone = false) => territories.marked(text.split(' '), alone).join(' ')

  it.each([
    ['bank of burma', 'bank of ~mm'],
    ['republic of china ministry', '~tw ministry'],
    ['new south wales police', '~au-nsw police'],
    ['swedish rail', '~se rail'],
    ['jordan shoes', 'jordan shoes'],
  ])('%s is read as %s', (text, expected) => expect(marked(text)).toBe(expected))

  it('takes a name that other things bear as well only where it stands alone', () => {
    expect(marked('jordan', true)).toBe('~jo')
    expect(marked('jordan press', true)).toBe('jordan press')
  })

  it.each([
    [['ke'], ['ke'], 1],
    [['ke'], ['gh'], 0],
    [['au'], ['au-nsw'], 0.7],
    [['gb', 'ie'], ['gb'], 0.85],
    [['ke'], [], 0.45],
    [[], [], Number.NaN],
  ])('%j and %j: %f', (a, b, expected) => expect(compareTerritories(a, b, false)).toBe(expected))
})

describe('numbers in names', () => {
  it.each([
    ['first bank', '1 bank'],
    ['1st bank', '1 bank'],
    ['brigade forty four', 'brigade 44'],
    ['brigade 44', 'brigade 44'],
    ['partners vii', 'partners 7'],
    ['twenty', '20'],
  ])('%s is read as %s', (text, expected) => expect(withNumbers(text.split(' ')).join(' ')).toBe(expected))
})

describe('words', () => {
  it('reads UTF-8 that was taken for Windows-1252 as it was meant', () => {
    expect(tokensOf('SolidaritÃ©s â€“ PremiÃ¨re')).toEqual(tokensOf('Solidarités – Première'))
  })

  it('leaves other letters beyond ASCII alone', () => expect(tokensOf('São João Ção')).toEqual(['sao', 'joao', 'cao']))
})
