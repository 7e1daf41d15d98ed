// Identity numbers: strong evidence speaks, weak evidence is silent, labels decide between schemes.
import { describe, expect, it } from 'vitest'
import { shapesOf } from '../../../../src/engines/detect/identifiers/shapes.ts'
import { findings, found } from './finding.ts'

describe('identity numbers', () => {
  it.each([
    ['DE', 'Steuer-ID 86 095 742 719', 'TIN 86 095 742 719'],
    ['ES', 'con DNI 12345678Z', 'NATIONAL_ID 12345678Z'],
    ['IT', 'C.F. RSSMRA85T10A562S', 'TIN RSSMRA85T10A562S'],
    ['FI', 'hetu 131052-308T', 'NATIONAL_ID 131052-308T'],
    ['BE', 'rijksregisternummer 85.07.30-033.28', 'NATIONAL_ID 85.07.30-033.28'],
    ['RO', 'CI seria RX nr. 123456', 'NATIONAL_ID seria RX nr. 123456'],
    ['GH', 'pls send ur ghana card GHA-332895645-1', 'GHANA_CARD GHA-332895645-1'],
    ['GB', 'NHS number 943 476 5919', 'HEALTH_ID 943 476 5919'],
    ['ZA', 'ID number: 8001015009087', 'NATIONAL_ID 8001015009087'],
    ['NG', 'NIN-12345678901', 'NIN 12345678901'],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual([expected])
  })

  it('says which rule and country it was, and how sure', () => {
    expect(findings('PESEL 44051401359', 'PL')[0]).toMatchObject({
      detector: 'rule:pl_pesel',
      country: 'PL',
      strength: 'validated',
      confidence: 0.99,
    })
  })

  it('needs no cue for a number of the governing country that passes a strong check', () => {
    expect(found('Odbiorca 44051401359 potwierdzony', 'PL')).toEqual(['NATIONAL_ID 44051401359'])
  })

  it('takes no bare digits for another country’s number', () => {
    expect(found('Aktenstück 44051401359', 'DE')).toEqual([])
    expect(found('PESEL 44051401359', 'DE')).toEqual(['NATIONAL_ID 44051401359'])
  })

  it('reads a value under the heading of its column', () => {
    expect(found('name;nino;ref\nX;AB123456C;99\nY;AB 12 34 56 D;98', 'GB')).toEqual([
      'HEALTH_ID AB123456C',
      'HEALTH_ID AB 12 34 56 D',
    ])
  })

  it('reads full-width digits, invisible characters and line breaks inside a number', () => {
    expect(found('DNI １２３４５６７８Z', 'ES')).toHaveLength(1)
    expect(found('Steuer-ID 86 095\u200b 742\u00a0719', 'DE')).toHaveLength(1)
    expect(found('Steuer-ID 86 095\n742 719', 'DE')).toHaveLength(1)
  })

  it('lets the nearest announcement decide', () => {
    expect(found('order no. 86095742719', 'DE')).toEqual([])
    expect(found('Bestellung 4711, Steuer-ID 86095742719', 'DE')).toEqual(['TIN 86095742719'])
  })

  it('is silent about the numbers of goods and papers', () => {
    const text =
      'Order 20250114-99887, invoice INV-2024-5567, ISBN 978-0-13-468599-1, EAN 5012345678900, PO 4500012345, tracking JD0002 2345 6789 0123 4, ' +
      '£1,299.00, 45%, 15:30-17:45, SHA256 e3b0c44298fc1c149afbf4c8996fb924, 550e8400-e29b-41d4-a716-446655440000, 1706702400, 10.0.19045.3803'
    expect(found(text, 'GB')).toEqual([])
    expect(
      found('Rechnung RE-2024-00123, Kundennummer 1234567890, 1.234.567,89 EUR, § 12 Abs. 3, BT-Drs. 19/4674', 'DE'),
    ).toEqual([])
  })
})

describe('shapes of patterns', () => {
  it('unfolds what a pattern can match', () => {
    expect(shapesOf('[A-Z]\\d{2}')).toEqual([{ length: 3, digits: 0b110, letters: 0b001 }])
    expect(shapesOf('(?:AB|\\d)[A-Z0-9]?')).toHaveLength(4)
    expect(shapesOf('\\d{5,7}')?.map(({ length }) => length)).toEqual([5, 6, 7])
    expect(shapesOf('.+')).toBeNull()
  })
})
