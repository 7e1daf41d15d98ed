// Receipts, membership forms and case notes as offices of small languages write them: fields without a sign, unlisted
// labels, children and officers, and dates and numbers that are not personal.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

const names = (text: string, country: string | null) =>
  found(text, country, true)
    .filter((one) => one.startsWith('NAME'))
    .map((one) => one.slice(5))

describe('fields without a sign', () => {
  it.each([
    ['IT', 'Cognome Galuzzi\nNome Imelda\nLuogo di nascita Rovigo', ['Galuzzi', 'Imelda']],
    ['IT', 'Cognome Tognetti\nNome Anna', ['Tognetti', 'Anna']],
    ['SI', 'Priimek Zupan\nIme Breda', ['Zupan', 'Breda']],
    ['PL', 'Nazwisko Wilk\nImię Cezary', ['Wilk', 'Cezary']],
    ['DE', 'Vorname Wiebke\nNachname Pell', ['Wiebke', 'Pell']],
  ])('%s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
  })

  it.each([
    ['GB', 'Surname required\nForename optional'],
    ['DE', 'Nachname Vorname\nName Ort'],
    ['FR', "Nom de l'usager\nPrénom usuel"],
    ['IT', 'Nome comune dei fiori\nCognome e nome'],
  ])('but no sentence and no heading: %s', (country, text) => {
    expect(names(text, country)).toEqual([])
  })
})

describe('who a receipt or a note is about', () => {
  it.each([
    ['HR', 'Svrha: vrtić, dijete Mia\nPrimatelj: Danijel Čiš', ['Mia', 'Danijel Čiš']],
    ['SI', 'za vrtec, otrok Žan\nPrevzel: Valentin Lebar', ['Žan', 'Valentin Lebar']],
    ['SK', 'školský klub, dieťa Samko', ['Samko']],
    ['HU', 'gyermek: Hanna', ['Hanna']],
    ['LT', 'Atvykti 214 kab., gyd. V. Petraitis.', ['V. Petraitis']],
    ['IS', 'Hringdu í mömmu, Sigríði Ólafsdóttur, strax.', ['Sigríði Ólafsdóttur']],
    ['GR', 'κουδούνι «Παπαδάκη», κιν. 695 062 0903', ['Παπαδάκη']],
    ['SE', 'Patient: Vikström, Håkan, född 1990-01-25', ['Vikström, Håkan']],
    ['BE', 'Mentor: dhr. S. De Vos', ['S. De Vos']],
    ['IS', 'Hana má sækja til ritarans, Þórunnar Karlsdóttur, í dag.', ['Þórunnar Karlsdóttur']],
    ['SK', 'ČVS 568977, vybavuje S. Hronec.', ['S. Hronec']],
    ['ES', 'O autorice a un vecino. Repartidor: Jacinta, 813444963.', ['Jacinta']],
    ['GB', 'Doctor: Dr. Hill', ['Hill']],
    ['GB', 'Mr. Hill called.', ['Hill']],
    [
      'DK',
      'Alfred: Hej, bogen (ISBN 978-9-8091-9714-7) er kommet\nBirthe: fint\nAlfred: ja',
      ['Alfred', 'Birthe', 'Alfred'],
    ],
  ])('%s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
  })

  it.each([
    ['RO', 'Casier: Viorica Șerbănescu', ['Viorica Șerbănescu']],
    ['SE', 'Avi: paketet till Olov Jonsson finns att hämta', ['Olov Jonsson']],
  ])('but no label that is a name elsewhere, %s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
  })
})

describe('what an office writes and nobody was born on or treated under', () => {
  it.each([
    ['PL', 'tytułem: czynsz za maj, dn. 14.12.2026'],
    ['DK', 'Journalnr. 4547889515, sagen er lukket.'],
    ['DE', 'Fallnummer 83920174, Rückmeldung folgt.'],
    ['SI', 'Namen: vrtec, dne 08.01.2026'],
    ['DE', 'für: Nachhilfe Mathe, 25.01.2026'],
  ])('%s: %s', (country, text) => {
    expect(found(text, country, true)).toEqual([])
  })

  it('and where a boiler is listed stands no town', () => {
    expect(found('A gondnok átadta a kulcsot. Kazán: Garmin, gysz. 12.', 'HU', true)).toEqual([])
  })

  it.each([
    ['FR', 'DN : 14.12.1986', ['DOB 14.12.1986']],
    ['DE', 'geb. 8. Mai 1965, Fulda.', ['DOB 8. Mai 1965', 'LOCATION Fulda']],
    ['AT', 'geb. 3. Juni 1975, Graz', ['DOB 3. Juni 1975', 'LOCATION Graz']],
    ['PL', 'ur. dn. 14.12.1986', ['DOB 14.12.1986']],
  ])('but a birth, %s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})
