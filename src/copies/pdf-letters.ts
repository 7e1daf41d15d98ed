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

/** A small letter of the same length, so that places stay. */
function small(letter: string): string {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** Letters that a value is looked up by. */
const FIRST = 3
/** Between two words there is at least so much room, in heights of a letter. */
const GAP = 0.12
const WORD = /[\p{L}\p{M}\p{N}]/u

interface Wanted {
  readonly letters: string
  /** The word itself where it is one: "green" is not everybody of that name. */
  readonly exact: string | null
  readonly label: string
}

export class LetterSearch {
  readonly #byFirst = new Map<string, Wanted[]>()

  constructor(values: readonly Known[]) {
    for (const { value, text } of values) {
      const letters = [...bare(value)].map(small).join('')
      if (!isTelling(value) || letters.length < FIRST) continue
      const first = letters.slice(0, FIRST)
      const list = this.#byFirst.get(first) ?? []
      if (list.some((known) => known.letters === letters)) continue
      list.push({ letters, exact: /^\p{L}+$/u.test(value.trim()) ? bare(value) : null, label: text })
      list.sort((a, b) => b.letters.length - a.letters.length)
      this.#byFirst.set(first, list)
    }
  }

  /** `said`: what a glyph says. */
  in(glyphs: readonly PlacedGlyph[], said: (glyph: PlacedGlyph) => string): Hit[] {
    if (this.#byFirst.size === 0) return []
    const written: string[] = []
    const owners: number[] = []
    for (const [at, glyph] of glyphs.entries())
      for (const letter of bare(said(glyph))) {
        written.push(letter)
        // A letter outside of the basic plane is two units of the text.
        for (let unit = 0; unit < letter.length; unit++) owners.push(at)
      }
    const original = written.join('')
    const text = written.map(small).join('')
    const hits: Hit[] = []
    for (let at = 0; at < text.length; at++) {
      const known = this.#byFirst
        .get(text.slice(at, at + FIRST))
        ?.find(
          ({ letters, exact }) => text.startsWith(letters, at) && (exact === null || original.startsWith(exact, at)),
        )
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

/** Letters of a word that is spelled over a page, at least. */
const LEAST_SPELLED = 5
/** Room between two letters of such a word, in heights of a letter. */
const SPREAD = 0.3
const FARTHEST = 2

/** Words whose letters are spaced out in a row or a column, so that the layout reads each letter as a word. Each letter comes with its glyph, a space with null. */
export function spelledWords(
  glyphs: readonly PlacedGlyph[],
): (readonly { letter: string; glyph: PlacedGlyph | null }[])[] {
  const words: { letter: string; glyph: PlacedGlyph | null }[][] = []
  let word: { letter: string; glyph: PlacedGlyph | null }[] = []
  let last: PlacedGlyph | null = null
  const end = () => {
    if (word.filter(({ glyph }) => glyph !== null).length >= LEAST_SPELLED) words.push(word)
    word = []
    last = null
  }
  for (const glyph of glyphs) {
    const letter = glyph.drawn.text
    if (letter.trim() === '') {
      if (last !== null) word.push({ letter: ' ', glyph: null })
      continue
    }
    if (!/^\p{L}\p{M}?$/u.test(letter) || (last !== null && !isSpread(last, glyph, word.at(-1)?.glyph === null))) end()
    if (!/^\p{L}\p{M}?$/u.test(letter)) continue
    word.push({ letter, glyph })
    last = glyph
  }
  end()
  return words
}

/** True if the second glyph continues a spaced word. A space between them allows for one more letter. */
function isSpread({ drawn: { box: a } }: PlacedGlyph, { drawn: { box: b } }: PlacedGlyph, isParted: boolean): boolean {
  const height = Math.max(a[3] - a[1], 1)
  const [right, down, step] = [b[0] - a[2], b[3] - a[3], isParted ? 2 : 1]
  if (Math.abs(down) < height / 4) return right > height * SPREAD && right < height * FARTHEST * step
  return Math.abs(b[0] - a[0]) < height / 2 && down > height / 2 && down < height * FARTHEST * step
}
