// Lists of any length, appended and measured item by item: a spread into a call puts every item on the stack.

/** Longer lists are sorted by Array.prototype.sort. */
const SHORT = 32

/** Sorts in place and returns the list; stable, and linear if the list is nearly in order. */
export function sortShort<T>(list: T[], compare: (a: T, b: T) => number): T[] {
  if (list.length > SHORT) return list.sort(compare)
  for (let i = 1; i < list.length; i++) {
    const one = list[i]!
    let at = i
    while (at > 0 && compare(list[at - 1]!, one) > 0) {
      list[at] = list[at - 1]!
      at--
    }
    list[at] = one
  }
  return list
}

/** Index of the first item for which `holds` is true; it must be true for every later item too. Returns the length if there is none. O(log n). */
export function firstAt<Item>(items: ArrayLike<Item>, holds: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(items[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

/** The words of a text with one blank between two. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** The largest number; negative infinity if there is none. */
export function largest(numbers: Iterable<number>): number {
  let most = Number.NEGATIVE_INFINITY
  for (const number of numbers) if (number > most) most = number
  return most
}

/** The smallest number; infinity if there is none. */
export function smallest(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY
  for (const number of numbers) if (number < least) least = number
  return least
}

/** A table of characters and what is written for each: "æae ßss" maps æ to ae and ß to ss. */
export const pairsOf = (entries: string): ReadonlyMap<string, string> =>
  new Map(entries.split(' ').map((entry) => [entry[0]!, entry.slice(1)]))
