// Phrases: every cue word of every rule and language in one trie, looked up in one walk over a text. Rules then ask
// where the nearest cue of theirs stands instead of searching for it themselves.
import { fold } from './fold.ts'
import type { ScannedText } from './scanned.ts'
import { TokenKind, tokenize } from './tokens.ts'
import { type Word, WordFacts } from './words.ts'

/** Signs that people leave out or put in inside a cue: "e-mail", "e mail", "D.O.B.", "api_key". */
const OPTIONAL_SIGN = new Set(['.', '-', "'", '\u2019', '/', '_', '\u2013'])
/** Signs skipped between two words of one phrase at most: enough for "d.-o.-b.", too few to matter for the cost. */
const MOST_SKIPPED = 2
const STEM_KEY = 3

interface Node {
  next: Map<string, Node> | null
  /** Phrases whose last word is a stem ("adósz*"), by the first letters of the stem. */
  stems: Map<string, { stem: string; node: Node }[]> | null
  groups: number[] | null
}

/** Where a word leads from the root of the trie: to a longer phrase, and to the stems that it begins with. */
interface Opening {
  readonly child: Node | undefined
  readonly stems: readonly Node[] | null
}

/** Opens no phrase: most words of a text. */
const NOTHING: Opening = { child: undefined, stems: null }

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

/** Plain words with single blanks between, as most phrases are. */
const PLAIN = /^[a-z\d]+(?: [a-z\d]+)*$/i

/** The words of a phrase as the trie compares them. */
function wordsOf(phrase: string): string[] {
  if (PLAIN.test(phrase)) return phrase.toLowerCase().split(' ')
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
  /** What each word opens, looked up once; made anew when phrases are added. */
  #openings: WordFacts<Opening> | null = null

  /**
   * Registers the phrases of one group and returns its number; `kind` says what the phrases announce ("phone", "id").
   * Matching ignores case, marks and the signs . - ' / _ between words; a last word that ends in `*` matches every word
   * that begins so (three letters at least). Phrases of several words are also known written as one ("dateOfBirth").
   */
  add(phrases: readonly string[], kind = ''): number {
    this.#openings = null
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

  #opening({ folded }: Word): Opening {
    const { next, stems } = this.#root
    const child = next?.get(folded)
    const begun = stems?.get(folded.slice(0, STEM_KEY))?.filter(({ stem }) => folded.startsWith(stem)) ?? []
    if (child === undefined && begun.length === 0) return NOTHING
    return { child, stems: begun.length === 0 ? null : begun.map(({ node }) => node) }
  }

  /** All hits in a text, by their last token. At each word the longest phrase of each group set is reported. */
  scan(text: ScannedText): PhraseHits {
    this.#openings ??= new WordFacts((word) => this.#opening(word))
    const openings = this.#openings
    const hits: PhraseHit[] = []
    const { count, kind } = text.tokens
    for (let i = 0; i < count; i++) {
      const known = kind[i]!
      // No phrase begins with bare digits.
      if (known === TokenKind.number || known === TokenKind.newline) continue
      const opening = openings.of(text.word(i))
      if (opening === NOTHING) continue
      if (opening.stems !== null) for (const leaf of opening.stems) report(text, leaf, i, i, hits)
      if (opening.child === undefined) continue
      if (opening.child.groups !== null) report(text, opening.child, i, i, hits)
      if (opening.child.next !== null || opening.child.stems !== null) this.#walk(text, opening.child, i, hits)
    }
    return new PhraseHits(hits, text, this.#kinds.length)
  }

  /** Follows the trie on from the first word of a phrase. Depth is bounded by the longest phrase. */
  #walk(text: ScannedText, node: Node, first: number, hits: PhraseHit[]): void {
    const { count, kind } = text.tokens
    let current: Node = node
    for (let index = first + 1; index < count; index++) {
      let skipped = 0
      while (index < count && skipped < MOST_SKIPPED && skippable(text, index)) {
        index++
        skipped++
      }
      if (index >= count || kind[index] === TokenKind.newline) return
      const word = text.folded(index)
      if (current.stems !== null) {
        const list = current.stems.get(word.slice(0, STEM_KEY))
        if (list)
          for (const { stem, node: leaf } of list) if (word.startsWith(stem)) report(text, leaf, first, index, hits)
      }
      const child = current.next?.get(word)
      if (!child) return
      if (child.groups !== null) report(text, child, first, index, hits)
      if (child.next === null && child.stems === null) return
      current = child
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

const byEnd = (a: PhraseHit, b: PhraseHit) => a.end - b.end || a.start - b.start
const NONE: readonly PhraseHit[] = []

/** The phrases found in one text, sorted by end. */
export class PhraseHits {
  readonly all: readonly PhraseHit[]
  readonly #present: Uint8Array
  /** For each view index, how many hits end at or before it; made on first use. */
  readonly #length: number
  #ended: Int32Array | null = null

  constructor(all: PhraseHit[], text: ScannedText, groups: number) {
    this.all = all.sort(byEnd)
    this.#length = text.text.length
    this.#present = new Uint8Array(groups)
    for (const hit of all) for (const group of hit.groups) this.#present[group] = 1
  }

  /** Does a phrase of `group` stand anywhere in the text? */
  has(group: number): boolean {
    return this.#present[group] === 1
  }

  /** The hits of one group. */
  of(group: number): readonly PhraseHit[] {
    return this.#present[group] === 1 ? this.all.filter((hit) => hit.groups.includes(group)) : NONE
  }

  /** Index in `all` of the first hit that ends after view index `at`. */
  #after(at: number): number {
    if (at < 0 || this.all.length === 0) return 0
    if (at >= this.#length) return this.all.length
    this.#ended ??= this.#counted()
    return this.#ended[at]!
  }

  #counted(): Int32Array {
    const ended = new Int32Array(this.#length + 1)
    for (const { end } of this.all) ended[end]!++
    for (let at = 1; at <= this.#length; at++) ended[at]! += ended[at - 1]!
    return ended
  }

  /** How many hits end at or before view index `at`: they are `all[0]` to `all[n - 1]`. */
  endedBy(at: number): number {
    return this.#after(at)
  }

  /** The nearest hit of `group` that ends at or before `at`, within `reach` units; null when there is none. */
  nearestBefore(group: number, at: number, reach: number): PhraseHit | null {
    if (this.#present[group] !== 1) return null
    for (let i = this.#after(at) - 1; i >= 0; i--) {
      const hit = this.all[i]!
      if (at - hit.end > reach) return null
      if (hit.groups.includes(group)) return hit
    }
    return null
  }

  /** Hits that end exactly at view index `end`; the longest first. */
  endingAt(end: number): readonly PhraseHit[] {
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
