// Addresses to their last word, towns, and the words and numbers that look like them.
import { describe, expect, it } from 'vitest'
import { found, only } from './finding.ts'

describe('addresses and towns', () => {
  it.each([
    [null, 'lives at 12 Zaria Road, Enugu, Nigeria.', ['ADDRESS 12 Zaria Road, Enugu']],
    // A value after a cue begins at once and fills its line, though no grammar reads all of it; it excludes sentences.
    // An address abroad, in a country whose towns are unknown here.
    [
      'GB',
      'at 24 Clarke Avenue, Springfield, IL 62701-1234 today',
      ['ADDRESS 24 Clarke Avenue, Springfield, IL 62701-1234'],
    ],
    ['DE', 'wohnt Hauptstraße 5, DE 10115 Berlin.', ['ADDRESS Hauptstraße 5, DE 10115 Berlin']],
    ['GB', 'ID 12345, OR 97403 and IN 12345 are lines of it.', []],
    ['GB', 'Paint: use Albany primer on bare plaster, then two coats.', []],
    [
      'FR',
      'Adresse : Résidence Les Ormes, hall D, 8 rue Basse, 29000 Quimper\nTél.',
      ['ADDRESS Résidence Les Ormes, hall D, 8 rue Basse, 29000 Quimper'],
    ],
    [
      'LV',
      'dzīvo "Ozoli", Ulmu pagasts, Ulmu novads, LV-2164. Tālrunis',
      ['ADDRESS "Ozoli", Ulmu pagasts, Ulmu novads, LV-2164'],
    ],
    [
      'EE',
      'Aadress: Kase talu, Oru küla, 45402 Lääne-Virumaa\nTel',
      ['ADDRESS Kase talu, Oru küla, 45402 Lääne-Virumaa'],
    ],
    [
      'IT',
      'nato a Torre del Greco il 22/11/1950. Residente in via Battisti 18, 80059 Torre del Greco',
      ['LOCATION Torre del Greco', 'DOB 22/11/1950', 'ADDRESS via Battisti 18, 80059 Torre del Greco'],
    ],
    [
      'HR',
      'Za Niko Petrović, Sv. Roka 65, 20000 Dubrovnik.',
      ['NAME Niko Petrović', 'ADDRESS Sv. Roka 65, 20000 Dubrovnik'],
    ],
    // Floors, plots, villages and articles as their countries write them.
    [
      'CZ',
      'Eva Malá, Sokolská tř. 115, byt 8, 702 00 Ostrava',
      ['NAME Eva Malá', 'ADDRESS Sokolská tř. 115, byt 8, 702 00 Ostrava'],
    ],
    [
      'SK',
      'Eva Malá, Mierová ul. č. 5, byt 12, 040 01 Košice',
      ['NAME Eva Malá', 'ADDRESS Mierová ul. č. 5, byt 12, 040 01 Košice'],
    ],
    ['LT', 'gyvena Taikos pr. 12 - 45, Klaipėda, LT-91217, nuo', ['ADDRESS Taikos pr. 12 - 45, Klaipėda, LT-91217']],
    [
      'LT',
      'Adresas: Ilgoji g. 3, Kalnų k., Vilniaus r. sav.\nTel.',
      ['ADDRESS Ilgoji g. 3, Kalnų k., Vilniaus r. sav.'],
    ],
    [
      'ES',
      'vive en Urb. Los Olivos, parcela 4, 29649 Mijas (Málaga).',
      ['ADDRESS Urb. Los Olivos, parcela 4, 29649 Mijas (Málaga)'],
    ],
    [
      'PT',
      'mora na Av. da Boavista 17 – 2.º Dto, 4100-114 Porto',
      ['ADDRESS Av. da Boavista 17 – 2.º Dto, 4100-114 Porto'],
    ],
    ['NL', "woont aan 't Zand 62, 6811 GZ Arnhem", ["ADDRESS 't Zand 62, 6811 GZ Arnhem"]],
    ['SE', 'Bor Kungsgatan 19, 411 19 Göteborg.', ['ADDRESS Kungsgatan 19, 411 19 Göteborg']],
    // Two towns are called so, but it is a person before the address.
    [
      'NO',
      'Pakke til Kari Moen, Postboks 17, 4666 Kristiansand.',
      ['NAME Kari Moen', 'ADDRESS Postboks 17, 4666 Kristiansand'],
    ],
    ['HR', 'one night in a hotel in Osijek EUR 81.20, paid', ['LOCATION Osijek']],
    ['ZA', 'one night in a hotel in Polokwane R 881.20, paid', ['LOCATION Polokwane']],
    ['SK', 'byt: Hlavné nám. 12, 911 01 Trenčín', ['ADDRESS Hlavné nám. 12, 911 01 Trenčín']],
    ['NL', 'a bike was found near Dorpsstraat 14, 3981 EB Bunnik', ['ADDRESS Dorpsstraat 14, 3981 EB Bunnik']],
    ['GB', 'Paul Hall\n14 Quay Street, Ipswich IP4 1AA', ['NAME Paul Hall', 'ADDRESS 14 Quay Street, Ipswich IP4 1AA']],
    ['DE', 'Dr Anke von der Heide, Kassel', ['NAME Anke von der Heide', 'LOCATION Kassel']],
    ['GB', 'The meter was read. Reading 7079789480.', []],
    ['EE', 'the Estonian personal code was asked for', []],
    [null, 'both from Pärnu. Fee 750', ['LOCATION Pärnu']],
    [null, 'Mia Koepp from the Liverpool office', ['NAME Mia Koepp', 'LOCATION Liverpool']],
    [null, 'Localidad/ Provincia: Zaragoza.\nCP: 50009.', ['LOCATION Zaragoza', 'ADDRESS 50009']],
    [null, 'Domicilio: C/ Ontiveros, 19, 4 D.', ['ADDRESS C/ Ontiveros, 19, 4 D']],
    [null, 'Address: Unit 7 behind kiln 12, lower yard', ['ADDRESS Unit 7 behind kiln 12, lower yard']],
    [null, 'mieszka w Rzeszowie od roku', ['LOCATION Rzeszowie']],
    [null, 'Das Haus in der Lindenstraße 5, 80331 München wurde', ['ADDRESS Lindenstraße 5, 80331 München']],
    [null, 'Laut Vertrag in der Alten Gasse 5, 80331 München', ['ADDRESS Alten Gasse 5, 80331 München']],
    [null, '18 via Roma, 20121 Milano', ['ADDRESS 18 via Roma, 20121 Milano']],
    [null, 'Line 18 via Harbour, line 4 via Dockside, hourly', []],
    [null, 'An der Alster 3, 20099 Hamburg', ['ADDRESS An der Alster 3, 20099 Hamburg']],
    [null, 'Keizersgracht 123-II, 1015 CJ Amsterdam', ['ADDRESS Keizersgracht 123-II, 1015 CJ Amsterdam']],
    [null, 'lakik: 1051 Budapest, Nádor u. 5. II/3.', ['ADDRESS 1051 Budapest, Nádor u. 5. II/3']],
    [null, '12 bd Voltaire 75011 Paris', ['ADDRESS 12 bd Voltaire 75011 Paris']],
    [null, 'Dorpsstraat 12bis, 3581AB Utrecht', ['ADDRESS Dorpsstraat 12bis, 3581AB Utrecht']],
    [null, 'P.zza San Marco 12/A, Venezia', ['ADDRESS P.zza San Marco 12/A, Venezia']],
    [null, 'ж.к. Люлин бл. 345, вх. Б, ап. 12, 1336 София', ['ADDRESS ж.к. Люлин бл. 345, вх. Б, ап. 12, 1336 София']],
    [null, '123 Main St Apt 4B, Springfield', ['ADDRESS 123 Main St Apt 4B, Springfield']],
    [null, 'Street: Ermou 33', ['ADDRESS Ermou 33']],
    [null, 'бул. Витоша № 23, ет. 4, София', ['ADDRESS бул. Витоша № 23, ет. 4, София']],
    [null, 'született: Pécs, 1996.11.03.', ['LOCATION Pécs', 'DOB 1996.11.03.']],
    [null, 'Consumo 1200 W, 230 V', []],
    [null, 'at 20 °C. CAS 50-00-0', []],
    [null, 'EPSO/AD/400/23 and FHC/ABJ/CS/123', []],
    [null, 'Zákon č. 110/2019 Sb.', []],
    [null, 'meet Grace Street at the cafe', ['NAME Grace Street']],
    [null, 'Mr Lagos Briggs and Miss Durham', ['NAME Lagos Briggs', 'NAME Durham']],
    [null, 'Nice work, March on, Cork it.', []],
    ['NO', 'Kind regards,\nReception, Trondheim', []],
    ['IT', 'lives at Via Garibaldi, 49, 35131 Padova', ['ADDRESS Via Garibaldi, 49, 35131 Padova']],
    ['NG', 'Trucks leave our Lagos branch on Friday.', []],
    ['NG', 'at Plot 7, Block C, Lekki, Lagos now', ['ADDRESS Plot 7, Block C, Lekki, Lagos']],
    ['NG', 'at 4 Allen Close, Gbagada Phase II, Lagos since', ['ADDRESS 4 Allen Close, Gbagada Phase II, Lagos']],
    [
      null,
      "INSERT INTO members (name, phone, country) VALUES ('Ada Obi','030 1234567','Germany')",
      ['NAME Ada Obi', 'PHONE 030 1234567', 'LOCATION Germany'],
    ],
    ['AT', '{"zip":"4840","city":"Wels"}', ['ADDRESS 4840', 'LOCATION Wels']],
    ['AT', 'Bundesstraße 12, 6020 Innsbruck', ['ADDRESS Bundesstraße 12, 6020 Innsbruck']],
    ['SE', 'Min syster flyttade till Falun', ['LOCATION Falun']],
    ['PL', '{"street":"Kwiatowa 7A"}', ['ADDRESS Kwiatowa 7A']],
    ['PL', 'zamieszkały/a ul. Zielona 105A, 20-082 Lublin', ['ADDRESS ul. Zielona 105A, 20-082 Lublin']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([['AT', '{"zip":"4840","city":"Vöcklabruck"}', ['Vöcklabruck']]])(
    'places of %s: %s',
    (country, text, expected) => {
      expect(only('LOCATION', text, country)).toEqual(expected)
    },
  )

  it('leaves the name of a field alone that is a town elsewhere', () => {
    expect(only('LOCATION', 'Naročilo\nRazlog: bolečine v hrbtu', 'SI')).toEqual([])
  })

  it('finds a house on a street that ends so', () => {
    expect(found('I live at 12 Northgate now', 'GB', true)).toEqual(['ADDRESS 12 Northgate'])
  })
})

describe('addresses to their last word', () => {
  it.each([
    ['EE', 'elukoht Ülikooli tn 66, 50090 Tartu', ['ADDRESS Ülikooli tn 66, 50090 Tartu']],
    ['EE', 'Saaja: Rüütli 14 - 3, 80010 Pärnu', ['ADDRESS Rüütli 14 - 3, 80010 Pärnu']],
    ['FI', 'osoite Aleksanterinkatu 119 as 4, 15110 Lahti', ['ADDRESS Aleksanterinkatu 119 as 4, 15110 Lahti']],
    ['GR', 'κάτοικος Κοραή 31, 3ος όροφος, 105 64 Αθήνα', ['ADDRESS Κοραή 31, 3ος όροφος, 105 64 Αθήνα']],
    ['GR', 'κάτοικος 25ης Μαρτίου 8, 853 00 Κως', ['ADDRESS 25ης Μαρτίου 8, 853 00 Κως']],
    ['HR', 'Hvala. Pošaljite na Savska cesta 12, 10000 Zagreb', ['ADDRESS Savska cesta 12, 10000 Zagreb']],
    ['HR', 'adresa Šetalište 150. brigade 5, 23000 Zadar', ['ADDRESS Šetalište 150. brigade 5, 23000 Zadar']],
    ['HU', 'lakcíme 9400 Sopron, Várkerület 51., személyi', ['ADDRESS 9400 Sopron, Várkerület 51.']],
    ['HU', 'lakcíme Rákóczi út 78., 7100 Szekszárd', ['ADDRESS Rákóczi út 78., 7100 Szekszárd']],
    ['SI', 'Stanovanje: Pod gradom 5, 3000 Celje. Najem', ['ADDRESS Pod gradom 5, 3000 Celje']],
    ['CZ', 'bytem U Rybníka 9, 370 01 České Budějovice', ['ADDRESS U Rybníka 9, 370 01 České Budějovice']],
    ['HR', 'Adresa: Ulica Matice hrvatske 11, 21000 Split', ['ADDRESS Ulica Matice hrvatske 11, 21000 Split']],
    ['SI', 'Naslov: Kidričeva ulica 3, 8000 Novo mesto', ['ADDRESS Kidričeva ulica 3, 8000 Novo mesto']],
    ['DK', 'bopæl Bakkedraget 14, Tved, 5700 Svendborg', ['ADDRESS Bakkedraget 14, Tved, 5700 Svendborg']],
    ['CZ', 'addr=Lidická 39/31, 370 01 České Budějovice status=ok', ['ADDRESS Lidická 39/31, 370 01 České Budějovice']],
    ['IE', 'ship_to=Apt 6, 84 Eyre Square, Galway, H91 FD73', ['ADDRESS Apt 6, 84 Eyre Square, Galway, H91 FD73']],
    ['GB', 'region=Frankfurt tz=Vienna lang=en', []],
    ['LI', 'Addr Wuhrstrasse 44, LI-9490 Vaduz', ['ADDRESS Wuhrstrasse 44, LI-9490 Vaduz']],
    ['IT', 'Strada della Repubblica 99, 43121 Parma', ['ADDRESS Strada della Repubblica 99, 43121 Parma']],
    ['EE', 'lives at Viru tn 5, 10123 Tallinn.', ['ADDRESS Viru tn 5, 10123 Tallinn']],
    [
      'NG',
      'Home: Plot 27, Aminu Kano Crescent, Wuse II, Abuja',
      ['ADDRESS Plot 27, Aminu Kano Crescent, Wuse II, Abuja'],
    ],
    ['EE', 'aadress Narva mnt 26-3, EE-10127 Tallinn', ['ADDRESS Narva mnt 26-3, EE-10127 Tallinn']],
    ['SE', 'Lägg ut 116 259,20 kr till vidare.', []],
    ['IT', 'Vive in Via Mazzini, 12, 00184 Roma RM. Altro', ['ADDRESS Via Mazzini, 12, 00184 Roma RM']],
    ['IT', 'Vive in Piazza Cavour 3 - 20121 Milano. Altro', ['ADDRESS Piazza Cavour 3 - 20121 Milano']],
    ['ES', 'Vive en Carrer Nou 8, 2n 1a, 08001 Barcelona. Otro', ['ADDRESS Carrer Nou 8, 2n 1a, 08001 Barcelona']],
    ['ES', 'Vive en Calle Sol 4, 3º 2ª, 28001 Madrid. Otro', ['ADDRESS Calle Sol 4, 3º 2ª, 28001 Madrid']],
    ['AT', 'Wohnt Neugasse 12/Top 5, 5020 Salzburg.', ['ADDRESS Neugasse 12/Top 5, 5020 Salzburg']],
    ['DE', 'Wohnt Breite Gasse 9, 3. OG links, 23552 Lübeck.', ['ADDRESS Breite Gasse 9, 3. OG links, 23552 Lübeck']],
    ['DE', 'Bitte an Gartenweg 7, 50667 Köln liefern.', ['ADDRESS Gartenweg 7, 50667 Köln']],
    ['DE', 'Neue Anschrift Gartenweg 8, 50667 Köln', ['ADDRESS Gartenweg 8, 50667 Köln']],
    ['DE', 'Abholung, Anschrift Gartenweg 7, 50667 Köln', ['ADDRESS Gartenweg 7, 50667 Köln']],
    ['BE', 'Demeurant Nieuwstraat 7, 9000 Gent.', ['ADDRESS Nieuwstraat 7, 9000 Gent']],
    ['BE', 'Wonend te Steenweg op Brussel 7, 1780 Wemmel.', ['ADDRESS Steenweg op Brussel 7, 1780 Wemmel']],
    ['LU', 'Habite 7, rue Basse, L-9999 Kleindorf. Autre', ['ADDRESS 7, rue Basse, L-9999 Kleindorf']],
    [
      'FR',
      'Habite Résidence Les Pins, 14 rue Basse, 44000 Nantes.',
      ['ADDRESS Résidence Les Pins, 14 rue Basse, 44000 Nantes'],
    ],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['NO', 'of Fagerlia 20, N-4020 Stavanger and Eilif Berg', ['Fagerlia 20, N-4020 Stavanger']],
    ['DE', 'wohnhaft Hauptstr. 12, 10115 Berlin und Jutta Weber', ['Hauptstr. 12, 10115 Berlin']],
    ['NO', 'Katten til Ragnhild Vik i Kongens gate 139, 7012 Trondheim', ['Kongens gate 139, 7012 Trondheim']],
    ['LT', 'Tvirtino R. Gaičiūnas 2026-06-28', []],
  ])('addresses of %s: %s', (country, text, expected) => {
    expect(only('ADDRESS', text, country)).toEqual(expected)
  })

  it('begin behind the person at whose place something is', () => {
    const text = 'La consegna è presso Domenico Bruni, Piazza Cavour 3, 40124 Bologna.'
    expect(found(text, 'IT', true)).toEqual(['NAME Domenico Bruni', 'ADDRESS Piazza Cavour 3, 40124 Bologna'])
    const visit = 'El técnico visita a Cándida Valera, Calle Sol 4, 28001 Madrid.'
    expect(found(visit, 'ES', true)).toEqual(['NAME Cándida Valera', 'ADDRESS Calle Sol 4, 28001 Madrid'])
  })

  it('begin behind a person who is called as a place or a church is', () => {
    const drive = 'Vai a casa de Gil Montenegro, Rua Basse 5, 1100-053 Lisboa.'
    expect(found(drive, 'PT', true)).toEqual(['NAME Gil Montenegro', 'ADDRESS Rua Basse 5, 1100-053 Lisboa'])
    const visit = 'De monteur komt bij Pleun Verkerk, Kerkstraat 5, 9000 Gent.'
    expect(found(visit, 'NL', true)).toEqual(['NAME Pleun Verkerk', 'ADDRESS Kerkstraat 5, 9000 Gent'])
    const hall = 'Meet at Victoria Hospital, 12 Awolowo Road, Lagos'
    expect(found(hall, 'NG', true)).toEqual(['ADDRESS Victoria Hospital, 12 Awolowo Road, Lagos'])
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

describe('no address and no town', () => {
  it.each([
    ['CZ', 'Česká národní banka ponechala základní sazbu.', []],
    ['HR', 'Hrvatska narodna banka objavila je tečajnu listu.', []],
    ['NG', 'High Court, Enugu. Suit E/448/2025.', []],
    ['FR', 'Prochaine séance le 9 juin, salle Loire.', []],
    ['GB', 'Sessions: Mon, Wed. Items ROMA-2 and OSLO-1.', []],
    ['SE', 'olycka på Riksväg 40 väster om staden', []],
    ['SE', 'Tåg 10548 mot Falun är försenat', []],
    ['LU', 'Einsatzbericht 2026/00381, Revier', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('a note and its day are no street', () => {
    expect(found('Notitie 2026-03-05 17:01', 'NL', true)).toEqual([])
  })
})
