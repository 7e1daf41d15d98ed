// Looking up a place in an ordered list.

/** Index of the first item that `holds`, in a list where it holds for every later one too; the length when for none. O(log n). */
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
