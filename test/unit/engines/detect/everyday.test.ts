// Everyday writing of many countries: chats in small letters, inflected cues, tables, letters. Every line is somebody's way of
// saying a thing that other lines say otherwise.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

/** Names of a text, in order. */
const names = (text: string, country: string | null) =>
  found(text, country, true)
    .filter((one) => one.startsWith('NAME '))
    .map((one) => one.slice(5))
/** Places of a text, in order. */
const places = (text: string, country: string | null) =>
  found(text, country, true)
    .filter((one) => one.startsWith('LOCATION '))
    .map((one) => one.slice(9))

describe('chats in small letters', () => {
  it.each([
    ['DK', 'knud: har du maltes nummer?\npalle: 61920175', ['knud', 'maltes', 'palle'], ['PHONE 61920175']],
    [
      'LV',
      'zane: kuram ir jāņa numurs?\nedgars: 29876150\nzane: paldies',
      ['zane', 'jāņa', 'edgars', 'zane'],
      ['PHONE 29876150'],
    ],
    [
      'RO',
      'andra: are cineva nr lui vlăduț?\nsorin: 0722123456\nandra: mersi',
      ['andra', 'vlăduț', 'sorin', 'andra'],
      ['PHONE 0722123456'],
    ],
    [
      'GB',
      "baz: any1 got shaz's number\ndev: 07400123456\nbaz: cheers",
      ['baz', 'shaz', 'dev', 'baz'],
      ['PHONE 07400123456'],
    ],
  ])('%s: %s', (country, text, people, rest) => {
    expect(names(text, country)).toEqual(people)
    expect(found(text, country)).toEqual(rest)
  })

  it.each([
    ['info: start\nwarn: slow\ninfo: done'],
    ['nginx: started\nsshd: connection closed\nnginx: reload ok'],
    ['host: db1\nport: 5432\nhost: db2'],
    ['q: what is the limit?\na: 48213 items\nq: ok?'],
    ['agent: how can I help?\nguest: my order 4482 is late\nagent: sorry about that'],
  ])('nobody speaks in %s', (text) => {
    expect(names(text, 'GB')).toEqual([])
  })
})

describe('vehicle plates', () => {
  it.each([
    ['HU', 'a RTK-482 rendszámú gépkocsi', 'RTK-482'],
    ['HU', 'Az AABC-123 forgalmi rendszámú személyautó', 'AABC-123'],
    ['EE', 'sõiduk registreerimismärgiga 482 BKT lahkus', '482 BKT'],
    ['FI', 'auto rekisteritunnukseltaan KLR-482 oli', 'KLR-482'],
    ['HR', 'vozilo registarskih oznaka ZG 4821-KB', 'ZG 4821-KB'],
    ['CY', 'το όχημα ΚΤΑ 482 προκάλεσε ζημιά', 'ΚΤΑ 482'],
    ['AT', 'mit dem Kennzeichen LN 482 KP fuhr', 'LN 482 KP'],
    ['SK', 'vozidlo NR 118KT, poistené', 'NR 118KT'],
  ])('%s: %s', (country, text, plate) => {
    expect(found(text, country, true)).toEqual([`VEHICLE_PLATE ${plate}`])
  })

  it('is no plate for another word behind it', () => {
    expect(found('RTK-482 számú csomag', 'HU', true)).toEqual([])
  })
})

