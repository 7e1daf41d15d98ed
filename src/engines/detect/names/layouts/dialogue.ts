// Dialogues: lines that begin with who speaks. Chats write nicknames and names that no lexicon has, in small letters and bent;
// that they speak in turns, or that somebody's number is asked for and given, says that they are people.

import { Level } from '../../../../packs/word-levels.ts'
import {
  CLOSE_SQUARE,
  COLON,
  GREATER_THAN,
  HYPHEN,
  LESS_THAN,
  OPEN_PARENTHESIS,
  OPEN_SQUARE,
  RETURN,
  SPACE,
  TAB,
} from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isDigitUnit, sliceOf } from '../../../../text/unit-classes.ts'
import { Candidate, CERTAIN } from '../candidate.ts'
import type { NameSearch } from '../search.ts'
import { Cue } from '../words/cues.ts'
import { Role, Small } from '../words/roles.ts'

/** Tokens of a time in front of a speaker: "[18:02] ". */
const MOST_TIME = 9
/** Characters of a line that are looked at for what makes it talk. */
const TALK_WITHIN = 240
/** Small words between a word for a number and whose it is: "numret till kalle", "nr lui vlăduț". */
const MOST_LINKS = 3
/** How far behind the question its number may stand. */
const ANSWER_WITHIN = 160
const NUMBER = /(?:^|[^\d.,])\+?\d[\d /-]{5,24}\d/
/** What may stand behind a speaker's name: a pictogram, a time or a place in brackets, and the colon or an arrow. */
const SPEAKS =
  /^(?: {0,2}\p{Extended_Pictographic}\ufe0f?)?(?: [-\u2013])?(?: {1,2}(?:[[(]?\d{1,2}[:.]\d{2}[\])]?|\([\p{L}][\p{L} .-]{2,20}\)))? ?[:>](?=\s|$)/u
