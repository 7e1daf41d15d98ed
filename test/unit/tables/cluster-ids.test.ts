import { describe, expect, it } from 'vitest'
import { clusterIds, type EarlierClusters, NEW } from '../../../src/tables/clusters/cluster-ids.ts'
import { joinedEdges, sortedEdges } from '../../../src/tables/clusters/union-find.ts'
import type { Carried, RecordRef } from '../../../src/tables/records/table-run.ts'
import { carriedEdges, carry } from '../../../src/tables/update-file.ts'
import { edgesOf, recordIds } from './graph.ts'

const person = (id: string | number): RecordRef => ({ source: 'people.csv', id: String(id) })
/** Clusters by record, numbered in order of their smallest records. */
const numbered = (...of: number[]) => ({ count: Math.max(...of) + 1, of: Uint32Array.from(of) })
const idsOf = (refs: readonly RecordRef[], of: number[], earlier: EarlierClusters | null = null) =>
  clusterIds('person', numbered(...of), (record) => refs[record]!, earlier)

describe('ids of clusters', () => {
  const refs = [9, 10, 2, 11].map(person)

  it('are service ids, one a cluster', () => {
    const { ids, changes } = idsOf(refs, [0, 1, 0, 1])
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^ent:sha256:[0-9a-f]{64}$/)
    expect(changes).toEqual([])
  })

  it('stay in tables in another order, and with more records, without knowing the run before', () => {
    const [first, second] = idsOf(refs, [0, 1, 0, 1]).ids
    expect(idsOf([11, 2, 9, 10].map(person), [0, 1, 1, 0]).ids).toEqual([second, first])
    expect(idsOf([...refs, person(12), person(300)], [0, 1, 0, 1, 0, 1]).ids).toEqual([first, second])
  })

  it('go to the cluster that holds most of the members, and to one only', () => {
    const earlier = {
      ids: ['ent:one', 'ent:two'],
      of: Uint32Array.from([0, 0, 0, 1, NEW]),
      sizes: Uint32Array.from([3, 2]),
    }
    const five = [1, 2, 3, 4, 5].map(person)
    const { ids, changes } = idsOf(five, [0, 1, 1, 1, 0], earlier)
    expect(ids[1]).toBe('ent:one')
    expect(ids[0]).toMatch(/^ent:sha256:/)
    expect(changes).toEqual([
      { change: 'split', cluster: ids[0], earlier: 'ent:one', records: 1 },
      { change: 'joined', cluster: ids[0], earlier: null, records: 1 },
      { change: 'split', cluster: 'ent:one', earlier: 'ent:one', records: 2 },
      { change: 'merged', cluster: 'ent:one', earlier: 'ent:one', records: 2 },
      { change: 'merged', cluster: 'ent:one', earlier: 'ent:two', records: 1 },
      { change: 'left', cluster: null, earlier: 'ent:two', records: 1 },
    ])
  })

  it('are never given to other records while their own are there', () => {
    const [id] = idsOf([person(1)], [0]).ids
    // Record 1 founded the cluster; the id went with most of its members, and record 1 is now single.
    const earlier = { ids: [id!], of: Uint32Array.from([0, 0, 0]), sizes: Uint32Array.from([3]) }
    const { ids } = idsOf([1, 2, 3].map(person), [0, 1, 1], earlier)
    expect(ids[1]).toBe(id)
    expect(ids[0]).not.toBe(id)
  })
})

describe('a run carried on', () => {
  const names: Record<string, string> = { 1: 'Ada', 2: 'Ben', 3: 'Cyd', 4: 'Dan' }
  const prints = (ids: readonly string[], values = names) =>
    Float64Array.from(ids, (id) => values[id]!.charCodeAt(0) * 1000 + values[id]!.charCodeAt(2))
  const earlier = (ids: readonly string[]) => ({
    count: ids.length,
    of: (record: number) => person(ids[record]!),
    fingerprints: prints(ids),
  })
  const carriedTo = (ids: readonly string[], values = names): Carried =>
    carry(earlier(['1', '2', '3']), recordIds(ids.map(person)), prints(ids, values))

  it('compares what is new or has changed, and nothing else', () => {
    const carried = carriedTo(['3', '4', '2', '1'], { ...names, 2: 'Bea' })
    expect([...carried.due]).toEqual([0, 1, 1, 0])
    expect([carried.added, carried.changed, carried.removed]).toEqual([1, 1, 0])
    expect(carriedTo(['1', '3']).removed).toBe(1)
  })

  it('keeps the edges of what is as it was, under the numbers of now', () => {
    const before = edgesOf([
      [0, 1, 0.9],
      [0, 2, 0.8],
      [1, 2, 0.7],
    ])
    const kept = carriedEdges(before, carriedTo(['3', '4', '1', '2'], { ...names, 2: 'Bea' }))
    expect(kept).toEqual(edgesOf([[0, 2, 0.8, 1]]))
    expect(joinedEdges(kept, edgesOf([[0, 1, 0.95]]), 4)).toEqual(
      edgesOf([
        [0, 1, 0.95],
        [0, 2, 0.8, 1],
      ]),
    )
  })

  it('sorts edges by both ends', () => {
    const mixed = {
      a: Uint32Array.from([2, 0, 2, 0]),
      b: Uint32Array.from([4, 3, 3, 1]),
      score: Float32Array.from([0.1, 0.2, 0.3, 0.4]),
      identity: Uint8Array.from([0, 0, 0, 0]),
    }
    expect([...sortedEdges(mixed, 5).score]).toEqual([0.4, 0.2, 0.3, 0.1].map(Math.fround))
  })
})
