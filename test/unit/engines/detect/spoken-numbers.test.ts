// Numbers said in words, as in transcripts of calls: found as their digits would be, and quiet where somebody counts, tells the time or a price.
import { describe, expect, it } from 'vitest'
import { ScannedText } from '../../../../src/text/scanned.ts'
import { detectEngine } from '../../../shared/detect-engine.ts'
import { found } from './finding.ts'

describe('numbers said in words', () => {
  it.each([
    [
      'DE',
      'Meine Nummer ist null eins sieben sechs, fünf fünf drei, acht vier null zwo.',
      'PHONE null eins sieben sechs, fünf fünf drei, acht vier null zwo',
    ],
    [
      'GB',
      'My mobile is oh seven nine double one, one two three, four five six.',
      'PHONE oh seven nine double one, one two three, four five six',
    ],
    [
      'FR',
      'joignable au plus trente-trois six trente-neuf quatre-vingt-dix-huit onze quatorze',
      'PHONE plus trente-trois six trente-neuf quatre-vingt-dix-huit onze quatorze',
    ],
    [
      'PL',
      'mój pesel to osiem cztery zero trzy jeden dwa zero siedem pięć pięć trzy',
      'NATIONAL_ID osiem cztery zero trzy jeden dwa zero siedem pięć pięć trzy',
    ],
    [
      'CZ',
      'Rodné číslo je šest devět nula tři nula čtyři lomeno tři osm pět jedna.',
      'NATIONAL_ID šest devět nula tři nula čtyři lomeno tři osm pět jedna',
    ],
    ['NL', 'geboren op vierentwintig juli negentienvierentachtig', 'DOB vierentwintig juli negentienvierentachtig'],
    ['DE', 'geboren am neunten elften zweiundachtzig', 'DOB neunten elften zweiundachtzig'],
    ['US', 'Date of birth? March seventeenth, nineteen eighty-four.', 'DOB March seventeenth, nineteen eighty-four'],
    [
      'ES',
      'nacida el veintinueve de febrero de mil novecientos ochenta y cuatro',
      'DOB veintinueve de febrero de mil novecientos ochenta y cuatro',
    ],
    ['GB', 'The sort code is twenty oh oh fifty three.', 'BANK_ACCOUNT twenty oh oh fifty three'],
  ])('%s: %s', (country, text, value) => expect(found(text, country)).toEqual([value]))

  it.each([
    [
      'DE',
      'Eins, zwei, drei, vier, fünf, sechs, sieben, acht! Um halb acht kostet es zwanzig Euro fünfzig, Nummer zehn.',
    ],
    [
      'GB',
      'The numbers are seven, twelve, nineteen, thirty-three, forty-one and forty-eight. Flight four twenty-two leaves at seven fifteen.',
    ],
    [
      'FR',
      'La révolution de mille huit cent trente, la guerre de quatorze dix-huit, puis mai soixante-huit, en deux cents pages.',
    ],
    [
      'PL',
      'Spotkanie o siedemnastej trzydzieści, sala dwieście czternaście. Raz, dwa, trzy, cztery, maszerują oficery.',
    ],
  ])('%s: nothing in %s', (country, text) => expect(found(text, country, true)).toEqual([]))

  it('takes letters for digits only where check digits prove it', () => {
    expect(found('PESEL: 84O31207553, BSN 48l729367', null)).toEqual([
      'NATIONAL_ID 84O31207553',
      'NATIONAL_ID 48l729367',
    ])
    expect(found('PESEL: 84O31207554. Part 12345S789B, order 61O4182370.', null)).toEqual([])
  })

  it('reads long runs in linear time', () => {
    const time = (text: string) => {
      const from = process.cpuUsage()
      detectEngine.claims(new ScannedText(text), { jurisdiction: 'DE' })
      return process.cpuUsage(from).user
    }
    for (const row of ['eins und ', 'null drei sieben ', 'neun - ']) expect(time(row.repeat(8000))).toBeLessThan(5e6)
  })
})
