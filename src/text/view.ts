// The view: the text as rules read it. Compatibility letters and digits (full-width, mathematical, superscript), exotic
// spaces and invisible characters are folded away, combining marks composed, so that a rule is written once for plain
// text. Every view index maps back to the text as sent; most texts need no folding and are their own view.

export interface View {
  readonly source: string
  readonly text: string
  /** UTF-16 index in `source` at which the character behind a view index starts; null when text === source. Has text.length + 1 entries. */
  readonly starts: Int32Array | null
}

// Anything outside: Basic Latin, Latin-1 letters and signs without NBSP and soft hyphen, Latin Extended, Greek, Cyrillic,
// general punctuation that rules know, currency signs. A text of only these needs no folding.
const NEEDS_FOLDING =
  /[^\x00-\x7f\u00a1-\u00ac\u00ae-\u00b1\u00b4-\u00b8\u00bb\u00bf-\u02af\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u20a0-\u20bf\u2116]/

/** Characters that show nothing and are used to split values: zero-width, joiners, direction marks, soft hyphen, BOM, variation selectors. */
const INVISIBLE =
  /^[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]$/
const SPACE = /^[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]$/
const DASH = /^[\u2010-\u2012\u2015\u2212\ufe58\ufe63\uff0d]$/
const MARK = /^\p{M}$/u
const DIGIT = /^\p{Nd}$/u

/** Value of a decimal digit of any script: zeros of all scripts stand at the start of a run of ten (Unicode 4.6). */
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
  // Only one-to-one foldings: ligatures and fractions keep their own shape so that "½" never becomes an id digit.
  return [...compatible].length === 1 ? compatible : character
}

/** Folds a text into its view. Linear in the text. */
export function viewOf(source: string): View {
  if (!NEEDS_FOLDING.test(source)) return { source, text: source, starts: null }
  const parts: string[] = []
  const starts: number[] = []
  let index = 0
  const push = (form: string, start: number) => {
    parts.push(form)
    for (let i = 0; i < form.length; i++) starts.push(start)
  }
  while (index < source.length) {
    const start = index
    const character = String.fromCodePoint(source.codePointAt(index)!)
    index += character.length
    if (character <= '\x7f' && (index >= source.length || source.charCodeAt(index) < 0x300)) {
      push(character, start)
      continue
    }
    if (INVISIBLE.test(character)) continue
    let cluster = plainForm(character)
    let marks = ''
    // At most eight marks compose: a longer pile is not a letter, and the bound keeps the work linear.
    while (index < source.length && marks.length < 8) {
      const next = String.fromCodePoint(source.codePointAt(index)!)
      if (!MARK.test(next) || INVISIBLE.test(next)) break
      marks += next
      index += next.length
    }
    if (marks) cluster = (cluster + marks).normalize('NFC')
    push(cluster, start)
  }
  starts.push(source.length)
  return { source, text: parts.join(''), starts: Int32Array.from(starts) }
}

/** The source range of a view range, both UTF-16, end exclusive. Invisible characters between kept ones are inside the range. */
export function sourceRange(view: View, start: number, end: number): { start: number; end: number } {
  const { starts } = view
  if (starts === null) return { start, end }
  if (end <= start) return { start: starts[start]!, end: starts[start]! }
  const last = starts[end - 1]!
  // The end is where the last kept character ends in the source, marks included, invisible followers not.
  let stop = last + String.fromCodePoint(view.source.codePointAt(last)!).length
  const limit = starts[end]!
  while (stop < limit) {
    const next = String.fromCodePoint(view.source.codePointAt(stop)!)
    if (!MARK.test(next) || INVISIBLE.test(next)) break
    stop += next.length
  }
  return { start: starts[start]!, end: stop }
}
