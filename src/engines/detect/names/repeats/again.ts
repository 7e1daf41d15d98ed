// What a text has said once: the words of certain names are recognised where they stand again, and a name-like word beside a
// name in a list is a name.

import { Level } from '../../../../packs/word-levels.ts'
import { numbersFor } from '../../../../text/number-rooms.ts'
import { AMPERSAND, COMMA, PLUS, QUOTE } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { opensWords } from '../around/attribute.ts'
import { isGlued } from '../around/glue.ts'
import { Candidate, CERTAIN, LONE_THRESHOLD, THRESHOLD } from '../candidate.ts'
import { isFamily } from '../layouts/informal.ts'
import { isFree } from '../runs/lone.ts'
import { likeness } from '../runs/score.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { familyScore, givenScore, isUnknown } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'
import { CertainWords } from './certain-words.ts'

/** Least score of a word in a list of names. */
const LISTED = 2
/** A full name this sure has words of its own. */
const SURE = 4.5
/** Tokens between two items of one list at most. */
const ITEMS_WITHIN = 40

/** What the names found make of a token, by token; bits. */
const Edge = {
  starts: 1,
  /** The token behind a name. */
  ends: 2,
  /** The same of names of several words. */
  fullStarts: 4,
  fullEnds: 8,
  /** The token behind one given name. */
  givenEnds: 16,
} as const

/** Adds the names that others of the text prove. */
export function findAgain(search: NameSearch): void {
  if (search.found.length === 0) return
  if (search.left.length > 0) leftAgain(search)
  lowerAgain(search)
}

function leftAgain(search: NameSearch): void {
  const { found, left } = search
  const certain = certainWords(search)
  const edges = edgesOf(search)
  listStrangers(search, edges)
  listInverted(search, edges)
  for (const one of left) {
    // Most hopeless words are done with before anything is made of them.
    if (typeof one === 'number' && !mayBe(search, one, certain)) continue
    const { word, alone } = search.leftWord(one)
    if (!certain.has(word.known, word.levels)) {
      if (mayBeListed(word) ? !isListed(search, word, edges) : !isTiedToName(search, word, edges)) continue
      if (isWhat(search, word, edges)) continue
      if ((word.roles & Role.plant) !== 0 && search.speaksOfPlants()) continue
    }
    if (alone === null || isFree(search, alone)) add(found, edges, new Candidate([word], LONE_THRESHOLD, false))
  }
}

/** Whether the hopeless word at token `index` is a certain one or may stand in a list. */
function mayBe(search: NameSearch, index: number, certain: CertainWords): boolean {
  const { words, tokens } = search
  const known = words.known(index)
  if (certain.mayHave(known) && certain.has(known, words.levelsOf(known))) return true
  if (tokens.kind[index] === TokenKind.upper || !isBesideList(search, index, index + 1)) return false
  const levels = words.levelsOf(known)
  return givenScore(levels) >= LISTED || familyScore(levels, words.shape(known) !== 0) >= LISTED
}

/** "Myrofora Hadjiloizou, Stanley Pitts and ...": two words that no list has, beside a full name of a list. */
function listStrangers(search: NameSearch, edges: Int32Array): void {
  const { found, left, tokens } = search
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
    const isLine = opensLineOrRow(tokens.kind, first.first)
    if (tokens.kind[second.next] === TokenKind.lower && !isLine && !lists(search, second.next)) continue
    const isBehind =
      first.first > 1 && (edges[first.first - 1]! & Edge.fullEnds) !== 0 && lists(search, first.first - 1)
    const isBefore = (edges[second.next + 1]! & Edge.fullStarts) !== 0 && lists(search, second.next)
    if (!isBehind && !isBefore && !isItem(search, first, edges)) continue
    add(found, edges, new Candidate([first, second], THRESHOLD, false))
  }
}

/** "Zālīte, Gaida": a line of two words and a comma among lines that names open. */
function listInverted(search: NameSearch, edges: Int32Array): void {
  const { found, left, tokens } = search
  const { kind, start, end, count } = tokens
  for (const one of left) {
    const first = typeof one === 'number' ? one : one.word.first
    const second = first + 2
    if (!opensLineOrRow(kind, first) || second >= count || kind[second] !== TokenKind.capital) continue
    if (tokens.word[first + 1] !== COMMA || end[first]! !== start[first + 1] || start[second]! - end[first + 1]! > 2)
      continue
    if (second + 1 < count && kind[second + 1] !== TokenKind.newline) continue
    const family = search.leftWord(one).word
    if (family.next !== first + 1 || family.isUpper || family.levels.word > Level.rare) continue
    if (search.words.levels(second).word > Level.uncommon || !hasNeighbour(kind, first, count, edges)) continue
    add(found, edges, new Candidate([family, search.words.lower(second)], THRESHOLD, false))
  }
}

