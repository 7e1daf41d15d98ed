// Lists of authors: those in both lists, in any order, with initials for given names and "et al." for the rest.
import { jaroWinkler } from '../../../text/similarity.ts'
import { nameSimilarity } from '../persons/name-similarity.ts'
import { tokensOf, type Word } from '../words/value-words.ts'
import { type Agreement, type Comparator, disputes, Effect, ofField, when } from './comparator.ts'
import { graded } from './statement.ts'

interface Author {
  readonly family: Word
  /** Given names and initials in their order. */
  readonly given: readonly Word[]
}

interface Authors {
  readonly list: readonly Author[]
  /** Not all of them are named. */
  readonly open: boolean
}

/** Authors of a list that are read: what a hostile one costs is bounded with them. */
const MOST = 60

const OTHERS = /\bet\.?\s{0,2}al\b\.?|\band others\b|\bu\.\s{0,1}a\.$/i
const BETWEEN = /\s{0,3};\s{0,3}|\s(?:and|und|et|y|e|i|en|og|och)\s|\s{0,3}&\s{0,3}/i
/** "N.", "D. J.", "DJ": no more than initials. */
const INITIALS = /^(?:\p{Lu}\.?[\s-]{0,2}){1,4}$/u

/**
 * The authors of a list as they are written, each as "Given Family" or "Family, Given". A comma parts authors, or a family name from
 * the given name after it, if every second piece consists of initials or a list with other separators has one comma an author.
 */
export function authorsIn(value: string): string[] {
  const pieces = value.split(BETWEEN).filter((piece) => piece.trim() !== '')
  return pieces.flatMap((piece) => {
    const parts = piece
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const turned = (n: number) => `${parts[n]!}, ${parts[n + 1]!}`
    if (parts.length === 2 && (pieces.length > 1 || parts.every((part) => !part.includes(' ')))) return [turned(0)]
    const paired = parts.length % 2 === 0 && parts.every((part, n) => n % 2 === 0 || INITIALS.test(part))
    return paired ? parts.flatMap((_, n) => (n % 2 === 0 ? [turned(n)] : [])) : parts
  })
}

/** Factors for initials that agree, and for a given name that one side leaves out. */
const INITIAL = 0.95
const UNSAID = 0.85
/** Two given names that have nothing to do with each other. */
const OTHER = 0.2
/** Least likeness of two spellings of one name, and the factor for them. */
const ALIKE = 0.85
const SPELLED = 0.85
/** Below this two authors are two. */
const SAME = 0.6

function isWrittenAlike({ family, given }: Author, other: Author): boolean {
  if (family.text !== other.family.text || given.length !== other.given.length) return false
  return given.every(({ text }, n) => text === other.given[n]!.text)
}

function likeness(a: Author, b: Author): number {
  if (isWrittenAlike(a, b)) return 1
  const spelled = jaroWinkler(a.family.text, b.family.text)
  // Lists lose letters that their maker could not write: "Schning" is Schöning.
  const family = Math.max(nameSimilarity(a.family, b.family), spelled >= ALIKE ? spelled * SPELLED : 0)
  if (family < SAME) return 0
  const [p, q] = [a.given[0], b.given[0]]
  if (p === undefined || q === undefined) return family * UNSAID
  const [x, y] = [p.text, q.text]
  if (x.length === 1 || y.length === 1) return x.charAt(0) === y.charAt(0) ? family * INITIAL : family * OTHER
  const given = nameSimilarity(p, q)
  return family * (given >= SAME ? given : OTHER)
}

function compare({ list: a, open: openA }: Authors, { list: b, open: openB }: Authors): Agreement {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  const taken = new Set<Author>()
  let shared = 0
  let bits = 0
  for (const author of few) {
    let best = 0
    let mate: Author | null = null
    for (const other of many) {
      if (taken.has(other)) continue
      const found = likeness(author, other)
      if (found > best) {
        best = found
        mate = other
      }
    }
    if (mate === null || best < SAME) continue
    taken.add(mate)
    shared += best
    bits += best * Math.min(author.family.bits, mate.family.bits)
  }
  const subset = shared / few.length
  const overlap = openA || openB ? subset : (2 * shared) / (few.length + many.length)
  const all = subset >= INITIAL && few.length === many.length
  return {
    measures: [overlap, subset],
    bits,
    conflict: false,
    effects: when(overlap === 0, Effect.contrary) | disputes(!all && !(subset >= INITIAL && (openA || openB))),
  }
}

export const authors: Comparator = {
  summary: 'Lists of authors in any order: shared by family name and initials, left over, "et al.".',
  evidence: 'supporting',
  measures: ['', 'subset'],
  bind(rule, tools) {
    const known = tools.remember<{ readonly authors: Authors | null }>()
    const parse = (value: string): Authors | null => {
      const open = OTHERS.test(value)
      const list: Author[] = []
      for (const name of authorsIn(value.replace(OTHERS, ' ')).slice(0, MOST)) {
        const comma = name.indexOf(',')
        const words = tokensOf(comma < 0 ? name : `${name.slice(comma + 1)} ${name.slice(0, comma)}`).map((token) =>
          tools.vocabulary.word(token),
        )
        const family = words.pop()
        if (family !== undefined) list.push({ family, given: words })
      }
      return list.length === 0 ? null : { list, open }
    }
    return ofField(rule.field, (value) => known.get(value, (text) => ({ authors: parse(text) })).authors, compare)
  },
  says: ({ measure }) => {
    if (measure('') < 0.9 && measure('subset') >= 0.9)
      return graded(1, [[1, 'alike', 'all the {many} of one side are among those of the other']])
    return graded(measure(''), [
      [0.9, 'same'],
      [0.6, 'alike'],
      [0.1, 'differ', 'the {many} agree only in part'],
      [0, 'differ'],
    ])
  },
}
