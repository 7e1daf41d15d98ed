// The forms of a personal name: what it is under other writing conventions, in the masculine, without its opening, and by ear.
// The rules are in data/equivalents/name-forms.json, the names of known culture in data/lexicons/name-cultures.txt.
import type { Packs } from '../../../packs/load.ts'
import type { NameRules } from '../../../packs/schemas/name-rules.ts'
import type { WordLevels } from '../../../packs/word-levels.ts'
import { hashOf, hashOfUnits } from '../../../text/hash.ts'
import { Respelling, respelled, type Spelled } from '../../../text/respelling.ts'
import { cologneCode, mokotoffCodes } from '../../../text/sounds.ts'

/** Other forms of one word of a name; every list has hashes in rising order. */
export interface NameForms {
  readonly self: number
  /** The forms it was made from: the masculine of a feminine family name, the original of one adapted to a language. */
  readonly bases: readonly number[]
  /** The man's given name that a woman's was made of ("Karima" -> "Karim"); 0 where it names none. */
  readonly man: number
  /** The husband whose wife it names ("Janosne" -> "Janos"); 0 where it names none. */
  readonly husband: number
  /** Hardly a woman is called so. */
  readonly isMan: boolean
  /** Itself without what opens or closes it and is often left out. */
  readonly shorts: readonly number[]
  /** Its readings under every convention. */
  readonly readings: readonly number[]
  /** Its readings under the conventions of the countries where it is borne. */
  readonly own: readonly number[]
  /** Those cultures where one name has several current spellings. */
  readonly romanised: readonly number[]
  /** How it sounds. */
  readonly sounds: readonly number[]
  /** The common form of its spellings in one country. */
  readonly spelled: number
  /** The form where two letters for one with a mark count as that one: "Juergen" and "Jurgen". */
  readonly expanded: number
  /** How strongly it is a given and a family name, 0 to 7 (Level of packs/word-levels.ts). */
  readonly levels: { readonly given: number; readonly family: number }
  /** Numbers of the countries with it as a common given name. */
  readonly countries: readonly number[]
}

/** One of the readings of a convention: its own folds, and all its passes one after the other. */
interface Way {
  /** The letters that its own folds rewrite; a word without any of them is read as without folds. */
  readonly rewrites: readonly string[]
  readonly passes: readonly Respelling[]
}

/** The readings of a word under one way of writing: once for each variant. */
class Convention {
  readonly #ways: readonly Way[]
  readonly #plain: readonly Respelling[]

