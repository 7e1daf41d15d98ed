// Respelling: a word rewritten letter by letter under a list of folds, as one writing convention says what another spells
// otherwise. What two spellings of one sound have in common is what both are rewritten to.
import { codeAt } from './unit-classes.ts'

interface Fold {
  readonly from: string
  readonly to: string
  readonly begins: boolean
  readonly ends: boolean
  /** Letters one of which must follow; empty: any. */
  readonly before: string
}

/**
 * Folds in one string, blanks between: "ou=u" anywhere, "^abd=" at the beginning, "y$=i" at the end, "c+ei=s" before e or i. At every
 * letter the longest fold that holds there is taken, among equally long ones the one that asks for more; other letters stay.
 */
export class Respelling {
  /** Folds by their first letter, the one to be taken first in front. */
  readonly #byFirst: (Fold[] | undefined)[] = new Array(128)

  /** Throws when a fold has no "=" or nothing to its left. */
  constructor(folds: string) {
    for (const text of folds.split(' ').filter((fold) => fold !== '')) {
      const [left = '', to] = text.split('=')
      const [spelled = '', before = ''] = left.split('+')
      const begins = spelled.startsWith('^')
      const ends = spelled.endsWith('$')
      const from = spelled.slice(begins ? 1 : 0, ends ? -1 : undefined)
      if (to === undefined || from === '') throw new Error(`'${text}' is no fold: write from=to`)
      const first = codeAt(from, 0)
      this.#byFirst[first] ??= []
      this.#byFirst[first].push({ from, to, begins, ends, before })
    }
    for (const list of this.#byFirst) list?.sort((a, b) => weight(b) - weight(a))
  }

  /** The word respelled; doubled letters count once. */
  of(word: string): string {
    let respelled = ''
    for (let i = 0; i < word.length; ) {
      const fold = this.#at(word, i)
      const spelled = fold === undefined ? word.charAt(i) : fold.to
      // Of doubled letters the second adds nothing.
      for (let k = 0; k < spelled.length; k++)
        if (codeAt(spelled, k) !== codeAt(respelled, respelled.length - 1)) respelled += spelled[k]!
      i += fold === undefined ? 1 : fold.from.length
    }
    return respelled
  }

  #at(word: string, at: number): Fold | undefined {
    const list = this.#byFirst[codeAt(word, at)]
    if (list !== undefined) for (const fold of list) if (holds(fold, word, at)) return fold
    return undefined
  }
}

/** Longest first, then the more particular; the order of the list decides the rest. */
function weight({ from, begins, ends, before }: Fold): number {
  return 8 * from.length + (before === '' ? 0 : 4) + (begins ? 2 : 0) + (ends ? 1 : 0)
}

function holds({ from, begins, ends, before }: Fold, word: string, at: number): boolean {
  if (begins && at > 0) return false
  const end = at + from.length
  if (ends ? end !== word.length : end > word.length) return false
  if (before !== '' && (end === word.length || !before.includes(word.charAt(end)))) return false
  return from.length === 1 || word.startsWith(from, at)
}
