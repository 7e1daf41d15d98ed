import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../src/engines/compare/engine.ts'
import { loadPacks } from '../../src/packs/load.ts'
import { restated } from '../../src/records/receipt.ts'
import { recordOf } from '../shared/records.ts'

const packs = loadPacks()
const engine = createCompareEngine(packs)

/** A record of the pack of that name; 'organization' is another spelling of one. */
const of = (name: string) => recordOf(packs, name === 'organization' ? 'organisation' : name)
const entity = fc.constantFrom(...engine.entities())
const pair = entity.chain((name) => fc.tuple(fc.constant(name), of(name), of(name)))

describe('comparison', () => {
  it('does not depend on which side is which', () => {
    fc.assert(
      fc.property(pair, ([name, a, b]) => {
        const ab = engine.compareRecords(name, a, b)
        const ba = engine.compareRecords(name, b, a)
        expect([ba.identity, ba.score, ba.basis, ba.factors]).toEqual([ab.identity, ab.score, ab.basis, ab.factors])
      }),
    )
  })

  it('gives one answer whatever was compared before, and whatever the order of keys', () => {
    fc.assert(
      fc.property(pair, ([name, a, b]) => {
        const reversed = Object.fromEntries(Object.entries(a).reverse())
        const fresh = createCompareEngine(packs).compareRecords(name, reversed, b)
        expect(restated(fresh)).toEqual(restated(engine.compareRecords(name, a, b)))
      }),
      { numRuns: 12 },
    )
  })

  it('keeps scores in [0, 1), factors in [0, 1], all to four decimals', () => {
    fc.assert(
      fc.property(pair, ([name, a, b]) => {
        const { score, factors } = engine.compareRecords(name, a, b)
        expect(score).toBeLessThan(1)
        for (const number of [score, ...Object.values(factors)]) {
          expect(number).toBeGreaterThanOrEqual(0)
          expect(number).toBeLessThanOrEqual(1)
          expect(Math.round(number * 1e4) / 1e4).toBe(number)
        }
      }),
    )
  })

  it('counts a series that one title says twice and the other once no more than once', () => {
    const [twice, once] = [{ name: 'Case e12 for Slate 12' }, { name: 'Case for Slate 12' }]
    const factors = engine.measure('product_electronics', twice, once)
    expect(factors['name_series']).toBe(1)
    expect(Object.values(factors).every((factor) => factor >= 0 && factor <= 1)).toBe(true)
  })

  it('merges only what clears the gate and does not conflict', () => {
    fc.assert(
      fc.property(pair, ([name, a, b]) => {
        const { identity, gate, score, basis } = engine.compareRecords(name, a, b)
        if (identity !== 'same_entity') return
        expect(gate.distinctive_cleared).toBe(true)
        expect(score).toBeGreaterThanOrEqual(0.7)
        expect(basis).toBe(`pack:${name}`)
      }),
    )
  })
})

describe('every pack', () => {
  it.each(packs.entityNames().map((name) => [name]))('%s weighs more agreement never less', (name) => {
    for (const levels of Object.values(packs.entityPack(name).pack.model.factors))
      for (let k = 1; k < levels.length; k++) {
        expect(levels[k]!.at).toBeGreaterThan(levels[k - 1]!.at)
        expect(levels[k]!.weight).toBeGreaterThanOrEqual(levels[k - 1]!.weight)
      }
  })
})
