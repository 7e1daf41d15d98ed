// Evidence that a date is a date of birth: cues before and after it, column headers, questions and their answers.
import type { PhraseHit } from '../../../text/phrase-hits.ts'
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { NEWLINE, QUESTION, SEMICOLON } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { codeAt, sliceOf } from '../../../text/unit-classes.ts'
import type { WrittenDate } from '../../../values/written-dates.ts'
import { dateAt } from '../../../values/written-dates.ts'
import type { Evidence } from '../evidence.ts'
import type { Label } from '../fields/label.ts'
import { isNumeric, signAt } from '../token-questions.ts'
import { LONG_PAST } from './lifetime.ts'

/** Maximum distance from a cue to its date, e.g. "born in the small town of ... on 5 May 1980". */
const REACH = 60

/** Maximum number of tokens of a place name between a date and its cue: "in Bruck an der Mur geboren". */
const PLACE_TOKENS = 7

/** Short words between a birth word and the name of the holder. */
const WHOSE = /^ (?:\p{Ll}{1,4}[ '\u2019]){0,2}$/u
const WHOSE_WITHIN = 12

/** A question mark, the end of its line, and an optional time before the label of the answer. */
const ASKED = /[?;][^\S\n]{0,3}\n[^\S\n]{0,3}(?:[[(]?\d{1,2}[:.]\d{2}[\])]?[^\S\n]{0,3})?$/u
const ASKED_WITHIN = 20

/** Text between a verification word and its date: "Verified by 03.09.1980", "matched on: the 3.9.80". */
const CONFIRMED = /^[ :=]{1,3}(?:the |a |her |his )?$/
const CONFIRMED_WITHIN = 7

/** Maximum gap across a sentence end: two sentences this close are a question and its answer. */
const MAX_CUE_GAP = 12

/** From a question about the birth date to the answer in the next chat line: an optional time, the speaker, up to three words. */
const ANSWER =
  /^[^\n\d?;]{0,20}[?;][^\S\n]{0,3}\n[^\S\n]{0,3}(?:[[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?[\])]?[^\S\n]{1,3})?(?:[^\n:\d]{1,24}(?:\(\d{1,2}[:.]\d{2}\) {0,2})?:|[[<][^\n\d\]>]{1,24}[\]>])[^\S\n]{0,3}(?:(?:\d[\d .-]{4,16},|[^\p{L}\p{N}\s]{0,2}[\w.+-]{1,40}@[\w.-]{3,40},?) {1,2})?(?:\p{L}{1,10}[,.!]? {1,3}){0,3}$/u

/** Maximum distance from the question to the date that answers it. */
const ANSWER_REACH = 120

/** True for an answer such as "And your date of birth?\n[14:02] Ada: 03.09.1990": the date begins the answer or is all of it. */
function isAnswer(scanned: ScannedText, { start }: WrittenDate, evidence: Evidence, cue: number): boolean {
  if (!scanned.mayHold(QUESTION) && !scanned.mayHold(SEMICOLON)) return false
  if (!evidence.hits.has(cue)) return false
  const near = evidence.nearest(cue, start, ANSWER_REACH)
  return near !== null && near.end - near.start > 2 && ANSWER.test(scanned.text.slice(near.end, start))
}

/** Phrase-book groups: birth cues, and birth cues that count in capitals only; `silent`: bits of cue kinds that label no value. */
export interface BirthWords {
  readonly cue: number
  readonly capitals: number
  readonly silent: number
}

/** True if a cue precedes the date directly, as a column header, or within REACH with no other date between. */
export function isBirth(scanned: ScannedText, date: WrittenDate, evidence: Evidence, words: BirthWords): boolean {
  if (isStarred(scanned, date)) return true
  if (!date.bare && isAnswer(scanned, date, evidence, words.cue)) return true
  const label = evidence.label(date.first)
  if (label !== null && labels(scanned, date, label, evidence, words))
    return label.has(words.cue) && (label.end - label.start > 1 || /[.=]/.test(scanned.text[label.end] ?? ''))
  // "dn. 14.12.2026": in Polish, this abbreviation precedes any date.
  if (date.bare || (label !== null && isSmallAbbreviation(scanned, label, words))) return false
  const near = nearestCue(scanned.text, date, evidence, words.cue)
  if (near === null || !leadsTo(scanned, near, date)) return false
  // A cue of one or two letters ("f.", "s.", "ur") must touch its date; "né" is not ambiguous.
  const length = near.end - near.start
  return length > 2 || (length > 1 && /[^\u0020-\u007e]/.test(sliceOf(scanned.text, near.start, near.end)))
}

const isSmallAbbreviation = ({ text }: ScannedText, label: Label, { capitals }: BirthWords): boolean =>
  label.has(capitals) && /^\p{Ll}+$/u.test(sliceOf(text, label.start, label.end))

/** True if a label names its date; false for a preposition, the end of a word, a letter that numbers a line, and the speaker of an answer. */
function labels(scanned: ScannedText, date: WrittenDate, label: Label, evidence: Evidence, words: BirthWords): boolean {
  const { text } = scanned
  if (isSmallAbbreviation(scanned, label, words) || isBehindApostrophe(text, label.start)) return false
  if (label.has(words.cue)) return true
  // "nascido em Braga a 7 de maio": a label of one or two letters is a preposition, even if it is also a cue.
  // "When were you born? A: 06.06.2000": a letter that numbers a line is not a label.
  if (label.isDoubtful || isPreposition(text, label) || label.end - label.start === 1) return false
  // "date of birth, please?\nvisitor: 01.02.1990": the speaker of the answer has the form of a label.
  if (answers(text, label) || isWhose(text, label, evidence, words.cue)) return false
  return (label.kinds & ~words.silent) !== 0 || !isReplied(scanned, label, date)
}

/** The nearest cue before a date, but not the end of another word. */
function nearestCue(text: string, date: WrittenDate, evidence: Evidence, cue: number): PhraseHit | null {
  const near = evidence.nearest(cue, date.start, REACH)
  return near !== null && isBehindApostrophe(text, near.start) ? evidence.nearest(cue, near.start, REACH) : near
}

/** True if nothing between a cue and a date shows that the cue belongs to another value. */
function leadsTo(scanned: ScannedText, near: PhraseHit, date: WrittenDate): boolean {
  const { kind } = scanned.tokens
  let newlines = 0
  for (let i = near.endToken; i < date.first; i++) {
    // A further number or a second line break between cue and date means that the cue belongs to another value.
    if (isNumeric(kind[i])) return false
    if (kind[i] === TokenKind.newline && ++newlines > 1) return false
    if (signAt(scanned, i) === '!' || (/^[;<>]$/.test(signAt(scanned, i)) && !isTag(scanned, i))) return false
    // "What is your date of birth? It is ...": a new sentence with the same subject.
    // A full stop that touches the cue is part of it: "szül. Salgótarján, 1998.03.27."
    if (i > near.endToken && endsSentence(scanned, i) && date.start - near.end > MAX_CUE_GAP) return false
  }
  return true
}

/** True for "*12.04.1971" (German records) and "(°12.04.1971)"; a space after the star is allowed only where it is not a list marker. */
function isStarred(scanned: ScannedText, { first, year }: WrittenDate): boolean {
  const { start, end, kind } = scanned.tokens
  const sign = signAt(scanned, first - 1)
  if (sign !== '*' && sign !== '\u00b0') return false
  const before = signAt(scanned, first - 2)
  // "3*12.04" is a product, and 20° is a temperature.
  if (end[first - 2] === start[first - 1] && before !== '(') return false
  if (end[first - 1] === start[first]) return true
  if (start[first]! - end[first - 1]! !== 1) return false
  return before === ',' || before === '(' || (kind[first - 2] === TokenKind.capital && year <= LONG_PAST)
}

/** "verify your date of birth\nclient: 03.09.1990": the date is the whole reply, in a line after the question. */
function isReplied({ text }: ScannedText, { start, end }: Label, date: WrittenDate): boolean {
  if (date.year > LONG_PAST || text[end] !== ':' || start === 0 || codeAt(text, start - 1) !== NEWLINE) return false
  return (
    /^: {1,3}$/.test(text.slice(end, date.start)) && /^[.!]?\s{0,3}(?:\n|$)/.test(text.slice(date.end, date.end + 6))
  )
}

/** "It's 6/28/1939": the letter is the end of another word. */
const isBehindApostrophe = (text: string, at: number): boolean => text[at - 1] === "'" || text[at - 1] === '\u2019'

/** The bracket of a tag touches a word; a comparison sign ("created > '2024-01-01'") has spaces around it. */
function isTag(scanned: ScannedText, index: number): boolean {
  const { start, end } = scanned.tokens
  return signAt(scanned, index) !== ';' && (start[index] === end[index - 1] || start[index + 1] === end[index])
}

/** True for a date that verified a person: "Verified by 03.09.1980 and ..."; `confirming` is the group of verification words. */
export function confirms({ text }: ScannedText, date: WrittenDate, evidence: Evidence, confirming: number): boolean {
  const near = evidence.nearest(confirming, date.start, CONFIRMED_WITHIN)
  return near !== null && CONFIRMED.test(sliceOf(text, near.end, date.start))
}

/** "Geboortedatum kind:", "date of birth of the child:": the label names the person. */
function isWhose(text: string, { start, end }: Range, evidence: Evidence, cue: number): boolean {
  if (text[end] !== ':') return false
  const near = evidence.nearest(cue, start, WHOSE_WITHIN)
  return near !== null && near.end - near.start > 2 && WHOSE.test(text.slice(near.end, start))
}

/** True if the label begins its line as a chat speaker, directly after a line that ends in a question. */
const answers = (text: string, { start, end }: Range): boolean =>
  text[end] === ':' && ASKED.test(text.slice(Math.max(0, start - ASKED_WITHIN), start))

const isPreposition = (text: string, { start, end }: Range): boolean => end - start <= 2 && text[end] === ' '

/** A full stop after a word that is not an abbreviation, followed by a capital. */
function endsSentence(scanned: ScannedText, index: number): boolean {
  const { start, end, kind } = scanned.tokens
  if (signAt(scanned, index) !== '.' || start[index + 1] === end[index]) return false
  const next = kind[index + 1]
  return end[index - 1]! - start[index - 1]! > 3 && (next === TokenKind.capital || next === TokenKind.upper)
}

/** True if a birth word follows the date, with or without a place between ("am 2. Februar 1958 in Kassel geboren"). */
export function hasCueBehind(scanned: ScannedText, date: WrittenDate, evidence: Evidence, cue: number): boolean {
  const { end, start } = scanned.tokens
  const { kind } = scanned.tokens
  const isPlaced = kind[date.last + 1] === TokenKind.lower && kind[date.last + 2] === TokenKind.capital
  if (isPlaced && saysBirth(scanned, date.last + 1, evidence, cue)) return true
  let last = date.last + (isPlaced ? 3 : 2)
  // "in Bruck an der Mur geboren": the place name continues.
  while (isPlaced && last < date.last + PLACE_TOKENS && leadsToCapital(kind, last)) last++
  for (let i = isPlaced ? last : date.last + 1; i <= last && i < scanned.tokens.count; i++) {
    if (!isPlaced && start[i]! - end[date.last]! > 4) return false
    // "12 March 1902. Born digital": the next sentence.
    if (signAt(scanned, i) === '.' && start[i + 1]! > end[i]! && kind[i + 1] === TokenKind.capital) return false
    if (saysBirth(scanned, i, evidence, cue)) return true
  }
  return false
}

/** True if a cue begins at the token and does not precede a later date. */
function saysBirth(scanned: ScannedText, index: number, evidence: Evidence, cue: number): boolean {
  const at = scanned.tokens.start[index]!
  for (const hit of evidence.hits.between(at, at + 24))
    if (hit.start === at && hit.groups.includes(cue)) return !announcesNext(scanned, hit.endToken)
  return false
}

/** A capital, or up to two lower-case words followed by a capital. */
function leadsToCapital(kind: ArrayLike<number>, index: number): boolean {
  for (let i = index; i < index + 3; i++) {
    if (kind[i] === TokenKind.capital) return true
    if (kind[i] !== TokenKind.lower) return false
  }
  return false
}

/** "5 May 2024 (born 6 June 1990)": a cue after one date can belong to the next date. */
function announcesNext(scanned: ScannedText, token: number): boolean {
  for (let i = token; i < token + 3 && i < scanned.tokens.count; i++) if (dateAt(scanned, i) !== null) return true
  return false
}
