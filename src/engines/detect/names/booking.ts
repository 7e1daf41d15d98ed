// Names as tickets and passenger lists write them: the family name, a slash, the given names and a form of address, all in
// capitals ("OZOLA/ILZE MRS", "GARCIA LOPEZ/ANA MARIA MS"; IATA passenger name records).
import { TokenKind } from '../../../text/tokens.ts'
import { CERTAIN, type NameSearch } from './candidate.ts'
import { Before } from './context.ts'
import { asFamily, asGiven } from './score.ts'
import type { NameWord } from './words.ts'

const TITLES: ReadonlySet<string> = new Set('mr mrs ms miss mstr chd inf dr prof'.split(' '))
const SLASH = 47
/** Given names before the form of address, and words of a family name, at most. */
const MOST_GIVEN = 3
const MOST_FAMILY = 3

/** Adds the booked names of a text to `search.found`. */
export function findBooked(search: NameSearch): void {
  const { text, tokens } = search.text
  if (!text.includes('/')) return
  for (const index of search.glance.capitals) {
    const slash = index + 1
    if (tokens.kind[index] !== TokenKind.upper || text.charCodeAt(tokens.end[index]!) !== SLASH) continue
    if (tokens.start[slash + 1] !== tokens.end[slash]) continue
    const given = givenNames(search, slash + 1) ?? unaddressed(search, index, slash + 1)
    if (given === null) continue
    search.found.push({ words: [...familyName(search, index), ...given], score: CERTAIN, pattern: true })
  }
}

/** The words from token `first` up to a form of address; null when none stands there. */
function givenNames({ text, words }: NameSearch, first: number): readonly NameWord[] | null {
  const { kind, count } = text.tokens
  const given: NameWord[] = []
  for (let at = first; at < count && kind[at] === TokenKind.upper && given.length <= MOST_GIVEN; at++) {
    if (at > first && !isBeside(text.text, text.tokens.end[at - 1]!, text.tokens.start[at]!)) return null
    if (TITLES.has(text.folded(at))) {
      // "AND/OR MR Smith": that title is another's.
      const isOthers =
        kind[at + 1] === TokenKind.capital && isBeside(text.text, text.tokens.end[at]!, text.tokens.start[at + 1]!)
      return given.length > 0 && !isOthers ? given : null
    }
    given.push(words.lower(at))
  }
  return null
}

/** Without a form of address the words or a label must say it: "1. SMITH/ANNA 23KG"; "OPEN/CLOSED" and "IN/OUT" are none. */
function unaddressed({ text, words, context }: NameSearch, family: number, first: number): readonly NameWord[] | null {
  if (text.tokens.kind[first] !== TokenKind.upper) return null
  const given = words.lower(first)
  if (given.end - given.start < 2 || asGiven(given) < 3) return null
  const isLabelled = (context.before(family) & (Before.label | Before.cue)) !== 0
  return isLabelled || asFamily(words.lower(family)) >= 3 ? [given] : null
}

/** The family name that ends with token `last`: words before it belong to it when people are called so. */
function familyName({ text, words }: NameSearch, last: number): readonly NameWord[] {
  const { kind, start, end } = text.tokens
  const family = [words.lower(last)]
  for (let at = last - 1; at >= 0 && kind[at] === TokenKind.upper && family.length < MOST_FAMILY; at--) {
    const isName = words.levels(at).family >= 3 && !TITLES.has(text.folded(at))
    if (!isName || !isBeside(text.text, end[at]!, start[at + 1]!)) break
    family.unshift(words.lower(at))
  }
  return family
}

function isBeside(text: string, from: number, to: number): boolean {
  return to - from === 1 && text[from] === ' '
}
