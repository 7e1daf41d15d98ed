// The compiled numbering plans against the library they come from: same number, same country, same kind, same trunk prefix.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { readPhone } from '../../../src/values/phone/phone.ts'

const COUNTRIES: readonly CountryCode[] = [
  'AT',
  'BE',
  'CZ',
  'DE',
  'DK',
  'ES',
  'FI',
  'FR',
  'GB',
  'GH',
  'GR',
  'HU',
  'IE',
  'IT',
  'KE',
  'LT',
  'NG',
  'NL',
  'PL',
  'PT',
  'SE',
  'SI',
  'US',
  'ZA',
]
const NUMBERS_EACH = 400

/** Numbers of every length and beginning; the generator is fixed. */
function* numbers(): Generator<string> {
  let state = 20_231
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
  for (let i = 0; i < NUMBERS_EACH; i++) {
    // "00" is read as a plus, which the library does only where one dials it.
    let digits = (below(2) === 0 ? '0' : '') + (1 + below(9))
    for (let left = 5 + below(6); left > 0; left--) digits += below(10)
    yield below(3) === 0 ? digits.replace(/(?=(?:\d{3})+$)/g, ' ').trim() : digits
  }
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length

describe('compiled numbering plans', () => {
  it.each(COUNTRIES)('read the numbers of %s as the library does', (country) => {
    let valid = 0
    for (const written of numbers()) {
      const reading = readPhone(written, country)
      const number = parsePhoneNumberFromString(written, { defaultCountry: country, extract: false })
      if (number === undefined) {
        expect(reading, written).toBeNull()
        continue
      }
      expect(reading, written).toMatchObject({ e164: number.number, valid: number.isValid() })
      if (!number.isValid()) continue
      valid++
      expect(reading!.isMobile(), written).toBe(/MOBILE/.test(number.getType() ?? ''))
      const { length } = number.nationalNumber
      const lacksTrunk = digitsIn(number.formatNational()) > length && digitsIn(written) <= length
      expect(reading!.lacksTrunk(), written).toBe(lacksTrunk)
    }
    expect(valid).toBeGreaterThan(0)
  })
})
