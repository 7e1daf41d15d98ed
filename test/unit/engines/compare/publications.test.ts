// Publications: authors in any order and writing, venues under any of their names, and which version of a work is meant.
import { describe, expect, it } from 'vitest'
import { authorsIn } from '../../../../src/engines/compare/comparators/authors.ts'
import { createCompareEngine } from '../../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const engine = createCompareEngine(loadPacks())
type Fields = Readonly<Record<string, string>>
const compared = (a: Fields, b: Fields) => engine.compareRecords('publication', a, b)

describe('a list of authors', () => {
  it.each([
    ['Ada Quill, Jo B. Marsh', ['Ada Quill', 'Jo B. Marsh']],
    ['Quill, Ada; Marsh, Jo B.', ['Quill, Ada', 'Marsh, Jo B.']],
    ['Quill, A., Marsh, J. B.', ['Quill, A.', 'Marsh, J. B.']],
    ['Quill, A. and Marsh, J.', ['Quill, A.', 'Marsh, J.']],
    ['Quill, Ada', ['Quill, Ada']],
    ['Ada Quill & Jo Marsh', ['Ada Quill', 'Jo Marsh']],
  ])('%s', (text, authors) => expect(authorsIn(text)).toEqual(authors))

  const share = (a: string, b: string) => compared({ authors: a }, { authors: b }).factors['authors']!

  it('agrees in any order, and by initials', () => {
    expect(share('Ada Quill, Jo Marsh', 'Jo Marsh, Ada Quill')).toBe(1)
    expect(share('Ada Quill, Jo Marsh', 'Marsh, J.; Quill, A.')).toBeGreaterThan(0.9)
    expect(share('Ada Quill, Jo Marsh', 'Bo Quill, Cy Marsh')).toBeLessThan(0.3)
  })

  it('is not told apart by those that "et al." leaves out', () => {
    expect(share('Ada Quill et al.', 'Ada Quill, Jo Marsh, Cy Stone')).toBe(1)
    expect(share('Ada Quill', 'Ada Quill, Jo Marsh, Cy Stone')).toBe(0.5)
  })
})

describe('a venue', () => {
  const venue = (a: string, b: string) => compared({ venue: a }, { venue: b }).factors
  it.each([
    ['VLDB', 'Very Large Data Bases'],
    ['ACM Trans. Database Syst.', 'ACM Transactions on Database Systems (TODS)'],
    ['SIGMOD Conference', 'International Conference on Management of Data'],
    ['VLDB J.', 'The VLDB Journal: The International Journal on Very Large Data Bases'],
    ['Proc. ICDE 2004', '20th International Conference on Data Engineering'],
  ])('%s is %s', (a, b) => expect(venue(a, b)['venue']).toBeGreaterThan(0.8))

  it('is of one kind', () => {
    expect(venue('SIGMOD Record', 'SIGMOD Conference')['venue_kind']).toBe(0)
    expect(venue('VLDB J.', 'VLDB')['venue_kind']).toBe(0.4)
    expect(venue('VLDB J.', 'VLDB Journal')['venue_kind']).toBe(1)
  })
})

describe('a publication', () => {
  const paper = {
    title: 'Tidal mills of the lower estuary',
    authors: 'Ada Quill, Jo Marsh',
    venue: 'ICDE',
    year: '1998',
  }

  it('is one under another spelling of everything', () => {
    const other = { title: 'Tidal Mills Of The Lower Estuary', authors: 'Marsh, J.; Quill, A.', year: '1998' }
    expect(compared(paper, { ...other, venue: 'International Conference on Data Engineering' }).identity).toBe(
      'same_entity',
    )
  })

  it('is another in another year and venue, by other authors, or of another part', () => {
    expect(compared(paper, { ...paper, venue: 'VLDB Journal', year: '2001' }).identity).not.toBe('same_entity')
    expect(compared(paper, { ...paper, authors: 'Cy Stone, Di Ford' }).identity).not.toBe('same_entity')
    const part = (n: string) => ({ ...paper, title: `${paper.title}, part ${n}` })
    expect(compared(part('1'), part('2')).identity).not.toBe('same_entity')
  })

  it('is a question where a title that many have is all there is', () => {
    expect(compared({ title: 'Editorial', year: '1998' }, { title: 'Editorial', year: '1998' }).identity).toBe('review')
  })
})
