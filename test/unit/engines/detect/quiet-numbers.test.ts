// Numbers of goods, papers and machines that belong to no person.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('no value is', () => {
  it.each([
    ['the pattern of a sort code', 'Sort code: 00-00-00'],
    ['a version under a port', 'Moved to port 8443\n1.8.7 of May'],
    ['what heads a line with its number', 'Guia 44818: comprimidos'],
    ['an article number with its hyphen elsewhere', 'Texapore, 1511600-4330.'],
  ])('%s', (_what, text) => {
    expect(found(text, null, true)).toEqual([])
  })
})

describe('numbers of nobody', () => {
  it.each([
    ['LU', 'The claimant seeks 536 EUR. Hearing in May.', []],
    ['PT', 'Declined: 1 (document number 230573837 not readable)', []],
    ['BG', 'Your claim 4501035774 is closed.', []],
    ['LU', 'Monthly turnover 458,41 EUR. Bank account to follow.', []],
    ['RO', 'Comanda 747135 din 23/08/2026', []],
    ['GB', 'part no | batch | ok\n5662151487 | 680348793872 | 9\n2232970677 | 278856324983 | 7', []],
    ['GB', 'Hob pan, 28 cm | EAN 4066987361455 | 49.90', []],
    ['GB', 'Batch of part K693184 failed.', []],
    [null, 'isotope,half_life_s,energy\nFe-59,9259516,539\nCo-60,782076397,608', []],
    [null, '{"id": 75296166, "type": "valve", "open": false}', []],
    ['KE', 'ID: 27529616', ['NATIONAL_ID 27529616']],
    ['SK', 'Požiadavka 4562122191 z 27.08.2026', []],
    ['EU', 'Haushaltslinie 13 01 02 01', []],
    ['GB', 'tax code 1257L, week 9', []],
    ['DK', 'Parti 18/5-2026, prøver 120381 - 4567', []],
    ['DK', 'Ordre 1602096528 er sendt', []],
    ['GB', '1. Flour\n2. Butter\n3. 250 g sugar\nserves 4', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['a network', 'The blocks 192.0.2.0/24 and 2001:db8::/32 are reserved.'],
    ['versions', 'Bootloader 2.17.0.1; do not downgrade below 9.4.0.2.'],
    ['a date before the next sentence', 'First issue 12 March 1902. Born digital since 1998.'],
    ['a day and a time', '12.3.2026 7.04.15 INFO\n12.3.2026 7.10.00 INFO'],
    ['counters that pass some check', 'Packets in 8800554911, out 7711223344; pulses 44051401458.'],
  ])('%s', (_what, text) => {
    expect(found(text, null, true)).toEqual([])
  })

  it.each([
    ['the address of a host in a network', 'Host 192.0.2.7/24 answered.', null, ['IP_ADDRESS 192.0.2.7']],
    [
      'a number that passes the check of the law that governs',
      'Noted: 44051401458.',
      'PL',
      ['NATIONAL_ID 44051401458'],
    ],
    ['a number that its cue announces', 'PESEL 44051401458', null, ['NATIONAL_ID 44051401458']],
  ])('but %s is', (_what, text, jurisdiction, values) => {
    expect(found(text, jurisdiction, true)).toEqual(values)
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
