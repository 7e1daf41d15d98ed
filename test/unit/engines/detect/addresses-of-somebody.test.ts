// A person and their address in one phrase: the name and the address are two findings.
import { expect, it } from 'vitest'
import { found } from './finding.ts'

it.each([
  ['ES', 'entregar a D. Pedro Salas en Calle Mayor 3, 28001 Madrid', 'Pedro Salas', 'Calle Mayor 3, 28001 Madrid'],
  ['ES', 'entregar a Lucía Gómez en Calle Mayor 3, 28001 Madrid', 'Lucía Gómez', 'Calle Mayor 3, 28001 Madrid'],
])('%s: %s', (country, text, name, address) => {
  const values = found(text, country, true)
  expect(values).toHaveLength(2)
  expect(values[0]).toMatch(new RegExp(`^NAME (?:D\\. )?${name}$`))
  expect(values[1]).toBe(`ADDRESS ${address}`)
})

it('a street is called by a date, with a house behind it', () => {
  expect(found('zam. ul. 3 Maja 30, 41-200 Sosnowiec', 'PL', true)).toEqual(['ADDRESS ul. 3 Maja 30, 41-200 Sosnowiec'])
})

it.each([
  ['PL', 'Adres: ul. Klonowa 12, 31-002 Kraków. Spotkanie na ul. Klonowej stoi.', 'ul. Klonowej'],
  ['PL', 'Adres: ul. Klonowa 12, 31-002 Kraków. Pożar na ulicy Klonowej.', 'ulicy Klonowej'],
  ['DE', 'Adresse: Lange Straße 7, 24103 Kiel. Der Lärm in der Langen Straße stört.', 'Langen Straße'],
  ['DE', 'Adresse: Birkenweg 7, 24103 Kiel. Der Lärm des Birkenwegs stört.', 'Birkenwegs'],
])('%s: the street of an address is found again in another case, by a word for streets: %s', (country, text, again) => {
  expect(found(text, country, true).slice(1)).toEqual([`ADDRESS ${again}`])
})

it('a street whose words say something else is not found again', () => {
  const text = 'Adres: ul. Klonowa 12, 31-002 Kraków. Klonowe drzewa stoją. Die lange Straße.'
  expect(found(text, 'PL', true)).toHaveLength(1)
})

it.each([
  ['NG', 'Ada Obi lives at 12 Marina Road, Ikoyi, Lagos.', 'note: 12, Marina Road', '12, Marina Road'],
  ['FR', 'M. Jean Dupont habite 12 rue des Tilleuls, 69003 Lyon.', 'note : 12 r. des Tilleuls', '12 r. des Tilleuls'],
  ['PL', 'Jan Nowak mieszka ul. Lipowa 17, 31-001 Kraków.', 'notatka: Lipowa 17', 'Lipowa 17'],
  ['GB', 'Mr John Smith lives at 14 Cardigan Road, Leeds LS6 2AB.', 'note ls6 2ab', 'ls6 2ab'],
  ['DE', 'Frau Müller wohnt Birkenhainer Straße 17, 63755 Alzenau.', 'Notiz: Birkenhainer 17', 'Birkenhainer 17'],
])('%s: an address that was found is found again: %s %s', (country, text, note, again) => {
  expect(found(`${text}\n${note}`, country, true)).toContain(`ADDRESS ${again}`)
  expect(found(note.replace('17', '18'), country, true)).toEqual([])
})
