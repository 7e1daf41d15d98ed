// The index of labels: the kind of value that a column header, or a label before a value, names, as people and programs write it: "Date de naissance",
// "DT_NAISS", "dateNaissance".
import { fold, latin } from '../text/fold.ts'
import type { ColumnHeadingFacts, ColumnKind, FieldLabelFacts } from './schemas/field-labels.ts'

/** Longer texts are sentences and not headers. UTF-16 units. */
const LONGEST = 80
/** Minimum length of an abbreviation of one word, and of one of several words: shorter ones are ambiguous. */
const SHORTEST_SINGLE = 4
const SHORTEST_WORD = 2
/** Minimum length of a label inside a header: "cap", "ort". */
const SHORTEST_INSIDE = 3
const NAMES: ReadonlySet<string> = new Set(['name', 'given_name', 'family_name'])
/** Abbreviations of fewer letters may only leave out vowels: "dt", "nm". */
const FEW_LETTERS = 3

/** A list of JSON whose name is not a word: "c[].id" is an id and not a "cid". */
const SHORT_LIST = /(?<![^.\]])[^\s.[\]]{1,2}\[\]\.?/g

/** How a header names a kind: as its label, as a part with words about the person, or as a short form, which the cells must confirm. */
export type NamedBy = 'label' | 'part' | 'short'

export interface NamedKinds {
  readonly kinds: ReadonlySet<string>
  readonly by: NamedBy
}

interface Label {
  readonly kind: string
  /** Null for the label of a country's official number. */
  readonly language: string | null
  readonly words: readonly string[]
}

/** Words of another file that label a field, and their languages; the two files of labels take precedence over them. */
export interface CueLabel {
  readonly kind: string
  readonly cue: string
  /** Empty where the words label values in forms and texts alone. */
  readonly languages: readonly string[]
}

const NO_FIELDS: ReadonlySet<string> = new Set()
const NOTHING: NamedKinds = { kinds: NO_FIELDS, by: 'label' }

/** Letters alone; the sign "№" is "no". */
const compact = (text: string): string => fold(text.normalize('NFKD')).replace(/[^\p{L}]/gu, '')

export class Labels {
  readonly kinds: ReadonlyMap<string, ColumnKind>
  readonly #labels: Label[] = []
  /** By the letters and digits of a label, transliterated, and without the second letters of umlauts. */
  readonly #whole = new Map<string, Label[]>()
  /** The fields that a label before a value names, by its words without a number at their end ("phone 2"). */
  readonly #fields = new Map<string, Set<string>>()
  readonly #short: ReadonlyMap<string, ReadonlySet<string>>
  readonly #leftOut: ReadonlySet<string>
  readonly #aboutWhom: ReadonlySet<string>
  readonly #aboutOthers: ReadonlySet<string>
  readonly #rowNumbers: ReadonlySet<string>

  constructor(fields: FieldLabelFacts, facts: ColumnHeadingFacts, cues: readonly CueLabel[]) {
    this.kinds = new Map(Object.entries(facts.kinds))
    for (const [kind, languages] of [
      ...Object.entries(fields.fields),
      ...Object.entries(facts.kinds).map(([kind, { labels }]) => [kind, labels ?? {}] as const),
    ])
      for (const [language, labels] of Object.entries(languages))
        for (const label of labels) this.#add(kind, language, label)
    for (const [field, languages] of Object.entries(fields.fields))
      for (const label of Object.values(languages).flat()) this.#addField(field, label)
    for (const { kind, cue, languages } of cues) {
      if (!this.has(cue)) this.#addField(kind, cue)
      for (const language of languages) this.#add(kind, language, cue)
    }
    this.#short = new Map(Object.entries(facts.short).map(([short, long]) => [short, new Set(long.map(fold))]))
    this.#leftOut = new Set(facts.left_out.map(fold))
    this.#aboutWhom = new Set(facts.about_whom.map(fold))
    this.#aboutOthers = new Set(Object.values(facts.about_others).flat().flatMap(wordsOf))
    this.#rowNumbers = new Set(facts.row_numbers.map(compact))
  }

  /** True for the heading of a column that counts the rows ("Lfd. Nr.", "№"). */
  countsRows = (heading: string): boolean => this.#rowNumbers.has(compact(heading))

