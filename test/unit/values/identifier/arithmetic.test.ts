// The shared arithmetic against the examples of its standards, and the error each scheme promises to catch.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as arithmetic from '../../../../src/values/identifier/arithmetic.ts'
import { checks } from '../../../../src/values/identifier/checks.ts'

const SCHEMES: readonly [string, (value: string) => boolean][] = [
  ['luhn', arithmetic.luhn],
  ['verhoeff', arithmetic.verhoeff],
  ['mod11Of10', arithmetic.mod11Of10],
]

describe('check-digit arithmetic', () => {
  it('knows the examples of the literature', () => {
    expect(arithmetic.luhn('79927398713')).toBe(true)
    expect(arithmetic.verhoeff('2363')).toBe(true)
    expect(arithmetic.mod11Of10('07945')).toBe(true)
    expect(arithmetic.mod11Radix2('079X')).toBe(true)
    expect(arithmetic.mod97Of10('794' + '44')).toBe(true)
    // ICAO Doc 9303 part 4, appendix A: L898902C3 and its check digit 6.
    expect(arithmetic.icaoSum('L898902C3')).toBe(6)
  })

  for (const [name, valid] of SCHEMES)
    it(`${name} gives every payload one check digit and catches every single wrong digit`, () => {
      fc.assert(
        fc.property(
          fc.stringMatching(/^\d{4,14}$/),
          fc.nat(),
          fc.integer({ min: 1, max: 9 }),
          (payload, place, shift) => {
            const whole = [...'0123456789'].map((digit) => payload + digit).filter(valid)
            expect(whole).toHaveLength(1)
            const at = place % payload.length
            const wrong = payload.slice(0, at) + ((Number(payload[at]) + shift) % 10) + payload.slice(at + 1)
            expect(valid(wrong + whole[0]!.at(-1))).toBe(false)
          },
        ),
      )
    })

  it('answers for any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z0-9]{0,24}$/)), (text) => {
        for (const check of Object.values(checks)) expect(typeof check(text)).toBe('boolean')
      }),
    )
  })
})

describe('what the packaged checkers get wrong', () => {
  it('Finland: the century signs of 2023', () => {
    expect(checks['fi.hetu']!('131052B308T')).toBe(true)
    expect(checks['fi.hetu']!('010594Y9032')).toBe(true)
    expect(checks['fi.hetu']!('131052T308T')).toBe(false)
  })

  it('Sweden: with hyphen, plus, century and neither', () => {
    for (const value of ['8112189876', '811218-9876', '811218+9876', '198112189876'])
      expect(checks['se.personnummer']!(value)).toBe(true)
    expect(checks['se.personnummer']!('8113189876')).toBe(false)
  })

  it('Iceland: numbers issued without check digit since 2026', () => {
    expect(checks['is.kennitala']!('1201743399')).toBe(true)
    expect(checks['is.kennitala']!('1201743389')).toBe(false)
    expect(checks['is.kennitala_2026']!('1201743389')).toBe(true)
    expect(checks['is.kennitala_2026']!('3201743389')).toBe(false)
  })

  it('Romania: register numbers of all three spellings', () => {
    for (const value of ['J52/750/2012', 'J527502012', 'J52/750/22.11.2012', 'J2012000750528'])
      expect(checks['ro.onrc']!(value)).toBe(true)
    for (const value of ['J49/750/2012', 'J52/100000/2012', 'J2012000750529'])
      expect(checks['ro.onrc']!(value)).toBe(false)
  })
})
