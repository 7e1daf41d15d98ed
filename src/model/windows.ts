// Splits long texts into windows: a model reads a bounded number of pieces at once. Windows overlap and begin at words, and each piece is
// taken from the window that has more context for it, so that window borders do not affect the result.
import type { Pieces } from './tokens.ts'

export interface Window {
  readonly first: number
  readonly end: number
  /** Range of the pieces that are taken from this window. */
  readonly from: number
  readonly to: number
}

/** Windows of at most `size` pieces; each piece is taken from exactly one. Consecutive windows share about `overlap` pieces. */
export function windowsOver({ ids: { length }, opens }: Pieces, size: number, overlap: number): Window[] {
  const bounds: { first: number; end: number }[] = []
  for (let first = 0; first < length; ) {
    const end = wordBefore(opens, Math.min(length, first + size), first + overlap + 1, length)
    bounds.push({ first, end })
    if (end === length) break
    first = wordBefore(opens, Math.max(first + 1, end - overlap), first + 1, length)
  }
  let from = 0
  return bounds.map(({ first, end }, i) => {
    const next = bounds[i + 1]
    // At a word in the middle of the shared part.
    const to =
      next === undefined ? length : wordBefore(opens, (next.first + end + 1) >> 1, Math.max(from, next.first), length)
    const window = { first, end, from, to }
    from = to
    return window
  })
}

/** The last piece up to `at` that begins a word; `at` if there is none from `least` on. */
function wordBefore(opens: Uint8Array, at: number, least: number, length: number): number {
  if (at >= length) return length
  for (let i = at; i >= least; i--) if (opens[i] === 1) return i
  return at
}
