// What a text has said once: the words of certain names are recognised where they stand again, and a name-like word beside a
// name in a list is a name.
import type { Levels } from '../../../packs/word-levels.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt } from '../../../text/unit-classes.ts'
import { type Candidate, CERTAIN, LONE_THRESHOLD, THRESHOLD } from './candidate.ts'
import { isGlued } from './glue.ts'
import { basesOf } from './lexicon.ts'
import { isFree } from './lone.ts'
import type { NameWord } from './name-word.ts'
import { familyScore, givenScore, isUnknown } from './odds.ts'
import { Role, Small } from './roles.ts'
import { likeness } from './score.ts'
import type { NameSearch } from './search.ts'

/** Least score of a word in a list of names. */
const LISTED = 2
/** A full name this sure has words of its own. */
const SURE = 4.5
/** A word and its case forms begin with the same letters, as many at least. */
const HEAD = 3
/** From here on a word is also an ordinary one: pages, roses. */
const SPOKEN = 2
/** Letters of a name of which little is left when an ending replaces some. */
const SHORT = 4
/** Tokens between two items of one list at most. */
const ITEMS_WITHIN = 40
const COMMA = 44
const AMPERSAND = 38

/** Tokens behind and at the start of the names found. */
interface Edges {
  readonly ends: Set<number>
  readonly starts: Set<number>
}

/** Adds the names that others of the text prove. */
export function findAgain(search: NameSearch): void {
  if (search.found.length === 0) return
  if (search.left.length > 0) leftAgain(search)
  lowerAgain(search)
}

function leftAgain(search: NameSearch): void {
  const { found, left } = search
  const known = certainWords(search)
  const heads = new Set(Array.from(known, (folded) => folded.slice(0, HEAD)))
  let edges: Edges | null = null
  let lone: ReadonlySet<number> | null = null
  listStrangers(search)
  for (const one of left) {
    // Most hopeless words are done with before anything is made of them.
    if (typeof one === 'number' && !mayBe(search, one, known, heads)) continue
    const { word, alone } = search.leftWord(one)
    const isKnown = known.has(word.folded) || isInflected(search, word.folded, known, heads, word.levels)
    if (!isKnown) {
      if (mayBeListed(word)) {
        if (!isBesideList(search, word.first, word.next)) continue
        edges ??= edgesOf(found)
        if (!isListed(search, word, edges)) continue
      } else {
        lone ??= loneEnds(found)
        if (!isTied(search, word, lone)) continue
      }
      if ((word.roles & Role.plant) !== 0 && search.speaksOfPlants()) continue
    }
    if (alone !== null && !isFree(search, alone)) continue
    edges?.ends.add(word.next)
    edges?.starts.add(word.first)
    found.push({ words: [word], score: LONE_THRESHOLD, pattern: false })
  }
}

/** Whether the hopeless word at token `index` is a certain one or may stand in a list. */
function mayBe(search: NameSearch, index: number, certain: ReadonlySet<string>, heads: ReadonlySet<string>): boolean {
  const known = search.words.known(index)
  if (certain.has(known.folded)) return true
  if (isInflected(search, known.folded, certain, heads, search.words.levelsOf(known))) return true
  if (search.tokens.kind[index] === TokenKind.upper || !isBesideList(search, index, index + 1)) return false
  const levels = search.words.levelsOf(known)
  return givenScore(levels) >= LISTED || familyScore(levels, search.words.shape(known) !== 0) >= LISTED
}

/** "Ditte Holm ... Dittes datter", "Olga ... Olgan": a case form of a certain word that is no ordinary word itself. */
function isInflected(
  { facts }: NameSearch,
  folded: string,
  certain: ReadonlySet<string>,
  heads: ReadonlySet<string>,
  levels: Levels,
): boolean {
  if (levels.word >= SPOKEN || !heads.has(folded.slice(0, HEAD))) return false
  return basesOf(folded, facts.repeats).some((base) => certain.has(base) && isLikely(folded, base))
}

/** "Paga" is no form of Page: where an ending takes the place of letters, much of the name is left. */
function isLikely(folded: string, base: string): boolean {
  return base.length > SHORT || folded.startsWith(base)
}

/** "Myrofora Hadjiloizou, Stanley Pitts and ...": two words that no list has, beside a full name of a list. */
function listStrangers(search: NameSearch): void {
  const { found, left, tokens } = search
  let edges: Edges | null = null
  for (let i = 0; i + 1 < left.length; i++) {
    const one = left[i]!
    const two = left[i + 1]!
    if (typeof one === 'number' || typeof two === 'number' || one.alone !== null || two.alone !== null) continue
    const first = one.word
    const second = two.word
    if (second.first !== first.next || !isStranger(first) || !isStranger(second)) continue
    const three = left[i + 2]
    if (three !== undefined && typeof three !== 'number' && three.word.first === second.next) continue
    // "Ada Obi, Leigumiðlun Norðurlands ehf.": it goes on as something else.
    const isLine = opensLine(tokens.kind, first.first)
    if (tokens.kind[second.next] === TokenKind.lower && !isLine && !lists(search, second.next)) continue
    edges ??= edgesOf(found.filter(({ words }) => words.length > 1))
    const isBehind = first.first > 1 && edges.ends.has(first.first - 1) && lists(search, first.first - 1)
    const isBefore = edges.starts.has(second.next + 1) && lists(search, second.next)
    if (!isBehind && !isBefore && !isItem(search, first, edges)) continue
    edges.ends.add(second.next)
    edges.starts.add(first.first)
    found.push({ words: [first, second], score: THRESHOLD, pattern: false })
  }
}

