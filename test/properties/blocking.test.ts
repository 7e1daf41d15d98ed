import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadPacks } from '../../src/packs/load.ts'
import { joinBlocks, meet, meetingsOf } from '../../src/tables/blocking/co-occurrence.ts'
import { blockingOf, featuresOf } from '../../src/tables/blocking/features.ts'
import { fitWorth } from '../../src/tables/blocking/fit-match-weights.ts'
import { createWeigher, type Weighed, weighedBy, weighedColumn } from '../../src/tables/blocking/match-weights.ts'
import { type SharedColumn, sharedNumbers, ValueCollector } from '../../src/tables/records/columns.ts'

const { pack } = loadPacks().entityPack('person')

function columnOf(field: string, values: readonly (string | null)[]): SharedColumn {
  const collector = new ValueCollector()
  const codes = sharedNumbers(values.length)
  for (const [record, value] of values.entries()) codes[record] = value === null ? 0 : collector.numberOf(value)
  return { field, codes, values: collector.shared() }
}

function weighedOf(table: Readonly<Record<string, readonly (string | null)[]>>): Weighed {
  const columns = Object.entries(table).map(([field, values]) => {
    const column = columnOf(field, values)
    return weighedColumn(column, featuresOf(column, blockingOf(pack, field)), pack)
  })
  return weighedBy(columns, Object.values(table)[0]!.length)
}

const ANY = Number.NEGATIVE_INFINITY
const NAMES = ['Anna Kowalska', 'Hanna Kowalska', 'Jan Kowalski', 'John Smith', 'Jon Smyth', null]
const PHONES = ['0301234567', '0301234999', '0207946000', null]
const STREETS = ['12 High Street', '14 High Street', '3 Low Road', null]
const records = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    phone: fc.constantFrom(...PHONES),
    address: fc.constantFrom(...STREETS),
  }),
  { minLength: 2, maxLength: 12 },
)
const tableOf = (rows: readonly { name: string | null; phone: string | null; address: string | null }[]) => ({
  name: rows.map(({ name }) => name),
  phone: rows.map(({ phone }) => phone),
  address: rows.map(({ address }) => address),
})

describe('what a pair is worth', () => {
  it('is the same from both sides, and is given wherever it is as much as is asked for', () => {
    fc.assert(
      fc.property(records, fc.double({ min: -30, max: 30, noNaN: true }), (rows, least) => {
        const weigher = createWeigher(weighedOf(tableOf(rows)))
        for (let a = 0; a < rows.length; a++)
          for (let b = 0; b < rows.length; b++) {
            weigher.from(b)
            const back = weigher.worth(a, ANY)
            weigher.from(a)
            const worth = weigher.worth(b, ANY)
            expect(worth).toBeCloseTo(back, 9)
            // Sums of the same bits in another order differ after the ninth digit.
            if (Math.abs(worth - least) > 1e-6) expect(weigher.worth(b, least) >= least).toBe(worth >= least)
          }
      }),
      { numRuns: 200 },
    )
  })

  it('is fitted to what comparisons found: a column that tells nothing adds nothing, and one that tells all adds more', () => {
    const count = 4000
    const row = (cell: (record: number) => string) => Array.from({ length: count }, (_, record) => cell(record))
    // Records 2n and 2n + 1 have one telephone where n is even; a street is shared or not without any regard to that.
    const weighed = weighedOf({
      phone: row((r) => `030${100000 + (r % 4 < 2 ? r >> 1 : r)}`),
      address: row((r) => `${1 + (r % 8 < 4 ? r >> 1 : r)} Street`),
    })
    const a = Uint32Array.from({ length: count / 2 }, (_, n) => 2 * n)
    const b = a.map((record) => record + 1)
    const told = Uint8Array.from(a, (record) => Number(record % 4 < 2))
    const stands = new Float64Array(a.length).fill(1)
    const fitted = fitWorth(weighed, { a, b, stands, told })
    expect(fitWorth(weighed, { a, b, stands, told })).toEqual(fitted)
    const spread = ({ columns }: Weighed, c: number) => {
      const { codes, bits, weighing } = columns[c]!
      return weighing.agree.base + weighing.agree.slope * bits[codes[0]!]! - weighing.differ
    }
    expect(spread(weighed, 1)).toBeGreaterThan(8)
    // The penalty keeps some of what the pack charges.
    expect(Math.abs(spread(fitted, 1))).toBeLessThan(spread(weighed, 1) / 4)
    expect(spread(fitted, 0)).toBeGreaterThan(10)
  })
})

describe('where records meet', () => {
  const blocksOf = (members: readonly (readonly number[])[], count: number, apart: readonly number[]) =>
    joinBlocks(
      [
        {
          members: Int32Array.from(members.flatMap((block) => block.map((r, i) => (i + 1 < block.length ? r : ~r)))),
          blocks: members.length,
          largest: Math.max(...members.map(({ length }) => length)),
          oversize: 0,
        },
      ],
      count,
      Uint32Array.from(apart),
    )
  const drawn = fc.integer({ min: 3, max: 12 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      blocks: fc.array(fc.uniqueArray(fc.nat(count - 1), { minLength: 2, maxLength: count }), { minLength: 1 }),
      records: fc.uniqueArray(fc.nat(count - 1), { minLength: 1 }),
      second: fc.option(fc.integer({ min: 1, max: count - 1 })),
    }),
  )

  it('is told for some records as if for all: those behind them in a block, and of another source where sources are linked', () => {
    fc.assert(
      fc.property(drawn, ({ count, blocks: drawnBlocks, records: some, second }) => {
        const members = drawnBlocks.map((block) => block.toSorted((x, y) => x - y))
        const blocks = blocksOf(members, count, second === null ? [] : [0, second, count])
        const meetings = meetingsOf(blocks, Uint32Array.from(some))
        const side = (record: number) => Number(second !== null && record >= second)
        const bits = new Float32Array(count)
        const seen = new Uint32Array(count)
        for (const [number, record] of some.entries()) {
          const found = meet(blocks, meetings, number, bits, seen)
          const others = Array.from(seen.subarray(0, found)).sort((x, y) => x - y)
          const inBlock = (other: number) => members.filter((b) => b.includes(record) && b.includes(other)).length
          expect(others).toEqual(
            Array.from({ length: count }, (_, other) => other).filter(
              (other) => other > record && inBlock(other) > 0 && (second === null || side(other) !== side(record)),
            ),
          )
          for (const other of others) {
            expect(bits[other]).toBeGreaterThan(0)
            bits[other] = 0
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})
