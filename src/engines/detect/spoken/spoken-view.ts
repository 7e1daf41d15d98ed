// Numbers said in words ("null drei null, neun null eins"), as in transcripts of calls: a second view of the text in which they are
// digits, so that every detector reads them. Texts without a run of number words have none.
import type { PhraseBook } from '../../../text/phrases.ts'
import type { Range } from '../../../text/range.ts'
import { Rewriter } from '../../../text/rewriting.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { TextBits } from '../../../text/word-bits.ts'
import { isWord } from '../token-questions.ts'
import { type NumberLanguage, NumberWords } from './number-words.ts'
import { digitCount, PAUSE, runFrom, type SpokenNumber, type SpokenRun } from './runs.ts'

/** Digits of a run that may be a value of a person; of one number that may be a year; of one that may be the number of a house. */
const LEAST_DIGITS = 4
const LEAST_HOUSE_DIGITS = 2
const YEAR_DIGITS = 4
const LAST_DAY = 31
/** Digits of a number that is said whole: "fünfhundertzwölf". */
const WHOLE = 3

/** A text with its numbers as digits, and the ranges of these in the original text. */
export interface SpokenText {
  readonly text: ScannedText
  readonly ranges: readonly Range[]
}

/** Numbers that are written as one: with these between them, by the index of the number behind; null leaves the text as it is. */
interface Run {
  readonly numbers: readonly SpokenNumber[]
  readonly between: readonly (string | null)[]
}

export class SpokenNumbers {
  readonly #words = new NumberWords()
  readonly #number: number
  readonly #month: number

  /** `month`: the bit of words for months (PhraseBook.ask). */
  constructor(book: PhraseBook, month: number) {
    this.#number = book.ask((word) => this.#words.of(word) !== null)
    this.#month = month
  }

  /** The text with digits for its numbers in words; null if it has no run of them. Linear in the text. */
  of(text: ScannedText, { any, each }: TextBits): SpokenText | null {
    if ((any & this.#number) === 0) return null
    // Words of other languages are numbers too ("bin", a thousand in Turkish): only the languages of the runs count.
    const languages = new Set<NumberLanguage>()
    this.#read(text, each, null, (run, spoken) => {
      if (this.#isValue(text, each, run)) for (const language of spoken.languages) languages.add(language)
    })
    if (languages.size === 0) return null
    const runs: Run[] = []
    this.#read(text, each, languages, (run) => runs.push(run))
    return runs.length === 0 ? null : written(text, runs)
  }

  #read(
    text: ScannedText,
    each: Int32Array,
    languages: ReadonlySet<NumberLanguage> | null,
    take: (run: Run, spoken: SpokenRun) => void,
  ): void {
    for (let at = 0; at < each.length; at++) {
      if ((each[at]! & this.#number) === 0) continue
      const spoken = runFrom(text, this.#words, at, languages)
      if (spoken === null) continue
      for (const part of joinable(spoken.numbers)) {
        const run = this.#runOf(text, each, part)
        if (run !== null) take(run, spoken)
      }
      at = spoken.numbers.at(-1)!.end - 1
    }
  }

  /** The numbers as they are written; null for a row that counts, and for one number that nothing says more of. */
  #runOf(text: ScannedText, each: Int32Array, numbers: readonly SpokenNumber[]): Run | null {
    const first = numbers[0]!
    const isDated = this.#isMonth(each, first.first - 1)
    if (isCount(numbers)) return null
    if (
      numbers.length === 1 &&
      first.digits.length < LEAST_HOUSE_DIGITS &&
      !isDated &&
      this.#monthBehind(text, each, first) < 0
    )
      return null
    // "March seventeen nineteen eighty".
    const isDayAndYear = isDated && Number(first.digits) <= LAST_DAY && digitCount(numbers.slice(1)) === YEAR_DIGITS
    const between = numbers.map(({ before }, index) => {
      if (index === 0) return before
      const previous = numbers[index - 1]!
      if (index === 1 && isDayAndYear) return null
      return previous.isOrdinal ? '.' : before
    })
    return { numbers, between }
  }

  /** True if a run may be a value of a person by itself: it has digits enough, or is the day or the year of a date. */
  #isValue(text: ScannedText, each: Int32Array, { numbers }: Run): boolean {
    const first = numbers[0]!
    if (digitCount(numbers) >= LEAST_DIGITS)
      return numbers.length > 1 || this.#isMonth(each, first.first - 1) || this.#monthBehind(text, each, first) >= 0
    if (numbers.length > 1) return numbers[0]!.isOrdinal && numbers[1]!.isOrdinal
    const month = this.#monthBehind(text, each, first)
    const year = text.tokens.kind[month + 1] === TokenKind.number ? month + 1 : month + 2
    return month >= 0 && text.tokens.kind[year] === TokenKind.number
  }

  #isMonth(each: Int32Array, at: number): boolean {
    return at >= 0 && at < each.length && (each[at]! & this.#month) !== 0
  }

  /** The token of the month behind a day, perhaps with one word between: "seventeenth of March"; -1 if there is none. */
  #monthBehind({ tokens: { kind } }: ScannedText, each: Int32Array, { end, digits }: SpokenNumber): number {
    if (Number(digits) > LAST_DAY && digits.length < LEAST_DIGITS) return -1
    if (this.#isMonth(each, end)) return end
    return isWord(kind[end]) && this.#isMonth(each, end + 1) ? end + 1 : -1
  }
}

/** Numbers with pauses are one value if they begin with zero or a plus, or if several are said without a pause; else each is its own. */
function joinable(numbers: readonly SpokenNumber[]): readonly (readonly SpokenNumber[])[] {
  const chunks: SpokenNumber[][] = []
  for (const number of numbers)
    if (chunks.length === 0 || number.before === PAUSE) chunks.push([number])
    else chunks.at(-1)!.push(number)
  const isOne =
    /^[0+]/.test(numbers[0]!.digits) ||
    chunks.some(({ length }) => length > 1) ||
    numbers.every(({ digits }) => digits.length >= WHOLE)
  return isOne ? [numbers] : chunks
}

/** True for numbers that go up or down by one, or are all the same: somebody counts. */
function isCount(numbers: readonly SpokenNumber[]): boolean {
  if (numbers.length < 3) return false
  const step = Number(numbers[1]!.digits) - Number(numbers[0]!.digits)
  if (Math.abs(step) > 1) return false
  return numbers.every(
    ({ digits }, index) => index === 0 || Number(digits) - Number(numbers[index - 1]!.digits) === step,
  )
}

function written(text: ScannedText, runs: readonly Run[]): SpokenText {
  const { start, end } = text.tokens
  const rewriter = new Rewriter(text.text)
  const ranges = runs.map(({ numbers, between }) => {
    for (const [index, { digits, first, end: behind }] of numbers.entries()) {
      const sign = between[index]!
      if (index > 0 && sign !== null) rewriter.put(sign, rewriter.taken, start[first]!)
      rewriter.put(digits, start[first]!, end[behind - 1]!)
    }
    return text.sourceRange(start[numbers[0]!.first]!, end[numbers.at(-1)!.end - 1]!)
  })
  return { text: text.rewritten(rewriter.done()!), ranges }
}
