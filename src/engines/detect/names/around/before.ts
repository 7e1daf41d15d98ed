// What stands before a run of capitalised words and says that it is, or is not, a person: labels, forms of address, greetings
// and closings, the start of a sentence or a line, a sign. One number of bits.

import { Level } from '../../../../packs/word-levels.ts'
import type { PhraseHit } from '../../../../text/phrases.ts'
import { COLON, COMMA, isDash, SPACE } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isDigitUnit, sliceOf } from '../../../../text/unit-classes.ts'
import { Cue } from '../words/cues.ts'
import { ROLES, WordBit } from '../words/lexicon.ts'
import { Role, Small } from '../words/roles.ts'
import { isForm } from './after.ts'
import { copulaBefore, isPlainCopula, isSubject } from './copula.ts'
import { fits, REACH } from './gaps.ts'
import { isHeaded, isLabel, isTailed, opensLineOfForm } from './labels.ts'
import type { Surroundings } from './surroundings.ts'

/** What stands before a run; bits. */
export const Before = {
  /** A field label with its colon, equals sign or column. */
  label: 1,
  cue: 2,
  /** A form of address, also with its full stop. */
  title: 4,
  greeting: 8,
  closing: 16,
  sentenceInitial: 32,
  lineInitial: 64,
  /** Where the speaker of a chat's line stands: at its start, or behind its time. */
  speaker: 128,
  /** Street word or number right before: "ul. Słowackiego", "5 Appold". */
  street: 256,
  /** A preposition of place right before: "in Texel". */
  placeLead: 512,
  organisation: 1024,
  ampersand: 2048,
  /** A dash with blanks around it, as before a signature. */
  dash: 4096,
  /** A cue and a comma right before. */
  apposed: 8192,
  /** Who did it: "chased by". */
  agent: 16384,
  /** A colon right before, with a blank. */
  colon: 32768,
  /** A cue right before, over a comma or not, that nothing but a person is: husband, neighbour. */
  relative: 65536,
  /** The label stands in the line above. */
  above: 131072,
  /** A cue of running text heads a field here: "entered by: Ada Obi". */
  heading: 262144,
} as const

