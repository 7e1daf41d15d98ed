// Values looked for in the letters of a page, however they are placed: one by one, far apart, or by codes that say something else.
import { isTelling, type Known } from './known-values.ts'
import type { Glyph } from './pdf-glyphs.ts'

export interface PlacedGlyph {
  readonly operator: number
  readonly glyph: number
  readonly drawn: Glyph
}

export interface Hit {
  readonly glyphs: readonly PlacedGlyph[]
  readonly label: string
}

/** Letters without what parts them. */
export function bare(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u00ad]+/g, '')
}

/** Letters that a value is looked up by. */
const FIRST = 3
/** Between two words there is at least so much room, in heights of a letter. */
const GAP = 0.12
const WORD = /[\p{L}\p{M}\p{N}]/u

export class LetterSearch {
  readonly #byFirst = new Map<string, { readonly letters: string; readonly label: string }[]>()

  constructor(values: readonly Known[]) {
    for (const { value, text } of values) {
      const letters = bare(value).toLowerCase()
      if (!isTelling(value) || letters.length < FIRST) continue
      const first = letters.slice(0, FIRST)
      const list = this.#byFirst.get(first) ?? []
      if (list.some((known) => known.letters === letters)) continue
      list.push({ letters, label: text })
      list.sort((a, b) => b.letters.length - a.letters.length)
      this.#byFirst.set(first, list)
    }
  }

  /** `said`: what a glyph says. */
  in(glyphs: readonly PlacedGlyph[], said: (glyph: PlacedGlyph) => string): Hit[] {
    if (this.#byFirst.size === 0) return []
    const letters: string[] = []
    const owners: number[] = []
    for (const [at, glyph] of glyphs.entries())
      for (const letter of bare(said(glyph)).toLowerCase()) {
        letters.push(letter)
        // A letter outside of the basic plane is two units of the text.
        for (let unit = 0; unit < letter.length; unit++) owners.push(at)
      }
    const text = letters.join('')
    const hits: Hit[] = []
    for (let at = 0; at < text.length; at++) {
      const known = this.#byFirst
        .get(text.slice(at, at + FIRST))
        ?.find(({ letters: wanted }) => text.startsWith(wanted, at))
      if (known === undefined) continue
      const end = at + known.letters.length
      if (this.#goesOn(glyphs, owners, text, at) || this.#goesOn(glyphs, owners, text, end)) continue
      hits.push({ glyphs: glyphs.slice(owners[at]!, owners[end - 1]! + 1), label: known.label })
      at = end - 1
    }
    return hits
  }

  /** Is the text one word across a place? */
  #goesOn(glyphs: readonly PlacedGlyph[], owners: readonly number[], text: string, at: number): boolean {
    if (at === 0 || at >= text.length || !WORD.test(text[at - 1]!) || !WORD.test(text[at]!)) return false
    const [before, after] = [owners[at - 1]!, owners[at]!]
    // A space has a glyph of its own.
    if (after - before > 1) return false
    const [left, right] = [glyphs[before]!.drawn.box, glyphs[after]!.drawn.box]
    const height = Math.max(left[3] - left[1], 1)
    return Math.abs(left[3] - right[3]) < height / 2 && Math.abs(right[0] - left[2]) < height * GAP
  }
}
