// Rows of price lists and catalogues: what opens a row that measures or prices goods is what they are called, in a text that
// lists goods. People have prices too ("Anna 200 лв"), but neither litres nor article numbers.

import { AT, BAR, COLON, COMMA, DOLLAR, EQUALS, FULL_STOP, PLUS, SEMICOLON, ZERO } from '../../../../text/signs.ts'
import { unitAt } from '../../../../text/text-units.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { codeAt, unitOf } from '../../../../text/unit-classes.ts'
import { isCapitalised } from '../../token-questions.ts'
import type { Surroundings } from '../around/surroundings.ts'
import { Cue } from '../words/cues.ts'
import { Role, Small } from '../words/roles.ts'

const CURRENCY = /\p{Sc}/u
/** Signs that part the rows of a list in one line: | and bullets. */
const PARTS = new Set([BAR, 0x2022, 0xb7])
/** Words before the name in its row at most: "Vin", "2 x", "Vinho do Porto". */
const MOST_BEFORE = 3
/** Tokens of a row behind the name at most. */
const MOST_BEHIND = 24
/** Digits of a telephone number or an id at least, and from how many on they are a barcode's. */
const LONG = 6
const BARCODE = 12
/** Rows that measure or price goods and make a list of them. */
const LEAST_ROWS = 3

/** A text that is asked once what it lists. */
type Listing = Surroundings & { listsGoods(): boolean; listsPrices(): boolean }

/** Whether the name of tokens first..next opens a row of goods. */
export function isRowOfGoods(search: Listing, first: number, next: number): boolean {
  if (search.words.scanned.digits.length === 0 || !opensRow(search, first)) return false
  if (isPricedKind(search, first, next)) return true
  const { tokens, words, text } = search
  const { kind, start, end, count } = tokens
  let isPriced = false
  let isMeasured = false
  let cells = 0
  for (let at = next; at < count && at - next < MOST_BEHIND; at++) {
    const what = kind[at]!
    // "8027252 | paint roller | 25 cm | 88 pcs | 5.40": the sign parts the cells of a row.
    if (codeAt(text, start[at]!) === BAR && what === TokenKind.sign && !isPriced) {
      cells++
      continue
    }
    if (endsRow(search, at)) {
      // One of a list in a line, of which others are priced.
      if (codeAt(text, start[at]!) === SEMICOLON) isPriced = true
      break
    }
    if (what === TokenKind.number) {
      const length = end[at]! - start[at]!
      if ((length > LONG && length < BARCODE && !isArticleNumber(search, at)) || opensTelephone(search, at))
        return false
      if (isMeasure(search, at)) isMeasured = true
      else isPriced ||= isPrice(search, at)
    } else if (what === TokenKind.mixed) isMeasured ||= isSize(text.slice(start[at]!, end[at]!))
    else if (what === TokenKind.sign && isMailSign(search, at)) return false
    else if (what === TokenKind.lower && (words.roles(at) & Role.verb) !== 0) return false
  }
  return (isPriced && isMeasured) || (cells === 0 && (isPriced || isMeasured) && search.listsGoods())
}

/** Digits of a number with its trunk prefix at least. */
const LEAST_TRUNK = 3

/** Whether the number `at` has a country code or a trunk prefix: goods have no telephone. */
export function opensTelephone({ tokens: { start, end, units } }: Surroundings, at: number): boolean {
  const from = start[at]!
  return unitAt(units, from - 1) === PLUS || (units[from] === ZERO && end[at]! - from >= LEAST_TRUNK)
}

/** Groups of digits behind the first of a price at most. */
const MOST_GROUPS = 2
/** Prices of a list of goods at least of which each is a kind and what it is called. */
const LEAST_PRICES = 3

/** "sofa Oslo 499 €, lamp Luna 39 €, chair Emma 59 €": what stands between a kind of thing, which opens its row, and a price. */
function isPricedKind(search: Listing, first: number, next: number): boolean {
  const { tokens, words } = search
  const kind = first - 1
  if (kind < 0 || next >= tokens.count || tokens.kind[next] !== TokenKind.number) return false
  // "24 900 Ft": groups of thousands.
  let last = next
  while (last + 1 < tokens.count && tokens.kind[last + 1] === TokenKind.number && last - next < MOST_GROUPS) last++
  if (!isPrice(search, last)) return false
  if (tokens.kind[kind]! > TokenKind.capital || (kind > 0 && !startsRow(search, kind - 1))) return false
  if ((words.roles(kind) & ~(Role.goods | Role.plantTalk | Role.brand)) !== 0 || words.small(kind) !== 0) return false
  return search.listsPrices()
}

/** Whether so many numbers of the text are prices that it is a list of them. */
export function listsPrices(search: Surroundings): boolean {
  const { tokens, words } = search
  let prices = 0
  for (const at of words.scanned.digits)
    if (tokens.kind[at] === TokenKind.number && isPrice(search, at) && ++prices >= LEAST_PRICES) return true
  return false
}

/** Whether the text lists goods: several of its numbers measure them, are an article's or are prices, one of the first at least. */
export function listsGoods(search: Surroundings): boolean {
  const { tokens, hits, cues, text, words } = search
  const { scanned } = words
  const { kind, start, end } = tokens
  let goods = 0
  let prices = 0
  for (let i = 0; i < scanned.digits.length; i++) {
    const at = scanned.digits[i]!
    if (kind[at] === TokenKind.number) {
      if (isMeasure(search, at)) goods++
      else if (isPrice(search, at)) prices++
    } else if (isSize(text.slice(start[at]!, end[at]!))) goods++
    if (isList(goods, prices)) return true
  }
  if (!hits.has(cues.groups.article)) return false
  for (const hit of hits.all) if ((cues.of(hit) & Cue.article) !== 0 && isList(++goods, prices)) return true
  return false
}

