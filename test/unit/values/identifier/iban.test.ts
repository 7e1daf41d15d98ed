import { isValidIBAN } from 'ibantools'
import { describe, expect, it } from 'vitest'
import { compactIban, ibanLengthAt, isCompactIban } from '../../../../src/values/identifier/iban.ts'

const isIban = (written: string) => isCompactIban(compactIban(written))

describe('IBANs', () => {
  it('says of every pair of check digits what the registry says', () => {
    for (const [country, bban] of [
      ['DE', '370400440532013000'],
      ['GB', 'NWBK60161331926819'],
      ['MT', 'MALT011000012345MTLCAST001S'],
    ])
      for (let check = 0; check < 100; check++) {
        const value = `${country}${String(check).padStart(2, '0')}${bban}`
        expect([value, isIban(value)]).toEqual([value, isValidIBAN(value)])
      }
  })

  it('reads over blanks and hyphens, and refuses what is too short, misspelt or of no country', () => {
    for (const value of [
      'DE89 3704 0044 0532 0130 00',
      'DE89-3704-0044-0532-0130-00',
      'NO93 8601 1117 947',
      'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
    ])
      expect(isIban(value)).toBe(true)
    expect(isIban('DE89 3704 0044 0532 0130 01')).toBe(false)
    for (const value of ['', 'DE', 'DE89', 'DE89370400440532013', 'DE893704004405320130O0', 'XX89370400440532013000'])
      expect(isIban(value)).toBe(false)
  })
  it('knows from its first two letters how long one is', () => {
    expect(ibanLengthAt('NO', 0)).toBe(15)
    expect(ibanLengthAt('pay MT84', 4)).toBe(31)
    expect(ibanLengthAt('XX', 0)).toBe(0)
  })
})
