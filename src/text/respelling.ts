// Respelling: a word rewritten letter by letter under a list of folds, as one writing convention says what another spells
// otherwise. What two spellings of one sound have in common is what both are rewritten to.

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
  readonly #byFirst = new Map<string, Fold[]>()

  /** Throws when a fold has no "=" or nothing to its left. */
  constructor(folds: string) {
    for (const text of folds.split(' ').filter((fold) => fold !== '')) {
      const [left = '', to] = text.split('=')
      const [spelled = '', before = ''] = left.split('+')
      const begins = spelled.startsWith('^')
      const ends = spelled.endsWith('$')
      const from = spelled.slice(begins ? 1 : 0, ends ? -1 : undefined)
      if (to === undefined || from === '') throw new Error(`'${text}' is no fold: write from=to`)
      const list = this.#byFirst.get(from.charAt(0))
      const fold = { from, to, begins, ends, before }
      if (list === undefined) this.#byFirst.set(from.charAt(0), [fold])
      else list.push(fold)
    }
    for (const list of this.#byFirst.values()) list.sort((a, b) => weight(b) - weight(a))
  }

  /** The word respelled; doubled letters count once. */
  of(word: string): string {
    let respelled = ''
    for (let i = 0; i < word.length; ) {
      const fold = this.#byFirst.get(word.charAt(i))?.find((candidate) => holds(candidate, word, i))
      respelled += fold === undefined ? word.charAt(i) : fold.to
      i += fold === undefined ? 1 : fold.from.length
    }
    return single(respelled)
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
  return word.startsWith(from, at)
}

function single(word: string): string {
  let result = ''
  for (let i = 0; i < word.length; i++) if (i === 0 || word.charCodeAt(i) !== word.charCodeAt(i - 1)) result += word[i]!
  return result
}
