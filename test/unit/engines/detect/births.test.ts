// Dates of birth, after a cue or next to a person, with the place of birth; and dates that are not.
import { describe, expect, it } from 'vitest'
import { found, only } from './finding.ts'

describe('announced', () => {
  it.each([
    ['DE', '{"birthDate":"1970-04-03T00:00:00.000Z"}', ['DOB 1970-04-03T00:00:00.000Z']],
    ['DE', 'geboren: 1970-04-03T00:00:00Z', ['DOB 1970-04-03T00:00:00Z']],
    ['PL', 'ur. 03.04.1970r. w domu', ['DOB 03.04.1970']],
    ['PL', 'ur. 3 kwietnia 1970r. w domu', ['DOB 3 kwietnia 1970']],
    ['BG', 'роден на 03.04.1970г.', ['DOB 03.04.1970']],
    ['SE', 'född den 3:e april 1970.', ['DOB 3:e april 1970']],
    ['GB', 'DOB: Apr-03-1970', ['DOB Apr-03-1970']],
    ['NO', 'born on 13.10.1964 in \u{1f4b3} Bergen', ['DOB 13.10.1964', 'LOCATION Bergen']],
    ['FI', 'Born: 16 October 1977, Tampere\nCode', ['DOB 16 October 1977', 'LOCATION Tampere']],
    [
      'PL',
      'Applicant Marcin Wrona, Poland, 08.09.1982, passport EH5422666',
      ['NAME Marcin Wrona', 'LOCATION Poland', 'DOB 08.09.1982', 'PASSPORT EH5422666'],
    ],
    ['LT', 'New hire - Rasa Mažeika - 24.04.1956 - fitter', ['NAME Rasa Mažeika', 'DOB 24.04.1956']],
    ['ES', 'MEMBERSHIP\nLupe Cano     24/07/1963\nvalid', ['NAME Lupe Cano', 'DOB 24/07/1963']],
    [
      'GB',
      'Re: Mr Idris Pugh, 21/07/1946, NHS No. 943 476 5919',
      ['NAME Idris Pugh', 'DOB 21/07/1946', 'HEALTH_ID 943 476 5919'],
    ],
    ['PT', 'no;nascimento;nivel\n104;12/03/2008;A4', ['DOB 12/03/2008']],
    ['RO', 'născut la 09.03.1982 în mun. Roman, CI', ['DOB 09.03.1982', 'LOCATION Roman']],
    ['DE', 'ist am 28.03.1984 zur Welt gekommen', ['DOB 28.03.1984']],
    ['NO', 'Date of b1rth : 19.08.1968', ['DOB 19.08.1968']],
    ['NL', 'Geboortedatum kind: 22/10/1965', ['DOB 22/10/1965']],
    ['DE', 'geb.: 01.02.1980   Staatsang.: AT', ['DOB 01.02.1980']],
    ['DE', 'geb. am 3. März 1985', ['DOB 3. März 1985']],
    ['ES', 'nació el 5 de mayo de 1980', ['DOB 5 de mayo de 1980']],
    ['HU', 'született: 1992. május 16.', ['DOB 1992. május 16.']],
    ['LT', 'gimęs 1987 m. kovo 18 d.', ['DOB 1987 m. kovo 18 d.']],
    ['GR', 'ημερομηνία γέννησης 4 Σεπτεμβρίου 1988', ['DOB 4 Σεπτεμβρίου 1988']],
    ['BG', 'роден на 16.03.1975 г.', ['DOB 16.03.1975']],
    ['FI', 's. 13.10.1952', ['DOB 13.10.1952']],
    ['KE', 'tarehe ya kuzaliwa: 5 Machi 1990', ['DOB 5 Machi 1990']],
    ['GB', '{"dateOfBirth": "1980-05-12"}', ['DOB 1980-05-12']],
    ['GB', 'DOB: 05-Mar-1980', ['DOB 05-Mar-1980']],
    ['SE', 'född 811228, ärende 811228', ['DOB 811228']],
    ['DE', 'geb. 7.V.1965', ['DOB 7.V.1965']],
    ['FR', 'Date de naissance : 05 08 1991', ['DOB 05 08 1991']],
    [null, "Please tell me your date of birth. It's 6/28/1939", ['DOB 6/28/1939']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['AT', '3. Jänner 1994 in Bruck an der Mur geboren', ['DOB 3. Jänner 1994']],
    ['HU', '(szül. Salgótarján, 1998.03.27.)', ['DOB 1998.03.27.']],
    ['LV', 'Anna (06:40): and date of birth?\nSilvija (13:33): 1985-02-02', ['DOB 1985-02-02']],
    ['HU', 'Születési hely, idő: Pécs, 2014. 03. 19.', ['DOB 2014. 03. 19.']],
    ['DE', 'Geburtsort und -datum: Pirna, 19.03.2014', ['DOB 19.03.2014']],
    ['LT', 'iš Emilijos Rakauskaitės (g. 1998-04-21) rankinės', ['DOB 1998-04-21']],
    ['DK', 'Anmelder Ole Rasmussen, født 18/5-1966, mødte.', ['DOB 18/5-1966']],
    ['SE', 'Kunden Love Stenmarck, född 22/7 2002, ringde.', ['DOB 22/7 2002']],
    ['LT', 'Kęstutis Navickas, gim. 1980 06 03', ['DOB 1980 06 03']],
    ['FR', 'née le 14 juillet 1978 à Lyon', ['DOB 14 juillet 1978']],
    ['IT', 'nato a Roma il 10/12/1985', ['DOB 10/12/1985']],
    ['GB', 'Jane Smith (25 November 1973) agreed', ['DOB 25 November 1973']],
    ['DE', 'Hr. Petersen, *12.04.1971', ['DOB 12.04.1971']],
    ['GB', 'name;dob;note\nX;1980-05-12;2024-01-01', ['DOB 1980-05-12']],
    ['BE', 'geboren te Ieper op 3 februari 1958', ['DOB 3 februari 1958']],
    ['FR', 'né à Brest le 1er avril 1966', ['DOB 1er avril 1966']],
    ['DE', 'am 2. Februar 1958 in Kassel geboren', ['DOB 2. Februar 1958']],
    ['BE', 'Haar zoon Daniel (°01/07/1955) moet een kaartje krijgen.', ['DOB 01/07/1955']],
  ])('values of %s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it('a label of the next value is no birthplace', () => {
    expect(found('geb.: 01.02.1980   Staatsang.: AT', 'DE', true)).toEqual(['DOB 01.02.1980'])
  })
})

