// Amounts of money: a number next to a currency sign, code or word, with its scale word and its suffix.
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { WordFacts } from '../../text/words.ts'
import { PROPOSALS, type Proposal, proposed } from './proposal.ts'

interface CurrencyFacts {
  readonly signs: readonly string[]
  readonly glued: readonly { readonly sign: string; readonly pattern: string }[]
  readonly after: readonly string[]
  readonly wordsBefore: readonly string[]
  readonly scales: readonly string[]
  readonly links: readonly string[]
  readonly tails: readonly string[]
  readonly numbers: readonly string[]
  readonly numberEndings: readonly string[]
}

export type MoneyRule = (text: ScannedText) => Proposal[]

/** Digits in groups of three or plain, with decimals; at most 18 digits, so that long digit runs cost little. */
const NUMBER =
  /(?<![\d.,])\d{1,3}(?:[ .,'\u2019]\d{3}){1,5}(?:[.,]\d{1,2})?(?!\d)|(?<![\d.,])\d{1,12}(?:[.,]\d{1,2})?(?!\d)/g
const REACH = 24
const ASCII = 128

const literally = (value: string): string => value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const alternatives = (values: readonly string[]): string =>
  [...new Set(values)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(literally)
    .join('|')

/** Alternatives for words; a final * matches every continuation. */
function words(values: readonly string[]): string {
  const whole = values.filter((value) => !value.endsWith('*'))
  const stems = values.filter((value) => value.endsWith('*')).map((value) => value.slice(0, -1))
  return `(?:${alternatives(stems)})\\p{L}{0,3}|(?:${alternatives(whole)})`
}

/** First (0) or last (-1) characters of some values, in both cases, as a table of Basic Latin; a final full stop is skipped. */
function edges(values: readonly string[], place: 0 | -1): Uint8Array {
  const table = new Uint8Array(ASCII)
  for (const value of values) {
    const edge = place === 0 ? value[0] : value.replace(/\.$/, '').at(-1)
    for (const one of edge === undefined ? [] : [edge.toLowerCase(), edge.toUpperCase()])
      if (one.charCodeAt(0) < ASCII) table[one.charCodeAt(0)] = 1
  }
  return table
}

/** Characters outside Basic Latin are always accepted. */
const isAmong = (table: Uint8Array, unit: number): boolean => unit >= ASCII || table[unit] === 1

/** Builds the rule from data/cues/currencies.json. */
export function moneyRule(facts: CurrencyFacts): MoneyRule {
  const figures = new Figures(facts)
  const spelt = new SpeltNumbers(facts)
  return (text) => {
    const found: Proposal[] = []
    const add = (start: number, end: number) => found.push(proposed(PROPOSALS.money, start, end))
    figures.find(text.text, add)
    spelt.find(text, add)
    return found
  }
}

type Add = (start: number, end: number) => unknown

const scaleOf = ({ scales }: CurrencyFacts): string => `(?:${alternatives(scales)})`

/** Case endings after a sign: "45 000 Ft-ot", "120 \u20ac:lla". */
const CASE_ENDING = /^(?:[-:]\p{Ll}{1,4}(?!\p{L}))?/u
/** Currency abbreviations that may have a full stop. */
const SHORT_CURRENCY = /(?:kr|\u043b\u0432|\u03b5\u03ba\u03b1\u03c4|Fr)$/u

class Figures {
  readonly #tails: readonly string[]
  /** Patterns before a number: a currency, or a word for one. */
  readonly #before: RegExp
  readonly #wordBefore: RegExp
  /** Patterns after a number: everything up to a currency; after an amount, its scale word and its suffix. */
  readonly #after: RegExp
  readonly #onlyScale: RegExp
  readonly #onlyTail: RegExp
  /** Possible last characters of the text before a number, and first characters of the text after it. */
  readonly #lasts: Uint8Array
  readonly #firsts: Uint8Array
  readonly #tailFirsts: Uint8Array
  /** Letters that are a currency only directly before a number: "R7 820", "N480,000". */
  readonly #glued: readonly { readonly letter: string; readonly pattern: RegExp }[]

  constructor(facts: CurrencyFacts) {
    const sign = alternatives(facts.signs)
    const word = words(facts.after)
    const scale = scaleOf(facts)
    const link = `(?: (?:${alternatives(facts.links)})|)`
    const tail = `(?:${alternatives(facts.tails)})`
    this.#tails = facts.tails
    this.#before = new RegExp(`(?<![\\p{L}\\p{N}])(?:${sign})\\.? ?$`, 'iu')
    this.#wordBefore = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives(facts.wordsBefore)}) (?:${scale} )?$`, 'iu')
    this.#after = new RegExp(`^(?: ?${tail})?(?:[ -]?${scale})?${link}[ -]?(?:${sign}|${word})(?![\\p{L}\\p{N}])`, 'iu')
    this.#onlyScale = new RegExp(`^ ?${scale}(?![\\p{L}\\p{N}])`, 'iu')
    this.#onlyTail = new RegExp(`^ ?${tail}(?!\\d)`, 'u')
    this.#lasts = edges([...facts.signs, ...facts.wordsBefore, ...facts.scales], -1)
    this.#firsts = edges([...facts.scales, ...facts.links, ...facts.signs, ...facts.after], 0)
    this.#tailFirsts = edges(facts.tails, 0)
    this.#glued = facts.glued.map(({ sign: letter, pattern }) => ({
      letter,
      pattern: new RegExp(`^(?:${pattern})(?![\\p{L}\\p{N}-])`, 'u'),
    }))
  }

  find(source: string, add: Add): void {
    for (const match of source.matchAll(NUMBER)) {
      const start = match.index
      const left = source.slice(Math.max(0, start - REACH), start)
      const letter = this.#glued.find(
        (one) => left.endsWith(one.letter) && !/[\p{L}\p{N}]$/u.test(left.slice(0, -one.letter.length)),
      )
      const shaped = letter?.pattern.exec(source.slice(start, start + REACH))
      if (shaped) {
        add(start - letter!.letter.length, this.#endOf(source, start + shaped[0].length, true)!)
        continue
      }
      const lead = this.#leadOf(left)
      // Directly after a word only if the currency is a sign.
      if (lead === null && /[\p{L}\p{N}_]$/u.test(left)) continue
      const end = this.#endOf(source, start + match[0].length, lead !== null)
      if (end !== null) add(start - (lead?.length ?? 0), end)
    }
  }

  /** The currency directly before a number; null if there is none. */
  #leadOf(left: string): string | null {
    if (!this.#mayLead(left)) return null
    return (this.#before.exec(left) ?? this.#wordBefore.exec(left))?.[0] ?? null
  }

  #mayLead(left: string): boolean {
    let at = left.length - 1
    if (left[at] === ' ') at--
    if (left[at] === '.') at--
    return at >= 0 && isAmong(this.#lasts, left.charCodeAt(at))
  }

  /** End of the amount whose number ends at `end`; null if neither a currency follows nor one precedes (`isMoney`). */
  #endOf(source: string, end: number, isMoney: boolean): number | null {
    const right = source.slice(end, end + REACH + 8)
    const trail = this.#mayTrail(right) ? this.#after.exec(right) : null
    if (trail !== null) {
      let close = end + trail[0].length
      close += CASE_ENDING.exec(source.slice(close, close + 6))![0].length
      const isShort = source[close] === '.' && SHORT_CURRENCY.test(source.slice(Math.max(0, close - 6), close))
      return isShort ? close + 1 : close
    }
    if (!isMoney) return null
    const scaled = end + (this.#onlyScale.exec(right)?.[0].length ?? 0)
    return scaled + (this.#onlyTail.exec(source.slice(scaled, scaled + 4))?.[0].length ?? 0)
  }

  #mayTrail(right: string): boolean {
    const at = right[0] === ' ' || right[0] === '-' ? 1 : 0
    if (at >= right.length) return false
    const unit = right.charCodeAt(at)
    if (isAmong(this.#firsts, unit)) return true
    return isAmong(this.#tailFirsts, unit) && this.#tails.some((close) => right.startsWith(close, at))
  }
}

/** Minimum length (exclusive) of a number word recognised by its ending, and maximum number of words of one amount. */
const SHORT_WORD = 5
const MOST_NUMBER_WORDS = 6

/** Amounts in words: "twenty thousand euros". */
class SpeltNumbers {
  readonly #isNumber: WordFacts<boolean>
  readonly #currency: RegExp

  constructor(facts: CurrencyFacts) {
    const numbers = new Set(facts.numbers.map(fold))
    const endings = facts.numberEndings.map(fold)
    this.#currency = new RegExp(`^(?:${scaleOf(facts)} )?(?:${words(facts.after)})(?![\\p{L}\\p{N}])`, 'iu')
    this.#isNumber = new WordFacts(
      ({ folded }) =>
        numbers.has(folded) || (folded.length > SHORT_WORD && endings.some((ending) => folded.endsWith(ending))),
    )
  }

  find(text: ScannedText, add: Add): void {
    const { tokens, text: source } = text
    for (let index = 0; index + 1 < tokens.count; index++) {
      if (!this.#isAt(text, index)) continue
      const next = tokens.end[index]!
      if (source[next] !== ' ' && source[next] !== '-') continue
      const trail = this.#currency.exec(source.slice(next + 1, next + 1 + REACH))
      if (trail === null) continue
      let first = index
      while (first > 0 && index - first < MOST_NUMBER_WORDS && this.#isAt(text, first - 1)) first--
      add(tokens.start[first]!, next + 1 + trail[0].length)
    }
  }

  #isAt(text: ScannedText, index: number): boolean {
    return text.tokens.kind[index] === TokenKind.lower && this.#isNumber.of(text.word(index))
  }
}
