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
