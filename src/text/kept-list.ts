// Lists that are kept with a text. V8 takes a list or an object that is written out as a literal for one to keep for ever once
// most of those made there outlive a collection, as all do where many texts are read side by side: they, and all they hold,
// are then freed late and at great cost. A copy of a list, and an object of a class, it frees with the text.

/** Empty, and known to V8 as a list of objects: nothing is made anew when the first is added to a copy. */
const EMPTY: unknown[] = [null]
EMPTY.pop()

/** A new empty list for who keeps it with a text. */
export function keptList<T>(): T[] {
  return EMPTY.slice() as T[]
}

/** The list that is kept of one that was written out. */
export function keptCopy<T>(list: readonly T[]): T[] {
  return list.slice()
}
