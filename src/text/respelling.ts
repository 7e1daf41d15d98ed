// Rewrites a word letter by letter with a list of folds, so that different spellings of one sound become equal.
import { codeAt } from './unit-classes.ts'

interface Fold {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly begins: boolean
  readonly ends: boolean
  /** The fold applies only before one of these letters; empty: before any. */
  readonly before: readonly number[]
}

/** A word as UTF-16 units; units at and after `length` are undefined. */
export interface Spelled {
  readonly units: Uint16Array
  readonly length: number
}

/**
 * Folds in one string, separated by spaces: "ou=u" anywhere, "^abd=" at the beginning, "y$=i" at the end, "c+ei=s" before e or i. At every
 * letter the longest fold that matches applies, among equally long ones the one with more conditions; other letters stay.
 */
export class Respelling {
  /** Folds by their first letter, in order of preference: at the beginning of a word, and inside it. */
  readonly #first: (Fold[] | undefined)[] = new Array(128)
  readonly #inside: (Fold[] | undefined)[] = new Array(128)
  /** Maximum number of units written for one that is read. */
  readonly #widest: number

  /** Throws if a fold has no "=" or an empty left side. */
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

  /** The respelled word; doubled letters count once. */
  of(word: string): string {
    const { units, length } = respelled(word, [this])
    let respelt = ''
    for (let at = 0; at < length; at++) respelt += String.fromCharCode(units[at]!)
    return respelt
  }

  /** Maximum length of a respelled word of `length` units. */
  room(length: number): number {
    return length * this.#widest
  }

  /** Writes the first `length` units of a word respelled, and returns the number of units written. */
  write(word: Uint16Array, length: number, into: Uint16Array): number {
    let written = 0
    let last = -1
    for (let i = 0; i < length; ) {
      const unit = word[i]!
      const fold = this.#at(word, length, i)
      if (fold === undefined) {
        // The second of two equal letters is dropped.
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

/** Applies several respellings to a word, one after the other. Creates no string; the next call overwrites the result. */
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

const unitsOf = (text: string): number[] => Array.from({ length: text.length }, (_, i) => codeAt(text, i))

/** Sort order: the longest fold first, then the one with more conditions, then the order of the list. */
const weight = ({ from, begins, ends, before }: Fold): number =>
  8 * from.length + (before.length === 0 ? 0 : 4) + (begins ? 2 : 0) + (ends ? 1 : 0)

/** True if the fold matches at `at`, the index of its first letter. */
function holds({ from, ends, before }: Fold, word: Uint16Array, length: number, at: number): boolean {
  const end = at + from.length
  if (ends ? end !== length : end > length) return false
  if (before.length > 0 && (end === length || !before.includes(word[end]!))) return false
  for (let k = 1; k < from.length; k++) if (word[at + k] !== from[k]) return false
  return true
}
