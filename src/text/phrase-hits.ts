// The phrases found in one text, by position: finds the nearest cue of a group before a value, and the phrases that end at an index.
import { keptList, numbersFor } from './kept-list.ts'
import type { Tokens } from './tokens.ts'
import type { TextBits } from './word-bits.ts'

const NO_MORE: readonly number[] = []

/** The groups for which a phrase was registered, and their kinds. All hits of the phrase share one. */
export class Announcement {
  /** Number of the announcement within its book, from 0, for facts that other modules keep for each. */
  readonly number: number
  readonly groups: readonly number[]
  /** Bits of the kinds of the groups (PhraseBook.bitOf). */
  readonly kinds: number
  /** Index of the word with the bit of its first group (32 groups to a number), and the bits of the groups in it. */
  readonly #place: number
  readonly #bits: number
  /** The same for its other groups, in pairs; most phrases have none. */
  readonly #more: readonly number[]

  constructor(number: number, groups: readonly number[], kinds: number) {
    this.number = number
    this.groups = groups
    this.kinds = kinds
    const pairs: number[] = []
    for (const group of [...groups].sort((a, b) => a - b)) {
      if (pairs.length === 0 || pairs[pairs.length - 2] !== group >> 5) pairs.push(group >> 5, 0)
      pairs[pairs.length - 1]! |= 1 << (group & 31)
    }
    this.#place = pairs[0] ?? 0
    this.#bits = pairs[1] ?? 0
    this.#more = pairs.length > 2 ? pairs.slice(2) : NO_MORE
  }

  /** Sets the bit of each of its groups. */
  mark(present: Int32Array): void {
    present[this.#place]! |= this.#bits
    const more = this.#more
    for (let i = 0; i < more.length; i += 2) present[more[i]!]! |= more[i + 1]!
  }

  has(group: number): boolean {
    const place = group >> 5
    if (place === this.#place) return (this.#bits & (1 << (group & 31))) !== 0
    const more = this.#more
    for (let i = 0; i < more.length; i += 2) if (more[i] === place) return (more[i + 1]! & (1 << (group & 31))) !== 0
    return false
  }
}

export class PhraseHit {
  readonly says: Announcement
  /** Token indexes, end exclusive. */
  readonly firstToken: number
  readonly endToken: number
  /** View indexes (UTF-16), end exclusive. */
  readonly start: number
  readonly end: number

  constructor(says: Announcement, firstToken: number, endToken: number, start: number, end: number) {
    this.says = says
    this.firstToken = firstToken
    this.endToken = endToken
    this.start = start
    this.end = end
  }

  get groups(): readonly number[] {
    return this.says.groups
  }
}

const NONE: readonly PhraseHit[] = []

export class PhraseHits {
  readonly #all: PhraseHit[] = keptList()
  #kinds = 0
  /** By token, the bits of the questions registered with the phrase book (PhraseBook.ask). Other bits are private to the book. */
  readonly words: TextBits
  readonly #tokens: Tokens
  /** One bit for each group with a hit, 32 to a number. */
  readonly #present: Int32Array
  /** By token, computed on first use. */
  #ended: Int32Array | null = null

  /** `groups` is the number of groups in the book; `tokens` are those of the text. */
  constructor(groups: number, tokens: Tokens, words: TextBits) {
    this.words = words
    this.#present = numbersFor((groups >> 5) + 1)
    this.#tokens = tokens
  }

  /** Bits of the kinds of all hits (PhraseBook.bitOf). */
  get kinds(): number {
    return this.#kinds
  }

  get all(): readonly PhraseHit[] {
    return this.#all
  }

  /** Adds a hit from token `first` to token `last`. Hits arrive in order of their start, so the place of each is near the end of the list. */
  add(says: Announcement, first: number, last: number): void {
    const { start, end } = this.#tokens
    const hit = new PhraseHit(says, first, last + 1, start[first]!, end[last]!)
    const all = this.#all
    let at = all.length
    all.push(hit)
    while (at > 0 && isBefore(hit, all[at - 1]!)) {
      all[at] = all[at - 1]!
      at--
    }
    all[at] = hit
    says.mark(this.#present)
    this.#kinds |= says.kinds
  }

  /** True if a phrase of `group` occurs anywhere in the text. */
  has(group: number): boolean {
    return (this.#present[group >> 5]! & (1 << (group & 31))) !== 0
  }

  of(group: number): readonly PhraseHit[] {
    if (!this.has(group)) return NONE
    const found: PhraseHit[] = []
    for (const hit of this.#all) if (hit.says.has(group)) found.push(hit)
    return found
  }

  /** The number of hits that end before token `index` begins (the token count represents the end of the text): `all[0]` to `all[n - 1]`. */
  endedBefore(index: number): number {
    this.#ended ??= this.#byToken()
    return index < this.#ended.length ? this.#ended[index]! : this.#all.length
  }

  #byToken(): Int32Array {
    const { count } = this.#tokens
    const ended = numbersFor(count + 1)
    const all = this.#all
    for (let token = 0, hit = 0; token <= count; token++) {
      while (hit < all.length && all[hit]!.endToken <= token) hit++
      ended[token] = hit
    }
    return ended
  }

  /** The number of hits that end at or before view index `at`: `all[0]` to `all[n - 1]`. */
  endedBy(at: number): number {
    const all = this.#all
    let low = 0
    let high = all.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (all[middle]!.end <= at) low = middle + 1
      else high = middle
    }
    return low
  }

  /** True if a hit of any group ends exactly at view index `at`. */
  endsAt(at: number): boolean {
    const ended = this.endedBy(at)
    return ended > 0 && this.#all[ended - 1]!.end === at
  }

  /** The nearest hit of `group` that ends at or before `at`, within `reach` units; null if there is none. */
  nearestBefore(group: number, at: number, reach: number): PhraseHit | null {
    if (!this.has(group)) return null
    const all = this.#all
    for (let i = this.endedBy(at) - 1; i >= 0; i--) {
      const hit = all[i]!
      if (at - hit.end > reach) return null
      if (hit.says.has(group)) return hit
    }
    return null
  }

  /** The hits of all groups that end in (`from`, `to`]. */
  between(from: number, to: number): readonly PhraseHit[] {
    const all = this.#all
    const first = this.endedBy(from)
    let end = first
    while (end < all.length && all[end]!.end <= to) end++
    return first === end ? NONE : all.slice(first, end)
  }
}

const isBefore = (hit: PhraseHit, other: PhraseHit): boolean =>
  hit.end < other.end || (hit.end === other.end && hit.start < other.start)
