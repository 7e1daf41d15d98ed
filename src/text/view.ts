// The view: the text as rules read it. Compatibility letters and digits (full-width, mathematical, superscript), special
// spaces and invisible characters are folded, and combining marks are composed, so that rules need only handle plain
// text; HTML is rendered to text, and encodings of programs, mail and editors are decoded. Every view index maps
// back to the original text; most texts need no folding and are their own view.

import { MOST_NESTED, withoutBackslashes } from './backslashes.ts'
import { withoutEmphasis } from './emphasis.ts'
import { withoutMailEncodings, withoutUtf7 } from './mail-encodings.ts'
import { withoutMarkup } from './markup.ts'
import type { Range } from './range.ts'
import { laidOver, type Rewritten } from './rewriting.ts'
import { withoutSplits } from './split-groups.ts'
import { codeAt } from './unit-classes.ts'
import { MOST_ESCAPED, withoutUrlEscapes } from './url-escapes.ts'
import { withoutWraps } from './wrapped-lines.ts'

export class View {
  readonly source: string
  readonly text: string
  /** UTF-16 index in `source` of the start of the character at a view index; null if text === source. Has text.length + 1 entries. */
  readonly starts: Int32Array | null
  /** UTF-16 index in `source` after that character with its marks and encoding; null if text === source. */
  readonly ends: Int32Array | null

  constructor(source: string, folded: Rewritten | null) {
    this.source = source
    this.text = folded === null ? source : folded.text
    this.starts = folded === null ? null : folded.starts
    this.ends = folded === null ? null : folded.ends
  }
}

// Any character except Basic Latin, Latin-1 letters and signs without NBSP and soft hyphen, Latin Extended, Greek, Cyrillic,
// general punctuation that rules handle, and currency signs. A text of only these needs no folding.
const NEEDS_FOLDING =
  /[^\x00-\x7f\u00a1-\u00ac\u00ae-\u00b1\u00b4-\u00b8\u00bb\u00bf-\u02af\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u20a0-\u20bf\u2116]/

/** Invisible characters that can split values: zero-width, joiners, direction marks, soft hyphen, BOM, variation selectors, tags. */
const INVISIBLE =
  /^[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u{e0000}-\u{e01ef}]$/u
/** Marks that strike through, underline or enclose any letter, and are not part of it. */
const OVERLAY = /^[\u0305\u0332-\u0338\u033f\u0347\u035f\u20d0-\u20f0]$/
const SPACE = /^[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]$/
const DASH = /^[\u2010-\u2012\u2015\u2212\ufe58\ufe63\uff0d]$/
const MARK = /^\p{M}$/u
const DIGIT = /^\p{Nd}$/u
/** Start of Miscellaneous Symbols: the arrows and signs before it carry meaning in texts. */
const FIRST_PICTURE = 0x2600
/** A pictograph, or a part of one: a regional indicator of a flag, a skin tone modifier. */
const PICTURE = /^[\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}]$/u

/** Value of a decimal digit of any script: the digits of a script are a contiguous run of ten (Unicode 4.6). */
function digitValue(character: string): string | null {
  if (!DIGIT.test(character)) return null
  let point = character.codePointAt(0)!
  // The mathematical digits are five runs of ten from U+1D7CE.
  if (point >= 0x1d7ce && point <= 0x1d7ff) return String((point - 0x1d7ce) % 10)
  let value = 0
  while (value < 9 && DIGIT.test(String.fromCodePoint(point - 1))) {
    point--
    value++
  }
  return String(value)
}

function plainForm(character: string): string {
  if (SPACE.test(character)) return ' '
  if (DASH.test(character)) return '-'
  const digit = digitValue(character)
  if (digit !== null) return digit
  const compatible = character.normalize('NFKC')
  // Only one-to-one foldings: ligatures and fractions keep their form, so that "½" never becomes a digit of an id.
  return [...compatible].length === 1 ? compatible : character
}

