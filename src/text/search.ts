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
