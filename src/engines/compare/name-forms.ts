// The forms of a personal name: what it is under other writing conventions, in the masculine, without its opening, and by ear.
// Rules stand in data/cues/name-forms.json, the names whose culture is known in data/lexicons/name-cultures.txt.
import { z } from 'zod'
import type { Packs } from '../../packs/load.ts'
import { hashOf } from '../../text/hash.ts'
import { Respelling } from '../../text/respelling.ts'
import { cologneCode, mokotoffCodes } from '../../text/sounds.ts'

/** What one word of a name stands for besides itself; every list holds hashes in rising order. */
export interface NameForms {
  readonly self: number
  /** The forms it was made from: the masculine of a feminine family name, the original of one adapted to a language. */
  readonly bases: readonly number[]
  /** The husband whose wife it names ("Janosne" -> "Janos"); 0 where it names none. */
  readonly spouse: number
  /** Itself without what opens or closes it and is often left out. */
  readonly shorts: readonly number[]
  /** Its readings under every convention. */
  readonly readings: readonly number[]
  /** Its readings under the conventions of the countries where it is borne. */
  readonly own: readonly number[]
  /** How it sounds. */
  readonly sounds: readonly number[]
}

const Rules = z.strictObject({
  about: z.string(),
  conventions: z.array(
    z.strictObject({
      name: z.string(),
      source: z.string(),
      countries: z.string(),
      readings: z.array(z.string()),
      passes: z.array(z.string()),
    }),
  ),
  heard: z.array(z.strictObject({ name: z.string(), source: z.string(), passes: z.array(z.string()) })),
  feminine: z.array(z.strictObject({ of: z.string(), endings: z.string() })),
  adapted: z.array(z.strictObject({ of: z.string(), endings: z.string() })),
  shortened: z.array(z.strictObject({ of: z.string(), beginnings: z.string(), endings: z.string().optional() })),
  patronymics: z.string(),
  spouse: z.string(),
  abbreviated: z.record(z.string(), z.string()),
  compounds: z.strictObject({ heads: z.string(), articles: z.string(), tails: z.string() }),
  joined: z.string(),
})
export type NameRules = z.infer<typeof Rules>

/** The rules of data/cues/name-forms.json. Throws where the file does not fit. */
export function readNameRules(packs: Packs): NameRules {
  return Rules.parse(JSON.parse(packs.cues('name-forms.json')))
}

/** The readings of a word under one way of writing: once for each variant, the passes of all one after the other. */
class Convention {
  readonly #ways: readonly (readonly Respelling[])[]

  constructor(readings: readonly string[], passes: readonly string[]) {
    const [first = '', ...rest] = passes
    const after = rest.map((pass) => new Respelling(pass))
    // A reading's own folds come first, so that among folds of one weight they win.
    this.#ways = readings.map((reading) => [new Respelling(`${reading} ${first}`), ...after])
  }

  of(word: string): string[] {
    return this.#ways.map((passes) => passes.reduce((spelled, pass) => pass.of(spelled), word))
  }
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
  readonly #heard: readonly Convention[]
  readonly #feminine: readonly Ending[]
  readonly #adapted: readonly Ending[]
  readonly #beginnings: readonly string[]
  readonly #closings: readonly string[]
  readonly #spouse: string
  /** Word -> names of the conventions it is borne under. */
  readonly #cultures = new Map<string, string[]>()
  /** Given names of women that end like a family name in the feminine. */
  readonly #given: ReadonlySet<string>

  constructor(packs: Packs, rules: NameRules) {
    this.#conventions = rules.conventions.map(({ name, readings, passes }) => [name, new Convention(readings, passes)])
    this.#heard = rules.heard.map(({ passes }) => new Convention([''], passes))
    this.#feminine = endingsOf(rules.feminine)
    this.#adapted = endingsOf(rules.adapted)
    this.#beginnings = rules.shortened.flatMap(({ beginnings }) => beginnings.split(' '))
    this.#closings = rules.shortened.flatMap(({ endings }) => endings?.split(' ') ?? [])
    this.#spouse = rules.spouse
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
  }

  /** The forms of a word in lower-case a-z. */
  of(word: string): NameForms {
    const feminine = this.#given.has(word) ? [] : basesOf(word, this.#feminine)
    const bases = [...feminine, ...basesOf(word, this.#adapted)]
    const cultures = this.#cultures.get(word) ?? []
    const readings: string[] = []
    const own: string[] = []
    for (const [name, convention] of this.#conventions) {
      const read = [word, ...bases].flatMap((one) => convention.of(one))
      readings.push(...read)
      if (cultures.includes(name)) own.push(...read.map((one) => `${name} ${one}`))
    }
    const heard = [
      `cologne ${cologneCode(word)}`,
      ...mokotoffCodes(word).map((code) => `mokotoff ${code}`),
      ...this.#heard.flatMap((convention, i) => convention.of(word).map((one) => `${i} ${one}`)),
    ]
    return {
      self: hashOf(word),
      bases: hashes(bases),
      spouse:
        word.endsWith(this.#spouse) && word.length >= this.#spouse.length + STEM
          ? hashOf(word.slice(0, -this.#spouse.length))
          : 0,
      shorts: hashes(this.#shortsOf(word)),
      readings: hashes(readings.filter((one) => one.length >= STEM)),
      own: hashes(own),
      sounds: hashes(heard),
    }
  }

  #shortsOf(word: string): string[] {
    const shorts: string[] = []
    for (const opening of this.#beginnings)
      if (word.startsWith(opening) && word.length >= opening.length + SHORT) shorts.push(word.slice(opening.length))
    for (const closing of this.#closings)
      if (word.endsWith(closing) && word.length >= closing.length + SHORT) shorts.push(word.slice(0, -closing.length))
    return shorts
  }
}

/** What the word was made from, under the longest ending of the list that it has. */
function basesOf(word: string, endings: readonly Ending[]): string[] {
  const bases: string[] = []
  for (const { from, to } of endings)
    if (word.endsWith(from) && word.length >= from.length + STEM)
      for (const one of to) bases.push(word.slice(0, -from.length) + one)
  return bases
}

function hashes(words: readonly string[]): readonly number[] {
  return [...new Set(words.map((word) => hashOf(word)))].sort((a, b) => a - b)
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