const PLAIN = 1
/** The unit makes its text need folding. */
const FOLDED = 2
/** The unit is folded in a text that needs folding, but does not cause it ("\u03d0", a variant of a Greek letter). */
const FOLDED_ALONG = 3
/** The class of each unit; 0 if not computed yet. Filled on first use, so that start-up costs nothing. */
const folding = new Uint8Array(65536)

function foldingOf(unit: number): number {
  const character = String.fromCharCode(unit)
  const found = NEEDS_FOLDING.test(character) ? FOLDED : plainForm(character) === character ? PLAIN : FOLDED_ALONG
  folding[unit] = found
  return found
}

export function isToFold(unit: number): boolean {
  return unit >= 0x80 && (folding[unit] || foldingOf(unit)) === FOLDED
}

function needsFolding(source: string): boolean {
  const { length } = source
  for (let i = 0; i < length; i++) if (isToFold(codeAt(source, i))) return true
  return false
}

/** Index of the first unit at or after `from` that folding changes; the text's length if there is none. */
function firstFolded(source: string, from: number): number {
  const { length } = source
  let i = from
  for (; i < length; i++) {
    const unit = codeAt(source, i)
    if (unit >= 0x80 && (folding[unit] || foldingOf(unit)) !== PLAIN) break
  }
  return i
}

interface Character {
  /** Its form in the view; '' for an invisible character. */
  readonly form: string
  readonly isMark: boolean
  readonly isPicture: boolean
}

const characters = new Map<number, Character>()
const MOST_CHARACTERS = 1 << 14

function characterOf(point: number): Character {
  const known = characters.get(point)
  if (known !== undefined) return known
  const character = String.fromCodePoint(point)
  const isInvisible = INVISIBLE.test(character) || OVERLAY.test(character)
  const found = {
    form: isInvisible ? '' : plainForm(character),
    isMark: !isInvisible && MARK.test(character),
    isPicture: point >= FIRST_PICTURE && PICTURE.test(character),
  }
  if (characters.size === MOST_CHARACTERS) characters.clear()
  characters.set(point, found)
  return found
}

/** At most eight marks are composed: longer sequences are not letters, and the bound keeps the work linear. */
const MOST_MARKS = 8

interface Layer {
  readonly signs: string
  readonly read: (text: string) => Rewritten | null
}

const layer = (signs: string, read: Layer['read']): Layer => ({ signs, read })

/** The decoders, in reverse order of encoding: mail contains HTML, which contains the rest. */
const LAYERS: readonly Layer[] = [
  layer('=', withoutMailEncodings),
  layer('+', withoutUtf7),
  ...Array.from({ length: MOST_NESTED }, () => layer('\\', withoutBackslashes)),
  ...Array.from({ length: MOST_ESCAPED }, () => layer('%+', withoutUrlEscapes)),
  layer('<&', withoutMarkup),
  layer('*_`~', withoutEmphasis),
  layer('', folded),
  layer('', withoutSplits),
  layer('', withoutWraps),
]

/** Decodes a text, removes its markup and folds it into its view. Linear in the text. */
export function viewOf(source: string): View {
  let read: Rewritten | null = null
  let seen = signsIn(source)
  for (const { signs, read: readLayer } of LAYERS) {
    if (signs !== '' && (seen & bitsOfSigns(signs)) === 0) continue
    const next = readLayer(read === null ? source : read.text)
    if (next === null) continue
    read = laidOver(next, read)
    seen = signsIn(read.text)
  }
  return new View(source, read)
}

const SIGNS = LAYERS.map(({ signs }) => signs).join('')
const BITS = new Int32Array(0x80)
for (const sign of SIGNS) BITS[sign.charCodeAt(0)] = 1 << SIGNS.indexOf(sign)

function bitsOfSigns(signs: string): number {
  let bits = 0
  for (let i = 0; i < signs.length; i++) bits |= BITS[signs.charCodeAt(i)]!
  return bits
}

/** The signs of layers that a text contains, as bits. */
function signsIn(text: string): number {
  let bits = 0
  for (let i = 0; i < text.length; i++) {
    const unit = codeAt(text, i)
    if (unit < 0x80) bits |= BITS[unit]!
  }
  return bits
}