describe('accounts, passwords and users', () => {
  it.each([
    ['IS', 'lokið reikningi 0111-26-048213', ['BANK_ACCOUNT 0111-26-048213']],
    ['IS', 'Reikningur nr. 2025118', []],
    ['CZ', 'peníze na 19-2000145399/0800', ['BANK_ACCOUNT 19-2000145399/0800']],
    ['CZ', 'č.j. 118822/2025 a 4400192/2010', []],
    ['NO', 'Utbetales til 8601.11.17947', ['BANK_ACCOUNT 8601.11.17947']],
    ['DE', 'Initialpasswort Regen?Schirm9 gesetzt', ['PASSWORD Regen?Schirm9']],
    ['DK', 'Midlertidig kode: Rugbrod44', ['PASSWORD Rugbrod44']],
    ['ES', 'El usuario jmorales no puede acceder', ['LOGIN jmorales']],
    ['NL', 'gebruiker pkoster kan niet', ['LOGIN pkoster']],
    ['GB', 'the user interface crashed; user complained', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })
})

describe('births and the places of them', () => {
  it.each([
    ['AT', '3. Jänner 1994 in Bruck an der Mur geboren', '3. Jänner 1994'],
    ['HU', '(szül. Salgótarján, 1998.03.27.)', '1998.03.27.'],
    ['GB', 'Re: Mr Idris Pugh, 21/07/1946, NHS No. 943 476 5919', '21/07/1946'],
  ])('%s: %s', (country, text, date) => {
    expect(found(text, country)).toContain(`DOB ${date}`)
  })

  it.each([
    ['PL', 'ur. 11.03.1985 r. w Ełku, legitymujący', ['Ełku']],
    ['FI', 's. 8.6.1981 Porvoossa, kertoi', ['Porvoossa']],
    ['IT', 'nata a Torre del Greco il 22/11/1950', ['Torre del Greco']],
    ['SK', 'nar. 19.2.1977 v Rimavskej Sobote, OP', ['Rimavskej Sobote']],
    ['DE', 'geb. 3.5.1970 in Behandlung seit 2001', []],
    ['GB', 'DOB 04/05/1970 Male, smoker', []],
  ])('%s: %s', (country, text, expected) => {
    expect(places(text, country)).toEqual(expected)
  })

  it('is no birthday what stands between a name and a room', () => {
    expect(found('Meeting with John Smith, 21/07/2005, Room 4', 'GB')).toEqual([])
  })
})

describe('tables', () => {
  it('reads a cell that opens with a zero behind a cell that ends with a digit', () => {
    expect(found('forename,dob,phone\nShirin,17/12/1988,020 7840 1084', 'GB')).toContain('PHONE 020 7840 1084')
    expect(found('name,eircode,mobile\nBríd,F92 X4P1,086 9182233', 'IE')).toContain('PHONE 086 9182233')
  })
})

describe('who is named and who is not', () => {
  it.each([
    ['AT', 'Hausverwaltung, i.A. B. Trattnig', ['B. Trattnig']],
    ['DE', 'Mit freundlichen Grüßen\ni.A. Krause', ['Krause']],
    ['IS', 'Greiða má inn á reikning. Kv. Erna', ['Erna']],
    ['PT', 'confirma a reunião.\nBeijinhos,\nGuida', ['Guida']],
    ['EE', 'Tere! Palun sulgege konto.', []],
    ['DE', 'Projekt X - Abschlussbericht\n1. Ziel', []],
    ['PL', 'Z poważaniem\nDział Kadr', []],
    ['RO', 'Cu respect, Compartimentul Salarizare', []],
  ])('%s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
  })

  it.each([
    ['CZ', 'Česká národní banka ponechala základní sazbu.'],
    ['HR', 'Hrvatska narodna banka objavila je tečajnu listu.'],
    ['NG', 'High Court, Enugu. Suit E/448/2025.'],
  ])('%s: no place in %s', (country, text) => {
    expect(found(text, country, true)).toEqual([])
  })
})

