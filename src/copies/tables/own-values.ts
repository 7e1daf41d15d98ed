// The values of a row found again in its texts: its own name in its notes, as written, in capitals, or with a case ending.

import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Context } from '../../verbs/shared/context.ts'
import type { ColumnPlan } from './column-plan.ts'

/** A place in a text that holds a value of its own row. Indexes of the text as sent. */
export interface OwnValue {
  readonly start: number
  readonly end: number
  readonly column: ColumnPlan
  /** As the column has it, so that it gets the same token. */
  readonly value: string
}

/** Shorter words are too often other words: initials, particles. */
const SHORTEST = 3
/** Letters of a name that an ending may follow. */
const SHORTEST_STEM = 4

type Endings = readonly (readonly [ending: string, instead: readonly string[]])[]

export class OwnValues {
  readonly #columns: readonly ColumnPlan[]
  readonly #endings: Endings

  /** Of the columns that are masked in a way that their value shall not be seen. */
  constructor(columns: readonly ColumnPlan[], { packs }: Context) {
    this.#columns = columns.filter(
      ({ category, action, kind }) =>
        category !== null && action !== 'retain' && action !== 'text' && kind !== 'house_number',
    )
    const { names } = JSON.parse(packs.cues('case-endings.json')) as { names: Record<string, string[]> }
    this.#endings = Object.entries(names)
  }

  /** Sorted by start, disjoint; longer values before shorter ones that begin at the same place. */
  find(row: readonly string[], text: ScannedText): OwnValue[] {
    const { tokens } = text
    const found: OwnValue[] = []
    let first: Map<string, number[]> | null = null
    for (const column of this.#columns) {
      const value = (row[column.index] ?? '').trim()
      for (const part of this.#partsOf(column, value)) {
        const words = wordsOf(part)
        if (words.length === 0 || words.join('').length < SHORTEST) continue
        first ??= placesOf(text)
        const isName = column.category === 'PII-1-NAME'
        const places =
          words.length === 1 && isName ? this.#inflected(words[0]!, first, text) : (first.get(words[0]!) ?? [])
        for (const at of places)
          if (words.every((word, i) => i === 0 || (at + i < tokens.count && text.folded(at + i) === word)))
            found.push({
              ...text.sourceRange(tokens.start[at]!, tokens.end[at + words.length - 1]!),
              column,
              value: part,
            })
      }
    }
    found.sort((a, b) => a.start - b.start || b.end - a.end)
    return found.filter((one, at) => !found.slice(0, at).some((other) => other.end > one.start))
  }

  /** A name of several words is found whole, and by each of them. */
  #partsOf({ category }: ColumnPlan, value: string): readonly string[] {
    if (value === '') return []
    if (category !== 'PII-1-NAME' || !/[\s,]/.test(value)) return [value]
    return [value, ...value.split(/[\s,]+/).filter((word) => word.length >= SHORTEST)]
  }

  /** Places of a word as it is, and of words that are it with a case ending in place of its own: "Kowalskiego" of Kowalski. */
  #inflected(word: string, first: ReadonlyMap<string, readonly number[]>, text: ScannedText): number[] {
    const places = [...(first.get(word) ?? [])]
    if (word.length < SHORTEST_STEM) return places
    for (const [other, found] of first) {
      if (other === word || other[0] !== word[0] || other.slice(0, SHORTEST) !== word.slice(0, SHORTEST)) continue
      if (!this.#endings.some(([ending, instead]) => isFormOf(other, word, ending, instead))) continue
      for (const at of found) if (text.tokens.kind[at] !== TokenKind.lower) places.push(at)
    }
    return places
  }
}

function isFormOf(other: string, word: string, ending: string, instead: readonly string[]): boolean {
  if (!other.endsWith(ending)) return false
  const stem = other.slice(0, other.length - ending.length)
  return stem.length >= SHORTEST && instead.some((own) => stem + own === word)
}

/** Folded word -> tokens of the text. */
function placesOf(text: ScannedText): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (let i = 0; i < text.tokens.count; i++) {
    const kind = text.tokens.kind[i]
    if (kind === TokenKind.newline) continue
    const word = text.folded(i)
    const known = places.get(word)
    if (known === undefined) places.set(word, [i])
    else known.push(i)
  }
  return places
}

/** A value cut as texts are: words, numbers and signs. */
function wordsOf(value: string): string[] {
  return fold(value).match(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []
}
