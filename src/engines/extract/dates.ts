// Calendar dates as entities: whole dates, and a month with its day or its year, in digits or with the month's name in any language.
import type { PhraseBook, PhraseHits } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { datesOf, isMonthWord, partialAt } from '../../values/written-dates.ts'
import { PROPOSALS, type Proposal, proposed } from './proposal.ts'

/** Text before a day without a year, and after a day or a month, that makes it a part of another number. */
const JOINED_BEFORE = /[\d.,:/-]$/
const JOINED_BEHIND = /^[:.,]\d|^%/
/** A short name of a month, which may be another word: it counts where it is written as a name. */
const SHORT = 3

/** Builds the rule; the caller must scan the text with `book`. */
export function dateRule(book: PhraseBook): (text: ScannedText, hits: PhraseHits) => Proposal[] {
  const month = book.ask(isMonthWord)
  return (text, { words }) => {
    const found: Proposal[] = []
    const add = (start: number, end: number) => found.push(proposed(PROPOSALS.date, start, end))
    const dates = datesOf(text, words, month).filter(({ bare, first, last }) => !bare && last > first)
    for (const { start, end } of dates) add(start, end)
    if ((words.any & month) === 0) return found
    const { count, start, end } = text.tokens
    let whole = 0
    for (let at = 0; at < count; at++) {
      while (whole < dates.length && dates[whole]!.last < at) whole++
      const partial = partialAt(text, at)
      if (partial === null || partial.last >= (dates[whole]?.first ?? count) || !isWritten(text, at, partial)) continue
      add(start[at]!, end[partial.last]!)
      at = partial.last
    }
    return found
  }
}

function isWritten(
  { text, tokens: { kind, start, end } }: ScannedText,
  first: number,
  { last, month, isYear }: { last: number; month: number; isYear: boolean },
): boolean {
  if (JOINED_BEFORE.test(text.slice(Math.max(0, start[first]! - 1), start[first]))) return false
  if (isYear) return true
  if (JOINED_BEHIND.test(text.slice(end[last], end[last]! + 2))) return false
  // "in May, 20 people": a comma separates a month only from its year.
  if (text.slice(end[first], start[last]).includes(',')) return false
  const isShort = end[month]! - start[month]! <= SHORT
  return !isShort || kind[month] === TokenKind.capital || text[end[month]!] === '.'
}