describe('letters, slips and tickets', () => {
  it.each([
    ['GB', 'Collected by Mr R Entwistle, prescriber Dr P Nair.', ['R Entwistle', 'P Nair']],
    ['FR', 'Nous avons vu Mme Vautrin hier.', ['Vautrin']],
    ['BG', 'Подпис: Хр. Димитров', ['Хр. Димитров']],
    ['DE', 'Passagier: MUELLER/HANS PETER MR, Sitz 14C', ['MUELLER/HANS PETER']],
    ['GB', '1. SMITH/ANNA MRS 23KG', ['SMITH/ANNA']],
  ])('%s: somebody in %s', (country, text, people) => {
    expect(names(text, country)).toEqual(people)
  })

  it.each([
    ['GB', 'Mr I think so. Dr A said no.'],
    ['GB', 'switch OPEN/CLOSED, valve IN/OUT'],
    ['FI', 'Huoltaja:\nRuokavalio: laktoositon'],
    ['FR', 'Sa Škoda Octavia et sa Renault Clio sont au garage.'],
    ['BG', 'До: „Зорница Лизинг“ ЕАД'],
    ['DK', 'Brande Svømmeklub har lukket. Lokale Anna er optaget.'],
    ['DE', 'Material lt. Angebot und lt. Liste'],
  ])('%s: nobody in %s', (country, text) => {
    expect(names(text, country)).toEqual([])
  })

  it.each([
    ['FR', 'Prochaine séance le 9 juin, salle Loire.', []],
    ['GB', 'Sessions: Mon, Wed. Items ROMA-2 and OSLO-1.', []],
    ['AT', '{"zip":"4840","city":"Vöcklabruck"}', ['Vöcklabruck']],
    ['HU', 'Születési hely, idő: Pécs, 2014. 03. 19.', ['Pécs']],
  ])('%s: places of %s', (country, text, towns) => {
    expect(places(text, country)).toEqual(towns)
  })

  it.each([
    ['AT', '{"zip":"4840","city":"Wels"}', 'ADDRESS 4840'],
    ['HU', 'Születési hely, idő: Pécs, 2014. 03. 19.', 'DOB 2014. 03. 19.'],
    ['DE', 'Geburtsort und -datum: Pirna, 19.03.2014', 'DOB 19.03.2014'],
    ['GB', 'username asra, temp password Kx8!dd2q', 'LOGIN asra'],
    ['GB', 'a blue Ford Fiesta, LM19 XKT, on the A64', 'VEHICLE_PLATE LM19 XKT'],
    ['EE', 'Toyota Corolla (118 KBT) aken', 'VEHICLE_PLATE 118 KBT'],
  ])('%s: %s', (country, text, value) => {
    expect(found(text, country, true)).toContain(value)
  })

  it.each([
    ['EU', 'Haushaltslinie 13 01 02 01'],
    ['GB', 'tax code 1257L, week 9'],
    ['SE', 'Volvo XC60, Golf TSI 150, Clio TCE 90, Peugeot 308 HDI 120'],
  ])('%s: no number of anybody in %s', (country, text) => {
    expect(found(text, country)).toEqual([])
  })
})

describe('names by their surroundings', () => {
  it.each([
    ['NL', 'Geachte heer Van der Zwaag, uw brief is ontvangen.', ['Van der Zwaag']],
    ['NL', 'namens mevrouw van Gestel en de heer De Boer', ['van Gestel', 'De Boer']],
    ['FR', 'la dame de Paris, le professeur de Physique', []],
    ['NL', 'Basisschool De Linde, klas 3A', []],
    ['IT', 'Liceo Scientifico "Galileo Galilei", aula 4', []],
    ['IT', 'La signora "Anna Galilei" ha chiamato', ['Anna Galilei']],
    ['LV', 'Passengers: OZOLA/ILZE MRS, 2 bags; AND/OR MR Smith', ['OZOLA/ILZE', 'Smith']],
    ['LT', 'Pardavėjas: UAB Jonas Petraitis', []],
    ['PT', 'Utente: Deolinda Pinto Carneiro, n.º utente', ['Deolinda Pinto Carneiro']],
    ['LT', 'his Škoda Octavia was scratched', []],
    ['GH', 'pls send the momo to the office', []],
    ['SK', 'Dňa 3. 2. 2026 na OR PZ Prešov vodič nedal prednosť.', []],
  ])('%s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
  })
})

describe('roads, timetables and towns', () => {
  it.each([
    ['SE', 'olycka på Riksväg 40 väster om staden', []],
    ['AT', 'Bundesstraße 12, 6020 Innsbruck', ['ADDRESS Bundesstraße 12, 6020 Innsbruck']],
    ['SE', 'Tåg 10548 mot Falun är försenat', []],
    ['SE', 'Min syster flyttade till Falun', ['LOCATION Falun']],
    ['PL', '{"street":"Kwiatowa 7A"}', ['ADDRESS Kwiatowa 7A']],
    ['LU', 'Einsatzbericht 2026/00381, Revier', []],
    ['ZA', 'ushayele inombolo ku-031 398 1349 namuhla', ['PHONE 031 398 1349']],
    ['SE', 'id;city;points\n2;Kiruna;85', ['LOCATION Kiruna']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true).filter((one) => !one.startsWith('NAME'))).toEqual(expected)
  })
})