function isStranger(word: NameWord): boolean {
  return isUnknown(word.levels) && word.roles === 0 && !word.isUpper && !word.isInitial
}

/** "Bonus run: Ekow Essilfie 85; Ada Obi 90": it opens an item of a list, and a full name of the same line opens another. */
function isItem({ text, tokens }: NameSearch, { first }: NameWord, edges: Int32Array): boolean {
  const { kind, start, count } = tokens
  const opens = (at: number, signs: string) => at > 0 && signs.includes(text[start[at - 1]!]!)
  if (opensLineOrRow(kind, first)) return hasNeighbour(kind, first, count, edges)
  if (!opens(first, ';:')) return false
  for (let at = first + 1; at < first + ITEMS_WITHIN && at < count && kind[at] !== TokenKind.newline; at++)
    if ((edges[at]! & Edge.fullStarts) !== 0 && opens(at, ';')) return true
  for (let at = first - 1; at > first - ITEMS_WITHIN && at >= 0 && kind[at] !== TokenKind.newline; at--)
    if ((edges[at]! & Edge.fullStarts) !== 0 && opens(at, ';')) return true
  return false
}

/** Token `at` is the first of its line, or of the cell behind the number of its row: "3 | Ada Obi | ...", "3. Ada Obi". */
function opensLineOrRow(kind: Uint8Array, at: number): boolean {
  if (at === 0 || kind[at - 1] === TokenKind.newline) return true
  if (at < 2 || kind[at - 1] !== TokenKind.sign || kind[at - 2] !== TokenKind.number) return false
  return at === 2 || kind[at - 3] === TokenKind.newline
}

/** Full names open the line before and the line behind the one that token `first` opens, or two lines on one side. */
function hasNeighbour(kind: Uint8Array, first: number, count: number, edges: Int32Array): boolean {
  let found = 0
  for (let at = first + 1, lines = 0; at < count && at < first + ITEMS_WITHIN && lines < 2; at++)
    if (opensLineOrRow(kind, at) && kind[at] !== TokenKind.number) {
      if ((edges[at]! & Edge.fullStarts) === 0) break
      found++
      lines++
    }
  for (let at = first - 1, lines = 0; at >= 0 && at > first - ITEMS_WITHIN && lines < 2; at--)
    if (opensLineOrRow(kind, at) && kind[at] !== TokenKind.number) {
      if ((edges[at]! & Edge.fullStarts) === 0) break
      found++
      lines++
    }
  return found > 1
}

/** "ask for Felix or Kaspanaze": a word that no list has, tied to one given name. */
function isTiedToName(search: NameSearch, word: NameWord, edges: Int32Array): boolean {
  const { tokens, words } = search
  if (!isStranger(word) || word.end - word.start < 4 || word.first < 2) return false
  // "Jelte, Gerritje, Keano": between two names of a list.
  const isBetween = (edges[word.first - 1]! & Edge.ends) !== 0 && (edges[word.next + 1]! & Edge.starts) !== 0
  if (isBetween && lists(search, word.first - 1) && lists(search, word.next)) return true
  // "Brenda and Neophytos as well"
  const isEnd = word.next >= tokens.count || tokens.kind[word.next] === TokenKind.sign
  if (
    !isEnd &&
    !(tokens.kind[word.next] === TokenKind.lower && search.hasTrait('wellRead') && search.isCommon(word.next))
  )
    return false
  const link = word.first - 1
  if (tokens.kind[link] !== TokenKind.lower || (words.small(link) & Small.listing) === 0) return false
  return (edges[link]! & Edge.givenEnds) !== 0
}

/**
 * "Ada Obi, Citroën dealer", "Jan Nowak, Czech birth number ...", "Antero Laiho, Kuopio": behind a full name and a comma what
 * somebody or something of theirs is, or where: a noun follows, or the word is a maker or above all a town.
 */
function isWhat(search: NameSearch, word: NameWord, edges: Int32Array): boolean {
  const { tokens, words } = search
  const { first, next, roles, levels } = word
  if (first < 2 || (edges[first - 1]! & Edge.fullEnds) === 0 || tokens.word[first - 1] !== COMMA) return false
  if ((roles & Role.brand) !== 0 || (levels.given < Level.known && words.isPlace(word))) return true
  // "Elmar Henk, German ID card ..."
  if (levels.proper >= Level.known && opensWords(search, tokens.start[next]!)) return true
  if (tokens.kind[next] !== TokenKind.lower || tokens.start[next]! - tokens.end[next - 1]! !== 1) return false
  return (words.roles(next) & Role.verb) === 0 && !lists(search, next) && !search.isCommon(next)
}

function edgesOf({ found, tokens }: NameSearch): Int32Array {
  // A name may be sought behind the sign behind the last word.
  const edges = numbersFor(tokens.count + 4)
  for (const one of found) {
    note(edges, one)
    const { next } = one.words[one.words.length - 1]!
    const behind = behindAside(tokens, next)
    if (behind !== next) edges[behind]! |= edges[next]!
  }
  return edges
}

