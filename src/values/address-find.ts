// Finds the addresses of a text: one walk over its tokens, reading on wherever an address may begin.
import type { ScannedText } from '../text/scanned.ts'
import { TokenKind } from '../text/tokens.ts'
import { type AddressBook, Role } from './address-book.ts'
import { close } from './address-close.ts'
import { Grammar } from './address-grammar.ts'
import { Lookahead } from './address-lookahead.ts'
import type { FindOptions, FoundAddress, State } from './address-parts.ts'
import { AddressReader } from './address-reader.ts'

const MOST_PARTS = 24
const STARTERS = Role.postcodeWord | Role.streetBefore | Role.unit | Role.box | Role.plot | Role.number | Role.relation

/** Finds the addresses and named places of a text, disjoint and in order. Linear in the text. */
export function findAddresses(text: ScannedText, book: AddressBook, options: FindOptions): FoundAddress[] {
  const reader = new AddressReader(text, book)
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

class Finder {
  readonly #reader: AddressReader
  readonly #book: AddressBook
  readonly #options: FindOptions
  readonly #ahead: Lookahead
  readonly #grammar: Grammar

  constructor(reader: AddressReader, options: FindOptions) {
    this.#reader = reader
    this.#book = reader.book
    this.#options = options
    this.#ahead = new Lookahead(reader, options)
    this.#grammar = new Grammar(reader, this.#ahead)
  }

  /** A cheap look at a token: may an address begin here? */
  canStart(i: number): boolean {
    const r = this.#reader
    const kind = r.kind(i)
    if (kind === TokenKind.newline || kind === TokenKind.sign || kind === 0) return false
    if (r.isTight(i) && i > 0 && !r.isNewline(i - 1) && '-@._#/\\=&'.includes(r.sign(i - 1) || '!')) return false
    if (kind === TokenKind.number) return r.length(i) <= 6
    if (kind !== TokenKind.lower) return true
    const entry = r.entry(i)
    return (
      (entry !== null && ((entry.roles & STARTERS) !== 0 || entry.phrases !== null)) ||
      (this.#options.anyCase && this.#book.suffixRole(r.text.folded(i)) !== 0)
    )
  }

  /** Reads the longest address that begins at token i. */
  parse(i: number): FoundAddress | null {
    const state: State = {
      parts: [],
      ends: [],
      first: i,
      has: new Set(),
      isSureBox: false,
      isWeakStreet: false,
      isDistinctPostcode: false,
    }
    let at = i
    for (let n = 0; n < MOST_PARTS; n++) {
      const gap = n === 0 ? { at, separator: '' } : this.#ahead.gap(at)
      if (gap === null) break
      const step = this.#grammar.next(gap.at, gap.separator, state)
      if (step === null) break
      state.parts.push(step.part)
      state.ends.push(step.end)
      state.has.add(step.part.kind)
      if (step.weak !== undefined) state.isWeakStreet = step.weak
      if (step.distinct) state.isDistinctPostcode = true
      if (step.sureBox) state.isSureBox = true
      at = step.end
    }
    return close(this.#reader, state)
  }
}
