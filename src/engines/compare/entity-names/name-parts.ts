// The parts of a written name other than its words: text in brackets or after a comma, the segments of a line, its
// branch, the part of a work after its colon.

import type { Tools } from '../tools/pack-tools.ts'
import type { Word } from '../words/value-words.ts'
import { rankSegments, type Segment } from './affiliation.ts'
import type { HeadWords } from './head-words.ts'
import { nameOf } from './name-measures.ts'
import { CLASS_BITS, kept, type NameToken, type NameTokens, textsOf, wordsOf } from './name-tokens.ts'

const NONE: readonly string[] = []

export class NameParts {
  readonly #known: NameTokens
  readonly #heads: HeadWords
  readonly #announcing: ReadonlySet<string>
  readonly #branches: ReadonlySet<string>
  readonly #behind: ReadonlySet<string>

  constructor(tools: Tools, known: NameTokens, heads: HeadWords) {
    this.#known = known
    this.#heads = heads
    this.#announcing = tools.list('announcing')
    this.#branches = tools.list('branches')
    this.#behind = tools.list('branches_behind')
  }

  /** Collects text in brackets that could be a separate name. */
  nameInside(inside: string, into: Map<string, string>): void {
    const tokens = this.#known.read(inside)
    let from = 0
    while (from < tokens.length - 1 && this.#announcing.has(tokens[from]!.text)) from++
    const { words, compact } = nameOf(kept(tokens.slice(from)))
    if (words.reduce((sum, { bits }) => sum + bits, 0) > CLASS_BITS)
      into.set(compact, textsOf(tokens.slice(from)).join(' '))
  }

  /** Adds the words of a qualifier, and the kinds of body that a mere class names. */
  qualify(inside: string, into: NameToken[], classes: Word[]): void {
    for (const part of inside.split(/[,;]/)) {
      const tokens = this.#known.marked(this.#known.read(part), true)
      // A class ("Russian TV channel, 2011") is read for the territory and the year alone.
      const classed = tokens.at(-1)?.class === true && !tokens.some(distinctive)
      for (const token of tokens)
        if (!classed || token.territorial || token.digits) into.push(token)
        else if (token.word.kind) classes.push(token.word)
    }
  }

  /** The segments of a line, ranked; the name alone where it is none. */
  segmentsOf(outside: string, base: readonly Word[]): readonly Segment[] {
    if (!outside.includes(',')) return rankSegments([base], this.#heads)
    // "Karfi Foods, Inc." is one name.
    const parts = outside
      .split(/[,;]/)
      .slice(0, 12)
      .map((part) => this.#known.read(part))
      .filter((part, i) => i === 0 || !part.every(({ formed, text }) => formed && !this.#heads.first.has(text)))
    if (parts.length === 1) return rankSegments([base], this.#heads)
    const segments = rankSegments(
      parts.map((part) => wordsOf(this.#known.marked(part, true).filter(({ noise }) => !noise))),
      this.#heads,
    )
    // "Ministry of Tourism, Culture and Sport" lists what one body does; a line names a body and where it belongs.
    // Words after a link are a further activity ("..., Education and Research"), though elsewhere they name a body.
    const listing = parts
      .slice(1)
      .some((part) => part.some(({ link }) => link) && !part.some(({ head }, i) => head && !part[i - 1]?.link))
    return segments.length > 0 && !listing ? segments : rankSegments([base], this.#heads)
  }

  /** "Good Samaritan Hospital, West Islip" gives a place like one in brackets; a line names the body after the comma. */
  isTailed(outside: string): boolean {
    const comma = outside.indexOf(',')
    if (comma < 0 || outside.includes(',', comma + 1) || outside.includes(';')) return false
    const first = this.#known.read(outside.slice(0, comma))
    const second = this.#known.read(outside.slice(comma + 1))
    if (this.#known.marked(second, true).every(({ territorial }) => territorial)) return second.length > 0
    return (
      first.some(({ head }) => head) &&
      !this.#heads.parts.has(first[0]!.text) &&
      !second.some(({ head, link, formed }) => head || link || formed)
    )
  }

  /** Words that name the branch: the word before "Branch", or the one after it where none precedes; a "Division of" is a department. */
  branchOf(text: string, read: readonly NameToken[]): string {
    if (!read.some((token) => this.#branches.has(token.text) || this.#behind.has(token.text))) return ''
    for (const [number, part] of text.split(/[,;()[\]]/).entries()) {
      const tail = number > 0
      const tokens = this.#known.read(part).filter(({ noise }) => !noise)
      const at = tokens.findIndex(
        ({ text: word }, i) => this.#branches.has(word) || (i > 0 && tail && this.#behind.has(word)),
      )
      if (at >= 0) return tokens[at === 0 ? 1 : at - 1]?.text ?? ''
    }
    return ''
  }

  /** Words of the part of a work that is meant: what follows its colon. */
  movementOf(text: string): readonly string[] {
    const colon = text.indexOf(': ')
    return colon < 0 ? NONE : textsOf(this.#known.read(text.slice(colon)).filter(({ noise }) => !noise))
  }
}

const distinctive = ({ word, territorial }: NameToken) => !territorial && word.bits > CLASS_BITS
