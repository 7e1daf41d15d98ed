// Phrases: every cue word of every rule and language in one trie, looked up in one walk over a text. Rules then ask
// where the nearest cue of theirs stands instead of searching for it themselves.
import { fold } from './fold.ts'
import { Announcement, PhraseHit, PhraseHits } from './phrase-hits.ts'
import type { ScannedText } from './scanned.ts'
import { TokenKind, tokenize } from './tokens.ts'
import { type Word, WordFacts } from './words.ts'

export type { PhraseHit, PhraseHits } from './phrase-hits.ts'

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
  /** What the groups say, made at the first hit. */
  says: Announcement | null
}

/** Where a word leads from the root of the trie: to a longer phrase, and to the stems that it begins with. */
interface Opening {
  readonly child: Node | undefined
  readonly stems: readonly Node[] | null
}

/** Opens no phrase: most words of a text. */
const NOTHING: Opening = { child: undefined, stems: null }

const newNode = (): Node => ({ next: null, stems: null, groups: null, says: null })

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
  /** The bit of each kind, in the order in which they came. */
  readonly #bits = new Map<string, number>()
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

  /** The bit that stands for a kind in `Announcement.kinds`; 31 kinds at most. */
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

  /** The bits of several kinds together. */
  bitsOf(kinds: Iterable<string>): number {
    let bits = 0
    for (const kind of kinds) bits |= this.bitOf(kind)
    return bits
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
    node.says = null
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
    const hits = new PhraseHits(this.#kinds.length)
    const { count, kind } = text.tokens
    for (let i = 0; i < count; i++) {
      const known = kind[i]!
      // No phrase begins with bare digits.
      if (known === TokenKind.number || known === TokenKind.newline) continue
      const opening = openings.of(text.word(i))
      if (opening === NOTHING) continue
      if (opening.stems !== null) for (const leaf of opening.stems) this.#report(text, leaf, i, i, hits)
      const { child } = opening
      if (child === undefined) continue
      this.#report(text, child, i, i, hits)
      if (child.next !== null || child.stems !== null) this.#walk(text, child, i, hits)
    }
    return hits
  }

  /** Follows the trie on from the first word of a phrase. Depth is bounded by the longest phrase. */
  #walk(text: ScannedText, node: Node, first: number, hits: PhraseHits): void {
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
          for (const { stem, node: leaf } of list)
            if (word.startsWith(stem)) this.#report(text, leaf, first, index, hits)
      }
      const child = current.next?.get(word)
      if (!child) return
      this.#report(text, child, first, index, hits)
      if (child.next === null && child.stems === null) return
      current = child
    }
  }

  #report(text: ScannedText, node: Node, first: number, last: number, hits: PhraseHits): void {
    if (node.groups === null) return
    const { start, end } = text.tokens
    node.says ??= this.#announcement(node.groups)
    hits.add(new PhraseHit(node.says, first, last + 1, start[first]!, end[last]!))
  }

  #announcement(groups: readonly number[]): Announcement {
    return new Announcement(groups, this.bitsOf(groups.map((group) => this.kindOf(group))))
  }
}

/** Signs by unit that people leave out or put in; all are of the Basic Multilingual Plane. */
const isOptionalSign = new Uint8Array(65536)
for (const sign of OPTIONAL_SIGN) isOptionalSign[sign.charCodeAt(0)] = 1

function skippable(text: ScannedText, index: number): boolean {
  const { kind, start } = text.tokens
  if (kind[index] === TokenKind.newline) return true
  return kind[index] === TokenKind.sign && isOptionalSign[text.text.charCodeAt(start[index]!)] === 1
}
