import { describe, expect, it } from 'vitest'
import { loadPacks } from '../../../src/packs/load.ts'
import { ScannedText } from '../../../src/text/scanned.ts'
import { findAddresses } from '../../../src/values/address/address-finder.ts'
import { AddressReader } from '../../../src/values/address/address-reader.ts'
import { addressBookOf } from '../../../src/values/address/book.ts'
import { componentsOf } from '../../../src/values/address/components.ts'

const book = addressBookOf(loadPacks())
const spans = (text: string) => {
  const scanned = new ScannedText(text)
  return findAddresses(new AddressReader(scanned, book), { anyCase: false })
    .filter((found) => found.level === 'address')
    .map((found) => scanned.sourceRange(found.start, found.end))
    .map(({ start, end }) => text.slice(start, end))
}

describe('finding addresses', () => {
  it.each([
    ['GB', '12 High Street, Leeds LS1 4AP'],
    ['IE', 'Apt 7, 35 Shop Street, Naas, Co. Kildare, W91 D8P3'],
    ['AT', 'Mariahilfer Straße 57/5, 5020 Salzburg'],
    ['DE', 'An der Alster 3, 80331 München'],
    ['FR', '14 rue de la Paix, 75002 Paris'],
    ['LU', '54, rue de Bonnevoie, L-2560 Luxembourg'],
    ['BE', 'Kerkstraat 17 bus 1, 9000 Gent'],
    ['NL', 'Steenstraat 72 hs, 2513 AA Den Haag'],
    ['IT', 'Via Roma 12, int. 4, 20121 Milano MI'],
    ['ES', 'Calle Nueva, 96, 41001 Sevilla'],
    ['PT', 'Rua do Ouro, n.º 59, 4700-030 Braga'],
    ['PL', 'ul. Długa 5/7, 00-238 Warszawa'],
    ['CZ', 'Husova 122, 110 00 Praha 1'],
    ['SK', 'Moyzesova 32, 821 08 Bratislava'],
    ['HU', '1051 Budapest, Nádor utca 118. 4/3.'],
    ['RO', 'Str. Memorandumului nr. 86, bl. A7, ap. 7, 400098 Cluj-Napoca'],
    ['BG', 'ул. Раковски 121, 7000 Русе'],
    ['GR', 'Βασιλίσσης Σοφίας 52, Τ.Κ. 105 63, Αθήνα'],
    ['HR', 'Ulica kralja Zvonimira 117a, 10000 Zagreb'],
    ['SI', 'Prešernova ulica 79 a, 6000 Koper'],
    ['SE', 'Vasagatan 59 lgh 1202, 722 11 Västerås'],
    ['DK', 'Østergade 29, 2. tv., 9000 Aalborg'],
    ['NO', 'Storgata 129 B, 5014 Bergen'],
    ['FI', 'Mannerheimintie 30 A 4, 90100 Oulu'],
    ['IS', 'Skólavörðustígur 56, 200 Kópavogur'],
    ['EE', 'Pärnu mnt 102-6, 10123 Tallinn'],
    ['LV', 'Elizabetes iela 148-5, Liepāja, LV-3401'],
    ['LT', 'Gedimino pr. 133, LT-01103 Vilnius'],
    ['MT', '63, Triq San Pawl, Valletta VLT 1112'],
    ['NG', 'Plot 7 Awolowo Way, beside the filling station, Lagos'],
    ['NG', 'No. 9 Ikot Ekpene Road, Kano'],
    ['KE', 'P.O. Box 1234-00100 Nairobi'],
    ['GH', 'Oxford Street 145, Osu, Accra, GA-118-9148'],
    ['ZA', 'Unit 5, 134 Long Street, Sandton, Johannesburg, 2196'],
    ['CY', 'Λεωφόρος Μακαρίου 112, Διαμ. 8, 1011 Λευκωσία'],
  ])('%s: %s is one span inside a sentence', (_country, address) => {
    expect(spans(`Contact: ${address}\nThank you.`)).toEqual([address])
  })

  it('joins the lines of a letter head and stops at the next field', () => {
    expect(spans('Bill to: Rita\r\n76\r\nSt Paul Street\r\nFloriana FRN 1406\r\n1 x drill')).toEqual([
      '76\r\nSt Paul Street\r\nFloriana FRN 1406',
    ])
  })

  it.each([
    'Total 12 500 EUR, page 3 of 14, clause 9.2, version 4.0.1.',
    'Grace Street sang at the concert.',
    'On 12 March 2024 the High Court dismissed the appeal.',
    'SKU 404-92377, EAN 4006993479744, order RE-2025-5331.',
    'The 5 Star Hotel Group and the 2026 London Marathon.',
  ])('leaves alone: %s', (text) => {
    expect(spans(text)).toEqual([])
  })

  it('ends on hostile text, and finds no address in it', () => {
    for (const piece of ['1 A, ', 'Street ', 'rue de ', 'Flat 1, ', '12/', 'P.O. Box ', 'near the ', 'A-'])
      expect(spans(piece.repeat(20_000)), piece).toEqual([])
  })
})

describe('splitting addresses', () => {
  /** The components of a text that is one address and nothing else. */
  const split = (text: string) => {
    const reader = new AddressReader(new ScannedText(text), book)
    const found = findAddresses(reader, { anyCase: true })
    expect(found).toHaveLength(1)
    return componentsOf(found[0]!, reader, book)
  }

  it('names the parts and the country', () => {
    expect(split('7B Allen Avenue, Ikeja, Lagos')).toEqual({
      components: {
        street_number: '7B',
        street: 'Allen Avenue',
        neighborhood: 'Ikeja',
        city: 'Lagos',
        country: 'NG',
      },
      country: 'NG',
      countryConfidence: 0.85,
    })
  })

  it('knows which slash parts the flat from the house', () => {
    expect(split('Mariahilfer Straße 57/5, 5020 Salzburg').components).toMatchObject({
      street_number: '57',
      unit: '5',
    })
    expect(split('Koněvova 1645/22, 130 00 Praha 3').components).toMatchObject({
      street_number: '1645/22',
      city: 'Praha 3',
    })
  })

  it('tells a town from another of its name by the country written, or by the postcode', () => {
    expect(split('45 Long Street, Newcastle, South Africa').country).toBe('ZA')
    expect(split('45 Long Street, Newcastle NE1 4ST').country).toBe('GB')
  })
})
