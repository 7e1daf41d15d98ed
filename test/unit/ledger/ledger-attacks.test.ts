// Attacks on a ledger by the owner of its database, in every store: each is found, and the first broken entry is named.
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { openCheckpoint, sealCheckpoint, signerOf } from '../../../src/attest/index.ts'
import { GENESIS, linkHash, nextLink, valuesDigest } from '../../../src/ledger/chain.ts'
import type { ChainHead, Ledger, LedgerKey } from '../../../src/ledger/store.ts'
import { ledgerKey } from '../../../src/ledger/vault.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { comparison, numbered, person } from '../../shared/ledgers.ts'
import { storesUnderTest } from '../../shared/stores.ts'

const { stores, close } = await storesUnderTest()
afterAll(close)

const KEY = ledgerKey('11'.repeat(32))
const SIGNER = signerOf(generateKeyPairSync('ed25519').privateKey)
const NOON = '2026-03-01T12:00:00Z'
const decision = (index: number) => numbered(index).entry.decision_id
const record = (index: number) => numbered(index).entry.record_a!
const other = (index: number) => numbered(index).entry.record_b!

describe.each(stores)('a $name ledger', ({ fresh, tamper, weaken, attempt, copy, bytes }) => {
  async function use<T>(
    location: string,
    work: (ledger: Ledger) => Promise<T>,
    key: LedgerKey | null = null,
    now: string = NOON,
  ) {
    const ledger = await openLedger(location, { key, now: () => new Date(now) })
    try {
      return await work(ledger)
    } finally {
      await ledger.close()
    }
  }
  const made = new Map<string, string>()
  /** A closed ledger with `count` comparisons; filled once, and copied for each test. */
  async function filled(count: number, key: LedgerKey | null = null): Promise<string> {
    const kind = `${count} ${key?.id}`
    let location = made.get(kind)
    if (location === undefined) {
      location = await fresh()
      made.set(kind, location)
      const appends = Array.from({ length: count }, (_, index) => numbered(index))
      await use(location, (ledger) => ledger.append(appends), key)
    }
    return copy(location)
  }
  async function verified(location: string, key: LedgerKey | null = null) {
    const ledger = await openLedger(location, { key, readOnly: true })
    try {
      return await verifyLedger(ledger)
    } finally {
      await ledger.close()
    }
  }

  it('says which rules of the database are gone or not ours', async () => {
    const location = await filled(3)
    await weaken(location)
    const { ok, problems } = await verified(location)
    expect(ok).toBe(false)
    expect(problems.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/trigger \w*chain_no_\w+ is missing/),
    ])
  })

  describe('whose triggers are in force', () => {
    it.each([
      "UPDATE {decisions} SET body = '{}'",
      'DELETE FROM {decisions}',
      'UPDATE {chain} SET hash = previous',
      'DELETE FROM {chain}',
      'DELETE FROM {records}',
      "UPDATE {records} SET record_id = 'rec:other'",
      "UPDATE {records} SET entity = 'place'",
    ])('refuses %s', async (sql) => {
      const location = await filled(3)
      await expect(attempt(location, sql)).rejects.toThrow(/append-only|never deleted|keeps its id/)
      expect(await verified(location)).toMatchObject({ ok: true, decisions: 3 })
    })
  })

  const body = (json: string) => `UPDATE {decisions} SET body = '${json}' WHERE decision_id = '${decision(1)}'`
  /** Exchanges a column of two rows; by way of a table, because an update may see the rows it has changed already. */
  const swap = (column: string, table: string, key: string, one: string, two: string) => [
    `CREATE TABLE held AS SELECT ${key} AS name, ${column} AS was FROM ${table} WHERE ${key} IN ('${one}', '${two}')`,
    `UPDATE ${table} SET ${column} = (SELECT was FROM held WHERE name <> ${table}.${key}) WHERE ${key} IN ('${one}', '${two}')`,
    'DROP TABLE held',
  ]

  /** Changes of stored bytes that leave every value what it was, or nearly. */
  const REWRITTEN: readonly (readonly [what: string, from: string, to: string])[] = [
    ['a score changed below the fourth decimal', '"score":0.417,', '"score":0.41700001,'],
    ['a score written as a string', '"score":0.417,', '"score":"0.4170",'],
    ['a factor changed below the fourth decimal', '"name":0.9123', '"name":0.91230000000001'],
    ['a factor written as a string', '"name":0.9123', '"name":"0.9123"'],
    ['a threshold written as a string', '"threshold":0.7', '"threshold":"0.7000"'],
    ['a gate changed below the fourth decimal', '"floor":0.75', '"floor":0.75000000001'],
    ['an integer with decimals', '"name_tf":1', '"name_tf":1.0'],
    ['members in another order', '{"identity":"review","action":"hold"', '{"action":"hold","identity":"review"'],
    ['a space', '{"identity"', '{ "identity"'],
    ['an escape for a letter', '"review"', '"revie\\u0077"'],
  ]
  const replaced = (from: string, to: string) => `UPDATE {decisions} SET body = replace(body, '${from}', '${to}')`

  describe('whose triggers were taken away', () => {
    it.each([
      ...REWRITTEN,
      ['factors in another order', '{"name":0.9123,"name_tf":1}', '{"name_tf":1,"name":0.9123}'],
      ['the call in another order', '"entity":"person","jurisdiction":null', '"jurisdiction":null,"entity":"person"'],
    ] as const)('sees %s', async (_what, from, to) => {
      const location = await filled(3)
      await tamper(location, replaced(from, to))
      const { ok, problems } = await verified(location)
      expect(ok).toBe(false)
      expect(problems[0]).toMatchObject({ sequence: 1, problem: expect.stringMatching(/was changed|unreadable/) })
      await use(location, (ledger) =>
        expect(ledger.decision(decision(0))).rejects.toMatchObject({ code: 'ledger_corrupt' }),
      )
    })

    it.each([
      ['a changed decision', [`UPDATE {decisions} SET body = replace(body, '0.417', '0.999')`], 1, 'was changed'],
      ['a decision that is no JSON', [body('{')], 2, 'missing or unreadable'],
      ['a number that is none', [body('{"score":1e999}')], 2, 'missing or unreadable'],
      ['no object', [body('null')], 2, 'the decision was changed'],
      ['nesting past any depth', [body(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)], 2, 'missing'],
      ['a row of eight million characters', [body(`{"a":"${'x'.repeat(8_000_000)}"}`)], 2, 'the decision was changed'],
      ['a decision taken out', [`DELETE FROM {decisions} WHERE decision_id = '${decision(2)}'`], 3, 'missing'],
      [
        'a member named twice, of which parsers take the one that was there',
        [`UPDATE {decisions} SET body = '{"score":0.9999,' || substr(body, 2)`],
        1,
        'missing or unreadable',
      ],
      ['another verb', [`UPDATE {decisions} SET verb = 'documents'`], 1, 'the decision was changed'],
      ['another record', [`UPDATE {decisions} SET record_b = NULL`], 1, 'the decision was changed'],
      [
        'a supersession made up',
        [`UPDATE {decisions} SET supersedes = '${decision(0)}' WHERE decision_id = '${decision(3)}'`],
        4,
        'the decision was changed',
      ],
      [
        'two decisions that changed places',
        swap('record_a', '{decisions}', 'decision_id', decision(0), decision(1)),
        1,
        'was changed',
      ],
      ['a changed time', ["UPDATE {chain} SET recorded_at = '2020-01-01T00:00:00+00:00'"], 1, 'the entry was changed'],
      ['an entry taken out', ['DELETE FROM {chain} WHERE sequence = 2'], 3, 'entries before it are missing'],
      ['the first entry taken out', ['DELETE FROM {chain} WHERE sequence = 1'], 2, 'entries before it are missing'],
      ['a forged hash', [`UPDATE {chain} SET hash = '${'a'.repeat(64)}' WHERE sequence = 2`], 2, 'was changed'],
      [
        'two entries that changed places',
        [
          'UPDATE {chain} SET sequence = 12 WHERE sequence = 2',
          'UPDATE {chain} SET sequence = 2 WHERE sequence = 3',
          'UPDATE {chain} SET sequence = 3 WHERE sequence = 12',
        ],
        2,
        'does not follow',
      ],
      [
        'the hash of another entry as the one before',
        ['UPDATE {chain} SET previous = (SELECT c.previous FROM {chain} c WHERE c.sequence = 2) WHERE sequence = 4'],
        4,
        'does not follow',
      ],
      ['an entry under another chain', ["UPDATE {chain} SET chain = 'z' WHERE sequence = 4"], 4, 'are missing'],
      ['an entry before the first', ['UPDATE {chain} SET sequence = -1 WHERE sequence = 4'], -1, 'are missing'],
    ] as const)('names %s as the first broken entry', async (_what, statements, sequence, problem) => {
      const location = await filled(4)
      await tamper(location, ...statements)
      const { ok, problems } = await verified(location)
      expect(ok).toBe(false)
      expect(problems[0]?.problem).toContain(problem)
      expect(problems[0]).toMatchObject({ sequence })
    })

    it('sees any character of a body that is another', async () => {
      const location = await filled(1)
      const length = JSON.stringify(numbered(0).entry).length / 2
      const changes = Array.from({ length: 12 }, (_, index) => 1 + Math.floor((index * length) / 12))
      for (const at of changes) {
        const changed = await copy(location)
        const other = `CASE substr(body, ${at}, 1) WHEN '0' THEN '1' ELSE '0' END`
        await tamper(
          changed,
          `UPDATE {decisions} SET body = substr(body, 1, ${at - 1}) || ${other} || substr(body, ${at + 1})`,
        )
        expect(await verified(changed), `at ${at}`).toMatchObject({ ok: false })
      }
    })

    it('sees a decision that was slipped in', async () => {
      const location = await filled(1)
      await tamper(location, "INSERT INTO {decisions} (decision_id, verb, body) VALUES ('xwd:forged', 'compare', '{}')")
      expect((await verified(location)).problems).toEqual([
        { chain: null, sequence: null, subject: 'xwd:forged', problem: 'the chain does not know this decision' },
      ])
    })

    it('sees an entry that the walk would pass by', async () => {
      const location = await filled(3)
      await tamper(location, 'UPDATE {chain} SET sequence = 9007199254740993 WHERE sequence = 3')
      const { ok, problems } = await verified(location)
      expect(ok).toBe(false)
      expect(problems[0]).toMatchObject({
        subject: 'the ledger',
        problem: '1 decision cannot be reached by following the chain',
      })
      const forged = "'erasure', 'rec:sha256:0', 'd', '2026-03-01T12:00:00+00:00', 'p', 'h'"
      const columns = 'chain, sequence, kind, subject, digest, recorded_at, previous, hash'
      const before = await filled(3)
      await tamper(before, `INSERT INTO {chain} (${columns}) VALUES ('', 0, ${forged})`)
      expect((await verified(before)).problems[0]).toMatchObject({ chain: '', sequence: 0 })
    })

    it('sees a second entry for one decision, however well it is hashed', async () => {
      const location = await filled(2)
      const doubled = await use(location, async (ledger) => {
        const [first, last] = (await ledger.links(null, 2)).map(({ entry }) => entry)
        const { kind, subject, digest } = first!
        return nextLink(last!.chain, last!, { kind, subject, digest, recorded_at: '2030-01-01T00:00:00+00:00' })
      })
      const { chain, sequence, kind, subject, digest, recorded_at, previous, hash } = doubled
      const values = [chain, kind, subject, digest, recorded_at, previous, hash].map((text) => `'${text}'`)
      await tamper(
        location,
        `INSERT INTO {chain} (chain, kind, subject, digest, recorded_at, previous, hash, sequence) VALUES (${values.join(', ')}, ${sequence})`,
      )
      const { ok, problems } = await verified(location)
      expect(ok).toBe(false)
      expect(problems[0]).toMatchObject({
        subject: 'the ledger',
        problem: '1 entry names a decision that another entry names already',
      })
    })

    it.each([
      ['changed', `value = ${bytes('{"entity":"person","attributes":{"name":"x"}}')}`, 'its values were changed'],
      ['no JSON', `value = ${bytes('{')}`, 'its values were changed'],
      [
        'written otherwise',
        `value = ${bytes('{"attributes":{"name":"Person 1"},"entity":"person"}')}`,
        'its values were changed',
      ],
      [
        'said twice',
        `value = ${bytes('{"entity":"x","entity":"person","attributes":{"name":"Person 1"}}')}`,
        'its values were changed',
      ],
      ['not there', 'value = NULL', 'its values are gone and the chain knows of no erasure'],
      ['given the name of a key', "key_id = 'other'", 'its values were changed'],
      ['said to be of another kind', "entity = 'place'", 'its values were changed'],
    ])('sees values that are %s', async (_what, change, problem) => {
      const location = await filled(2)
      await tamper(location, `UPDATE {records} SET ${change} WHERE record_id = '${record(1)}'`)
      expect((await verified(location)).problems).toMatchObject([{ subject: record(1), problem }])
    })

    it('sees a record that is missing, and values that changed places', async () => {
      const location = await filled(2)
      await tamper(location, `DELETE FROM {records} WHERE record_id = '${record(1)}'`)
      expect((await verified(location)).problems).toMatchObject([
        { subject: record(1), problem: 'a decision is about this record and it is missing' },
      ])
      const swapped = await filled(2)
      await tamper(swapped, ...swap('value', '{records}', 'record_id', record(0), other(1)))
      const { problems } = await verified(swapped)
      expect(problems.map(({ subject }) => subject).sort()).toEqual([record(0), other(1)].sort())
    })

    it('gives nothing out as if nothing had happened', async () => {
      const location = await filled(2)
      await tamper(
        location,
        `UPDATE {decisions} SET body = replace(body, 'review', 'same_entity') WHERE decision_id = '${decision(0)}'`,
        `UPDATE {records} SET value = ${bytes('{"entity":"person","attributes":{"name":"x"}}')} WHERE record_id = '${record(1)}'`,
      )
      await use(location, async (ledger) => {
        await expect(ledger.decision(decision(0))).rejects.toMatchObject({ code: 'ledger_corrupt' })
        await expect(ledger.record(record(1))).rejects.toMatchObject({ code: 'ledger_corrupt' })
      })
    })

    it('sees values that came back after they were erased, unless a decision brought them', async () => {
      const location = await filled(2)
      const value = bytes(JSON.stringify(numbered(0).records[0]))
      await use(location, (ledger) => ledger.erase(record(0)), null, '2026-03-01T14:00:00Z')
      await tamper(location, `UPDATE {records} SET value = ${value} WHERE record_id = '${record(0)}'`)
      expect((await verified(location)).problems).toMatchObject([
        { subject: record(0), problem: expect.stringContaining('were erased and are there again') },
      ])
      const again = comparison(numbered(0).records[0]!, person('new'))
      await use(location, (ledger) => ledger.append([again]), null, '2026-03-01T15:00:00Z')
      expect(await verified(location)).toMatchObject({ ok: true, erasures: 1, erased: 0 })
    })
  })

  describe('whose links were made by a release that signed values', () => {
    /** A ledger with the links that releases up to 0.9.0 wrote. */
    async function earlier(count: number): Promise<string> {
      const location = await filled(count)
      const statements = await use(location, async (ledger) => {
        const links = await ledger.links(null, count)
        let head: ChainHead | null = null
        return links.map(({ entry, decision: stored }) => {
          const { supersedes, ...values } = stored!
          const digest = valuesDigest(values, supersedes)
          const { chain, sequence, kind, subject, recorded_at } = entry
          const linked = { chain, sequence, kind, subject, digest, recorded_at, previous: head?.hash ?? GENESIS }
          head = { chain, sequence, hash: linkHash(linked) }
          return `UPDATE {chain} SET digest = '${digest}', previous = '${linked.previous}', hash = '${head.hash}' WHERE sequence = ${sequence}`
        })
      })
      await tamper(location, ...statements)
      return location
    }

    it('is read, verified and written on', async () => {
      const location = await earlier(3)
      expect(await verified(location)).toMatchObject({ ok: true, decisions: 3, problems: [] })
      await use(location, async (ledger) => {
        expect(await ledger.decision(decision(1))).toMatchObject({ score: 0.417 })
        await ledger.append([numbered(3)])
      })
      expect(await verified(location)).toMatchObject({ ok: true, decisions: 4 })
    })

    it.each([...REWRITTEN, ['a value changed', '"review"', '"same_entity"'] as const])(
      'sees %s',
      async (_what, from, to) => {
        const location = await earlier(3)
        await tamper(location, replaced(from, to))
        const { ok, problems } = await verified(location)
        expect(ok).toBe(false)
        expect(problems[0]).toMatchObject({ sequence: 1, problem: expect.stringMatching(/was changed|unreadable/) })
      },
    )
  })

  describe('whose values are sealed', () => {
    const columns = ['value', 'wrapped_key']
    it.each(columns)('shows a changed %s to whoever has the key', async (column) => {
      const location = await filled(2, KEY)
      await tamper(
        location,
        `UPDATE {records} SET ${column} = ${bytes('x'.repeat(60))} WHERE record_id = '${record(0)}'`,
      )
      expect((await verified(location, KEY)).problems).toMatchObject([
        { subject: record(0), problem: 'its values were changed' },
      ])
    })

    it('shows sealed values put in the place of others to whoever has the key', async () => {
      const location = await filled(2, KEY)
      await tamper(location, ...columns.flatMap((name) => swap(name, '{records}', 'record_id', record(0), other(1))))
      expect(await verified(location, KEY)).toMatchObject({ ok: false, unreadable: 0 })
      expect((await verified(location, KEY)).problems.map(({ problem }) => problem)).toEqual([
        'its values were changed',
        'its values were changed',
      ])
    })

    it('shows a forged seal, with the key and without', async () => {
      const location = await filled(3, KEY)
      const forged = `value = ${bytes('v'.repeat(90))}, wrapped_key = ${bytes('w'.repeat(60))}, key_id = '0123456789abcdef'`
      await tamper(location, `UPDATE {records} SET ${forged} WHERE record_id = '${record(1)}'`)
      expect((await verified(location, KEY)).problems).toMatchObject([
        { subject: record(1), problem: 'it is sealed with another key than the one given' },
      ])
      expect((await verified(location)).problems).toMatchObject([
        { subject: record(1), problem: 'it is sealed with another key than the other records' },
      ])
      await expect(openLedger(location, { key: KEY })).rejects.toMatchObject({ code: 'ledger_corrupt' })
    })

    it('shows a seal of impossible length to anybody', async () => {
      const location = await filled(2, KEY)
      await tamper(location, `UPDATE {records} SET wrapped_key = ${bytes('x')} WHERE record_id = '${record(0)}'`)
      expect((await verified(location)).problems).toMatchObject([{ problem: 'its values were changed' }])
    })
  })

  describe('with a checkpoint kept elsewhere', () => {
    const signed = (location: string) =>
      use(location, async (ledger) => sealCheckpoint(await ledger.heads(), SIGNER, new Date(NOON)))
    const against = async (location: string, jws: string) => {
      const { heads, trusted } = await openCheckpoint(jws, SIGNER.did)
      expect(trusted).toBe(true)
      return use(location, (ledger) => verifyLedger(ledger, { checkpoint: heads }))
    }

    it('cannot be cut off unseen, nor written on from there', async () => {
      const location = await filled(4)
      const checkpoint = await signed(location)
      await tamper(
        location,
        `DELETE FROM {decisions} WHERE decision_id IN (SELECT subject FROM {chain} WHERE sequence > 2)`,
        'DELETE FROM {chain} WHERE sequence > 2',
        'DELETE FROM {reviews} WHERE decision_id NOT IN (SELECT decision_id FROM {decisions})',
      )
      expect(await verified(location)).toMatchObject({ ok: true, links: 2 })
      expect((await against(location, checkpoint)).problems).toMatchObject([
        { sequence: 4, problem: 'the entry that it was signed over is missing' },
      ])
      await use(location, (ledger) => ledger.append([numbered(7), numbered(8), numbered(9)]))
      expect((await against(location, checkpoint)).problems).toMatchObject([
        { sequence: 4, problem: 'it is not the entry the checkpoint was signed over' },
      ])
    })

    it('cannot lose a whole chain unseen', async () => {
      const location = await filled(2)
      const checkpoint = await signed(location)
      await tamper(
        location,
        'DELETE FROM {decisions}',
        'DELETE FROM {chain}',
        'DELETE FROM {records}',
        'DELETE FROM {reviews}',
      )
      expect(await verified(location)).toMatchObject({ ok: true, links: 0 })
      expect((await against(location, checkpoint)).ok).toBe(false)
    })

    it('shows a backup that was put back and written on', async () => {
      const location = await filled(2)
      const backup = await copy(location)
      await use(location, (ledger) => ledger.append([numbered(2)]))
      const checkpoint = await signed(location)
      await use(backup, (ledger) => ledger.append([numbered(3)]))
      expect(await verified(backup)).toMatchObject({ ok: true, links: 3 })
      expect((await against(backup, checkpoint)).problems).toMatchObject([
        { sequence: 3, problem: 'it is not the entry the checkpoint was signed over' },
      ])
    })

    it('tells two copies that were both written on from each other', async () => {
      const one = await filled(2)
      const two = await copy(one)
      await use(one, (ledger) => ledger.append([numbered(2)]))
      await use(two, (ledger) => ledger.append([numbered(3)]))
      for (const [mine, theirs] of [
        [one, two],
        [two, one],
      ] as const) {
        const checkpoint = await signed(mine)
        expect((await against(mine, checkpoint)).ok).toBe(true)
        expect((await against(theirs, checkpoint)).ok).toBe(false)
      }
    })
  })
})
