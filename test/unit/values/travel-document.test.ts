import { describe, expect, it } from 'vitest'
import { travelZones } from '../../../src/values/travel-document.ts'

// The specimens that ICAO Doc 9303 prints: part 4 appendix B (TD3), part 5 appendix B (TD1), part 6 appendix B (TD2).
const TD3 = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10'
const TD1 = 'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<'
const TD2 = 'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6'

describe('machine-readable zones', () => {
  it('reads the specimens of ICAO Doc 9303, in any text around them', () => {
    for (const [zone, code] of [
      [TD3, 'P'],
      [TD1, 'I'],
      [TD2, 'I'],
      [TD3.replace('\n', '\r\n'), 'P'],
      [TD1.replaceAll('\n', ' '), 'I'],
    ] as const) {
      const text = `scan 1\n${zone}\nend`
      expect(travelZones(text)).toEqual([{ start: 7, end: 7 + zone.length, code, isValid: true }])
    }
  })

  it('says when a check digit fails, and finds two zones in one text', () => {
    expect(travelZones(`${TD3.replace('7408122', '7408123')}\n\n\n\n\n\n${TD2}`).map(({ isValid }) => isValid)).toEqual(
      [false, true],
    )
  })

  it('is not taken in by shifts, templates and rows of fillers', () => {
    for (const text of [
      'a << 3; b << 4',
      '<<<<<<<<<<',
      '<<'.repeat(5000),
      `${'A'.repeat(44)}<<${'B'.repeat(44)}`,
      TD3.slice(0, 44),
    ])
      expect(travelZones(text)).toEqual([])
  })
})
