// Work on a ledger as statements and what is done with their rows, written once for stores that answer at once and stores that answer later.

/** One statement. `{name}` stands for a table of the ledger, `?1` for the first value. */
export interface Step {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** Yields statements, receives the rows of each, and returns what it found. */
export type Steps<Result> = Generator<Step, Result, unknown[]>

export function step(sql: string, ...values: unknown[]): Step {
  return { sql, values }
}

/** Runs the steps on a store that answers at once. */
export function runSteps<Result>(steps: Steps<Result>, ask: (step: Step) => unknown[]): Result {
  for (let next = steps.next(); ; ) {
    if (next.done) return next.value
    next = steps.next(ask(next.value))
  }
}

/** Runs the steps on a store that answers later. */
export async function awaitSteps<Result>(
  steps: Steps<Result>,
  ask: (step: Step) => Promise<unknown[]>,
): Promise<Result> {
  for (let next = steps.next(); ; ) {
    if (next.done) return next.value
    next = steps.next(await ask(next.value))
  }
}

/** `?4, ?5, ?6`: so many places for values, behind those that stand before. */
export function placesFor(count: number, before = 0): string {
  return Array.from({ length: count }, (_, index) => `?${before + index + 1}`).join(', ')
}

/** Parts of a list, none longer than `size`. */
export function* parts<Item>(all: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}
