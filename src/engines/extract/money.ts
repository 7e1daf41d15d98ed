// Amounts of money: a number with a currency sign, code or word beside it, with its scale word and its tail.
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { WordFacts } from '../../text/words.ts'
import { type Proposal, Rank } from './proposal.ts'

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

/** Digits in groups of three or plain, with decimals; at most 18 digits so that hostile digit runs cost nothing. */
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

/** A word, or with a final * every word that begins so. */
function words(values: readonly string[]): string {
  const whole = values.filter((value) => !value.endsWith('*'))
  const stems = values.filter((value) => value.endsWith('*')).map((value) => value.slice(0, -1))
  return `(?:${alternatives(stems)})\\p{L}{0,3}|(?:${alternatives(whole)})`
}

/** First (0) or last (-1) characters of some values, both cases, as a table of Basic Latin; a full stop at the end is passed over. */
function edges(values: readonly string[], place: 0 | -1): Uint8Array {
  const table = new Uint8Array(ASCII)
  for (const value of values) {
    const edge = place === 0 ? value[0] : value.replace(/\.$/, '').at(-1)
    for (const one of edge === undefined ? [] : [edge.toLowerCase(), edge.toUpperCase()])
      if (one.charCodeAt(0) < ASCII) table[one.charCodeAt(0)] = 1
  }
  return table
}

/** Other letters than those of Basic Latin are always let through. */
function isAmong(table: Uint8Array, unit: number): boolean {
  return unit >= ASCII || table[unit] === 1
}

/** Builds the rule from data/cues/currencies.json. */
export function moneyRule(facts: CurrencyFacts): MoneyRule {
  const sign = alternatives(facts.signs)
  const word = words(facts.after)
  const scale = `(?:${alternatives(facts.scales)})`
  const link = `(?: (?:${alternatives(facts.links)})|)`
  const tail = `(?:${alternatives(facts.tails)})`
  const before = new RegExp(`(?<![\\p{L}\\p{N}])(?:${sign})\\.? ?$`, 'iu')
  const wordBefore = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives(facts.wordsBefore)}) (?:${scale} )?$`, 'iu')
  const after = new RegExp(`^(?: ?${tail})?(?:[ -]?${scale})?${link}[ -]?(?:${sign}|${word})(?![\\p{L}\\p{N}])`, 'iu')
  const onlyScale = new RegExp(`^ ?${scale}(?![\\p{L}\\p{N}])`, 'iu')
  const onlyTail = new RegExp(`^ ?${tail}(?!\\d)`, 'u')
  const lasts = edges([...facts.signs, ...facts.wordsBefore, ...facts.scales], -1)
  const firsts = edges([...facts.scales, ...facts.links, ...facts.signs, ...facts.after], 0)
  const tailFirsts = edges(facts.tails, 0)
  /** May one of the patterns before a number end `left`, by its last letter or sign? */
  const mayLead = (left: string): boolean => {
    let at = left.length - 1
    if (left[at] === ' ') at--
    if (left[at] === '.') at--
    return at >= 0 && isAmong(lasts, left.charCodeAt(at))
  }
  /** May the pattern behind a number begin `right`, by its first letter or sign? */
  const mayTrail = (right: string): boolean => {
    const at = right[0] === ' ' || right[0] === '-' ? 1 : 0
    if (at >= right.length) return false
    const unit = right.charCodeAt(at)
    if (isAmong(firsts, unit)) return true
    return isAmong(tailFirsts, unit) && facts.tails.some((close) => right.startsWith(close, at))
  }
  const glued = facts.glued.map(({ sign: letter, pattern }) => ({
    letter,
    pattern: new RegExp(`^(?:${pattern})(?![\\p{L}\\p{N}-])`, 'u'),
  }))
  const numberWords = new Set(facts.numbers.map(fold))
  const numberEndings = facts.numberEndings.map(fold)
  const currencyWord = new RegExp(`^(?:${scale} )?(?:${word})(?![\\p{L}\\p{N}])`, 'iu')
  const numberWord = new WordFacts(
    ({ folded }) =>
      numberWords.has(folded) || (folded.length > 5 && numberEndings.some((ending) => folded.endsWith(ending))),
  )

  return (text) => {
    const source = text.text
    const found: Proposal[] = []
    const add = (start: number, end: number): void => {
      found.push({ type: 'MONEY', start, end, confidence: 0.9, source: 'rule', metadata: {}, rank: Rank.shaped })
    }
    for (const match of source.matchAll(NUMBER)) {
      const start = match.index
      const left = source.slice(Math.max(0, start - REACH), start)
      // "R7 820", "N480,000": a letter that is a currency only when a number is glued to it.
      const letter = glued.find(
        (one) => left.endsWith(one.letter) && !/[\p{L}\p{N}]$/u.test(left.slice(0, -one.letter.length)),
      )
      const shaped = letter?.pattern.exec(source.slice(start, start + REACH))
      let end = start + match[0].length
      let begins = start
      let isMoney = false
      if (shaped) {
        begins = start - letter!.letter.length
        end = start + shaped[0].length
        isMoney = true
      } else {
        const lead = mayLead(left) ? (before.exec(left) ?? wordBefore.exec(left)) : null
        // Glued to a word only where that is a sign.
        if (lead === null && /[\p{L}\p{N}_]$/u.test(left)) continue
        if (lead) {
          begins = start - lead[0].length
          isMoney = true
        }
      }
      const right = source.slice(end, end + REACH + 8)
      const trail = mayTrail(right) ? after.exec(right) : null
      if (trail) {
        end += trail[0].length
        // Case endings behind a sign: "45 000 Ft-ot", "120 €:lla".
        end += /^(?:[-:]\p{Ll}{1,4}(?!\p{L}))?/u.exec(source.slice(end, end + 6))![0].length
        if (
          /(?:kr|\u043b\u0432|\u03b5\u03ba\u03b1\u03c4|Fr)$/u.test(source.slice(Math.max(0, end - 6), end)) &&
          source[end] === '.'
        )
          end++
        isMoney = true
      } else if (isMoney) {
        const scaled = onlyScale.exec(right)
        if (scaled) end += scaled[0].length
        const closing = onlyTail.exec(source.slice(end, end + 4))
        if (closing) end += closing[0].length
      }
      if (isMoney) add(begins, end)
    }
    const { tokens } = text
    for (let index = 0; index + 1 < tokens.count; index++) {
      if (tokens.kind[index] !== TokenKind.lower || !numberWord.of(text.word(index))) continue
      const next = tokens.end[index]!
      if (source[next] !== ' ' && source[next] !== '-') continue
      const trail = currencyWord.exec(source.slice(next + 1, next + 1 + REACH))
      if (!trail) continue
      let first = index
      while (
        first > 0 &&
        tokens.kind[first - 1] === TokenKind.lower &&
        numberWord.of(text.word(first - 1)) &&
        index - first < 6
      )
        first--
      add(tokens.start[first]!, next + 1 + trail[0].length)
    }
    return found
  }
}
