// Expands a regular expression of the packs into all of its forms, so that many patterns can be tested at once. A form is a sequence
// of characters, each one of a set.
import { append } from '../lists.ts'

/** How forms are built. `join` and `union` return null if there are too many forms. */
export interface FormBuilder<Form> {
  readonly nothing: Form
  /** The form of one character; `characters` are the possible ones, or ANY. Null if there is none for them. */
  one(characters: string): Form | null
  join(heads: readonly Form[], tails: readonly Form[]): Form[] | null
  union(forms: Form[]): Form[] | null
}

export interface PatternForms<Form> {
  readonly forms: Form[]
  /** The pattern has look-around assertions, which the forms omit: a match of a form must be checked against the pattern. */
  readonly isLoose: boolean
}

export const DIGITS = '0123456789'
/** Represents any character: digits, and a letter for all others. */
export const ANY = `${DIGITS}A`
/** Maximum number of characters of a counted quantifier: "{10,12}". */
const LONGEST_COUNT = 12

/** All forms of a pattern; null if it is too general, or uses other syntax than digits, letters, classes, groups and counts. */
export function formsOf<Form>(pattern: string, builder: FormBuilder<Form>): PatternForms<Form> | null {
  const reader = new Reader(pattern, builder)
  const forms = reader.alternatives()
  return forms === null || !reader.isDone || reader.isOpen ? null : { forms, isLoose: reader.isLoose }
}

/** Recursive-descent parser for the small regular-expression language of the packs. */
class Reader<Form> {
  readonly #pattern: string
  readonly #builder: FormBuilder<Form>
  #at = 0
  isLoose = false
  /** True if a group was not closed. */
  isOpen = false

  constructor(pattern: string, builder: FormBuilder<Form>) {
    this.#pattern = pattern
    this.#builder = builder
  }

  get isDone(): boolean {
    return this.#at >= this.#pattern.length
  }

  alternatives(): Form[] | null {
    const found: Form[] = []
    for (;;) {
      const branch = this.#branch()
      if (branch === null) return null
      append(found, branch)
      if (this.#pattern[this.#at] !== '|') return this.#builder.union(found)
      this.#at++
    }
  }

  #branch(): Form[] | null {
    const { nothing, join } = this.#builder
    let forms: Form[] | null = [nothing]
    while (forms !== null && !this.isDone && this.#pattern[this.#at] !== '|' && this.#pattern[this.#at] !== ')') {
      const atom = this.#atom()
      const times = this.#times()
      if (atom === null || times === null) return null
      const choices: Form[] = []
      let repeated: Form[] | null = [nothing]
      for (let count = 0; repeated !== null && count <= times[1]; count++) {
        if (count >= times[0]) append(choices, repeated)
        if (count < times[1]) repeated = join(repeated, atom)
      }
      forms = repeated === null ? null : join(forms, choices)
    }
    return forms
  }

  #atom(): Form[] | null {
    const sign = this.#pattern[this.#at++]!
    if (sign === '(') return this.#group()
    if (sign === '^' || sign === '$') return [this.#builder.nothing]
    const characters = this.#characters(sign)
    const form = characters === null ? null : this.#builder.one(characters)
    return form === null ? null : [form]
  }

  /** The possible characters of an atom that begins with `sign`; null for an escape that the packs do not use. */
  #characters(sign: string): string | null {
    if (sign === '.') return ANY
    if (sign === '[') {
      const stop = this.#pattern.indexOf(']', this.#at)
      const body = this.#pattern.slice(this.#at, stop)
      this.#at = stop + 1
      return charactersOf(body)
    }
    if (sign !== '\\') return sign
    const name = this.#pattern[this.#at++]
    if (name === 'd') return DIGITS
    if (name === 'w') return ANY
    return name === undefined || /[a-zA-Z1-9]/.test(name) ? null : name
  }

  #group(): Form[] | null {
    const opening = this.#pattern.slice(this.#at, this.#at + 2)
    const isLookAround = opening.startsWith('?') && opening !== '?:'
    if (opening.startsWith('?')) this.#at += this.#pattern[this.#at + 1] === '<' ? 3 : 2
    const inner = isLookAround ? this.#skip() : this.alternatives()
    this.isOpen ||= this.isDone
    this.#at++
    this.isLoose ||= isLookAround
    return inner
  }

  /** Skips a look-around, which matches no characters. */
  #skip(): Form[] {
    for (let depth = 0; !this.isDone; this.#at++) {
      const sign = this.#pattern[this.#at]
      if (sign === '\\') this.#at++
      else if (sign === '[') this.#at = this.#pattern.indexOf(']', this.#at)
      else if (sign === '(') depth++
      else if (sign === ')' && depth-- === 0) break
    }
    return [this.#builder.nothing]
  }

  /** How often the last atom is repeated; null for unbounded quantifiers, which the packs do not use. */
  #times(): readonly [number, number] | null {
    const sign = this.#pattern[this.#at]
    if (sign === '+' || sign === '*') return null
    const counted = /^(?:\?|\{(\d+)(?:,(\d+))?\})/.exec(this.#pattern.slice(this.#at, this.#at + LONGEST_COUNT))
    if (counted === null) return sign === '{' ? null : [1, 1]
    this.#at += counted[0].length
    return counted[1] === undefined ? [0, 1] : [Number(counted[1]), Number(counted[2] ?? counted[1])]
  }
}

/** The characters of a class, from its body: "A-PR-UWYZ". */
function charactersOf(body: string): string {
  if (body.startsWith('^')) return ANY
  const plain = body.replaceAll('\\d', DIGITS).replaceAll('\\', '')
  let characters = ''
  for (let i = 0; i < plain.length; i++) {
    if (plain[i + 1] === '-' && i + 2 < plain.length) {
      for (let code = plain.charCodeAt(i); code <= plain.charCodeAt(i + 2); code++)
        characters += String.fromCharCode(code)
      i += 2
    } else characters += plain[i]
  }
  return characters
}
