// Writers of a PostgreSQL ledger: each process leases a chain in a row, and appends that wait together are committed together.
import { randomBytes } from 'node:crypto'
import { SelfsameError } from '../../errors.ts'
import { type Postgres, type Queries, serializable } from './driver.ts'

// Large enough that the cost of one fsync disappears, small enough that a transaction never holds the lock for long.
const LARGEST_GROUP = 512

interface Waiting<Item> {
  readonly item: Item
  resolve(): void
  reject(error: unknown): void
}

interface GroupCommit<Item> {
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

// Seconds by the server's clock, which is the same for every writer.
const NOW = 'EXTRACT(EPOCH FROM now())::bigint'
const LEASE_SECONDS = 30
const RENEW_MILLISECONDS = 10_000

/** A writer's lease on a chain. It only avoids conflicts between writers; the primary key of the chain guarantees its integrity. */
export interface ChainClaim {
  /** The chain to extend now; claims another one if the lease expired and the chain was taken. */
  chain(): Promise<string>
  /** Releases the chain for the next writer at once. If the server cannot be reached, the lease expires. */
  release(): Promise<void>
}

/** Claims the first chain without a current lease, otherwise a new one. Throws ledger_unavailable. */
export async function claimChain(server: Postgres): Promise<ChainClaim> {
  const holder = randomBytes(16).toString('hex')
  let chain = await serializable(server, (queries) => take(queries, holder))
  let renewed = performance.now()
  return {
    async chain() {
      // Renewed on write and not by a timer: an idle writer does not need its chain.
      if (performance.now() - renewed < RENEW_MILLISECONDS) return chain
      const asked = performance.now()
      chain = await serializable(server, async (queries) => {
        const sql = `UPDATE selfsame_writers SET renewed_at = ${NOW} WHERE chain = $1 AND holder = $2 RETURNING chain`
        const kept = await queries.query(sql, [chain, holder])
        return kept.length > 0 ? chain : take(queries, holder)
      })
      renewed = asked
      return chain
    },
    async release() {
      const sql = 'UPDATE selfsame_writers SET renewed_at = 0 WHERE chain = $1 AND holder = $2'
      try {
        await serializable(server, (queries) => queries.query(sql, [chain, holder]))
      } catch (error) {
        if (!(error instanceof SelfsameError)) throw error
      }
    },
  }
}

async function take(queries: Queries, holder: string): Promise<string> {
  const free = `SELECT chain FROM selfsame_writers WHERE renewed_at < ${NOW} - ${LEASE_SECONDS} ORDER BY chain LIMIT 1`
  const [row] = (await queries.query(free)) as { chain: string }[]
  if (row !== undefined) {
    const sql = `UPDATE selfsame_writers SET holder = $1, renewed_at = ${NOW} WHERE chain = $2`
    await queries.query(sql, [holder, row.chain])
    return row.chain
  }
  const [all] = (await queries.query('SELECT count(*) AS chains FROM selfsame_writers')) as { chains: unknown }[]
  const chain = `writer-${String(Number(all?.chains ?? 0) + 1).padStart(4, '0')}`
  await queries.query(`INSERT INTO selfsame_writers VALUES ($1, $2, ${NOW})`, [chain, holder])
  return chain
}