describe('births without a word for them', () => {
  it.each([
    ['PT', 'no;nascimento;nivel\n104;12/03/2008;A4', ['DOB 12/03/2008']],
    ['PT', 'Certidão de nascimento emitida em 12/03/2020', []],
    ['LT', 'iš Emilijos Rakauskaitės (g. 1998-04-21) rankinės', ['DOB 1998-04-21']],
    ['LI', 'Versicherte: Annelies Hasler, 19.08.1966', ['DOB 19.08.1966']],
    ['GB', 'Signed: John Smith, 12.03.2021', []],
    ['GB', 'John Smith (d. 03/05/2014)', []],
    ['RO', 'născut la 09.03.1982 în mun. Roman, CI', ['DOB 09.03.1982', 'LOCATION Roman']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true).filter((one) => !one.startsWith('NAME'))).toEqual(expected)
  })
})

describe('cards and chats, field by field', () => {
  it('reads the numbered fields of a driving licence', () => {
    const card = '1. Ngcuka\n2. Zanele Ruth\n3. 12.04.1980 Leeds\n4a. 01.02.2020\n4b. 01.02.2030\n5. NGCUK804120ZR9AB'
    expect(found(card, 'GB', true).filter((one) => !one.startsWith('LOCATION'))).toEqual([
      'NAME Ngcuka',
      'NAME Zanele Ruth',
      'DOB 12.04.1980',
      'DRIVERS_LICENCE NGCUK804120ZR9AB',
    ])
  })

  it.each([
    [
      'heilmóður hárlaugsdóttir: hey u there\nbestla bernharðsdóttir: yep whats up?\nheilmóður hárlaugsdóttir: ok',
      ['heilmóður hárlaugsdóttir', 'bestla bernharðsdóttir', 'heilmóður hárlaugsdóttir'],
    ],
    ['max retries: 5\nread timeout: 3\nmax retries: 7?', []],
  ])('%s', (text, expected) => {
    expect(names(text, null)).toEqual(expected)
  })
})

describe('chats, forms and lists as clerks and friends write them', () => {
  it.each([
    [
      'LV',
      'Fricis: čau, kāds ir tavs numurs?\nSkaidrīte: +371 63454998\nFricis: paldies',
      ['Fricis', 'Skaidrīte', 'Fricis'],
    ],
    ['DK', 'Amina: hvornår kommer du?\nLinh: nu\nAmina: ring lige til ham på 34 41 12 12', ['Amina', 'Linh', 'Amina']],
    ['KE', '[08:01] mteja: habari\n[08:02] wakala: Pole. Tuma namba ya mita 12345', []],
    ['GH', 'Reporter........: Issifu Tampuri\nReach at........: 030-230-5718', ['Issifu Tampuri']],
    ['PL', 'DELIVERY NOTE 710519\nConsignee    Gniewomir Chmura\nStreet', ['Gniewomir Chmura']],
    ['MT', 'Kind of you!\n\nBest,\nMartin', ['Martin']],
    ['IT', 'Hi Marco, Diana Castiglione here', ['Marco', 'Diana Castiglione']],
    ['NL', 'Cheers\nF. van \u2019t Hof', ['F. van \u2019t Hof']],
    ['CY', 'Discharged today: Myrofora Hadjiloizou, Stanley Pitts and Al', ['Myrofora Hadjiloizou', 'Stanley Pitts']],
    ['IS', 'Kveðja, Þorgeir Ásmundsson, Leigumiðlun Norðurlands ehf.', ['Þorgeir Ásmundsson']],
    ['GB', 'CUSTOMER DUE DILIGENCE FORM', []],
    ['ES', 'CASE SO/2026/14331 is open', []],
    ['DE', 'Dorothee Rosenow, Steuer-ID 86 275 849 015', ['Dorothee Rosenow']],
  ])('%s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
  })

  it.each([
    ['GB', '1. Anna Smith - 12/03/1999\n2. Peter Jones - 01/02/1998', ['DOB 12/03/1999', 'DOB 01/02/1998']],
    ['GB', '1. Anna Smith - 12/03/2026', []],
    ['GB', '<td>Smith, Anna</td><td>12/03/1999</td><td>x</td>', ['DOB 12/03/1999']],
    ['GB', 'Last seen near 52.561642, -1.219759 at nine', ['GPS_COORDINATES 52.561642, -1.219759']],
    ['GB', 'weights = [0.561642, 0.219759, 0.118420]', []],
    ['GB', 'New passwords are Sun4rise#22 and moon-bridge77.', ['PASSWORD Sun4rise#22', 'PASSWORD moon-bridge77']],
    ['GB', 'const schema = { password: z.string().min(12) }', []],
    ['CZ', '110 00 Praha 1 / 212 345 479 / T23440', ['PHONE 212 345 479']],
    ['FI', 'The number 081299-5209 is on page two', []],
  ])('%s: %s', (country, text, expected) => {
    const kept = /^(?:DOB|GPS|PASSWORD|PHONE)/
    expect(found(text, country, true).filter((one) => kept.test(one))).toEqual(expected)
  })
})

