// The forms of postcodes of all countries, matched together in one walk over the characters.
import { append } from '../../lists.ts'
import type { AddressRule } from '../../packs/schemas/address.ts'
import { isLetterOrNumberUnit, sliceOf, type TextUnits } from '../../text/unit-classes.ts'

// Expands a pattern of the address rules into all of its forms, so that all patterns can be matched at once.

/** A form: the possible characters at each position. */
type Form = readonly string[]

interface Forms {
  readonly forms: readonly Form[]
  /** The pattern has lookaround assertions, which the forms omit: a match of a form must be checked against the pattern. */
  readonly isLoose: boolean
}

const DIGITS = '0123456789'
const MOST_FORMS = 512

/** All forms of a pattern. Throws RangeError for syntax that postcode patterns do not use (unbounded repetition, other escapes). */
export function formsOf(pattern: string): Forms {
  const reader = new Reader(pattern)
  const forms = reader.alternatives()
  if (!reader.isDone || reader.isOpen)
    throw new RangeError(`the postcode pattern ${pattern} cannot be read: use digits, letters, classes, groups`)
  return { forms, isLoose: reader.isLoose }
}

/** Recursive descent parser for postcode patterns. */
class Reader {
  readonly #pattern: string
  #at = 0
  isLoose = false
  /** True if a group was not closed. */
  isOpen = false

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  get isDone(): boolean {
    return this.#at >= this.#pattern.length
  }

  alternatives(): Form[] {
    const found: Form[] = []
    for (;;) {
      append(found, this.#branch())
      if (this.#pattern[this.#at] !== '|') return found
      this.#at++
    }
  }

  #branch(): Form[] {
    let forms: Form[] = [[]]
    while (!this.isDone && this.#pattern[this.#at] !== '|' && this.#pattern[this.#at] !== ')') {
      const atom = this.#atom()
      const [least, most] = this.#times()
      let repeated: Form[] = [[]]
      const choices: Form[] = []
      for (let count = 0; count <= most; count++) {
        if (count >= least) append(choices, repeated)
        if (count < most) repeated = product(repeated, atom)
      }
      forms = product(forms, choices)
    }
    return forms
  }

  #atom(): Form[] {
    const sign = this.#pattern[this.#at++]!
    if (sign === '(') return this.#group()
    if (sign === '[') {
      const stop = this.#pattern.indexOf(']', this.#at)
      const body = this.#pattern.slice(this.#at, stop)
      this.#at = stop + 1
      return [[charactersOf(body)]]
    }
    if (sign !== '\\') return [[sign]]
    const name = this.#pattern[this.#at++]
    if (name !== 'd')
      throw new RangeError(`the postcode pattern ${this.#pattern} has \\${name}: write the characters out`)
    return [[DIGITS]]
  }

  #group(): Form[] {
    const opening = this.#pattern.slice(this.#at, this.#at + 2)
    if (opening.startsWith('?')) this.#at += 2
    const inner = this.alternatives()
    this.isOpen ||= this.isDone
    this.#at++
    if (opening !== '?!' && opening !== '?=') return inner
    this.isLoose = true
    return [[]]
  }

  #times(): readonly [number, number] {
    const counted = /^(?:\?|\{(\d)(?:,(\d))?\})/.exec(this.#pattern.slice(this.#at, this.#at + 5))
    if (counted === null) return [1, 1]
    this.#at += counted[0].length
    if (counted[1] === undefined) return [0, 1]
    return [Number(counted[1]), Number(counted[2] ?? counted[1])]
  }
}

function product(heads: readonly Form[], tails: readonly Form[]): Form[] {
  const joined = heads.flatMap((head) => tails.map((tail) => [...head, ...tail]))
  if (joined.length > MOST_FORMS)
    throw new RangeError('a postcode pattern has too many forms: split it or drop its options')
  return joined
}

/** The characters of a class, from its body: "A-PR-UWYZ". */
function charactersOf(body: string): string {
  let characters = ''
  for (let i = 0; i < body.length; i++) {
    if (body[i + 1] === '-' && i + 2 < body.length) {
      for (let code = body.charCodeAt(i); code <= body.charCodeAt(i + 2); code++)
        characters += String.fromCharCode(code)
      i += 2
    } else characters += body[i]
  }
  return characters
}

export interface PostcodeRule {
  readonly country: string
  readonly pattern: RegExp
  readonly isDistinct: boolean
  /** Follows the number of a post box and a hyphen. */
  readonly isAfterBox: boolean
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
  /** Postcodes that follow a hyphen in box lines. */
  readonly #afterBox: readonly PostcodeRule[]

  /** `rules`: address rules by country code, in the order of reported countries. */
  constructor(rules: ReadonlyMap<string, AddressRule>) {
    const known: PostcodeRule[] = []
    const all: RuleForm[] = []
    for (const [country, rule] of rules) {
      if (rule.postcode === null) continue
      const { forms, isLoose } = formsOf(rule.postcode)
      for (const form of forms) all.push({ form, place: all.length, rule: known.length, isLoose })
      known.push({
        country,
        pattern: new RegExp(`(?:${rule.postcode})(?![\\p{L}\\p{N}])`, 'uy'),
        isDistinct: rule.postcode_distinct,
        isAfterBox: rule.postcode_after_box,
      })
    }
    this.rules = known
    this.#start = new State(all, 0, known)
    this.isDistinctDigits = all.some(({ form, rule }) => known[rule]!.isDistinct && /\d/.test(form[0]!))
    this.#countries = new Set(known.map(({ country }) => country))
    this.#afterBox = known.filter(({ isAfterBox }) => isAfterBox)
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

  /** Countries with the postcode [from, to) in a box line after a hyphen; null if there are none. */
  afterBox(text: string, from: number, to: number): readonly string[] | null {
    let countries: string[] | null = null
    for (const { pattern, country } of this.#afterBox) {
      if (endOf(pattern, text, from) !== to) continue
      countries ??= []
      countries.push(country)
    }
    return countries
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
