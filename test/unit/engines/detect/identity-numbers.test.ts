// Numbers that a country issues, and papers: strong evidence speaks, weak evidence is silent, labels decide between schemes.
import { describe, expect, it } from 'vitest'
import { findings, found } from './finding.ts'

describe('identity numbers', () => {
  it.each([
    ['FI', 'The number 081299-5209 is on page two', []],
    ['ES', 'N.º de documento: 69261798N', ['NATIONAL_ID 69261798N']],
    ['GH', 'NHIS membership no. 70246900', ['HEALTH_ID 70246900']],
    ['ZA', 'Pay Pieter Smith, SA ID no. 9411110588084', ['NAME Pieter Smith', 'NATIONAL_ID 9411110588084']],
    ['ZA', 'Joel Davies (SA ID 9411110588084)', ['NAME Joel Davies', 'NATIONAL_ID 9411110588084']],
    ['DE', 'Applicant Elmar Henk, German ID card XPTT2N2CR4', ['NAME Elmar Henk', 'NATIONAL_ID XPTT2N2CR4']],
    ['AT', 'desk: and your passport?\n[07:53] guest: P2768359', ['PASSPORT P2768359']],
    ['PL', '07:51 desk: and your NIP?\n07:53 guest: 897-620-50-38', ['TIN 897-620-50-38']],
    ['GR', 'tax registration number 059337334', ['TIN 059337334']],
    ['NG', 'CAC registration no. RC 848762', ['RC RC 848762']],
    ['PL', 'Bot: Please type your NIP.\nUser: 897-620-50-38', ['TIN 897-620-50-38']],
    ['GB', 'Laura Young, Unique Taxpayer Reference 91492 14757', ['NAME Laura Young', 'TIN 91492 14757']],
    ['ES', 'N.º de documento: 12345678A', []],
    ['DE', 'Steuer-ID 86 095 742 719', ['TIN 86 095 742 719']],
    ['ES', 'con DNI 12345678Z', ['NATIONAL_ID 12345678Z']],
    ['IT', 'C.F. RSSMRA85T10A562S', ['TIN RSSMRA85T10A562S']],
    ['FI', 'hetu 131052-308T', ['NATIONAL_ID 131052-308T']],
    ['BE', 'rijksregisternummer 85.07.30-033.28', ['NATIONAL_ID 85.07.30-033.28']],
    ['RO', 'CI seria RX nr. 123456', ['NATIONAL_ID seria RX nr. 123456']],
    ['GH', 'pls send ur ghana card GHA-332895645-1', ['GHANA_CARD GHA-332895645-1']],
    ['GB', 'NHS number 943 476 5919', ['HEALTH_ID 943 476 5919']],
    ['ZA', 'ID number: 8001015009087', ['NATIONAL_ID 8001015009087']],
    ['NG', 'NIN-12345678901', ['NIN 12345678901']],
    ['FI', 'hetu: 280793 - 765C', ['NATIONAL_ID 280793 - 765C']],
    ['DK', 'CPR/CVR: 211092-0337', ['NATIONAL_ID 211092-0337']],
    ['SE', 'user 19581212-8923 logged in', ['NATIONAL_ID 19581212-8923']],
    ['FI', 'ID code 120767-832H', ['NATIONAL_ID 120767-832H']],
    ['KE', 'Kitambulisho changu ni 23456789', ['NATIONAL_ID 23456789']],
    ['KE', 'NHIF No. R48291033', ['NHIF R48291033']],
    ['DE', '<li><b>Steuer-ID:</b> 86095742719</li>', ['TIN 86095742719']],
    [
      null,
      'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6',
      ['NATIONAL_ID I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6'],
    ],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([['DK', 'Karl Larsen (1602096528) indlagt', ['NATIONAL_ID 1602096528']]])(
    'values of %s: %s',
    (country, text, expected) => {
      expect(found(text, country)).toEqual(expected)
    },
  )

  it('finds a CNP of before 1900 where it is announced', () => {
    expect(found('CNP 4210201177883', 'RO')).toEqual(['NATIONAL_ID 4210201177883'])
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

  it('reads full-width digits, invisible characters and line breaks inside a number', () => {
    expect(found('DNI １２３４５６７８Z', 'ES')).toHaveLength(1)
    expect(found('Steuer-ID 86 095\u200b 742\u00a0719', 'DE')).toHaveLength(1)
    expect(found('Steuer-ID 86 095\n742 719', 'DE')).toHaveLength(1)
  })

  it('lets the nearest announcement decide', () => {
    expect(found('order no. 86095742719', 'DE')).toEqual([])
    expect(found('Bestellung 4711, Steuer-ID 86095742719', 'DE')).toEqual(['TIN 86095742719'])
  })

  it('finds the number of a patient file', () => {
    expect(found('NHC: 2594890. Patient ID HN-482913', 'ES')).toEqual(['HEALTH_ID 2594890', 'HEALTH_ID HN-482913'])
  })
})

describe('passports and licences', () => {
  it.each([
    ['PL', 'paszport EH7055790 (stary: EH3595399)', ['PASSPORT EH7055790', 'PASSPORT EH3595399']],
    ['IE', 'Travel document: passport PK1485609; expired one PK6788244', ['PASSPORT PK1485609', 'PASSPORT PK6788244']],
    ['IE', 'passport PK1485609, locker PK6788244', ['PASSPORT PK1485609']],
    ['IE', 'passport PK1485609 and 6788244', ['PASSPORT PK1485609']],
    ['NO', 'Document no. 734917039 (passport, type P)', ['PASSPORT 734917039']],
    ['ES', 'ID shown: JLJ125281', ['PASSPORT JLJ125281']],
    ['BE', 'Holder born in May, document ED371233, photo matched.', ['PASSPORT ED371233']],
    ['BE', 'N° du document : ED833235', ['PASSPORT ED833235']],
    ['ES', 'PASSPORT N0 JLJ114074', ['PASSPORT JLJ114074']],
    ['PT', 'Documento de identificação: C068568', ['PASSPORT C068568']],
    ['IT', 'delego il nonno, doc. YJ6458576.', ['PASSPORT YJ6458576']],
    ['SE', 'En kopia på passet (51158116) skickas.', ['PASSPORT 51158116']],
    ['GB', 'licence MORGA657054SM9IJ', ['DRIVERS_LICENCE MORGA657054SM9IJ']],
    ['GB', 'software licence AB123456', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})