describe('fields that hold a name and nothing else', () => {
  it.each([
    ['NL', '{"achternaam": "de Boer", "voornaam": "Floor"}', ['de Boer', 'Floor']],
    ['NL', "<achternaam>van 't Hoff</achternaam>", ["van 't Hoff"]],
    ['NL', '| voornaam | Job |\n| achternaam | Van Bragt |', ['Job', 'Van Bragt']],
    ['FR', 'nom de famille;prénom;ville\nLe Gall;Yann;Brest', ['Le Gall', 'Yann']],
    ['IT', 'COGNOME Gori\nNOME Nina\nNATO IL 3', ['Gori', 'Nina']],
    ['AT', 'Name / Vorname ......... Sackl, Walpurga\nAnschrift', ['Sackl, Walpurga']],
    ['ES', 'Apellidos / Surname: Mayo Plaza', ['Mayo Plaza']],
    ['SI', 'Priimek: kuhar\nIme: Nina', ['kuhar', 'Nina']],
    ['DE', 'Nachname: wird nachgereicht\nVorname: Unbekannt', []],
    ['DE', 'Vorname Nachname\nDateiname: Kaiser', []],
    ['NL', 'Voornaam: ________ Geboortedatum: ____', []],
  ])('%s: %s', (country, text, people) => {
    expect(names(text, country)).toEqual(people)
  })
})

describe('people addressed by what is also another word', () => {
  it.each([
    ['DE', 'Sehr geehrte Frau Graf,\nvielen Dank', ['Graf']],
    ['FR', 'Bonjour M. Abgrall, merci', ['M. Abgrall']],
    ['PT', 'Exma. Sra. Farinha,\nboa tarde', ['Farinha']],
    ['NL', 'Beste meneer van den Bosch, de huur', ['van den Bosch']],
    ['HR', 'Kupac: Lana Bradić, Sv. Roka 106, 20000 Dubrovnik', ['Lana Bradić']],
    ['IT', 'La proprietaria, Zaira Pontecorvo, ha firmato', ['Zaira Pontecorvo']],
    ['FR', 'Bien à vous\nService clients \u2014 Michelin', []],
    ['AT', 'Sehr geehrte Frau Bürgermeisterin, danke', []],
  ])('%s: %s', (country, text, people) => {
    expect(names(text, country)).toEqual(people)
  })
})

