// Who somebody is, as texts say it around the name: over a copula, in a label with more than a role, beside relatives, in letters
// of its own, in numbered rows; and what looks alike and names nobody.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

const all = (text: string, country: string | null) => found(text, country, true)

describe('over a copula', () => {
  it.each([
    ['SI', 'The lodger was Zofka Bajec, not her aunt.', ['NAME Zofka Bajec']],
    ['KE', 'The tenants are Nasieku Mwadime and Wela Ugber.', ['NAME Nasieku Mwadime', 'NAME Wela Ugber']],
    ['NG', 'Nobody rang. Ekow Dutsin is our landlord.', ['NAME Ekow Dutsin']],
    ['CZ', 'The surname on record was Osolsobě.', ['NAME Osolsobě']],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))
})

describe('labels with more than a role', () => {
  it.each([
    ['NG', 'Doctor on duty: Ugber', ['NAME Ugber']],
    ['KE', 'Witness (independent): Mwadime Krop', ['NAME Mwadime Krop']],
    ['LV', 'Tenant no. 2: Zofka Zirne', ['NAME Zofka Zirne']],
    ['IE', 'MISSING PERSON - LOW RISK', []],
    ['AT', 'Borrower      Item      Due\nAnna Huber      Atlas      04.05.2026', ['NAME Anna Huber']],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))
})

describe('relatives, couples and families', () => {
  it.each([
    ['PL', 'She lives with her husband Mścisław.', ['NAME Mścisław']],
    ['HU', 'Ask my neighbour, Özséb.', ['NAME Özséb']],
    ['DE', 'All the best, love Hildegard & Mathis', ['NAME Hildegard', 'NAME Mathis']],
    ['SI', 'Lovely stay! Milenko Jakšić & family', ['NAME Milenko Jakšić']],
    ['GB', 'Parcel from Marks & Spencer, and a tub of Ben & Jerry’s.', []],
    ['IS', 'Declined again by Danivalsson.', ['NAME Danivalsson']],
    ['GB', 'Please ask Ben Ankrah to ring.', ['NAME Ben Ankrah']],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))
})

describe('a sentence behind another', () => {
  it.each([
    ['IS', 'They offered to drive. Herbert Vöttsson needs his inhaler.', ['NAME Herbert Vöttsson']],
    ['NG', 'We fixed the gate of the estate. Paul rang on Monday.', ['NAME Paul']],
    ['SE', 'Arrears of 640 kr; Loke missing school again.', ['NAME Loke']],
    ['GB', 'Somebody addressed as Karen answered.', ['NAME Karen']],
    ['GB', 'The bakery of St. Mary opens at six.', []],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))
})

describe('letters of their own', () => {
  it.each([
    ['GR', 'The parcel for Ξυλούρης went to the wrong desk.', ['NAME Ξυλούρης']],
    ['BG', 'Please ask whether Златарски got the letter.', ['NAME Златарски']],
    ['GR', 'She rang the Ξυλούρης office.', []],
    ['BG', 'His ЕГН was wrong on the form.', []],
    ['GR', 'Υπόθεση: το δέμα έφτασε στο γραφείο, mail info@example.gr', ['EMAIL info@example.gr']],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))
})

describe('rows, lists and logs', () => {
  it.each([
    [
      'SI',
      '1 | Zofka Bajec | 5\n2 | Ana Novak | 3\n3 | Janez Horvat | 4',
      ['NAME Zofka Bajec', 'NAME Ana Novak', 'NAME Janez Horvat'],
    ],
    [
      'CZ',
      'Novotný, Šimon\nOsolsobě, Urban\nŠimek, Ludvík\nDvořák, Jan',
      ['NAME Novotný, Šimon', 'NAME Osolsobě, Urban', 'NAME Šimek, Ludvík', 'NAME Dvořák, Jan'],
    ],
    ['SE', '{"guests":["Alice Axelsson","Linda"]}', ['NAME Alice Axelsson', 'NAME Linda']],
    ['KE', '1. Kipkosgei/Kipkoech MR', ['NAME Kipkosgei/Kipkoech']],
    ['GB', 'the list has "Bhogal, Sukhjinder" twice', ['NAME Bhogal, Sukhjinder']],
    ['GH', 'Sent to Okatakyie AFRIFA +233235824529', ['NAME Okatakyie AFRIFA', 'PHONE +233235824529']],
    ['LI', 'Jane: who am I speaking with?\nvisitor_88: john ospelt, flat 4', ['NAME Jane', 'NAME john ospelt']],
    ['CY', 'customs form, sender amy martin, one shirt', ['NAME amy martin']],
    ['NO', 'from the north wall to the gate, customer north wall', []],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))
})

describe('births, numbers and passwords beside people', () => {
  it.each([
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
    ['LU', 'or my husband François Chauvin on 27214808 thanks', ['NAME François Chauvin', 'PHONE 27214808']],
    ['LU', 'François Chauvin ref 27214808 thanks', ['NAME François Chauvin']],
    ['IE', '<td>Nora Keane</td><td>0853435532</td>', ['NAME Nora Keane', 'PHONE 0853435532']],
    [
      'FI',
      'curl -u aho@example.com:Ocean1545# https://api.example.com',
      ['EMAIL aho@example.com', 'PASSWORD Ocean1545#'],
    ],
    ['FI', 'clone git@example.com:team/release2.git', []],
    ['NO', 'Date of b1rth : 19.08.1968', ['DOB 19.08.1968']],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))
})
