// Phrases: every cue word of every rule and language in one trie, looked up in one walk over a text. Rules then ask
// where the nearest cue of theirs stands instead of searching for it themselves.
import { fold } from './fold.ts'
import type { ScannedText } from './scanned.ts'
import { TokenKind, tokenize } from './tokens.ts'

/** Signs that people leave out or put in inside a cue: "e-mail", "e mail", "D.O.B.", "api_key". */
const OPTIONAL_SIGN = new Set(['.', '-', "'", '\u2019', '/', '_', '\u2013'])
/** Signs skipped between two words of one phrase at most: enough for "d.-o.-b.", too few to matter for the cost. */
const MOST_SKIPPED = 2
const STEM_KEY = 3
/** Letters that a word may lose when folding unfolds its ligatures: "ß" is one letter in writing and two when folded. */
const LIGATURES = 2
const LETTERS = 26
const PAIRS = LETTERS * LETTERS
const A = 97
const Z = 122

interface Node {
  next: Map<string, Node> | null
  /** Phrases whose last word is a stem ("adósz*"), by the first letters of the stem. */
  stems: Map<string, { stem: string; node: Node }[]> | null
  groups: number[] | null
}

const newNode = (): Node => ({ next: null, stems: null, groups: null })

/** A phrase found: the groups it belongs to and its place in the view. */
export interface PhraseHit {
  readonly groups: readonly number[]
  /** Token indexes, end exclusive. */
  readonly firstToken: number
  readonly endToken: number
  /** View indexes (UTF-16), end exclusive. */
  readonly start: number
  readonly end: number
}

/** The words of a phrase as the trie compares them. */
function wordsOf(phrase: string): string[] {
  const tokens = tokenize(phrase.normalize('NFKC'))
  const words: string[] = []
  for (let i = 0; i < tokens.count; i++) {
    const word = tokens.text.slice(tokens.start[i], tokens.end[i])
    if (!OPTIONAL_SIGN.has(word)) words.push(fold(word))
  }
  return words
}

/** Collects phrases by group while detectors are built, then finds all of them in a text at once. */
export class PhraseBook {
  readonly #root = newNode()
  readonly #kinds: string[] = []
  /** Signs that a phrase begins with, and whether one begins with a mixture of letters and digits. */
  readonly #signs = new Set<string>()
  #mixed = false
  /** For each Latin letter the lengths of the first words that begin with it, one bit each. */
  readonly #openings = new Int32Array(128)
  /** The same for each pair of Latin letters that first words begin with. */
  readonly #pairs = new Int32Array(PAIRS)

  /**
   * Registers the phrases of one group and returns its number; `kind` says what the phrases announce ("phone", "id").
   * Matching ignores case, marks and the signs . - ' / _ between words; a last word that ends in `*` matches every word
   * that begins so (three letters at least). Phrases of several words are also known written as one ("dateOfBirth").
   */
  add(phrases: readonly string[], kind = ''): number {
    const group = this.#kinds.push(kind) - 1
    for (const phrase of phrases) {
      const isStem = phrase.endsWith('*')
      const words = wordsOf(isStem ? phrase.slice(0, -1) : phrase)
      if (words.length === 0) continue
      this.#insert(words, isStem, group)
      const joined = words.join('')
      if (words.length > 1 && !isStem && joined.length >= 6) this.#insert([joined], false, group)
    }
    return group
  }

  /** The kind a group was registered with. */
  kindOf(group: number): string {
    return this.#kinds[group] ?? ''
  }

