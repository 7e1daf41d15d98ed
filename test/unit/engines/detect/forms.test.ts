// How forms, records and answers hold what they ask for: labels in two languages, numbered lines, keys of a record, a question
// and its reply, a login and what stands beside it.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('names in forms and records', () => {
  it.each([
    ['CZ', 'SURNAME / NOM\nKalousek\nGIVEN NAMES / PRÉNOMS\nCtirad\nNATIONALITY', ['NAME Kalousek', 'NAME Ctirad']],
    ['DE', '1. Name/Surname/Nom\nMUSTERKAMP\n2. Vorname/Given names/Prénoms\nERIKA', ['NAME MUSTERKAMP', 'NAME ERIKA']],
    ['AT', '1 Familienname    Pfeiffenberger\n2 Vorname(n)      Wendelin', ['NAME Pfeiffenberger', 'NAME Wendelin']],
    ['CZ', '{"lead":{"first":"Ctirad","last":"Vopička"}}', ['NAME Ctirad', 'NAME Vopička']],
    ['HU', 'first: Gyöngyvér\nlast: Csíki', ['NAME Gyöngyvér', 'NAME Csíki']],
    [
      'AT',
      'Name         Born         Phone\nLea Roux  20/07/1968  0043 664 157339',
      ['NAME Lea Roux', 'DOB 20/07/1968', 'PHONE 0043 664 157339'],
    ],
    ['FR', 'inscription: nom=de La Rochebrune; prenom=Ana', ['NAME de La Rochebrune', 'NAME Ana']],
    ['CZ', 'prijmeni,jmeno,mobil\nČerná,Věra,+420 601 123 456', ['NAME Černá', 'NAME Věra', 'PHONE +420 601 123 456']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['{"first":"Monday","last":"Friday"}'],
    ['{"first":"Page","last":"Overview"}'],
    ['<holder><surname></surname><born></born></holder>'],
    ['επώνυμο;όνομα;ημ/νία;κινητό'],
    ['Arrendatário. Renda: 450,00 €'],
    ['Employee  name      none\nGross  pay      £6,360.76\nRun  no.      8376652583174'],
    ['UGOVOR O NAJMU STANA'],
  ])('nobody in %s', (text) => {
    expect(found(text, null, true)).toEqual([])
  })
})

describe('names at the edge of a text', () => {
  it.each([
    ['SI', 'ali pokličite +386 31 123 456. Milena, 3. nadstropje', ['Milena']],
    ['BE', 'or text 0450 04 80 38. Vesna from the top floor', ['Vesna']],
    ['FI', 'Paista 25 minuuttia. Lumi ja pilvi sulavat.', []],
    ['AT', 'Alias            : Blanka\nReviewed by      : K. Simma', ['Blanka', 'K. Simma']],
    ['FR', "représenté par M. D'hondt", ["M. D'hondt"]],
    ['SK', 'the brother-in-law of Lesana Michalica, who signs', ['Lesana Michalica']],
    ['HU', 'Line manager: János Magyar\nNet', ['János Magyar']],
    ['NL', 'Dag Peter, tot morgen', ['Peter']],
    ['HU', 'felperes ellen Szőke Zsuzsanna alperes', ['Szőke Zsuzsanna']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true).filter((one) => !one.startsWith('PHONE'))).toEqual(
      expected.map((one) => `NAME ${one}`),
    )
  })
})

describe('questions and their replies', () => {
  it.each([
    [
      'CZ',
      'agent_07: who am i talking to?\nvisitor: dobromila hořejší\nagent_07: and your date of birth?\nvisitor: 12.03.1980',
      ['NAME dobromila hořejší', 'DOB 12.03.1980'],
    ],
    ['PL', 'bot: imię i nazwisko poproszę?\nklient: bożydar ćwikliński', ['NAME bożydar ćwikliński']],
    ['FR', 'agent : quel est votre nom ?\nclient : je ne sais pas', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('what stands beside a value', () => {
  it.each([
    ['NL', 'Geboortedatum kind: 22/10/1965', ['DOB 22/10/1965']],
    ['FR', 'Pt : Jean Dupont, 2001-10-11\nATCD : asthme', ['DOB 2001-10-11']],
    [
      'HR',
      'ime;e-pošta;OIB\nSiniša;sinisa@example.hr;28745021177',
      ['EMAIL sinisa@example.hr', 'NATIONAL_ID 28745021177'],
    ],
    ['BE', 'instead of card 5401232195250041\n10:15 asked', ['CARD 5401232195250041']],
    ['ES', 'N.º de documento: 69261798N', ['NATIONAL_ID 69261798N']],
    ['ES', 'N.º de documento: 12345678A', []],
    ['PT', 'a cliente ligou do 21 253 0943.', ['PHONE 21 253 0943']],
    ['PT', 'Documento de identificação: C068568', ['PASSPORT C068568']],
    ['IT', 'delego il nonno, doc. YJ6458576.', ['PASSPORT YJ6458576']],
    [
      'BG',
      'her login for the portal is ana@example.org / fox-cloud33',
      ['EMAIL ana@example.org', 'PASSWORD fox-cloud33'],
    ],
    ['DE', 'geb.: 01.02.1980   Staatsang.: AT', ['DOB 01.02.1980']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it('a note and its day are no street', () => {
    expect(found('Notitie 2026-03-05 17:01', 'NL', true)).toEqual([])
  })

  it('a label of the next value is no birthplace', () => {
    expect(found('geb.: 01.02.1980   Staatsang.: AT', 'DE', true)).toEqual(['DOB 01.02.1980'])
  })
})
