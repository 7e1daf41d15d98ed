// Which identifier rules a value of some shape may be, found once for each shape: the places of its digits decide with a
// bit test, and of these the cue before the value, so that a value asks a handful of rules.
import type { Announcement } from '../../../text/phrase-hits.ts'
import type { Label } from '../label.ts'
import { LONGEST } from './candidates.ts'
import type { Rule } from './rules.ts'
import { fits, type Shape, shapesOf } from './shapes.ts'

/** Answers kept at most, and then all are forgotten: hostile texts can write any shape behind any cue. */
const MOST_KEPT = 1 << 15

const NONE: readonly Rule[] = []
/** Stands for all countries where none governs. */
const EVERY: ReadonlySet<string> = new Set()

/** The rules for values of one shape, each list in the order of the rules. */
export interface ShapeRules {
  readonly all: readonly Rule[]
  /** Those that a cue announces, found once for each cue. */
  readonly announced: Map<Announcement, readonly Rule[]>
  /** Those whose shape or check may speak without a cue. */
  readonly uncued: readonly Rule[]
  /** Of these, the ones that may speak where only some countries' checks count: found once for each such set. */
  readonly uncuedOf: WeakMap<ReadonlySet<string>, readonly Rule[]>
  /** The set asked for last and its answer: texts of one country come together. */
  last: { readonly countries: ReadonlySet<string>; readonly rules: readonly Rule[] } | null
}

interface Filed {
  readonly shape: Shape
  readonly rule: Rule
}

const isUncued = ({ evidence }: Rule) => evidence === 'shape' || evidence === 'check'

export class RuleIndex {
  readonly #rules: readonly Rule[]
  #byLength: readonly (readonly Filed[])[] | null = null
  readonly #byShape = new Map<number, ShapeRules>()
  #kept = 0
  /** By the countries that govern, the lengths of bare numbers that a rule may claim without a cue. */
  readonly #bareLengths = new WeakMap<ReadonlySet<string>, number>()
  /** By cue group, the countries whose rules use it. */
  readonly #homes = new Map<number, Set<string>>()
  readonly #categories = new Map<number, string>()
  /** By number of an announcement: 1 where it is vague, -1 where it is not. */
  readonly #vague: number[] = []
  /** By number of an announcement, the countries whose rules use one of its groups. */
  readonly #users: ReadonlySet<string>[] = []

  /** Rules whose pattern holds a sign, and those of them that may speak without a cue. */
  readonly signed: readonly Rule[]
  readonly uncuedSigned: readonly Rule[]

  /** The bit of the kind that all cues of rules have (PhraseBook.bitOf). */
  readonly #kind: number

  constructor(rules: readonly Rule[], kind: number) {
    this.#kind = kind
    this.#rules = rules
    this.signed = rules.filter(({ signs }) => signs !== 0)
    this.uncuedSigned = this.signed.filter(isUncued)
    for (const {
      cues,
      country,
      rule: { category },
    } of rules) {
      const homes = this.#homes.get(cues) ?? new Set()
      this.#homes.set(cues, homes.add(country))
      this.#categories.set(cues, category)
    }
  }

  /** Is one of the cue groups of a label used by a rule of one of the countries? */
  isAtHome({ cues }: Label, countries: ReadonlySet<string>): boolean {
    for (let i = 0; i < cues.length; i++) {
      const users = this.#usersOf(cues[i]!.says)
      if (users.size > 0) for (const country of countries) if (users.has(country)) return true
    }
    return false
  }

  #usersOf({ number, groups }: Announcement): ReadonlySet<string> {
    let known = this.#users[number]
    if (known === undefined) {
      known = new Set(groups.flatMap((group) => [...(this.#homes.get(group) ?? [])]))
      this.#users[number] = known
    }
    return known
  }

  /** Does a phrase announce numbers of several categories, as "document no" does, and so none in particular? */
  isVague({ number, groups }: Announcement): boolean {
    const known = this.#vague[number]
    if (known !== undefined) return known > 0
    const said = new Set(groups.map((group) => this.#categories.get(group)).filter((one) => one !== undefined))
    this.#vague[number] = said.size > 1 ? 1 : -1
    return said.size > 1
  }

  /** The rules for values of `length` characters with digits at `places`. */
  at(length: number, places: number): ShapeRules {
    // Both fit into one small number: no candidate is longer than 26 characters.
    const key = (places << 5) | length
    const known = this.#byShape.get(key)
    if (known !== undefined) return known
    this.#byLength ??= filed(this.#rules)
    const all: Rule[] = []
    for (const filed of this.#byLength[length] ?? [])
      if (fits(filed.shape, length, places) && all[all.length - 1] !== filed.rule) all.push(filed.rule)
    const found = { all, announced: new Map(), uncued: all.filter(isUncued), uncuedOf: new WeakMap(), last: null }
    this.#keep()
    this.#byShape.set(key, found)
    return found
  }

  /** Makes room for one more answer. */
  #keep(): void {
    if (++this.#kept <= MOST_KEPT) return
    this.#byShape.clear()
    this.#kept = 1
  }

  /** The rules of a shape whose cues are among what a phrase announces. */
  announcedBy({ all, announced }: ShapeRules, says: Announcement): readonly Rule[] {
    // Most phrases announce no official number at all.
    if (all.length === 0 || (says.kinds & this.#kind) === 0) return NONE
    let known = announced.get(says)
    if (known === undefined) {
      const found = all.filter(({ cues }) => says.has(cues))
      known = found.length === 0 ? NONE : found
      this.#keep()
      announced.set(says, known)
    }
    return known
  }

  /** Bit n: a bare run of n digits may be claimed without a cue where `countries` govern, or no country does. */
  bareLengths(countries: ReadonlySet<string> | null): number {
    const key = countries ?? EVERY
    let lengths = this.#bareLengths.get(key)
    if (lengths === undefined) {
      lengths = 0
      for (let length = 1; length <= LONGEST; length++) {
        const shape = this.at(length, (1 << length) - 1)
        const rules = countries === null ? shape.uncued : this.uncuedOf(shape, countries)
        if (rules.length > 0) lengths |= 1 << length
      }
      this.#bareLengths.set(key, lengths)
    }
    return lengths
  }

  /** The rules that may claim a bare run of digits without a cue where `countries` govern: others' checks prove nothing. */
  uncuedOf(shape: ShapeRules, countries: ReadonlySet<string>): readonly Rule[] {
    const { uncued, uncuedOf, last } = shape
    if (uncued.length === 0) return uncued
    if (last !== null && last.countries === countries) return last.rules
    let known = uncuedOf.get(countries)
    if (known === undefined) {
      known = uncued.filter(({ evidence, country }) => evidence === 'shape' || countries.has(country))
      uncuedOf.set(countries, known)
    }
    shape.last = { countries, rules: known }
    return known
  }
}

/** Rules by the length of what they match, with the digit places of each shape. */
function filed(rules: readonly Rule[]): Filed[][] {
  const byLength: Filed[][] = Array.from({ length: LONGEST + 1 }, () => [])
  for (const rule of rules) {
    const shapes = shapesOf(rule.rule.pattern) ?? byLength.map((_, length) => ({ length, digits: 0, letters: 0 }))
    for (const shape of shapes) byLength[shape.length]?.push({ shape, rule })
  }
  return byLength
}
