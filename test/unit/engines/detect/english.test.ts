// English texts of offices, wards, police desks and doorsteps, which every jurisdiction writes with names and numbers of its
// own: who signed, chased, witnessed; rows without headings; stacked forms; what is announced as something else.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

const all = (text: string, country: string | null) => found(text, country, true)

describe('people by what they do and are', () => {
  it.each([
    ['NG', 'Refund chased by Ekow Essilfie on Monday.', ['NAME Ekow Essilfie']],
    ['KE', 'Form declined by Wanjala.', ['NAME Wanjala']],
    ['EE', 'Officer in the case: PC Kattai', ['NAME Kattai']],
    ['SE', 'The policyholder Bergkvist states that the gate was open.', ['NAME Bergkvist']],
    ['MT', 'Both signed before notary C. Parker.', ['NAME C. Parker']],
    ['CZ', 'Reminder: Bohumír, we still wait for the form.', ['NAME Bohumír']],
    [
      'SE',
      'Drop 15 - Davidsson, Tallbacken 101, 831 30 Östersund',
      ['NAME Davidsson', 'ADDRESS Tallbacken 101, 831 30 Östersund'],
    ],
    [
      'PL',
      '09:19 Eustachy Piekarczyk - dad (0048 512 217 642)',
      ['NAME Eustachy Piekarczyk', 'PHONE 0048 512 217 642'],
    ],
    [
      'GH',
      'Graham Frema present\nOkatakyie Afrifa absent\nMawuli Dzokoto late',
      ['NAME Graham Frema', 'NAME Okatakyie Afrifa', 'NAME Mawuli Dzokoto'],
    ],
    ['IE', 'Gerry has the rest.\nVictor', ['NAME Gerry', 'NAME Victor']],
    ['NO', 'Surname\nSandvik\nGiven names\nTurid\n', ['NAME Sandvik', 'NAME Turid']],
    [
      'AT',
      'Landlord: John Rabl, Kaiser-Josef-Platz 6, 4600 Wels',
      ['NAME John Rabl', 'ADDRESS Kaiser-Josef-Platz 6, 4600 Wels'],
    ],
    ['PT', 'f/n: Alice\ns/n: Machado', ['NAME Alice', 'NAME Machado']],
    ['SK', '{"fname":"Urban","lname":"Orlíková"}', ['NAME Urban', 'NAME Orlíková']],
    ['GB', 'Hi Mary, before I leave: the gate is open.', ['NAME Mary']],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))
})

describe('nobody', () => {
  it.each([
    ['GB', 'Repaired by Bosch, paid by the customer Siemens, seen by the witness Renault.'],
    ['GB', 'Sent by Head Office. Gift Aid declaration signed. OPERATOR: Lovely.'],
    ['GB', 'Bring ID. You can text later.'],
    ['LV', 'Parent: none'],
    ['PT', 'Declined: 1 (document number 230573837 not readable)'],
    ['BG', 'Your claim 4501035774 is closed.'],
    ['LU', 'Monthly turnover 458,41 EUR. Bank account to follow.'],
  ])('%s: %s', (country, text) => expect(all(text, country)).toEqual([]))
})

describe('dates of birth beside people', () => {
  it.each([
    [
      'IE',
      'Shania Clafferty,shania@example.ie,00353 85 010 1005,16 September 1948,212.40',
      ['NAME Shania Clafferty', 'EMAIL shania@example.ie', 'PHONE 00353 85 010 1005', 'DOB 16 September 1948'],
    ],
    ['FR', 'support: please verify your date of birth\nclient: 08/09/1977\nsupport: thank you', ['DOB 08/09/1977']],
    ['GB', 'Admitted: Alison Parker, 09/10/1978, brought in by ambulance.', ['NAME Alison Parker', 'DOB 09/10/1978']],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))

  it('leaves dates of today, and those under another heading, alone', () => {
    expect(all('Shania Clafferty,shania@example.ie,00353 85 010 1005,16 September 2026,212.40', 'IE')).not.toContain(
      'DOB 16 September 2026',
    )
    expect(all('name;phone;joined\nAnna Kask;+372 5123 4567;03.04.2001', 'EE').join()).not.toContain('DOB')
  })
})

describe('documents and numbers', () => {
  it.each([
    ['NO', 'Document no. 734917039 (passport, type P)', ['PASSPORT 734917039']],
    ['ES', 'ID shown: JLJ125281', ['PASSPORT JLJ125281']],
    ['BE', 'Holder born in May, document ED371233, photo matched.', ['PASSPORT ED371233']],
    ['LV', 'Her son Alfrēds Ozols (63439676) will bring her.', ['NAME Alfrēds Ozols', 'PHONE 63439676']],
    ['LU', 'Signed at 54.434107, 12.594930, 2026-02-13T07:47:10Z', ['GPS_COORDINATES 54.434107, 12.594930']],
    ['NL', 'Full number on the slip: 4917-6195-2139-8447', ['CARD 4917-6195-2139-8447']],
  ])('%s: %s', (country, text, expected) => expect(all(text, country)).toEqual(expected))
})
