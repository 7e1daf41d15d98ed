import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Sighting, verdictOver } from '../../../../src/engines/jurisdiction/verdict.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const weighing = loadPacks().signalTiers()
const covered = new Set(['NG', 'GB', 'DE'])
const NOTHING = { phone: false, number: false }

const sighting = fc.record<Sighting>({
  signal: fc.constantFrom('id.number', 'place.city', 'place.country', 'phone.international', 'currency.national'),
  tier: fc.constantFrom('A', 'B', 'C'),
  country: fc.constantFrom('NG', 'GB', 'DE', 'US'),
  shared: fc.boolean(),
  at: fc.nat(100),
})
const sightings = fc.array(sighting, { maxLength: 12 })

describe('a verdict', () => {
  it('names a covered country or abstains, and its numbers are shares of the evidence it lists', () => {
    fc.assert(
      fc.property(sightings, (seen) => {
        const {
          country,
          confidence,
          margin,
          abstained,
          evidence,
          runner_up: second,
        } = verdictOver(seen, NOTHING, weighing, covered)
        expect(abstained).toBe(country === null)
        if (country !== null) expect(covered.has(country)).toBe(true)
        expect(0 <= margin && margin <= confidence && confidence <= 1).toBe(true)
        const total = evidence.reduce((sum, { weight }) => sum + weight, 0)
        const leader = country ?? undefined
        if (leader !== undefined) {
          const own = evidence.filter((row) => row.country === leader).reduce((sum, { weight }) => sum + weight, 0)
          expect(Math.abs(own / total - confidence)).toBeLessThan(0.0001)
          expect(second).not.toBe(leader)
        }
      }),
    )
  })

  it('does not depend on the order in which evidence was seen', () => {
    fc.assert(
      fc.property(sightings, (seen) => {
        expect(verdictOver([...seen].reverse(), NOTHING, weighing, covered)).toEqual(
          verdictOver(seen, NOTHING, weighing, covered),
        )
      }),
    )
  })

  it('is never earned by one kind of corroborating evidence, however often it is seen', () => {
    fc.assert(
      fc.property(sightings, (seen) => {
        const weak = seen.filter(({ tier, signal }) => tier === 'C' || (tier === 'B' && signal.startsWith('place.')))
        expect(verdictOver(weak, NOTHING, weighing, covered).country).toBeNull()
      }),
    )
  })

  it('is not shaken by another country that is only mentioned, but by one that has evidence of its own', () => {
    const own = (country: string, signal: string, tier: Sighting['tier']): Sighting => ({
      signal,
      tier,
      country,
      shared: false,
      at: 0,
    })
    const german = [own('DE', 'id.number', 'A'), own('DE', 'place.city', 'B'), own('DE', 'phone.international', 'B')]
    expect(verdictOver([...german, own('GB', 'phone.international', 'B')], NOTHING, weighing, covered).country).toBe(
      'DE',
    )
    expect(verdictOver([...german, own('GB', 'law.statute', 'A')], NOTHING, weighing, covered).country).toBeNull()
    expect(
      verdictOver(
        [...german, own('US', 'phone.international', 'B'), own('US', 'place.city', 'B')],
        NOTHING,
        weighing,
        covered,
      ).country,
    ).toBeNull()
  })

  it('is none where what names no country may be another one’s', () => {
    const seen = (country: string, signal: string, tier: 'A' | 'B', at: number): Sighting => ({
      signal,
      tier,
      country,
      shared: false,
      at,
    })
    const called = [
      seen('DE', 'phone.international', 'B', 1),
      seen('DE', 'place.city', 'B', 2),
      seen('DE', 'place.country', 'B', 3),
      seen('GB', 'place.city', 'B', 4),
    ]
    expect(verdictOver(called, NOTHING, weighing, covered).country).toBe('DE')
    expect(verdictOver(called, { phone: true, number: false }, weighing, covered).country).toBeNull()
    const numbered = [seen('DE', 'id.number', 'A', 1)]
    expect(verdictOver(numbered, NOTHING, weighing, covered).country).toBe('DE')
    expect(verdictOver(numbered, { phone: false, number: true }, weighing, covered).country).toBeNull()
  })
})