function folded(source: string): Rewritten | null {
  if (!needsFolding(source)) return null
  const { length } = source
  let next = firstFolded(source, 0)
  // Joined at the end: V8 reads a string that was built by concatenation more slowly.
  const pieces: string[] = []
  // A view is rarely longer than its source.
  let starts = new Int32Array(length + 1)
  let ends = new Int32Array(length + 1)
  let count = 0
  let index = 0
  while (index < length) {
    // The text is copied up to the next folded character, except the last one before it, which may be the base of a mark.
    const plain = next === length ? length : next - 1
    if (plain > index) {
      pieces.push(source.slice(index, plain))
      if (count + plain - index >= starts.length) {
        starts = grown(starts, count + plain - index + 1)
        ends = grown(ends, starts.length)
      }
      for (; index < plain; index++) {
        ends[count] = index + 1
        starts[count++] = index
      }
      if (index === length) break
    }
    const start = index
    const cluster = clusterAt(source, start)
    index = cluster.end
    if (cluster.form !== '') {
      pieces.push(cluster.form)
      if (count + cluster.form.length >= starts.length) {
        starts = grown(starts, count + cluster.form.length + 1)
        ends = grown(ends, starts.length)
      }
      for (let i = 0; i < cluster.form.length; i++) {
        ends[count] = index
        starts[count++] = start
      }
    }
    if (next < index) next = firstFolded(source, index)
  }
  starts[count] = length
  ends[count++] = length
  return { text: pieces.join(''), starts: starts.subarray(0, count), ends: ends.subarray(0, count) }
}

/** The character at `start` with its marks, as in the view, and the index after them. */
function clusterAt(source: string, start: number): { form: string; end: number } {
  const point = source.codePointAt(start)!
  let index = start + (point > 0xffff ? 2 : 1)
  const { form, isPicture } = characterOf(point)
  // A pictograph that decorates the next word does not separate values: "Guardian: \u{1f525}Ada Obi".
  const kept = isPicture && adorns(source, start) ? '' : form
  if (kept === '') return { form: '', end: index }
  const base = index
  let marks = ''
  while (index < source.length && index - base < MOST_MARKS) {
    const next = source.codePointAt(index)!
    if (next < 0x300) break
    const known = characterOf(next)
    const isOverlay = known.form === '' && OVERLAY.test(String.fromCodePoint(next))
    if (!known.isMark && !isOverlay) break
    const after = index + (next > 0xffff ? 2 : 1)
    if (known.isMark) marks += source.slice(index, after)
    index = after
  }
  return { form: marks === '' ? kept : (kept + marks).normalize('NFC'), end: index }
}

/** Contexts before a decorating pictograph: line start, a sign, a lower-case word. After others it separates: "Brian \u{1f642} Cheers". */
const LEADING =
  /(?:^|\n|[([]|[:;,] {0,2}|(?:^|[\s(])\p{Ll}{1,20}[.:]? {1,2})[\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}\u200d\ufe0f]*$/u
const LEADING_WITHIN = 40
/** The rest of the pictograph, and directly or one space after it the text it decorates. */
const ADORNED = /^[\p{Extended_Pictographic}\p{RI}\p{Emoji_Modifier}\u200d\ufe0f]* ?[\p{L}\p{N}+("'@#]/u
const ADORNED_WITHIN = 16

/** True if the part of a pictograph at `at` decorates the text after it. */
function adorns(source: string, at: number): boolean {
  return (
    ADORNED.test(source.slice(at, at + ADORNED_WITHIN)) &&
    LEADING.test(source.slice(Math.max(0, at - LEADING_WITHIN), at))
  )
}

function grown(starts: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(least, 2 * starts.length))
  wider.set(starts)
  return wider
}

/** The source range of a view range, both in UTF-16 units, end exclusive. Includes invisible characters between visible ones. */
export function sourceRange({ starts, ends }: View, start: number, end: number): Range {
  if (starts === null || ends === null) return { start, end }
  const from = starts[start]!
  return { start: from, end: end <= start ? from : ends[end - 1]! }
}
