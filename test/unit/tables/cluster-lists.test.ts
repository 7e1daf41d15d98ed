// Clusters of a run in the ledger: listed without values, looked at as graphs, an edge cut and kept apart by the next run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { expectedDecisionId } from '../../../src/operations/decision-id.ts'
import { createService, type Service } from '../../../src/service.ts'
import { storesUnderTest } from '../../shared/stores.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
const { stores, close } = await storesUnderTest()
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

/** One and two agree in one thing, two and three in another: the cluster hangs on two bridges. */
const PEOPLE = `id,first name,surname,birth date,email,phone
N-1,Katarzyna,Wiśniewska,1987-04-03,kasia@example.com,
N-2,Katarzyna,Wisniewska,1987-04-03,kasia@example.com,+49 30 901820
N-3,Katarzyna,Wisniewska,1987-04-03,,+49 30 901820
N-4,Amara,Okonkwo,1979-08-21,amara@example.com,
N-5,Amara,Okonkwo,1979-08-21,amara@example.com,
`
const table = join(folder, 'people.csv')
writeFileSync(table, PEOPLE)

describe.each(stores)('clusters in a $name ledger', ({ name, fresh }) => {
  let location: string
  let service: Service
  const out = join(folder, `out-${name}`)
  beforeEach(async () => {
    location = await fresh()
    service = createService({ ledger: location })
  })
  afterEach(() => service.close())
  const run = () => service.tables({ task: 'dedupe', entity: 'person', files: [table], out, workers: 1, reviews: true })
  const clusterOf = (record: string) =>
    readFileSync(join(out, 'clusters.csv'), 'utf8').match(new RegExp(`,${record},(\\S+)`))?.[1]

  it('are listed without values, once for the same list, and the ledger verifies', async () => {
    expect(await service.clusters()).toMatchObject({ decision_id: null, clusters: [] })
    await run()
    const list = await service.clusters()
    expect(list.entity).toBe('person')
    // Clusters of two have one edge, which is a pair and no graph.
    expect(list.clusters).toHaveLength(1)
    const [id, size, same, , , , bridges, weakest] = readFileSync(join(out, 'clusters-summary.csv'), 'utf8')
      .split('\n')
      .find((row) => row.includes(',3,'))!
      .split(',')
    const numbers = { size: Number(size), same: Number(same), bridges: Number(bridges) }
    expect(list.clusters[0]).toEqual({ cluster_id: id, ...numbers, weakest_score: Number(weakest) })
    const stored = await service.decision({ id: list.decision_id! })
    expect(JSON.stringify(stored)).not.toMatch(/Katarzyna|N-1|people\.csv/)
    expect(stored.pins).toMatchObject({ clusters_sha256: expect.stringMatching(/^[0-9a-f]{64}$/), follows: null })
    await run()
    expect((await service.clusters()).decision_id).toBe(list.decision_id)
    const ledger = await openLedger(location)
    expect(await verifyLedger(ledger, { decisionId: expectedDecisionId })).toMatchObject({ ok: true })
    await ledger.close()
  })

  it('are cut at an edge that nobody was asked about, and the next run keeps its records apart', async () => {
    await run()
    const before = await service.clusters()
    const id = before.clusters[0]!.cluster_id
    const { records, edges } = await service.cluster({ id, reveal: true })
    const edge = edges.find(({ weakest }) => weakest)!
    const [a, b] = [records[edge.a]!.record!, records[edge.b]!.record!]
    const cut = { decision_id: edge.standing_id, answer: 'different', reason: 'two sisters' } as const
    await expect(service.review(cut, 'ada')).rejects.toMatchObject({ code: 'review_unknown' })
    const receipt = await service.review({ ...cut, unasked: true }, 'ada')
    expect(receipt).toMatchObject({ basis: 'person: different', state: 'different', supersedes: edge.decision_id })
    const seen = (await service.cluster({ id })).edges.find(({ decision_id }) => decision_id === edge.decision_id)
    expect(seen).toMatchObject({ state: 'different', standing_id: receipt.decision_id })
    expect((await run()).reviews).toMatchObject({ read: 1 })
    expect(clusterOf(a)).not.toBe(clusterOf(b))
    expect(await service.clusters()).toMatchObject({ clusters: [] })
    await service.review({ decision_id: receipt.decision_id, answer: 'undo', reason: 'one after all' }, 'ada')
    await run()
    expect(clusterOf(a)).toBe(clusterOf(b))
    // The list is unchanged, and the latest: it is a separate decision.
    const after = await service.clusters()
    expect(after.clusters).toEqual(before.clusters)
    expect(after.decision_id).not.toBe(before.decision_id)
    const ledger = await openLedger(location)
    expect(await verifyLedger(ledger, { decisionId: expectedDecisionId })).toMatchObject({ ok: true })
    await ledger.close()
  })

  // Masking and replay are the same for every store.
  if (name !== 'sqlite') return

  it('show their records masked until revealed, and edges that are explained and replayed', async () => {
    await run()
    const [listed] = (await service.clusters()).clusters
    const masked = await service.cluster({ id: listed!.cluster_id })
    expect(JSON.stringify(masked)).not.toMatch(/Katarzyna|N-1|people\.csv/)
    const { records, edges, weakest_score } = await service.cluster({ id: listed!.cluster_id, reveal: true })
    expect(records.map(({ record }) => record).sort()).toEqual(['N-1', 'N-2', 'N-3'])
    expect(records[0]).toMatchObject({ source: 'people.csv', fields: { given_name: 'Katarzyna' } })
    expect(edges.filter(({ weakest }) => weakest).map(({ score }) => score)).toEqual([weakest_score])
    expect(edges.filter(({ bridge }) => bridge)).toHaveLength(listed!.bridges)
    for (const { decision_id, standing_id, state } of edges) {
      expect({ standing_id, state }).toEqual({ standing_id: decision_id, state: null })
      expect((await service.explain({ id: decision_id })).basis).toMatch(/^pack:person/)
      expect(await service.replay({ id: decision_id })).toMatchObject({ reproduced: true })
    }
    await expect(service.cluster({ id: 'ent:none' })).rejects.toMatchObject({ code: 'cluster_unknown' })
  })

  it('lose the values that are erased', async () => {
    await run()
    const [listed] = (await service.clusters()).clusters
    const { records } = await service.cluster({ id: listed!.cluster_id })
    const ledger = await openLedger(location)
    await ledger.erase(records[0]!.record_id)
    await ledger.close()
    const after = await service.cluster({ id: listed!.cluster_id, reveal: true })
    expect(after.records[0]).toMatchObject({ source: null, record: null, fields: null })
  })
})
