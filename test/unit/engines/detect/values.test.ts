// Each kind of value, in the words people write around it, and the look-alikes beside it.
import { describe, expect, it } from 'vitest'
import { findings, found } from './finding.ts'

describe('contact', () => {
  it('finds e-mail addresses, plain, Unicode and hidden', () => {
    expect(
      found('a.b+c@sub.example.com, jane.doe (at) example (dot) org, joe[at]firma.de, rené@exämple.fr', 'DE'),
    ).toEqual([
      'EMAIL a.b+c@sub.example.com',
      'EMAIL jane.doe (at) example (dot) org',
      'EMAIL joe[at]firma.de',
      'EMAIL rené@exämple.fr',
    ])
    expect(found('jane dot doe at example dot org, j (dot) doe [at] example [dot] org', 'GB')).toEqual([
      'EMAIL jane dot doe at example dot org',
      'EMAIL j (dot) doe [at] example [dot] org',
    ])
    expect(found('meet at noon dot. see logo@2x.png, pkg@1.2.3, git@github.com:org/repo', 'GB')).toEqual([])
  })

  it('finds every occurrence of a telephone number', () => {
    const text = 'Call +234 803 555 7890. Again: 0803 555 7890, or 00234 803 555 7890; once more +234 803 555 7890'
    expect(found(text, 'NG')).toHaveLength(4)
    expect(findings(text, 'NG').map(({ country }) => country)).toEqual(['NG', undefined, 'NG', 'NG'])
  })

  it.each([
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
    ['DE', 'Tel: 030 901820\n10115 Berlin', ['PHONE 030 901820']],
    ['DE', 'MP 2.200-2/2001, 20.4.-27.4.2010, 09.38-18.02, 1415/2006, 861.350.14', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it('finds handles and profiles only where a network is named', () => {
    expect(
      found('@ana_k on Instagram, Telegram: @ana.k, Skype: ana_k99, https://www.linkedin.com/in/ana-k-12/', 'GB'),
    ).toEqual([
      'SOCIAL_HANDLE @ana_k',
      'MESSAGING_HANDLE @ana.k',
      'MESSAGING_HANDLE ana_k99',
      'URL https://www.linkedin.com/in/ana-k-12/',
    ])
    expect(found('@media (max-width) { } https://example.com/about https://twitter.com/home', 'GB')).toEqual([])
  })
})

describe('birth', () => {
  it.each([
    ['DE', 'geb. am 3. März 1985', '3. März 1985'],
    ['FR', 'née le 14 juillet 1978 à Lyon', '14 juillet 1978'],
    ['ES', 'nació el 5 de mayo de 1980', '5 de mayo de 1980'],
    ['IT', 'nato a Roma il 10/12/1985', '10/12/1985'],
    ['HU', 'született: 1992. május 16.', '1992. május 16.'],
    ['LT', 'gimęs 1987 m. kovo 18 d.', '1987 m. kovo 18 d.'],
    ['GR', 'ημερομηνία γέννησης 4 Σεπτεμβρίου 1988', '4 Σεπτεμβρίου 1988'],
    ['BG', 'роден на 16.03.1975 г.', '16.03.1975'],
    ['FI', 's. 13.10.1952', '13.10.1952'],
    ['KE', 'tarehe ya kuzaliwa: 5 Machi 1990', '5 Machi 1990'],
    ['GB', '{"dateOfBirth": "1980-05-12"}', '1980-05-12'],
    ['GB', 'Jane Smith (25 November 1973) agreed', '25 November 1973'],
    ['GB', 'DOB: 05-Mar-1980', '05-Mar-1980'],
    ['DE', 'Hr. Petersen, *12.04.1971', '12.04.1971'],
    ['SE', 'född 811228, ärende 811228', '811228'],
    ['GB', 'What is your date of birth? It is 25/02/1996', '25/02/1996'],
    ['GB', 'name;dob;note\nX;1980-05-12;2024-01-01', '1980-05-12'],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual([`DOB ${expected}`])
  })

  it('leaves other dates alone', () => {
    expect(
      found(
        'Meeting on 12/05/2024; report of 5 May 2024; 2024-01-31T12:00:00Z; KW 12/2024; born in Leeds. Due 14.05.1980',
        'GB',
      ),
    ).toEqual([])
    expect(found('5 May 2024 (born 6 June 1990)', 'GB')).toEqual(['DOB 6 June 1990'])
  })
})

describe('values among people', () => {
  it.each([
    ['CZ', 'číslo 601174955', ['PHONE 601174955']],
    ['PT', 'manda o nº do zé 912341959', ['PHONE 912341959']],
    ['GB', 'phone,nights\n+447700900123,3', ['PHONE +447700900123']],
    ['CZ', 'objednávka číslo 601174955; číslo zásilky 601174955', []],
    ['DK', 'Rapport nummer 34468494, ordre nummer 34468494', []],
  ])('knows a word for number before a mobile number, but not that of a paper (%s %s)', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it.each([
    ['SE', 'user 19581212-8923 logged in', ['NATIONAL_ID 19581212-8923']],
    ['FI', 'ID code 120767-832H', ['NATIONAL_ID 120767-832H']],
    ['DE', 'Fahrzeug B-MX 4471', ['VEHICLE_PLATE B-MX 4471']],
    ['SI', 'registrska LJ KT-482', ['VEHICLE_PLATE LJ KT-482']],
    ['DE', 'Das Auto kostet EUR 500; Auto BMW 320', []],
    ['KE', 'NHIF No. R48291033', ['NHIF R48291033']],
    ['KE', 'Confirmed. SLK4T82910 sent to', ['MPESA_REF SLK4T82910']],
    ['GB', 'licence MORGA657054SM9IJ', ['DRIVERS_LICENCE MORGA657054SM9IJ']],
    ['GB', 'software licence AB123456', []],
  ])('reads official numbers behind plain words (%s %s)', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it.each([
    ['GB', 'username: pgoodfellow', ['LOGIN pgoodfellow']],
    ['GB', '{"login": "pgoodfellow"}', ['LOGIN pgoodfellow']],
    ['GB', 'Accepted publickey for zkovacs from host', ['LOGIN zkovacs']],
    ['GB', 'Login required. Username: required. The user must login, see user:read and user guide', []],
    ['GB', 'the password for the wifi is Tulip99', ['PASSWORD Tulip99']],
    ['CZ', 'heslo na netflix: Knedlik99!', ['PASSWORD Knedlik99!']],
    ['DK', 'koden til døren er 1947', ['PASSWORD 1947']],
    ['GB', 'the password for the account is reset every 90 days', []],
  ])('finds user names and passwords behind phrases (%s %s)', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it.each([
    ['BE', 'geboren te Ieper op 3 februari 1958', ['DOB 3 februari 1958']],
    ['FR', 'né à Brest le 1er avril 1966', ['DOB 1er avril 1966']],
    ['DE', 'am 2. Februar 1958 in Kassel geboren', ['DOB 2. Februar 1958']],
    ['DE', 'geb. 7.V.1965', ['DOB 7.V.1965']],
    ['FR', 'Date de naissance : 05 08 1991', ['DOB 05 08 1991']],
    ['DE', 'vom 5 8 2020, 07051965 Stück', []],
    ['GB', "SELECT id, dob FROM t WHERE created > '2024-01-01'", []],
  ])('reads births with their place and in every writing (%s %s)', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it('reads coordinates in JSON and with compass letters', () => {
    expect(found('{"lat":51.5007,"lng":-0.1246}', 'GB')).toEqual(['GPS_COORDINATES 51.5007', 'GPS_COORDINATES -0.1246'])
    expect(found('51.5007 N, 0.1246 W', 'GB')).toEqual(['GPS_COORDINATES 51.5007 N, 0.1246 W'])
    expect(found('the range covers 1200 N, 450 W', 'GB')).toEqual([])
  })
})

describe('money', () => {
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

describe('machines', () => {
  it('tells IP addresses from versions, times and scopes', () => {
    expect(found('192.168.1.10:8080, 2001:db8::1, fe80::1%eth0', 'DE')).toEqual([
      'IP_ADDRESS 192.168.1.10',
      'IP_ADDRESS 2001:db8::1',
      'IP_ADDRESS fe80::1%eth0',
    ])
    expect(found('version 5.6.7.8, v1.2.3.4, std::vector, ab::cd, 12:34:56, 1.2.3.4.5, 999.1.1.1', 'DE')).toEqual([])
  })

  it('finds MAC addresses, IMEIs and advertising identifiers', () => {
    expect(
      found('MAC 00:1B:44:11:3A:B7, IMEI 490154203237518, IDFA: 6D92078A-8246-4BA4-AE5B-76104861E7DC', 'DE'),
    ).toEqual([
      'MAC_ADDRESS 00:1B:44:11:3A:B7',
      'IMEI 490154203237518',
      'DEVICE_ID 6D92078A-8246-4BA4-AE5B-76104861E7DC',
    ])
    expect(found('batch e38ad915-aab7-41dd-aa8d-d8e01a1b3b5c, serial 490154203237518', 'DE')).toEqual([])
  })

  it('finds decentralised identifiers but not the talk about them', () => {
    expect(found('did:web:id.example.org:users:58d3567e. did:method:123456', 'DE')).toEqual([
      'DID did:web:id.example.org:users:58d3567e',
    ])
  })

  it('finds coordinates behind a cue or with compass letters, not pairs of decimals', () => {
    expect(found('GPS: 51.507400, -0.127800 and 40.7128° N, 74.0060° W', 'GB')).toEqual([
      'GPS_COORDINATES 51.507400, -0.127800',
      'GPS_COORDINATES 40.7128° N, 74.0060° W',
    ])
    expect(found('scale(12.3456, 7.8901)', 'GB')).toEqual([])
  })
})

describe('secrets', () => {
  it.each([
    ['password: hunter2', 'PASSWORD hunter2'],
    ['Passwort Sommer2024!, danach', 'PASSWORD Sommer2024!'],
    ['Temporary password PD7HFTTk5a.', 'PASSWORD PD7HFTTk5a'],
    ['The password is "correct horse battery staple".', 'PASSWORD correct horse battery staple'],
    ['mot de passe : marée-haute36 svp', 'PASSWORD marée-haute36'],
    ['PIN: 4821', 'PASSWORD 4821'],
    ['api_key=ak_E6zi8cjcn8dqF9iw5GHia5nzBd3C2xy6', 'API_KEY ak_E6zi8cjcn8dqF9iw5GHia5nzBd3C2xy6'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'API_KEY ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
    [
      'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
      'SESSION_TOKEN eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
    ],
  ])('%s', (text, expected) => {
    expect(found(text, 'DE')).toEqual([expected])
  })

  it('finds a web token once, by its first part, and none whose first part is too long', () => {
    const token = `${'eyJ-'.repeat(9)}.eyJhbGciOi.eyJzdWIi`
    expect(found(`x-eyJ-eyJ${'-'.repeat(2010)}.eyJhbGciOi ${token}, eyJhbGciOi-eyJ ${token}`, 'DE')).toEqual([
      `SESSION_TOKEN ${token}`,
      `SESSION_TOKEN ${token}`,
    ])
  })

  it('is silent about passwords that are only talked about', () => {
    expect(
      found(
        'Password reset required. Change your password now. Password: ******. password: <password>. PIN code lost',
        'GB',
      ),
    ).toEqual([])
  })
})

describe('special categories', () => {
  it('reads answers and statements about people', () => {
    expect(
      found('Religion: Catholic. Trade union: UNISON. Sexual orientation: gay. Diagnosis: type 2 diabetes', 'GB'),
    ).toEqual(['RELIGION Catholic', 'TRADE_UNION UNISON', 'SEXUAL_ORIENTATION gay', 'HEALTH type 2 diabetes'])
  })

  it('is silent about the subject in general', () => {
    expect(
      found('Diabetes is common. The catholic church opens at ten. A union of sets. Religion: see annex.', 'GB'),
    ).toEqual([])
  })

  it('reads what is said of a person known by name, in her own language', () => {
    expect(found('Katarzyna Nowak choruje na cukrzycę i należy do związku zawodowego.', 'PL')).toEqual([
      'HEALTH choruje na cukrzycę',
      'TRADE_UNION należy do związku zawodowego',
    ])
    expect(found('Jana Dvořáková byla odsouzena za podvod.', 'CZ')).toEqual([
      'CRIMINAL_RECORD byla odsouzena za podvod',
    ])
    expect(found('Sales suffers from low demand. She left. Suffers from asthma.', 'GB')).toEqual([
      'HEALTH Suffers from asthma',
    ])
  })

  it('reads templates, wallets, clan and praise names behind the name of their field', () => {
    expect(found('Fingerprint ID: FP-2231-88; iris code: 9f3a22bc; face template ref: FT_0091', 'KE')).toEqual([
      'FINGERPRINT_REF FP-2231-88',
      'IRIS_TEMPLATE 9f3a22bc',
      'FACE_TEMPLATE FT_0091',
    ])
    expect(found('Genotype: AS. Clan: Abagusii. Oríkì: Àṣàkẹ́. Wallet ID: OPY-8839201.', 'NG')).toEqual([
      'GENETIC AS',
      'CLAN_NAME Abagusii',
      'PRAISE_NAME Àṣàkẹ́',
      'WALLET OPY-8839201',
    ])
    expect(found('Fingerprint id: lost. Iris code standard 2011. The clan met.', 'GB')).toEqual([])
  })

  it('finds the number of a patient file', () => {
    expect(found('NHC: 2594890. Patient ID HN-482913', 'ES')).toEqual(['HEALTH_ID 2594890', 'HEALTH_ID HN-482913'])
  })
})

describe('values as documents and forms bring them', () => {
  it.each([
    [null, 'Card 4111-1111-1111-\n1111 exp 12/28', ['CARD 4111-1111-1111-\n1111']],
    [null, 'Lat: 51.50735, Long: -0.12776', ['GPS_COORDINATES 51.50735', 'GPS_COORDINATES -0.12776']],
    [null, 'Lat 51° 30\' 26" N, Long 0° 7\' 40" W', ['GPS_COORDINATES 51° 30\' 26" N, Long 0° 7\' 40" W']],
    [null, 'request UUID 123e4567-e89b-12d3-a456-426614174000', []],
    [null, 'device UUID 123e4567-e89b-12d3-a456-426614174000', ['DEVICE_ID 123e4567-e89b-12d3-a456-426614174000']],
    ['DE', '<li><b>Steuer-ID:</b> 86095742719</li>', ['TIN 86095742719']],
    ['NL', 'Vehicle: DAF XF 480', []],
    ['GB', '1. Flour\n2. Butter\n3. 250 g sugar\nserves 4', []],
    [null, "Please tell me your date of birth. It's 6/28/1939", ['DOB 6/28/1939']],
    [
      null,
      'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6',
      ['NATIONAL_ID I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6'],
    ],
  ])('%s %s', (jurisdiction, text, expected) => {
    expect(found(text, jurisdiction)).toEqual(expected)
  })
})
