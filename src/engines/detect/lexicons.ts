// Word lists of data/cues that several detectors use.
import { SelfsameError } from '../../errors.ts'
import { readData } from '../../packs/data-files.ts'
import type { Packs } from '../../packs/load.ts'
import type { KnownBy } from '../../packs/schemas/category.ts'
import { type Languages, languageKey } from '../../packs/word-levels.ts'
import { fold } from '../../text/fold.ts'

/** A trait; the data file defines its meaning. */
type Trait = 'unbentNames'

/** data/cues/languages.json. */
interface LanguageFacts {
  readonly traits: Readonly<Record<Trait, readonly string[]>>
  /** Maps letters that only some languages use to those languages. */
  readonly letters: Readonly<Record<string, readonly string[]>>
}

export class LanguageTraits {
  readonly #keys: ReadonlyMap<Trait, readonly number[]>

  constructor(traits: LanguageFacts['traits']) {
    this.#keys = new Map(Object.entries(traits).map(([trait, codes]) => [trait as Trait, codes.map(languageKey)]))
  }

  /** True if all possible languages of a text have a trait; false if the languages are unknown. */
  hasOnly(trait: Trait, languages: Languages | null): boolean {
    if (languages === null) return false
    const keys = this.#keys.get(trait)
    return keys !== undefined && languages.every((isWritten, key) => isWritten === 0 || keys.includes(key))
  }
}

/** Maps a category to how its values identify a person; other categories are left out. */
export function categoriesKnownBy(packs: Packs): ReadonlyMap<string, KnownBy> {
  const known = new Map<string, KnownBy>()
  for (const [code, { known_by }] of packs.categories()) if (known_by !== undefined) known.set(code, known_by)
  return known
}

interface ValueCues {
  readonly cues: Readonly<Record<string, readonly string[]>>
}

interface NegativeCues {
  readonly fillers: readonly string[]
  readonly reference: readonly string[]
  readonly version: readonly string[]
  readonly amount: readonly string[]
  readonly units: readonly string[]
  readonly series: readonly string[]
  readonly not_after: Readonly<Record<string, readonly string[]>>
}

interface BirthCues {
  readonly edition: number
  readonly capitals: readonly string[]
  readonly headings: readonly string[]
  readonly died: readonly string[]
  readonly confirming: readonly string[]
  readonly cues: Readonly<Record<string, readonly string[]>>
  readonly after: Readonly<Record<string, readonly string[]>>
}

/** Files that are already loaded, because many detectors use parts of the same file. */
const files = new Map<string, unknown>()

function read<T>(name: string): T {
  const known = files.get(name) ?? JSON.parse(readData(`cues/${name}`).toString('utf8'))
  files.set(name, known)
  return known as T
}

/** A list of a file of data/cues. Throws `facts_invalid` if the file has no list of that name. */
function listOf(lists: Readonly<Record<string, readonly string[]>>, name: string, file: string): readonly string[] {
  const list = lists[name]
  if (list === undefined)
    throw new SelfsameError('facts_invalid', `data/cues/${file} has no list "${name}": add it, or name another one.`)
  return list
}

/** The words that announce a value of a kind: those listed, and the composed labels of its number. */
export function valueCues(kind: string): readonly string[] {
  const listed = listOf(read<ValueCues>('value-cues.json').cues, kind, 'value-cues.json')
  return Object.hasOwn(numberLabelFile().holders, kind) ? [...listed, ...numberLabels(kind)] : listed
}

interface NumberLabels {
  readonly holder_first: readonly string[]
  readonly heads: Readonly<Record<string, readonly string[]>>
  readonly links: Readonly<Record<string, readonly string[]>>
  readonly holders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  readonly alone: Readonly<Record<string, readonly string[]>>
  readonly clinical: readonly string[]
}

const numberLabelFile = (): NumberLabels => read('number-labels.json')

/** Words of clinical texts, in which the number of a case is the number of a patient. */
export const clinicalWords = (): readonly string[] => numberLabelFile().clinical

/** The labels of the numbers of a holder: each word for a number with each word for the holder, in the order of their language. */
export function numberLabels(holder: string): readonly string[] {
  const { holder_first, heads, links, holders, alone } = numberLabelFile()
  const labels = [...(alone[holder] ?? [])]
  for (const [language, words] of Object.entries(holders[holder]!)) {
    const isFirst = holder_first.includes(language)
    const between = isFirst ? [''] : ['', ...(links[language] ?? [])]
    for (const word of words)
      for (const head of heads[language]!)
        for (const link of between) labels.push(isFirst ? `${word} ${head}` : `${head} ${link} ${word}`)
  }
  return labels
}

/** Words directly before a value that exclude its kind, by the name of their list. Throws `facts_invalid` if there is none. */
export const otherValueCues = (list: string): readonly string[] =>
  listOf(negativeCues().not_after, list, 'negative-cues.json')

/** Cues of non-personal numbers, and filler words between a cue and its value. */
export const negativeCues = (): NegativeCues => read('negative-cues.json')

export const quantityWords = (): ReadonlySet<string> => new Set(negativeCues().units.map(fold))

/** The lists of a file of data/cues, by name; its `about` member describes each. Throws `facts_invalid` if the file has no such list. */
export function wordLists(file: string): (list: string) => readonly string[] {
  const lists = read<Readonly<Record<string, readonly string[]>>>(file)
  return (name) => listOf(lists, name, file)
}

/** Cues before (`cues`), after (`after`) and above a date of birth, for all languages, and abbreviations (`died`) that exclude it. */
export function birthCues(): {
  edition: number
  before: readonly string[]
  after: readonly string[]
  capitals: readonly string[]
  headings: readonly string[]
  died: readonly string[]
  confirming: readonly string[]
} {
  const file = read<BirthCues>('birth-cues.json')
  const { edition, capitals, headings, died, confirming } = file
  return {
    edition,
    before: [...Object.values(file.cues).flat(), ...capitals],
    after: Object.values(file.after).flat(),
    capitals,
    headings,
    died,
    confirming,
  }
}

/** Words of each language that are also names: words that begin a sentence (`sentence`), or occur in one (`anywhere`). */
export const otherWords = (): Readonly<Record<'sentence' | 'anywhere', Readonly<Record<string, readonly string[]>>>> =>
  read<{ otherWords: ReturnType<typeof otherWords> }>('not-names.json').otherWords

export const languageFacts = (): LanguageFacts => read('languages.json')
