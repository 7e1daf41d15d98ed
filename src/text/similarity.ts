// Similarity of two short strings: edit distance and Jaro-Winkler, bounded and without allocation.
import { codeAt } from './unit-classes.ts'

export const LONGEST = 256

/** Jaro-Winkler similarity in [0, 1] (Winkler 1990): prefix weight 0.1, four characters, above 0.7. Reads 256 UTF-16 units at most. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return a.length > 0 ? 1 : 0
  const n = Math.min(a.length, LONGEST)
  const m = Math.min(b.length, LONGEST)
  if (n === 0 || m === 0) return 0
  const window = Math.max(0, (Math.max(n, m) >> 1) - 1)
  // Positions of every unit in b, ascending. Passed positions are removed from the front, so the search is linear.
  for (let j = m - 1; j >= 0; j--) {
    const unit = codeAt(b, j)
    following[j] = first[unit]!
    first[unit] = j
    usedB[j] = 0
  }
  let matches = 0
  for (let i = 0; i < n; i++) {
    const unit = codeAt(a, i)
    let j = first[unit]!
    while (j >= 0 && j < i - window) j = following[j]!
    if (j >= 0 && j <= i + window) {
      usedB[j] = 1
      matched[matches++] = unit
      j = following[j]!
    }
    first[unit] = j
  }
  for (let j = 0; j < m; j++) first[codeAt(b, j)] = -1
  if (matches === 0) return 0
  let swaps = 0
  for (let j = 0, k = 0; k < matches; j++) {
    if (usedB[j] === 1 && codeAt(b, j) !== matched[k++]) swaps++
  }
  const jaro = (matches / n + matches / m + (matches - swaps / 2) / matches) / 3
  if (jaro <= 0.7) return jaro
  return jaro + commonPrefix(a, b, Math.min(4, n, m)) * 0.1 * (1 - jaro)
}

/** Number of units, at most `most`, that both strings begin with. */
function commonPrefix(a: string, b: string, most: number): number {
  let at = 0
  while (at < most && codeAt(a, at) === codeAt(b, at)) at++
  return at
}

// Working memory: `first` is all -1 between calls; every call writes the rest before it reads it.
const first = new Int16Array(65_536).fill(-1)
const following = new Int16Array(LONGEST)
const matched = new Uint16Array(LONGEST)
const usedB = new Uint8Array(LONGEST)
const rowA = new Uint16Array(LONGEST + 1)
const rowB = new Uint16Array(LONGEST + 1)
const rowC = new Uint16Array(LONGEST + 1)

/** Damerau-Levenshtein distance (optimal string alignment), or `limit` + 1 if it exceeds `limit`. Reads 256 units of each string at most. */
export function editDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0
  let n = Math.min(a.length, LONGEST)
  let m = Math.min(b.length, LONGEST)
  if (Math.abs(n - m) > limit) return limit + 1
  // A common prefix and a common suffix do not change the distance.
  while (n > 0 && m > 0 && codeAt(a, n - 1) === codeAt(b, m - 1)) {
    n--
    m--
  }
  const from = commonPrefix(a, b, Math.min(n, m))
  n -= from
  m -= from
  return n === 0 || m === 0 ? Math.min(n + m, limit + 1) : bandedDistance(a, b, from, n, m, limit)
}

/** The distance of `n` units of a and `m` of b, both after `from` equal ones, by the cells within `limit` of the diagonal. */
function bandedDistance(a: string, b: string, from: number, n: number, m: number, limit: number): number {
  let before = rowA
  let last = rowB
  let row = rowC
  for (let j = 0; j <= m; j++) last[j] = j
  // Cells further than `limit` from the diagonal exceed it, so the cells next to the band are set to that value.
  const over = limit + 1
  for (let i = 1; i <= n; i++) {
    const left = Math.max(1, i - limit)
    const right = Math.min(m, i + limit)
    row[left - 1] = left === 1 ? i : over
    if (i + limit <= m) last[i + limit] = over
    let best = left === 1 ? i : over
    const unit = codeAt(a, from + i - 1)
    for (let j = left; j <= right; j++) {
      const other = codeAt(b, from + j - 1)
      let cost = last[j - 1]! + (unit === other ? 0 : 1)
      if (last[j]! + 1 < cost) cost = last[j]! + 1
      if (row[j - 1]! + 1 < cost) cost = row[j - 1]! + 1
      if (
        i > 1 &&
        j > 1 &&
        unit === codeAt(b, from + j - 2) &&
        codeAt(a, from + i - 2) === other &&
        before[j - 2]! + 1 < cost
      )
        cost = before[j - 2]! + 1
      row[j] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return over
    const free = before
    before = last
    last = row
    row = free
  }
  return Math.min(last[m]!, over)
}
