// All cue phrases in one trie, matched in one walk over a text. Rules then query the nearest cue of their group.
import { fold } from './fold.ts'
import { Announcement, PhraseHits } from './phrase-hits.ts'
import type { ScannedText } from './scanned.ts'
import { TokenKind, tokenize } from './tokens.ts'
import { sliceOf } from './unit-classes.ts'
import { WordBits } from './word-bits.ts'
import { type Word, WordFacts } from './words.ts'

// The trie of phrases: leads from a word of a phrase to the next, by the number of the next word or by the stem it begins with.
const STEM_KEY = 3
/** Up to this number of children, a node searches them one by one. */
const MOST_LISTED = 8

interface Node {
  /** By term: the number of the next folded word. Most nodes have one child or none. */
  terms: number[] | null
  children: Node[]
  /** The same for a node with many children. */
  wide: Map<number, Node> | null
  /** Phrases whose last word is a stem ("adósz*"), by the first letters of the stem. */
  stems: Map<string, { stem: string; node: Node }[]> | null
  /** True if one of the next words is a bare number. */
  leadsToNumber: boolean
  groups: number[] | null
  /** The announcement of the groups, created at the first hit. */
  says: Announcement | null
}

/** Shared by all nodes without children; nothing is ever added to it. */
const NO_NODES: Node[] = []

const newNode = (): Node => ({
  terms: null,
  children: NO_NODES,
  wide: null,
  stems: null,
  leadsToNumber: false,
  groups: null,
  says: null,
})

function nodeBehind(node: Node, term: number): Node | undefined {
  const { terms } = node
  if (terms === null) return undefined
  if (node.wide !== null) return node.wide.get(term)
  for (let i = 0; i < terms.length; i++) if (terms[i] === term) return node.children[i]
  return undefined
}

function leadOn(node: Node, term: number, child: Node): void {
  if (node.terms === null) {
    node.terms = []
    node.children = []
  }
  const { terms, children } = node
  terms.push(term)
  children.push(child)
  if (node.wide !== null) node.wide.set(term, child)
  else if (terms.length > MOST_LISTED) node.wide = new Map(terms.map((one, i) => [one, children[i]!]))
}

function nodeOfStem(node: Node, stem: string): Node {
  const key = stem.slice(0, STEM_KEY)
  node.stems ??= new Map()
  const list = node.stems.get(key) ?? []
  node.stems.set(key, list)
  let entry = list.find((one) => one.stem === stem)
  if (!entry) {
    entry = { stem, node: newNode() }
    list.push(entry)
  }
  return entry.node
}

const NONE: readonly Node[] = []

function nodesBegun({ stems }: Node, folded: string): readonly Node[] {
  const list = stems?.get(sliceOf(folded, 0, STEM_KEY))
  if (list === undefined) return NONE
  return list.filter(({ stem }) => folded.startsWith(stem)).map(({ node }) => node)
}

export type { PhraseHit, PhraseHits } from './phrase-hits.ts'

/** Signs that are optional inside a cue: "e-mail", "e mail", "D.O.B.", "api_key". */
const OPTIONAL_SIGN = new Set(['.', '-', "'", '\u2019', '/', '_', '\u2013'])
/** Maximum number of signs skipped between two words of one phrase: enough for "d.-o.-b.", and a small constant cost. */
const MOST_SKIPPED = 2
/** Facts about a word as bits: its term in the lowest 16, above them its possible positions in phrases. */
const TERM = 0xffff
/** A phrase begins with the word. */
const OPENS = 1 << 16
/** The word begins with a stem that starts a phrase. */
const BEGUN = 1 << 17
/** The word occurs after the first word of a phrase. */
const FOLLOWS = 1 << 18
/** An optional sign. */
const OPTIONAL = 1 << 19
/** The first bit of the questions about single words (PhraseBook.ask), and their maximum number. */
const FIRST_ASKED = 20
const MOST_ASKED = 11

/** Words separated by single spaces, as in most phrases. */
const PLAIN = /^[\p{L}\p{M}\d]+(?: [\p{L}\p{M}\d]+)*$/u

