// Expands a pattern of the address rules into all of its forms, character by character, without alternatives and options, so that
// all patterns can be matched at once.

import { append } from '../../lists.ts'

/** A form: the possible characters at each position. */
export type Form = readonly string[]

export interface Forms {
  readonly forms: readonly Form[]
  /** The pattern has lookaround assertions, which the forms omit: a match of a form must be checked against the pattern. */
  readonly isLoose: boolean
}

const DIGITS = '0123456789'
/** Maximum number of forms; a pattern with more is not a postcode pattern. */
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
