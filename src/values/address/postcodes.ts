// How postcodes are written in all countries at once, sorted by the character that they begin with, so that what stands in a
// text is held against the few shapes that it may have.
import type { AddressRule } from '../../packs/schemas/address.ts'

export interface PostcodeRule {
  readonly country: string
  readonly pattern: RegExp
  readonly isDistinct: boolean
  /** Stands behind the number of a post box and a hyphen. */
  readonly isAfterBox: boolean
}

/** Postcodes of several countries that are written alike where the country's letters are left out. */
interface PostcodeShape {
  readonly pattern: RegExp
  /** Indexes of the rules it stands for, ascending. */
  readonly rules: readonly number[]
}

/** The shapes of what begins with one character, and one pattern that matches where any of them does. */
interface ShapeList {
  readonly any: RegExp
  readonly shapes: readonly PostcodeShape[]
}

/** What the longest shape at a place in a text is. */
export interface PostcodeMatch {
  /** Index in the text behind it. */
  readonly stop: number
  readonly countries: readonly string[]
  readonly isDistinct: boolean
}

/** The letters of the country in front, which may be left out: (?:GR-?)?. */
const COUNTRY_LETTERS = /^\(\?:([A-Z|?-]+)\)\?(?=[\\\d])/
/** A pattern that begins with a digit, or (behind the letters of the country) with nothing else. */
const BEGINS_WITH_DIGIT = /^(?:\\d|\[[\d-]+\])/
const LAST_DIGIT = 57
const A = 65

export class PostcodeTable {
  readonly rules: readonly PostcodeRule[]
  /** How postcodes that begin with a digit are written. */
  readonly #digits: ShapeList | null
  /** What may begin with a capital, by its code less that of A. */
  readonly #letters: readonly (ShapeList | null)[]
  readonly #isDistinctDigits: boolean
  readonly #countries: ReadonlySet<string>
  /** Postcodes that box lines carry behind a hyphen. */
  readonly #afterBox: readonly PostcodeRule[]

  /** `rules`: address rules by country code, in the order in which their countries are reported. */
  constructor(rules: ReadonlyMap<string, AddressRule>) {
    const sources: string[] = []
    const known: PostcodeRule[] = []
    const patterns = patternCache()
    for (const [country, rule] of rules) {
      if (rule.postcode === null) continue
      sources.push(rule.postcode)
      known.push({
        country,
        pattern: postcodePattern(rule.postcode),
        isDistinct: rule.postcode_distinct,
        isAfterBox: rule.postcode_after_box,
      })
    }
    this.rules = known
    this.#digits = digitShapes(sources, patterns)
    this.#letters = letterShapes(sources, patterns)
    this.#isDistinctDigits =
      this.#digits?.shapes.some((shape) => shape.rules.some((at) => known[at]!.isDistinct)) ?? false
    this.#countries = new Set(known.map(({ country }) => country))
    this.#afterBox = known.filter(({ isAfterBox }) => isAfterBox)
  }

  /** Does any postcode that begins with a digit prove itself by its shape? */
  get isDistinctDigits(): boolean {
    return this.#isDistinctDigits
  }

  /** May a postcode begin with the character at index `from` of a text? */
  mayBegin(text: string, from: number): boolean {
    return this.#listAt(text, from) !== null
  }

