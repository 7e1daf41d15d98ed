// Creates costly objects on first use and keeps them.

/** Calls `make` on the first call and keeps its result; `started` returns it, or null before the first call. */
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
