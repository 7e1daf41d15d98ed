// Two values letter by letter: what both have in common, in order, and what each has alone.

/** A run of letters that both values have, or only this one. */
export interface Run {
  readonly text: string
  readonly same: boolean
}

/** Letters (code points) of a value that are compared; the rest is shown as it is. */
const MOST = 400

/** The runs of a and of b by their longest common subsequence. Quadratic in at most 400 letters. */
export function lettersOf(a: string, b: string): readonly [Run[], Run[]] {
  const [left, right] = [[...a], [...b]]
  const [x, y] = [left.slice(0, MOST), right.slice(0, MOST)]
  const longest = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1))
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      longest[i]![j] = x[i] === y[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!)
  const [inA, inB]: [boolean[], boolean[]] = [x.map(() => false), y.map(() => false)]
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    if (x[i] === y[j]) {
      inA[i++] = true
      inB[j++] = true
    } else if (longest[i + 1]![j]! >= longest[i]![j + 1]!) i++
    else j++
  }
  return [runsOf(left, inA), runsOf(right, inB)]
}

function runsOf(letters: readonly string[], common: readonly boolean[]): Run[] {
  const runs: { text: string; same: boolean }[] = []
  letters.forEach((letter, at) => {
    const same = common[at] ?? true
    const last = runs.at(-1)
    if (last !== undefined && last.same === same) last.text += letter
    else runs.push({ text: letter, same })
  })
  return runs
}

/** Signs that are not seen or that move others: marks of direction, joiners, controls (UTR #36, 2.10 and 3.3). */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The text with every sign that would not be seen as its number. */
export function plainly(text: string): string {
  return text.replace(UNSEEN, (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
}
