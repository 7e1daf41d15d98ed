// Letters, statements, handovers and lists of the south and west of Europe and of Africa: what announces people there, how
// their names are built, and what stands beside them.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

const names = (text: string, country: string | null) =>
  found(text, country, true)
    .filter((one) => one.startsWith('NAME'))
    .map((one) => one.slice(5))

describe('who is announced', () => {
  it.each([
    ['DE', 'Der Beschuldigte, ein gewisser Käfer, lief davon.', ['Käfer']],
    ['DE', 'Ehefrau: Gerlind Beyer, geborene Terbrüggen, Floristin', ['Gerlind Beyer', 'Terbrüggen']],
    ['DE', 'Risikoklasse: gering, geprüft durch: Forster', ['Forster']],
    ['DE', 'Familie Gierschner bringt Kuchen mit.', ['Gierschner']],
    ['AT', 'Auszahlung auf das Konto, lautend auf Ferdl Obernosterer', ['Ferdl Obernosterer']],
    ['NL', 'Verbalisant: de Haan-Postma, hoofdagent', ['de Haan-Postma']],
    ['NL', 'Eigenaar: Fam. Bouzidi\nConsult kat', ['Bouzidi']],
    ['NL', 'Bel even terug.\ngr. Renske', ['Renske']],
    ['FR', 'On se retrouve chez les Lambrecht samedi.', ['Lambrecht']],
    ['NG', 'name;phone\nUbaka;0803 555 7890\nZizi;0803 555 7891\n', ['Ubaka', 'Zizi']],
    ['NG', 'name,dob\n"Obi, Bola",1990-03-04\n', ['Obi', 'Bola']],
    ['ZA', 'Haar seun Lindokuhle kan gebel word.', ['Lindokuhle']],
    ['KE', 'A man known to me only as Gambo grabbed my phone.', ['Gambo']],
    ['ES', '¿Avisas tú a Jacinto?', ['Jacinto']],
  ])('%s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
  })

  it.each([
    [
      'ordinary nouns of a language that gives them capitals',
      'DE',
      'Ihm sei ein Fahrrad der Marke Kalkhoff entwendet worden.',
    ],
    ['a role that speaks', 'DE', 'Kundin: hallo\nBerater: Guten Tag?\nKundin: moment\nBerater: gern'],
    ['a school', 'FR', 'École primaire Jules-Verne, mot dans le carnet'],
    ['an office', 'DE', 'PI Nord, Vorgangsnummer 740453'],
    ['a word in short', 'ES', 'Núm. afil. S.S.: 157305399346'],
    ['two labels', 'GB', 'SURNAME AND FORENAMES: ____'],
    ['the end of a host', 'GR', 'Write to post.user@example.gr.\nKind regards'],
  ])('but not %s', (_what, country, text) => {
    expect(names(text, country)).toEqual([])
  })
})

describe('how names are built', () => {
  it.each([
    ['FR', 'Mme de La Motte, la directrice, les a reçus.', ['de La Motte']],
    ['NL', "Gisteren belde Aaltje op 't Hof van de winkel.", ["Aaltje op 't Hof"]],
    ['FR', 'Le directeur, A. Guyon', ['A. Guyon']],
  ])('%s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
  })
})

describe('forms, tables and chats', () => {
  it.each([
    ['FR', 'Assuré : NOM Camara Prénom Mamadou Adresse inconnue', ['Camara', 'Mamadou']],
    ['IT', 'Cognome Rossetti Nome Elena Indirizzo ignoto', ['Rossetti', 'Elena']],
    ['FR', 'Enfants à charge : Claude (27.06.2016), Rokhaya', ['Claude', 'Rokhaya']],
    ['ES', '[agente] ¿Me dice su nombre completo?\n[cliente] brígida machado\n[agente] Gracias.', ['brígida machado']],
  ])('%s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
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
    expect(names(text, country)).toEqual(expected)
  })

  it('answers of who speaks twice are words', () => {
    const chat = 'Πελάτης: δεν λειτουργεί η κάρτα;\nΣύμβουλος: Δοκιμάστε ξανά.\nΠελάτης: Εντάξει'
    expect(names(chat, 'GR')).not.toContain('Εντάξει')
    expect(found('Utente: grazie', 'IT')).toEqual([])
    expect(names('Halterung: Edelstahl\nLautsprecher: Aluminium', 'DE')).toEqual([])
  })

  it.each([
    ['BE', 'Haar zoon Daniel (°01/07/1955) moet een kaartje krijgen.', 'DOB 01/07/1955'],
    ['DE', 'Personalien: Ebert, Benno, * 10.08.2000, Offenbach', 'DOB 10.08.2000'],
    ['GR', 'Σύμβουλος: Ημερομηνία γέννησης;\nΠελάτης: 05/05/1995', 'DOB 05/05/1995'],
    ['DE', 'Unfallbeteiligter 02: Slavica Häring, 13.02.2003, Radfahrerin', 'DOB 13.02.2003'],
    ['NG', 'id,name,coin,dob\n1,Obi,btc,1990-03-04', 'DOB 1990-03-04'],
    ['IT', 'NOME,INDIRIZZO,RECAPITO\nStefano,"Contrada Piano 113, 87036 Rende CS",3123196791', 'PHONE 3123196791'],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toContain(expected)
  })

  it('reads no temperature as a birth and no key as a password', () => {
    expect(found('Kühlraum 20° 01.07.1955', 'DE')).toEqual([])
    expect(found('reset_password user="ada@example.org"', 'FR')).toEqual(['EMAIL ada@example.org'])
  })
})

