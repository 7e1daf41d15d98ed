import { describe, expect, it } from 'vitest'
import { isoDate, normalizeDate, writtenDays } from '../../../src/values/date.ts'

describe('dates', () => {
  it('knows which days exist', () => {
    expect(isoDate(2024, 2, 29)).toBe('2024-02-29')
    expect(isoDate(2023, 2, 29)).toBeNull()
    expect(isoDate(1900, 2, 29)).toBeNull()
    expect(isoDate(85, 4, 31)).toBeNull()
    expect(isoDate(85, 4, 30)).toBe('1985-04-30')
  })

  it.each([
    ['3. März 1985', 'DE', '1985-03-03'],
    ['March 3, 1985', 'GB', '1985-03-03'],
    ['3rd of March 1985', 'GB', '1985-03-03'],
    ['5 de mayo de 1980', 'ES', '1980-05-05'],
    ['1992. május 16.', 'HU', '1992-05-16'],
    ['1980 m. gegužės 5 d.', 'LT', '1980-05-05'],
    ['4 Σεπτεμβρίου 1988', 'CY', '1988-09-04'],
    ['14. toukokuuta 1980', 'FI', '1980-05-14'],
    ['1953.12.01.', 'HU', '1953-12-01'],
    ['14/05/1980', null, '1980-05-14'],
    ['05/14/1980', null, '1980-05-14'],
    ['03/04/1987', 'GB', '1987-04-03'],
    ['03.04.1987', null, '1987-04-03'],
    ['19800514', null, '1980-05-14'],
  ])('%s (%s) is %s', (written, country, iso) => {
    expect(normalizeDate(written, country)).toBe(iso)
  })

  it('leaves an ambiguous date as it is when no country says how to read it', () => {
    expect(normalizeDate('03/04/1987', null)).toBe('03 04 1987')
  })
})

describe('a day in a text', () => {
  it.each([
    '1970-04-03T00:00:00Z',
    '19700403T000000',
    '03.04.1970r.',
    '03.04.1970\u0433.',
    'den 3:e april 1970',
    'Apr-03-1970',
    '3/Apr/1970:00:00:00',
    '1970_04_03',
  ])('is read in %s', (text) => {
    expect([...writtenDays(text)].flatMap(({ readings }) => readings)).toContain('1970-04-03')
  })

  it.each(['03.04.1970rest', '1970-04-03Test', 'v3_4_19705'])('is none in %s', (text) => {
    expect([...writtenDays(text)]).toEqual([])
  })
})