describe('beside a person', () => {
  it.each([
    ['HR', 'Patient Danijel FRANUŠIĆ, \u{1f642}24 January 1991', ['NAME Danijel FRANUŠIĆ', 'DOB 24 January 1991']],
    ['GB', 'Admitted: Alison Parker, 09/10/1978, brought in by ambulance.', ['NAME Alison Parker', 'DOB 09/10/1978']],
    [
      'NO',
      'Pt = Eli Nilsen, personnummer 090855 09753, 1996-11-14.',
      ['NAME Eli Nilsen', 'NATIONAL_ID 090855 09753', 'DOB 1996-11-14'],
    ],
    [
      'SK',
      'Ward 3, 04.05.2026. Perla Hudáková,  02.10.2001,  brought in at noon.',
      ['NAME Perla Hudáková', 'DOB 02.10.2001'],
    ],
    ['IE', 'Caller verified by 03.09.1980 and postcode; order of 12.03.2026.', ['DOB 03.09.1980']],
    ['IE', '- verified: 3 September 1980\n- opened 12.03.2026', ['DOB 3 September 1980']],
    ['IE', 'Security check 03/09/1980 passed.', ['DOB 03/09/1980']],
    ['IE', 'Verified by 31.12.2025, paid 12.03.2026.', []],
    ['IE', 'Verified by 03.09.2004 and closed 12.03.2005.', []],
    ['IE', 'DOB given: 03.09.1980', ['DOB 03.09.1980']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['IE', 'Š. Kolář left the firm on 01.07.2026. Last pay follows.', []],
    ['LI', 'Versicherte: Annelies Hasler, 19.08.1966', ['DOB 19.08.1966']],
    ['GB', '1. Anna Smith - 12/03/1999\n2. Peter Jones - 01/02/1998', ['DOB 12/03/1999', 'DOB 01/02/1998']],
    ['GB', '<td>Smith, Anna</td><td>12/03/1999</td><td>x</td>', ['DOB 12/03/1999']],
    ['FR', 'Pt : Jean Dupont, 2001-10-11\nATCD : asthme', ['DOB 2001-10-11']],
    ['DK', 'Ada Holm / 28-03-1965 / +45 20 30 40 50', ['DOB 28-03-1965', 'PHONE +45 20 30 40 50']],
    ['DE', 'Personalien: Ebert, Benno, * 10.08.2000, Offenbach', ['DOB 10.08.2000']],
    ['DE', 'Unfallbeteiligter 02: Slavica Häring, 13.02.2003, Radfahrerin', ['DOB 13.02.2003']],
  ])('values of %s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })
})

describe('the place of a birth', () => {
  it.each([['PL', 'data ur. 17.09.1987; miejsce ur. Zamość; brak', ['DOB 17.09.1987', 'LOCATION Zamość']]])(
    '%s: %s',
    (country, text, expected) => {
      expect(found(text, country, true)).toEqual(expected)
    },
  )

  it.each([
    ['PL', 'ur. 11.03.1985 r. w Ełku, legitymujący', ['Ełku']],
    ['FI', 's. 8.6.1981 Porvoossa, kertoi', ['Porvoossa']],
    ['IT', 'nata a Torre del Greco il 22/11/1950', ['Torre del Greco']],
    ['SK', 'nar. 19.2.1977 v Rimavskej Sobote, OP', ['Rimavskej Sobote']],
    ['DE', 'geb. 3.5.1970 in Behandlung seit 2001', []],
    ['GB', 'DOB 04/05/1970 Male, smoker', []],
    ['HU', 'Születési hely, idő: Pécs, 2014. 03. 19.', ['Pécs']],
  ])('places of %s: %s', (country, text, expected) => {
    expect(only('LOCATION', text, country)).toEqual(expected)
  })
})

describe('no birth', () => {
  it.each([
    ['PT', 'Certidão de nascimento emitida em 12/03/2020', []],
    ['DE', 'vom 5 8 2020, 07051965 Stück', []],
    ['GB', "SELECT id, dob FROM t WHERE created > '2024-01-01'", []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['GB', 'Signed: John Smith, 12.03.2021', []],
    ['GB', 'John Smith (d. 03/05/2014)', []],
    ['GB', '1. Anna Smith - 12/03/2026', []],
  ])('values of %s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual(expected)
  })

  it('is no birthday what stands between a name and a room', () => {
    expect(found('Meeting with John Smith, 21/07/2005, Room 4', 'GB')).toEqual([])
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

  it('reads no temperature as a birth and no key as a password', () => {
    expect(found('Kühlraum 20° 01.07.1955', 'DE')).toEqual([])
    expect(found('reset_password user="ada@example.org"', 'FR')).toEqual(['EMAIL ada@example.org'])
  })
})
