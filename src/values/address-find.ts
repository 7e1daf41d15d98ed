// Finds the addresses of a text: one walk over its tokens, reading on wherever an address may begin. Most tokens begin none, and
// the bits of their words say so before the grammar is asked.
import type { ScannedText } from '../text/scanned.ts'
import { TokenKind } from '../text/tokens.ts'
import type { AddressBook } from './address-book.ts'
import { close } from './address-close.ts'
import { Grammar } from './address-grammar.ts'
import { Lookahead } from './address-lookahead.ts'
import { isRepeated, ORDINAL_MARKS } from './address-numbers.ts'
import { type FindOptions, type FoundAddress, newState, Part, type Step } from './address-parts.ts'
import { type AddressReader, readerOf } from './address-reader.ts'
import { Role, Trait } from './address-words.ts'

const MOST_PARTS = 24
const MOST_DIGITS = 6
/** A word that makes the capitals before it, or itself, the name of a building. */
const BUILDING = Role.building | Trait.landmark
/** A word that may stand between the name of a street and its number. */
const NUMBERED = Role.number | Trait.opens

const NUMBERS = Trait.house | Trait.ordinal | Trait.streetOrdinal
const LEADS_STREET = Role.streetBefore | Trait.opens | Trait.streetOrdinal
const MOST_CODE = 7

/** Finds the addresses and named places of a text, disjoint and in order. Linear in the text. */
export function findAddresses(text: ScannedText, book: AddressBook, options: FindOptions): FoundAddress[] {
  const reader = readerOf(text, book)
  const finder = new Finder(reader, options)
  const found: FoundAddress[] = []
  for (let i = 0; i < reader.count; ) {
    const address = finder.canStart(i) ? finder.parse(i) : null
    if (address === null) i++
    else {
      found.push(address)
      i = address.endToken
    }
  }
  return found
}

/** Nothing read yet: what the grammar is asked with where an address may begin. */
const EMPTY = newState(0)

class Finder {
  readonly #reader: AddressReader
  readonly #options: FindOptions
  readonly #ahead: Lookahead
  readonly #grammar: Grammar

  constructor(reader: AddressReader, options: FindOptions) {
    this.#reader = reader
    this.#options = options
    this.#ahead = new Lookahead(reader, options)
    this.#grammar = new Grammar(reader, this.#ahead)
  }

  /** A cheap look at a token: may an address begin here? Says no only where the grammar would find no first part. */
  canStart(i: number): boolean {
    const r = this.#reader
    const kind = r.kind(i)
    if (kind === TokenKind.newline || kind === TokenKind.sign || kind === 0) return false
    const bits = r.bits(i)
    if (kind === TokenKind.lower) {
      const isStart =
        (bits & Trait.starts) !== 0 ||
        ((bits & Trait.opens) !== 0 && r.isParticle(i)) ||
        (this.#options.anyCase && (bits & Trait.suffix) !== 0)
      return isStart && !this.#isInside(i)
    }
    if (kind === TokenKind.number) return r.length(i) <= MOST_DIGITS && this.#mayNumber(i) && !this.#isInside(i)
    if (this.#isInside(i)) return false
    if ((bits & Trait.starts) !== 0) return true
    if (kind === TokenKind.mixed) return this.#mayMixed(i, bits)
    return r.opensPlace(i) || r.isStreetNear(i) || this.#mayName(i, kind, bits)
  }

  /** Is the token tied to what stands before it, as parts of an e-mail address or a file name are? */
  #isInside(i: number): boolean {
    const r = this.#reader
    if (!r.isTight(i) || r.isNewline(i - 1)) return false
    return '-@._#/\\=&'.includes(r.sign(i - 1) || '!')
  }

  /** A number first: a postcode that a name or more digits follow, a floor with its mark, a house before its street. */
  #mayNumber(i: number): boolean {
    const r = this.#reader
    const next = i + 1
    switch (r.kind(next)) {
      case TokenKind.capital:
      case TokenKind.upper:
      case TokenKind.number:
        return true
      case TokenKind.sign: {
        const sign = r.sign(next)
        if (sign === ',') return this.#mayStreet(next + 1)
        return sign === '/' || sign === '-' || sign === '\u2013' || (r.length(i) <= 2 && ORDINAL_MARKS.includes(sign))
      }
      case TokenKind.lower:
        // "79 a", "12 bis": the number goes on.
        return r.length(next) === 1 || isRepeated(r, next) || this.#mayStreet(next)
      default:
        return this.#mayStreet(next)
    }
  }

  /** May a street begin here, behind its number? */
  #mayStreet(i: number): boolean {
    const r = this.#reader
    if (r.isCapital(i) || (r.bits(i) & LEADS_STREET) !== 0) return true
    if (r.isNewline(i)) return !r.isNewline(i + 1) && this.#mayStreet(i + 1)
    return this.#options.anyCase && r.isStreetNear(i)
  }

  /** Letters and digits: a house number, a floor, a numbered street, or short enough for a postcode. */
  #mayMixed(i: number, bits: number): boolean {
    return (bits & NUMBERS) !== 0 || this.#reader.length(i) <= MOST_CODE
  }

  /** Capitals that no book knows: the name of a street or building by what follows it, a title number, a code. */
  #mayName(i: number, kind: number, bits: number): boolean {
    const r = this.#reader
    const next = i + 1
    const following = r.kind(next)
    if (following === TokenKind.sign && r.sign(next) === '/') return true
    if (kind === TokenKind.upper) {
      if (following === TokenKind.number || following === TokenKind.mixed) return true
      if (following === TokenKind.sign && ((bits & Trait.roman) !== 0 || r.length(i) === 1 || r.sign(next) === '-'))
        return true
    }
    const end = r.capitals(i)
    const behind = r.kind(end)
    if (behind === TokenKind.number || behind === TokenKind.mixed || (r.bits(end) & NUMBERED) !== 0) return true
    return (r.bits(end - 1) & BUILDING) !== 0 || (bits & Role.building) !== 0 || (r.bits(end) & Role.building) !== 0
  }

  /** Reads the longest address that begins at token i. */
  parse(i: number): FoundAddress | null {
    const first = this.#grammar.next(i, '', EMPTY)
    if (first === null) return null
    const state = newState(i)
    let step: NonNullable<Step> = first
    for (let n = 1; ; n++) {
      state.parts.push(step.part)
      state.ends.push(step.end)
      state.has |= Part[step.part.kind]
      if (step.weak !== undefined) state.isWeakStreet = step.weak
      if (step.distinct) state.isDistinctPostcode = true
      if (step.sureBox) state.isSureBox = true
      if (n === MOST_PARTS) break
      const gap = this.#ahead.gap(step.end)
      if (gap === null) break
      const next = this.#grammar.next(gap.at, gap.separator, state)
      if (next === null) break
      step = next
    }
    return close(this.#reader, state)
  }
}
