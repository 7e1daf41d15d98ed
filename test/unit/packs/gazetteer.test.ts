import { describe, expect, it } from 'vitest'
import { Gazetteer } from '../../../src/packs/gazetteer.ts'
import { loadPacks, readData } from '../../../src/packs/load.ts'
import { fold } from '../../../src/text/fold.ts'

describe('the gazetteer', () => {
  const gazetteer = loadPacks().gazetteer()

  it('knows towns by their own and by foreign names', () => {
    for (const [name, country] of [
      ['munchen', 'DE'],
      ['firenze', 'IT'],
      ['kaapstad', 'ZA'],
      ['lefkosia', 'CY'],
      ['plovdiv', 'BG'],
      ['esch sur alzette', 'LU'],
      ['st polten', 'AT'],
      ['gqeberha', 'ZA'],
    ] as const)
      expect(gazetteer.get(name)?.entries.map((entry) => entry.country)).toContain(country)
  })

  it('says what else a name is', () => {
    expect(gazetteer.get('essen')).toMatchObject({ isWord: true })
    expect(gazetteer.get('florence')).toMatchObject({ isGivenName: true })
    expect(gazetteer.get('no such place')).toBeNull()
  })

  it('is folded as texts are folded', () => {
    const keys = readData('gazetteer/places.tsv.gz')
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(0, line.indexOf('\t')))
    expect(keys.filter((key) => fold(key) !== key)).toEqual([])
    expect([...keys].sort()).toEqual(keys)
  })

  it('refuses a line that is none', () => {
    expect(() => new Gazetteer('no tab here\n')).toThrow(/build it again/)
  })
})
