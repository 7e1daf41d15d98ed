// Reads the door of a tokenised address: house number, unit and remaining tokens, in the order of any country, without towns or capitals.
import type { CountryFacts } from '../../packs/schemas/country.ts'
import { isDigitUnit } from '../../text/unit-classes.ts'

export interface Doors {
  /** Lowest and highest house number; NaN if there is none. */
  readonly from: number
  readonly to: number
  /** Letter after a single house number; empty if there is none. */
  readonly letter: string
  /** Values of flat, floor, stair and block in the order written: "flat 3" -> "3". */
  readonly units: readonly string[]
  /** Other numbers of up to four digits. */
  readonly numbers: readonly string[]
  readonly words: readonly string[]
}

const HOUSE = /^(\d{1,5})([a-z]?)$/
const FLOOR = /^\d{1,2}$/
const UNIT = /^(?:[a-z]?\d{1,4}[a-z]?|[a-z])$/
/** Two numbers in the original text: "18-22", "12/3", "3/12 High St". */
const PAIR = /(?:^|[\s,])(\d{1,5})\s?([-\u2013/])\s?(\d{1,5})(?![\d/-])/
const LONGEST = 4
/** Maximum difference between the numbers of one range of doors. */
const WIDEST = 60

/** The doors of an address while its tokens are read. */
type ReadDoors = { -readonly [Key in keyof Doors]: Doors[Key] extends readonly string[] ? string[] : Doors[Key] }

export class DoorReader {
  readonly #before: ReadonlySet<string>
  readonly #after: ReadonlySet<string>
  readonly #number: ReadonlySet<string>

  /** `plain` converts a word to the form of the tokens. */
  constructor(countries: ReadonlyMap<string, CountryFacts>, plain: (word: string) => string) {
    const rules = [...countries.values()].flatMap(({ address }) => address ?? [])
    // A single letter is not a cue if the language is unknown.
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

  /** The doors of an address, from its text and its tokens; `isStreet` is true for tokens that are street type words. */
  read(text: string, tokens: readonly string[], isStreet: (token: string) => boolean): Doors {
    const pair = PAIR.exec(text)
    const doors: ReadDoors = { from: Number.NaN, to: Number.NaN, letter: '', units: [], numbers: [], words: [] }
    let streetFirst = false
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!
      const next = tokens[i + 1] ?? ''
      if (this.#before.has(token) && UNIT.test(next)) {
        doors.units.push(next)
        i++
        // After a street and its number, "2. th" is a flat, although "th" is a street type word elsewhere.
      } else if (this.#after.has(next) && FLOOR.test(token) && (streetFirst || !isStreet(next))) {
        doors.units.push(token)
        i++
      } else if (this.#number.has(token) && !isStreet(token) && HOUSE.test(next)) continue
      else if (!isDigitUnit(token.charCodeAt(0)) || !HOUSE.test(token)) doors.words.push(token)
      else if (Number.isNaN(doors.from)) {
        streetFirst = doors.words.length > 0
        if (takeHouse(doors, token, next, pair, i + 2 < tokens.length)) i++
      } else if (token.length > LONGEST) doors.words.push(token)
      else doors.numbers.push(token)
    }
    return doors
  }
}

/**
 * Takes the first house number, and the second number of a pair with it. A pair is a range, or house and flat: the flat is first at the
 * start of the line ("3/12 High St"), otherwise second ("Hauptstr. 12/3"). True if `next` was taken.
 */
function takeHouse(
  doors: ReadDoors,
  token: string,
  next: string,
  pair: RegExpExecArray | null,
  isMore: boolean,
): boolean {
  const [, digits, suffix] = HOUSE.exec(token)!
  doors.from = doors.to = Number(digits)
  doors.letter = suffix!
  if (pair === null || doors.from !== Number(pair[1]) || next !== pair[3]) return false
  const last = Number(pair[3])
  if (pair[2] !== '/' && last > doors.from && last - doors.from <= WIDEST) doors.to = last
  else if (pair[2] === '/' && doors.words.length === 0 && isMore) {
    doors.units.push(token)
    doors.from = doors.to = last
  } else doors.units.push(pair[3])
  return true
}

/** From this value on, the first of two numbers is more likely a conscription number of the town than a number in the street. */
const CONSCRIPTED = 100

/**
 * Similarity of two doors by house number, in [0, 1]: 1 equal, 0.85 one within the range of the other, 0.8 the number of one is among
 * the other numbers of the other, 0.7 equal except for a letter that one lacks, 0.2 adjacent or another letter, 0 different; NaN if one
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
  // With conscription numbers, "791/41" is number 41 of its street and 791 of its town; the other address may have either.
  const hasUnit = (doors: Doors, number: number) => doors.units.length === 1 && doors.units[0] === String(number)
  if (a.from >= CONSCRIPTED && b.units.length === 0 && hasUnit(a, b.from)) return 0.8
  if (b.from >= CONSCRIPTED && a.units.length === 0 && hasUnit(b, a.from)) return 0.8
  return Math.min(Math.abs(a.from - b.to), Math.abs(b.from - a.to)) <= 2 ? 0.2 : 0
}

/** Similarity of two doors by unit: 1 equal, 0.8 one has additional units, 0 different; NaN if one has none. */
export function compareUnits(a: Doors, b: Doors): number {
  if (a.units.length === 0 || b.units.length === 0) return Number.NaN
  const shared = a.units.filter((unit) => b.units.includes(unit)).length
  if (shared < Math.min(a.units.length, b.units.length)) return 0
  return a.units.length === b.units.length ? 1 : 0.8
}
