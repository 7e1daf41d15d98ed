import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { FrequencyTable } from '../../../src/packs/frequencies.ts'

const table = new FrequencyTable(Buffer.from('{"unseen_bits":20}\n34\tanna\n47\tann bo 7\n120\tzoe'))

describe('a table of frequencies', () => {
  it('knows its tokens, from the first to the last', () => {
    expect(['anna', 'ann', 'bo', '7', 'zoe'].map((token) => table.bitsOf(token))).toEqual([
      8.5, 11.75, 11.75, 11.75, 30,
    ])
    expect(table.unseen).toBe(20)
  })

  it('knows no other, however it begins or goes on', () => {
    for (const token of ['', 'an', 'annab', 'bo 7', 'o', 'zo', 'zoe ', '34', 'unseen_bits', 'žoe'])
      expect(table.bitsOf(token)).toBeUndefined()
  })

  it.each(['person', 'words', 'organisation', 'place', 'product'])('finds all that %s lists', (name) => {
    const bytes = gunzipSync(readFileSync(new URL(`../../../data/frequencies/${name}.txt.gz`, import.meta.url)))
    const shipped = new FrequencyTable(bytes)
    const wrong: string[] = []
    for (const line of bytes.toString('utf8').trimEnd().split('\n').slice(1)) {
      const [quarters = '', tokens = ''] = line.split('\t')
      for (const token of tokens.split(' '))
        if (shipped.bitsOf(token) !== Number(quarters) / 4 || shipped.bitsOf(`${token}0x`) !== undefined)
          wrong.push(token)
    }
    expect(wrong).toEqual([])
  })
})