/** Whether a number of the text measures goods. */
export function measuresGoods(search: Surroundings): boolean {
  return search.words.scanned.digits.some((at) =>
    search.tokens.kind[at] === TokenKind.number
      ? isMeasure(search, at)
      : isSize(search.text.slice(search.tokens.start[at]!, search.tokens.end[at]!)),
  )
}

function isList(goods: number, prices: number): boolean {
  return goods > 0 && goods + prices >= LEAST_ROWS
}

function opensRow(search: Surroundings, first: number): boolean {
  const { tokens, words } = search
  const { kind } = tokens
  let before = 0
  for (let at = first - 1; at >= 0; at--) {
    const what = kind[at]!
    if (startsRow(search, at)) return true
    if (what === TokenKind.number || what === TokenKind.sign) {
      const unit = unitOf(search.text, tokens.start[at]!)
      if (unit === COLON) return true
      // 'cust="Ada Obi" sku=X14747': the value of a field that some program writes.
      if (unit === EQUALS) return false
      continue
    }
    if (++before > MOST_BEFORE || (words.roles(at) & (Role.verb | Role.label | Role.title)) !== 0) return false
  }
  return true
}

/** Token `at` ends the row before: a line break, a sign between rows, the comma behind a price, the end of a sentence. */
function startsRow(search: Surroundings, at: number): boolean {
  const { tokens, text } = search
  if (endsRow(search, at)) return true
  if (codeAt(text, tokens.start[at]!) !== COMMA || at === 0) return false
  const before = at - 1
  const what = tokens.kind[before]!
  return (what === TokenKind.number && isDecimal(search, before)) || isMoney(search, before)
}

function endsRow({ tokens, text }: Surroundings, at: number): boolean {
  const what = tokens.kind[at]!
  if (what === TokenKind.newline) return true
  if (what !== TokenKind.sign) return false
  const unit = codeAt(text, tokens.start[at]!)
  const next = at + 1
  // "Cream Crackers;300 g;1.45": the sign parts the cells of a row.
  if (unit === SEMICOLON) return next >= tokens.count || tokens.kind[next]! <= TokenKind.upper
  if (PARTS.has(unit)) return true
  if (unit !== FULL_STOP || next >= tokens.count) return unit === FULL_STOP
  return tokens.start[next]! > tokens.end[at]! && isCapitalised(tokens.kind[next]!)
}

/** "2.10", "1 299,00": the decimals of an amount. */
function isDecimal({ tokens, text }: Surroundings, at: number): boolean {
  const { kind, start, end } = tokens
  if (end[at]! - start[at]! !== 2 || at < 2 || kind[at - 2] !== TokenKind.number) return false
  const unit = codeAt(text, start[at - 1]!)
  return (unit === COMMA || unit === FULL_STOP) && start[at - 1] === end[at - 2] && start[at] === end[at - 1]
}

/** Is the number `at` one of an amount of money? */
function isPrice(search: Surroundings, at: number): boolean {
  const { tokens, text } = search
  const { count, end, start } = tokens
  const behind = unitOf(text, end[at]!)
  if (isDecimal(search, at)) {
    // "12.03.2026", "1.10.4"
    const isLonger = (behind === FULL_STOP || behind === COMMA) && /\d/.test(text[end[at]! + 1] ?? '')
    const lead = start[at - 2]!
    return !isLonger && !/[\d.,:/-]/.test(text[lead - 1] ?? ' ') && !isMeasure(search, at)
  }
  return (at + 1 < count && isMoney(search, at + 1)) || (at > 0 && isMoney(search, at - 1))
}

/** Whether the token `at` is a currency, as a sign or as a word. */
export function isMoney({ tokens, words, text }: Surroundings, at: number): boolean {
  if (tokens.kind[at] === TokenKind.sign) {
    const unit = tokens.units[tokens.start[at]!]!
    // Of the currency signs Basic Latin has the dollar alone.
    return unit < 0x80 ? unit === DOLLAR : CURRENCY.test(text[tokens.start[at]!]!)
  }
  return (words.small(at) & Small.money) !== 0
}

/** "500 g", "0,75 l", "2 Ah": the number `at` is followed by a unit of goods. */
export function isMeasure({ tokens, words }: Surroundings, at: number): boolean {
  const next = at + 1
  return (
    next < tokens.count &&
    tokens.start[next]! - tokens.end[at]! <= 1 &&
    (words.small(next) & (Small.measure | Small.size)) !== 0
  )
}

/** "anna@example.org", not "@ 50.64", for each. */
function isMailSign({ tokens, text }: Surroundings, at: number): boolean {
  const { start, end } = tokens
  return codeAt(text, start[at]!) === AT && at + 1 < tokens.count && start[at + 1] === end[at]
}

/** "140x200", "250g", "18V" */
function isSize(written: string): boolean {
  return /^\d{1,4}(?:x\d{1,4}|g|kg|ml|cl|l|cm|mm|W|V|Ah)$/.test(written)
}

function isArticleNumber({ hits, cues, tokens }: Surroundings, at: number): boolean {
  if (!hits.has(cues.groups.article)) return false
  const start = tokens.start[at]!
  for (let i = hits.endedBefore(at) - 1; i >= 0 && start - hits.all[i]!.end <= 6; i--)
    if ((cues.of(hits.all[i]!) & Cue.article) !== 0) return true
  return false
}
