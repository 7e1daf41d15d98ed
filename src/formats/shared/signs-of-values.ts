// The letters and digits of a text that a value is searched by, over tags, gaps and joined words.
import { isDigitUnit, isLetterOrNumberUnit, unitOf } from '../../text/unit-classes.ts'

/** Scripts without spaces between words: two signs are a name, and nothing marks where a word begins. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const FIRST_UNSPACED = 0x0e00
const WORD = /[\p{L}\p{M}\p{N}]/u
const FIRST_MARK = 0x300

/** Letters and digits from a place on, and where each is. */
export interface Signs {
  readonly signs: string
  readonly places: readonly number[]
}

/** Characters between two signs of one value: a broken line is filled up with spaces. */
const WIDEST_GAP = 10
const LONGEST_TAG = 66
const WIDEST_MARKUP = 3 * LONGEST_TAG

/** The signs from a sign on, at most `most`, and none after a wide gap. */
export function signsFrom(text: string, at: number, most: number): Signs {
  const places: number[] = []
  let signs = ''
  for (let place = at; place >= 0 && places.length < most; place = nextSign(text, place + 1)) {
    places.push(place)
    signs += text[place]
  }
  return { signs, places }
}

/** Index of the first sign from `at` on outside of tags; -1 after a wide gap. */
export function nextSign(text: string, at: number): number {
  let from = at
  for (let i = at; i < text.length && i - from <= WIDEST_GAP && i - at <= WIDEST_MARKUP; i++) {
    if (isSignAt(text, i)) return i
    const tag = text[i] === '<' ? text.slice(i, i + LONGEST_TAG).indexOf('>') : -1
    if (tag > 0) {
      i += tag
      from = i
    }
  }
  return -1
}

/** True for a unit of a letter, a mark or a digit. */
export function isSignAt(text: string, at: number): boolean {
  const unit = unitOf(text, at)
  if (unit < 0xd800 || unit > 0xdfff) return isLetterOrNumberUnit(unit) || (unit >= FIRST_MARK && WORD.test(text[at]!))
  return WORD.test(String.fromCodePoint(text.codePointAt(unit < 0xdc00 ? at : at - 1) ?? unit))
}

/** True for a capital that begins a word inside of a joined one. `small`: the text in small letters. */
export function isInitialIn(text: string, small: string, at: number): boolean {
  if (text[at] === small[at]) return false
  const isSmall = (place: number) => isSignAt(small, place) && text[place] === small[place]
  return isSmall(at - 1) || isSmall(at + 1)
}

/** True if a word that ends at a place is followed by another without a space. */
export function isJoinedAt(text: string, small: string, end: number): boolean {
  return end < text.length && (text[end] !== small[end] || isDigitUnit(text.charCodeAt(end)))
}

/** True where digits end and letters begin, or the other way. */
export function isBorder(text: string, at: number): boolean {
  return isDigitUnit(unitOf(text, at - 1)) !== isDigitUnit(unitOf(text, at))
}

/** True if no space parts words at one of two places. */
export function isUnspaced(text: string, one: number, other: number): boolean {
  const isLow = unitOf(text, one) < FIRST_UNSPACED && unitOf(text, other) < FIRST_UNSPACED
  return !isLow && UNSPACED.test(text[one]! + text[other]!)
}