/** The words of a phrase as the trie compares them. */
function wordsOf(phrase: string): string[] {
  if (PLAIN.test(phrase)) return fold(phrase).split(' ')
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
  /** The stems that begin a phrase; full words lead on by #first. */
  readonly #root = newNode()
  /** By term, the node after the first word of a phrase. */
  readonly #first: (Node | undefined)[] = [undefined]
  /** Digits of the longest bare number in a phrase ("form 1040"). */
  #longestNumber = 0
  readonly #kinds: string[] = []
  #announcements = 0
  readonly #bits = new Map<string, number>()
  /** Every folded word of a phrase with its number, from 1, and whether it occurs first or later. */
  readonly #terms = new Map<string, number>()
  readonly #places: number[] = [0]
  readonly #questions: ((word: Word) => boolean)[] = []
  /** The bits of two kinds that every text needs. */
  readonly aside: number
  readonly id: number
  #parts: WordBits | null = null
  /** The nodes after the stems that begin a word, at the start of a phrase. */
  #begun: WordFacts<readonly Node[]> | null = null

  constructor() {
    this.aside = this.bitOf('aside')
    this.id = this.bitOf('id')
  }

  /**
   * Registers the phrases of one group and returns its number; `kind` is the kind of value that the phrases are cues for ("phone", "id").
   * Matching ignores case, marks and the signs . - ' / _ between words; a last word that ends in `*` matches every word
   * with that prefix (three letters or more). A phrase of several words also matches as one word ("dateOfBirth").
   */
  add(phrases: readonly string[], kind = ''): number {
    this.#parts = null
    this.#begun = null
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

  /** Registers a question about single words and returns its bit; the walk answers it (PhraseHits.words). Eleven at most; no bare numbers. */
  ask(question: (word: Word) => boolean): number {
    this.#parts = null
    if (this.#questions.length === MOST_ASKED)
      throw new RangeError(`a phrase book has at most ${MOST_ASKED} questions about words: let one rule ask its own`)
    return 1 << (FIRST_ASKED + this.#questions.push(question) - 1)
  }

  kindOf(group: number): string {
    return this.#kinds[group] ?? ''
  }

  /** The bit of a kind in `Announcement.kinds`; 31 kinds at most. */
  bitOf(kind: string): number {
    let bit = this.#bits.get(kind)
    if (bit === undefined) {
      if (this.#bits.size === 31)
        throw new RangeError('a phrase book has at most 31 kinds of phrases: use one of those it has')
      bit = 1 << this.#bits.size
      this.#bits.set(kind, bit)
    }
    return bit
  }

  bitsOf(kinds: Iterable<string>): number {
    let bits = 0
    for (const kind of kinds) bits |= this.bitOf(kind)
    return bits
  }

  #insert(words: readonly string[], isStem: boolean, group: number): void {
    let node = this.#root
    const plain = isStem ? words.length - 1 : words.length
    for (let i = 0; i < plain; i++) {
      const term = this.#termOf(words[i]!)
      this.#places[term]! |= i === 0 ? OPENS : FOLLOWS
      let child = i === 0 ? this.#first[term] : nodeBehind(node, term)
      if (child === undefined) {
        child = newNode()
        if (i > 0) {
          leadOn(node, term, child)
          node.leadsToNumber ||= /^\d+$/.test(words[i]!)
        } else this.#first[term] = child
      }
      node = child
    }
    if (isStem) node = nodeOfStem(node, words[words.length - 1]!)
    node.groups ??= []
    if (!node.groups.includes(group)) node.groups.push(group)
    node.says = null
  }

  #termOf(word: string): number {
    let term = this.#terms.get(word)
    if (term === undefined) {
      term = this.#places.push(0) - 1
      if (term > TERM) throw new RangeError(`the phrases of a book have at most ${TERM} different words`)
      this.#terms.set(word, term)
      if (/^\d+$/.test(word)) this.#longestNumber = Math.max(this.#longestNumber, word.length)
      this.#first.push(undefined)
    }
    return term
  }

  #partOf(word: Word): number {
    const term = this.#terms.get(word.folded) ?? 0
    const begun = nodesBegun(this.#root, word.folded)
    let part = term | this.#places[term]! | (begun.length > 0 ? BEGUN : 0)
    if (OPTIONAL_SIGN.has(word.raw)) part |= OPTIONAL
    for (let i = 0; i < this.#questions.length; i++) if (this.#questions[i]!(word)) part |= 1 << (FIRST_ASKED + i)
    return part
  }

  /** All hits in a text, ordered by their last token. At each word, the longest phrase of each set of groups is reported. */
  scan(text: ScannedText): PhraseHits {
    this.#parts ??= new WordBits((word) => this.#partOf(word))
    const parts = this.#parts.over(text)
    const hits = new PhraseHits(this.#kinds.length, text.tokens, parts)
    const { each } = parts
    const { kind } = text.tokens
    if ((parts.any & (OPENS | BEGUN)) === 0) return hits
    this.#begun ??= new WordFacts(({ folded }) => nodesBegun(this.#root, folded))
    const begun = this.#begun
    for (let i = 0; i < each.length; i++) {
      const part = each[i]!
      if ((part & (OPENS | BEGUN)) === 0) continue
      if ((part & BEGUN) !== 0) for (const leaf of begun.of(text.word(i))) this.#report(leaf, i, i, hits)
      if ((part & OPENS) === 0) continue
      const child = this.#first[part & TERM]!
      this.#report(child, i, i, hits)
      if (child.terms === null && child.stems === null) continue
      // Most phrases end with their first word: the next token neither continues one nor is skipped.
      const isOver =
        i + 1 === each.length ||
        ((each[i + 1]! & (FOLLOWS | OPTIONAL)) === 0 &&
          kind[i + 1]! < TokenKind.newline &&
          kind[i + 1] !== TokenKind.number)
      if (!isOver || child.stems !== null) this.#walk(text, each, child, i, hits)
    }
    return hits
  }

  /** Follows the trie from the first word of a phrase. The depth is bounded by the longest phrase. */
  #walk(text: ScannedText, parts: Int32Array, node: Node, first: number, hits: PhraseHits): void {
    const { count, kind } = text.tokens
    let current: Node = node
    for (let index = first + 1; index < count; index++) {
      let skipped = 0
      while (index < count && skipped < MOST_SKIPPED && isSkipped(kind[index]!, parts[index]!)) {
        index++
        skipped++
      }
      if (index >= count || kind[index] === TokenKind.newline) return
      if (current.stems !== null)
        for (const leaf of nodesBegun(current, text.folded(index))) this.#report(leaf, first, index, hits)
      if (kind[index] === TokenKind.number && !current.leadsToNumber) return
      const part = kind[index] === TokenKind.number ? this.#partOfNumber(text, index) : parts[index]!
      if ((part & FOLLOWS) === 0) return
      const child = nodeBehind(current, part & TERM)
      if (child === undefined) return
      this.#report(child, first, index, hits)
      if (child.terms === null && child.stems === null) return
      current = child
    }
  }

  /** Numbers are not words, but some occur in phrases. */
  #partOfNumber(text: ScannedText, index: number): number {
    if (text.tokens.end[index]! - text.tokens.start[index]! > this.#longestNumber) return 0
    const term = this.#terms.get(text.folded(index)) ?? 0
    return term | this.#places[term]!
  }

  #report(node: Node, first: number, last: number, hits: PhraseHits): void {
    if (node.groups === null) return
    node.says ??= this.#announcement(node.groups)
    hits.add(node.says, first, last)
  }

  #announcement(groups: readonly number[]): Announcement {
    return new Announcement(this.#announcements++, groups, this.bitsOf(groups.map((group) => this.kindOf(group))))
  }
}

const isSkipped = (kind: number, part: number): boolean => kind === TokenKind.newline || (part & OPTIONAL) !== 0
