import { describe, expect, it } from 'vitest'
import { readData } from '../../../src/packs/data-files.ts'
import { Gazetteer } from '../../../src/packs/gazetteer.ts'
import { loadPacks } from '../../../src/packs/load.ts'
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

  it('finds every line again, and lets every name of several words open', () => {
    const table = readData('gazetteer/places.tsv.gz').toString('utf8').split('\n').filter(Boolean)
    const keys = table.map((line) => line.slice(0, line.indexOf('\t')))
    expect(gazetteer.size).toBe(keys.length)
    expect(keys.filter((key) => !gazetteer.has(key))).toEqual([])
    const words = keys.map((key) => key.split(' ')).filter(({ length }) => length > 1)
    expect(words.filter(([first, second]) => !gazetteer.mayOpen(first!, second!))).toEqual([])
    expect(words.filter(({ length, 0: first }) => gazetteer.mostWords(first!) < length)).toEqual([])
    // The look is worth having: most pairs that open nothing are turned away.
    expect(keys.filter((key) => gazetteer.mayOpen(key, 'zzz')).length).toBeLessThan(keys.length / 5)
  })

  it('refuses a line that is none', () => {
    expect(() => new Gazetteer('no tab here\n')).toThrow(/build it again/)
  })
})
