// Residence, workplace and birthplace, addresses known by their form, and user names spelt from names.
import { describe, expect, it } from 'vitest'
import { found, only } from './finding.ts'

describe('where somebody lives', () => {
  it.each([
    ['FI', 'Lasse Virtanen asuu Kuopiossa.', ['Kuopiossa']],
    ['DE', 'Am Montag fährt der Lastwagen nach Kassel und lädt dort 40 Paletten.', []],
  ])('%s: %s', (country, text, expected) => {
    expect(only('LOCATION', text, country)).toEqual(expected)
  })
})

describe('addresses by their form', () => {
  it.each([
    ['Ship to:\n37 Melum 50\nApt. 241\nFinnbo\nSpain 96857', ['37 Melum 50\nApt. 241\nFinnbo\nSpain 96857']],
    ['Send it to Unit 3191 Box 3770\nDPO AP 27173, please.', ['Unit 3191 Box 3770\nDPO AP 27173']],
    ['The meeting is in Suite 5 on Monday.', []],
  ])('%s', (text, expected) => {
    expect(only('ADDRESS', text, null)).toEqual(expected)
  })
})

describe('user names', () => {
  it.each([
    ['Anruferin Kathrin Roth meldet: kroth ist gesperrt', ['kroth']],
    ['Mein Nutzername ist raini.thaler, bitte melden.', ['raini.thaler']],
    ['Kathrin Roth wrote to kroth@example.org', []],
  ])('%s', (text, expected) => {
    expect(only('LOGIN', text, 'DE')).toEqual(expected)
  })

  it('is no part of a longer word', () => {
    expect(found('Call Ann Hill. The anhillo valley is far.', 'GB', true)).toEqual(['NAME Ann Hill'])
  })
})
