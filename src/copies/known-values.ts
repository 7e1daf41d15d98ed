// Values that were found once, looked for again: repeats in parts of a file that tell nothing by themselves, and what a finished copy must
// not show anywhere.

/** Letters and digits that a value needs to be told from other text by itself. */
const LEAST_SIGNS = 4
const LEAST_DIGITS = 5
/** A name of one short word is told by its capital. */
const SHORT_NAME = /^\p{Lu}\p{L}{2}$/u
/** Scripts without spaces between words: two signs are a name, and nothing marks where a word begins. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const WORD = /[\p{L}\p{M}\p{N}]/u
const FIRST = 3

export interface Known {
  readonly value: string
  /** What stands for it. */
  readonly text: string
}

export interface Occurrence extends Known {
  /** UTF-16 indexes of the text, end exclusive. */
  readonly start: number
  readonly end: number
}

/** Can the value be told from other text wherever it stands? "42" and "Li" cannot. */
export function isTelling(value: string): boolean {
  const signs = value.match(/[\p{L}\p{N}]/gu) ?? []
  if (UNSPACED.test(value)) return signs.length >= 2
  if (!/\p{L}/u.test(value)) return signs.length >= LEAST_DIGITS
  return signs.length >= LEAST_SIGNS || SHORT_NAME.test(value)
}

/** The same length, so that places stay: small letters, and one kind of white space. */
function folded(text: string): string {
  return text.replace(/[\s\p{Lu}\p{Lt}]/gu, (sign) => {
    const small = /\s/.test(sign) ? ' ' : sign.toLowerCase()
    return small.length === sign.length ? small : sign
  })
}

/** True for what is a word and no more: it is looked for as it is written, because "green" is not everybody of that name. */
export function isOneWord(value: string): boolean {
  return /^\p{L}+$/u.test(value)
}

export class KnownValues {
  /** By their first signs, longest first. */
  readonly #byFirst = new Map<string, (Known & { readonly folded: string; readonly exact: boolean })[]>()

  /** `anyCase`: single words too are looked for in capitals and small letters, as in names of files. */
  constructor(values: Iterable<Known>, anyCase = false) {
    const seen = new Set<string>()
    for (const { value: given, text } of values) {
      const value = given.trim()
      if (seen.has(value) || !isTelling(value)) continue
      seen.add(value)
      const small = folded(value).replace(/ {2,}/g, ' ')
      const first = small.slice(0, FIRST)
      const known = { value, text, folded: small, exact: !anyCase && isOneWord(value) }
      const list = this.#byFirst.get(first)
      if (list === undefined) this.#byFirst.set(first, [known])
      else list.push(known)
    }
    for (const list of this.#byFirst.values()) list.sort((a, b) => b.value.length - a.value.length)
  }

  /** Values as they are looked for in names of files: single words in capitals and small letters, too. */
  static inNames(values: Iterable<Known>): KnownValues {
    return new KnownValues(values, true)
  }

  /** Every occurrence, disjoint, in order; of two at one place the longer. */
  in(text: string): Occurrence[] {
    const found: Occurrence[] = []
    if (this.#byFirst.size === 0) return found
    const small = folded(text)
    for (let at = 0; at < small.length; at++) {
      const known = this.#at(text, small, at)
      if (known === null) continue
      const { end } = known
      found.push({ value: known.value, text: known.text, start: at, end })
      at = end - 1
    }
    return found
  }

  #at(text: string, small: string, at: number): (Known & { readonly end: number }) | null {
    for (const length of [FIRST, FIRST - 1])
      for (const known of this.#byFirst.get(small.slice(at, at + length)) ?? []) {
        if (length !== Math.min(FIRST, known.folded.length)) continue
        const end = endOf(known.folded, small, at)
        if (end < 0) continue
        if (known.exact && text.slice(at, end) !== known.value) continue
        if (isWhole(text, at, end)) return { ...known, end }
      }
    return null
  }
}

/** White space of a line that is broken, and filled up. */
const MOST_SPACES = 8

/** The index behind a value that begins at a place, -1 where none does: lines break between its words. */
function endOf(value: string, text: string, start: number): number {
  let at = start
  for (const sign of value) {
    if (!text.startsWith(sign, at)) return -1
    at += sign.length
    if (sign === ' ') for (let more = 1; more < MOST_SPACES && text[at] === ' '; more++) at++
  }
  return at
}

/** No letter or digit goes on before or behind. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text[start - 1]
  const behind = text[end]
  const goesOn = (inside: string, outside: string | undefined) =>
    outside !== undefined && WORD.test(inside) && WORD.test(outside) && !UNSPACED.test(inside + outside)
  return !goesOn(text[start]!, before) && !goesOn(text[end - 1]!, behind)
}
