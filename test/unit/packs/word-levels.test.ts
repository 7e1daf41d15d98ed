import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LANGUAGE_KEYS, languageKey, WordLevels } from '../../../src/packs/word-levels.ts'

const table = (lines: readonly string[]) => new WordLevels(Buffer.from(`# a comment\n${lines.join('\n')}\n`, 'utf8'))
const languages = (...codes: string[]) => {
  const set = new Uint8Array(LANGUAGE_KEYS)
  for (const code of codes) set[languageKey(code)] = 1
  return set
}

describe('levels of words', () => {
  const small = table([
    'an\t1020',
    'ana\t7310',
    'ana-maria\t6000',
    'anna\t7260en6fi4',
    'zoe\t5100',
    '\u03b1\u03bd\u03bd\u03b1\t6000',
  ])

  it.each([
    ['an', [1, 0, 2, 0]],
    ['ana', [7, 3, 1, 0]],
    ['ana-maria', [6, 0, 0, 0]],
    ['zoe', [5, 1, 0, 0]],
    ['\u03b1\u03bd\u03bd\u03b1', [6, 0, 0, 0]],
    ['a', [0, 0, 0, 0]],
    ['an-', [0, 0, 0, 0]],
    ['zzz', [0, 0, 0, 0]],
    ['', [0, 0, 0, 0]],
  ])('of %s', (word, expected) => {
    const { given, family, word: ordinary, proper } = small.of(word)
    expect([given, family, ordinary, proper]).toEqual(expected)
  })

  it('narrows the ordinary level to the languages of the text', () => {
    expect(small.of('anna', languages('fi')).word).toBe(4)
    expect(small.of('anna', languages('fi', 'en')).word).toBe(6)
    expect(small.of('anna', languages('de')).word).toBe(0)
    expect(small.of('anna').word).toBe(4)
  })

  it('refuses a table that is not sorted', () => {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `${String.fromCharCode(122 - (index % 26))}word${index}\t1000`,
    )
    expect(() => table(lines)).toThrow('not sorted')
  })

  it('finds the lines of the shipped table', () => {
    const bytes = gunzipSync(readFileSync(new URL('../../../data/lexicons/names.tsv.gz', import.meta.url)))
    const names = new WordLevels(bytes)
    const lines = bytes.toString('utf8').trimEnd().split('\n')
    const missed = lines.filter((line, index) => {
      // Every 97th: a number that no block of the index is a multiple of.
      if (index % 97 !== 0 || line.startsWith('#')) return false
      const tab = line.indexOf('\t')
      const { given, family, proper } = names.of(line.slice(0, tab))
      return `${given}${family}${proper}` !== `${line[tab + 1]}${line[tab + 2]}${line[tab + 4]}`
    })
    expect(missed).toEqual([])
  })
})
