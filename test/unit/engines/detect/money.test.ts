// Accounts, cards, wallets and receipts, and numbers that look like them.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('money', () => {
  it.each([
    ['NL', 'Full number on the slip: 4917-6195-2139-8447', ['CARD 4917-6195-2139-8447']],
    ['FI', 'card\tamount\n4917 6138 2480 1934\t293,70 €', ['CARD 4917 6138 2480 1934']],
    ['PT', 'User: 4917617277742685, and I moved', ['CARD 4917617277742685']],
    ['IS', 'lokið reikningi 0111-26-048213', ['BANK_ACCOUNT 0111-26-048213']],
    ['IS', 'Reikningur nr. 2025118', []],
    ['CZ', 'peníze na 19-2000145399/0800', ['BANK_ACCOUNT 19-2000145399/0800']],
    ['CZ', 'č.j. 118822/2025 a 4400192/2010', []],
    ['NO', 'Utbetales til 8601.11.17947', ['BANK_ACCOUNT 8601.11.17947']],
    ['BE', 'instead of card 5401232195250041\n10:15 asked', ['CARD 5401232195250041']],
    ['KE', 'Confirmed. SLK4T82910 sent to', ['MPESA_REF SLK4T82910']],
    [null, 'Card 4111-1111-1111-\n1111 exp 12/28', ['CARD 4111-1111-1111-\n1111']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('finds IBANs by their check digits, in any grouping and over a line break', () => {
    expect(
      found(
        'DE89370400440532013000; GB29 NWBK 6016 1331 9268 19; NO93-8601-1117-947; DE89 3704 0044 0532\n0130 00',
        'DE',
      ),
    ).toHaveLength(4)
    expect(found('form code DE88 3704 0044 0532 0130 00', 'DE')).toEqual([])
    expect(found('IBAN DE88 3704 0044 0532 0130 00', 'DE')).toEqual(['IBAN DE88 3704 0044 0532 0130 00'])
  })

  it('finds cards by Luhn and issuer', () => {
    expect(found('paid with 4111-1111-1111-1111 and 3782 822463 10005', 'GB')).toEqual([
      'CARD 4111-1111-1111-1111',
      'CARD 3782 822463 10005',
    ])
    expect(found('voucher 4111 1111 1111 1112, order 4111111111111111, loyalty no. 5555555555554444', 'GB')).toEqual([])
  })

  it('finds accounts and sort codes behind their cue only', () => {
    expect(found('Sort code 12-34-56, account 12345678', 'GB')).toEqual([
      'BANK_ACCOUNT 12-34-56',
      'BANK_ACCOUNT 12345678',
    ])
    expect(found('účet 19-2000145399/0800', 'CZ')).toEqual(['BANK_ACCOUNT 19-2000145399/0800'])
    expect(found('salary account 9602780465', 'NG')).toEqual(['BANK_ACCOUNT 9602780465'])
    expect(found('12345678 rows, 12-34-56', 'GB')).toEqual([])
  })

  it('finds wallets and mobile-money receipts', () => {
    expect(
      found('send to 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed or bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'GB'),
    ).toHaveLength(2)
    expect(found('QGH7SK61XT Confirmed. Ksh500.00 sent', 'KE')).toEqual(['MPESA_REF QGH7SK61XT'])
    expect(found('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3 is misspelt', 'GB')).toEqual([])
  })
})
