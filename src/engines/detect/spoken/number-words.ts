// Words that say numbers: what a word, or a row of words, stands for in each language of data/cues/number-words.json.
import { fold } from '../../../text/fold.ts'
import { sliceOf } from '../../../text/unit-classes.ts'
import { type Word, WordFacts } from '../../../text/words.ts'
import { type LanguageNumbers, numberLanguages } from '../lexicons.ts'

/** A part of a number: "vier" in "vierundzwanzig", or the link between two parts. */
export interface NumberPart {
  /** 0 to 2000; LINK for "und". */
  readonly value: number
  readonly isOrdinal: boolean
}

export const LINK = -1
const LINK_PART: NumberPart = { value: LINK, isOrdinal: false }

/** Units of the beginning of a word by which most words are no numbers. */
const OPENING = 3
/** Maximum number of words of one form: "amashumi amabili", "quatre-vingt-dix-sept". */
const MOST_WORDS = 4
const SIGNS = { plus: '+', dash: '-', point: '.', slash: '/' } as const

export class NumberLanguage {
  /** Forms of one or more words (folded, with a space between), and those that only stand inside a longer word. */
  readonly forms = new Map<string, NumberPart>()
  readonly inside = new Map<string, NumberPart>()
  readonly links: ReadonlySet<string>
  /** Words for signs, and words that say how often the next digit comes. */
  readonly signs = new Map<string, string>()
  readonly repeats = new Map<string, number>()
  readonly inverted: LanguageNumbers['inverted']
  /** "on iki", "kumi na mbili": the language puts 11 to 19 together from ten and a unit. */
  readonly teensAreComposed: boolean
  #longest = 0

  constructor({ numbers, ordinals, repeats, inverted, and = '', ...signs }: LanguageNumbers) {
    this.links = new Set(formsOf(and))
    this.inverted = inverted
    this.teensAreComposed = numbers['11'] === undefined
    for (const [values, isOrdinal] of [[numbers, false] as const, [ordinals ?? {}, true] as const])
      for (const [value, forms] of Object.entries(values))
        for (const form of formsOf(forms)) this.#add(form, { value: Number(value), isOrdinal })
    for (const [name, sign] of Object.entries(SIGNS))
      for (const form of formsOf(signs[name as keyof typeof SIGNS] ?? '')) this.signs.set(form, sign)
    for (const [times, forms] of Object.entries(repeats ?? {}))
      for (const form of formsOf(forms)) this.repeats.set(form, Number(times))
  }

  #add(form: string, part: NumberPart): void {
    const isInside = form.endsWith('-')
    const words = form.split(/[-']/).filter((word) => word !== '')
    const to = isInside ? this.inside : this.forms
    if (!to.has(words.join(' '))) to.set(words.join(' '), part)
    this.#longest = Math.max(this.#longest, form.length)
  }

  /** The parts of one folded word: "vierundzwanzig" is 4, a link and 20; null for other words. */
  read(word: string): readonly NumberPart[] | null {
    const whole = this.forms.get(word)
    return whole === undefined ? this.#rest(word, 0, []) : [whole]
  }

  /** The parts from `at` to the end of a word, the longest form first; `before` are those that were read. */
  #rest(word: string, at: number, before: readonly NumberPart[]): readonly NumberPart[] | null {
    if (at === word.length) return before
    if (before.length === MOST_PARTS) return null
    const previous = before.at(-1)?.value ?? null
    for (let end = Math.min(word.length, at + this.#longest); end > at; end--) {
      const form = sliceOf(word, at, end)
      const part =
        this.forms.get(form) ??
        (end < word.length ? (this.inside.get(form) ?? (this.links.has(form) ? LINK_PART : undefined)) : undefined)
      if (part === undefined || !mayFollow(previous, part.value)) continue
      const rest = this.#rest(word, end, [...before, part])
      if (rest !== null) return rest
    }
    return null
  }

  /** The first units of words that may begin a number. */
  openings(): Iterable<string> {
    const starts = [...this.forms.keys(), ...this.inside.keys(), ...this.links]
    return starts.flatMap((one) =>
      one.length < OPENING
        ? [one, ...starts.map((next) => sliceOf(one + next, 0, OPENING))]
        : [sliceOf(one, 0, OPENING)],
    )
  }
}

/** True if a part of a number may follow another one inside a word: "neunzehn-hundert-sechs-und-fünfzig", but not "zwei-eins". */
function mayFollow(previous: number | null, next: number): boolean {
  if (previous === null || previous === LINK) return next !== 0
  if (previous === 0 || next === 0) return false
  if (next === LINK || next >= 1000) return true
  if (previous < 20) return next >= (previous < 10 ? 100 : 20)
  return next < (previous < 100 ? 10 : previous) || (next === 100 && previous < 100)
}

/** Parts of a word at most: "ezerkilencszazhuszonot" has five. */
const MOST_PARTS = 8
const LONGEST = 60

const formsOf = (forms: string): string[] =>
  fold(forms)
    .split(' ')
    .filter((form) => form !== '')

export interface NumberReading {
  readonly language: NumberLanguage
  /** Null for a word that only begins a form of several words. */
  readonly parts: readonly NumberPart[] | null
}

export class NumberWords {
  readonly #languages: readonly NumberLanguage[]
  readonly #openings = new Set<string>()
  /** Words that begin a form of several words. */
  readonly #beginnings = new Map<string, Set<NumberLanguage>>()
  readonly #readings = new WordFacts<readonly NumberReading[] | null>((word) => this.#read(word.folded))

  constructor() {
    const languages = numberLanguages()
    this.#languages = Object.keys(languages)
      .sort()
      .map((code) => new NumberLanguage(languages[code]!))
    for (const language of this.#languages) {
      for (const opening of language.openings()) this.#openings.add(opening)
      for (const form of language.forms.keys()) {
        const space = form.indexOf(' ')
        if (space < 0) continue
        const first = form.slice(0, space)
        this.#openings.add(sliceOf(first, 0, OPENING))
        this.#beginnings.set(first, (this.#beginnings.get(first) ?? new Set()).add(language))
      }
    }
  }

  /** What a word says in each language in which it is a number or begins one; null for other words. */
  of(word: Word): readonly NumberReading[] | null {
    return this.#readings.of(word)
  }

  #read(folded: string): readonly NumberReading[] | null {
    if (folded.length > LONGEST || !this.#openings.has(sliceOf(folded, 0, OPENING))) return null
    const readings: NumberReading[] = []
    for (const language of this.#languages) {
      const parts = language.read(folded)
      if (parts !== null || this.#beginnings.get(folded)?.has(language)) readings.push({ language, parts })
    }
    return readings.length > 0 ? readings : null
  }
}

/** The form of several words from a word on: its part, and how many words it has; null if there is none. `next`: the word some words on. */
export function longForm(
  { forms }: NumberLanguage,
  first: string,
  next: (words: number) => string | null,
): { part: NumberPart; words: number } | null {
  let found: { part: NumberPart; words: number } | null = null
  let form = first
  for (let words = 1; words < MOST_WORDS; words++) {
    const word = next(words)
    if (word === null) break
    form += ` ${word}`
    const part = forms.get(form)
    if (part !== undefined) found = { part, words: words + 1 }
  }
  return found
}
