import { describe, expect, it } from 'vitest'
import { cardBrand, isEmbossed } from '../../../src/values/card.ts'
import { luhn } from '../../../src/values/identifier/arithmetic.ts'

describe('cards', () => {
  it('knows the test numbers that the networks publish', () => {
    for (const [number, brand] of [
      ['4111111111111111', 'visa'],
      ['5555555555554444', 'mastercard'],
      ['2223003122003222', 'mastercard'],
      ['378282246310005', 'amex'],
      ['6011111111111117', 'discover'],
      ['3530111333300000', 'jcb'],
      ['30569309025904', 'diners'],
    ] as const) {
      expect(luhn(number)).toBe(true)
      expect(cardBrand(number)).toBe(brand)
    }
    expect(luhn('4111111111111112')).toBe(false)
  })

  it('knows how cards are embossed', () => {
    for (const groups of [[16], [4, 4, 4, 4], [4, 6, 5]]) expect(isEmbossed(groups)).toBe(true)
    for (const groups of [
      [3, 3, 4],
      [2, 2, 2, 2],
      [5, 5, 5],
    ])
      expect(isEmbossed(groups)).toBe(false)
  })
})
