import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answer, Answers } from '../../../src/tables/clusters/answers.ts'
import { clusterRecords } from '../../../src/tables/clusters/cluster.ts'
import { readAnswers, withAnswers } from '../../../src/tables/clusters/cluster-rows.ts'
import { BridgeFinder, densityOf, NO_EDGE, summarize } from '../../../src/tables/clusters/summaries.ts'
import { twinsWithin } from '../../../src/tables/outcome.ts'
import { SAME } from '../../../src/tables/records/table-run.ts'
import { edgesOf, listed, type Pair, recordIds } from './graph.ts'

const answer = (a: number, b: number, said: Answer['answer'], line: number): Answer => ({ a, b, answer: said, line })
const same = (a: number, b: number, line = 1) => answer(a, b, 'same', line)
const different = (a: number, b: number, line = 1) => answer(a, b, 'different', line)

/** Two people of three records each. */
const TWO: readonly Pair[] = [
  [0, 1, 0.99],
  [0, 2, 0.98],
  [1, 2, 0.97],
  [3, 4, 0.99],
  [3, 5, 0.96],
  [4, 5, 0.99],
]
const unlike = (x: number, y: number) => x !== y
const inSources = (...sources: number[]) => ({
  sourceOf: (record: number) => sources[record]!,
  sources: new Set(sources),
})

describe('clusters', () => {
  it('are what pairs found the same tie together, numbered by their smallest records', () => {
    expect(listed(clusterRecords({ count: 8, edges: edgesOf([...TWO, [6, 7, 0.6]]) }))).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6],
      [7],
    ])
  })

  it('are not built over one pair against which others speak', () => {
    const bridge: Pair = [2, 3, 0.93]
    const against: Pair[] = [
      [0, 3, 0.02],
      [1, 4, 0.05],
    ]
    const edges = edgesOf([...TWO, bridge, ...against])
    const clusters = clusterRecords({ count: 6, edges })
    expect(listed(clusters)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ])
    expect(clusters.withheld.map(({ edge, why }) => [edges.a[edge], edges.b[edge], why])).toEqual([[2, 3, 'evidence']])
  })

  it('hold a chain together where nothing speaks against it', () => {
    const chain: Pair[] = [
      [0, 1, 0.99],
      [1, 2, 0.99],
      [2, 3, 0.99],
    ]
    expect(listed(clusterRecords({ count: 4, edges: edgesOf(chain) }))).toEqual([[0, 1, 2, 3]])
  })

  it('hold a thousand copies of one record together, each compared with a few of the others only', () => {
    const pairs: Pair[] = []
    for (let i = 0; i < 1000; i++) for (let k = 1; k <= 3; k++) if (i + k < 1000) pairs.push([i, i + k, 0.999])
    expect(clusterRecords({ count: 1000, edges: edgesOf([...pairs, [0, 999, 0.2]]) }).count).toBe(1)
  })

  it('never hold two identifiers of which an entity has one', () => {
    const codes = Uint32Array.from([7, 0, 9])
    const edges = edgesOf([
      [0, 1, 0.99],
      [1, 2, 0.98],
    ])
    const clusters = clusterRecords({
      count: 3,
      edges,
      identifiers: [{ why: 'identifier' as const, name: 'tax_id', codes, conflicts: unlike }],
    })
    expect(listed(clusters)).toEqual([[0, 1], [2]])
    expect(clusters.withheld.map(({ why }) => why)).toEqual(['identifier'])
  })

  it('hold one record of each source that has no duplicates: the best first', () => {
    // The example of Splink's issue 251, where the greedy and the optimal answer differ: a1, a2 and b1, b2.
    const edges = edgesOf([
      [0, 2, 0.95],
      [0, 3, 0.94],
      [1, 2, 0.93],
    ])
    const clusters = clusterRecords({ count: 4, edges, unique: inSources(0, 0, 1, 1) })
    expect(listed(clusters)).toEqual([[0, 2], [1], [3]])
    expect(clusters.withheld.map(({ why }) => why)).toEqual(['source', 'source'])
  })

  it('choose nobody where two of one source are equally good', () => {
    const edges = edgesOf([
      [0, 1, 0.95],
      [0, 2, 0.95],
      [0, 3, 0.91],
    ])
    const clusters = clusterRecords({ count: 4, edges, unique: inSources(0, 1, 1, 1) })
    expect(listed(clusters)).toEqual([[0], [1], [2], [3]])
    expect(clusters.withheld.map(({ why }) => why)).toEqual(['tie', 'tie', 'tie'])
  })

  it('leave a source with duplicates alone', () => {
    const edges = edgesOf([
      [0, 1, 0.95],
      [0, 2, 0.95],
      [1, 2, 0.97],
    ])
    const unique = { sourceOf: (record: number) => (record === 0 ? 0 : 1), sources: new Set([0]) }
    expect(listed(clusterRecords({ count: 3, edges, unique }))).toEqual([[0, 1, 2]])
  })

  it('hold several records of such a source where they are one within it already', () => {
    const edges = edgesOf([
      [0, 1, 0.99],
      [0, 2, 0.98],
      [0, 3, 0.97],
    ])
    const unique = { ...inSources(0, 1, 1, 1), twinOf: (record: number) => (record === 2 ? 1 : record) }
    expect(listed(clusterRecords({ count: 4, edges, unique }))).toEqual([[0, 1, 2], [3]])
  })

  it('keep every rule and need a pair for every union, whatever the scores are', () => {
    const records = 9
    const pair = fc
      .tuple(fc.nat(records - 1), fc.nat(records - 1), fc.integer({ min: 0, max: 10_000 }))
      .filter(([a, b]) => a !== b)
    const graph = fc.uniqueArray(pair, { selector: ([a, b]) => (a < b ? a * 100 + b : b * 100 + a), maxLength: 30 })
    const codes = fc.array(fc.nat(2), { minLength: records, maxLength: records })
    fc.assert(
      fc.property(graph, codes, fc.boolean(), (pairs, numbers, oneToOne) => {
        const edges = edgesOf(pairs.map(([a, b, score]) => [a, b, score / 10_000]))
        const clusters = clusterRecords({
          count: records,
          edges,
          identifiers: [
            { why: 'identifier' as const, name: 'id', codes: Uint32Array.from(numbers), conflicts: unlike },
          ],
          ...(oneToOne ? { unique: { sourceOf: (record: number) => record % 3, sources: new Set([0, 1, 2]) } } : {}),
        })
        for (const members of listed(clusters)) {
          const held = new Set(members.map((record) => numbers[record]).filter((code) => code !== 0))
          expect(held.size).toBeLessThanOrEqual(1)
          if (oneToOne) expect(new Set(members.map((record) => record % 3)).size).toBe(members.length)
          const reached = new Set([members[0]!])
          for (const _ of members)
            for (let e = 0; e < edges.a.length; e++)
              if (edges.identity[e] === SAME && members.includes(edges.a[e]!) && members.includes(edges.b[e]!))
                for (const [x, y] of [
                  [edges.a[e]!, edges.b[e]!],
                  [edges.b[e]!, edges.a[e]!],
                ] as const)
                  if (reached.has(x)) reached.add(y)
          expect(reached.size).toBe(members.length)
        }
        const parted = [...edges.identity.keys()].filter(
          (e) => edges.identity[e] === SAME && clusters.of[edges.a[e]!] !== clusters.of[edges.b[e]!],
        )
        expect(clusters.withheld.map(({ edge }) => edge)).toEqual(parted)
      }),
    )
  })
})

