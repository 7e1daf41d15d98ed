// Tables, forms, records and lists: fields for a person, values under a header, and contents that concern no person.
import { describe, expect, it } from 'vitest'
import { found, only } from './finding.ts'

describe('fields that hold a name', () => {
  it.each([
    ['ZA', '<first>Nkateko</first><last>Baloyi</last>', ['NAME Nkateko', 'NAME Baloyi']],
    ['NO', 'Surname\nSandvik\nGiven names\nTurid\n', ['NAME Sandvik', 'NAME Turid']],
    ['PT', 'f/n: Alice\ns/n: Machado', ['NAME Alice', 'NAME Machado']],
    ['SK', '{"fname":"Urban","lname":"Orlíková"}', ['NAME Urban', 'NAME Orlíková']],
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
    ['NL', '{"achternaam": "de Boer", "voornaam": "Floor"}', ['NAME de Boer', 'NAME Floor']],
    ['NL', "<achternaam>van 't Hoff</achternaam>", ["NAME van 't Hoff"]],
    ['NL', '| voornaam | Job |\n| achternaam | Van Bragt |', ['NAME Job', 'NAME Van Bragt']],
    ['IT', 'COGNOME Gori\nNOME Nina\nNATO IL 3', ['NAME Gori', 'NAME Nina']],
    ['AT', 'Name / Vorname ......... Sackl, Walpurga\nAnschrift', ['NAME Sackl, Walpurga']],
    ['ES', 'Apellidos / Surname: Mayo Plaza', ['NAME Mayo Plaza']],
    ['SI', 'Priimek: kuhar\nIme: Nina', ['NAME kuhar', 'NAME Nina']],
    ['DE', 'Nachname: wird nachgereicht\nVorname: Unbekannt', []],
    ['DE', 'Vorname Nachname\nDateiname: Kaiser', []],
    ['NL', 'Voornaam: ________ Geboortedatum: ____', []],
    [null, '{"customer": {"name": "Oral Nolan", "city": "x"}}', ['NAME Oral Nolan']],
    [null, '<nome>Ambra</nome><cognome>Tagliabue</cognome>', ['NAME Ambra', 'NAME Tagliabue']],
    ['FR', 'Assuré : NOM Camara Prénom Mamadou Adresse inconnue', ['NAME Camara', 'NAME Mamadou']],
    ['IT', 'Cognome Rossetti Nome Elena Indirizzo ignoto', ['NAME Rossetti', 'NAME Elena']],
    ['RO', 'Surname: Buzea First name: Ruxandra Date of birth: unknown', ['NAME Buzea', 'NAME Ruxandra']],
    ['GB', 'Name Quorly Zathers\nBorn 1 May 1970', ['NAME Quorly Zathers', 'DOB 1 May 1970']],
    ['GB', 'Name Changes Approved\nThe board met again.', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['RO', 'Elev: Ana Barbu\nDomiciliul: Piața Mare nr. 39\nManual 9789111903097', ['Ana Barbu']],
    ['FR', 'nom de famille;prénom;ville\nLe Gall;Yann;Brest', ['Le Gall', 'Yann']],
    ['NO', 'Født: i dag\nEpost: ingen\nMob: 22334455\nReferanser: ingen\nLønnskrav: ingen', []],
  ])('names of %s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })

  it.each([
    [
      'a word that ends as people do',
      'DE',
      'Zusteller: Ohrtmann\nSchulleiterin: Terbrüggen',
      ['Ohrtmann', 'Terbrüggen'],
    ],
    ['a label of both genders', 'DE', 'Mieter/in: Ohrtmann', ['Ohrtmann']],
    ['a label that goes on', 'AT', 'Familienname vor der ersten Eheschließung: Birnbaum', ['Birnbaum']],
    ['an item between two names', 'NL', 'Team: Jelte, Gerritje, Keano', ['Jelte', 'Gerritje', 'Keano']],
  ])('%s heads a name', (_what, country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })
})

describe('tables', () => {
  it.each([
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
      'KE',
      'Class list\n1 Salome Peter 06/03/1984 +254 712 131191\n2 James Otieno 16/06/1985',
      ['NAME Salome Peter', 'DOB 06/03/1984', 'PHONE +254 712 131191', 'NAME James Otieno', 'DOB 16/06/1985'],
    ],
    [
      'GH',
      'Graham Frema present\nOkatakyie Afrifa absent\nMawuli Dzokoto late',
      ['NAME Graham Frema', 'NAME Okatakyie Afrifa', 'NAME Mawuli Dzokoto'],
    ],
    [
      'IE',
      'Shania Clafferty,shania@example.ie,00353 85 010 1005,16 September 1948,212.40',
      ['NAME Shania Clafferty', 'EMAIL shania@example.ie', 'PHONE 00353 85 010 1005', 'DOB 16 September 1948'],
    ],
    ['SE', 'id;city;points\n2;Kiruna;85', ['LOCATION Kiruna']],
    [
      'IE',
      "INSERT INTO t (a, phone, dob) VALUES ('x', '02219812', '2 July 2001');",
      ['PHONE 02219812', 'DOB 2 July 2001'],
    ],
    ['AT', 'Borrower      Item      Due\nAnna Huber      Atlas      04.05.2026', ['NAME Anna Huber']],
    [
      null,
      'name;phone;ref\nŽanis Tīrelis;+371 1;2\nDorian Bienias;+371 3;4',
      ['NAME Žanis Tīrelis', 'NAME Dorian Bienias'],
    ],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['EE', 'Eesnimi;Perenimi;Isikukood\nTarmo;Mets;38306284429', ['Tarmo', 'Mets']],
    ['NG', 'name;phone\nUbaka;0803 555 7890\nZizi;0803 555 7891\n', ['Ubaka', 'Zizi']],
    ['NG', 'name,dob\n"Obi, Bola",1990-03-04\n', ['Obi', 'Bola']],
  ])('names of %s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })

  it.each([
    [
      'HR',
      'ime;e-pošta;OIB\nSiniša;sinisa@example.hr;28745021177',
      ['EMAIL sinisa@example.hr', 'NATIONAL_ID 28745021177'],
    ],
    ['NG', 'id,name,coin,dob\n1,Obi,btc,1990-03-04', ['DOB 1990-03-04']],
    ['IT', 'NOME,INDIRIZZO,RECAPITO\nStefano,"Contrada Piano 113, 87036 Rende CS",3123196791', ['PHONE 3123196791']],
  ])('values of %s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it('leaves dates of today, and those under another heading, alone', () => {
    expect(
      found('Shania Clafferty,shania@example.ie,00353 85 010 1005,16 September 2026,212.40', 'IE', true),
    ).not.toContain('DOB 16 September 2026')
    expect(found('name;phone;joined\nAnna Kask;+372 5123 4567;03.04.2001', 'EE', true).join()).not.toContain('DOB')
  })

  it('reads a cell that opens with a zero behind a cell that ends with a digit', () => {
    expect(found('forename,dob,phone\nShirin,17/12/1988,020 7840 1084', 'GB')).toContain('PHONE 020 7840 1084')
    expect(found('name,eircode,mobile\nBríd,F92 X4P1,086 9182233', 'IE')).toContain('PHONE 086 9182233')
  })

  it('reads a value under the heading of its column', () => {
    expect(found('name;nino;ref\nX;AB123456C;99\nY;AB 12 34 56 D;98', 'GB')).toEqual([
      'HEALTH_ID AB123456C',
      'HEALTH_ID AB 12 34 56 D',
    ])
  })
})

describe('lists and cards', () => {
  it.each([
    [
      'SE',
      'Drop 15 - Davidsson, Tallbacken 101, 831 30 Östersund',
      ['NAME Davidsson', 'ADDRESS Tallbacken 101, 831 30 Östersund'],
    ],
    [
      'SI',
      '1 | Zofka Bajec | 5\n2 | Ana Novak | 3\n3 | Janez Horvat | 4',
      ['NAME Zofka Bajec', 'NAME Ana Novak', 'NAME Janez Horvat'],
    ],
    [
      'CZ',
      'Novotný, Šimon\nOsolsobě, Urban\nŠimek, Ludvík\nDvořák, Jan',
      ['NAME Novotný, Šimon', 'NAME Osolsobě, Urban', 'NAME Šimek, Ludvík', 'NAME Dvořák, Jan'],
    ],
    ['SE', '{"guests":["Alice Axelsson","Linda"]}', ['NAME Alice Axelsson', 'NAME Linda']],
    ['GB', 'the list has "Bhogal, Sukhjinder" twice', ['NAME Bhogal, Sukhjinder']],
    ['DE', 'Passagier: MUELLER/HANS PETER MR, Sitz 14C', ['NAME MUELLER/HANS PETER']],
    ['GB', '1. SMITH/ANNA MRS 23KG', ['NAME SMITH/ANNA']],
    ['LV', 'Passengers: OZOLA/ILZE MRS, 2 bags; AND/OR MR Smith', ['NAME OZOLA/ILZE', 'NAME Smith']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('reads the numbered fields of a driving licence', () => {
    const card = '1. Ngcuka\n2. Zanele Ruth\n3. 12.04.1980 Leeds\n4a. 01.02.2020\n4b. 01.02.2030\n5. NGCUK804120ZR9AB'
    expect(found(card, 'GB', true).filter((one) => !one.startsWith('LOCATION'))).toEqual([
      'NAME Ngcuka',
      'NAME Zanele Ruth',
      'DOB 12.04.1980',
      'DRIVERS_LICENCE NGCUK804120ZR9AB',
    ])
  })
})

describe('nobody', () => {
  it.each([
    [null, '{"first":"Monday","last":"Friday"}', []],
    [null, '{"first":"Page","last":"Overview"}', []],
    [null, '<holder><surname></surname><born></born></holder>', []],
    [null, 'επώνυμο;όνομα;ημ/νία;κινητό', []],
    [null, 'Arrendatário. Renda: 450,00 €', []],
    [null, 'Employee  name      none\nGross  pay      £6,360.76\nRun  no.      8376652583174', []],
    [null, 'UGOVOR O NAJMU STANA', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('rows of people beside measures, prices and books', () => {
  it.each([
    [
      'IE',
      'Courier sheet: drop 1 Lorcan Gilhooly, 3 Pembroke Row, Dublin 2, +353 1 496 0123; drop 2 Cathal Tarpey, +353 1 496 0124. 81 kg, COD € 79.57.',
      ['NAME Lorcan Gilhooly', 'NAME Cathal Tarpey'],
    ],
    [
      'DE',
      'Teilnehmerliste: Gunhild Bröckelmann (23 June 2004), Thilo Quathamer (09/11/1948). Gebühr € 120,35. Handbuch ISBN 9781234567897.',
      ['NAME Gunhild Bröckelmann', 'NAME Thilo Quathamer'],
    ],
    ['GB', '12 x Rose bush, £40.00\n1 x Mark II grinder, £49.00\n', []],
    ['CY', 'Androulla Hadjiloizou joined on Monday.', ['NAME Androulla Hadjiloizou']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true).filter((one) => one.startsWith('NAME'))).toEqual(expected)
  })
})
