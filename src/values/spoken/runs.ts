// Runs of number words, read in the language that gives the most digits, as people would write them.
import type { ScannedText } from '../../text/scanned.ts'
import { COMMA, EN_DASH, HYPHEN } from '../../text/signs.ts'
import { TokenKind } from '../../text/tokens.ts'
import { LINK, longForm, type NumberLanguage, type NumberPart, type NumberWords } from './number-words.ts'

/** A number of a run, by its tokens (end exclusive). */
export interface SpokenNumber {
  digits: string
  readonly isOrdinal: boolean
  readonly first: number
  end: number
  /** The words before it: none, a sign in words, or a pause. */
  readonly before: string
}

/** "nineteen hundred" is a year; "soixante-neuf cent deux" are 69 and 102. */
const MOST_HUNDREDS = 20
/** Ordinals of days and months; those of years are read as numbers. */
const LAST_ORDINAL = 31
/** Parts, signs and pauses of a run at most; bounds the work where runs follow each other. */
const MOST_ELEMENTS = 64
export const isWord = (kind: number | undefined): boolean => kind !== undefined && kind <= TokenKind.upper
export const PAUSE = ' '
const ELLIPSIS = 0x2026

/** A part of a run with its tokens; `part` is null for a sign, a pause or a word that repeats. */
interface Element {
  readonly part: NumberPart | null
  readonly sign: string
  readonly times: number
  readonly first: number
  readonly end: number
}

const element = (first: number, end: number, part: NumberPart | null, sign = '', times = 1): Element => ({
  part,
  sign,
  times,
  first,
  end,
})

/** A run and the languages that have it. */
export interface SpokenRun {
  readonly numbers: readonly SpokenNumber[]
  readonly languages: readonly NumberLanguage[]
}

/** The run that begins at token `first`, in the language, of those given (null: of all), that reads farthest; null if none begins there. */
export function runFrom(
  text: ScannedText,
  words: NumberWords,
  first: number,
  among: ReadonlySet<NumberLanguage> | null,
): SpokenRun | null {
  let best: { numbers: readonly SpokenNumber[]; languages: NumberLanguage[] } | null = null
  let farthest = 0
  for (const { language } of words.of(text.word(first)) ?? []) {
    if (among !== null && !among.has(language)) continue
    const isOpened = first > 0 && opens(language, text.folded(first - 1))
    const numbers = numbersOf(elementsOf(text, words, language, isOpened ? first - 1 : first), language)
    const end = numbers.at(-1)?.end ?? 0
    if (end === farthest && best !== null) best.languages.push(language)
    if (end <= farthest) continue
    best = { numbers, languages: [language] }
    farthest = end
  }
  return best
}

/** True for "plus" and "double" before the first number. */
const opens = ({ signs, repeats }: NumberLanguage, word: string): boolean =>
  signs.get(word) === '+' || repeats.has(word)

export const digitCount = (numbers: readonly SpokenNumber[]): number =>
  numbers.reduce((sum, { digits }) => sum + digits.length, 0)

/** The parts, signs and pauses from a token on that one language reads. */
function elementsOf(text: ScannedText, words: NumberWords, language: NumberLanguage, first: number): Element[] {
  const { kind, start, end, count } = text.tokens
  const found: Element[] = []
  for (let at = first; at < count && found.length < MOST_ELEMENTS; ) {
    if (at > first && start[at]! - end[at - 1]! > 2) break
    if (kind[at] === TokenKind.sign) {
      const pause = at > first ? pauseAt(text, at) : null
      if (pause === null) break
      if (pause !== '') found.push(element(at, at + 1, null, pause))
      at++
      continue
    }
    if (!isWord(kind[at])) break
    const added = wordAt(text, words, language, at)
    if (added.length === 0) break
    for (const one of added) found.push(one)
    at = added[0]!.end
  }
  return found
}

/** A pause for a comma or a dash between spaces, nothing for the hyphen of a number; null for other signs. */
function pauseAt(text: ScannedText, at: number): string | null {
  const { start, end, units } = text.tokens
  const sign = units[start[at]!]!
  if (start[at + 1] === end[at]) return sign === HYPHEN && start[at] === end[at - 1] ? '' : null
  return sign === COMMA || sign === HYPHEN || sign === EN_DASH || sign === ELLIPSIS ? PAUSE : null
}

/** The digits that the word at token `at`, perhaps with the words after it, adds to a run in one language; empty if it ends the run. */
function wordAt(text: ScannedText, words: NumberWords, language: NumberLanguage, at: number): Element[] {
  const folded = text.folded(at)
  const reading = words.of(text.word(at))?.find((one) => one.language === language)
  if (reading !== undefined) {
    const ends: number[] = [at + 1]
    const long = longForm(language, folded, (n) => {
      const { kind, start, end } = text.tokens
      let next = ends[n - 1]!
      if (kind[next] === TokenKind.sign && start[next] === end[next - 1] && start[next + 1] === end[next]) next++
      ends.push(next + 1)
      return isWord(kind[next]) && start[next]! - end[next - 1]! <= 1 ? text.folded(next) : null
    })
    if (long !== null) return [element(at, ends[long.words - 1]!, long.part)]
    return (reading.parts ?? []).map((part) => element(at, at + 1, part))
  }
  if (language.links.has(folded)) return [element(at, at + 1, { value: LINK, isOrdinal: false })]
  const times = language.repeats.get(folded)
  if (times !== undefined) return [element(at, at + 1, null, '', times)]
  const sign = language.signs.get(folded)
  return sign === undefined ? [] : [element(at, at + 1, null, sign)]
}

