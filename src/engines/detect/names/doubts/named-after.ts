// What carries a name and is nobody: what a word before or behind it says is named after somebody (hurricane Anna, Ohm's
// law), an article in quotation marks, a constant that is given a value, the letter of a unit.

import { Level, type Levels } from '../../../../packs/word-levels.ts'
import { COMMA, DEGREE, EQUALS, FULL_STOP, isApostrophe, SLASH, SPACE } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isLetterOrNumberUnit } from '../../../../text/unit-classes.ts'
import { isCapitalised } from '../../token-questions.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'

/** "const AVOGADRO = 6.02e23": capitals that a value is given to. */
export function isAssigned(
  { tokens: { units } }: NameSearch,
  run: readonly NameWord[],
  from: number,
  to: number,
): boolean {
  const { end } = run[to - 1]!
  const at = unitAt(units, end) === SPACE ? end + 1 : end
  if (unitAt(units, at) !== EQUALS) return false
  for (let i = from; i < to; i++) if (!run[i]!.isUpper) return false
  return true
}

/** The letters of units. */
const UNITS: ReadonlySet<string> = new Set(['c', 'f', 'k', 'v', 'w', 'n'])

/** Whether an initial is the letter of a unit ("180 °C.") or says which one ("point C."), so that its stop ends a sentence. */
export function closesSentence({ text, tokens, words }: NameSearch, { first, start, folded }: NameWord): boolean {
  const last = first - 1
  if (last < 0 || text.charCodeAt(tokens.end[first]!) !== FULL_STOP) return false
  const before = unitAt(tokens.units, start - 1)
  // "Moradi. /V. Lindblom" signs; "m3/C" measures.
  if (before === DEGREE || (before === SLASH && isLetterOrNumberUnit(unitAt(tokens.units, start - 2)))) return true
  if (start - tokens.end[last]! > 1) return false
  if (tokens.kind[last] === TokenKind.number)
    return UNITS.has(folded) && last > 0 && tokens.kind[last - 1] !== TokenKind.newline
  return tokens.kind[last] === TokenKind.lower && (words.small(last) & Small.designated) !== 0
}

/** Whether words from..to of a run are what a thing is called after: "hurricane Anna", "liceo Volta", "Ohm's law", "loi de Hooke". */
export function isNamedAfter(search: NameSearch, run: readonly NameWord[], from: number, to: number): boolean {
  const { tokens, words } = search
  const last = run[to - 1]!
  let behind = last.next
  if (isApostrophe(unitAt(tokens.units, last.end)) && (words.small(behind + 1) & Small.possessive) !== 0) behind += 2
  const isBehind = behind < tokens.count && tokens.start[behind]! - tokens.end[behind - 1]! === 1
  if (isBehind && ((words.small(behind) & Small.eponym) !== 0 || isMeasured(search, behind))) return true
  if (isBehind && isFirstOfTwo(search, behind)) return true
  if (isMarked(search, run[from]!.start, last.end) || quotedThing(search, run[from]!.first, last.next)) return true
  return isDesignated(search, run[from]!.first, 0)
}

/** "Hilbert and Banach spaces": token `at` joins another name, and what is called after both follows. */
function isFirstOfTwo({ tokens, words }: NameSearch, at: number): boolean {
  const { kind, start, end, count } = tokens
  if (at + 2 >= count || (words.small(at) & Small.and) === 0 || kind[at + 1] !== TokenKind.capital) return false
  return (
    kind[at + 2] === TokenKind.lower &&
    start[at + 2]! - end[at + 1]! === 1 &&
    (words.small(at + 2) & Small.eponym) !== 0
  )
}

/** "Stella Artois 0.5 l", "Jade White 10 l": token `at` begins a quantity of goods. */
function isMeasured({ tokens, words }: NameSearch, at: number): boolean {
  const { kind, start, end, count } = tokens
  if (kind[at] !== TokenKind.number) return false
  let next = at + 1
  // The decimals.
  if (
    next + 1 < count &&
    kind[next] === TokenKind.sign &&
    start[next] === end[at] &&
    kind[next + 1] === TokenKind.number
  )
    next += 2
  return next < count && start[next]! - end[next - 1]! === 1 && (words.small(next) & Small.measure) !== 0
}

/** Names of one list behind the word that says what they are at most. */
const MOST_LISTED = 6
/** Words of one of them at most. */
const MOST_WORDS = 5

/**
 * Whether what begins at token `first` is said to be which one: "hurricane Anna", "loi de Hooke", "szpital im. Anny", and of
 * a list any: "stations Anna, Bert and Carl". `listed`: how many of the list were passed already.
 */
function isDesignated(search: NameSearch, first: number, listed: number): boolean {
  const { tokens, words } = search
  let at = first - 1
  let isLinked = false
  for (
    let i = 0;
    at >= 0 && i < 2 && tokens.kind[at] === TokenKind.lower && (words.small(at) & Small.link) !== 0;
    i++
  ) {
    at--
    isLinked = true
  }
  // "im. Anny": the full stop of a short form.
  if (at > 0 && tokens.kind[at] === TokenKind.sign && isShortForm(search, at)) at--
  if (at < 0 || tokens.start[first]! - tokens.end[first - 1]! !== 1) return false
  if (tokens.kind[at]! <= TokenKind.upper) {
    const small = words.small(at)
    // "brother-in-law of"
    if (at > 0 && tokens.start[at] === tokens.end[at - 1]) return false
    // "500 lei from Ada Obi": an amount of money, and no law.
    if (at > 0 && (small & Small.money) !== 0 && tokens.kind[at - 1] === TokenKind.number) return false
    if ((small & (isLinked ? Small.law : Small.designated)) !== 0)
      // "Sturm Sabine" may be a person in a list; where the lexicon knows all ordinary words, nobody is called by such a word.
      return tokens.kind[at] === TokenKind.lower || isNobodys(words.levels(at)) || isSurelyWord(search, at)
    if (isLinked || (small & Small.listing) === 0) return false
  } else if (isLinked || unitAt(tokens.units, tokens.start[at]!) !== COMMA) return false
  if (listed === MOST_LISTED) return false
  // The one before in the list.
  let start = at
  for (let i = 0; i < MOST_WORDS && start > 0; i++) {
    const kind = tokens.kind[start - 1]!
    const isParticle = kind === TokenKind.lower && start < at && (words.roles(start - 1) & Role.particle) !== 0
    if (!isCapitalised(kind) && !isParticle) break
    start--
    if (isCapitalised(kind) && start > 0 && isDesignated(search, start, MOST_LISTED)) return true
  }
  return start < at && listed < MOST_LISTED && isDesignated(search, start, listed + 1)
}

