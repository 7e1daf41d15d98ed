// Names that their words alone suggest and that things bear: what stands around them says so, and what says the contrary.
import { describe, expect, it } from 'vitest'
import { createDetectEngine } from '../../../../src/engines/detect/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const engine = createDetectEngine(loadPacks())

/** What is found in a text: "NAME Anna Beck". */
function found(text: string): string[] {
  return engine
    .settle(engine.claims(new ScannedText(text), { jurisdiction: null }))
    .map(({ category, start, end }) => `${category.slice(6)} ${text.slice(start, end)}`)
}

describe('a thing is called so', () => {
  it.each([
    ['behind an indefinite article', 'He needs an Oscar and a Henry for the test of it.'],
    ['behind an article and an adjective', 'It was the old Emma that they wanted to bring back.'],
    ['a noun that it qualifies', 'It will be there when Carter valves and the Orion nebula are on the list.'],
    ['two family names joined before a noun', 'We have used the Wilkins-Harper scheme for all of these.'],
    [
      'joined to an ordinary word',
      'Die Ergebnisse sind nach der Weber-Bauer-Rechnung nicht gut und werden auf null gesetzt.',
    ],
    ['before its kind', 'The Peter Okoro Memorial is open and the Anna Nowak Bridge is not.'],
    ['between the marks of code', 'Added the `Hazel` theme and the `Oscar` icons to all of them.'],
    ['a release', 'Release 7.2 "Marlene" is out.'],
    ['a release in a line', '2.4.0 Robin\n* Fixed: the export'],
    ['listed in quotation marks', 'On sale: \u2018Anna Beck\u2019, \u2018Peter Stone\u2019 and \u2018Rosalind\u2019.'],
    ['behind the heading of a list', 'Fonts: Gill Sans, Martel, Nina.\nWhisk the eggs.'],
    ['scores', 'Preston 2 Stanley 1; Lincoln 0 Nelson 3.'],
    ['a book by its number', 'Jane Porter (978-0-14-144114-6), Emma (ISBN 978-0-14-143958-7).'],
    ['what is measured and priced', 'Laura Bianchi crema 50 ml, 12,90 €'],
    ['one of a row of goods', 'Olio 1 l, 8,90 €; Giovanni Rossi gnocchi; Farina 500 g, 1,20 €.'],
    ['what is sold beside goods', 'Gryde 3 l, 299 kr. Pude 50x50, 149 kr. Lampe Asta, glas, 649 kr.'],
    ['behind an amount', 'Fazék 3 l, 7 990 Ft. Tál 2 l, 3 990 Ft. Lámpa Tünde, réz, 18 900 Ft.'],
    ['values of code without capitals', '{"service":"elena","image":"base"}'],
    ['the letter of a revision', 'drawing rev. C, HS code 8302'],
  ])('%s', (_what, text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    ['a household', 'It was for the Okafor family that they had come.', ['NAME Okafor']],
    ['an initial that reads like an article', 'It is for A. Musilová and not for them.', ['NAME A. Musilová']],
    ['who does something', 'It was there when Carter visited and Anna was with them.', ['NAME Carter', 'NAME Anna']],
    [
      'whom the text has named in full',
      'Fabienne Lejeune-Massart came. We think Lejeune-Massart round the corner left.',
      ['NAME Fabienne Lejeune-Massart', 'NAME Lejeune-Massart'],
    ],
    ['who is priced', 'Anna Kovács, 12,50 €\nPeter Nagy, 8,00 €', ['NAME Anna Kovács', 'NAME Peter Nagy']],
    [
      'the street that somebody follows',
      'They should go along Kevin Street when it is dark and they have the time for it.',
      ['ADDRESS Kevin Street'],
    ],
    ['who made the thing', 'Now playing: In My Bed by Amy Clarke', ['NAME Amy Clarke']],
  ])('but not %s', (_what, text, names) => {
    expect(found(text)).toEqual(names)
  })
})

describe('no value is', () => {
  it.each([
    ['the pattern of a sort code', 'Sort code: 00-00-00'],
    ['a version under a port', 'Moved to port 8443\n1.8.7 of May'],
    ['a list of sorts', 'Apples to pick: Bramley, Cox, Gala and Jonagold.'],
    ['what heads a line with its number', 'Guia 44818: comprimidos'],
    ['an article number with its hyphen elsewhere', 'Texapore, 1511600-4330.'],
  ])('%s', (_what, text) => {
    expect(found(text)).toEqual([])
  })
})
