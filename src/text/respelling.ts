// Respelling: a word rewritten letter by letter under a list of folds, as one writing convention says what another spells
// otherwise. What two spellings of one sound have in common is what both are rewritten to.
import { codeAt } from './unit-classes.ts'

interface Fold {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly begins: boolean
  readonly ends: boolean
  /** Letters one of which must follow; empty: any. */
  readonly before: readonly number[]
}

/** A word as UTF-16 units; what stands behind `length` is of no meaning. */
export interface Spelled {
  readonly units: Uint16Array
  readonly length: number
}

/**
 * Folds in one string, blanks between: "ou=u" anywhere, "^abd=" at the beginning, "y$=i" at the end, "c+ei=s" before e or i. At every
 * letter the longest fold that holds there is taken, among equally long ones the one that asks for more; other letters stay.
 */
export class Respelling {
  /** Folds by their first letter, the one to be taken first in front: where a word begins, and inside it. */
  readonly #first: (Fold[] | undefined)[] = new Array(128)
  readonly #inside: (Fold[] | undefined)[] = new Array(128)
  /** Most units that are written for one that is read. */
  readonly #widest: number

  /** Throws when a fold has no "=" or nothing to its left. */
  constructor(folds: string) {
    let widest = 1
    for (const text of folds.split(' ').filter((fold) => fold !== '')) {
      const [left = '', to] = text.split('=')
      const [spelled = '', before = ''] = left.split('+')
      const begins = spelled.startsWith('^')
      const ends = spelled.endsWith('$')
      const from = unitsOf(spelled.slice(begins ? 1 : 0, ends ? -1 : undefined))
      if (to === undefined || from.length === 0) throw new Error(`'${text}' is no fold: write from=to`)
      const fold = { from, to: unitsOf(to), begins, ends, before: unitsOf(before) }
      for (const lists of begins ? [this.#first] : [this.#first, this.#inside]) {
        lists[from[0]!] ??= []
        lists[from[0]!]!.push(fold)
      }
      widest = Math.max(widest, to.length)
    }
    this.#widest = widest
    for (const list of [...this.#first, ...this.#inside]) list?.sort((a, b) => weight(b) - weight(a))
  }

  /** The word respelled; doubled letters count once. */
  of(word: string): string {
    const { units, length } = respelled(word, [this])
    let respelt = ''
    for (let at = 0; at < length; at++) respelt += String.fromCharCode(units[at]!)
    return respelt
  }

  /** Room that a word of so many units needs respelled. */
  room(length: number): number {
    return length * this.#widest
  }

  /** Writes the first `length` units of a word respelled, and returns how many that makes. */
  write(word: Uint16Array, length: number, into: Uint16Array): number {
    let written = 0
    let last = -1
    for (let i = 0; i < length; ) {
      const unit = word[i]!
      const fold = this.#at(word, length, i)
      if (fold === undefined) {
        // Of doubled letters the second adds nothing.
        if (unit !== last) into[written++] = last = unit
        i++
        continue
      }
      const { from, to } = fold
      for (let k = 0; k < to.length; k++) if (to[k] !== last) into[written++] = last = to[k]!
      i += from.length
    }
    return written
  }

  #at(word: Uint16Array, length: number, at: number): Fold | undefined {
    const list = (at === 0 ? this.#first : this.#inside)[word[at]!]
    if (list !== undefined) for (const fold of list) if (holds(fold, word, length, at)) return fold
    return undefined
  }
}

let spare = new Uint16Array(256)
let current = new Uint16Array(256)

/**
 * A word under one respelling after the other. Words are respelled in dozens of ways to be hashed, so no string is made: what is
 * returned is overwritten by the next call.
 */
export function respelled(word: string, passes: readonly Respelling[]): Spelled {
  let { length } = word
  if (current.length < length) current = new Uint16Array(2 * length)
  for (let i = 0; i < length; i++) current[i] = codeAt(word, i)
  for (let p = 0; p < passes.length; p++) {
    const pass = passes[p]!
    const room = pass.room(length)
    if (spare.length < room) spare = new Uint16Array(2 * room)
    length = pass.write(current, length, spare)
    const read = current
    current = spare
    spare = read
  }
  return { units: current, length }
}

function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => codeAt(text, i))
}

/** Longest first, then the more particular; the order of the list decides the rest. */
function weight({ from, begins, ends, before }: Fold): number {
  return 8 * from.length + (before.length === 0 ? 0 : 4) + (begins ? 2 : 0) + (ends ? 1 : 0)
}

/** Does the fold hold here, where its first letter stands, and the word begins if it asks for that? */
function holds({ from, ends, before }: Fold, word: Uint16Array, length: number, at: number): boolean {
  const end = at + from.length
  if (ends ? end !== length : end > length) return false
  if (before.length > 0 && (end === length || !before.includes(word[end]!))) return false
  for (let k = 1; k < from.length; k++) if (word[at + k] !== from[k]) return false
  return true
}
