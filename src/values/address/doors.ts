// What leads to a door in an address that has been cut into plain tokens: the house number with its range and letter, the unit
// behind it, and what is left, in whatever order a country writes them. It needs no town and no capital, as columns often have none.
import type { CountryFacts } from '../../packs/schemas/country.ts'
import { isDigitUnit } from '../../text/unit-classes.ts'

export interface Doors {
  /** Lowest and highest house number; NaN where there is none. */
  readonly from: number
  readonly to: number
  /** Letter behind a single house number; empty where there is none. */
  readonly letter: string
  /** Flat, floor, stair, block: "flat 3" -> "3", in the order written. */
  readonly units: readonly string[]
  /** Other numbers of up to four digits. */
  readonly numbers: readonly string[]
  /** Tokens that are none of these. */
  readonly words: readonly string[]
}

const HOUSE = /^(\d{1,5})([a-z]?)$/
const UNIT = /^(?:[a-z]?\d{1,4}[a-z]?|[a-z])$/
/** "18-22", "12/3", "3/12 High St" before they were cut into tokens. */
const PAIR = /(?:^|[\s,])(\d{1,5})\s?([-\u2013/])\s?(\d{1,5})(?![\d/-])/
/** Numbers behind the first that are longer than this are postcodes. */
const LONGEST = 4
/** Houses of one range lie at most so far apart. */
const WIDEST = 60

/** Reads doors by the words of all country files: which announce a number, which a unit. */
export class DoorReader {
  readonly #before: ReadonlySet<string>
  readonly #after: ReadonlySet<string>
  readonly #number: ReadonlySet<string>

  /** `plain` writes a word as the tokens are written. */
  constructor(countries: ReadonlyMap<string, CountryFacts>, plain: (word: string) => string) {
    const rules = [...countries.values()].flatMap(({ address }) => address ?? [])
    // One letter announces nothing where the language is unknown.
    const wordsOf = (lists: readonly (readonly string[])[]) =>
      new Set(
        lists
          .flat()
          .map(plain)
          .filter((word) => /^[a-z]{2,}$/.test(word)),
      )
    this.#before = wordsOf(rules.map((rule) => rule.unit_words))
    this.#after = wordsOf(rules.map((rule) => rule.unit_words_after))
    this.#number = wordsOf(rules.map((rule) => rule.number_words))
  }

  /** The doors of an address as written and as its tokens; `isStreet` says which tokens name a kind of street. */
  read(text: string, tokens: readonly string[], isStreet: (token: string) => boolean): Doors {
    const pair = PAIR.exec(text)
    const [first, last] = pair === null ? [Number.NaN, Number.NaN] : [Number(pair[1]), Number(pair[3])]
    const isRange = pair !== null && pair[2] !== '/' && last > first && last - first <= WIDEST
    const units: string[] = []
    const numbers: string[] = []
    const words: string[] = []
    let [from, to, letter] = [Number.NaN, Number.NaN, '']
    let streetFirst = false
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!
      const next = tokens[i + 1]
      if (next !== undefined && this.#before.has(token) && UNIT.test(next)) {
        units.push(next)
        i++
        // Behind a street and its number "2. th" is a flat, though "th" is a kind of street elsewhere.
      } else if (
        next !== undefined &&
        this.#after.has(next) &&
        /^\d{1,2}$/.test(token) &&
        (!isStreet(next) || streetFirst)
      ) {
        units.push(token)
        i++
      } else if (next !== undefined && this.#number.has(token) && !isStreet(token) && HOUSE.test(next)) continue
      else if (!isDigitUnit(token.charCodeAt(0)) || !HOUSE.test(token)) words.push(token)
      else if (Number.isNaN(from)) {
        const [, digits, behind] = HOUSE.exec(token)!
        from = to = Number(digits)
        streetFirst = words.length > 0
        letter = behind!
        if (pair === null || from !== first || tokens[i + 1] !== pair[3]) continue
        // A pair: a range, the flat before the house where it opens the line ("3/12 High St"), else behind it ("Hauptstr. 12/3").
        i++
        if (isRange) to = last
        else if (pair[2] === '/' && words.length === 0 && i + 1 < tokens.length) {
          units.push(token)
          from = to = last
        } else units.push(pair[3]!)
      } else if (token.length > LONGEST) words.push(token)
      else numbers.push(token)
    }
    return { from, to, letter, units, numbers, words }
  }
}

/** Numbers from which the first of two is rather that of a house in its town than of one in its street. */
const CONSCRIPTED = 100

/**
 * How far two doors agree by house number, in [0, 1]: 1 the same, 0.85 within one another's range, 0.8 a number of one among the
 * others of the other, 0.7 but for a letter that one lacks, 0.2 the next door or another letter, 0 another house; NaN where one
 * has no number.
 */
export function compareHouses(a: Doors, b: Doors): number {
  if (Number.isNaN(a.from) || Number.isNaN(b.from)) return Number.NaN
  if (a.from === b.from && a.to === b.to) {
    if (a.letter === b.letter) return 1
    return a.letter === '' || b.letter === '' ? 0.7 : 0.2
  }
  if (a.from <= b.to && b.from <= a.to) return 0.85
  const has = (doors: Doors, number: number) => doors.numbers.includes(String(number))
  if (has(a, b.from) || has(b, a.from)) return 0.8
  // "791/41" is house 41 of its street and 791 of its town, where that is the custom; the other may give either.
  const behind = (doors: Doors, number: number) => doors.units.length === 1 && doors.units[0] === String(number)
  if (a.from >= CONSCRIPTED && b.units.length === 0 && behind(a, b.from)) return 0.8
  if (b.from >= CONSCRIPTED && a.units.length === 0 && behind(b, a.from)) return 0.8
  return Math.min(Math.abs(a.from - b.to), Math.abs(b.from - a.to)) <= 2 ? 0.2 : 0
}

/** How far two doors agree by their units: 1 the same, 0.8 one says more than the other, 0 others; NaN where one has none. */
export function compareUnits(a: Doors, b: Doors): number {
  if (a.units.length === 0 || b.units.length === 0) return Number.NaN
  const shared = a.units.filter((unit) => b.units.includes(unit)).length
  if (shared < Math.min(a.units.length, b.units.length)) return 0
  return a.units.length === b.units.length ? 1 : 0.8
}