  #add(kind: string, language: string, written: string): void {
    // "(s)" in "prénom(s)" is a plural; text in longer parentheses is a remark.
    for (const text of new Set([written, written.replace(/\([^()]*\)/g, ' ')])) {
      const words = wordsOf(text)
      if (words.length === 0) continue
      const label = { kind, language, words }
      this.#labels.push(label)
      for (const key of new Set([words.join(''), plainOf(words.join(''))])) {
        const known = this.#whole.get(key)
        if (known === undefined) this.#whole.set(key, [label])
        else known.push(label)
      }
    }
  }

  #addField(field: string, label: string): void {
    const key = fieldKey(label)
    if (key === '') return
    const known = this.#fields.get(key)
    if (known === undefined) this.#fields.set(key, new Set([field]))
    else known.add(field)
  }

  has(label: string): boolean {
    return this.fieldsOf(label).size > 0
  }

  /** The fields that a label names, none for other text. "Nachname / Surname" and "DOB (dd.mm.yyyy)" name the fields of their parts. */
  fieldsOf(label: string): ReadonlySet<string> {
    if (label.length > LONGEST) return NO_FIELDS
    const outside = label.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    for (const part of [label, outside, ...outside.split(/[/|]| - /)]) {
      const found = this.#fields.get(fieldKey(part))
      if (found !== undefined) return found
    }
    return NO_FIELDS
  }

  /** True for the heading of a column about a relative or contact of the person of the row: "Mother's phone". */
  isOfOthers = (heading: string): boolean => wordsOf(heading).some((word) => this.#aboutOthers.has(word))

  /** The kinds that a label names as a whole, or without words about whom it is; in any language. Short forms are left to kindsOf. */
  kindsLabelled(label: string): ReadonlySet<string> {
    const words = wordsOf(label)
    const whole = this.#wholeLabels(words)
    if (whole.length > 0) return kindsIn(whole, null)
    const about = words.filter((word) => !this.#aboutWhom.has(word) && !/^\d{1,2}$/.test(word))
    return kindsIn(about.length > 0 && about.length < words.length ? this.#wholeLabels(about) : [], null)
  }

  /** The kinds that a header names. `languages` take precedence ("nome": given name in Italy, full name in Portugal); English always counts. */
  kindsOf(heading: string, languages: ReadonlySet<string> | null): NamedKinds {
    if (heading.length > LONGEST) return NOTHING
    const words = wordsOf(heading.replace(SHORT_LIST, ' ').replace(/\([^()]*\)|\[[^[\]]*\]/g, ' '))
    if (words.length === 0) return NOTHING
    const whole = this.#wholeLabels(words)
    if (whole.length > 0) return { kinds: kindsIn(whole, languages), by: 'label' }
    const about = words.filter((word) => !this.#aboutWhom.has(word) && !/^\d{1,2}$/.test(word))
    const part = about.length > 0 && about.length < words.length ? this.#wholeLabels(about) : []
    if (part.length > 0) return { kinds: kindsIn(part, languages), by: 'part' }
    for (const each of heading.split(/[/|]| - /)) {
      const found = each === heading ? [] : this.#wholeLabels(wordsOf(each))
      if (found.length > 0) return { kinds: kindsIn(found, languages), by: 'part' }
    }
    const inside = this.#inside(words, languages)
    // "Dzim_datums" is a date; the short form before it shows the kind of date.
    if (inside.kinds.size > 0 && !isDateAlone(inside)) return inside
    const first = about.length > 0 ? this.#shortened(about, languages) : NOTHING
    const short = first.kinds.size > 0 ? first : this.#shortened(words, languages)
    return short.kinds.size > 0 ? short : inside
  }

  /** The kinds of labels among other words of a header: "nome_paziente", "Lief.-Ort", "CaseNotes". */
  #inside(words: readonly string[], languages: ReadonlySet<string> | null): NamedKinds {
    const kinds = new Set<string>()
    let lastEnd = 0
    for (let at = 0; at < words.length; at++)
      for (let end = words.length; end > Math.max(at, lastEnd); end--) {
        const phrase = words.slice(at, end)
        if (phrase.join('').length < SHORTEST_INSIDE) break
        const found = this.#wholeLabels(phrase).filter(
          ({ kind, language }) =>
            this.kinds.get(kind)?.reads !== 'special' &&
            (language === null || languages === null || languages.has(language)),
        )
        if (found.length === 0) continue
        for (const { kind } of found) kinds.add(kind)
        lastEnd = end
        break
      }
    // A "patient city" column has towns, not names.
    if ([...kinds].some((kind) => !NAMES.has(kind))) for (const name of NAMES) kinds.delete(name)
    return kinds.size > 0 ? { kinds, by: 'short' } : NOTHING
  }

  /** The kinds whose label the header abbreviates; of several, those with the fewest missing letters. */
  #shortened(words: readonly string[], languages: ReadonlySet<string> | null): NamedKinds {
    let least = Number.POSITIVE_INFINITY
    let kinds = new Set<string>()
    for (const { kind, language, words: label } of this.#labels) {
      if (languages !== null && language !== null && !languages.has(language)) continue
      // A kind that is decided by the header alone needs its full label.
      if (this.kinds.get(kind)?.reads === 'special' || !this.#isShortFor(words, label)) continue
      const missing = label.join('').length - words.join('').length
      if (missing > least) continue
      if (missing < least) kinds = new Set()
      least = missing
      kinds.add(kind)
    }
    return kinds.size > 0 ? { kinds, by: 'short' } : NOTHING
  }

  #wholeLabels(words: readonly string[]): readonly Label[] {
    const joined = words.join('')
    return this.#whole.get(joined) ?? this.#whole.get(plainOf(joined)) ?? []
  }

  /** True for abbreviations of a label: "cod fisc" for "codice fiscale", "dat ur" for "data urodzenia", "gebdat" for "geburtsdatum". */
  #isShortFor(words: readonly string[], label: readonly string[]): boolean {
    // A first letter can represent a word if another word is complete: "C. Postal".
    const isLettered = words.some((word) => word.length >= SHORTEST_SINGLE && label.includes(word))
    if (words.length === 1 && label.length === 1) {
      const [short, long] = [words[0]!, label[0]!]
      const isMuch = short.length * 2 >= long.length || long.startsWith(short)
      return isMuch && short.length >= SHORTEST_SINGLE && short.length < long.length && this.#abbreviates(short, long)
    }
    let at = 0
    for (const word of words) {
      const fits = (long: string) =>
        this.#abbreviates(word, long) || (isLettered && word.length === 1 && long[0] === word)
      while (at < label.length && !fits(label[at]!)) {
        if (!this.#isLeftOut(label[at]!)) return false
        at++
      }
      if (at === label.length) return false
      at++
    }
    return label.slice(at).every((word) => this.#isLeftOut(word)) && words.join('').length >= SHORTEST_SINGLE
  }

  #isLeftOut(word: string): boolean {
    return this.#leftOut.has(word) || /^\d{1,2}$/.test(word)
  }

  /** True if `short` is the word, a prefix, a listed short form, or its first letter with others of its letters in order. */
  #abbreviates(short: string, long: string): boolean {
    if (short === long || this.#short.get(short)?.has(long)) return true
    if (short.length < SHORTEST_WORD || short.length >= long.length || short[0] !== long[0]) return false
    if (long.startsWith(short)) return true
    let at = 0
    for (const letter of long) if (letter === short[at]) at++
    return at === short.length && (short.length > FEW_LETTERS || !/[aeiouy]/.test(short.slice(1)))
  }
}

/** Letters and digits of a label, folded, without a number at its end. */
const fieldKey = (label: string): string =>
  fold(label)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ \d{1,2}$/, '')

const isDateAlone = ({ kinds }: NamedKinds): boolean => kinds.size === 1 && kinds.has('date')

function kindsIn(labels: readonly Label[], languages: ReadonlySet<string> | null): ReadonlySet<string> {
  const governed = labels.filter(({ language }) => language === null || languages === null || languages.has(language))
  return new Set((governed.length > 0 ? governed : labels).map(({ kind }) => kind))
}

/** Words of a header in ASCII letters: "DateOfBirth" and "date_of_birth" are "date of birth". */
function wordsOf(text: string): string[] {
  const spaced = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
  const folded = fold(spaced).replace(/\bn[°º.]o?\s/g, 'no ')
  return (latin(folded) ?? folded).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** Umlauts and rings that a program wrote as two letters: "foedselsdato", "strasse". */
const plainOf = (word: string): string => word.replace(/ae|oe|ue|aa|ij/g, (pair) => (pair === 'ij' ? 'y' : pair[0]!))
