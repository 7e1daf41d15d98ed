import { describe, expect, it } from 'vitest'
import { loadPacks } from '../../../../src/packs/load.ts'
import { fold } from '../../../../src/text/fold.ts'

const packs = loadPacks()
const all = [...packs.countries().values(), ...packs.foreignCountries()].flatMap(({ code, signals }) =>
  signals.map((rule) => ({ code, rule })),
)

describe('jurisdiction signals', () => {
  it('exist for every country, and decisive ones too', () => {
    for (const { code, signals } of packs.countries().values())
      expect(
        signals.some(({ tier, shared }) => tier === 'A' && !shared),
        code,
      ).toBe(true)
  })

  it('give no decisive phrase to two countries', () => {
    const owners = new Map<string, Set<string>>()
    for (const { code, rule } of all)
      if (rule.tier === 'A' && rule.pattern === null)
        for (const phrase of rule.phrases) owners.set(fold(phrase), (owners.get(fold(phrase)) ?? new Set()).add(code))
    expect([...owners].filter(([, codes]) => codes.size > 1).map(([phrase, codes]) => [phrase, ...codes])).toEqual([])
  })

  it('give no city or country name to two countries', () => {
    const owners = new Map<string, Set<string>>()
    for (const { code, rule } of all)
      if (rule.signal === 'place.city' || rule.signal === 'place.country')
        for (const phrase of rule.phrases)
          owners.set(phrase.toLowerCase(), (owners.get(phrase.toLowerCase()) ?? new Set()).add(code))
    expect([...owners].filter(([, codes]) => codes.size > 1).map(([phrase, codes]) => [phrase, ...codes])).toEqual([])
  })

  it('mark what several countries have as shared, and say something', () => {
    for (const { code, rule } of all) {
      expect(rule.phrases.length > 0 || rule.pattern !== null, `${code} ${rule.signal}`).toBe(true)
      expect(() => new RegExp(rule.pattern ?? '', 'u'), `${code} ${rule.signal}`).not.toThrow()
      if (rule.shared)
        expect(
          all.filter((other) => other.rule.signal === rule.signal && other.code !== code),
          rule.signal,
        ).not.toEqual([])
    }
  })
})
