// How alike two short strings are: edit distance and Jaro-Winkler, bounded and without allocation.

const LONGEST = 256

/**
 * Jaro-Winkler similarity in [0, 1] (Winkler 1990): prefix weight 0.1 over at most four characters, applied above 0.7.
 * Only the first 256 UTF-16 units of each string are read, so the work is bounded.
 */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return a.length > 0 ? 1 : 0
  const n = Math.min(a.length, LONGEST)
  const m = Math.min(b.length, LONGEST)
  if (n === 0 || m === 0) return 0
  const window = Math.max(0, (Math.max(n, m) >> 1) - 1)
  usedA.fill(0, 0, n)
  usedB.fill(0, 0, m)
  let matches = 0
  for (let i = 0; i < n; i++) {
    const unit = a.charCodeAt(i)
    const stop = Math.min(m, i + window + 1)
    for (let j = Math.max(0, i - window); j < stop; j++) {
      if (usedB[j] === 1 || b.charCodeAt(j) !== unit) continue
      usedA[i] = 1
      usedB[j] = 1
      matches++
      break
    }
  }
  if (matches === 0) return 0
  let swaps = 0
  let k = 0
  for (let i = 0; i < n; i++) {
    if (usedA[i] !== 1) continue
    while (usedB[k] !== 1) k++
    if (a.charCodeAt(i) !== b.charCodeAt(k)) swaps++
    k++
  }
  const jaro = (matches / n + matches / m + (matches - swaps / 2) / matches) / 3
  if (jaro <= 0.7) return jaro
  let prefix = 0
  while (prefix < 4 && prefix < n && prefix < m && a.charCodeAt(prefix) === b.charCodeAt(prefix)) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}
// Work space of jaroWinkler and editDistance: overwritten by every call before it is read.
const usedA = new Uint8Array(LONGEST)
const usedB = new Uint8Array(LONGEST)
const rowA = new Uint16Array(LONGEST + 1)
const rowB = new Uint16Array(LONGEST + 1)
const rowC = new Uint16Array(LONGEST + 1)

/**
 * Damerau-Levenshtein distance (optimal string alignment: insert, delete, replace, swap neighbours), or `limit` + 1 as
 * soon as it is known to exceed `limit`. Reads at most 256 units of each string.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0
  const n = Math.min(a.length, LONGEST)
  const m = Math.min(b.length, LONGEST)
  if (Math.abs(n - m) > limit) return limit + 1
  let before = rowA
  let last = rowB
  let row = rowC
  for (let j = 0; j <= m; j++) last[j] = j
  for (let i = 1; i <= n; i++) {
    row[0] = i
    let best = i
    const unit = a.charCodeAt(i - 1)
    for (let j = 1; j <= m; j++) {
      const other = b.charCodeAt(j - 1)
      let cost = last[j - 1]! + (unit === other ? 0 : 1)
      if (last[j]! + 1 < cost) cost = last[j]! + 1
      if (row[j - 1]! + 1 < cost) cost = row[j - 1]! + 1
      if (i > 1 && j > 1 && unit === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other && before[j - 2]! + 1 < cost)
        cost = before[j - 2]! + 1
      row[j] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return limit + 1
    const free = before
    before = last
    last = row
    row = free
  }
  return Math.min(last[m]!, limit + 1)
}
