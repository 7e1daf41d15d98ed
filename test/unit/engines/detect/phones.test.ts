// Telephone numbers as each country writes them, with and without a word for them, and the numbers that look like them.
import { describe, expect, it } from 'vitest'
import { findings, found } from './finding.ts'

describe('telephone numbers', () => {
  it.each([
    ['PT', 'Confirm by calling 912611930.', ['PHONE 912611930']],
    ['DE', 'closed port 51422\n2025-05-06 07:58:40 done', []],
    // No part of a network address begins with a zero.
    ['BE', 'Appelez Luc Maes au 012.34.87.82 avant midi.', ['NAME Luc Maes', 'PHONE 012.34.87.82']],
    ['LU', 'Rufft eis un op 27179713.', ['PHONE 27179713']],
    ['ES', "mobile='612544345' where id=612544399", ['PHONE 612544345']],
    [
      'EU',
      'Rue Belliard 6, 1047 Brussels, 012 36 91 33. The car',
      ['ADDRESS Rue Belliard 6, 1047 Brussels', 'PHONE 012 36 91 33'],
    ],
    ['BG', 'Phone 00359 2 181 399\n2 boxes, 284.092.38, cash', ['PHONE 00359 2 181 399']],
    ['EU', 'Gauge 012 36 91 33 of the line', []],
    // Digits that pass the check of a personal number, grouped in an unused way.
    [
      'FI',
      'Koskitie 19, 33200 Tampere - 041 2877530; next',
      ['ADDRESS Koskitie 19, 33200 Tampere', 'PHONE 041 2877530'],
    ],
    ['LT', 'He can be told by phone (0-619) 47522 at any time.', ['PHONE (0-619) 47522']],
    [
      'CY',
      'Ask Melissa Stephens at m.stephens@example.com or on 22300467.',
      ['NAME Melissa Stephens', 'EMAIL m.stephens@example.com', 'PHONE 22300467'],
    ],
    ['DE', 'phone 01511 8125267. Raffle, mandate 273807758980, first payment', ['PHONE 01511 8125267']],
    [
      'EU',
      'Anna Beck, r.beck@example.eu, 01-23-43-51-28.',
      ['NAME Anna Beck', 'EMAIL r.beck@example.eu', 'PHONE 01-23-43-51-28'],
    ],
    ['LV', 'Her son Alfrēds Ozols (63439676) will bring her.', ['NAME Alfrēds Ozols', 'PHONE 63439676']],
    ['ZA', 'ushayele inombolo ku-031 398 1349 namuhla', ['PHONE 031 398 1349']],
    ['BG', 'Може ли да ми се обадите на 02123246 днес', ['PHONE 02123246']],
    ['LU', 'or my husband François Chauvin on 27214808 thanks', ['NAME François Chauvin', 'PHONE 27214808']],
    ['LU', 'François Chauvin ref 27214808 thanks', ['NAME François Chauvin']],
    ['IE', '<td>Nora Keane</td><td>0853435532</td>', ['NAME Nora Keane', 'PHONE 0853435532']],
    ['LT', 'mob. (0-612) 52325.', ['PHONE (0-612) 52325']],
    ['HU', 'telefon (06 1) 234 0355', ['PHONE (06 1) 234 0355']],
    ['PT', 'a cliente ligou do 21 253 0943.', ['PHONE 21 253 0943']],
    ['DE', 'Rufen Sie 030/901820-0 oder 0171-2345678 an', ['PHONE 030/901820-0', 'PHONE 0171-2345678']],
    ['FR', 'joignable au 06.12.34.56.78', ['PHONE 06.12.34.56.78']],
    ['DK', 'tlf 20 12 34 56', ['PHONE 20 12 34 56']],
    ['GB', 'Tel: (0161) 496 0000', ['PHONE (0161) 496 0000']],
    ['PL', 'tel. 501 234 567', ['PHONE 501 234 567']],
    ['LV', 'If 21-917-832 is busy', ['PHONE 21-917-832']],
    [null, 'tel: +33 1 42 68 53 00 or +1 (415) 555-2671', ['PHONE +33 1 42 68 53 00', 'PHONE +1 (415) 555-2671']],
    ['EU', 'office +32 2 555 12 12', ['PHONE +32 2 555 12 12']],
    ['DE', 'Tel. 0171\n2345678', ['PHONE 0171\n2345678']],
    ['GB', 'Tel: 020 7946\n0958', ['PHONE 020 7946\n0958']],
    [null, '<tr><td>Tél.</td><td class="n">06 12 34 56 78</td></tr>', ['PHONE 06 12 34 56 78']],
    ['DE', 'MP 2.200-2/2001, 20.4.-27.4.2010, 09.38-18.02, 1415/2006, 861.350.14', []],
    ['CZ', 'číslo 601174955', ['PHONE 601174955']],
    ['PT', 'manda o nº do zé 912341959', ['PHONE 912341959']],
    ['GB', 'phone,nights\n+447700900123,3', ['PHONE +447700900123']],
    ['CZ', 'objednávka číslo 601174955; číslo zásilky 601174955', []],
    ['DK', 'Rapport nummer 34468494, ordre nummer 34468494', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['CZ', '110 00 Praha 1 / 212 345 479 / T23440', ['PHONE 212 345 479']],
    ['DK', 'Signe Holm, 62625856', ['PHONE 62625856']],
    ['NO', 'Iselin Berg, tidligere leder, 95198946', ['PHONE 95198946']],
    ['IS', 'Tryggvi Magnússon - 640-0824', ['PHONE 640-0824']],
    ['DE', 'Tel: 030 901820\n10115 Berlin', ['PHONE 030 901820']],
    // Their extensions, also behind a sign.
    ['DE', 'Tel. 030 901820 ;x12 rief an', ['PHONE 030 901820 ;x12']],
    ['DE', 'tel:+4930901820;ext=12 rief an', ['PHONE +4930901820;ext=12']],
    [
      'DE',
      'Tel. 030/901820-0 ; x 5, Tel. 030 901821-0 / -13',
      ['PHONE 030/901820-0 ; x 5', 'PHONE 030 901821-0 / -13'],
    ],
    ['PL', 'tel. 22 431 07 55 wew. 12 albo jutro', ['PHONE 22 431 07 55 wew. 12']],
    // Without an area code, in no plan, right behind a label that is a word.
    ['DE', 'Tel. 7788123 ;x12, Mobil: 998 877', ['PHONE 7788123 ;x12', 'PHONE 998 877']],
    ['DE', 'Telefonrechnung 7788123, Tel. seit 2019, T.P. 148.221', []],
    ['DE', 'Tel. 030 901820, x fehlt, App. 12a', ['PHONE 030 901820']],
  ])('values of %s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it('finds every occurrence of a telephone number', () => {
    const text = 'Call +234 803 555 7890. Again: 0803 555 7890, or 00234 803 555 7890; once more +234 803 555 7890'
    expect(found(text, 'NG')).toHaveLength(4)
    expect(findings(text, 'NG').map(({ country }) => country)).toEqual(['NG', undefined, 'NG', 'NG'])
  })

  it('a dash and a telephone number are no postcode', () => {
    expect(found('Robert - far Svend Gade - 2226 7357', 'DK', true)).toContain('PHONE 2226 7357')
  })

  it('a field of its own behind a telephone is no telephone', () => {
    expect(found('Tel.: 0049 30 092994, Tgb.: 3446182139', 'DE')).toEqual(['PHONE 0049 30 092994'])
    expect(found('Tel.: 030 1234567, privat: 0171 2345678', 'DE')).toHaveLength(2)
    expect(found('Tel. 11\nKtrl-Nr.: 7404537775120', 'DE')).toEqual([])
  })

  it('who is to be called back', () => {
    expect(found('Llámenme al 612224481 después de comer.', 'ES')).toEqual(['PHONE 612224481'])
    expect(found('Richiamatemi al 3123196791 domani.', 'IT')).toEqual(['PHONE 3123196791'])
  })

  it('a small word is no label of another language', () => {
    expect(found('Zij is op 0031 6 12345678 te bereiken.', 'NL')).toEqual(['PHONE 0031 6 12345678'])
    expect(found('Zij is morgen op 06-12345678.', 'NL')).toEqual(['PHONE 06-12345678'])
    expect(found('OP: 0031612345678', 'CZ')).not.toContain('PHONE 0031612345678')
  })
})
