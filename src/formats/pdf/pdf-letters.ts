// The letters of a page as texts, however they are placed: one by one, far apart, or by codes that say something else.
import type { Glyph } from './pdf-glyphs.ts'

export interface PlacedGlyph {
  readonly operator: number
  readonly glyph: number
  readonly drawn: Glyph
}

/** Letters without what parts them. */
export function bare(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u00ad]+/g, '')
}

/** Between two words there is at least so much room, and between two lines of letters so much height, in heights of a letter. */
const GAP = 0.12
const RISE = 0.25

/** Letters of a page as a text: a space where two of them are apart, a line break where a line ends. */
export interface Letters {
  readonly text: string
  /** By unit of the text, the index of its glyph. */
  readonly owners: readonly number[]
}

/** `said`: what a glyph says. */
export function lettersOf(glyphs: readonly PlacedGlyph[], said: (glyph: PlacedGlyph) => string): Letters {
  const written: string[] = []
  const owners: number[] = []
  let last: PlacedGlyph | null = null
  let isApart = false
  for (const [at, glyph] of glyphs.entries()) {
    const letters = bare(said(glyph))
    // A glyph without letters separates its neighbours: a space is such a glyph.
    if (letters === '') isApart = true
    if (letters === '') continue
    const parted = last === null ? '' : partBetween(last, glyph) || (isApart ? ' ' : '')
    written.push(parted, letters)
    for (let unit = parted.length + letters.length; unit > 0; unit--) owners.push(at)
    last = glyph
    isApart = false
  }
  return { text: written.join(''), owners }
}

/** The separator of two successive glyphs: none, a space or a line break. */
function partBetween({ drawn: { box: left } }: PlacedGlyph, { drawn: { box: right } }: PlacedGlyph): '' | ' ' | '\n' {
  const height = Math.max(left[3] - left[1], 1)
  const down = Math.abs(left[3] - right[3])
  if (down >= height) return '\n'
  return down >= height * RISE || Math.abs(right[0] - left[2]) >= height * GAP ? ' ' : ''
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
