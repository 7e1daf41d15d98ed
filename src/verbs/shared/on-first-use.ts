// What is costly to make is made when somebody first asks, and kept.

/** Calls `make` the first time it is asked, and keeps what it gave; `started` is what it gave, or null when nobody asked. */
export function onFirstUse<T>(make: () => Promise<T>): (() => Promise<T>) & { started(): Promise<T> | null } {
  let made: Promise<T> | null = null
  const call = () => {
    made ??= make().catch((error) => {
      made = null // a ledger that was away may be back for the next request
      throw error
    })
    return made
  }
  return Object.assign(call, { started: () => made })
}
