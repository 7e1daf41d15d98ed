// Where a word stands: at the opening of a line or sentence, in quotation marks, in a compound, the name of a file or an address.
import { firstAt } from '../../../lists.ts'
import { AT, COLON, EXCLAMATION, FULL_STOP, QUESTION } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { kindsOf, LineKind } from '../kinds/kind.ts'
import { textKinds } from '../kinds/read.ts'
import type { Reading } from '../names/reading.ts'
import { roleBit } from '../names/roles.ts'
import { Casing } from '../names/word-classes.ts'
import type { NameWords } from '../names/words.ts'

const QUOTES = /["'\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u203a\u2039()]/
/** Suffixes of words in file names, and the maximum length that is compared. */
const FILE_ENDING = /^[\p{L}\d_+()-]{0,60}\.(?:[a-z]{2,4}|mp[34])(?![\p{L}\d])/u
const LONGEST_FILE_NAME = 80
const PARTS_OF_FILES = /[_./\\@=%+-]/
/** Sentences that are looked at. */
const MOST_OPENINGS = 100
/** Tokens of who speaks in a line. */
const MOST_SPEAKER = 4

/** Roles of words that say what something is that bears a name: a street, a shop, a company. */
export const BEARERS = ['street', 'organisation', 'legal form', 'bearer', 'thing', 'brand'] as const
const BEARER_BITS = BEARERS.map(roleBit)
const STREET = roleBit('street')
const ANY_BEARER = BEARER_BITS.reduce((bits, bit) => bits | bit, 0)
/** Tokens from a word to what says so of it at most. */
const BEARER_WITHIN = 4
/** Letters of a small word inside the name of something at most: "Pri Kolarju", "Au Vieux Rosier". */
const LONGEST_LINK = 3

/** Whether a token opens a line or a sentence, where its capital says nothing. */
export function opensSentence(text: Reading['text'], token: number): boolean {
  const { kind, start, units } = text.tokens
  let at = token - 1
  while (at >= 0 && kind[at] === TokenKind.sign && QUOTES.test(text.text[start[at]!]!)) at--
  if (at < 0 || kind[at] === TokenKind.newline) return true
  if (kind[at] !== TokenKind.sign) return false
  const unit = units[start[at]!]!
  return unit === FULL_STOP || unit === EXCLAMATION || unit === QUESTION || unit === COLON || unit > 0x2000
}

/** Letters of a name at least that is cut. */
const LEAST_CUT = 4

/** Whether a word is cut with a full stop inside of a sentence: "Stöckelm. gefragt". */
export function isCut({ tokens: { kind, start, end, units, count } }: Reading['text'], token: number): boolean {
  if (token + 2 >= count || units[end[token]!] !== FULL_STOP || end[token]! - start[token]! < LEAST_CUT) return false
  return kind[token + 2] === TokenKind.lower || kind[token + 2] === TokenKind.sign
}

/** The share of sentences, in percent, that open with a small letter: who writes so writes names so, too. */
export function smallOpenings(text: Reading['text']): number {
  const known = text.note(smallOpenings) as number | undefined
  if (known !== undefined) return known
  const { kind, count } = text.tokens
  let all = 0
  let small = 0
  for (let i = 0; i < count && all < MOST_OPENINGS; i++) {
    if (kind[i]! > TokenKind.upper || !opensSentence(text, i)) continue
    all++
    if (kind[i] === TokenKind.lower) small++
  }
  const share = (100 * small) / Math.max(1, all)
  text.keepNote(smallOpenings, share)
  return share
}

/** Lines of a text: the first token of each, and its first word; they are kept with the text, as each mention asks for its line. */
interface Lines {
  readonly starts: readonly number[]
  readonly words: readonly number[]
}

function linesOf(text: Reading['text']): Lines {
  const known = text.note(linesOf) as Lines | undefined
  if (known !== undefined) return known
  const { kind, count } = text.tokens
  const starts: number[] = []
  const words: number[] = []
  let hasWord = true
  for (let i = 0; i < count; i++) {
    if (i === 0 || kind[i - 1] === TokenKind.newline) {
      starts.push(i)
      words.push(count)
      hasWord = false
    }
    if (hasWord || kind[i]! > TokenKind.upper) continue
    words[words.length - 1] = i
    hasWord = true
  }
  const found = { starts, words }
  text.keepNote(linesOf, found)
  return found
}

/** Whether the line, after who speaks in it, opens with a small letter. */
export function opensSmall(text: Reading['text'], token: number): boolean {
  const { starts, words } = linesOf(text)
  const first = Math.min(token, words[firstAt(starts, (start) => start > token) - 1]!)
  const opening = text.tokens.signs.length > 0 ? afterSpeaker(text, first) : first
  return text.tokens.kind[opening] === TokenKind.lower
}

/** The first word after a colon near the beginning of a line: "[10:02] Lea: wer übernimmt". */
function afterSpeaker({ tokens: { kind, start, count, units } }: Reading['text'], first: number): number {
  for (let i = first; i < Math.min(count, first + MOST_SPEAKER); i++)
    if (units[start[i]!] === COLON) {
      let at = i + 1
      while (at < count && (kind[at] === TokenKind.sign || kind[at] === TokenKind.number)) at++
      return at < count ? at : first
    } else if (kind[i] === TokenKind.newline) break
  return first
}

/** The sign that joins the word to a file name, an address or a user name; '' if it is a separate word. */
export function gluedTo({ text }: Reading, token: number): string {
  const { start, end, units } = text.tokens
  const before = text.text[start[token]! - 1] ?? ' '
  const after = text.text[end[token]!] ?? ' '
  const goesOn = (unit: number | undefined): boolean => unit !== undefined && isInner(unit)
  const isBefore = PARTS_OF_FILES.test(before) && (goesOn(units[start[token]! - 2]) || units[start[token]! - 1] === AT)
  const isAfter = PARTS_OF_FILES.test(after) && goesOn(units[end[token]! + 1])
  return (isBefore ? before : '') + (isBefore || isAfter ? ' ' : '') + (isAfter ? after : '')
}

const HEADERS = kindsOf(LineKind.header)

/** Subjects and other fields of mails are as short as names of files. */
export function isInHeader(text: Reading['text'], token: number): boolean {
  return textKinds(text).isOneOf(HEADERS, text.tokens.start[token]!)
}

/** Whether a token is in the name of a file: no space from it to a full stop and an ending of a few letters. */
export function isOfFile({ text }: Reading, token: number): boolean {
  const { start, end } = text.tokens
  return FILE_ENDING.test(text.text.slice(end[token], start[token]! + LONGEST_FILE_NAME))
}

function isInner(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit > 0xbf
}

/** Whether the only sign that joins a word is one hyphen: Küttner-Akte, im Klinkenberg-Saal. */
export function isCompound(glued: string): boolean {
  return glued === '- ' || glued === ' -'
}

/** Whether quotation marks or brackets stand on both sides of a word. */
export function isInQuotes({ text, tokens }: Reading['text'], token: number): boolean {
  const at = tokens.start[token]! - 1
  const end = tokens.end[token]!
  return at >= 0 && end < text.length && QUOTES.test(text[at]!) && QUOTES.test(text[end]!)
}

/** True for a bearer with a number: "Baker Room" has the name Baker, "Baker room 12" is the room of a patient. */
const isNumbered = ({ tokens: { kind } }: Reading['text'], at: number, step: 1 | -1, roles: number): boolean =>
  step > 0 && kind[at + 1] === TokenKind.number && (roles & STREET) === 0

/** What a capitalised phrase is the name of: 0, or 1 and twice the place among BEARERS, one more behind other words of the phrase. */
export function bearerBeside(words: NameWords, text: Reading['text'], token: number, step: 1 | -1): number {
  const { kind, start, count } = text.tokens
  let isOverWords = 0
  for (let n = 1, at = token + step; n <= BEARER_WITHIN && at >= 0 && at < count; n++, at += step) {
    if (kind[at] === TokenKind.newline) return 0
    if (kind[at] === TokenKind.sign) {
      const sign = text.text[start[at]!]!
      if (QUOTES.test(sign) || sign === '-' || (sign === '.' && n === 1 && step < 0) || sign === '&') continue
      return 0
    }
    if (kind[at]! > TokenKind.upper) return 0
    const { roles, casing, folded } = words.at(text, at)
    if ((roles & ANY_BEARER) !== 0)
      return isNumbered(text, at, step, roles)
        ? 0
        : 1 + 2 * BEARER_BITS.findIndex((bit) => (roles & bit) !== 0) + isOverWords
    // "Clinic of Baker" is one; "saw Baker in clinic" is none.
    if (casing === Casing.small && (step > 0 || folded.length > LONGEST_LINK)) return 0
    isOverWords = 1
  }
  return 0
}
