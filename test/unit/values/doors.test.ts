import { describe, expect, it } from 'vitest'
import { loadPacks } from '../../../src/packs/load.ts'
import { compareHouses, compareUnits, DoorReader } from '../../../src/values/address/doors.ts'

const plain = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const reader = new DoorReader(loadPacks().countries(), plain)
const read = (text: string) => reader.read(text, plain(text).match(/[a-z0-9]+/g) ?? [], (token) => token === 'st')

describe('DoorReader', () => {
  it.each([
    ['12 High Street', { from: 12, to: 12, letter: '', units: [] }],
    ['Flat 3, 12 High Street', { from: 12, units: ['3'] }],
    ['12 High Street, Flat 3', { from: 12, units: ['3'] }],
    ['Unit 4B 7 Park Road', { from: 7, units: ['4b'] }],
    ['3/12 High Street', { from: 12, units: ['3'] }],
    ['Hauptstr. 12/3', { from: 12, units: ['3'] }],
    ['Hauptstraße 12a', { from: 12, letter: 'a' }],
    ['Kossuth utca 5. II. emelet 3', { from: 5, units: ['3'] }],
    ['Strada Lungă nr. 10, bl. 5, sc. A, ap. 12', { from: 10, units: ['5', 'a', '12'] }],
    ['Gartenweg 8, 2. Stock', { from: 8, units: ['2'] }],
    ['18-22 Greenside Place', { from: 18, to: 22 }],
    ['Pärnu mnt 67-12', { from: 67, to: 67, units: ['12'] }],
    ['No. 5 Allen Avenue', { from: 5, units: [] }],
    ['107 6 St', { from: 107, numbers: ['6'], units: [] }],
    ['Hauptstr. 5, 10115 Berlin', { from: 5, words: ['hauptstr', '10115', 'berlin'] }],
  ])('%s', (text, doors) => expect(read(text)).toMatchObject(doors))

  it('finds no number where there is none', () => expect(read('Market Square').from).toBeNaN())
})

describe('doors', () => {
  const houses = (a: string, b: string) => compareHouses(read(a), read(b))
  const units = (a: string, b: string) => compareUnits(read(a), read(b))
  it.each([
    ['12 High Street', 'High Street 12', 1],
    ['18-22 High Street', '20 High Street', 0.85],
    ['12 High Street', '12a High Street', 0.7],
    ['12a High Street', '12b High Street', 0.2],
    ['12 High Street', '14 High Street', 0.2],
    ['12 High Street', '97 High Street', 0],
    ['Vodičkova 791/41', 'Vodičkova 41', 0.8],
    ['Hauptstr. 12/3', 'Hauptstr. 3', 0],
    ['High Street', '97 High Street', Number.NaN],
  ])('%s and %s: %f', (a, b, expected) => {
    expect(houses(a, b)).toBe(expected)
    expect(houses(b, a)).toBe(expected)
  })

  it('of one house are told apart by their units', () => {
    expect(units('Flat 3, 12 High Street', '12 High Street, apt 3')).toBe(1)
    expect(units('Flat 3, 12 High Street', 'Flat 4, 12 High Street')).toBe(0)
    expect(units('bl. 5, sc. A, ap. 12', 'bl. 5, ap. 12')).toBe(0.8)
    expect(units('12 High Street', 'Flat 4, 12 High Street')).toBeNaN()
  })
})