describe('records of one table in a link', () => {
  // Two tables: 0, 1 and 2, 3.
  const sourceOf = (record: number) => (record < 2 ? 0 : 1)
  const twins = (pairs: readonly Pair[], same: boolean) => {
    const twinOf = twinsWithin(4, edgesOf(pairs), new Answers([]), sourceOf, () => same)
    return twinOf(0) === twinOf(1)
  }

  it('are one where they are the same and go best with one record', () => {
    const both: Pair[] = [
      [0, 2, 0.99],
      [1, 2, 0.95],
      [1, 3, 0.9],
    ]
    expect(twins(both, true)).toBe(true)
    expect(twins(both, false)).toBe(false)
  })

  it('are two where each goes best with another', () => {
    const crossed: Pair[] = [
      [0, 2, 0.99],
      [1, 2, 0.95],
      [1, 3, 0.99],
    ]
    expect(twins(crossed, true)).toBe(false)
  })
})

describe('answers of people', () => {
  it('win over scores, and over everything that is one with what they are about', () => {
    const answers = new Answers([same(5, 6), different(0, 4, 2)])
    const clusters = clusterRecords({ count: 7, edges: edgesOf([...TWO, [2, 3, 0.99], [1, 4, 0.99]]), answers })
    expect(listed(clusters)).toEqual([
      [0, 1, 2],
      [3, 4, 5, 6],
    ])
    expect(new Set(clusters.withheld.map(({ why }) => why))).toEqual(new Set(['answer']))
  })

  it('make one even of what an identifier or a source would keep apart', () => {
    const identifiers = [{ why: 'identifier' as const, name: 'id', codes: Uint32Array.from([1, 2]), conflicts: unlike }]
    const answers = new Answers([same(0, 1)])
    const clusters = clusterRecords({ count: 2, edges: edgesOf([]), answers, identifiers, unique: inSources(0, 0) })
    expect(listed(clusters)).toEqual([[0, 1]])
  })

  it('imply the rest, so that it is never asked', () => {
    const answers = new Answers([same(1, 2), same(2, 3, 2), different(3, 4, 3), same(4, 5, 4)])
    expect(answers.implied(1, 3)).toBe('same')
    expect(answers.implied(5, 1)).toBe('different')
    expect(answers.implied(1, 9)).toBeNull()
    const { edges, decided } = withAnswers(edgesOf([[1, 3, 0.1], [1, 5, 0.95], [2, 9, 0.7]]), answers) // biome-ignore format: three pairs
    expect([...edges.identity]).toEqual([2, 0, 1])
    expect([...decided]).toEqual([1, 1, 0])
  })

  it('hold as they were given last', () => {
    const answers = new Answers([same(0, 1), different(1, 0, 2), same(2, 3, 3), answer(2, 3, 'unsure', 4)])
    expect(answers.implied(0, 1)).toBe('different')
    expect(answers.implied(2, 3)).toBeNull()
  })

  it('are refused with their lines where they contradict each other', () => {
    expect(() => new Answers([same(0, 1), same(1, 2, 2), same(7, 8, 3), different(2, 0, 4)])).toThrow(
      'The answers contradict each other: line 4 says different, and lines 1, 2 make the same two records one',
    )
  })

  it('are read from rows, whose records may be gone', () => {
    const records = recordIds(['1', '2', '3'].map((id) => ({ source: 'people', id })))
    const rows = [
      { record_a: '1', record_b: '2', answer: 'Same' },
      { source_a: 'people', record_a: '2', source_b: 'people', record_b: '44', answer: 'different' },
    ]
    const { answers, absent } = readAnswers(rows, records, ['people'])
    expect([answers.implied(0, 1), absent]).toEqual(['same', 1])
    expect(() => readAnswers([{ record_a: '1', record_b: '2', answer: 'maybe' }], records, ['people'])).toThrow('Row 1')
    expect(() => readAnswers([{ record_a: '1', record_b: '2', answer: 'same' }], records, ['x', 'y'])).toThrow('source')
    expect(() => readAnswers([{ record_a: '1', answer: 'same' }], records, ['people'])).toThrow('record_b')
  })
})