const CUE_GAP = /^\.?[ \t]{1,3}[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const GREETING_GAP = /^,? {1,3}[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const CLOSING_GAP = /^(?:[,.!]? {1,3}|[,.!:]?\s{0,3}\n\s{0,6})[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const SENTENCE_END = '.!?:;\u2022\u00bf\u00a1\u2026|"\u201c\u201d\u201e\u00ab\u00bb>*])}(\u2013\u2014-'
const CLOSING_REACH = 24
/** Letters of a form of address in short at most. */
const SHORT_TITLE = 3
/** Digits that no chapter and no year has. */
const LONG_NUMBER = 6
/** Letters of a closing in short at most. */
const SHORT_CLOSING = 2
/** Letters of an abbreviation before its full stop at most. */
const LONGEST_SHORTENED = 5
/** The same of one for a street or a company; from the other level on a word is an ordinary one that ends sentences. */
const LONGEST_PLACE_STOP = 4
/** Characters of a host that are looked at. */
const ADDRESS_REACH = 28
const ANNOUNCING = Cue.label | Cue.cue | Cue.title | Cue.greeting | Cue.closing
const OPENS_LINE = Before.sentenceInitial | Before.lineInitial | Before.speaker

/** What stands before the run whose first token is `first`: bits of Before. */
export function before(around: Surroundings, first: number): number {
  const { tokens, words } = around
  const start = tokens.start[first]!
  let found = announced(around, first, start)
  const previous = first - 1
  if (previous < 0) return found | OPENS_LINE
  const kind = tokens.kind[previous]!
  if (kind === TokenKind.newline) return found | OPENS_LINE
  if (kind === TokenKind.sign) {
    found |= behindSign(around, previous, tokens.units[start - 1]! === SPACE)
    return (found & Before.colon) !== 0 && saysWho(around, previous - 1) ? found | Before.label : found
  }
  if (kind !== TokenKind.lower && kind !== TokenKind.capital) return found
  const isLower = kind === TokenKind.lower
  if (isLower && isAgent(around, first)) found |= Before.agent
  let roles = words.bits[previous]! & ROLES
  if (roles === 0) return found
  // "known only as Gambo": a legal form in capitals is another word in small letters.
  if (isLower && !isForm(words.known(previous))) roles &= ~Role.organisation
  return (
    found |
    placeBits(roles, isLower ? Role.lowerStreet : Role.street) |
    (isLower && (roles & Role.placeLead) !== 0 && !isPlainCopula(around, previous) && !isBetween(around, previous)
      ? Before.placeLead
      : 0)
  )
}

/** "Zusteller: Beck": the word at token `index`, before a colon, ends as words for people who do something. */
function saysWho({ tokens, words }: Surroundings, index: number): boolean {
  const kind = index < 0 ? TokenKind.newline : tokens.kind[index]!
  if ((kind !== TokenKind.capital && kind !== TokenKind.lower) || tokens.start[index + 1] !== tokens.end[index])
    return false
  return (words.lexicon.lexical(words.known(index)).endingRoles & Role.label) !== 0
}

/** "Petr a Jana", "Ana i Marko": the word joins what it is a preposition of elsewhere. */
function isBetween({ tokens: { kind }, words }: Surroundings, index: number): boolean {
  return index > 0 && kind[index - 1] === TokenKind.capital && (words.small(index) & Small.and) !== 0
}

/** Whether the word right before token `first` says who did something: "by", "with". */
export function isAgent({ tokens, words }: Surroundings, first: number): boolean {
  const previous = first - 1
  if (previous < 0 || tokens.kind[previous] !== TokenKind.lower || (words.bits[previous]! & WordBit.small) === 0)
    return false
  return (words.small(previous) & Small.agent) !== 0
}

/** What the nearest cue of each kind before view index `start` says: one look at the few hits near enough. */
function announced(around: Surroundings, first: number, start: number): number {
  const { hits, cues } = around
  const { all } = hits
  const copula = copulaBefore(around, first)
  let seen = 0
  let found = 0
  // What phrases with the same end say: "names" and "given names", of which the longer opens the line.
  let together = 0
  let last = -1
  for (let i = hits.endedBefore(first) - 1; i >= 0; i--) {
    const hit = all[i]!
    const distance = start - hit.end
    if (distance > CLOSING_REACH) break
    if (hit.end !== last) {
      seen |= together
      together = 0
      last = hit.end
    }
    // Only the nearest of each kind speaks.
    const says = cues.of(hit) & ~seen & (distance > REACH ? Cue.closing : ANNOUNCING)
    if (says === 0) continue
    together |= says
    if ((says & Cue.label) !== 0 && (isLabel(around, hit, start) || isTailed(around, hit, start)))
      found |= sliceOf(around.text, hit.end, start).includes('\n') ? Before.label | Before.above : Before.label
    if (copula >= 0 && (says & (Cue.label | Cue.cue)) !== 0 && isSubject(around, hit, copula))
      found |= (cues.of(hit) & Cue.field) !== 0 ? Before.label : Before.cue
    if ((says & Cue.cue) !== 0) found |= asCue(around, hit, start)
    if ((says & Cue.title) !== 0 && isTitle(around, hit, start)) found |= Before.title
    if ((says & Cue.greeting) !== 0 && fits(around, hit, start, GREETING_GAP)) found |= Before.greeting
    if ((says & Cue.closing) !== 0 && isClosing(around, hit, start)) found |= Before.closing
  }
  return (found & Before.label) === 0 && isHeaded(around, start) ? found | Before.label : found
}

/** What a cue of running text says of what starts at view index `start`: right before it, at the head of its field, or beside it. */
function asCue(around: Surroundings, hit: PhraseHit, start: number): number {
  if (fits(around, hit, start, CUE_GAP)) {
    if (endsSentence(around, hit)) return 0
    // "surname Turina; given names Zoran": what heads a field of names alone needs no colon.
    return ((around.cues.of(hit) & Cue.field) !== 0 ? Before.label : Before.cue) | asKin(around, hit)
  }
  if (isLabel(around, hit, start)) return Before.heading
  return start - hit.end === 2 && around.text.startsWith(', ', hit.end) ? Before.apposed | asKin(around, hit) : 0
}

function asKin({ words }: Surroundings, hit: PhraseHit): number {
  return (words.small(hit.endToken - 1) & Small.relative) !== 0 ? Before.relative : 0
}

/** A closing right before; a short form opens its line or sentence, and ends no address: "gr. Renske", "Takk. Kv. Erna". */
function isClosing(around: Surroundings, hit: PhraseHit, start: number): boolean {
  if (!fits(around, hit, start, CLOSING_GAP)) return false
  const { text } = around
  return (
    hit.end - hit.start > SHORT_CLOSING ||
    // "at 93 kV. Core": a unit.
    (unitAt(around.tokens.units, hit.start - 1) === SPACE &&
      !isDigitUnit(unitAt(around.tokens.units, hit.start - 2))) ||
    opensLineOfForm(text, hit.start)
  )
}

/** "... dem Mieter. Anna": the full stop behind a long word is the sentence's, behind a short one the abbreviation's. */
function endsSentence(around: Surroundings, hit: PhraseHit): boolean {
  if (around.text[hit.end] !== '.') return false
  return hit.end - around.tokens.start[hit.endToken - 1]! > LONGEST_SHORTENED || isOrdinary(around, hit)
}

/** Units of money and goods. */
const UNITS = Small.money | Small.size | Small.measure

/** Letters of a short form in capitals that says of a number what it counts: "480 BC. Terracotta". */
const LONGEST_UNIT = 3

/** A form of address right before; a single letter behind a number is a unit ("15 d."), not a don. */
function isTitle(around: Surroundings, hit: PhraseHit, start: number): boolean {
  if (!fits(around, hit, start, CUE_GAP) || sliceOf(around.text, hit.end, start).includes('|')) return false
  // "post@example.lt. Jei": the end of an address, no lieutenant.
  if (isAddressed(around.text, hit.start)) return false
  if (around.text[hit.end] === '.' && isOrdinary(around, hit)) return false
  // "rozinky, ořechy a med. Zadělejte": what closes a list and its sentence.
  if (around.text[hit.end] === '.' && hit.firstToken > 0 && closesList(around, hit.firstToken - 1)) return false
  // "7 990 Ft. Lámpa": behind a number a currency, no form of address.
  const isShort = hit.end - hit.start <= LONGEST_UNIT && around.tokens.kind[hit.firstToken] === TokenKind.upper
  const isUnit = isShort || hit.end - hit.start === 1 || (around.words.small(hit.firstToken) & UNITS) !== 0
  return !isUnit || !/\d ?$/.test(sliceOf(around.text, Math.max(0, hit.start - 3), hit.start))
}

/** "sown two weeks late. Guy ropes": one of the commonest words in small letters, whose full stop is the sentence's. */
function isOrdinary({ tokens, words }: Surroundings, { firstToken, endToken }: PhraseHit): boolean {
  if (endToken - firstToken > 1 || tokens.kind[firstToken] !== TokenKind.lower) return false
  return (
    tokens.end[firstToken]! - tokens.start[firstToken]! > SHORT_TITLE && words.levels(firstToken).word >= Level.frequent
  )
}

/** Whether the word at token `index` joins the last of several things to those before, all in small letters: ", ořechy a med." */
function closesList({ tokens: { kind, start, units }, words }: Surroundings, index: number): boolean {
  if ((words.small(index) & Small.and) === 0 || index < 2) return false
  const isSmall = (at: number) => kind[at] === TokenKind.lower
  return isSmall(index + 1) && isSmall(index) && isSmall(index - 1) && units[start[index - 2]!] === COMMA
}

/** Whether the letters before view index `at` tie what begins there to an e-mail address or a host. */
function isAddressed(text: string, at: number): boolean {
  const tie = text[at - 1]
  return (
    (tie === '.' || tie === '@' || tie === '-') &&
    /[@.][\p{L}\d-]{2,20}[.-]$|@$/u.test(text.slice(Math.max(0, at - ADDRESS_REACH), at))
  )
}

/**
 * Whether anything near before the run whose first token is `first` may announce it, when a colon (`isCalling`) or the end of
 * the sentence follows too. True more often than `before` says so, and much sooner answered.
 */
export function mayAnnounce(around: Surroundings, first: number, isCalling: boolean): boolean {
  const { tokens, evidence, hits, cues } = around
  const at = tokens.start[first]!
  // Who speaks, behind a sign and before a colon; who signs, behind a dash.
  if (isCalling && first > 0 && tokens.kind[first - 1] === TokenKind.sign) return true
  // "Zusteller: Beck"
  if (first > 1 && tokens.units[tokens.start[first - 1]!]! === COLON && saysWho(around, first - 2)) return true
  const { all } = hits
  for (let i = hits.endedBefore(first) - 1; i >= 0 && at - all[i]!.end <= CLOSING_REACH; i--)
    if ((cues.of(all[i]!) & ANNOUNCING) !== 0) return true
  return evidence.heading(at) !== null
}

/** What the sign at token `index` says of a run behind it. */
function behindSign(around: Surroundings, index: number, isApart: boolean): number {
  const { text, tokens, words } = around
  const at = tokens.start[index]!
  const sign = text[at]!
  let found = 0
  // "St. Mary": the stop of an abbreviation, not that of "to drive. Herbert".
  if (sign === '.' && index > 0 && isAbbreviation(around, index - 1))
    found |= placeBits(words.bits[index - 1]! & ROLES, Role.street)
  if (SENTENCE_END.includes(sign)) found |= Before.sentenceInitial
  if (sign === ']' || sign === ')' || sign === '>') found |= Before.speaker
  if (sign === ':' && isApart) found |= Before.colon
  if (sign === '&' || sign === '+') found |= Before.ampersand
  if (isApart && unitAt(tokens.units, at - 1) === SPACE && isDash(sign.charCodeAt(0)) && endsTalk(tokens, index - 1))
    found |= Before.dash
  return found
}

/** Whether the full stop behind token `index` is that of an abbreviation of a street or a company. */
function isAbbreviation({ tokens, words }: Surroundings, index: number): boolean {
  const length = tokens.end[index]! - tokens.start[index]!
  return length < 3 || (length <= LONGEST_PLACE_STOP && words.levels(index).word < Level.frequent)
}

/** What a signature stands behind: a small word, a sentence's end, a telephone number. "Teil 4 - Überblick" is a heading. */
function endsTalk(tokens: Surroundings['tokens'], index: number): boolean {
  // "Hello \u2014 Affidavit. I, Ada Obi, ...": one word is nothing that anybody signs.
  if (index === 0) return false
  const kind = index < 0 ? TokenKind.newline : tokens.kind[index]
  if (kind === TokenKind.number)
    return tokens.kind[index - 1] === TokenKind.number || tokens.end[index]! - tokens.start[index]! >= LONG_NUMBER
  return kind === TokenKind.lower || kind === TokenKind.sign || kind === TokenKind.newline
}

/** What a street or company word before a run says; `street` is the role that counts as one here. */
function placeBits(roles: number, street: number): number {
  return (
    ((roles & street) !== 0 && (roles & (Role.particle | Role.title)) === 0 ? Before.street : 0) |
    ((roles & Role.organisation) !== 0 && (roles & Role.particle) === 0 ? Before.organisation : 0)
  )
}
