// What announces a name beside the words of the name itself: roles and kin in their case forms, cues that head a field, labels
// before a particle, headings of a table, who answers and who introduces themselves in small letters.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('announced names', () => {
  it.each([
    ['PL', 'Rozmawiano z pacjentką Wierzymirą Grzędą w sprawie dawki.', ['NAME Wierzymirą Grzędą']],
    ['CZ', 'Omluvenky paní učitelce Vlasákové do pátku.', ['NAME Vlasákové']],
    ['SI', 'Ključe ima pri najemnici Brini Žvokelj.', ['NAME Brini Žvokelj']],
    ['BG', 'С него беше брат му Щерьо Кърлев.', ['NAME Щерьо Кърлев']],
    ['IE', 'Approved by: D. Brosnan; entered by: Wisława Grzęda', ['NAME D. Brosnan', 'NAME Wisława Grzęda']],
    ['SE', 'Hyresgäst: von Linné, Karin\nHyra betald', ['NAME von Linné, Karin']],
    ['NL', 'Huurder: de Vries, Karin', ['NAME de Vries, Karin']],
    ['HR', 'Joško and his sister Jelena will be late.', ['NAME Joško', 'NAME Jelena']],
    [
      'CZ',
      'emp,last,first,office\n31,Vytlačilová,Otýlie,3\n32,Navara,Hynek,4',
      ['NAME Vytlačilová', 'NAME Otýlie', 'NAME Navara', 'NAME Hynek'],
    ],
    [
      'RO',
      'nume_complet,data_nasterii,telefon\n"Stănescu, Ioan",25.01.1982,0712 445 172',
      ['NAME Stănescu, Ioan', 'DOB 25.01.1982', 'PHONE 0712 445 172'],
    ],
    [
      'GB',
      'policyholder  is  her  husband  (Niels Clausen,  17 March 1987)',
      ['NAME Niels Clausen', 'DOB 17 March 1987'],
    ],
    [
      'CZ',
      'Complainant Vendelín Křepelka of Masarykovo náměstí 9, 586 01 Jihlava states',
      ['NAME Vendelín Křepelka', 'ADDRESS Masarykovo náměstí 9, 586 01 Jihlava'],
    ],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    [
      'SE',
      'Kundtjänst: hur kan vi hjälpa?\nkund: hej, heter laura karlsson och kommer inte in',
      ['NAME laura karlsson'],
    ],
    ['PL', '[22:39] bot: Imię i nazwisko?\n[22:40] Klient: wisława grzęda, proszę o pomoc', ['NAME wisława grzęda']],
    [
      'FI',
      'Veli-Matti: moi, tuletko?\nIlkka: joo\nVeli-Matti: ok',
      ['NAME Veli-Matti', 'NAME Ilkka', 'NAME Veli-Matti'],
    ],
    [
      'PL',
      '[07:46] Leon (konsultant): w czym pomóc?\n[07:47] Klient: logowanie\n[07:48] Leon (konsultant): ok',
      ['NAME Leon', 'NAME Leon'],
    ],
  ])('%s speaks: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    // The line under a label is a sentence.
    ['IE', 'The Defendant\nAffidavit of service was filed.'],
    // A form with a number in its line asks for nobody's.
    ['PL', 'Zalecenia: kontrola, skierowanie nr 2026/61139.\nOrdynator: wizyta za tydzień'],
    // No case form of Leia.
    ['NO', 'for leiligheten. Leie kr 9 155,90 betales ved vannskade til utleier.'],
  ])('nobody in %s: %s', (country, text) => {
    expect(found(text, country, true)).toEqual([])
  })
})

describe('streets that are named in small letters', () => {
  it.each([
    ['SI', 'naslov Trg svobode 12, kjer biva', ['ADDRESS Trg svobode 12']],
    ['SI', 'Stanuje: Cesta dveh cesarjev 7, 1000 Ljubljana', ['ADDRESS Cesta dveh cesarjev 7, 1000 Ljubljana']],
    ['HR', 'Ulica slobode 4\n21000 Split', ['ADDRESS Ulica slobode 4\n21000 Split']],
    ['SI', 'Cesta meri 12 kilometrov.', []],
    ['SI', 'Nova Ulica nudi 5 lokalov.', []],
    ['HR', 'Trg slavi 30.', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('the other number of a paper', () => {
  it.each([
    ['PL', 'paszport EH7055790 (stary: EH3595399)', ['PASSPORT EH7055790', 'PASSPORT EH3595399']],
    ['IE', 'Travel document: passport PK1485609; expired one PK6788244', ['PASSPORT PK1485609', 'PASSPORT PK6788244']],
    ['IE', 'passport PK1485609, locker PK6788244', ['PASSPORT PK1485609']],
    ['IE', 'passport PK1485609 and 6788244', ['PASSPORT PK1485609']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('where a word joins, or is a verb, and where a short label asks for a birthplace', () => {
  it.each([
    ['SE', 'is Gunilla coming tonight?', ['NAME Gunilla']],
    ['PL', 'data ur. 17.09.1987; miejsce ur. Zamość; brak', ['DOB 17.09.1987', 'LOCATION Zamość']],
    ['HU', 'Eljáró: Kőszegi törzsőrmester.', ['NAME Kőszegi']],
    ['IE', 'Verified by: Skovgård, branch 0042', ['NAME Skovgård']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})
