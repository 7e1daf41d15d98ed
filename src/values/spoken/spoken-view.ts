// Numbers said in words ("null drei null, neun null eins"), as in transcripts of calls: a second view of the text has them as
// digits, so that every detector reads them. Texts without a run of number words have none.
import type { PhraseBook } from '../../text/phrases.ts'
import type { Range } from '../../text/range.ts'
import { Rewriter } from '../../text/rewriting.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { TextBits } from '../../text/word-bits.ts'
import { type NumberLanguage, NumberWords } from './number-words.ts'
import { digitCount, isWord, PAUSE, runFrom, type SpokenNumber, type SpokenRun } from './runs.ts'

/** Digits of a run that may be a value of a person, and of one that may be the number of a house. */
const LEAST_DIGITS = 4
const LEAST_HOUSE_DIGITS = 2
const YEAR_DIGITS = 4
const LAST_DAY = 31
/** Digits of a number that is said whole: "fünfhundertzwölf". */
const WHOLE = 3

/** A text with its numbers as digits, and the ranges of these in the original text. */
export interface SpokenText {
  readonly text: ScannedText
  readonly ranges: readonly SpokenRange[]
}

export interface SpokenRange extends Range {
  /** A digit was read as a letter, perhaps: only check digits prove it. */
  readonly isMisread: boolean
}

/** A number with one or two digits that were scanned as letters: "84O31207553". */
const MISREAD = /^(?:\d{0,12}[OoIlSB]){1,2}\d{0,12}$/
const LEAST_MISREAD = 8
const DIGIT_FOR: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1', S: '5', B: '8' }

/** Numbers that are written as one. */
interface Run {
  readonly numbers: readonly SpokenNumber[]
  /** The text written before each of them; null leaves the text as it is. */
  readonly between: readonly (string | null)[]
  /** True if it may be a personal value on its own: enough digits, or the day or the year of a date. */
  readonly isValue: boolean
  /** Null for digits that were read as letters. */
  readonly spoken: SpokenRun | null
}

export class SpokenNumbers {
  readonly #words = new NumberWords()
  readonly #number: number
  readonly #misread: number
  readonly #month: number

  /** `month`: the bit of words for months (PhraseBook.ask). */
  constructor(book: PhraseBook, month: number) {
    this.#number = book.ask((word) => this.#words.has(word))
    this.#misread = book.ask(({ raw }) => raw.length >= LEAST_MISREAD && MISREAD.test(raw))
    this.#month = month
  }