describe('addresses with what stands around them', () => {
  it.each([
    ['IT', 'Vive in Via Mazzini, 12, 00184 Roma RM. Altro', 'Via Mazzini, 12, 00184 Roma RM'],
    ['IT', 'Vive in Piazza Cavour 3 - 20121 Milano. Altro', 'Piazza Cavour 3 - 20121 Milano'],
    ['ES', 'Vive en Carrer Nou 8, 2n 1a, 08001 Barcelona. Otro', 'Carrer Nou 8, 2n 1a, 08001 Barcelona'],
    ['ES', 'Vive en Calle Sol 4, 3º 2ª, 28001 Madrid. Otro', 'Calle Sol 4, 3º 2ª, 28001 Madrid'],
    ['AT', 'Wohnt Neugasse 12/Top 5, 5020 Salzburg.', 'Neugasse 12/Top 5, 5020 Salzburg'],
    ['DE', 'Wohnt Breite Gasse 9, 3. OG links, 23552 Lübeck.', 'Breite Gasse 9, 3. OG links, 23552 Lübeck'],
    ['DE', 'Bitte an Gartenweg 7, 50667 Köln liefern.', 'Gartenweg 7, 50667 Köln'],
    ['DE', 'Neue Anschrift Gartenweg 8, 50667 Köln', 'Gartenweg 8, 50667 Köln'],
    ['DE', 'Abholung, Anschrift Gartenweg 7, 50667 Köln', 'Gartenweg 7, 50667 Köln'],
    ['BE', 'Demeurant Nieuwstraat 7, 9000 Gent.', 'Nieuwstraat 7, 9000 Gent'],
    ['BE', 'Wonend te Steenweg op Brussel 7, 1780 Wemmel.', 'Steenweg op Brussel 7, 1780 Wemmel'],
    ['LU', 'Habite 7, rue Basse, L-9999 Kleindorf. Autre', '7, rue Basse, L-9999 Kleindorf'],
    ['FR', 'Habite Résidence Les Pins, 14 rue Basse, 44000 Nantes.', 'Résidence Les Pins, 14 rue Basse, 44000 Nantes'],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toContain(`ADDRESS ${expected}`)
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

  it('a dash and a telephone number are no postcode', () => {
    expect(found('Robert - far Svend Gade - 2226 7357', 'DK', true)).toContain('PHONE 2226 7357')
  })
})

describe('names with what stands around them', () => {
  it.each([
    ['FR', 'Le dossier de M. Auguste Vautrin est dans le bureau.', ['Auguste Vautrin']],
    ['ES', 'La paciente M. Carmen Ruiz ha llamado.', ['M. Carmen Ruiz']],
    ['BE', "Klant: Wouter t'Kindt, geboren in mei", ["Wouter t'Kindt"]],
    ['FR', 'Proche : Mathieu Voisin, tél. à suivre', ['Mathieu Voisin']],
    ['BE', 'Le compte de Marc Noël est bloqué.', ['Marc Noël']],
    ['LI', 'Die Rechnung geht an Melitta Marxer, fällig bald.', ['Melitta Marxer']],
    ['ES', 'Ficha: Aitana GARRIDO, F. nac. 1990', ['Aitana GARRIDO']],
    ['IT', 'Fornitore: Ulderico Fumagalli, P.IVA 123', ['Ulderico Fumagalli']],
    ['FR', "bjr c'est jeanne petit, mon tel suit", ['jeanne petit']],
    ['BE', "c'est godelieve van daele, merci", ['godelieve van daele']],
    ['IT', 'Paziente: Marco Dal Pra, cell. ignoto', ['Marco Dal Pra']],
    ['DE', '[06:02] Agent: Guten Tag, wie kann ich helfen?\n[06:03] Agent: Guten Morgen, ja?', []],
    ['NG', '[16:07] Agent: Wetin dey?\n[16:09] Agent: abeg call me for 0803 555 7890', []],
  ])('%s: %s', (country, text, expected) => {
    expect(names(text, country)).toEqual(expected)
  })
})

describe('numbers and passwords with what stands around them', () => {
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

  it('what a password was', () => {
    expect(found('Di password na Jardin4512!', 'NG')).toEqual(['PASSWORD Jardin4512!'])
    expect(found('Mon mot de passe était Jardin4512!', 'FR')).toEqual(['PASSWORD Jardin4512!'])
  })
})
