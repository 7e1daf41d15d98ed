// Names without capitals: chats write them small after a greeting, as the speaker of a line or as a signature, and some texts
// know no capitals at all.

import { Level, type Levels } from '../../../../packs/word-levels.ts'
import { COLON, COMMA, FULL_STOP, SLASH, SPACE } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { sliceOf } from '../../../../text/unit-classes.ts'
import { isGlued } from '../around/glue.ts'
import { Candidate, CERTAIN, LONE_THRESHOLD, THRESHOLD } from '../candidate.ts'
import { asGiven, likeness, scoreName } from '../runs/score.ts'
import type { NameSearch } from '../search.ts'
import { Cue } from '../words/cues.ts'
import type { NameWord } from '../words/name-word.ts'
import { givenScore } from '../words/odds.ts'
import { Role, Small } from '../words/roles.ts'

/** A lower-case word needs this much more than a capitalised one. */
const ENOUGH = LONE_THRESHOLD + 1
const NONE = -9
/** A word that is no other, where somebody says what they are called. */
const CALLED = ENOUGH + 1
/** What a telephone number near it adds to a word. */
const NUMBERED = 1.2
const LEAST_LETTERS = 3
/** Who is speaking: by what they are called or otherwise. */
const SAYS_WHO = Cue.introduction | Cue.selfNaming
/** What a whole name in small letters stands behind, and the gap between. */
const WHOLE = Cue.label | Cue.cue | Cue.greeting | SAYS_WHO | Cue.field
const ANNOUNCED = /^(?: {1,2}|[,:=] {0,2}"?)$/
/** How a field ends that holds nothing but a name. */
const FIELD_ENDS = /^[^\S\n]?(?:[\n;|,"<)]|$|\.(?:\s|$))/
/** How it ends before the address of whom it names. */
const MAIL_ENDS = /^ [<(]/
const MOST_WORDS = 3
/** Particles of a family name before its article at most. */
const MOST_PARTICLES = 2
/** Tokens between a word for a number and the name of whose it is. */
const NUMBER_TOKENS = 4
/** A telephone number, looked for so far behind. */
const NUMBER = /\d[\d ]{6,}/
/** The same right here, with its country or trunk prefix. */
const NUMBER_AHEAD = /^(?:\+\d|0\d)[\d ]{6,}/
const NUMBER_WITHIN = 40
/** How the value of a setting begins, and nothing that anybody says. */
const SETS = /^\s?[[{<|&$]/

/** Adds the lower-case names that their place in a chat gives away. */
export function findInformal(search: NameSearch): void {
  findGreeted(search)
  findWhole(search)
  findNumbered(search)
  findMarked(search)
}

/** "hey sanne", "hi, sanne". */
function findGreeted(search: NameSearch): void {
  const { hits, text, tokens } = search
  if (!hits.has(search.cues.groups.greeting)) return
  for (const hit of hits.all) {
    if ((search.cues.of(hit) & Cue.greeting) === 0 || hit.endToken >= tokens.count) continue
    const gap = sliceOf(text, hit.end, tokens.start[hit.endToken])
    if (gap === ' ' || gap === ', ') take(search, hit.endToken, 1)
  }
}

/** "sender kärt viiding,", "hiya, nathan weeks": a given and a family name in small letters, right behind what announces one. */
function findWhole({ hits, cues, text, tokens, words, scanned, found, mail }: NameSearch): void {
  const { kind, start, end, units, count } = tokens
  for (const hit of hits.all) {
    if ((cues.of(hit) & WHOLE) === 0) continue
    const first = kind[hit.endToken] === TokenKind.sign ? hit.endToken + 1 : hit.endToken
    if (first >= count || kind[first] !== TokenKind.lower) continue
    // "emily de gruil"
    let next = first + 1
    while (next < first + MOST_PARTICLES + 1 && kind[next] === TokenKind.lower && isParticle(words, next)) next++
    if (next >= count || kind[next] !== TokenKind.lower || start[next]! - end[next - 1]! > 2) continue
    const isBeside = start[first]! - hit.end === 1 && units[hit.end] === SPACE
    if (!isBeside && !ANNOUNCED.test(sliceOf(text, hit.end, start[first]))) continue
    const isSpelt = mail !== null && [first, next].every((index) => mail.has(words.known(index).folded))
    if (!isSpelt && (words.roles(first) !== 0 || words.roles(next) !== 0 || words.small(next) !== 0)) continue
    const given = words.levels(first)
    const family = words.levels(next)
    const isField =
      (cues.of(hit) & Cue.label) !== 0 &&
      (first > hit.endToken
        ? FIELD_ENDS.test(text.slice(end[next], end[next]! + 3))
        : mail !== null && MAIL_ENDS.test(text.slice(end[next], end[next]! + 3)))
    if (!isSpelt && !(isField ? mayBeNamed(given, family) : isNamed(given, family))) continue
    if (isGlued(scanned, first) || isGlued(scanned, next)) continue
    const name = []
    for (let at = first; at <= next; at++) name.push(words.lower(at))
    found.push(new Candidate(name, CERTAIN, true))
  }
}

/** A particle of family names. */
function isParticle(words: NameSearch['words'], index: number): boolean {
  return (words.roles(index) & Role.particle) !== 0
}

/** A common given name and a common family name, and seldom other words. */
function isNamed(given: Levels, family: Levels): boolean {
  if (given.given <= Level.known || given.word + given.proper >= Level.rare) return false
  return family.family >= Level.known && family.word <= Level.rare
}

/** "user: uldis grīnbergs": one of the two is a name and no word, the other nobody's word either. */
function mayBeNamed(given: Levels, family: Levels): boolean {
  const isGiven = given.given >= Level.known && given.word < Level.rare
  const isFamily = family.family >= Level.known && family.word < Level.rare
  if (isGiven && isFamily) return true
  return (
    (isGiven && family.word === 0 && family.proper === 0) ||
    (isFamily && given.word === 0 && given.given + given.proper > 0)
  )
}

/** Before a colon or a comma at the start of a line, and behind a dash. */
function findMarked(search: NameSearch): void {
  const { text, tokens } = search
  const { kind, start } = tokens
  for (const index of search.glance.marks) {
    const unit = tokens.units[start[index]!]!
    if (unit === COMMA || unit === COLON) {
      const opensLine = index === 1 || kind[index - 2] === TokenKind.newline
      // "javi, la Roomba": somebody is called at the start of a line.
      if (unit === COMMA) {
        if (opensLine) take(search, index - 1, 0.5)
        continue
      }
      // "semi: [2, always]": the value of a setting.
      if (SETS.test(sliceOf(text, start[index]! + 1, start[index]! + 4))) continue
      // "[18:02] jolie: hello"
      const bracket = index >= 2 ? text[start[index - 2]!] : ''
      if (opensLine || bracket === ']' || bracket === ')') take(search, index - 1, 1.5)
    } else if (signs(search, index)) take(search, index + 1, 1)
  }
}

/** Whether the dash at token `index` stands before a signature: "ok then - wanjiru". */
function signs({ text, tokens }: NameSearch, index: number): boolean {
  if (index + 1 >= tokens.count) return false
  if (unitAt(tokens.units, tokens.start[index]! - 1) !== SPACE || unitAt(tokens.units, tokens.end[index]!) !== SPACE)
    return false
  const after = tokens.end[index + 1]!
  return /^\s*(?:[.!\n]|$)/.test(sliceOf(text, after, after + 3))
}

/** "the momo": English puts no article before a name. */
function isThing({ words }: NameSearch, index: number): boolean {
  return index > 0 && (words.small(index - 1) & Small.thingArticle) !== 0
}

/** How sure token `index` is a lower-case name where its place adds `bonus`; NONE when it is no word for one. */
function scoreAt({ tokens, words, mail }: NameSearch, index: number, bonus: number): number {
  if (tokens.kind[index] !== TokenKind.lower) return NONE
  if (words.roles(index) !== 0 || (words.small(index) & Small.listing) !== 0) return NONE
  const known = words.known(index)
  if (known.folded.length < LEAST_LETTERS) return NONE
  return givenScore(words.levelsOf(known)) + bonus + (mail?.has(known.folded) ? 3 : 0)
}

function take(search: NameSearch, index: number, bonus: number): void {
  const score = scoreAt(search, index, bonus)
  // What stands around it last: few words come so far, and the look is the dearest question.
  if (score >= ENOUGH && !isThing(search, index) && !isGlued(search.scanned, index))
    search.found.push(new Candidate([search.words.lower(index)], score, true))
}

/** "jag heter laura karlsson": who says who they are, with the family name where one follows; what they are called may be any word that is no other. */
function introduce(search: NameSearch, index: number, isCalled: boolean): void {
  const { words, scanned } = search
  const score = isCalled && isNoWord(search, index) ? CALLED : scoreAt(search, index, isCalled ? 2 : 1)
  if (score < ENOUGH || isThing(search, index) || isGlued(scanned, index)) return
  const name = [words.lower(index)]
  let next = index + 1
  while (next - index <= MOST_PARTICLES && (words.small(next) & Small.noble) !== 0) next++
  if (next - index > 1 && (words.roles(next) & Role.particle) !== 0) next++
  if (isFamily(search, next) || isSaidWhole(search, index, next))
    for (let at = index + 1; at <= next; at++) name.push(words.lower(at))
  search.found.push(new Candidate(name, score, true))
}

/** A lower-case word that is no ordinary one and no verb ("my name is mispronounced"): nobody's but its bearer's. */
function isNoWord({ tokens, words, facts }: NameSearch, index: number): boolean {
  if (tokens.kind[index] !== TokenKind.lower || words.roles(index) !== 0 || words.small(index) !== 0) return false
  const known = words.known(index)
  if (known.folded.length < LEAST_LETTERS || facts.verbs.isPast(known.folded)) return false
  const { word, proper } = words.levelsOf(known)
  return word + proper === 0
}

/** Whether the lower-case token `index` goes on a given name: a name more than a word, or unknown before a sign or a common word. */
export function isFamily(search: NameSearch, index: number): boolean {
  const { tokens, words } = search
  const { kind, start, end, count } = tokens
  if (index >= count || kind[index] !== TokenKind.lower || start[index]! - end[index - 1]! > 2) return false
  if (words.roles(index) !== 0 || words.small(index) !== 0 || search.isCommon(index)) return false
  const { given, family, word, proper } = words.levels(index)
  if (given + family > word + 1) return true
  const next = index + 1
  const isFree = next >= count || kind[next] !== TokenKind.lower || search.isCommon(next)
  return isFree && word + proper === 0
}

/** "c'est jeanne petit, mon tel": a word that is a family name as well closes the phrase behind a common given name. */
function isSaidWhole({ tokens, words }: NameSearch, index: number, next: number): boolean {
  const { kind, start, end, count } = tokens
  if (next >= count || kind[next] !== TokenKind.lower || start[next]! - end[next - 1]! > 2) return false
  if (words.levels(index).given <= Level.known || words.levels(next).family < Level.known) return false
  return next + 1 >= count || kind[next + 1]! >= TokenKind.sign
}

/** Adds the lower-case names beside a word for a number in a line with one: "nummer vom noah? 660...". */
function findNumbered(search: NameSearch): void {
  const beside: number[] = []
  nearCues(search, beside)
  nearNumbers(search, beside)
  if (beside.length === 0) return
  const near = new Set(beside)
  for (const { words } of search.found) near.delete(words[0]!.first)
  for (const index of near) take(search, index, NUMBERED)
}

/** Whether the word at token `index` is a name when a telephone number is near. */
function isNamedBesideNumber(search: NameSearch, index: number): boolean {
  if (search.tokens.kind[index] !== TokenKind.lower || search.words.known(index).commonIn !== 0) return false
  // "ημ/νία": the rest of a word that is shortened with a slash.
  if (unitAt(search.tokens.units, search.tokens.start[index]! - 1) === SLASH) return false
  if (isShortened(search, index) || isBehindDay(search, index)) return false
  return scoreAt(search, index, NUMBERED) >= ENOUGH
}

/** "līdz 12. marts. Numurs": behind a day, over its full stop or none. */
function isBehindDay({ tokens: { kind, start, units } }: NameSearch, index: number): boolean {
  const before = index > 1 && units[start[index - 1]!] === FULL_STOP ? index - 2 : index - 1
  return before >= 0 && kind[before] === TokenKind.number
}

/** "núm. afil. S.S.": a full stop behind the word, and capitals. */
function isShortened({ tokens: { kind, end, units } }: NameSearch, index: number): boolean {
  return kind[index + 2] === TokenKind.upper && units[end[index]!] === FULL_STOP
}

/** Adds the tokens beside words for a number; a word behind an introduction is taken at once. */
function nearCues(search: NameSearch, near: number[]): void {
  const { hits, cues, text, tokens } = search
  const { introduction, selfNaming, number } = cues.groups
  if (!hits.has(introduction) && !hits.has(selfNaming) && !hits.has(number)) return
  for (const hit of hits.all) {
    const says = cues.of(hit)
    const next = hit.endToken
    if ((says & SAYS_WHO) !== 0 && next < tokens.count && text[hit.end] === ' ')
      introduce(search, next, (says & Cue.selfNaming) !== 0)
    if ((says & Cue.number) === 0) continue
    const from = firstAround(search, hit.firstToken)
    const to = endAround(search, next)
    // Words first: few are names, and then the line is looked at.
    let isLine: boolean | null = null
    for (let index = from; index < to; index++) {
      if ((index >= hit.firstToken && index < next) || !isNamedBesideNumber(search, index)) continue
      isLine ??= NUMBER.test(sliceOf(text, tokens.start[hit.firstToken]!, tokens.end[to - 1]! + NUMBER_WITHIN))
      if (!isLine) break
      near.push(index)
    }
  }
}

/** Adds the tokens right before a telephone number: "uschi ist +49 1512 3434580", "jaz on 07400123014". */
function nearNumbers(search: NameSearch, near: number[]): void {
  const { text, tokens, glance } = search
  const { kind, start } = tokens
  for (const from of glance.numbers) {
    for (let back = from - 1; back >= 0 && from - back <= 2 && kind[back] === TokenKind.lower; back--) {
      if (!isNamedBesideNumber(search, back) || announces(search, back)) continue
      if (!NUMBER_AHEAD.test(sliceOf(text, start[from]!, start[from]! + NUMBER_WITHIN))) break
      near.push(back)
    }
  }
}

/** The first token of the same line, none capitalised between, so near that it belongs to what begins with token `first`. */
function firstAround({ tokens: { kind } }: NameSearch, first: number): number {
  let from = first
  while (from > 0 && first - from < NUMBER_TOKENS && isPlain(kind[from - 1]!)) from--
  return from
}

/** The same on the other side: the end of the tokens that belong to what ends before token `end`. */
function endAround({ tokens: { kind, count } }: NameSearch, end: number): number {
  let to = end
  while (to < count && to - end < NUMBER_TOKENS && isPlain(kind[to]!)) to++
  return to
}

function isPlain(kind: number): boolean {
  return kind === TokenKind.lower || kind === TokenKind.sign
}

/** Adds the names of a text without any capital: only words that are names and nothing else count. */
export function findUncased(search: NameSearch): void {
  if (search.glance.capitalCount > 0) return
  const { text, tokens } = search
  for (let index = 0; index < tokens.count; index++) {
    const first = plainName(search, index)
    if (first === null || asGiven(first) < THRESHOLD) continue
    const words = [first]
    while (words.length < MOST_WORDS && index + words.length < tokens.count) {
      const at = index + words.length
      const gap = sliceOf(text, tokens.end[at - 1]!, tokens.start[at]!)
      if (gap !== ' ' && gap !== '  ') break
      const next = plainName(search, at)
      if (next === null || likeness(next) < 2) break
      words.push(next)
    }
    const score = words.length > 1 ? scoreName(words, 0, words.length) : asGiven(first)
    if (score < (words.length > 1 ? THRESHOLD : CERTAIN)) continue
    search.found.push(new Candidate(words, THRESHOLD, false))
    index += words.length - 1
  }
}

/** A lower-case token as a name word, or null when it is anything else as well. */
function plainName(search: NameSearch, index: number): NameWord | null {
  const { scanned, tokens, words } = search
  if (tokens.kind[index] !== TokenKind.lower || words.roles(index) !== 0) return null
  if (words.known(index).folded.length < LEAST_LETTERS || isThing(search, index)) return null
  const { given, family, word: ordinary, proper } = words.levels(index)
  if (ordinary + proper > 1 || given + family === 0) return null
  return isGlued(scanned, index) || isCode(search, index) ? null : words.lower(index)
}

/** `"service":"elena"`, `alice = linter`: a value in quotation marks or a key, in a text without capitals. */
function isCode({ text, tokens: { start, end } }: NameSearch, index: number): boolean {
  const before = text[start[index]! - 1] ?? ' '
  return (
    '"`$/'.includes(before) ||
    /^ ?(?:=|":|\()/.test(text.slice(end[index]!, end[index]! + 3)) ||
    /= ?$/.test(text.slice(Math.max(0, start[index]! - 2), start[index]!))
  )
}

/** "second line +34 612 59 78 39": the word at token `index` ends what announces the number. */
function announces({ hits, tokens: { start, end } }: NameSearch, index: number): boolean {
  for (const hit of hits.between(start[index]!, end[index]!))
    if (hit.firstToken <= index && hit.end === end[index]) return true
  return false
}
