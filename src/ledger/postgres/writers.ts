// Which chain a writing process extends: one that no other writer held on to lately. A row says so, not a lock, because not
// every server of this protocol has locks that outlive a transaction.
import { randomBytes } from 'node:crypto'
import { SelfsameError } from '../../errors.ts'
import { type Postgres, type Queries, serializable } from './driver.ts'

// Seconds by the server's clock, the same for every writer.
const NOW = 'EXTRACT(EPOCH FROM now())::bigint'
const LEASE_SECONDS = 30
const RENEW_MILLISECONDS = 10_000

/** A writer's claim to a chain. It saves writers from disturbing each other; what keeps a chain whole is its primary key. */
export interface ChainClaim {
  /** The chain to extend now; claims another when this one's claim ran out and was taken. */
  chain(): Promise<string>
  /** Lets the next writer have the chain at once. A server that cannot be told forgets the claim by itself. */
  release(): Promise<void>
}

/** Claims a chain: the first that nobody has renewed within the lease, else a new one. Throws ledger_unavailable. */
export async function claimChain(server: Postgres): Promise<ChainClaim> {
  const holder = randomBytes(16).toString('hex')
  let chain = await serializable(server, (queries) => take(queries, holder))
  let renewed = performance.now()
  return {
    async chain() {
      // Renewed by writing, not by a timer: a writer that is idle has no need of its chain.
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
