// What a pattern can match, position by position: digit, letter or either. It lets a rule be passed over with one bit
// test instead of a regular expression.

export interface Shape {
  readonly length: number
  /** Bit i: position i must be a digit. */
  readonly digits: number
  /** Bit i: position i must not be a digit. */
  readonly letters: number
}

type Position = 'digit' | 'letter' | 'either'
type Sequence = readonly Position[]

/** Patterns that unfold into more sequences than this, or longer ones, are not worth a shape. */
const MOST_SEQUENCES = 128
const LONGEST = 31

/** Every shape a pattern can match, or null when the pattern is too free (or too long) to say. */
export function shapesOf(pattern: string): Shape[] | null {
  const reader = new Reader(pattern)
  const sequences = reader.alternatives()
  if (sequences === null || !reader.done) return null
  const shapes = new Map<string, Shape>()
  for (const sequence of sequences) {
    if (sequence.length > LONGEST) return null
    let digits = 0
    let letters = 0
    sequence.forEach((position, index) => {
      if (position === 'digit') digits |= 1 << index
      else if (position === 'letter') letters |= 1 << index
    })
    shapes.set(`${sequence.length} ${digits} ${letters}`, { length: sequence.length, digits, letters })
  }
  return [...shapes.values()]
}

/** Recursive descent over the small regular-expression language of the packs. */
class Reader {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  get done(): boolean {
    return this.#at >= this.#pattern.length
  }

  alternatives(): Sequence[] | null {
    const found: Sequence[] = []
    for (;;) {
      const branch = this.#branch()
      if (branch === null) return null
      for (const entry of branch) found.push(entry)
      if (found.length > MOST_SEQUENCES) return null
      if (this.#pattern[this.#at] !== '|') return found
      this.#at++
    }
  }

  #branch(): Sequence[] | null {
    let sequences: Sequence[] = [[]]
    while (!this.done && this.#pattern[this.#at] !== '|' && this.#pattern[this.#at] !== ')') {
      const atom = this.#atom()
      if (atom === null) return null
      const times = this.#times()
      if (times === null) return null
      const [least, most] = times
      let repeated: Sequence[] = []
      let grown: Sequence[] = [[]]
      for (let count = 0; count <= most; count++) {
        if (count >= least) repeated = [...repeated, ...grown]
        if (count === most) break
        grown = product(grown, atom)
        if (grown.length > MOST_SEQUENCES) return null
      }
      sequences = product(sequences, repeated)
      if (sequences.length > MOST_SEQUENCES) return null
    }
    return sequences
  }

  #atom(): Sequence[] | null {
    const sign = this.#pattern[this.#at++]!
    if (sign === '(') {
      if (this.#pattern[this.#at] === '?') {
        const look = /^\?(:|[=!]|<[=!])/.exec(this.#pattern.slice(this.#at))
        if (look === null) return null
        this.#at += look[0].length
        const inner = this.alternatives()
        this.#at++
        // A look-around takes no place.
        return look[1] === ':' ? inner : inner === null ? null : [[]]
      }
      const inner = this.alternatives()
      this.#at++
      return inner
    }
    if (sign === '[') {
      const stop = this.#pattern.indexOf(']', this.#at)
      const body = this.#pattern.slice(this.#at, stop)
      this.#at = stop + 1
      return [[kindOf(body)]]
    }
    if (sign === '\\') {
      const name = this.#pattern[this.#at++]
      return name === 'd'
        ? [['digit']]
        : name === 'w'
          ? [['either']]
          : name === undefined || /[a-zA-Z1-9]/.test(name)
            ? null
            : [['letter']]
    }
    if (sign === '^' || sign === '$') return [[]]
    if (sign === '.') return [['either']]
    return [[/\d/.test(sign) ? 'digit' : 'letter']]
  }

  /** How often the last atom may stand; null for the unbounded, which the packs do not use. */
  #times(): [number, number] | null {
    const rest = this.#pattern.slice(this.#at)
    const counted = /^\{(\d+)(?:(,)(\d+))?\}/.exec(rest)
    if (counted) {
      this.#at += counted[0].length
      return [Number(counted[1]), Number(counted[3] ?? counted[1])]
    }
    if (rest[0] === '?') {
      this.#at++
      return [0, 1]
    }
    return rest[0] === '+' || rest[0] === '*' || rest[0] === '{' ? null : [1, 1]
  }
}

function kindOf(body: string): Position {
  if (body.startsWith('^')) return 'either'
  const hasDigits = /\d/.test(body) || body.includes('\\d')
  const hasLetters = /[^\d\-\\]/.test(body.replaceAll('\\d', '').replace(/\d-\d/g, ''))
  return hasDigits && hasLetters ? 'either' : hasDigits ? 'digit' : 'letter'
}

function product(heads: readonly Sequence[], tails: readonly Sequence[]): Sequence[] {
  const joined: Sequence[] = []
  for (const head of heads) for (const tail of tails) joined.push([...head, ...tail])
  return joined
}
