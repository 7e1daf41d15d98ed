// Sorts in place lists that are short and nearly in order, such as the findings of a text.

/** Longer lists are sorted by Array.prototype.sort. */
const SHORT = 32

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