  #insert(words: readonly string[], isStem: boolean, group: number): void {
    const opening = words[0]!
    if (/\d/.test(opening)) this.#mixed = true
    else if (!/^[\p{L}\p{M}]/u.test(opening)) this.#signs.add(opening[0]!)
    const letter = opening.charCodeAt(0)
    // A stem opens words of any length from its own; marks and ligatures make written words longer or shorter.
    if (letter < 128) {
      const isStemOnly = isStem && words.length === 1
      let lengths = 0
      for (let length = Math.max(1, opening.length - LIGATURES); length <= 30; length++)
        if (isStemOnly || length <= opening.length) lengths |= 1 << length
      this.#openings[letter] = this.#openings[letter]! | lengths
      const second = opening.charCodeAt(1)
      if (letter >= A && letter <= Z && second >= A && second <= Z) {
        const pair = (letter - A) * LETTERS + second - A
        this.#pairs[pair] = this.#pairs[pair]! | lengths
      }
    }
    let node = this.#root
    const plain = isStem ? words.length - 1 : words.length
    for (let i = 0; i < plain; i++) {
      node.next ??= new Map()
      let child = node.next.get(words[i]!)
      if (!child) {
        child = newNode()
        node.next.set(words[i]!, child)
      }
      node = child
    }
    if (isStem) {
      const stem = words[words.length - 1]!
      const key = stem.slice(0, STEM_KEY)
      node.stems ??= new Map()
      const list = node.stems.get(key) ?? []
      node.stems.set(key, list)
      let entry = list.find((one) => one.stem === stem)
      if (!entry) {
        entry = { stem, node: newNode() }
        list.push(entry)
      }
      node = entry.node
    }
    node.groups ??= []
    if (!node.groups.includes(group)) node.groups.push(group)
  }

  /** All hits in a text, by their last token. At each word the longest phrase of each group set is reported. */
  scan(text: ScannedText): PhraseHits {
    const hits: PhraseHit[] = []
    const { count, kind } = text.tokens
    // Few phrases begin with a sign and none with digits: most tokens need no look-up.
    for (let i = 0; i < count; i++) {
      const known = kind[i]!
      const isOpening =
        known < TokenKind.number
          ? this.#mayOpen(text, i)
          : known === TokenKind.sign
            ? this.#signs.has(text.text[text.tokens.start[i]!]!)
            : known === TokenKind.mixed && this.#mixed
      if (isOpening) this.#walk(text, this.#root, i, hits)
    }
    hits.sort((a, b) => a.end - b.end || a.start - b.start)
    return new PhraseHits(hits)
  }

  /** A look at first letter and length, which rules out most words without folding them. */
  #mayOpen(text: ScannedText, index: number): boolean {
    const { start, end } = text.tokens
    const from = start[index]!
    const length = end[index]! - from
    const first = text.text.charCodeAt(from) | 32
    if (first < A || first > Z || length > 30) return true
    if (((this.#openings[first]! >>> length) & 1) === 0) return false
    const unit = text.text.charCodeAt(from + 1)
    const second = unit | 32
    // A word of one letter, or one that folding may change in its second place.
    if (length < 2 || unit > 127 || second < A || second > Z) return true
    return ((this.#pairs[(first - A) * LETTERS + second - A]! >>> length) & 1) === 1
  }

  /** Follows the trie from token `first`, where the phrase would begin. Depth is bounded by the longest phrase. */
  #walk(text: ScannedText, node: Node, first: number, hits: PhraseHit[]): void {
    const { count, kind } = text.tokens
    let current: Node = node
    let index = first
    while (index < count) {
      let skipped = 0
      if (index > first) {
        while (index < count && skipped < MOST_SKIPPED && skippable(text, index)) {
          index++
          skipped++
        }
        if (index >= count) return
      }
      if (kind[index] === TokenKind.newline) return
      const word = text.folded(index)
      if (current.stems !== null) {
        const list = current.stems.get(word.slice(0, STEM_KEY))
        if (list)
          for (const { stem, node: leaf } of list) if (word.startsWith(stem)) report(text, leaf, first, index, hits)
      }
      const child = current.next?.get(word)
      if (!child) return
      if (child.groups !== null) report(text, child, first, index, hits)
      current = child
      index++
    }
  }
}

function skippable(text: ScannedText, index: number): boolean {
  const kind = text.tokens.kind[index]
  if (kind === TokenKind.newline) return true
  return kind === TokenKind.sign && OPTIONAL_SIGN.has(text.folded(index))
}

function report(text: ScannedText, node: Node, first: number, last: number, hits: PhraseHit[]): void {
  if (node.groups === null) return
  const { start, end } = text.tokens
  hits.push({ groups: node.groups, firstToken: first, endToken: last + 1, start: start[first]!, end: end[last]! })
}

const NONE: readonly PhraseHit[] = []

/** The phrases found in one text, sorted by end. */
export class PhraseHits {
  readonly all: readonly PhraseHit[]
  readonly #present = new Set<number>()
  readonly #ends = new Set<number>()

  constructor(all: readonly PhraseHit[]) {
    this.all = all
    for (const hit of all) {
      this.#ends.add(hit.end)
      for (const group of hit.groups) this.#present.add(group)
    }
  }

  /** Does a phrase of `group` stand anywhere in the text? */
  has(group: number): boolean {
    return this.#present.has(group)
  }

  /** Index in `all` of the first hit that ends after view index `at`. */
  #after(at: number): number {
    let low = 0
    let high = this.all.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.all[middle]!.end <= at) low = middle + 1
      else high = middle
    }
    return low
  }

  /** How many hits end at or before view index `at`: they are `all[0]` to `all[n - 1]`. */
  endedBy(at: number): number {
    return this.#after(at)
  }

  /** The nearest hit of `group` that ends at or before `at`, within `reach` units; null when there is none. */
  nearestBefore(group: number, at: number, reach: number): PhraseHit | null {
    if (!this.#present.has(group)) return null
    for (let i = this.#after(at) - 1; i >= 0; i--) {
      const hit = this.all[i]!
      if (at - hit.end > reach) return null
      if (hit.groups.includes(group)) return hit
    }
    return null
  }

  /** Hits that end exactly at view index `end`; the longest first. */
  endingAt(end: number): readonly PhraseHit[] {
    if (!this.#ends.has(end)) return NONE
    let first = this.#after(end - 1)
    const from = first
    while (first < this.all.length && this.all[first]!.end === end) first++
    return first === from ? NONE : this.all.slice(from, first)
  }

  /** Every hit, of any group, that ends in (`from`, `to`]. */
  *between(from: number, to: number): Generator<PhraseHit> {
    for (let i = this.#after(from); i < this.all.length; i++) {
      const hit = this.all[i]!
      if (hit.end > to) return
      yield hit
    }
  }
}
