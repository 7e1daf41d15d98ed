// Guarantees of a ledger on a server beyond the shared suite: writers that disturb each other, connections that break, and
// nothing that a distributed server of the same protocol lacks.
import { createServer, type Server, type Socket, connect as tcpConnect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { connectPostgres, serializable, untilConnected } from '../../../src/ledger/postgres/driver.ts'
import type { Ledger, LedgerKey } from '../../../src/ledger/store.ts'
import { ledgerKey } from '../../../src/ledger/vault.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { comparison, numbered, person } from '../../shared/ledgers.ts'
import { type TestServer, testServer } from '../../shared/postgres-server.ts'

const found = await testServer()
const server = found as TestServer
afterAll(() => found?.close())

const opened: Ledger[] = []
async function open(address: string, key: LedgerKey | null = null): Promise<Ledger> {
  const ledger = await openLedger(address, { key })
  opened.push(ledger)
  return ledger
}
afterAll(async () => {
  for (const ledger of opened) await ledger.close()
})
const chainsOf = async (ledger: Ledger) => (await ledger.heads()).map(({ chain }) => chain)

describe.skipIf(found === null)('a ledger on a server', () => {
  it('uses no sequence and no advisory lock, and holds no lock between transactions', async () => {
    const address = await server.fresh()
    const ledger = await open(address, ledgerKey('11'.repeat(32)))
    const seen = new Set<string>()
    let writing = true
    const watch = async () => {
      while (writing) {
        const locks = await server.sql<{ locktype: string; mode: string }>(
          address,
          `SELECT DISTINCT locktype, mode FROM pg_locks JOIN pg_stat_activity USING (pid)
           WHERE application_name = 'selfsame ledger' AND datname = current_database()`,
        )
        for (const { locktype, mode } of locks) seen.add(`${locktype} ${mode}`)
      }
    }
    const watching = watch()
    for (let index = 0; index < 60; index++) await ledger.append([numbered(index)])
    await ledger.erase(numbered(0).entry.record_a!)
    await ledger.rekey(ledgerKey('22'.repeat(32)))
    writing = false
    await watching
    expect([...seen].join()).toContain('relation')
    expect([...seen].filter((lock) => lock.startsWith('advisory'))).toEqual([])
    // The lock that LOCK TABLE would show; VACUUM takes SHARE UPDATE EXCLUSIVE, which blocks no reader or writer.
    expect([...seen].filter((lock) => /^relation (?:Exclusive|AccessExclusive|Share)Lock/.test(lock))).toEqual([])
    const made = await server.sql<{ relname: string; relkind: string }>(
      address,
      "SELECT relname, relkind FROM pg_class WHERE relname LIKE 'selfsame%' ORDER BY relname",
    )
    expect(made.filter(({ relkind }) => relkind === 'S')).toEqual([])
    expect(made.length).toBeGreaterThan(6)
    const held = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
    expect(await server.sql(address, held)).toEqual([{ n: 0 }])
  })

  it('is made once by instances that start together, each with a chain of its own', async () => {
    const address = await server.fresh()
    const ledgers = await Promise.all(Array.from({ length: 6 }, () => open(address)))
    await Promise.all(ledgers.map((ledger, index) => ledger.append([numbered(index)])))
    expect(await chainsOf(ledgers[0]!)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `writer-000${number}`))
    await ledgers[2]!.close()
    const next = await open(address)
    await next.append([numbered(9)])
    // It is random whose chain is released; the next writer goes on with that one.
    expect((await next.heads()).map(({ sequence }) => sequence).sort()).toEqual([1, 1, 1, 1, 1, 2])
    expect(await verifyLedger(next)).toMatchObject({ ok: true, decisions: 7 })
  })

  it('stays whole when two writers believe that they hold the same chain', async () => {
    const address = await server.fresh()
    const one = await open(address)
    // As if the first had been asleep for longer than its claim lasts.
    await server.sql(address, 'UPDATE selfsame_writers SET renewed_at = 0')
    const two = await open(address)
    const appends = Array.from({ length: 80 }, (_, index) => numbered(index))
    for (let index = 0; index < appends.length; index += 2) {
      await Promise.all([one.append([appends[index]!]), two.append([appends[index + 1]!])])
    }
    expect(await one.heads()).toMatchObject([{ chain: 'writer-0001', sequence: 80 }])
    expect(await verifyLedger(two)).toMatchObject({ ok: true, decisions: 80 })
  })

  it('tries again what the server could not serialize', async () => {
    const address = await server.fresh()
    await server.sql(address, 'CREATE TABLE on_call (name TEXT PRIMARY KEY, on_call BOOLEAN)')
    await server.sql(address, "INSERT INTO on_call VALUES ('a', true), ('b', true)")
    const client = await connectPostgres(address)
    let [attempts, arrived] = [0, 0]
    let meet = () => {}
    const both = new Promise<void>((resolve) => {
      meet = resolve
    })
    // Write skew: each reads that the other is on call, and goes. Only serializable transactions refuse one of the two.
    const leave = (name: string) =>
      serializable(client, async (queries) => {
        attempts++
        const [on] = (await queries.query('SELECT count(*)::int AS n FROM on_call WHERE on_call')) as { n: number }[]
        if (++arrived === 2) meet()
        await both
        if (on!.n > 1) await queries.query('UPDATE on_call SET on_call = false WHERE name = $1', [name])
      })
    await Promise.all([leave('a'), leave('b')])
    expect(attempts).toBe(3)
    expect(await client.query('SELECT count(*)::int AS n FROM on_call WHERE on_call')).toEqual([{ n: 1 }])
    await client.close()
  })

  it('brings the tables of the first release to this one, and loses nothing', async () => {
    const address = await server.fresh()
    const first = await open(address)
    const [a, b] = [person('a'), person('b')]
    await first.append([comparison(a, b, 'v1'), numbered(1)])
    await first.close()
    // The tables as they were: a sequence numbered the decisions, and locks told the writers apart.
    await server.sql(
      address,
      `ALTER TABLE selfsame_decisions DROP CONSTRAINT selfsame_decisions_pkey;
       ALTER TABLE selfsame_decisions ADD COLUMN position BIGSERIAL PRIMARY KEY;
       ALTER TABLE selfsame_decisions ADD CONSTRAINT once UNIQUE (decision_id);
       DROP INDEX selfsame_decisions_supersedes;
       CREATE INDEX selfsame_decisions_supersedes ON selfsame_decisions (supersedes);
       DROP TABLE selfsame_writers;
       DROP TABLE selfsame_key;
       UPDATE selfsame_schema_version SET version = 1;`,
    )
    const reader = await openLedger(address, { readOnly: true })
    expect(await verifyLedger(reader)).toMatchObject({ ok: true, decisions: 2 })
    await reader.close()
    const [one, two] = await Promise.all([open(address), open(address)])
    await Promise.all([one.append([comparison(a, b, 'v2')]), two.append([numbered(2)])])
    expect(await one.decision(comparison(a, b, 'v2').entry.decision_id)).toMatchObject({
      supersedes: comparison(a, b, 'v1').entry.decision_id,
    })
    expect(await chainsOf(one)).toEqual(['writer-0001', 'writer-0002'])
    expect(await verifyLedger(two)).toMatchObject({ ok: true, decisions: 4 })
    expect(await server.sql(address, "SELECT relname FROM pg_class WHERE relkind = 'S'")).toEqual([])
  })

  it('is refused when a later release wrote it', async () => {
    const address = await server.fresh()
    await (await open(address)).close()
    await server.sql(address, "INSERT INTO selfsame_schema_version VALUES (99, '')")
    for (const readOnly of [true, false]) {
      await expect(openLedger(address, { readOnly })).rejects.toThrow('written by a later release')
    }
  })

  it('needs no more rights than the documentation grants, and those change nothing that was written', async () => {
    const address = await server.fresh()
    await (await open(address)).close()
    const user = `service_${Math.random().toString(36).slice(2, 10)}`
    await server.sql(
      address,
      `CREATE USER ${user};
       GRANT SELECT ON selfsame_schema_version TO ${user};
       GRANT SELECT, INSERT ON selfsame_decisions, selfsame_chain TO ${user};
       GRANT SELECT, INSERT, UPDATE ON selfsame_records, selfsame_writers, selfsame_key, selfsame_reviews TO ${user}`,
    )
    const url = new URL(address)
    url.username = user
    const ledger = await openLedger(url.href, { key: ledgerKey('11'.repeat(32)) })
    await ledger.append([numbered(0)])
    expect(await ledger.erase(numbered(0).entry.record_a!)).toBe(true)
    expect(await ledger.rekey(ledgerKey('22'.repeat(32)))).toBe(1)
    expect(await verifyLedger(ledger)).toMatchObject({ ok: true, decisions: 1, erased: 1 })
    await ledger.close()
    for (const sql of ['DROP TRIGGER selfsame_chain_no_change ON selfsame_chain', 'TRUNCATE selfsame_chain']) {
      await expect(server.sql(url.href, sql)).rejects.toThrow(/must be owner|permission denied/)
    }
    await server.sql(address, `DROP OWNED BY ${user}; DROP USER ${user}`)
  })

  it.each(['DELETE FROM selfsame_chain', 'TRUNCATE selfsame_decisions', 'TRUNCATE selfsame_records'])(
    'refuses %s to the owner',
    async (sql) => {
      const address = await server.fresh()
      await (await open(address)).append([numbered(0)])
      await expect(server.sql(address, sql)).rejects.toThrow('append-only')
    },
  )
})

