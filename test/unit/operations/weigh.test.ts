// The factors must sum to the verdict, and a change that is reported to change the verdict must change it.
import { describe, expect, it } from 'vitest'
import { createService } from '../../../src/service.ts'

const PAIR = {
  a: { name: 'Jon Smith', date_of_birth: '1990-04-12', phone: '0803 555 7890' },
  b: { name: 'Jon Smythe', dob: '1990-04-12', city: 'Leeds' },
}

describe('weigh', () => {
  const { weigh, compare } = createService()

  it('gives the verdict of compare, and steps that come to its score', async () => {
    const weighed = await weigh(PAIR)
    const { identity, action, basis, score, explanation, factors } = await compare(PAIR)
    expect(weighed).toMatchObject({ identity, action, basis, score, explanation })
    for (const { factor, field, likeness } of weighed.steps) if (field !== null) expect(likeness).toBe(factors[factor])
    const sum = weighed.steps.reduce((all, { weight }) => all + weight, weighed.bias)
    expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(score, 3)
    expect(weighed.steps.map(({ field }) => field)).toContain('dob')
  })

  it('says which single change would turn the verdict, by the field as the pack calls it', async () => {
    const { identity, turns } = await weigh(PAIR)
    expect(turns.length).toBeGreaterThan(0)
    for (const { field, change, identity: turned, score } of turns) {
      const [a, b]: Record<string, string>[] = [
        { name: PAIR.a.name, dob: PAIR.a.date_of_birth, phone: PAIR.a.phone },
        { ...PAIR.b },
      ]
      if (change === 'left_out') {
        delete a![field]
        delete b![field]
      } else {
        const value = a![field] ?? b![field]!
        a![field] = value
        b![field] = value
      }
      expect(await compare({ a: a!, b: b! })).toMatchObject({ identity: turned, score })
      expect(turned).not.toBe(identity)
    }
  })
})
