// Names in notes, slips and tables that nothing announces: what a sentence goes on with, the e-mail that spells them, the column
// their context; and similar text that names no person.
import { describe, expect, it } from 'vitest'
import { only } from './finding.ts'

const names = (text: string, country: string | null = 'GB') => only('NAME', text, country)

describe('a sentence about a person', () => {
  it.each([
    ['It never reached the card. Radomír from billing looked into it.', ['Radomír']],
    ['Please ring after nine. Elvyra to chase the order.', ['Elvyra']],
    ['The desk is free. Laura sits next to you all day.', ['Laura']],
    ['Thank you for the visit. Dossetti will send the papers to you.', ['Dossetti']],
    ['Pt Nkansa c/o persistent back pain, please advise.', ['Nkansa']],
  ])('%s', (text, expected) => expect(names(text)).toEqual(expected))

  it.each([
    ['Barb points face outward on the fence.'],
    ['Amber lights warn of the works ahead.'],
    ['MISSING PERSON - LOW RISK\nThe file is with the desk.'],
    ['The deed was signed on 2026-06-28. Fee 284 kr.'],
  ])('nobody in: %s', (text) => expect(names(text)).toEqual([]))
})

describe('the e-mail that spells a name', () => {
  it('proves a field in small letters, whatever else its words are', () => {
    expect(names('name: irma gailys\nemail: irma.gailys@example.net')).toEqual(['irma gailys'])
    expect(names('name: emily de gruil\nemail: gruil.emily@example.org')).toEqual(['emily de gruil'])
  })
})

describe('slips and tables', () => {
  it('takes a cell for a name where the rest of its column are people', () => {
    const table =
      '| Ref | Kid | Ring first |\n|---|---|---|\n| A1 | Škrvlj Anžvel | 01632 960001 |\n| A2 | Tom Hughes | 01632 960002 |'
    expect(names(table)).toEqual(['Škrvlj Anžvel', 'Tom Hughes'])
  })

  it('reads a family name before a comma behind what somebody is', () => {
    expect(names('Debtor Contreras, Amando, Paseo de Gracia, 47, 08008 Barcelona', 'ES')).toEqual(['Contreras, Amando'])
  })

  it('takes no announcement in capitals for a name', () => {
    expect(names('Verified by DOB 24.06.1981 and last card.')).toEqual([])
  })
})

describe('chats', () => {
  it('hears a full name in small letters', () => {
    const chat =
      'paul sharp: hi is this the right number for refunds\nbot: yes. where can we reach you?\npaul sharp: 07400 123456'
    expect(names(chat)).toEqual(['paul sharp', 'paul sharp'])
  })
})

describe('what signs a text', () => {
  it.each([
    ['Text me: 40-61-52-65. Borghild', ['Borghild']],
    ['Call 07400 123456. Bill €245.', []],
    ['Paid with 5401-2358-3584-3273. Mark shop', []],
  ])('%s', (text, expected) => expect(names(text, 'NO')).toEqual(expected))

  it('hears a party by its letter, and takes a maker behind a label for nobody', () => {
    expect(names('Joint account. Party A Pamela Boateng, 26 July 1954.', 'GH')).toEqual(['Pamela Boateng'])
    expect(names('Window until ten. Seller: Miele.')).toEqual([])
  })
})