  /** The text with digits for its numbers in words; null if it has no run of them. Linear in the text. */
  of(text: ScannedText, { any, each }: TextBits): SpokenText | null {
    if ((any & (this.#number | this.#misread)) === 0) return null
    // Words of other languages are numbers too ("bin", a thousand in Turkish): only the languages of the values count.
    const languages = new Set<NumberLanguage>()
    for (const { isValue, spoken } of this.#runs(text, each, null))
      if (isValue) for (const language of spoken!.languages) languages.add(language)
    return languages.size === 0 && (any & this.#misread) === 0 ? null : written(text, this.#runs(text, each, languages))
  }

  /** The runs of a text; without languages, those alone that may be values: not a lone word, as most are. */
  #runs(text: ScannedText, each: Int32Array, languages: ReadonlySet<NumberLanguage> | null): Run[] {
    const runs: Run[] = []
    const besides = this.#number | this.#month
    for (let at = 0; at < each.length; at++) {
      if ((each[at]! & this.#misread) !== 0) runs.push(misreadAt(text, at))
      if ((each[at]! & this.#number) === 0) continue
      const isLone = ((each[at + 1]! | each[at + 2]!) & besides) === 0 && !this.#isBehindMonth(each, at)
      if (languages === null && isLone) continue
      const spoken = runFrom(text, this.#words, at, languages)
      if (spoken === null) continue
      for (const numbers of joinable(spoken.numbers)) {
        const run = this.#runOf(text, each, numbers, spoken)
        if (run !== null) runs.push(run)
      }
      at = spoken.numbers.at(-1)!.end - 1
    }
    return runs
  }

  /** The numbers as they are written; null for numbers in sequence, and for a lone digit without a month. */
  #runOf(text: ScannedText, each: Int32Array, numbers: readonly SpokenNumber[], spoken: SpokenRun): Run | null {
    if (isCount(numbers)) return null
    const first = numbers[0]!
    const isBehindMonth = this.#isBehindMonth(each, first.first)
    const month = this.#monthBehind(text, each, first)
    const isDated = isBehindMonth || month >= 0
    const length = digitCount(numbers)
    if (length < LEAST_HOUSE_DIGITS && !isDated) return null
    // "March seventeen nineteen eighty".
    const isDayFirst = isBehindMonth && Number(first.digits) <= LAST_DAY && length - first.digits.length === YEAR_DIGITS
    const between = numbers.map(({ before }, index) =>
      index === 1 && isDayFirst ? null : numbers[index - 1]?.isOrdinal ? '.' : before,
    )
    const { kind } = text.tokens
    const hasYear = month >= 0 && (kind[month + 1] === TokenKind.number || kind[month + 2] === TokenKind.number)
    const isValue =
      length >= LEAST_DIGITS ? numbers.length > 1 || isDated : hasYear || (numbers.length > 1 && numbers[1]!.isOrdinal)
    return { numbers, between, isValue, spoken }
  }

  #isMonth(each: Int32Array, at: number): boolean {
    return at >= 0 && at < each.length && (each[at]! & this.#month) !== 0
  }

  /** "febrero de mil": perhaps with one word between. */
  #isBehindMonth(each: Int32Array, at: number): boolean {
    return this.#isMonth(each, at - 1) || this.#isMonth(each, at - 2)
  }

  /** The token of the month after a day or a year, perhaps with one word between: "seventeenth of March"; -1 if there is none. */
  #monthBehind({ tokens }: ScannedText, each: Int32Array, { first, end, digits }: SpokenNumber): number {
    // "du 3 mars": two letters are a preposition in another language.
    const isWhole = tokens.end[first]! - tokens.start[first]! > 2
    if (!isWhole || (Number(digits) > LAST_DAY && digits.length < LEAST_DIGITS)) return -1
    if (this.#isMonth(each, end)) return end
    return isWord(tokens.kind[end]) && this.#isMonth(each, end + 1) ? end + 1 : -1
  }
}

function misreadAt(text: ScannedText, at: number): Run {
  const digits = text.word(at).raw.replace(/\D/g, (letter) => DIGIT_FOR[letter]!)
  return {
    numbers: [{ digits, isOrdinal: false, first: at, end: at + 1, before: '' }],
    between: [''],
    isValue: false,
    spoken: null,
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

/** True for numbers that go up or down by one, or are all the same. */
function isCount(numbers: readonly SpokenNumber[]): boolean {
  if (numbers.length < 3) return false
  const step = Number(numbers[1]!.digits) - Number(numbers[0]!.digits)
  if (Math.abs(step) > 1) return false
  return numbers.every(
    ({ digits }, index) => index === 0 || Number(digits) - Number(numbers[index - 1]!.digits) === step,
  )
}

/** Units around a number in words that are read with it; a longer stretch without one is left out, so that it is not read twice. */
const AROUND = 600

function written(text: ScannedText, runs: readonly Run[]): SpokenText {
  const { start, end } = text.tokens
  const rewriter = new Rewriter(text.text)
  const ranges = runs.map(({ numbers, between, spoken }, at) => {
    leaveOut(text.text, at === 0 ? 0 : rewriter.taken + AROUND, start[numbers[0]!.first]! - AROUND, rewriter)
    for (const [index, { digits, first, end: behind }] of numbers.entries()) {
      const sign = between[index]!
      if (index > 0 && sign !== null) rewriter.put(sign, rewriter.taken, start[first]!)
      rewriter.put(digits, start[first]!, end[behind - 1]!)
    }
    const range = text.sourceRange(start[numbers[0]!.first]!, end[numbers.at(-1)!.end - 1]!)
    return { start: range.start, end: range.end, isMisread: spoken === null }
  })
  leaveOut(text.text, rewriter.taken + AROUND, text.text.length, rewriter)
  return { text: text.rewritten(rewriter.done()!), ranges }
}

/** Leaves out the whole words between two indexes, if they are as many as are read around a number. */
function leaveOut(text: string, from: number, to: number, rewriter: Rewriter): void {
  if (to - from < AROUND) return
  let first = from
  while (first < to && first > 0 && !/\s/.test(text[first]!)) first++
  let end = to
  while (end > first && end < text.length && !/\s/.test(text[end - 1]!)) end--
  if (first < end) rewriter.put('\n\n', first, end)
}
