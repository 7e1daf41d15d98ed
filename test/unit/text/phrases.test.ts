import { describe, expect, it } from 'vitest'
import { PhraseBook } from '../../../src/text/phrases.ts'
import { ScannedText } from '../../../src/text/scanned.ts'

const hits = (phrases: string[], text: string) => {
  const book = new PhraseBook()
  book.add(phrases, 'x')
  return book.scan(new ScannedText(text)).all.map((hit) => text.slice(hit.start, hit.end))
}

describe('the phrase book', () => {
  it('ignores case, marks and the signs people leave out', () => {
    expect(hits(['date of birth', 'd.o.b.'], 'DATE-OF-BIRTH, D.O.B, D O B')).toEqual([
      'DATE-OF-BIRTH',
      'D.O.B',
      'D O B',
    ])
    expect(hits(['né le'], 'ne le Né LE')).toEqual(['ne le', 'Né LE'])
    expect(hits(['Straße'], 'STRASSE')).toEqual(['STRASSE'])
  })

  it('knows phrases of several words written as one', () => {
    expect(hits(['date of birth'], '{"dateOfBirth":1}')).toEqual(['dateOfBirth'])
  })

  it('reads over one line break but not into the middle of words', () => {
    expect(hits(['tax number'], 'tax\nnumber, taxnumbers, surtax number')).toEqual(['tax\nnumber'])
  })

  it('matches stems', () => {
    expect(hits(['szám*'], 'számla számok szam xszám')).toEqual(['számla', 'számok', 'szam'])
  })

  it('finds the nearest cue before a place, and only within reach', () => {
    const book = new PhraseBook()
    const group = book.add(['id'], 'x')
    const other = book.add(['phone'], 'y')
    const found = book.scan(new ScannedText('id phone id     12'))
    expect(found.nearestBefore(group, 16, 10)?.start).toBe(9)
    expect(found.nearestBefore(other, 16, 10)?.start).toBe(3)
    expect(found.nearestBefore(other, 16, 5)).toBeNull()
    expect(book.kindOf(other)).toBe('y')
  })
})
