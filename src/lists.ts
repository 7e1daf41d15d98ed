// Lists of any length, appended and measured item by item: a spread into a call puts every item on the stack.

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