/** A way to the server that breaks at the next COMMIT: before the server has seen it, or before its answer comes back. */
async function breakingWay(address: string) {
  const to = new URL(address)
  const sockets = new Set<Socket>()
  let mode: 'whole' | 'before' | 'after' = 'whole'
  let breaks = 0
  const door: Server = createServer((near) => {
    const far = tcpConnect(Number(to.port), to.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    let dead = false
    const cut = () => {
      dead = true
      near.destroy()
    }
    near.on('data', (bytes) => {
      if (dead) return
      const commits = mode !== 'whole' && /commit/i.test(bytes.toString('latin1'))
      if (!commits) return far.write(bytes)
      breaks++
      const broken = mode
      mode = 'whole'
      if (broken === 'before') {
        cut()
        far.destroy()
      } else {
        // The server commits, and no client receives the answer.
        far.write(bytes)
        far.once('data', () => far.end())
        cut()
      }
    })
    far.on('data', (bytes) => dead || near.write(bytes))
    near.on('close', () => dead || far.end())
    far.on('close', () => near.end())
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const through = new URL(address)
  through.port = String((door.address() as { port: number }).port)
  return {
    address: through.href,
    breakAt(when: 'before' | 'after') {
      mode = when
    },
    breaks: () => breaks,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => door.close(resolve))
    },
    openAgain: () => new Promise<void>((resolve) => door.listen(Number(through.port), '127.0.0.1', resolve)),
  }
}

describe.skipIf(found === null)('a connection that breaks in the middle of a commit', () => {
  it.each(['before', 'after'] as const)(
    '%s the server has committed loses nothing and doubles nothing',
    async (when) => {
      const way = await breakingWay(await server.fresh())
      const ledger = await openLedger(way.address)
      await ledger.append([numbered(0)])
      way.breakAt(when)
      await Promise.all([ledger.append([numbered(1)]), ledger.append([numbered(2)])])
      expect(way.breaks()).toBe(1)
      expect(await ledger.stats()).toMatchObject({ decisions: 3 })
      expect(await verifyLedger(ledger)).toMatchObject({ ok: true, links: 3 })
      await ledger.close()
      await way.close()
    },
  )

  it('is given up in one sentence when it always breaks', async () => {
    let tries = 0
    const lost = Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })
    const always = () => {
      tries++
      return Promise.reject(lost)
    }
    await expect(untilConnected(always)).rejects.toBe(lost)
    expect(tries).toBeGreaterThan(2)
  })

  it('says that the server is away once it is, and goes on when it is back', async () => {
    const way = await breakingWay(await server.fresh())
    const ledger = await openLedger(way.address)
    await ledger.append([numbered(0)])
    await way.close()
    await expect(ledger.append([numbered(1)])).rejects.toMatchObject({
      code: 'ledger_unavailable',
      message: 'the ledger server cannot be reached; check its address and that it runs, then try again',
    })
    await way.openAgain()
    await ledger.append([numbered(2)])
    expect(await verifyLedger(ledger)).toMatchObject({ ok: true, decisions: 2 })
    await ledger.close()
    await way.close()
  })
})