describe('values said in passing', () => {
  it.each([
    ['DE', 'ist am 28.03.1984 zur Welt gekommen', ['DOB 28.03.1984']],
    ['FR', 'Mon mot de passe actuel, Marathon2343&, ne marche plus', ['PASSWORD Marathon2343&']],
    ['BE', 'N° du document : ED833235', ['PASSPORT ED833235']],
    ['BG', 'Може ли да ми се обадите на 02123246 днес', ['PHONE 02123246']],
    ['RO', 'Comanda 747135 din 23/08/2026', []],
    ['PL', 'zamieszkały/a ul. Zielona 105A, 20-082 Lublin', ['ADDRESS ul. Zielona 105A, 20-082 Lublin']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('who stands beside whom, and what a reply confirms', () => {
  it.each([
    ['CZ', 'Viewing booked! Petr Novák + Hana Kašparová, 12:30', ['NAME Petr Novák', 'NAME Hana Kašparová']],
    ['GB', 'by John Smith & Sons, Ernst & Young', []],
    ['GB', 'are you John Smith?\nUser: yes, 1969-04-19', ['NAME John Smith', 'DOB 1969-04-19']],
    ['GB', 'are you in London?\nUser: yes, 1969-04-19', ['LOCATION London']],
    ['PT', 'User: 4917617277742685, and I moved', ['CARD 4917617277742685']],
    ['GB', 'DISCHARGE SUMMARY   Ward 7   Bed 12', []],
    ['GB', 'Thanks. Reading list: see below', []],
    [
      'SE',
      'Tyra Cederblad of Storgatan 35 B, 582 23 Linköping',
      ['NAME Tyra Cederblad', 'ADDRESS Storgatan 35 B, 582 23 Linköping'],
    ],
    ['LU', 'and my lawyer Ms Hill said', ['NAME Hill']],
    ['ES', 'PASSPORT N0 JLJ114074', ['PASSPORT JLJ114074']],
    [
      'IE',
      "INSERT INTO t (a, phone, dob) VALUES ('x', '02219812', '2 July 2001');",
      ['PHONE 02219812', 'DOB 2 July 2001'],
    ],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('texts about nobody', () => {
  it.each([
    ['en', 'Sage Butter Gnocchi: brown 60 g butter, add 12 sage leaves. Serves 3.'],
    ['en', 'Iris, Heather and Violet all tolerate part shade; Jasmine and Ivy need a trellis.'],
    ['en', 'Seed list: Sweet William mixed 2.40, Good King Henry 1.60, Creeping Jenny 3.00.'],
    ['en', 'Amber, Ruby, Pearl, Opal and Jade: the five glaze shades of the range.'],
    ['en', 'Russell Hobbs kettle, 1.7 l, 2200 W, stock 9'],
    ['de', 'Pos. 20 Federring, 24 Stück; Pos. 30 Dichtring, 2 Lagerring M8'],
    ['es', 'Riego y poda: Rosa, Margarita y Azucena son flores de corte.'],
    ['bg', 'Роза, Ружа и Лилия цъфтят през юни. Калина и Малина искат влажна почва.'],
    ['fi', 'Vanamo, Orvokki ja Kielo kukkivat kesäkuussa. Pihlaja kestää pakkasta.'],
    ['lt', 'Rūta, Eglė ir Liepa auga pavėsyje, Ąžuolas mėgsta saulę.'],
    ['en', 'Oral-B heads | 4 pcs | stock 120 | 4210201177883'],
  ])('%s: %s', (_language, text) => {
    expect(found(text, null, true)).toEqual([])
  })

  it.each([
    ['Rosa, Iris and Viola came on Monday.', ['Rosa', 'Iris', 'Viola']],
    ['Rosa, Iris und Viola treffen sich im Garten.', ['Rosa', 'Iris', 'Viola']],
    ['Elena, Margarita', ['Elena', 'Margarita']],
    ['Ieva, Egle un Liepa nāks pirmdien', ['Ieva', 'Egle', 'Liepa']],
  ])('people all the same: %s', (text, people) => {
    expect(names(text, null).join(' ')).toBe(people.join(' '))
  })

  it('finds a house on a street that ends so', () => {
    expect(found('I live at 12 Northgate now', 'GB', true)).toEqual(['ADDRESS 12 Northgate'])
  })

  it('finds a CNP of before 1900 where it is announced', () => {
    expect(found('CNP 4210201177883', 'RO')).toEqual(['NATIONAL_ID 4210201177883'])
  })
})
