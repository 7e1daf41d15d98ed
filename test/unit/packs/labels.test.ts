import { describe, expect, it } from 'vitest'
import { loadPacks } from '../../../src/packs/load.ts'

const headings = loadPacks().labels()
const kinds = (heading: string, ...languages: string[]) =>
  [...headings.kindsOf(heading, languages.length === 0 ? null : new Set([...languages, 'en'])).kinds].sort()

describe('headings of columns', () => {
  it.each([
    ['Date de naissance', 'fr', 'dob'],
    ['DT_NAISS', 'fr', 'dob'],
    ['dateOfBirth', 'de', 'dob'],
    ['GEBDAT', 'de', 'dob'],
    ['foedselsdato', 'da', 'dob'],
    ['ΗΜ. ΓΕΝΝΗΣΗΣ', 'el', 'dob'],
    ['HM_GENNISIS', 'el', 'dob'],
    ['COD_POSTAL', 'es', 'postcode'],
    ['Lief.-Ort', 'de', 'city'],
    ['CaseNotes', 'en', 'notes'],
    ['patient_surname', 'en', 'family_name'],
    ['Nachname / Surname', 'de', 'family_name'],
    ['Diagnose', 'de', 'health'],
    ['BVN', 'en', 'bvn'],
  ])('%s in %s is %s', (heading, language, kind) => {
    expect(kinds(heading, language)).toEqual([kind])
  })

  it('takes a word for what it is in the languages of the jurisdiction, and for all it may be where none is known', () => {
    expect(kinds('Nome', 'it')).toEqual(['given_name'])
    expect(kinds('Nome', 'pt')).toEqual(['name'])
    expect(kinds('Nome')).toEqual(['given_name', 'name'])
  })

  it('says nothing of what names nobody, and takes no special category from a short form', () => {
    for (const heading of [
      'Betrag',
      'Status',
      'STATUS',
      'qty',
      'x',
      '',
      'BELOP',
      'a sentence that goes on and on and is no heading at all, is it?',
    ])
      expect(kinds(heading, 'de', 'nb')).toEqual([])
  })
})