const SPEAKS_WITHIN = 32
const SAID = /\p{L}{2}[\p{L}'\u2019]{0,20}[,.!?]? \p{L}/u
/** Values of records and programs, not talk. */
const RECORD = /^\s*["'{[<]|[={}<>|]|;(?!\s*$)|\/\//
/** The Greek question mark looks like a semicolon, with which elsewhere a line of a program ends. */
const GREEK = /\p{Script=Greek}/u
const SEMICOLON = /;\s*$/

/** Lines of a dialogue in which nobody speaks twice at most. */
const MOST_ONCE = 4
/** What ties a number to a word for who speaks. */
const NUMBERING = '_-#.'
/** Words of a speaker's name at most. */
const MOST_SPEAKER = 3

interface Line {
  /** First and last token of the one who speaks. */
  readonly speaker: number
  readonly last: number
  /** The speaker's words, folded. */
  readonly folded: string
  readonly isLower: boolean
  /** No nickname with digits. */
  readonly isWord: boolean
  readonly from: number
  readonly to: number
}

/** Adds the speakers of a dialogue, and the people whose number it asks for. */
export function findDialogue(search: NameSearch): void {
  if (!search.glance.talks) return
  const lines = spokenLines(search)
  if (search.hits.has(search.cues.groups.question)) findIntroduced(search, lines)
  if (lines.length < 2) return
  const speakers = new Set(lines.map(({ folded }) => folded))
  const isOnce = speakers.size < 2 || speakers.size === lines.length
  if (isOnce && !arePeople(search, lines) ? !isAnswered(search, lines) : !isTalk(search, lines)) return
  const taken = new Set(search.found.map(({ words }) => words[0]!.first))
  const take = (first: number, last = first) => {
    // Of a name in small letters the given name may have been found alone.
    if (taken.has(first) && last === first) return
    taken.add(first)
    const words = []
    for (let index = first; index <= last; index++)
      if (search.tokens.kind[index] !== TokenKind.sign) words.push(search.words.lower(index))
    search.found.push(new Candidate(words, CERTAIN, true))
  }
  const once = new Set<string>()
  const twice = new Set<string>()
  for (const { folded } of lines) (once.has(folded) ? twice : once).add(folded)
  const talkers = new Set(lines.filter((line) => isSaid(search, line)).map(({ folded }) => folded))
  // Who writes names with capitals writes all of them so: beside "Ugnė:" the small "pagalba:" is a desk, and "ring lige til ham"
  // names nobody.
  const isCapital = lines.some(({ isLower, isWord, speaker }) => !isLower && isWord && isGivenName(search, speaker))
  const isSmall =
    !isCapital && lines.some(({ isLower, isWord, speaker }) => isLower && isWord && !isRole(search, speaker))
  for (const { isLower, isWord, folded, speaker, last } of lines) {
    if (!isWord || (isLower && isCapital && isUnheardOf(search, speaker))) continue
    if (last > speaker) {
      if (talkers.has(folded) && isFullName(search, speaker, last)) take(speaker, last)
      continue
    }
    const isTwice = twice.has(folded)
    const isCalled = isNickname(search, speaker) || (!isLower && isTwice && isStranger(search, speaker))
    // "August: er den sendt?": who speaks again is no month.
    const isDated = isTwice && !isLower && isGivenName(search, speaker, Role.notName)
    if (isCalled || isDated || ((!isLower || isTwice) && isGivenName(search, speaker))) take(speaker)
  }
  for (const line of lines) {
    for (const index of asked(search, line)) if (isSmall || search.tokens.kind[index] === TokenKind.capital) take(index)
    const first = answer(search, line)
    if (first !== null) take(first)
    const full = fullAnswer(search, line)
    if (full !== null) take(full, full + 1)
  }
}

/** "agent_7: who am I talking to?\nvisitor: jana novotná": the whole answer, or its beginning, is what somebody is called. */
function findIntroduced(search: NameSearch, lines: readonly Line[]): void {
  const { hits, cues, tokens, text, words } = search
  const taken = new Set<number>()
  for (const found of search.found) for (const { first } of found.words) taken.add(first)
  for (const { speaker, last, from, to } of lines) {
    // The line above, and what it asks.
    const end = text.lastIndexOf('\n', tokens.start[speaker])
    const start = end <= 0 ? -1 : Math.max(text.lastIndexOf('\n', end - 1) + 1, end - TALK_WITHIN)
    if (start < 0 || !hits.between(start, end).some((hit) => (cues.of(hit) & Cue.question) !== 0)) continue
    let first = last + 1
    while (first < tokens.count && tokens.start[first]! < from) first++
    let next = first
    while (next < tokens.count && next - first <= MOST_SPEAKER && tokens.end[next]! <= to) {
      const isParticle = next > first && (words.roles(next) & Role.particle) !== 0
      if (tokens.kind[next] !== TokenKind.lower && tokens.kind[next] !== TokenKind.capital) break
      if (!isParticle && !isFullName(search, next, next)) break
      next++
    }
    // The answer is the name and nothing else, up to a sign or the end of its line.
    const isWhole = next >= tokens.count || tokens.kind[next] === TokenKind.sign || tokens.start[next]! >= to
    // Of a name in small letters the given name may have been found alone.
    if (!isWhole || next === first || taken.has(next - 1)) continue
    if (next - first === 1 && words.levels(first).given < Level.known) continue
    const name = []
    for (let index = first; index < next; index++) name.push(words.lower(index))
    search.found.push(new Candidate(name, CERTAIN, true))
  }
}

/** "Luca: Hynek, ring her": a given name with a comma that opens what is said. */
function answer({ tokens, text, words }: NameSearch, { last, from, to }: Line): number | null {
  let index = last + 1
  while (index < tokens.count && tokens.start[index]! < from) index++
  if (index >= tokens.count || tokens.end[index]! >= to || tokens.kind[index] !== TokenKind.capital) return null
  if (text[tokens.end[index]!] !== ',' || words.roles(index) !== 0) return null
  const { given, word } = words.levels(index)
  return given >= Level.known && word < Level.uncommon ? index : null
}

/** "Gorm: gorm sindberg, 20304050": a given name and a family name that open what is said and are all of it or end at a comma. */
function fullAnswer({ tokens, text, words }: NameSearch, { last, from, to }: Line): number | null {
  const { kind, start, end, count } = tokens
  let index = last + 1
  while (index < count && start[index]! < from) index++
  const family = index + 1
  if (family >= count || kind[index] !== TokenKind.lower || kind[family] !== TokenKind.lower) return null
  if (start[family]! - end[index]! > 2 || end[family]! > to) return null
  if (end[family]! < to && text[end[family]!] !== ',') return null
  if (words.roles(index) !== 0 || words.roles(family) !== 0) return null
  const first = words.levels(index)
  const second = words.levels(family)
  if (first.given < Level.known || first.word >= first.given) return null
  return second.family + second.given > second.word || second.word + second.proper === 0 ? index : null
}

/** The lines that open with one word and a colon, a time in front of it or not. */
function spokenLines({ scanned, text, tokens }: NameSearch): Line[] {
  const lines: Line[] = []
  const { kind: kinds, count } = tokens
  for (let index = 0; index < count; index++) {
    if (index > 0 && kinds[index - 1] !== TokenKind.newline) continue
    let at = index
    const stop = Math.min(count, index + MOST_TIME)
    while (at < stop && (kinds[at] === TokenKind.sign || kinds[at] === TokenKind.number)) at++
    if (at === count) break
    const kind = kinds[at]
    // "user_7:" and "jo92:" speak as well and are no names.
    if (kind !== TokenKind.lower && kind !== TokenKind.capital && kind !== TokenKind.mixed) continue
    const named = lastOfSpeaker(tokens, at)
    const last = numberOfSpeaker(tokens, named)
    const end = tokens.end[last]!
    const colon = isBracketed(tokens.units, tokens.start[at]!, end) ? end : colonBehind(text, tokens.units, end)
    if (colon < 0) continue
    const from = colon + 1
    const to = lineEnd(tokens, last)
    lines.push({
      speaker: at,
      last,
      folded: last === at ? scanned.folded(at) : sliceOf(text, tokens.start[at]!, end),
      isLower: kind === TokenKind.lower,
      isWord: kind !== TokenKind.mixed && last === named,
      from,
      to,
    })
  }
  return lines
}

/** Whether what is said has two words side by side, as the value of a setting seldom has. */
function isSaid({ text }: NameSearch, { from, to }: Line): boolean {
  return SAID.test(sliceOf(text, from, Math.min(to, from + TALK_WITHIN)))
}

/** Where the line of token `at` ends: before the next line break of any kind. */
function lineEnd({ text, kind, start, count }: NameSearch['tokens'], at: number): number {
  let next = at
  while (next < count && kind[next] !== TokenKind.newline) next++
  return next < count ? start[next]! : text.length
}

/** The last word of a name of several: "ingeborg skovgaard: hej", "Ellen-Marie: hej". Words of one kind, a blank or a hyphen between. */
function lastOfSpeaker({ units, kind, start, end, count }: NameSearch['tokens'], first: number): number {
  let last = first
  if (kind[first] === TokenKind.mixed) return last
  for (let more = 1; more < MOST_SPEAKER; more++) {
    const isTied = last + 2 < count && start[last + 1] === end[last] && units[end[last]!] === HYPHEN
    const next = isTied ? last + 2 : last + 1
    const room = isTied ? 0 : 1
    if (next >= count || kind[next] !== kind[first] || start[next]! - end[next - 1]! !== room) break
    last = next
  }
  return last
}

/** The number by which a site calls who speaks: "visitor_8831: hi", "guest-12: hi", "user 7: hi"; the given token without one. */
function numberOfSpeaker({ text, units, kind, start, end, count }: NameSearch['tokens'], last: number): number {
  const isTied = last + 2 < count && start[last + 1] === end[last] && NUMBERING.includes(text[end[last]!]!)
  const number = isTied ? last + 2 : last + 1
  if (number >= count || (kind[number] !== TokenKind.number && kind[number] !== TokenKind.mixed)) return last
  // "resi 14:02: wer fährt": a time.
  const isTime = unitAt(units, end[number]!) === COLON && isDigitUnit(unitAt(units, end[number]! + 1))
  return !isTime && start[number]! - end[number - 1]! === (isTied ? 0 : 1) ? number : last
}

/** Two or more who each speak once, all under a given name and a family name. */
function arePeople(search: NameSearch, lines: readonly Line[]): boolean {
  const isPerson = (line: Line) =>
    line.last > line.speaker &&
    isSaid(search, line) &&
    search.words.levels(line.speaker).given >= Level.known &&
    isFullName(search, line.speaker, line.last)
  return lines.length > 1 && lines.every(isPerson)
}

/** Every word is a name somewhere or nothing that the lists know: "heilmóður hárlaugsdóttir", not "error code". */
function isFullName(search: NameSearch, first: number, last: number): boolean {
  for (let index = first; index <= last; index++) {
    if (search.tokens.kind[index] === TokenKind.sign) continue
    const { given, family, word } = search.words.levels(index)
    if (given >= Level.known && isHyphened(search.tokens, index)) continue
    // "sophia braun: hi", "paul sharp: hi"
    if (
      index > first ? family >= Level.known && isNamesake(search, index) : given > Level.known && word < Level.uncommon
    )
      continue
    if (!isStranger(search, index) || word > given + Level.uncommon) return false
  }
  return true
}

/** A family name that at most a maker or a trade has too. */
function isNamesake({ words }: NameSearch, index: number): boolean {
  return (words.roles(index) & ~(Role.brand | Role.occupation)) === 0
}

/** "Veli-Matti": a given name on one side of a hyphen, whatever else it means. */
function isHyphened({ kind, start, end, text }: NameSearch['tokens'], index: number): boolean {
  const isTied = (sign: number) => kind[sign] === TokenKind.sign && text[start[sign]!] === '-'
  if (isTied(index + 1)) return start[index + 1] === end[index]
  return isTied(index - 1) && end[index - 1] === start[index]
}

/** "<ana> hello", "[agent] hello": a nick in brackets, with a blank behind it as no tag of a program has. */
function isBracketed(units: Uint16Array, start: number, end: number): boolean {
  const open = unitAt(units, start - 1)
  const close = open === LESS_THAN ? GREATER_THAN : open === OPEN_SQUARE ? CLOSE_SQUARE : -1
  return unitAt(units, end) === close && unitAt(units, end + 1) === SPACE
}

/** The colon behind a speaker, over a blank or a time ("resi 14:02: wer fährt"); -1 when there is none. */
function colonBehind(text: string, units: Uint16Array, end: number): number {
  const unit = unitAt(units, end)
  if (unit === COLON) {
    const behind = unitAt(units, end + 1)
    if (behind < 0x80) return behind < 0 || behind === SPACE || (behind >= TAB && behind <= RETURN) ? end : -1
  }
  // Most words of a line are followed by a blank and another word.
  const next = unit === SPACE ? unitAt(units, end + 1) : unit
  if (next < 0x80 && !mayOpenSpeech(next)) return -1
  const match = SPEAKS.exec(sliceOf(text, end, end + SPEAKS_WITHIN))
  return match === null ? -1 : end + match[0].length - 1
}

/** A colon or an arrow, or what may stand between a speaker and them: brackets and digits of a time, a blank. */
function mayOpenSpeech(unit: number): boolean {
  return SPEECH.has(unit) || isDigitUnit(unit)
}
const SPEECH: ReadonlySet<number> = new Set([COLON, GREATER_THAN, SPACE, OPEN_PARENTHESIS, OPEN_SQUARE, HYPHEN])

/** Turns of at least two who speak, one of them again, and something in what they say that only people say. */
function isTalk(search: NameSearch, lines: readonly Line[]): boolean {
  const isRecord = ({ from, to }: Line) => {
    const said = search.text.slice(from, Math.min(to, from + TALK_WITHIN))
    return RECORD.test(said) || (SEMICOLON.test(said) && !GREEK.test(said))
  }
  return !lines.some(isRecord) && lines.some((line) => talks(search, line))
}

function talks({ text, hits, cues }: NameSearch, { from, to }: Line): boolean {
  const end = Math.min(to, from + TALK_WITHIN)
  if (/[?;](?:\s|$)/.test(sliceOf(text, from, end))) return true
  for (const hit of hits.between(from, end))
    if (hit.start >= from && (cues.of(hit) & (Cue.greeting | Cue.number)) !== 0) return true
  return false
}

/** Two who each speak once: a question for a number, and the number. */
function isAnswered(search: NameSearch, lines: readonly Line[]): boolean {
  // A form has a label in every line; "Zalecenia: skierowanie nr 2026/61139" asks for nothing.
  const asks = (line: Line) => asked(search, line).length > 0 && !NUMBER.test(sliceOf(search.text, line.from, line.to))
  return lines.length <= MOST_ONCE && lines.some(asks) && isTalk(search, lines)
}

/** Tokens that name whose number a line asks for, when a number follows. */
function asked(search: NameSearch, { speaker, from, to }: Line): number[] {
  const { text, tokens, hits, cues } = search
  if (!hits.has(cues.groups.number)) return []
  const found: number[] = []
  for (const hit of hits.between(from, to)) {
    if (hit.start < from || (cues.of(hit) & Cue.number) === 0 || isTiedToNumber(search, hit.endToken)) continue
    // "the number of kalle" and "kalles nummer": behind the small words that follow it, or right before it.
    let at = hit.endToken
    let links = 0
    while (at < tokens.count && tokens.start[at]! < to && links <= MOST_LINKS && !mayBeName(search, at)) {
      if (tokens.kind[at] === TokenKind.sign && !/^['\u2019-]$/.test(text[tokens.start[at]!]!)) break
      at++
      links++
    }
    const isAfter = at < tokens.count && tokens.start[at]! < to && mayBeName(search, at)
    const before = withoutPossessive(search, hit.firstToken - 1)
    // "ngozi number abeg": right before it unless a small word ties what follows.
    // What opens a line is rarely a name in the genitive: "podeślecie numer krzycha".
    const opens = tokens.start[before]! - from <= 1
    // "Pole. Tuma namba": a capital that opens a sentence is the sentence's.
    const isOpening = tokens.kind[before] === TokenKind.capital && tokens.kind[before - 1] === TokenKind.sign
    if (before > speaker && !isOpening && ((links === 0 && !opens) || !isAfter) && mayBeName(search, before))
      found.push(before)
    else if (isAfter) found.push(at)
  }
  return found.length > 0 && NUMBER.test(sliceOf(text, from, to + ANSWER_WITHIN)) ? found : []
}

/** "Piața Sfatului nr. 39": the number stands behind its word, at token `at` or over a full stop. */
function isTiedToNumber({ tokens: { kind, start, count }, text }: NameSearch, at: number): boolean {
  const number = at < count && text[start[at]!] === '.' ? at + 1 : at
  return number < count && kind[number] === TokenKind.number
}

/** "shaz's number": the token before the possessive, or the given one. */
function withoutPossessive({ text, tokens }: NameSearch, index: number): number {
  const isPossessive =
    sliceOf(text, tokens.start[index]!, tokens.end[index]!) === 's' &&
    /['\u2019]/.test(text[tokens.start[index]! - 1] ?? '')
  return isPossessive ? index - 2 : index
}

/** A word of forms, or one that ends as words for people who do something: "Bezoeker". */
function isRole({ words }: NameSearch, index: number): boolean {
  if (words.roles(index) !== 0) return true
  const known = words.known(index)
  return (words.under(known).capitalRoles & Role.label) !== 0
}

/** A word that is none of the commonest of the text's languages and heads no field. */
function isNickname(search: NameSearch, index: number): boolean {
  const { words } = search
  if (words.known(index).folded.length < 2 || isRole(search, index) || search.isCommon(index)) return false
  const { given, family, word, proper } = words.levels(index)
  // What the lists know as an ordinary word alone is one.
  return word - given < Level.uncommon && (given + family > 0 || word + proper === 0)
}

/** A word that no list has as a name. */
function isUnheardOf({ words }: NameSearch, index: number): boolean {
  const { given, family } = words.levels(index)
  return given + family === 0
}

/** A word that is no common one: who speaks again and again under it is called so. */
function isStranger(search: NameSearch, index: number): boolean {
  const { words } = search
  return !isRole(search, index) && !search.isCommon(index) && words.levels(index).word <= Level.uncommon
}

/** What a speaker may be besides a name: a label, a greeting or a saint's word of another language (Signe, Dag, Santa, Ona). */
const SPEAKABLE =
  Role.label | Role.opening | Role.saint | Role.plantTalk | Role.afterLower | Role.street | Role.lowerStreet

/** A given name, whatever other languages say by that word; `besides`: roles that it may have too. */
function isGivenName({ words }: NameSearch, index: number, besides = 0): boolean {
  const roles = words.roles(index)
  const { given } = words.levels(index)
  return roles === 0 ? given >= Level.known : (roles & ~(SPEAKABLE | besides)) === 0 && given > Level.known
}

/** A nickname and no word that ties. */
function mayBeName(search: NameSearch, index: number): boolean {
  const { tokens, words } = search
  if (tokens.kind[index] !== TokenKind.lower && tokens.kind[index] !== TokenKind.capital) return false
  const { folded, small } = words.known(index)
  // "the right number for refunds"
  if (search.facts.doings.workplaces.has(folded)) return false
  return folded.length > 2 && (small & Small.link) === 0 && isNickname(search, index)
}
