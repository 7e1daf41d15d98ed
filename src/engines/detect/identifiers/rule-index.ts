// Index of the identifier rules: a bit test of the digit positions and then the cue leave only a few rules to test per value.
import type { Announcement } from '../../../text/phrase-hits.ts'
import type { Label } from '../fields/label.ts'
import { LONGEST } from './candidates.ts'
import type { Rule } from './rules.ts'
import { fits, type Shape, shapesOf } from './shapes.ts'

/** Maximum number of cached results, after which the cache is cleared: hostile texts can contain any shape after any cue. */
const MOST_KEPT = 1 << 15

const NONE: readonly Rule[] = []
const EVERY: ReadonlySet<string> = new Set()

/** The rules for values of one shape, each list in rule order. */
export interface ShapeRules {
  readonly all: readonly Rule[]
  /** Rules by cue, computed once per cue. */
  readonly announced: Map<Announcement, readonly Rule[]>
  /** Rules that can apply without a cue, by shape or check. */
  readonly uncued: readonly Rule[]
  /** Subset of `uncued` for a set of governing countries, computed once per set. */
  readonly uncuedOf: WeakMap<ReadonlySet<string>, readonly Rule[]>
  /** The last set and its result: texts of one country are usually processed together. */
  last: { readonly countries: ReadonlySet<string>; readonly rules: readonly Rule[] } | null
}

interface Filed {
  readonly shape: Shape
  readonly rule: Rule
}

const isUncued = ({ evidence }: Rule) => evidence === 'shape' || evidence === 'home' || evidence === 'check'

export class RuleIndex {
  readonly #rules: readonly Rule[]
  #byLength: readonly (readonly Filed[])[] | null = null
  readonly #byShape = new Map<number, ShapeRules>()
  #kept = 0
  /** By the governing countries, the lengths of bare numbers that a rule may claim without a cue. */
  readonly #bareLengths = new WeakMap<ReadonlySet<string>, number>()
  readonly #homes = new Map<number, Set<string>>()
  readonly #categories = new Map<number, string>()
  /** By number of the Announcement: 1 if it is vague, -1 if not. */
  readonly #vague: number[] = []
  readonly #users: ReadonlySet<string>[] = []

  readonly signed: readonly Rule[]
  readonly uncuedSigned: readonly Rule[]

  /** The bit of the kind of all rule cues (PhraseBook.bitOf). */
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

  /** True if a rule of one of the countries uses one of the label's cue groups. */
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

  /** True if a phrase is a cue for several categories, such as "document no", and therefore for none in particular. */
  isVague({ number, groups }: Announcement): boolean {
    const known = this.#vague[number]
    if (known !== undefined) return known > 0
    const said = new Set(groups.map((group) => this.#categories.get(group)).filter((one) => one !== undefined))
    this.#vague[number] = said.size > 1 ? 1 : -1
    return said.size > 1
  }

  at(length: number, places: number): ShapeRules {
    // Both fit into one small integer: candidates have at most 26 characters.
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

  #keep(): void {
    if (++this.#kept <= MOST_KEPT) return
    this.#byShape.clear()
    this.#kept = 1
  }

  announcedBy({ all, announced }: ShapeRules, says: Announcement): readonly Rule[] {
    // Most phrases are not cues for an official number.
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

  /** Bit n: a bare run of n digits may be claimed without a cue if `countries` govern, or if none does (null). */
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

  /** The rules that may claim a bare run of digits without a cue if `countries` govern: checks of other countries prove nothing. */
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

function filed(rules: readonly Rule[]): Filed[][] {
  const byLength: Filed[][] = Array.from({ length: LONGEST + 1 }, () => [])
  for (const rule of rules) {
    const shapes = shapesOf(rule.rule.pattern) ?? byLength.map((_, length) => ({ length, digits: 0, letters: 0 }))
    for (const shape of shapes) byLength[shape.length]?.push({ shape, rule })
  }
  return byLength
}