describe('what is told of a cluster', () => {
  it('is its density, the pair it falls apart at, and its bridges', () => {
    const edges = edgesOf([...TWO, [2, 3, 0.955], [6, 7, 0.95]])
    const clusters = clusterRecords({ count: 9, edges })
    const summaries = summarize(clusters, edges)
    expect([...summaries.size]).toEqual([6, 2, 1])
    expect([...summaries.bridges]).toEqual([1, 1, 0])
    expect(densityOf(summaries, 0)).toBeCloseTo(7 / 15)
    const weakest = summaries.weakest[0]!
    expect([edges.a[weakest], edges.b[weakest]]).toEqual([2, 3])
    expect(summaries.weakest[2]).toBe(NO_EDGE)
  })

  it('finds the bridges that taking away one edge after the other finds', () => {
    const nodes = 8
    const edge = fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)).filter(([a, b]) => a < b)
    const finder = new BridgeFinder()
    const parts = (edges: readonly (readonly [number, number])[]) => {
      const of = Array.from({ length: nodes }, (_, i) => i)
      for (const _ of of) for (const [a, b] of edges) of[a] = of[b] = Math.min(of[a]!, of[b]!)
      return new Set(of).size
    }
    fc.assert(
      fc.property(fc.uniqueArray(edge, { selector: ([a, b]) => a * 10 + b, maxLength: 14 }), (edges) => {
        const u = edges.map(([a]) => a)
        const v = edges.map(([, b]) => b)
        const expected = edges.flatMap((_, i) => (parts(edges.toSpliced(i, 1)) > parts(edges) ? [i] : []))
        expect(finder.bridges(nodes, u, v)).toEqual(expected)
      }),
    )
  })
})
