// Values by their field: members, settings, elements, rows of INSERT, log fields; labels composed of a word for a number and its holder.
import { describe, expect, it } from 'vitest'
import { found, only } from './finding.ts'

describe('a value is judged by the label of its field', () => {
  it.each([
    ['DE', '{"kontakt":"Friedlinde Kaltwasser"}', ['NAME Friedlinde Kaltwasser']],
    ['GB', '{"contact_person": "Aoife Brannigan", "status": "open"}', ['NAME Aoife Brannigan']],
    ['GR', '{"onoma":"x","kinito":"6944018820"}', ['PHONE 6944018820']],
    ['GR', "UPDATE t SET til = '6977000148' WHERE id = 10442;", ['PHONE 6977000148']],
    [
      'GR',
      "INSERT INTO p (id, til) VALUES (1, '2821054490'), (2, '6945550281');",
      ['PHONE 2821054490', 'PHONE 6945550281'],
    ],
    ['FR', '[auth] Échec mot de passe utilisateur=scolas ip=82.124.9.183', ['LOGIN scolas', 'IP_ADDRESS 82.124.9.183']],
    ['NL', '[LOGIN] gebruiker pvandijk vanaf 145.97.20.118 OK', ['LOGIN pvandijk', 'IP_ADDRESS 145.97.20.118']],
    ['DE', 'File "/home/jschaefer/abrechnung/import.py"', ['LOGIN jschaefer']],
    ['GB', '10.0.3.17 - - [12/Mar/2024:10:11:12 +0100] "GET / HTTP/1.1" 200 12', ['IP_ADDRESS 10.0.3.17']],
    ['NO', 'redis://:tr0llunge7@cache:6379/0', ['PASSWORD tr0llunge7']],
    ['NO', 'url: postgres://user:pw@host:5432/db', []],
    ['NO', 'DSN=postgres://app:tr0llunge7@db02.example:5432/x', ['PASSWORD tr0llunge7']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('and not where the value has another form, or the label is of things', () => {
    expect(found('{"kontakt":"siehe Anhang","user":"admin"}', 'DE', true)).toEqual([])
    expect(found('sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'GB', true)).toEqual([])
  })
})

describe('labels of numbers', () => {
  it.each([
    ['DE', 'Fallnummer 2024118833, stationär seit Montag', 'HEALTH_ID 2024118833'],
    ['DE', 'Aufn.-Nr. 88120034 vom Dienstag', 'HEALTH_ID 88120034'],
    ['PL', 'Nr pacjentki: 482913', 'HEALTH_ID 482913'],
    ['FR', 'Patient hospitalisé, numéro de dossier : 2024-11823', 'HEALTH_ID 2024-11823'],
    ['ES', 'AAA123456 es mi número de pasaporte', 'PASSPORT AAA123456'],
    ['AT', 'SV-Nummer/Geburtsdatum: 1237 010180', 'HEALTH_ID 1237 010180'],
    ['ZA', 'SARS reference 0001339050', 'TAX_REFERENCE 0001339050'],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual([expected])
  })

  it('the number of a case is the number of a patient in clinical texts alone', () => {
    expect(found('Fallnummer 2024118833 zur Bestellung', 'DE')).toEqual([])
  })
})

describe('forms that need no word before them', () => {
  it.each([
    ['GB', 'switch port saw 0012.3456.789a on vlan 4', 'MAC_ADDRESS 0012.3456.789a'],
    ['PL', 'stoi WX 4512C pod bramą', 'VEHICLE_PLATE WX 4512C'],
    ['DE', 'M-AB 1234 parkt falsch', 'VEHICLE_PLATE M-AB 1234'],
    ['PL', 'numer 1HGCM82633A004352 w dowodzie', 'VEHICLE_PLATE 1HGCM82633A004352'],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country)).toEqual([expected])
  })

  it('a plate of another country does, and so do the licence numbers of medicines', () => {
    expect(found('Teil DW-663-PB und DIN-A 4', 'DE')).toEqual([])
    expect(found('Product licence numbers: PL 0015/0160 and PL 00242/0223.', 'GB')).toEqual([])
  })
})

describe('addresses of somebody', () => {
  it.each([
    [
      'IE',
      'Seán Ryan\n14 Cois Abhann, Clarecastle, Co. Clare, V95 X2T7',
      '14 Cois Abhann, Clarecastle, Co. Clare, V95 X2T7',
    ],
    ['PL', 'Mieszka przy ul. Kwiatowej 8 w Krakowie.', 'ul. Kwiatowej 8'],
    ['PL', 'mieszka przy Długiej 7', 'Długiej 7'],
  ])('%s: %s', (country, text, expected) => {
    expect(only('ADDRESS', text, country)).toEqual([expected])
  })

  it('and a name over a soft break of mail is one name', () => {
    const text = 'we spoke with the new carer Seán Mac \nGiolla about the rota on monday.'
    expect(only('NAME', text, 'IE')).toEqual(['Seán Mac \nGiolla'])
  })
})
