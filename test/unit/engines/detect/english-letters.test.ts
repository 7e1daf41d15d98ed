// English letters, notes and lists of clinics, schools, landlords and police, in any country: inverted names in running text,
// names that no list has, pictures in front of values, numbers right behind who they belong to.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

const all = (text: string, country: string | null) => found(text, country, true)

describe('people in English letters and lists', () => {
  it.each([
    ['FR', 'Scan result for Kerbrat, Thérèse (DOB 05/10/1968)', ['NAME Kerbrat, Thérèse', 'DOB 05/10/1968']],
    ['PT', 'Missing person: Tomás Matos, DOB 1961-06-12', ['NAME Tomás Matos', 'DOB 1961-06-12']],
    ['GR', 'I vouch for Triantafylli Vasileiadi from now on.', ['NAME Triantafylli Vasileiadi']],
    ['GB', 'a note between the Zorbik Quandle and us', []],
    ['IE', 'Signature : Colm Ó hÓgáin', ['NAME Colm Ó hÓgáin']],
    ['NL', 'Signature : Rosalie van de Water', ['NAME Rosalie van de Water']],
    ['DE', 'Key receipt\nTenant Ole Dörr\n3 keys', ['NAME Ole Dörr']],
    ['LI', 'The suspect, Jane Kind, was stopped.', ['NAME Jane Kind']],
    ['IT', 'My Philips heater leaks. Can Toni come by?', ['NAME Toni']],
    ['EE', 'our Raffle "Olive", first prize a bicycle', []],
    ['PT', 'مرحبا — Affidavit. The undersigned agrees.', []],
  ])('%s: %s', (country, text, expected) => {
    expect(all(text, country).filter((one) => !one.startsWith('LOCATION'))).toEqual(expected)
  })
})

describe('values in English letters and lists', () => {
  it.each([
    ['LT', 'He can be told by phone (0-619) 47522 at any time.', ['PHONE (0-619) 47522']],
    ['CY', 'Ask Melissa Stephens at m.stephens@example.com or on 22300467.', 'PHONE 22300467'],
    ['DE', 'phone 01511 8125267. Raffle, mandate 273807758980, first payment', ['PHONE 01511 8125267']],
    ['LU', 'The claimant seeks 536 EUR. Hearing in May.', []],
    ['SE', 'Room 12. Wi-Fi code: pJQ2e7QjMg4', ['PASSWORD pJQ2e7QjMg4']],
    ['BG', 'New starter: user name set, initial password fox-train29', ['PASSWORD fox-train29']],
    ['NO', 'Kind regards,\nReception, Trondheim', ['LOCATION Trondheim']],
    ['IT', 'lives at Via Garibaldi, 49, 35131 Padova', ['ADDRESS Via Garibaldi, 49, 35131 Padova']],
    ['EU', 'Anna Beck, r.beck@example.eu, 01-23-43-51-28.', 'PHONE 01-23-43-51-28'],
    ['NG', 'She worked in our Lagos branch until May.', ['LOCATION Lagos']],
    [
      'KE',
      'Class list\n1 Salome Peter 06/03/1984 +254 712 131191\n2 James Otieno 16/06/1985',
      ['NAME Salome Peter', 'DOB 06/03/1984', 'PHONE +254 712 131191', 'NAME James Otieno', 'DOB 16/06/1985'],
    ],
    ['NO', 'born on 13.10.1964 in \u{1f4b3} Bergen', ['DOB 13.10.1964', 'LOCATION Bergen']],
    ['HR', 'Patient Danijel FRANUŠIĆ, \u{1f642}24 January 1991', ['NAME Danijel FRANUŠIĆ', 'DOB 24 January 1991']],
    ['MT', 'wifi password: \u{1f1ea}\u{1f1fa}Coffee8882&', ['PASSWORD Coffee8882&']],
    ['IE', 'See you, Brian \u{1f642} Cheers', ['NAME Brian']],
  ])('%s: %s', (country, text, expected) => {
    if (typeof expected === 'string') expect(all(text, country)).toContain(expected)
    else expect(all(text, country)).toEqual(expected)
  })
})
