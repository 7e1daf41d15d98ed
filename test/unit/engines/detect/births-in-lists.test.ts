// Dates of birth next to people in lists and notes, and other dates there.
import { describe, expect, it } from 'vitest'
import { only } from './finding.ts'

const births = (text: string) => only('DOB', text, 'GB')

describe('dates beside people', () => {
  it('reads several dates right behind full names as births, and one alone not', () => {
    const list = 'Log 02/02/2026: Ada Bello 05/01/1979 lot K1 arm L; Tom Hughes 13/08/1991 lot E3 declined'
    expect(births(list)).toEqual(['05/01/1979', '13/08/1991'])
    expect(births('Log 02/02/2026: letter of Ada Bello 05/01/1999 was filed')).toEqual([])
  })

  it('reads a date of a generation ago that is a sentence of its own', () => {
    expect(births('Ada Bello c/o pain. 11.12.1959. Ring +44 1632 960001 on 02/02/2026.')).toEqual(['11.12.1959'])
    expect(births('Ada Bello c/o pain. 11.12.2019. Ring +44 1632 960001 on 02/02/2026.')).toEqual([])
  })

  it('hears the answer behind an e-mail address', () => {
    const chat =
      '[Support] Could you confirm your email and date of birth?\n[Ada] user_post87@example.org and 19.01.1990'
    expect(births(chat)).toEqual(['19.01.1990'])
  })
})

describe('numbers and towns of the same texts', () => {
  it('reads the new number where the old one is one', () => {
    expect(only('PHONE', 'Old value: +47 40 65 17 25\nNew value: 21362957', 'NO')).toEqual([
      '+47 40 65 17 25',
      '21362957',
    ])
    expect(only('PHONE', 'Old value: 40.12\nNew value: 21362957', 'NO')).toEqual([])
  })

  it('reads towns behind where somebody lives', () => {
    expect(only('LOCATION', 'Ana Silva, resident in Braga. Confidence 72%', 'PT')).toEqual(['Braga'])
  })
})
