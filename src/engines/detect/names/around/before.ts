// What stands before a run of capitalised words and says that it is, or is not, a person: labels, forms of address, greetings
// and closings, the start of a sentence or a line, a sign. One number of bits.
import type { PhraseHit } from '../../../../text/phrases.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isDigitUnit, sliceOf } from '../../../../text/unit-classes.ts'
import { Cue } from '../words/cues.ts'
import { ROLES, WordBit } from '../words/lexicon.ts'
import { Role, Small } from '../words/roles.ts'
import { isDash } from '../words/signs.ts'
import { isForm } from './after.ts'
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

const LABEL_GAP =
  /^(?:\([eE]?[sS]\)|[/(*:_]-?\p{Ll}{1,4}(?=[:) ]))?["'*_)\]>]{0,3}(?: {0,24}| ?[._\u2026]{2,24} ?)[:=\uff1a][^\p{L}\p{N}\n]{0,14}$/u
/** What tells one of several from the others, in brackets or by its number, and the colon. */
const NUMBERED_LABEL = /^ {1,2}(?:\([^)\n:]{1,20}\)|(?:\p{L}{1,3}\.? ?|#)?\d{1,2}\p{L}?) ?: {1,2}$/u
/** Letters of a small word at most: none of them says what somebody is. */
const LONGEST_SMALL = 3
const LABEL_DASH = /^ {1,2}[\u2013\u2014-] {1,2}$/u
/** The gap between two columns of a form without signs. */
const LABEL_COLUMN = /^(?:\([eE]?[sS]\))?(?: {2,20}|\t{1,3} ?)$/
/** The rest of a label, with its colon. */
const VALUE_COLON = /^\p{L}{2,20}(?: {1,2}\p{L}{1,20})? ?:/u
const LABEL_REST = 44
/** "NAME   READY   STATUS   AGE": the headings of a table that a command prints. */
const HEADINGS = /^(?:[ \t]{1,40}[A-Z][A-Z_-]{1,20}){3}/
const HEADINGS_WITHIN = 160
/** Characters of a row of headings before the word asked about at most. */
const LONGEST_ROW = 2000
const LABEL_LINE = /^[^\S\n]{0,3}[:=]?[^\S\n]{0,3}\n[^\S\n]{0,3}$/u
const CUE_GAP = /^\.?[ \t]{1,3}[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const GREETING_GAP = /^,? {1,3}[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const CLOSING_GAP = /^[,.!]?(?: {1,3}|\s{0,3}\n\s{0,6})[^\p{L}\p{N}\n.,;:!?]{0,14}$/u
const SENTENCE_END = '.!?:;\u2022\u00bf\u00a1\u2026|"\u201c\u201d\u201e\u00ab\u00bb>*])}(\u2013\u2014-'
const REACH = 24
const CLOSING_REACH = 24
/** Digits that no chapter and no year has. */
const LONG_NUMBER = 6
/** What numbers the lines of a form. */
const NUMBERED_LINE = /(?:^|\n) {0,3}\d{1,2}[a-d]?[.)]{0,2} {1,2}$/
const NUMBERED_WITHIN = 12
/** Letters of a closing in short at most. */
const SHORT_CLOSING = 2
/** Letters of an abbreviation before its full stop at most. */
const LONGEST_SHORTENED = 6
/** The same of one for a street or a company; from the other level on a word is an ordinary one that ends sentences. */
const LONGEST_PLACE_STOP = 4
const SENTENCE_WORD = 5
/** Characters of a host that are looked at. */
const ADDRESS_REACH = 28
const SPACE = 32
const BRACKET = 40
const COLON = 58
const SLASH = 47
const STAR = 42
const UNDERSCORE = 95
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
  if (fits(around, hit, start, CUE_GAP)) return endsSentence(around, hit) ? 0 : Before.cue | asKin(around, hit)
  if (isLabel(around, hit, start)) return Before.heading
  return start - hit.end === 2 && around.text.startsWith(', ', hit.end) ? Before.apposed | asKin(around, hit) : 0
}

function asKin({ words }: Surroundings, hit: PhraseHit): number {
  return (words.small(hit.endToken - 1) & Small.relative) !== 0 ? Before.relative : 0
}

/** The first of one or two copulas right before token `first`; -1 where none stands. */
function copulaBefore({ tokens, words }: Surroundings, first: number): number {
  let at = first
  while (at > 0 && first - at < 2 && isCopula(words, at - 1) && tokens.units[tokens.start[at]! - 1] === SPACE) at--
  return at < first ? at : -1
}

/** Whether token `index` stands between what somebody is and who it is: is, was. */
export function isCopula(words: Surroundings['words'], index: number): boolean {
  return words.tokens.kind[index] === TokenKind.lower && (words.small(index) & Small.copula) !== 0
}

/** "The landlord is Ada Obi", "the name on file was Ada Obi": what somebody is, up to the copula at token `copula`. */
function isSubject({ hits, cues }: Surroundings, hit: PhraseHit, copula: number): boolean {
  if (hit.end - hit.start <= LONGEST_SMALL || hit.endToken > copula) return false
  if (hit.endToken === copula) return true
  if (!hits.has(cues.groups.tail)) return false
  for (let i = hits.endedBefore(copula) - 1; i >= 0 && hits.all[i]!.endToken === copula; i--)
    if ((cues.of(hits.all[i]!) & Cue.tail) !== 0 && hits.all[i]!.firstToken === hit.endToken) return true
  return false
}

/** "is Karen": the copula as it is written, not "iš" without its mark. */
function isPlainCopula({ words }: Surroundings, index: number): boolean {
  const { raw, folded } = words.known(index)
  return raw === folded && isCopula(words, index)
}

/** "Officer in charge: ", "Witness (independent): ", "Tenant no. 2: ": what tells a label from its like stands before its colon. */
function isTailed(around: Surroundings, hit: PhraseHit, start: number): boolean {
  const { text, tokens, hits, cues } = around
  if (tokens.units[start - 1] !== SPACE || unitAt(tokens.units, hit.end) !== SPACE) return false
  const gap = sliceOf(text, hit.end, start)
  if (!gap.includes(':') || gap.includes('\n')) return false
  if (NUMBERED_LABEL.test(gap)) return true
  if (!hits.has(cues.groups.tail)) return false
  for (const tail of hits.between(hit.end, start))
    if ((cues.of(tail) & Cue.tail) !== 0 && tail.firstToken === hit.endToken)
      return LABEL_GAP.test(sliceOf(text, tail.end, start))
  return false
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
    opensLine(text, hit.start)
  )
}

/** Whether a label speaks to the value that begins with token `first`. */
export function isLabelled(around: Surroundings, first: number): boolean {
  const { tokens, hits, cues } = around
  const start = tokens.start[first]!
  if (hits.has(cues.groups.label)) {
    const { all } = hits
    let last = -1
    for (let i = hits.endedBefore(first) - 1; i >= 0 && start - all[i]!.end <= REACH; i--) {
      if ((cues.of(all[i]!) & Cue.label) === 0) continue
      if (last >= 0 && all[i]!.end !== last) break
      last = all[i]!.end
      if (isLabel(around, all[i]!, start)) return true
    }
  }
  return isHeaded(around, start)
}

function isLabel(around: Surroundings, hit: PhraseHit, start: number): boolean {
  const { text } = around
  const { units } = around.tokens
  const first = unitAt(units, hit.end)
  const length = start - hit.end
  if (length === 2 && first === COLON && units[hit.end + 1]! === SPACE) return true
  // A blank alone is no colon, no dash and no line; a word between is none either, but for the ending of "name(s)".
  if (length === 1 && first === SPACE) return false
  if (first !== BRACKET && !isGender(first) && holdsWord(units, hit.end, start)) return false
  const gap = sliceOf(text, hit.end, start)
  // "Voornaam: ________ Geboortedatum:": the blank is the value.
  if (gap.includes('___')) return false
  if (LABEL_GAP.test(gap) || (gap === '>' && isElement(around.text, hit.start))) return true
  const isColumn = LABEL_COLUMN.test(gap)
  const isSet = isColumn || LABEL_LINE.test(gap) || LABEL_DASH.test(gap)
  // "Επώνυμο  Μητέρας: ...": a label of two words with a wide gap between.
  if (isColumn && VALUE_COLON.test(sliceOf(text, start, start + LABEL_REST))) return false
  return isSet && opensLine(around.text, hit.start) && !(isColumn && isHeadings(around, hit.end))
}

/** "Mieter/in", "Alumno/a", "Patient*in", "Patient:in": the sign before the other ending of a label. */
function isGender(unit: number): boolean {
  return unit === SLASH || unit === STAR || unit === COLON || unit === UNDERSCORE
}

/** Whether the word that ends at `at` is the first of a row of headings: of capitals, or over the columns of a table. */
export function isHeadings({ text, evidence }: Pick<Surroundings, 'text' | 'evidence'>, at: number): boolean {
  if (HEADINGS.test(text.slice(at, at + HEADINGS_WITHIN))) return true
  const end = at + text.slice(at, at + HEADINGS_WITHIN).indexOf('\n')
  const below = end < at ? null : evidence.heading(end + 1)
  // The heading that stands over the line below stands in this one.
  if (below === null || below.start > at || at - below.start > LONGEST_ROW) return false
  return !sliceOf(text, below.start, at).includes('\n')
}

/** Whether a label heads the column of the table in which view index `start` stands. */
function isHeaded({ evidence, hits, cues }: Surroundings, start: number): boolean {
  const heading = evidence.heading(start)
  if (heading === null) return false
  return hits.nearestBefore(cues.groups.label, heading.end, heading.end - heading.start) !== null
}

/** "<nome>Ambra", "<p:surname>": the label is the name of an element. */
function isElement(text: string, at: number): boolean {
  return /<(?:\w{1,12}:)?$/.test(sliceOf(text, Math.max(0, at - 14), at))
}

function opensLine(text: string, at: number): boolean {
  let index = at - 1
  while (index >= 0 && at - index < 4 && text[index] === ' ') index--
  if (index < 0 || text[index] === '\n') return true
  // "7 Ehepartner", "2) Witness", "3a. Kind": the numbered line of a form.
  const from = Math.max(0, at - NUMBERED_WITHIN)
  const numbered = NUMBERED_LINE.exec(text.slice(from, at))
  return numbered !== null && (numbered.index > 0 || from === 0 || text[from] === '\n')
}

/** Does a gap fit? A blank alone fits all that are asked here, and none of them holds a word. */
function fits({ text, tokens: { units } }: Surroundings, hit: PhraseHit, start: number, gap: RegExp): boolean {
  if (start - hit.end === 1 && units[hit.end]! === SPACE) return true
  return !holdsWord(units, hit.end, start) && gap.test(sliceOf(text, hit.end, start))
}

/** Does a letter or digit of Basic Latin stand in [from, to)? */
function holdsWord(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = units[at]!
    const small = unit | 32
    if ((small >= 97 && small <= 122) || isDigitUnit(unit)) return true
  }
  return false
}

/** "... dem Mieter. Anna": the full stop behind a long word is the sentence's, behind a short one the abbreviation's. */
function endsSentence({ text, tokens }: Surroundings, { end, endToken }: PhraseHit): boolean {
  return text[end] === '.' && end - tokens.start[endToken - 1]! > LONGEST_SHORTENED
}

/** Units of money and goods. */
const UNITS = Small.money | Small.size | Small.measure

/** A form of address right before; a single letter behind a number is a unit ("15 d."), not a don. */
function isTitle(around: Surroundings, hit: PhraseHit, start: number): boolean {
  if (!fits(around, hit, start, CUE_GAP) || sliceOf(around.text, hit.end, start).includes('|')) return false
  // "post@example.lt. Jei": the end of an address, no lieutenant.
  if (isAddressed(around.text, hit.start)) return false
  // "7 990 Ft. Lámpa": behind a number a currency, no form of address.
  const isUnit = hit.end - hit.start === 1 || (around.words.small(hit.firstToken) & UNITS) !== 0
  return !isUnit || !/\d ?$/.test(sliceOf(around.text, Math.max(0, hit.start - 3), hit.start))
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
  return length < 3 || (length <= LONGEST_PLACE_STOP && words.levels(index).word < SENTENCE_WORD)
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
