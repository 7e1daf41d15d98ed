// The forms of postcodes of all countries, matched together in one walk over the characters.
import type { AddressRule } from '../../packs/schemas/address.ts'
import { ANY, type FormBuilder, formsOf, type PatternForms } from '../../text/pattern-forms.ts'
import type { TextUnits } from '../../text/text-units.ts'
import { isLetterOrNumberUnit, sliceOf } from '../../text/unit-classes.ts'

/** A form of a postcode: the possible characters at each position. */
type Form = readonly string[]

const MOST_FORMS = 512

const FORMS: FormBuilder<Form> = {
  nothing: [],
  one: (characters) => (characters === ANY ? null : [characters]),
  join(heads, tails) {
    if (heads.length * tails.length > MOST_FORMS) return null
    return heads.flatMap((head) => tails.map((tail) => [...head, ...tail]))
  },
  union: (forms) => forms,
}

/** All forms of a postcode pattern. Throws RangeError if it cannot be expanded. */
export function postcodeForms(pattern: string): PatternForms<Form> {
  const read = formsOf(pattern, FORMS)
  if (read !== null) return read
  throw new RangeError(
    `the postcode pattern ${pattern} cannot be expanded: use digits, letters, classes, groups and few options`,
  )
}

export interface PostcodeRule {
  readonly country: string
  readonly pattern: RegExp
  readonly isDistinct: boolean
}

export interface PostcodeMatch {
  /** Index after it. */
  readonly stop: number
  readonly countries: readonly string[]
  readonly isDistinct: boolean
}

interface RuleForm {
  readonly form: Form
  /** Its index among all forms. */
  readonly place: number
  readonly rule: number
  /** Its pattern has lookaround assertions, so the form alone is not sufficient. */
  readonly isLoose: boolean
}

class State {
  readonly forms: readonly RuleForm[]
  readonly length: number
  /** By the next character; undefined if not computed yet, null if no form continues. */
  readonly next: (State | null | undefined)[] = new Array(ASCII)
  /** Indexes of the rules with a form that ends here, ascending; null if there are none. */
  readonly ended: readonly number[] | null
  readonly isLoose: boolean
  readonly countries: readonly string[]
  readonly isDistinct: boolean

  constructor(forms: readonly RuleForm[], length: number, rules: readonly PostcodeRule[]) {
    this.forms = forms
    this.length = length
    const ended = forms.filter(({ form }) => form.length === length)
    const places = [...new Set(ended.map(({ rule }) => rule))].sort((a, b) => a - b)
    this.ended = places.length === 0 ? null : places
    this.isLoose = ended.some(({ isLoose }) => isLoose)
    this.countries = places.map((place) => rules[place]!.country)
    this.isDistinct = places.some((place) => rules[place]!.isDistinct)
  }
}

const ASCII = 128
const WORD = /^[\p{L}\p{N}]/u

export class PostcodeTable {
  readonly rules: readonly PostcodeRule[]
  readonly #start: State
  /** Every state that was reached, by the indexes of the remaining forms and the number of characters read. */
  readonly #states = new Map<string, State>()
  /** True if the form of some postcode that begins with a digit is sufficient evidence. */
  readonly isDistinctDigits: boolean
  readonly #countries: ReadonlySet<string>

  /** `rules`: address rules by country code, in the order of reported countries. */
  constructor(rules: ReadonlyMap<string, AddressRule>) {
    const known: PostcodeRule[] = []
    const all: RuleForm[] = []
    for (const [country, rule] of rules) {
      if (rule.postcode === null) continue
      const { forms, isLoose } = postcodeForms(rule.postcode)
      for (const form of forms) all.push({ form, place: all.length, rule: known.length, isLoose })
      known.push({
        country,
        pattern: new RegExp(`(?:${rule.postcode})(?![\\p{L}\\p{N}])`, 'uy'),
        isDistinct: rule.postcode_distinct,
      })
    }
    this.rules = known
    this.#start = new State(all, 0, known)
    this.isDistinctDigits = all.some(({ form, rule }) => known[rule]!.isDistinct && /\d/.test(form[0]!))
    this.#countries = new Set(known.map(({ country }) => country))
  }

  has(country: string): boolean {
    return this.#countries.has(country)
  }

  /** The longest postcode of any country that begins at index `from` and has no letter or digit directly after it; null if there is none. */
  match({ text, units }: TextUnits, from: number): PostcodeMatch | null {
    let state = this.#start
    let stop = 0
    let found: State | null = null
    let proven: PostcodeMatch | null = null
    for (let at = from; ; at++) {
      const unit = at < units.length ? units[at]! : 0
      if (state.ended !== null && !isWordAt(text, at, unit)) {
        const loose = state.isLoose ? this.#proven(text, from, at, state.ended) : null
        if (!state.isLoose || loose !== null) {
          stop = at
          found = state
          proven = loose
        }
      }
      if (unit >= ASCII || unit === 0) break
      const known = state.next[unit]
      const next = known === undefined ? this.#follow(state, unit) : known
      if (next === null) break
      state = next
    }
    if (proven !== null || found === null) return proven
    return { stop, countries: found.countries, isDistinct: found.isDistinct }
  }

  /** The next state for a character: one state for all characters with the same remaining forms. */
  #follow(state: State, unit: number): State | null {
    const { forms, length } = state
    const character = String.fromCharCode(unit)
    const left = forms.filter(({ form }) => form.length > length && form[length]!.includes(character))
    const key = `${length} ${left.map(({ place }) => place).join(' ')}`
    let next = left.length === 0 ? null : this.#states.get(key)
    if (next === undefined) {
      next = new State(left, length + 1, this.rules)
      this.#states.set(key, next)
    }
    state.next[unit] = next
    return next
  }

  /** Filters a match by the patterns with lookaround assertions. */
  #proven(text: string, from: number, stop: number, ended: readonly number[]): PostcodeMatch | null {
    const rules = ended.map((place) => this.rules[place]!).filter(({ pattern }) => endOf(pattern, text, from) === stop)
    if (rules.length === 0) return null
    return {
      stop,
      countries: rules.map(({ country }) => country),
      isDistinct: rules.some(({ isDistinct }) => isDistinct),
    }
  }
}

/** End of the match of a pattern that begins at `from`; -1 if there is none. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** True if there is a letter or digit at an index. `unit` is the unit there. A letter outside the Basic Multilingual Plane has two units. */
function isWordAt(text: string, at: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdfff) return isLetterOrNumberUnit(unit)
  return WORD.test(sliceOf(text, at, at + 2))
}
