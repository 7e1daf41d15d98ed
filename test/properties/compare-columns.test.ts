import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fields } from '../../src/engines/compare/comparators/comparator.ts'
import { COMPARATORS } from '../../src/engines/compare/comparators/registry.ts'
import { createCompareEngine } from '../../src/engines/compare/engine.ts'
import { createTools } from '../../src/engines/compare/tools.ts'
import { loadPacks } from '../../src/packs/load.ts'
import { type Attributes, recordOf, similar } from '../shared/records.ts'

const packs = loadPacks()
const engine = createCompareEngine(packs)
const entities = engine.entities().filter((name) => name !== 'organization')

/** Three records of one pack: two alike, so that most comparisons have something to say, and a third. */
const table = fc
  .constantFrom(...entities)
  .chain((name) => fc.tuple(fc.constant(name), similar(packs, name), recordOf(packs, name)))

describe('the columns of a table', () => {
  it('decide as the comparison of their records does, however often values were seen before', () => {
    const known = new Map(entities.map((name) => [name, engine.columns(name)]))
    fc.assert(
      fc.property(table, ([name, [a, b], c]) => {
        const columns = known.get(name)!
        const rows = [a, b, c].map((record) => columns.read(record))
        for (const [i, j] of [
          [0, 1],
          [1, 0],
          [2, 1],
          [0, 2],
          [0, 1],
        ] as const) {
          const records = [a, b, c]
          const receipt = engine.compareRecords(name, records[i]!, records[j]!)
          const decision = columns.decide(rows[i]!, rows[j]!)
          const basis = decision.because === null ? `pack:${name}` : `pack:${name} (${decision.because})`
          expect([decision.identity, decision.score, basis, decision.gate, columns.factors(decision)]).toEqual([
            receipt.identity,
            receipt.score,
            receipt.basis,
            receipt.gate,
            receipt.factors,
          ])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('give a value one number, and compare it once', () => {
    const columns = engine.columns('person')
    const records: Attributes[] = [
      { name: 'Ngozi Okonkwo', dob: '1990-04-12', city: 'Zaria' },
      { name: 'Ngozi Okonkwo', dob: '1971-01-30', city: 'Zaria' },
      { name: 'Ngozi Okonkwo', city: 'Lagos' },
    ]
    const [x, y, z] = records.map((record) => columns.read(record))
    const [name, dob] = ['name', 'dob'].map((field) => columns.columns.findIndex((column) => column.field === field))
    expect([x!.ids[name!], y!.ids[name!], z!.ids[name!]]).toEqual([0, 0, 0])
    expect([x!.ids[dob!], y!.ids[dob!], z!.ids[dob!]]).toEqual([0, 1, -1])
    // Undated, the pair of names is another than where the births lie a generation apart.
    expect(columns.level(name!, x!, z!)).toBe(columns.level(name!, y!, z!))
    expect(columns.level(name!, x!, y!)).not.toBe(columns.level(name!, x!, z!))
  })
})

describe('every comparison of a pack', () => {
  it('looks at no field of a value but those it says it reads', () => {
    fc.assert(
      fc.property(table, ([name, [a, b]]) => {
        const { pack } = packs.entityPack(name)
        const tools = createTools(packs, pack, null)
        for (const rule of pack.comparisons) {
          const bound = COMPARATORS.get(rule.kind)!.bind(rule, tools)
          const found = [a, b].map((record) => new Map(Object.entries(record)))
          const [x, y] = found.map((record) => bound.prepare(record))
          const [p, q] = found.map((record) => bound.prepare(only(record, bound.reads)))
          expect([p === null, q === null]).toEqual([x === null, y === null])
          if (x === null || y === null) continue
          const plain = (agreement: ReturnType<typeof bound.compare>) =>
            agreement && { ...agreement, alone: agreement.alone?.() }
          expect(plain(bound.compare(p, q, 0))).toEqual(plain(bound.compare(x, y, 0)))
        }
      }),
      { numRuns: 60 },
    )
  })
})

function only(record: Fields, names: readonly string[]): Fields {
  return new Map([...record].filter(([name]) => names.includes(name)))
}
