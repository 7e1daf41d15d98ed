// Ledger work as a sequence of statements and the use of their rows, written once for synchronous and asynchronous stores.

/** One statement. `{name}` represents a table of the ledger, `?1` the first value. */
export interface Step {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** Yields statements, receives the rows of each, and returns a result. */
export type Steps<Result> = Generator<Step, Result, unknown[]>

export const step = (sql: string, ...values: unknown[]): Step => ({ sql, values })

export function runSteps<Result>(steps: Steps<Result>, ask: (step: Step) => unknown[]): Result {
  for (let next = steps.next(); ; ) {
    if (next.done) return next.value
    next = steps.next(ask(next.value))
  }
}

export async function awaitSteps<Result>(
  steps: Steps<Result>,
  ask: (step: Step) => Promise<unknown[]>,
): Promise<Result> {
  for (let next = steps.next(); ; ) {
    if (next.done) return next.value
    next = steps.next(await ask(next.value))
  }
}

/** `count` numbered parameters after the first `before`, e.g. `?4, ?5, ?6`. */
export const placesFor = (count: number, before = 0): string =>
  Array.from({ length: count }, (_, index) => `?${before + index + 1}`).join(', ')

export function* parts<Item>(all: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}
