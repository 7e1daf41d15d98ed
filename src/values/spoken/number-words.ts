// Number words: the value of a word, or of a row of words, in each language of data/cues/number-words.json.
import { parseData } from '../../packs/data-files.ts'
import { type LanguageNumbers, NumberWordFacts } from '../../packs/schemas/number-words.ts'
import { fold } from '../../text/fold.ts'
import { sliceOf, unitOf } from '../../text/unit-classes.ts'
import { type Word, WordFacts } from '../../text/words.ts'

/** A part of a number: "vier" in "vierundzwanzig", or the link between two parts. */
export interface NumberPart {
  /** 0 to 2000; LINK for "und". */
  readonly value: number
  readonly isOrdinal: boolean
}

export const LINK = -1
const LINK_PART: NumberPart = { value: LINK, isOrdinal: false }

/** Units at the beginning of a word that exclude most words. */
const OPENING = 3
/** Units of its end; the shortest part of a number has as many. */
const ENDING = 2
/** Maximum number of words of one form: "amashumi amabili", "quatre-vingt-dix-sept". */
const MOST_WORDS = 4
const SIGNS = { plus: '+', dash: '-', point: '.', slash: '/' } as const

interface Inner {
  readonly form: string
  readonly part: NumberPart
  /** It never ends a word. */
  readonly isInside: boolean
}

export class NumberLanguage {
  /** Forms of one or more words (folded, with a space between). */
  readonly forms = new Map<string, NumberPart>()
  /** Words that begin a form of several. */
  readonly beginnings = new Set<string>()
  /** Forms of a part of a word, the longest first, by their first letter. */
  readonly #inner = new Map<string, Inner[]>()
  readonly links: ReadonlySet<string>
  /** Words for signs, and words that say how often the next digit comes. */
  readonly signs = new Map<string, string>()
  readonly repeats = new Map<string, number>()
  readonly inverted: LanguageNumbers['inverted']
  /** "on iki", "kumi na mbili": the language puts 11 to 19 together from ten and a unit. */
  readonly teensAreComposed: boolean

  constructor({ numbers, ordinals, repeats, inverted, and = '', ...signs }: LanguageNumbers) {
    this.links = new Set(formsOf(and))
    for (const link of this.links) this.#add(link, LINK_PART)
    this.inverted = inverted
    this.teensAreComposed = numbers['11'] === undefined
    for (const [values, isOrdinal] of [[numbers, false] as const, [ordinals ?? {}, true] as const])
      for (const [value, forms] of Object.entries(values))
        for (const form of formsOf(forms)) this.#add(form, { value: Number(value), isOrdinal })
    for (const inner of this.#inner.values()) inner.sort((one, other) => other.form.length - one.form.length)
    for (const [name, sign] of Object.entries(SIGNS))
      for (const form of formsOf(signs[name as keyof typeof SIGNS] ?? '')) this.signs.set(form, sign)
    for (const [times, forms] of Object.entries(repeats ?? {}))
      for (const form of formsOf(forms)) this.repeats.set(form, Number(times))
  }

  #add(form: string, part: NumberPart): void {
    const isInside = form.endsWith('-') || part.value === LINK
    const words = form.split(/[-']/).filter((word) => word !== '')
    const whole = words.join(' ')
    if (!isInside && !this.forms.has(whole)) this.forms.set(whole, part)
    if (words.length > 1) {
      this.beginnings.add(words[0]!)
      return
    }
    const inner = this.#inner.get(whole[0]!) ?? []
    this.#inner.set(whole[0]!, inner)
    inner.push({ form: whole, part, isInside })
  }

  /** The parts of one folded word: "vierundzwanzig" is 4, a link and 20; null for other words. */
  read(word: string): readonly NumberPart[] | null {
    const whole = this.forms.get(word)
    return whole === undefined ? this.#rest(word, 0, []) : [whole]
  }

  /** The parts from `at` to the end of a word, the longest form first; `before` are those that were read. */
  #rest(word: string, at: number, before: readonly NumberPart[]): readonly NumberPart[] | null {
    if (at === word.length) return before
    const inner = before.length === MOST_PARTS ? undefined : this.#inner.get(word[at]!)
    if (inner === undefined) return null
    const previous = before.at(-1)?.value ?? null
    for (const { form, part, isInside } of inner) {
      if (!word.startsWith(form, at) || !(mayFollow(previous, part.value) || this.#isTeen(previous, part.value)))
        continue
      const end = at + form.length
      const rest = isInside && end === word.length ? null : this.#rest(word, end, [...before, part])
      if (rest !== null) return rest
    }
    return null
  }

  /** "onbir" in Turkish, and "negentienvierentachtig": a year in one word. */
  #isTeen(previous: number | null, next: number): boolean {
    if (previous === null || next < 1 || next > 9) return false
    return this.teensAreComposed ? previous === 10 : this.inverted === 'always' && previous > 12 && previous < 20
  }

  /** The first units of words that may begin a number. */
  openings(): Iterable<string> {
    const starts = [...this.#inner.values()].flat().map(({ form }) => form)
    const long = [...this.forms.keys()].map((form) => form.split(' ')[0]!)
    return [...starts, ...long].flatMap((one) =>
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

const PLACES = 1 << 15

/** Place of up to three units of a word. */
const placeOf = (word: string, at: number): number =>
  (Math.imul(Math.imul(unitOf(word, at), 0x9e37) + unitOf(word, at + 1), 0x9e37) + unitOf(word, at + 2)) & (PLACES - 1)

export interface NumberReading {
  readonly language: NumberLanguage
  /** Null for a word that only begins a form of several words. */
  readonly parts: readonly NumberPart[] | null
}

export class NumberWords {
  /** The languages that have a number with this opening. */
  readonly #openings = new Map<string, Set<NumberLanguage>>()
  /** 1 at the place of the first and the last units of numbers: these alone exclude most words. */
  readonly #mayOpen = new Uint8Array(PLACES)
  readonly #mayEnd = new Uint8Array(PLACES)
  readonly #readings = new WordFacts<readonly NumberReading[] | null>((word) => this.#read(word.folded))

  constructor() {
    const { languages } = parseData('cues/number-words.json', NumberWordFacts)
    for (const code of Object.keys(languages).sort()) {
      const language = new NumberLanguage(languages[code]!)
      for (const opening of language.openings()) {
        this.#openings.set(opening, (this.#openings.get(opening) ?? new Set()).add(language))
        this.#mayOpen[placeOf(opening, 0)] = 1
      }
      for (const form of [...language.forms.keys(), ...language.beginnings])
        this.#mayEnd[placeOf(form, form.length - ENDING)] = 1
    }
  }

  /** True for a word that is a number or begins one. */
  has(word: Word): boolean {
    const { folded } = word
    const mayBe = this.#mayOpen[placeOf(folded, 0)] === 1 && this.#mayEnd[placeOf(folded, folded.length - ENDING)] === 1
    return mayBe && this.of(word) !== null
  }

  /** The value of a word in each language that has it as a number or the beginning of one; null for other words. */
  of(word: Word): readonly NumberReading[] | null {
    return this.#readings.of(word)
  }

  #read(folded: string): readonly NumberReading[] | null {
    const languages = folded.length > LONGEST ? undefined : this.#openings.get(sliceOf(folded, 0, OPENING))
    if (languages === undefined) return null
    const readings: NumberReading[] = []
    for (const language of languages) {
      const parts = language.read(folded)
      if (parts !== null || language.beginnings.has(folded)) readings.push({ language, parts })
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