  #listAt(text: string, from: number): ShapeList | null {
    const unit = text.charCodeAt(from)
    return unit <= LAST_DIGIT ? this.#digits : (this.#letters[unit - A] ?? null)
  }

  /** Has the country a postcode? */
  has(country: string): boolean {
    return this.#countries.has(country)
  }

  /** The longest postcode of any country that begins at index `from` of a text; null when none does. */
  match(text: string, from: number): PostcodeMatch | null {
    const list = this.#listAt(text, from)
    if (list === null) return null
    list.any.lastIndex = from
    if (!list.any.test(text)) return null
    let stop = 0
    let rules: readonly number[] = []
    for (const shape of list.shapes) {
      shape.pattern.lastIndex = from
      if (!shape.pattern.test(text)) continue
      const end = shape.pattern.lastIndex
      if (end > stop) {
        stop = end
        rules = shape.rules
      } else if (end === stop) rules = [...rules, ...shape.rules].sort((a, b) => a - b)
    }
    const found = rules.map((index) => this.rules[index]!)
    return {
      stop,
      countries: found.map(({ country }) => country),
      isDistinct: found.some((rule) => rule.isDistinct),
    }
  }

  /** Countries whose postcode stands at [from, to) of a text where a box line carries it behind a hyphen; null when none. */
  afterBox(text: string, from: number, to: number): readonly string[] | null {
    let countries: string[] | null = null
    for (const { pattern, country } of this.#afterBox) {
      pattern.lastIndex = from
      if (!pattern.test(text) || pattern.lastIndex !== to) continue
      countries ??= []
      countries.push(country)
    }
    return countries
  }
}

function postcodePattern(source: string): RegExp {
  return new RegExp(`(?:${source})(?![\\p{L}\\p{N}])`, 'uy')
}

function shapeList(shapes: ReadonlyMap<string, readonly number[]>, patterns: Patterns): ShapeList | null {
  if (shapes.size === 0) return null
  return {
    any: patterns([...shapes.keys()].join('|')),
    shapes: [...shapes].map(([source, rules]) => ({ pattern: patterns(source), rules })),
  }
}

/** Compiles each pattern once: many letters begin the same shapes. */
type Patterns = (source: string) => RegExp

function patternCache(): Patterns {
  const known = new Map<string, RegExp>()
  return (source) => {
    const pattern = known.get(source) ?? postcodePattern(source)
    known.set(source, pattern)
    return pattern
  }
}

function digitShapes(sources: readonly string[], patterns: Patterns): ShapeList | null {
  const shapes = new Map<string, number[]>()
  sources.forEach((source, index) => {
    const rest = source.replace(COUNTRY_LETTERS, '')
    // What must begin with a capital matches no digit; what cannot be told is tried as it is.
    if (!isLettered(rest)) addTo(shapes, rest, index)
  })
  return shapeList(shapes, patterns)
}

function letterShapes(sources: readonly string[], patterns: Patterns): (ShapeList | null)[] {
  return Array.from({ length: 26 }, (_, offset) => {
    const letter = String.fromCharCode(A + offset)
    const shapes = new Map<string, number[]>()
    sources.forEach((source, index) => {
      const letters = COUNTRY_LETTERS.exec(source)?.[1]
      const isPossible =
        letters === undefined
          ? !BEGINS_WITH_DIGIT.test(source)
          : letters.split('|').some((one) => one.startsWith(letter))
      if (isPossible) addTo(shapes, source, index)
    })
    return shapeList(shapes, patterns)
  })
}

function addTo(shapes: Map<string, number[]>, source: string, rule: number): void {
  const list = shapes.get(source)
  if (list) list.push(rule)
  else shapes.set(source, [rule])
}

/** Does every alternative of a pattern begin with a capital? */
function isLettered(pattern: string): boolean {
  return alternatives(pattern).every((one) =>
    one.startsWith('(?:') ? isLettered(one.slice(3, closing(one))) : /^(?:[A-Z]|\[[A-Z-]+\])/.test(one),
  )
}

/** The alternatives of a pattern, those inside groups left together. */
function alternatives(pattern: string): string[] {
  const found = ['']
  let depth = 0
  for (const sign of pattern) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === '|' && depth === 0) found.push('')
    else found[found.length - 1] += sign
  }
  return found
}

/** Index of the bracket that closes the group a pattern begins with. */
function closing(pattern: string): number {
  let depth = 0
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i] === '(') depth++
    if (pattern[i] === ')' && --depth === 0) return i
  }
  return pattern.length
}
