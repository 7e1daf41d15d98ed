import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../src/engines/compare/comparators/kinds.ts'
import { factorsOf } from '../../src/engines/compare/decide.ts'
import { createCompareEngine } from '../../src/engines/compare/engine.ts'
import type { Fields } from '../../src/engines/compare/tools/pack-tools.ts'
import { createTools } from '../../src/engines/compare/tools/pack-tools.ts'
import { loadPacks } from '../../src/packs/load.ts'
import { isLess, textAt, ValueCollector } from '../../src/tables/records/columns.ts'
import { type Attributes, recordOf, similar } from '../shared/records.ts'

const packs = loadPacks()
const engine = createCompareEngine(packs)
const entities = engine.entities().filter((name) => name !== 'organization')

/** Three records of one pack: two alike, so that most comparisons have something to say, and a third. */
const table = fc
  .constantFrom(...entities)
  .chain((name) => fc.tuple(fc.constant(name), similar(packs, name), recordOf(packs, name)))

/** Values that meet often enough for every comparator to find them the same, alike, apart and in conflict. */
const VALUES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  person: {
    given_name: ['Anna', 'Hanna', 'María', 'John', 'Jon', 'J.', 'Wilhelm', 'Willi'],
    family_name: ['Kowalska', 'Smith', 'Smyth', 'García López', 'Müller', 'Mueller'],
    dob: ['1987-04-03', '1987-03-04', '1987', '1987-01-01', '03.04.1987', '1999-12-31'],
    gender: ['f', 'female', 'm', 'male'],
    national_id: ['1081903', '1081908', '4277141'],
    phone: ['+49 30 1234567', '030 1234567', '+44 20 7946 0000'],
    email: ['anna.k@example.com', 'anna.k+x@example.com', 'j.smith@example.org'],
    address: ['12 High Street', '12 High St', '14 High Street', 'Hauptstr. 3', 'Hauptstraße 3a'],
    postcode: ['10115', '10117', 'SW1A 1AA'],
    city: ['Berlin', 'London', 'Londres'],
  },
  organisation: {
    name: ['Acme GmbH', 'ACME', 'Acme Holding AG', 'Bank of Example', 'Example Bank plc'],
    lei: ['529900T8BM49AURSDO55', '529900T8BM49AURSDO56'],
    address: ['1 Main Road', '1 Main Rd', '2 Side Road'],
    city: ['Berlin', 'Wien', 'Vienna'],
    country: ['DE', 'Germany', 'AT'],
    website: ['https://acme.example', 'www.acme.example/de'],
  },
  product_electronics: {
    name: ['Sony Cybershot DSC-W120 silver', 'Sony DSC W120', 'Canon Powershot A590', 'Sony Cyber-shot DSCW120/P pink'],
    brand: ['Sony', 'Canon'],
    price: ['199.99', '189', '20'],
    description: ['7.2 MP digital camera', 'camera 8 megapixel, 4x zoom'],
  },
}

function recordsOf(entity: string): fc.Arbitrary<readonly Readonly<Record<string, string>>[]> {
  const fields = Object.fromEntries(
    Object.entries(VALUES[entity]!).map(([field, values]) => [
      field,
      fc.option(fc.constantFrom(...values), { nil: undefined }),
    ]),
  )
  return fc
    .array(fc.record(fields), { minLength: 2, maxLength: 12 })
    .map((rows) =>
      rows.map(
        (row) =>
          Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Record<string, string>,
      ),
    )
}

/** The records as columns of numbers. */
function columnsOf(records: readonly Attributes[]) {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return fields.map((field) => {
    const collector = new ValueCollector()
    const codes = Uint32Array.from(records, (record) =>
      record[field] === undefined ? 0 : collector.numberOf(record[field]),
    )
    const values = collector.shared()
    return {
      field,
      codes,
      value: (code: number) => textAt(values, code),
      isLess: (p: number, q: number) => isLess(values, p, q),
    }
  })
}

/** Every pair of the records has the same result by columns as alone. */
function expectTheSame(entity: string, records: readonly Attributes[], least: number): void {
  const scorer = engine.columns(entity, columnsOf(records), least)
  for (let a = 0; a < records.length; a++)
    for (let b = 0; b < records.length; b++) {
      if (a === b) continue
      const alone = engine.compareRecords(entity, records[a]!, records[b]!)
      const told = scorer.verdict(a, b)
      // Pairs that are certainly different may be left early.
      if (told === null) expect(alone.identity === 'different' && alone.score < least).toBe(true)
      else expect(told).toMatchObject({ identity: alone.identity, score: alone.score })
      const decision = scorer.decision(a, b)
      expect(decision.gate).toEqual(alone.gate)
      expect(factorsOf(scorer.pack, decision)).toEqual(alone.factors)
    }
}

describe('values of a column', () => {
  it('stand in the order of their texts', () => {
    const letters = fc.constantFrom('a', 'b', '\u00e9', '\ud7ff', '\ue000', '\uff01', '\u{1f600}', '\u{10000}')
    const text = fc.string({ unit: letters, minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const collector = new ValueCollector()
        const [p, q] = [collector.numberOf(one), collector.numberOf(other)]
        expect(isLess(collector.shared(), p, q)).toBe(one < other)
      }),
    )
  })
})

describe('records of a table', () => {
  it.each(Object.keys(VALUES))('of %s are compared as two records by themselves are, factor by factor', (entity) => {
    fc.assert(
      fc.property(recordsOf(entity), fc.constantFrom(0, 0.4), (records, least) =>
        expectTheSame(entity, records, least),
      ),
      { numRuns: 40 },
    )
  })

  it('of every pack are compared as two records by themselves are', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(0, 0.4), ([name, pair, third], least) => {
        const read = [...pair, third].map((record) =>
          Object.fromEntries(
            Object.entries(record).flatMap(([field, value]) => {
              const asRead = engine.valueAsRead(name, field, value)
              return asRead === null ? [] : [[field, asRead]]
            }),
          ),
        )
        expectTheSame(name, read, least)
      }),
      { numRuns: 300 },
    )
  })
})

describe('every comparison of a pack', () => {
  it('looks at no field of a value but those it says it reads', () => {
    fc.assert(
      fc.property(table, ([name, [a, b]]) => {
        const { pack } = packs.entityPack(name)
        const tools = createTools(packs, pack, null)
        for (const rule of pack.comparisons) {
          const bound = kindOf(rule.kind)!.comparator.bind(rule, tools)
          const found = [a, b].map((record) => new Map(Object.entries(record)))
          const [x, y] = found.map((record) => bound.prepare(record))
          const [p, q] = found.map((record) => bound.prepare(only(record, bound.reads)))
          expect([p === null, q === null]).toEqual([x === null, y === null])
          if (x === null || y === null) continue
          const plain = (agreement: ReturnType<typeof bound.compare>) =>
            agreement && { ...agreement, alone: agreement.alone?.(), levels: agreement.levels?.() }
          expect(plain(bound.compare(p, q, 0))).toEqual(plain(bound.compare(x, y, 0)))
        }
      }),
      { numRuns: 60 },
    )
  })
})

function only(record: Fields, names: readonly string[]): Fields {
  return new Map([...record.keys()].filter((name) => names.includes(name)).map((name) => [name, record.get(name)!]))
}
