// Which identifier rules a value of some shape may be, found once for each shape: the places of its digits decide with a
// bit test, so that a value asks a handful of rules.
import { LONGEST } from './identifier-candidates.ts'
import type { Rule } from './identifier-rules.ts'
import { shapesOf } from './shapes.ts'

/** Shapes kept at most, and then all are forgotten: hostile texts can write any. */
const MOST_SHAPES = 1 << 12

/** The rules for values of one shape, each list in the order of the rules. */
export interface ShapeRules {
  readonly all: readonly Rule[]
  /** Those whose shape or check may speak without a cue. */
  readonly uncued: readonly Rule[]
  /** Of these, the ones that may speak where only some countries' checks count: found once for each such set. */
  readonly uncuedOf: WeakMap<ReadonlySet<string>, readonly Rule[]>
}

interface Filed {
  readonly digits: number
  readonly letters: number
  readonly rule: Rule
}

const isUncued = ({ rule: { evidence } }: Rule) => evidence === 'shape' || evidence === 'check'

export class RuleIndex {
  readonly #rules: readonly Rule[]
  #byLength: readonly (readonly Filed[])[] | null = null
  readonly #byShape = new Map<number, ShapeRules>()
  readonly #homes = new Map<number, Set<string>>()

  /** Rules whose pattern holds a sign, and the bits of all those signs. */
  readonly signed: readonly Rule[]
  readonly signs: number

  constructor(rules: readonly Rule[]) {
    this.#rules = rules
    this.signed = rules.filter(({ signs }) => signs !== 0)
    this.signs = rules.reduce((bits, { signs }) => bits | signs, 0)
    for (const { cues, country } of rules) {
      const homes = this.#homes.get(cues) ?? new Set()
      this.#homes.set(cues, homes.add(country))
    }
  }

  /** Is one of the cue groups of a label used by a rule of one of the countries? */
  isAtHome(groups: readonly number[], countries: ReadonlySet<string>): boolean {
    for (const group of groups)
      for (const country of this.#homes.get(group) ?? []) if (countries.has(country)) return true
    return false
  }

  /** The rules for values of `length` characters with digits at `places`. */
  at(length: number, places: number): ShapeRules {
    const shape = places * 32 + length
    const known = this.#byShape.get(shape)
    if (known !== undefined) return known
    this.#byLength ??= filed(this.#rules)
    const all: Rule[] = []
    for (const { digits, letters, rule } of this.#byLength[length] ?? [])
      if ((places & digits) === digits && (places & letters) === 0 && all[all.length - 1] !== rule) all.push(rule)
    const found = { all, uncued: all.filter(isUncued), uncuedOf: new WeakMap() }
    if (this.#byShape.size === MOST_SHAPES) this.#byShape.clear()
    this.#byShape.set(shape, found)
    return found
  }

  /** The rules that may claim a bare run of digits without a cue where `countries` govern: others' checks prove nothing. */
  uncuedOf({ uncued, uncuedOf }: ShapeRules, countries: ReadonlySet<string>): readonly Rule[] {
    if (uncued.length === 0) return uncued
    let known = uncuedOf.get(countries)
    if (known === undefined) {
      known = uncued.filter(({ rule, country }) => rule.evidence === 'shape' || countries.has(country))
      uncuedOf.set(countries, known)
    }
    return known
  }
}

/** Rules by the length of what they match, with the digit places of each shape. */
function filed(rules: readonly Rule[]): Filed[][] {
  const byLength: Filed[][] = Array.from({ length: LONGEST + 1 }, () => [])
  for (const rule of rules) {
    const shapes = shapesOf(rule.rule.pattern) ?? byLength.map((_, length) => ({ length, digits: 0, letters: 0 }))
    for (const { length, digits, letters } of shapes) byLength[length]?.push({ digits, letters, rule })
  }
  return byLength
}
