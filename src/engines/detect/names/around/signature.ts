// What signs a text: the given name alone in its last line, or the one that opens its last few words behind a telephone number.
import { Level } from '../../../../packs/word-levels.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { sliceOf } from '../../../../text/unit-classes.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'

/** What a signature without a line of its own adds to a word; how much of a text may still follow it. */
export const SIGNS = 1.5
const SIGNS_WITHIN = 32
/** What a given name gains that is the last line of a text; how much may follow it. */
export const LAST_LINE = 5
const LINE_ENDS = 8
const AFTER_ALL = /^\s*$/
const BEFORE_LINE = /[.!?,:;\n]\r?$/
/** Digits of a telephone number without blanks, and of any: a card has more. */
const LONG_NUMBER = 7
const MOST_DIGITS = 13
/** One with hyphens, at the end of what is looked at. */
const HYPHENED = /(?:^|[^\d-])\+?(\d{1,4}(?:-\d{1,4}){1,5})$/
const NUMBER_WITHIN = 24
/** A word or two of who signs, or the floor, and nothing more; no amount ("Bill €245.") and no label ("Grace clause: none."). */
const SIGNED =
  /^(?:(?:,? |, \d{1,2}(?:\.|\p{L}{1,3})? ?)[^.!?\n,:\d\p{Sc}]{1,12}(?:[., ]{1,2}(?:[^.!?\n,:\d\p{Sc}]{1,16}|\d{1,2}))?)?[.!]?\s{0,16}$/u

/** "... or call 0700 123 456. Vesna, top floor": a given name that opens the last few words of a text. */
export function signsOff(search: NameSearch, { levels, first, end }: NameWord): boolean {
  const { text, tokens, evidence } = search
  if (levels.given < Level.known || !endsText(text, end) || levels.word >= Level.uncommon) return false
  if (isLastSentence(text, first > 0 ? search.tokens.end[first - 1]! : 0, end)) return true
  // Behind a telephone number and its full stop: two groups of digits at least, or one as long as two.
  const { kind, start } = tokens
  const last = first - 2
  if (last < 1 || kind[last] !== TokenKind.number || !/[.!]/.test(text[start[last + 1]!]!)) return false
  const at = tokens.end[last]!
  const digits = (HYPHENED.exec(text.slice(Math.max(0, at - NUMBER_WITHIN), at))?.[1] ?? '').replaceAll('-', '').length
  const isHyphened = digits >= LONG_NUMBER && digits <= MOST_DIGITS && !evidence.dates.some(({ end }) => end === at)
  const length = at - start[last]!
  const isPhone = kind[last - 1] === TokenKind.number || isHyphened || (length >= LONG_NUMBER && length <= MOST_DIGITS)
  return isPhone && SIGNED.test(text.slice(end))
}

/** A word, the end of its sentence and a blank. */
const SENTENCE_BEFORE = /[\p{L}\p{N})][.!?]$/u
const SIGNATURE_ENDS = /^[.!]?\s{0,16}$/

/** "... goes back on 18.05.2026. Pauls": the word is the last sentence, its sign ending at `before`, and the text has more than that one. */
function isLastSentence(text: string, before: number, end: number): boolean {
  return SIGNATURE_ENDS.test(text.slice(end)) && SENTENCE_BEFORE.test(text.slice(Math.max(0, before - 2), before))
}

/** Whether a word that ends at view index `end` may sign its text. */
function endsText({ length }: string, end: number): boolean {
  return length - end < SIGNS_WITHIN
}

/** The run is the last line of a text, behind a sentence. */
export function isSetApart({ text }: NameSearch, run: readonly NameWord[]): boolean {
  const { start } = run[0]!
  const { end } = run[run.length - 1]!
  const isLine =
    start >= 2 && text[start - 1] === '\n' && BEFORE_LINE.test(sliceOf(text, Math.max(0, start - 3), start - 1))
  return isLine && text.length - end < LINE_ENDS && AFTER_ALL.test(sliceOf(text, end))
}

/** The most that the end of the text may say for the word that ends at view index `end`. */
export function mostAtEnd({ text }: NameSearch, end: number): number {
  return (endsText(text, end) ? SIGNS : 0) + (text.length - end < LINE_ENDS ? LAST_LINE : 0)
}
