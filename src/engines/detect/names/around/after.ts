// How a run of capitalised words goes on: as a company, a street, a number, a sentence, a possessive. One number of bits.
import {
  AMPERSAND,
  APOSTROPHE,
  CLOSE_PARENTHESIS,
  COLON,
  COMMA,
  EXCLAMATION,
  FULL_STOP,
  RIGHT_QUOTE,
  SEMICOLON,
  SLASH,
  SMALL_H,
  SPACE,
  ZERO,
} from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isDigitUnit, isLetterUnit, sliceOf } from '../../../../text/unit-classes.ts'
import { type KnownWord, ROLES } from '../words/lexicon.ts'
import { Role, Small } from '../words/roles.ts'
import type { NameWords } from '../words/words.ts'
import type { Surroundings } from './surroundings.ts'

/** What stands behind a run; bits. */
export const After = {
  organisation: 1,
  street: 2,
  number: 4,
  ampersand: 8,
  /** A verb that people are the subject of: said, wrote, has. */
  verb: 16,
  possessive: 32,
  /** A thing named after a plant or a maker: rice, drill. */
  goods: 64,
  lower: 128,
  /** The text, the line or the sentence ends here. */
  end: 256,
  colon: 512,
  /** A form of address behind the name. */
  title: 1024,
  /** A comma or an exclamation mark: somebody is called. */
  calls: 2048,
  /** A bracket closes. */
  closes: 4096,
} as const

/**
 * What follows a house number: a sign, the end, a letter, another number. "Anna 200 лв" is a person and an amount, "Anna
 * 12.03.1980" a person and a date.
 */
const BEHIND_NUMBER =
  /^(?![./-]\d{1,2}[./-]\d)(?:\s*[,;.)\n/-]|\s*$|[^\S\n]{2,}\p{Lu}| ?(?!h[,.;])\p{L}(?!\p{L})| \d{4,5}(?![\d.,])| \d{3} \d{2}(?![\d.,]))/u
const LONGEST_HOUSE = 4
/** Letters of a verb that is another small word elsewhere at most. */
const SHORT_VERB = 2
/** Letters of a legal form in lower case that is none of the small words at most. */
const SHORT_FORM = 4
/** "Ada Obi c/o Tom Bello", "Pt Nkansa c/o pain": at whose address somebody is reached, and what somebody complains of. */
const CARE = 'c/o '

/** How the run that ends before token `next` goes on: bits of After. */
export function after({ text, tokens, words }: Surroundings, next: number): number {
  if (next >= tokens.count) return After.end
  const kind = tokens.kind[next]!
  if (kind === TokenKind.newline) return After.end
  const at = tokens.start[next]!
  const gap = at - tokens.end[next - 1]!
  if (kind === TokenKind.sign) return afterSign(words, next, gap)
  if (gap > 2) return 0
  if (kind === TokenKind.number || kind === TokenKind.mixed) {
    const end = tokens.end[next]!
    // A house number is short; "Anna 0803..." is a person and a phone.
    const unit = tokens.units[at]!
    // "8h": hours more often than a house.
    const isHours = kind === TokenKind.mixed && tokens.units[end - 1] === SMALL_H
    const isShort = end - at <= LONGEST_HOUSE && isDigitUnit(unit) && unit !== ZERO && !isHours
    return isShort && isHouseNumber(text, tokens.units, end) ? After.number : 0
  }
  const isLower = kind === TokenKind.lower
  if (isLower && tokens.units[at + 1] === SLASH && text.startsWith(CARE, at)) return After.verb | After.lower
  const roles = words.bits[next]! & ROLES
  if (roles === 0) return isLower ? After.lower : 0
  let found = 0
  if ((roles & Role.organisation) !== 0 && (!isLower || isForm(words.known(next)))) found |= After.organisation
  if ((roles & (isLower ? Role.lowerStreet : Role.street)) !== 0) found |= After.street
  if (!isLower) return found
  if ((roles & Role.goods) !== 0) found |= After.goods
  if ((roles & Role.verb) !== 0 && isVerbHere(words, next)) found |= After.verb
  if ((roles & Role.afterLower) !== 0) found |= After.title
  return found | After.lower
}

/** Whether the number that ends at view index `end` goes on as the number of a house does. */
function isHouseNumber(text: string, units: Uint16Array, end: number): boolean {
  const unit = unitAt(units, end)
  if (unit === COMMA || unit === SEMICOLON || unit === CLOSE_PARENTHESIS) return true
  // "12 Mill Lane": mostly a word follows.
  if (unit === SPACE && isLetterUnit(unitAt(units, end + 1)) && isLetterUnit(unitAt(units, end + 2))) return false
  return BEHIND_NUMBER.test(sliceOf(text, end, end + 9))
}

/** Whether a word for a verb is one here: "Anna è", "Anna a dit", but "Ricci e vongole", "Halász a parton", where it joins or leads. */
export function isVerbHere(words: NameWords, index: number): boolean {
  const { start, end } = words.tokens
  return end[index]! - start[index]! > SHORT_VERB || words.lexicon.isShortVerb(words.known(index), words.languages)
}

/** Whether a word for an organisation is one in lower case too: no short form of capitals, as co and as are. */
export function isForm({ folded, small }: KnownWord): boolean {
  return folded.length > SHORT_FORM || (small & Small.lowerForm) !== 0
}

function afterSign(words: NameWords, next: number, gap: number): number {
  const { tokens } = words
  switch (tokens.units[tokens.start[next]!]!) {
    case AMPERSAND:
      return After.ampersand
    case FULL_STOP:
      return After.end
    case EXCLAMATION:
      return After.end | After.calls
    case COMMA:
      return After.calls
    case CLOSE_PARENTHESIS:
      return After.closes
    case COLON:
      return gap === 0 && unitAt(tokens.units, tokens.end[next]!) === SPACE ? After.colon : 0
    case APOSTROPHE:
    case RIGHT_QUOTE:
      return next + 1 < tokens.count && words.scanned.folded(next + 1) === 's' ? After.possessive : 0
    default:
      return 0
  }
}
