// Dates of birth: a date that a cue announces or follows, and a date in brackets right behind a person's name.
// A date alone is not personal data.

import type { Packs } from '../../../packs/load.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { firstAt } from '../../../text/search.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, isDigitUnit, sliceOf, unitOf } from '../../../text/unit-classes.ts'
import { dateAt } from '../dates/find.ts'
import type { WrittenDate } from '../dates/parts.ts'
import { type Claim, claimOf, type Detector } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import type { Label } from '../label.ts'
import { birthCues } from '../lexicons.ts'
import { isNumeric, signAt } from '../token-questions.ts'

/** "born in the small town of ... on 5 May 1980": how far a cue may stand before its date. */
const REACH = 60
/** `"birth": "`: what may stand between a heading and its value. */
const LABEL_GAP = 4
/** "in Bruck an der Mur geboren": words of a place between a date and its cue at most. */
const PLACE_TOKENS = 7
/** The value after a listed date stands so near; a date up to this year is no appointment of today. */
const LISTED_WITHIN = 48
const LONG_PAST = 2012
/** A date up to this year that stands by itself in a form of today is a birth. */
const ADULT = 2008
/** The label of a field that opens its line, before its value. */
const FIELD = /(?:^|\n)\p{L}[^\n:.,;]{1,30}: (?:\p{Lu}\p{L}{0,11}\.? )?$/u
const FIELD_WITHIN = 48
/** Small words between a word for birth and whose it is. */
const WHOSE = /^ (?:\p{Ll}{1,4}[ '\u2019]){0,2}$/u
const WHOSE_WITHIN = 12
/** A question, the end of its line, and a time or nothing before who answers. */
const ASKED = /[?;][^\S\n]{0,3}\n[^\S\n]{0,3}(?:[[(]?\d{1,2}[:.]\d{2}[\])]?[^\S\n]{0,3})?$/u
const ASKED_WITHIN = 20
/** Two sentences that close are question and answer. */
const SAME_BREATH = 12
/** Nobody alive or of record here was born before; nobody whose name stands before a bracket was born later. */
const EARLIEST = 1870
const LATEST = 2026
const BRACKET = 40
const STAR = 42
const COMMA = 44
const NEWLINE = 10
/** The colon of a field, a form of address and a blank. */
const TITLE_WITHIN = 15
const SPACE = 32
const QUOTES = 34
const QUOTE = 39
const HYPHEN = 45
const COLON = 58
const SEMICOLON = 59
const LESS = 60
const SLASH = 47
const BAR = 124
const QUESTION = 63

export function birthDetector(_packs: Packs, cues: PhraseBook): Detector {
  const words = birthCues()
  const before = cues.add(words.before, 'birth')
  const after = cues.add(words.after, 'birth')
  const headings = cues.add(words.headings, 'aside')
  // A word for somebody, or for who is logged in, announces no number.
  const silent = cues.bitsOf(['', 'aside', 'login'])
  const died: ReadonlySet<string> = new Set(words.died)
  return {
    name: 'births',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const hasCue = evidence.hits.has(before) || evidence.hits.has(after) || evidence.hits.has(headings)
      if (!hasCue && !scanned.mayHold(STAR)) return claims
      for (const date of evidence.dates) {
        if (date.year < EARLIEST || date.year > LATEST) continue
        if (isBirth(scanned, date, evidence, before, silent) || evidence.cue(headings, date.start, LABEL_GAP) >= 0)
          claims.push(birthOf(date, 0.97))
        else if (!date.bare && hasCueBehind(scanned, date, evidence, after)) claims.push(birthOf(date, 0.9))
      }
      return claims
    },
    refine(scanned, claims, evidence) {
      const found: Claim[] = []
      // Nobody's birth is read off what announces none but a date in full of somebody's lifetime.
      if (!evidence.dates.some(isLifetime)) return found
      const hasBracket = scanned.mayHold(BRACKET)
      // Where names end, and those of them that open a field.
      const names: number[] = []
      /** Where a name ends -> where it starts. */
      const startOf = new Map<number, number>()
      const named: number[] = []
      for (const { category, start, end } of claims) {
        if (category !== 'PII-1-NAME') continue
        names.push(end)
        startOf.set(end, start)
        if (opensField(scanned.text, start)) named.push(end)
      }
      if (names.length === 0) return found
      const records = new Records(scanned, claims)
      for (const date of evidence.dates)
        if (
          isRow(scanned, date, startOf) ||
          isReply(scanned, date, startOf) ||
          isApposed(scanned, date, startOf, died) ||
          records.isBirth(date, evidence)
        )
          found.push(birthOf(date, 0.75))
      if (!hasBracket && !scanned.mayHold(COMMA)) return found
      const listed = listedValues(scanned, claims)
      if (listed.length === 0 && named.length === 0 && !hasBracket) return found
      if (named.length > 0)
        for (const date of evidence.dates) if (isBesideName(scanned, date, named)) found.push(birthOf(date, 0.75))
      if (listed.length > 0)
        for (const date of evidence.dates) if (isListed(scanned, date, names, listed)) found.push(birthOf(date, 0.75))
      if (!hasBracket) return found
      for (const date of evidence.dates) {
        if (date.bare || date.year < EARLIEST || date.year > LATEST - 1) continue
        const { tokens } = scanned
        const { end } = tokens
        // "(g. 1998-04-21)", "(r. 3. 5. 2014)": the word for birth as one letter.
        const opening = isAbbreviated(scanned, date.first, died) ? date.first - 3 : date.first - 1
        if (signAt(scanned, opening) !== '(' || signAt(scanned, date.last + 1) !== ')') continue
        // A picture may stand between the name and its bracket, or a last word the lexicon does not know.
        for (let i = opening - 1; i >= 0 && i >= opening - 3; i--) {
          if (names.includes(end[i]!)) {
            found.push(birthOf(date, 0.8))
            break
          }
          const isAside = tokens.end[i]! - tokens.start[i]! === 1 || tokens.kind[i] === TokenKind.sign
          if (!isAside && tokens.kind[i] !== TokenKind.capital) break
        }
      }
      return found
    },
  }
}

/** A date with its signs, long enough ago and not too long. */
function isLifetime({ bare, year }: WrittenDate): boolean {
  return !bare && year >= EARLIEST && year < LATEST
}

function birthOf({ start, end }: WrittenDate, confidence: number): Claim {
  return claimOf('PII-1-DOB', start, end, confidence, 'rule:date_of_birth', 'pattern')
}

/** Is it an official number, an address, a telephone number or an e-mail address? */
function mayBeListed(category: string): boolean {
  return (
    category === 'PII-4-ADDRESS' ||
    category === 'PII-3-PHONE' ||
    category === 'PII-3-EMAIL' ||
    category.startsWith('PII-2-')
  )
}

/** Where the official numbers, addresses, telephone numbers and e-mail addresses begin that have a digit and a comma before them, ascending. */
function listedValues(scanned: ScannedText, claims: readonly Claim[]): readonly number[] {
  const starts: number[] = []
  if (!scanned.mayHold(COMMA)) return starts
  for (const { category, start } of claims)
    if (mayBeListed(category) && isListedAt(scanned.text, start)) starts.push(start)
  return starts.length > 1 ? starts.sort(ascending) : starts
}

const ascending = (a: number, b: number) => a - b

/** Does a label and nothing else stand before view index `at` in its line? */
function opensField(text: string, at: number): boolean {
  if (at < 2 || codeAt(text, at - 1) !== SPACE) return false
  // A form of address may stand between: "Pour : Mme".
  if (!sliceOf(text, Math.max(0, at - TITLE_WITHIN), at - 1).includes(':')) return false
  return FIELD.test(sliceOf(text, Math.max(0, at - FIELD_WITHIN), at))
}

/** Do a digit and a comma stand together in what is near before view index `at`? */
function isListedAt(text: string, at: number): boolean {
  for (let i = Math.max(1, at - LISTED_WITHIN + 1); i < at; i++)
    if (codeAt(text, i) === COMMA && isDigitUnit(codeAt(text, i - 1))) return true
  return false
}

/** A letter with its full stop stands before token `first`, none that says died. */
function isAbbreviated(scanned: ScannedText, first: number, died: ReadonlySet<string>): boolean {
  const { start, end, kind } = scanned.tokens
  if (signAt(scanned, first - 1) !== '.' || kind[first - 2] !== TokenKind.lower) return false
  return end[first - 2]! - start[first - 2]! === 1 && !died.has(scanned.folded(first - 2))
}

/** From the end of a name to the next cell or item of its row, and how such a row goes on or ends. */
const NEXT_CELL = /^(?:<\/t[dh]>\s{0,8}<t[dh]>|["']?\s?[;|\t]\s{0,3}["']?| {1,2}\/ {1,2})$/
const CELL_ENDS = /^(?:["']?\s?(?:[;|\t]|<\/t[dh]>|\r?\n|$)| {1,2}\/ )/
const NEXT_ITEM = /^ {0,2}[,:\u2013\u2014-] {0,2}$/
const OPENS_ITEM = /(?:^|\n)[^\S\n]{0,8}(?:[-*\u2022\u2013]|\(?\d{1,3}[.):]?)?[^\S\n]{0,8}$/
const CELL_WITHIN = 24

/**
 * "<td>Okafor, Ada</td><td>03.09.1990</td>", "2. Ada Obi - 03.09.1990": the cell or the item beside a name, of a date long
 * past. `names`: where a name ends -> where it starts.
 */
function isRow({ text, tokens }: ScannedText, date: WrittenDate, names: ReadonlyMap<number, number>): boolean {
  if (date.bare || date.year < EARLIEST || date.year > LONG_PAST) return false
  let last = date.first - 1
  while (last >= 0 && date.start - tokens.end[last]! < CELL_WITHIN && !names.has(tokens.end[last]!)) last--
  if (last < 0 || !names.has(tokens.end[last]!)) return false
  let next = tokens.end[last]!
  while (next < date.start && (codeAt(text, next) === SPACE || codeAt(text, next) === QUOTES)) next++
  // A word or another sign stands between: no row of a table or a list.
  if (!mayPart(codeAt(text, next))) return false
  const gap = sliceOf(text, tokens.end[last]!, date.start)
  const behind = sliceOf(text, date.end, date.end + 8)
  if (NEXT_CELL.test(gap)) return CELL_ENDS.test(behind)
  if (!NEXT_ITEM.test(gap) || !/^[^\S\n]*(?:\n|$)/.test(behind)) return false
  // The item is the name and the date and nothing else.
  const from = names.get(tokens.end[last]!)!
  return OPENS_ITEM.test(sliceOf(text, Math.max(0, from - CELL_WITHIN), from))
}

/** Signs that may part the cells or the items of a row: ; | / < , : and dashes, and what is no Basic Latin, or white space. */
function mayPart(unit: number): boolean {
  switch (unit) {
    case COMMA:
    case HYPHEN:
    case COLON:
    case SEMICOLON:
    case LESS:
    case QUOTE:
    case SLASH:
    case BAR:
      return true
    default:
      return unit < SPACE || unit >= 0x80
  }
}

/** Between a name and the date beside it: a sign, or a bracket and a word that says what somebody is. */
const BESIDE = /^(?: ?[,/] ?(?:(\p{Ll}{1,3})\. ?)?| ?\((?:\p{Ll}{2,16}, )?)$/u
/** Meetings of the years up to this one are in no text of today. */
const MET = 2000
const BESIDE_ENDS = /^(?: ?[,/)]|[.;]?\s*(?:\n|$))/

/** "Pt Ada Obi / 03.09.1990 / asthma", "Ada Obi (guest, 03.09.1990)": a date long past between signs, right beside a name. */
function isApposed(
  { text, tokens }: ScannedText,
  date: WrittenDate,
  names: ReadonlyMap<number, number>,
  died: ReadonlySet<string>,
): boolean {
  if (date.bare || date.year < EARLIEST || date.year > LONG_PAST) return false
  for (let last = date.first - 1; last >= 0 && date.start - tokens.end[last]! < CELL_WITHIN; last--) {
    const from = names.get(tokens.end[last]!)
    if (from === undefined) continue
    const sign = codeAt(text, tokens.end[last]! + (codeAt(text, tokens.end[last]!) === SPACE ? 1 : 0))
    if (sign !== COMMA && sign !== SLASH && sign !== BRACKET) return false
    const gap = text.slice(tokens.end[last]!, date.start)
    // One word beside a date is a place as often as a person; "... with Ada Obi, 03.09.2005, room 4" is a meeting.
    const beside = text.slice(from, tokens.end[last]).includes(' ') ? BESIDE.exec(gap) : null
    if (beside === null || died.has(beside[1] ?? '')) return false
    // "Ada Obi, n. 03.09.2005": a word for birth as one letter.
    const isMeeting =
      beside[1] === undefined &&
      gap.startsWith(',') &&
      date.year > MET &&
      from > 0 &&
      codeAt(text, from - 1) !== NEWLINE
    return !isMeeting && BESIDE_ENDS.test(text.slice(date.end, date.end + 8))
  }
  return false
}

/** A cell of a row: what stands before it and behind it. */
const OPENS_CELL = /(?:^|[;|\t\n]|,) {0,2}["']?$/
const ENDS_CELL = /^["']? {0,2}(?:[;|\t\n,]|$)/
const CELL_EDGE = 4

/** Rows without headings: "Ada Obi;ada@example.org;+234 ...;03.09.1990" holds a person, and a date long past. */
class Records {
  readonly #text: string
  readonly #claims: readonly Claim[]
  /** The claims of names and of what people are reached by, by where they start; made at the first date that may be one. */
  #starts: readonly Claim[] | null = null

  constructor({ text }: ScannedText, claims: readonly Claim[]) {
    this.#text = text
    this.#claims = claims
  }

  isBirth(date: WrittenDate, evidence: Evidence): boolean {
    if (date.bare || date.year < EARLIEST || date.year > LONG_PAST) return false
    const text = this.#text
    if (!OPENS_CELL.test(text.slice(Math.max(0, date.start - CELL_EDGE), date.start))) return false
    if (!ENDS_CELL.test(text.slice(date.end, date.end + CELL_EDGE)) || evidence.heading(date.start) !== null)
      return false
    // A row of a person is short.
    const from = lineStart(text, date.start)
    const to = lineEnd(text, date.end)
    if (from < 0 || to < 0) return false
    this.#starts ??= this.#claims
      .filter(({ category }) => category === 'PII-1-NAME' || mayBeListed(category))
      .sort((a, b) => a.start - b.start)
    const starts = this.#starts
    let names = 0
    let values = 0
    for (let i = firstAt(starts, ({ start }) => start >= from); i < starts.length && starts[i]!.start < to; i++) {
      const { category, start, end } = starts[i]!
      const isCell =
        OPENS_CELL.test(text.slice(Math.max(0, start - CELL_EDGE), start)) &&
        ENDS_CELL.test(text.slice(end, end + CELL_EDGE))
      if (!isCell) continue
      if (category === 'PII-1-NAME') names++
      else values++
    }
    return names > 0 && values > 0
  }
}

/** Characters of a row on either side of its date at most. */
const LONGEST_ROW = 240

/** Where the line of view index `at` begins; -1 when that is further than a row is long. */
function lineStart(text: string, at: number): number {
  const least = Math.max(0, at - LONGEST_ROW)
  for (let i = at; i > least; i--) if (codeAt(text, i - 1) === NEWLINE) return i
  return least === 0 ? 0 : -1
}

/** Where it ends; -1 when that is further than a row is long. */
function lineEnd(text: string, at: number): number {
  const most = Math.min(text.length, at + LONGEST_ROW)
  for (let i = at; i < most; i++) if (codeAt(text, i) === NEWLINE) return i
  return most === text.length ? most : -1
}

/** From the end of a name to the reply in the next line: who speaks, and a word or two of assent. */
const REPLY = /^ ?\?[^\S\n]{0,3}\n[^\S\n]{0,3}[^\n:]{1,24}:[^\S\n]{0,3}(?:\p{L}{1,8}[,.!]? {1,3}){0,2}$/u
const REPLY_WITHIN = 56

/** "Are you Ada Obi?\nUser: yes, 03.09.1990": who is asked for by name confirms it with a date long past. */
function isReply({ text, tokens }: ScannedText, date: WrittenDate, names: ReadonlyMap<number, number>): boolean {
  if (date.bare || date.year < EARLIEST || date.year > LONG_PAST) return false
  for (let last = date.first - 1; last >= 0 && date.start - tokens.end[last]! < REPLY_WITHIN; last--)
    if (
      names.has(tokens.end[last]!) &&
      isAsked(text, tokens.end[last]!) &&
      REPLY.test(sliceOf(text, tokens.end[last]!, date.start))
    )
      return true
  return false
}

/** Does a question end at `at`, over a blank or not? */
function isAsked(text: string, at: number): boolean {
  return unitOf(text, unitOf(text, at) === SPACE ? at + 1 : at) === QUESTION
}

/** "Versicherte: Anna Beck, 19.08.1966": ends the line of a field that a name opens, and is too long past to be its date. */
function isBesideName(scanned: ScannedText, date: WrittenDate, named: readonly number[]): boolean {
  if (date.bare || date.year < EARLIEST || date.year > ADULT || signAt(scanned, date.first - 1) !== ',') return false
  const { start, end, kind, count } = scanned.tokens
  if (!named.includes(end[date.first - 2]!) || start[date.first - 1] !== end[date.first - 2]) return false
  return date.last + 1 >= count || kind[date.last + 1] === TokenKind.newline
}

/**
 * "Re: Mr Idris Pugh, 21/07/1946, NHS No. ...": between a name and an official number or an address, all of one line. Only
 * a date long past: people are also listed with the day they came.
 */
function isListed(
  scanned: ScannedText,
  date: WrittenDate,
  names: readonly number[],
  listed: readonly number[],
): boolean {
  if (date.bare || date.year < EARLIEST || date.year > LONG_PAST) return false
  const { end, start } = scanned.tokens
  if (signAt(scanned, date.first - 1) !== ',' || signAt(scanned, date.last + 1) !== ',') return false
  if (!names.includes(end[date.first - 2]!) || start[date.first - 1] !== end[date.first - 2]) return false
  let place = 0
  while (place < listed.length && listed[place]! <= date.end) place++
  const next = listed[place]
  if (next === undefined || next - date.end >= LISTED_WITHIN) return false
  return !sliceOf(scanned.text, date.end, next).includes('\n')
}

/** From a question for the birth to its answer in the next line of a chat: a time or none, who speaks, a word or three. */
const ANSWER =
  /^[^\n\d?]{0,20}\?[^\S\n]{0,3}\n[^\S\n]{0,3}(?:[[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?[\])]?[^\S\n]{1,3})?[^\n:\d]{1,24}:[^\S\n]{0,3}(?:\p{L}{1,10}[,.!]? {1,3}){0,3}$/u

/** "And your date of birth?\n[14:02] Ada: 03.09.1990": the answer is all that its line holds, or opens it. */
function isAnswer({ text }: ScannedText, { start }: WrittenDate, evidence: Evidence, cue: number): boolean {
  if (!evidence.hits.has(cue)) return false
  const near = evidence.nearest(cue, start, REACH)
  return near !== null && near.end - near.start > 2 && ANSWER.test(text.slice(near.end, start))
}

/** Is the date announced: right behind a cue, under a heading, or after one in the same breath with nothing else dated between? */
function isBirth(scanned: ScannedText, date: WrittenDate, evidence: Evidence, cue: number, silent: number): boolean {
  // "*12.04.1971" is how German records write it.
  const { start, end } = scanned.tokens
  const isStarred = signAt(scanned, date.first - 1) === '*' && end[date.first - 1] === start[date.first]
  if (isStarred && end[date.first - 2] !== start[date.first - 1]) return true
  if (!date.bare && isAnswer(scanned, date, evidence, cue)) return true
  const label = evidence.label(date.first)
  // A single letter ("f.", "s.", "b.") needs its full stop.
  // "nascido em Braga a 7 de maio": a word that short is a preposition, whatever else it announces.
  // "When were you born? A: 06.06.2000": nor is a letter that numbers a line.
  const isLetter = label !== null && label.end - label.start === 1 && !label.has(cue)
  const isWordOnly = label !== null && (label.isDoubtful === true || isPreposition(scanned.text, label) || isLetter)
  const isElided = label !== null && isBehindApostrophe(scanned.text, label.start)
  // "date of birth, please?\nvisitor: 01.02.1990": who answers is called as a label is.
  const isOther = label !== null && !label.has(cue)
  const isAnswering =
    isOther &&
    (answers(scanned.text, label) ||
      isWhose(scanned.text, label, evidence, cue) ||
      ((label.kinds & ~silent) === 0 && isReplied(scanned, label, date)))
  if (label !== null && !isElided && !isAnswering && (!isWordOnly || label.has(cue)))
    return label.has(cue) && (label.end - label.start > 1 || /[.=]/.test(scanned.text[label.end] ?? ''))
  if (date.bare) return false
  const nearest = evidence.nearest(cue, date.start, REACH)
  const isTail = nearest !== null && isBehindApostrophe(scanned.text, nearest.start)
  const near = isTail ? evidence.nearest(cue, nearest.start, REACH) : nearest
  if (near === null) return false
  const { kind } = scanned.tokens
  let newlines = 0
  for (let i = near.endToken; i < date.first; i++) {
    // Another number or a second line between them belongs to something else.
    if (isNumeric(kind[i])) return false
    if (kind[i] === TokenKind.newline && ++newlines > 1) return false
    if (signAt(scanned, i) === '!' || (/^[;<>]$/.test(signAt(scanned, i)) && !isTag(scanned, i))) return false
    // "What is your date of birth? It is ...": a new sentence, but no new subject.
    // The full stop that touches the cue is its own: "szül. Salgótarján, 1998.03.27."
    if (i > near.endToken && endsSentence(scanned, i) && date.start - near.end > SAME_BREATH) return false
  }
  // A letter or two ("f.", "s.", "ur") announce only what they touch; "né" is no other word.
  return near.end - near.start > 2 || /[^\u0020-\u007e]/.test(sliceOf(scanned.text, near.start, near.end))
}

/** "verify your date of birth\nclient: 03.09.1990": all that a speaker says, in a line behind the question. */
function isReplied({ text }: ScannedText, { start, end }: Label, date: WrittenDate): boolean {
  if (date.year > LONG_PAST || text[end] !== ':' || start === 0 || codeAt(text, start - 1) !== NEWLINE) return false
  return (
    /^: {1,3}$/.test(text.slice(end, date.start)) && /^[.!]?\s{0,3}(?:\n|$)/.test(text.slice(date.end, date.end + 6))
  )
}

/** "It's 6/28/1939": the letter is the end of another word. */
function isBehindApostrophe(text: string, at: number): boolean {
  return text[at - 1] === "'" || text[at - 1] === '\u2019'
}

/** The sign of a tag touches a word; that of a comparison ("created > '2024-01-01'") stands alone. */
function isTag(scanned: ScannedText, index: number): boolean {
  const { start, end } = scanned.tokens
  return signAt(scanned, index) !== ';' && (start[index] === end[index - 1] || start[index + 1] === end[index])
}

/** "Geboortedatum kind:", "date of birth of the child:": whose birth it is. */
function isWhose(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  evidence: Evidence,
  cue: number,
): boolean {
  if (text[end] !== ':') return false
  const near = evidence.nearest(cue, start, WHOSE_WITHIN)
  return near !== null && near.end - near.start > 2 && WHOSE.test(text.slice(near.end, start))
}

/** Does the label open its line as who speaks in a chat, right behind a line that ends in a question? */
function answers(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return text[end] === ':' && ASKED.test(text.slice(Math.max(0, start - ASKED_WITHIN), start))
}

/** One or two letters and a blank. */
function isPreposition(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return end - start <= 2 && text[end] === ' '
}

/** A full stop behind a word, not an abbreviation, with a capital after it. */
function endsSentence(scanned: ScannedText, index: number): boolean {
  const { start, end, kind } = scanned.tokens
  if (signAt(scanned, index) !== '.' || start[index + 1] === end[index]) return false
  const next = kind[index + 1]
  return end[index - 1]! - start[index - 1]! > 3 && (next === TokenKind.capital || next === TokenKind.upper)
}

function hasCueBehind(scanned: ScannedText, date: WrittenDate, evidence: Evidence, cue: number): boolean {
  const { end, start } = scanned.tokens
  const { kind } = scanned.tokens
  // "am 2. Februar 1958 in Kassel geboren"
  const isPlaced = kind[date.last + 1] === TokenKind.lower && kind[date.last + 2] === TokenKind.capital
  if (isPlaced && saysBirth(scanned, date.last + 1, evidence, cue)) return true
  let last = date.last + (isPlaced ? 3 : 2)
  // "in Bruck an der Mur geboren": the name of the place goes on.
  while (isPlaced && last < date.last + PLACE_TOKENS && leadsToCapital(kind, last)) last++
  for (let i = isPlaced ? last : date.last + 1; i <= last && i < scanned.tokens.count; i++) {
    if (!isPlaced && start[i]! - end[date.last]! > 4) return false
    // "12 March 1902. Born digital": the next sentence.
    if (signAt(scanned, i) === '.' && start[i + 1]! > end[i]! && kind[i + 1] === TokenKind.capital) return false
    if (saysBirth(scanned, i, evidence, cue)) return true
  }
  return false
}

/** A cue begins at the token and announces no later date. */
function saysBirth(scanned: ScannedText, index: number, evidence: Evidence, cue: number): boolean {
  const at = scanned.tokens.start[index]!
  for (const hit of evidence.hits.between(at, at + 24))
    if (hit.start === at && hit.groups.includes(cue)) return !announcesNext(scanned, hit.endToken)
  return false
}

/** A capital, or up to two small words with a capital behind them. */
function leadsToCapital(kind: ArrayLike<number>, index: number): boolean {
  for (let i = index; i < index + 3; i++) {
    if (kind[i] === TokenKind.capital) return true
    if (kind[i] !== TokenKind.lower) return false
  }
  return false
}

/** "5 May 2024 (born 6 June 1990)": the cue behind one date announces the next. */
function announcesNext(scanned: ScannedText, token: number): boolean {
  for (let i = token; i < token + 3 && i < scanned.tokens.count; i++) if (dateAt(scanned, i) !== null) return true
  return false
}