  constructor(readings: readonly string[], passes: readonly string[]) {
    const [first = '', ...rest] = passes
    const after = rest.map((pass) => new Respelling(pass))
    this.#plain = [new Respelling(first), ...after]
    // A reading's own folds come first, so that among folds of one weight they win.
    this.#ways = readings.map((reading) => ({
      rewrites: reading.split(' ').map(rewrittenBy),
      passes: [new Respelling(`${reading} ${first}`), ...after],
    }))
  }

  /** Calls `take` with every reading, those that are bound to be the same once; it is overwritten by the next. */
  each(word: string, take: (reading: Spelled) => void): void {
    let plain = false
    for (const { rewrites, passes } of this.#ways)
      if (holdsAny(word, rewrites)) take(respelled(word, passes))
      else if (!plain) {
        plain = true
        take(respelled(word, this.#plain))
      }
  }

  of(word: string): string[] {
    return this.#ways.map(({ passes }) => passes.reduce((spelled, pass) => pass.of(spelled), word))
  }
}

/** The letters that a fold rewrites: "al" of "^al=", "c" of "c+ei=s". */
function rewrittenBy(fold: string): string {
  return fold.replace(/[+=].*/, '').replace(/[$^]/g, '')
}

function holdsAny(word: string, pieces: readonly string[]): boolean {
  for (const piece of pieces) if (piece !== '' && word.includes(piece)) return true
  return false
}

const readers = new WeakMap<Packs, NameFormsReader>()

/** The one reader of an installation, built on first use: packs by jurisdiction share it. */
export function nameFormsOf(packs: Packs): NameFormsReader {
  let reader = readers.get(packs)
  if (reader === undefined) {
    reader = new NameFormsReader(packs)
    readers.set(packs, reader)
  }
  return reader
}

/** Least letters of a stem before a feminine ending, and of what a shortening leaves. */
const STEM = 3
const SHORT = 4

interface Ending {
  readonly from: string
  readonly to: readonly string[]
}

function endingsOf(lists: readonly { readonly endings: string }[]): Ending[] {
  return lists.flatMap(({ endings }) =>
    endings.split(' ').map((ending) => {
      const [from = '', to = ''] = ending.split('=')
      return { from, to: to.split(',').map((one) => (one === '*' ? '' : one)) }
    }),
  )
}

export class NameFormsReader {
  readonly #conventions: readonly (readonly [string, Convention])[]
  readonly #romanised: ReadonlySet<string>
  #men: ReadonlySet<string> = new Set()
  readonly #heard: readonly Convention[]
  readonly #spelled: readonly Respelling[]
  readonly #expanded: Respelling
  readonly #levels: () => WordLevels
  readonly #feminine: readonly Ending[]
  readonly #adapted: readonly Ending[]
  readonly #beginnings: readonly string[]
  readonly #closings: readonly string[]
  readonly #spouse: string
  readonly #woman: string
  /** Word -> names of the conventions it is borne under. */
  readonly #cultures = new Map<string, string[]>()
  /** Given names of women that end like a family name in the feminine. */
  readonly #given: ReadonlySet<string>
  /** Given name -> numbers of the countries where it is common, rising. */
  readonly #common = new Map<string, number[]>()

  constructor(packs: Packs) {
    const rules: NameRules = packs.nameRules()
    this.#conventions = rules.conventions.map(({ name, readings, passes }) => [name, new Convention(readings, passes)])
    this.#romanised = new Set(rules.conventions.filter(({ romanised }) => romanised).map(({ name }) => name))
    this.#heard = rules.heard.map(({ passes }) => new Convention([''], passes))
    this.#spelled = rules.spelled.map((folds) => new Respelling(folds))
    this.#levels = () => packs.names()
    this.#expanded = new Respelling(rules.expanded)
    this.#feminine = endingsOf(rules.feminine)
    this.#adapted = endingsOf(rules.adapted)
    this.#beginnings = rules.shortened.flatMap(({ beginnings }) => beginnings.split(' '))
    this.#closings = rules.shortened.flatMap(({ endings }) => endings?.split(' ') ?? [])
    this.#spouse = rules.spouse
    this.#woman = rules.woman
    let given: readonly string[] = []
    for (const line of packs.lexicon('name-cultures.txt').split('\n')) {
      const colon = line.indexOf(': ')
      if (line.startsWith('#') || colon < 0) continue
      const culture = line.slice(0, colon)
      const words = line.slice(colon + 2).split(' ')
      if (culture === 'given') given = words
      else
        for (const word of words) {
          const cultures = this.#cultures.get(word)
          if (cultures === undefined) this.#cultures.set(word, [culture])
          else cultures.push(culture)
        }
    }
    this.#given = new Set(given)
    let number = 0
    for (const line of packs.lexicon('given-names.txt.gz').split('\n')) {
      const colon = line.indexOf(': ')
      if (line.startsWith('#') || colon < 0) continue
      if (line.startsWith(MEN)) {
        this.#men = new Set(line.slice(MEN.length).split(' '))
        continue
      }
      for (const name of line.slice(colon + 2).split(' ')) {
        const countries = this.#common.get(name)
        if (countries === undefined) this.#common.set(name, [number])
        else countries.push(number)
      }
      number++
    }
  }

  /** The forms of a word in lower-case a-z; each kind is computed on demand. */
  of(word: string): NameForms {
    return new Forms(word, this)
  }

  basesOf(word: string): string[] {
    return [...(this.#given.has(word) ? [] : basesOf(word, this.#feminine)), ...basesOf(word, this.#adapted)]
  }

  /** Hash of the word whose wife the word names; 0 where it names none. */
  husbandOf(word: string): number {
    return without(word, this.#spouse)
  }

  /** Hash of the word that the word is the feminine given name of; 0 where it is of none. */
  manOf(word: string): number {
    return without(word, this.#woman)
  }

  /** Hashes of the readings of the words under every convention. */
  readingsOf(words: readonly string[]): readonly number[] {
    const readings: number[] = []
    for (const [, convention] of this.#conventions)
      for (const word of words)
        convention.each(word, ({ units, length }) => {
          if (length >= STEM) insert(hashOfUnits(units, length), readings)
        })
    return readings
  }

  /** The same under those of the countries where the first word is borne, each apart from the others. */
  ownReadingsOf(words: readonly string[], romanised = false): readonly number[] {
    const cultures = this.#cultures.get(words[0]!)
    const readings: number[] = []
    if (cultures === undefined) return readings
    for (const [name, convention] of this.#conventions)
      if (cultures.includes(name) && (!romanised || this.#romanised.has(name)))
        for (const word of words)
          convention.each(word, ({ units, length }) => insert(hashOf(name, hashOfUnits(units, length)), readings))
    return readings
  }

  soundsOf(word: string): string[] {
    return [
      `cologne ${cologneCode(word)}`,
      ...mokotoffCodes(word).map((code) => `mokotoff ${code}`),
      ...this.#heard.flatMap((convention, i) => convention.of(word).map((one) => `${i} ${one}`)),
    ]
  }

  /** Hash of what the spellings of one name in one country have in common. */
  spelledOf(word: string): number {
    return hashOf(this.#spelled.reduce((text, pass) => pass.of(text), word))
  }

  expandedOf(word: string): number {
    return hashOf(this.#expanded.of(word))
  }

  levelsOf(word: string): { readonly given: number; readonly family: number } {
    return this.#levels().of(word)
  }

  isMan(word: string): boolean {
    return this.#men.has(word)
  }

  /** Numbers of the countries with the word as a common given name, rising. */
  countriesOf(word: string): readonly number[] {
    return this.#common.get(word) ?? NOWHERE
  }

  shortsOf(word: string): string[] {
    const shorts: string[] = []
    for (const opening of this.#beginnings)
      if (word.startsWith(opening) && word.length >= opening.length + SHORT) shorts.push(word.slice(opening.length))
    for (const closing of this.#closings)
      if (word.endsWith(closing) && word.length >= closing.length + SHORT) shorts.push(word.slice(0, -closing.length))
    return shorts
  }
}

/** Beginning of the line of men's names in the lexicon of given names. */
const MEN = 'men: '
const NOWHERE: readonly number[] = []

class Forms implements NameForms {
  readonly #word: string
  readonly #reader: NameFormsReader
  readonly self: number
  readonly husband: number
  readonly man: number
  #bases: readonly number[] | null = null
  #shorts: readonly number[] | null = null
  #readings: readonly number[] | null = null
  #own: readonly number[] | null = null
  #sounds: readonly number[] | null = null
  #expanded: number | null = null
  #levels: { readonly given: number; readonly family: number } | null = null

  constructor(word: string, reader: NameFormsReader) {
    this.#word = word
    this.#reader = reader
    this.self = hashOf(word)
    this.husband = reader.husbandOf(word)
    this.man = reader.manOf(word)
  }

  get bases(): readonly number[] {
    this.#bases ??= hashes(this.#reader.basesOf(this.#word))
    return this.#bases
  }

  get shorts(): readonly number[] {
    this.#shorts ??= hashes(this.#reader.shortsOf(this.#word))
    return this.#shorts
  }

  get readings(): readonly number[] {
    this.#readings ??= this.#reader.readingsOf(this.#spellings)
    return this.#readings
  }

  get own(): readonly number[] {
    this.#own ??= this.#reader.ownReadingsOf(this.#spellings)
    return this.#own
  }

  get romanised(): readonly number[] {
    return this.#reader.ownReadingsOf(this.#spellings, true)
  }

  get sounds(): readonly number[] {
    this.#sounds ??= hashes(this.#reader.soundsOf(this.#word))
    return this.#sounds
  }

  get spelled(): number {
    return this.#reader.spelledOf(this.#word)
  }

  get expanded(): number {
    this.#expanded ??= this.#reader.expandedOf(this.#word)
    return this.#expanded
  }

  get levels(): { readonly given: number; readonly family: number } {
    this.#levels ??= this.#reader.levelsOf(this.#word)
    return this.#levels
  }

  get isMan(): boolean {
    return this.#reader.isMan(this.#word)
  }

  get countries(): readonly number[] {
    return this.#reader.countriesOf(this.#word)
  }

  get #spellings(): readonly string[] {
    return [this.#word, ...this.#reader.basesOf(this.#word)]
  }
}

/** The stem of the word, under the longest ending of the list that it has. */
function basesOf(word: string, endings: readonly Ending[]): string[] {
  const bases: string[] = []
  for (const { from, to } of endings)
    if (word.endsWith(from) && word.length >= from.length + STEM)
      for (const one of to) bases.push(word.slice(0, -from.length) + one)
  return bases
}

/** Hash of the word without its ending; 0 where it ends otherwise or too little is left. */
function without(word: string, ending: string): number {
  return word.endsWith(ending) && word.length >= ending.length + STEM ? hashOf(word.slice(0, -ending.length)) : 0
}

/** Hashes of the words in rising order, each once. */
function hashes(words: readonly string[]): readonly number[] {
  const rising: number[] = []
  for (const word of words) insert(hashOf(word), rising)
  return rising
}

/** Adds a number to a list in rising order, unless it stands there: most readings of a word are one and the same. */
function insert(number: number, rising: number[]): void {
  let at = rising.length
  while (at > 0 && rising[at - 1]! > number) at--
  if (at > 0 && rising[at - 1] === number) return
  rising.splice(at, 0, number)
}

/** Do two lists in rising order share a number? */
export function meet(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const x = a[i]!
    const y = b[j]!
    if (x === y) return true
    if (x < y) i++
    else j++
  }
  return false
}