function isStranger(word: NameWord): boolean {
  return isUnknown(word.levels) && word.roles === 0 && !word.isUpper && !word.isInitial
}

/** "Bonus run: Ekow Essilfie 85; Ada Obi 90": it opens an item of a list, and a full name of the same line opens another. */
function isItem({ text, tokens }: NameSearch, { first }: NameWord, { starts }: Edges): boolean {
  const { kind, start, count } = tokens
  const opens = (at: number, signs: string) => at > 0 && signs.includes(text[start[at - 1]!]!)
  if (opensLine(kind, first)) return hasNeighbour(kind, first, count, starts)
  if (!opens(first, ';:')) return false
  for (let at = first + 1; at < first + ITEMS_WITHIN && at < count && kind[at] !== TokenKind.newline; at++)
    if (starts.has(at) && opens(at, ';')) return true
  for (let at = first - 1; at > first - ITEMS_WITHIN && at >= 0 && kind[at] !== TokenKind.newline; at--)
    if (starts.has(at) && opens(at, ';')) return true
  return false
}

function opensLine(kind: Uint8Array, at: number): boolean {
  return at === 0 || kind[at - 1] === TokenKind.newline
}

/** Full names open the line before and the line behind the one that token `first` opens, or two lines on one side. */
function hasNeighbour(kind: Uint8Array, first: number, count: number, starts: ReadonlySet<number>): boolean {
  let found = 0
  for (let at = first + 1, lines = 0; at < count && at < first + ITEMS_WITHIN && lines < 2; at++)
    if (kind[at - 1] === TokenKind.newline) {
      if (!starts.has(at)) break
      found++
      lines++
    }
  for (let at = first - 1, lines = 0; at >= 0 && at > first - ITEMS_WITHIN && lines < 2; at--)
    if (opensLine(kind, at)) {
      if (!starts.has(at)) break
      found++
      lines++
    }
  return found > 1
}

/** "ask for Felix or Kaspanaze": a word that no list has, tied to one given name. */
function isTied({ tokens, words }: NameSearch, word: NameWord, lone: ReadonlySet<number>): boolean {
  if (!isStranger(word) || word.end - word.start < 4 || word.first < 2) return false
  if (word.next < tokens.count && tokens.kind[word.next] !== TokenKind.sign) return false
  const link = word.first - 1
  if (tokens.kind[link] !== TokenKind.lower || (words.small(link) & Small.listing) === 0) return false
  return lone.has(link)
}

/** Tokens behind the names that are one given name. */
function loneEnds(found: readonly Candidate[]): ReadonlySet<number> {
  const ends = new Set<number>()
  for (const { words } of found) if (words.length === 1 && words[0]!.levels.given >= 4) ends.add(words[0]!.next)
  return ends
}

function edgesOf(found: readonly Candidate[]): Edges {
  const ends = new Set(found.map(({ words }) => words[words.length - 1]!.next))
  return { ends, starts: new Set(found.map(({ words }) => words[0]!.first)) }
}

function certainWords({ found }: NameSearch): ReadonlySet<string> {
  const known = new Set<string>()
  for (const { words, score } of found) {
    for (const word of words) {
      // A word that no list has comes back as what it was, and a word of a full name that is no ordinary one.
      const isOwn = words.length > 1 && (isUnknown(word.levels) || (score >= SURE && word.levels.word === 0))
      if (score < CERTAIN && !isOwn) continue
      if (word.isInitial || word.isParticle || word.folded.length < 3) continue
      // Words that are ordinary in their language come back as ordinary words.
      if (word.levels.word < 4 || likeness(word) >= LISTED) known.add(word.folded)
    }
  }
  return known
}

function mayBeListed(word: NameWord): boolean {
  return (
    likeness(word) >= LISTED && !word.isUpper && (word.roles & (Role.opening | Role.occupation | Role.notName)) === 0
  )
}

/** Whether something on one side of the tokens first..next lists. */
function isBesideList(search: NameSearch, first: number, next: number): boolean {
  return (first > 1 && lists(search, first - 1)) || (next < search.tokens.count && lists(search, next))
}

/** "Jan, Kristi and Stephen": beside a name, a comma or an "and" away. */
function isListed(search: NameSearch, word: NameWord, { ends, starts }: Edges): boolean {
  if (word.first > 1 && ends.has(word.first - 1) && lists(search, word.first - 1)) return true
  return starts.has(word.next + 1) && lists(search, word.next)
}

/** Whether token `index` is a word or a sign that lists people. */
function lists({ text, tokens, words }: NameSearch, index: number): boolean {
  if (tokens.kind[index] !== TokenKind.sign) return (words.small(index) & Small.listing) !== 0
  const unit = codeAt(text, tokens.start[index]!)
  return unit === COMMA || unit === AMPERSAND
}

function isLower(kind: Uint8Array, { words }: Candidate): boolean {
  const first = words[0]!
  return words.length === 1 && !first.isParticle && kind[first.first] === TokenKind.lower
}

/** A name that a chat writes in lower case is one in the whole chat. */
function lowerAgain({ scanned, tokens, words, found }: NameSearch): void {
  if (!found.some((one) => isLower(tokens.kind, one))) return
  const lower = found.filter((one) => isLower(tokens.kind, one))
  const names = new Set(lower.map((one) => one.words[0]!.folded))
  const taken = new Set(lower.map((one) => one.words[0]!.first))
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kind[index] !== TokenKind.lower || taken.has(index) || !names.has(scanned.folded(index))) continue
    if (!isGlued(scanned, index)) found.push({ words: [words.lower(index)], score: LONE_THRESHOLD, pattern: false })
  }
}