/** Tokens of what is said in brackets about one of a list at most. */
const MOST_ASIDE = 8

/** "Claude (27.06.2016), Rokhaya": the list goes on behind the bracket. */
function behindAside({ text, kind, start, count }: NameSearch['tokens'], next: number): number {
  if (next >= count || text[start[next]!] !== '(') return next
  for (let at = next + 1; at < count && at <= next + MOST_ASIDE && kind[at] !== TokenKind.newline; at++)
    if (text[start[at]!] === ')') return at + 1
  return next
}

function add(found: Candidate[], edges: Int32Array, one: Candidate): void {
  found.push(one)
  note(edges, one)
}

function note(edges: Int32Array, { words }: Candidate): void {
  const { first, levels } = words[0]!
  const { next } = words[words.length - 1]!
  const isFull = words.length > 1
  edges[first]! |= isFull ? Edge.starts | Edge.fullStarts : Edge.starts
  edges[next]! |= isFull
    ? Edge.ends | Edge.fullEnds
    : levels.given >= Level.known
      ? Edge.ends | Edge.givenEnds
      : Edge.ends
}

function certainWords({ found, facts }: NameSearch): CertainWords {
  const certain = new CertainWords(facts.repeats)
  for (const { words, score } of found) {
    for (const word of words) {
      // A word that no list has comes back as what it was, and a word of a full name that is no ordinary one.
      const isOwn = words.length > 1 && (isUnknown(word.levels) || (score >= SURE && word.levels.word === 0))
      if (score < CERTAIN && !isOwn) continue
      if (word.isInitial || word.isParticle || word.folded.length < 3) continue
      // Words that are ordinary in their language come back as ordinary words.
      if (word.levels.word < Level.known || likeness(word) >= LISTED) certain.add(word.known)
    }
  }
  return certain
}

function mayBeListed(word: NameWord): boolean {
  return (
    likeness(word) >= LISTED && !word.isUpper && (word.roles & (Role.opening | Role.occupation | Role.notName)) === 0
  )
}

/** Whether something on one side of the tokens first..next lists. */
function isBesideList(search: NameSearch, first: number, next: number): boolean {
  if (isQuoted(search, first, next)) return true
  return (first > 1 && lists(search, first - 1)) || (next < search.tokens.count && lists(search, next))
}

/** "Jan, Kristi and Stephen": beside a name, a comma or an "and" away; so are quoted items: "Ada Obi","Jan". */
function isListed(search: NameSearch, { first, next }: NameWord, edges: Int32Array): boolean {
  if (isQuoted(search, first, next)) {
    if (first > 3 && (edges[first - 3]! & Edge.ends) !== 0 && lists(search, first - 2)) return true
    return (edges[next + 3]! & Edge.starts) !== 0 && lists(search, next + 1)
  }
  if (first > 1 && (edges[first - 1]! & Edge.ends) !== 0 && lists(search, first - 1)) return true
  return (edges[next + 1]! & Edge.starts) !== 0 && lists(search, next)
}

/** Do quotation marks touch the tokens first..next on both sides? */
function isQuoted({ tokens: { kind, word } }: NameSearch, first: number, next: number): boolean {
  return first > 0 && kind[first - 1] === TokenKind.sign && word[first - 1] === QUOTE && word[next] === QUOTE
}

/** Whether token `index` is a word or a sign that lists people. */
function lists({ tokens, words }: NameSearch, index: number): boolean {
  const sign = tokens.word[index]
  return sign === COMMA || sign === AMPERSAND || sign === PLUS || (words.small(index) & Small.listing) !== 0
}

function isLower(kind: Uint8Array, { words }: Candidate): boolean {
  const first = words[0]!
  return !first.isParticle && kind[first.first] === TokenKind.lower
}

/** A name that a chat writes in lower case is one in the whole chat. */
function lowerAgain(search: NameSearch): void {
  const { scanned, tokens, words, found } = search
  if (!found.some((one) => isLower(tokens.kind, one))) return
  const lower = found.filter((one) => isLower(tokens.kind, one))
  const names = new Set(lower.map((one) => one.words[0]!.folded))
  const taken = new Set(lower.map((one) => one.words[0]!.first))
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kind[index] !== TokenKind.lower || taken.has(index) || !names.has(scanned.folded(index))) continue
    if (isGlued(scanned, index)) continue
    const name = [words.lower(index)]
    // "add me pls, hlöðver brynjarsson, born ..."
    if (tokens.kind[index + 2] === TokenKind.sign && isFamily(search, index + 1)) name.push(words.lower(index + 1))
    found.push(new Candidate(name, LONE_THRESHOLD, false))
  }
}