/** Reads elements as numbers, up to the first that is none. */
function numbersOf(elements: readonly Element[], language: NumberLanguage): SpokenNumber[] {
  const found: SpokenNumber[] = []
  const grammar = new Grammar(elements, language)
  let before = ''
  let times = 1
  for (let at = 0; at < elements.length; ) {
    const { part, sign, times: repeated, first } = elements[at]!
    if (part === null) {
      if (repeated > 1) times = repeated
      else if (sign === PAUSE ? before === '' : true) before = sign
      at++
      continue
    }
    if (part.value === LINK) break
    const { value, isOrdinal, next } = grammar.number(at)
    // "número cinco, segundo derecha" without the pause.
    if (isOrdinal && found.at(-1)?.isOrdinal === false) break
    const { end } = elements[next - 1]!
    const last = found.at(-1)
    const isPlus = before === '+'
    if (times > 1 && value > 9) break
    const digits = (isPlus ? before : '') + String(value).repeat(times)
    if (last !== undefined && last.end > first) {
      // "nittenåttifire": two numbers in one word.
      last.digits += digits
      last.end = end
    } else
      found.push({
        digits,
        isOrdinal,
        first: isPlus || times > 1 ? first - 1 : first,
        end,
        before: isPlus ? '' : before,
      })
    before = ''
    times = 1
    at = next
  }
  return found
}

interface Read {
  readonly value: number
  readonly isOrdinal: boolean
  /** Index of the element after it. */
  readonly next: number
}

/** Puts parts together: units and tens, hundreds, thousands. */
class Grammar {
  readonly #elements: readonly Element[]
  readonly #language: NumberLanguage

  constructor(elements: readonly Element[], language: NumberLanguage) {
    this.#elements = elements
    this.#language = language
  }

  number(at: number): Read {
    return this.#power(at, 1000, (from) => this.#power(from, 100, (one) => this.#belowHundred(one)))
  }

  /** The value of the part at an index; NONE for a link, a sign or the end. */
  #value(at: number): number {
    return this.#elements[at]?.part?.value ?? LINK
  }

  #isLink(at: number): boolean {
    return this.#elements[at]?.part?.value === LINK
  }

  #read(value: number, next: number): Read {
    return { value, isOrdinal: value <= LAST_ORDINAL && this.#isOrdinal(next - 1), next }
  }

  /** "two hundred and five", "zweihundert", "elfu moja": a number with a power of ten; `below` reads what precedes and follows it. */
  #power(at: number, power: number, below: (at: number) => Read): Read {
    const own = this.#value(at)
    let base = own
    let next = at + 1
    if (own < power || own >= 10 * power || own % power !== 0) {
      const times = below(at)
      if (
        this.#value(times.next) !== power ||
        times.value === 0 ||
        times.value >= (power === 100 ? MOST_HUNDREDS : 1000)
      )
        return times
      base = times.value * power
      next = times.next + 1
    }
    const rest = this.#isLink(next) ? next + 1 : next
    if (this.#value(rest) > 0 && this.#value(rest) < power) {
      const more = below(rest)
      // "nine hundred, three one eight" without the pause: single digits are not part of the number.
      const isDigits = more.value < 10 && rest === next && this.#value(more.next) >= 0 && this.#value(more.next) < 10
      if (more.value < power && !isDigits) return this.#read(base + more.value, more.next)
    }
    return this.#read(base, next)
  }

  #belowHundred(at: number): Read {
    const { inverted, teensAreComposed } = this.#language
    const value = this.#value(at)
    if (inverted !== undefined && this.#isInverted(at)) return this.#read(value + this.#value(at + 2), at + 3)
    const isTen = value >= 20 ? value < 100 && value % 10 === 0 : value === 10 && teensAreComposed
    const unit = this.#isLink(at + 1) ? at + 2 : at + 1
    // "dvacátého druhého" is one ordinal; "zwanzigster, zwei" is not.
    const mayTake = isTen && inverted !== 'always' && this.#isUnit(unit) && this.#isOrdinal(at) <= this.#isOrdinal(unit)
    if (mayTake && !(inverted === 'also' && this.#isInverted(unit)))
      return this.#read(value + this.#value(unit), unit + 1)
    return this.#read(value, at + 1)
  }

  #isUnit(at: number): boolean {
    return this.#value(at) > 0 && this.#value(at) < 10
  }

  #isOrdinal(at: number): boolean {
    return this.#elements[at]?.part?.isOrdinal === true
  }

  /** "vier und zwanzig": a unit, a link and a ten. */
  #isInverted(at: number): boolean {
    const ten = this.#value(at + 2)
    return this.#isUnit(at) && this.#isLink(at + 1) && ten >= 20 && ten < 100 && ten % 10 === 0
  }
}