/** Nobody is called so. */
function isNobodys({ given, family }: Levels): boolean {
  return given < Level.known && family < Level.known
}

/** First of all an ordinary word, of a language that the lexicon knows well. */
function isSurelyWord(search: NameSearch, at: number): boolean {
  const { given, family, word } = search.words.levels(at)
  return word >= Level.uncommon && word >= Math.max(given, family) - 1 && search.hasTrait('wellRead')
}

function isShortForm({ text, tokens }: NameSearch, at: number): boolean {
  const { start, end } = tokens
  return text.charCodeAt(start[at]!) === FULL_STOP && end[at - 1] === start[at] && end[at - 1]! - start[at - 1]! <= 3
}

/** "`Rowan` theme": between the marks of code. */
function isMarked({ text }: NameSearch, start: number, end: number): boolean {
  return text[start - 1] === '`' && text[end] === '`'
}

/** Things in a list of things at most. */
const MOST_QUOTED = 8
const QUOTES = '\'"\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb'
const KIND = Role.goods | Role.plant | Role.plantTalk

/** "cushion 'Emma'", "'Oscar' armchair", "roses 'Anna', 'Lady Rose'": what is called so in quotation marks is something to buy or to grow. */
function quotedThing(search: NameSearch, first: number, next: number): boolean {
  const { text, tokens, words } = search
  let open = first - 1
  const close = next
  if (close >= tokens.count || open < 0 || !isQuote(text, tokens.start[close]!)) return false
  // "'Pierre de Ronsard'" may be found in parts.
  while (open > 0 && first - open < 4 && tokens.kind[open] !== TokenKind.sign) open--
  if (!isQuote(text, tokens.start[open]!)) return false
  if (search.speaksOfPlants() || isRelease(text, tokens.start[open]!)) return true
  if (isQuotedList(search, open, close)) return true
  for (let i = close + 1; i < close + 3 && i < tokens.count && tokens.kind[i] === TokenKind.lower; i++)
    if ((words.bits[i]! & KIND) !== 0) return true
  for (let i = 0; i < MOST_QUOTED && open > 0; i++) {
    let at = open - 1
    for (let k = 0; k < 3 && at >= 0 && tokens.kind[at]! <= TokenKind.upper; k++, at--)
      if ((words.bits[at]! & KIND) !== 0 || (words.small(at) & Small.designated) !== 0)
        return !isNickname(search, at, close)
    // The one before in the list.
    at = open - 1
    const isListed = unitAt(tokens.units, tokens.start[at]!) === COMMA || (words.small(at) & Small.listing) !== 0
    if (!isListed || !isQuote(text, tokens.start[at - 1] ?? -1)) return false
    open = at - 2
    while (open > 0 && at - open < MOST_QUOTED && !isQuote(text, tokens.start[open]!)) open--
  }
  return false
}

/** '## [4.2.0] "Marlene"', 'Ubuntu 24.04 "Noble Numbat"': what a version is called. */
function isRelease(text: string, open: number): boolean {
  return /\d\.\d{1,4}[\])]? (?:[-\u2013\u2014] )?$/.test(text.slice(Math.max(0, open - 12), open))
}

/** "do well on clay: 'Gertrude Jekyll', 'Munstead Wood' and": titles and sorts are listed in marks, people are not. Straight double marks may be data. */
function isQuotedList({ text, tokens, words }: NameSearch, open: number, close: number): boolean {
  if (text[tokens.start[open]!] === '"') return false
  // "I'm Amanda's daughter"
  if (isLetter(text[tokens.start[open]! - 1]) || isLetter(text[tokens.end[close]!])) return false
  return isNextQuoted({ text, tokens, words }, close, 1) || isNextQuoted({ text, tokens, words }, open, -1)
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && /\p{L}/u.test(sign)
}

/** Whether a comma or an "and" beside the quotation mark `at` leads to another one. */
function isNextQuoted(
  { text, tokens, words }: Pick<NameSearch, 'text' | 'tokens' | 'words'>,
  at: number,
  step: number,
): boolean {
  const link = at + step
  const other = link + step
  if (link < 0 || other < 0 || link >= tokens.count || other >= tokens.count) return false
  const isLinked = tokens.units[tokens.start[link]!] === COMMA || (words.small(link) & Small.listing) !== 0
  return isLinked && isQuote(text, tokens.start[other]!)
}

/** "Rose 'Rosie' Beck": a given name before, a family name behind. */
function isNickname({ tokens, words }: NameSearch, before: number, close: number): boolean {
  const behind = close + 1
  return words.levels(before).given >= Level.common && behind < tokens.count && isCapitalised(tokens.kind[behind]!)
}

function isQuote(text: string, at: number): boolean {
  return QUOTES.includes(text[at] ?? ' ')
}
