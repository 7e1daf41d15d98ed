// How names are inflected, read from data/inflection.json: endings that replace each other after one stem, and prefixes that are
// written together with a name.
import { parseData } from '../../../packs/data-files.ts'
import { Inflections } from '../../../packs/schemas/inflection.ts'
import { type Languages, languageKey } from '../../../packs/word-levels.ts'

/** Letters of a stem at least: "Ek" is one, and its genitive "Eks". */
const SHORTEST_STEM = 2
const LONGEST_ENDING = 8

/** Whether a relation holds in a language of the text; `other`: in another language, or the text's language is unknown. */
export type InflectedIn = 'text' | 'other'

let made: Inflection | null = null

/** The facts, read once for the process. */
export function inflection(): Inflection {
  made ??= new Inflection(parseData('inflection.json', Inflections))
  return made
}

export class Inflection {
  /** Ending -> the classes that have it. */
  readonly #classes = new Map<string, number[]>()
  /** By class, the languageKey of its language. */
  readonly #languages: number[] = []
  /** Prefix -> languageKey of each language that has it. */
  readonly #prefixes = new Map<string, number[]>()
  /** languageKey of the languages that write the family name first. */
  readonly #familyFirst: number[] = []
  readonly #romanisations: ReadonlyMap<string, readonly (readonly (readonly [string, string])[])[]>

  constructor({ languages, romanisations }: Inflections) {
    for (const [language, facts] of Object.entries(languages)) {
      const { classes, fleeting = [], links = [], prefixes = '', family_first = false } = facts
      const key = languageKey(language)
      if (family_first) this.#familyFirst.push(key)
      for (const endings of classes) this.#add(key, wordsOf(endings))
      for (const { vowel, consonants, endings } of fleeting)
        for (const consonant of wordsOf(consonants))
          this.#add(key, [vowel + consonant, ...wordsOf(endings).map((ending) => consonant + ending)])
      for (const { links: vowels, endings } of links)
        this.#add(
          key,
          wordsOf(vowels).flatMap((vowel) => wordsOf(endings).map((ending) => vowel + ending)),
        )
      for (const prefix of wordsOf(prefixes)) this.#prefixes.set(prefix, [...(this.#prefixes.get(prefix) ?? []), key])
    }
    this.#romanisations = new Map(
      Object.entries(romanisations).map(([script, schemes]) => [
        script,
        schemes.map((scheme) => scheme.split(' ').map((pair) => pair.split('=') as [string, string])),
      ]),
    )
  }

  #add(language: number, endings: readonly string[]): void {
    const number = this.#languages.push(language) - 1
    for (const ending of new Set(endings)) {
      const classes = this.#classes.get(ending)
      if (classes === undefined) this.#classes.set(ending, [number])
      else classes.push(number)
    }
  }

  /** Whether two folded words can be forms of one name; null where no class of endings relates them. `shared`: letters both begin with. */
  relate(one: string, other: string, shared: number, languages: Languages | null): InflectedIn | null {
    let found: InflectedIn | null = null
    const longest = Math.max(one.length, other.length)
    for (let stem = shared; stem >= SHORTEST_STEM && longest - stem <= LONGEST_ENDING; stem--) {
      const classes = this.#classes.get(one.slice(stem))
      const others = this.#classes.get(other.slice(stem))
      if (classes === undefined || others === undefined) continue
      for (const number of classes) {
        if (!others.includes(number)) continue
        if (languages?.[this.#languages[number]!] === 1) return 'text'
        found = 'other'
      }
    }
    return found
  }

  /** Whether languages write a prefix together with a name; null where none does. */
  prefix(prefix: string, languages: Languages | null): InflectedIn | null {
    const keys = this.#prefixes.get(prefix)
    if (keys === undefined) return null
    return languages !== null && keys.some((key) => languages[key] === 1) ? 'text' : 'other'
  }

  /** Whether a text is in a language that writes the family name first. */
  isFamilyFirst(languages: Languages | null): boolean {
    return languages !== null && this.#familyFirst.some((key) => languages[key] === 1)
  }

  /** Further spellings in Latin letters of a word that is written in a script: "oy" of Greek as "ou". */
  spellings(word: string, script: string): string[] {
    return (this.#romanisations.get(script) ?? []).map((pairs) =>
      pairs.reduce((spelt, [from, to]) => spelt.replaceAll(from, to), word),
    )
  }
}

/** Endings of a line; "-" is the empty one. */
function wordsOf(line: string): string[] {
  return line === '' ? [] : line.split(' ').map((ending) => (ending === '-' ? '' : ending))
}
