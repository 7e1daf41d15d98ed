// Group commit: items that arrive while one transaction is being made durable share the next transaction.

// Large enough that the cost of one fsync disappears, small enough that a transaction never holds the lock for long.
const LARGEST_GROUP = 512

interface Waiting<Item> {
  readonly item: Item
  resolve(): void
  reject(error: unknown): void
}

export interface GroupCommit<Item> {
  /** Resolves once the item is durable; rejects with the error of its transaction. */
  add(item: Item): Promise<void>
  /** Resolves once nothing is waiting. */
  idle(): Promise<void>
}

/** `commit` writes a whole group or none of it. Groups are committed one after another, in order of arrival. */
export function groupCommit<Item>(commit: (group: readonly Item[]) => Promise<void>): GroupCommit<Item> {
  const waiting: Waiting<Item>[] = []
  let running: Promise<void> | null = null

  const drain = async (): Promise<void> => {
    // One turn of the event loop lets every item that is already scheduled join the first group.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.splice(0, LARGEST_GROUP)
      try {
        await commit(group.map(({ item }) => item))
        for (const one of group) one.resolve()
      } catch (error) {
        for (const one of group) one.reject(error)
      }
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    running = null
  }

  return {
    add(item) {
      return new Promise<void>((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        running ??= drain()
      })
    },
    async idle() {
      while (running !== null) await running
    },
  }
}
