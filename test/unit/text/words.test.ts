import { describe, expect, it } from 'vitest'
import { ScannedText } from '../../../src/text/scanned.ts'
import { WordBits } from '../../../src/text/word-bits.ts'
import { WordFacts, wordOf } from '../../../src/text/words.ts'

/** Distinct words of five letters, enough to fill a table. */
function manyWords(count: number): string {
  const words: string[] = []
  for (let i = 0; i < count; i++)
    words.push(
      `w${i
        .toString(36)
        .padStart(4, '0')
        .replace(/\d/g, (d) => 'ABCDEFGHIJ'[+d]!)}`,
    )
  return words.join(' ')
}

describe('words', () => {
  it('are the same wherever they stand, and told apart by case and marks', () => {
    const text = new ScannedText('Über die Brücke, über den Fluss, Über alles')
    expect(text.word(0)).toBe(text.word(8))
    expect(text.word(0)).not.toBe(text.word(4))
    expect(text.word(0).folded).toBe(text.word(4).folded)
    expect(text.word(0)).toBe(wordOf('Über'))
    expect([text.word(-1).raw, text.word(99).raw]).toEqual(['', ''])
  })

  it('are read rightly from numbers, line breaks, pictures and words too long to keep', () => {
    const long = 'x'.repeat(40)
    const text = new ScannedText(`a 12 \u{1F600}\r\n${long} ab12`)
    const raw = Array.from({ length: text.tokens.count }, (_, i) => text.word(i).raw)
    expect(raw).toEqual(['a', '12', '\u{1F600}', '\r\n', long, 'ab12'])
    expect(text.word(4)).toBe(text.word(4))
  })

  it('stay what they are when a table is full and another begins', () => {
    const lengths = new WordFacts<number>(({ raw }) => raw.length)
    const old = new ScannedText('Anna goes home')
    expect(lengths.of(old.word(1))).toBe(4)
    new ScannedText(manyWords(70_000))
    const fresh = new ScannedText('goes Anna away')
    expect(fresh.tokens.table).not.toBe(old.tokens.table)
    expect([0, 1, 2].map((i) => lengths.of(fresh.word(i)))).toEqual([4, 4, 4])
    expect([0, 1, 2].map((i) => lengths.of(old.word(i)))).toEqual([4, 4, 4])
    for (const { table, word } of [fresh.tokens, old.tokens, fresh.tokens])
      expect([0, 1, 2].map((i) => lengths.numbered(table, word[i]!))).toEqual([4, 4, 4])
    expect(old.word(2).raw).toBe('home')
  })
})

describe('what is known of words', () => {
  it('is asked once for each word', () => {
    let asked = 0
    const facts = new WordFacts<string | null>(({ folded }) => {
      asked++
      return folded === 'and' ? null : folded
    })
    const text = new ScannedText('this and that and this')
    expect([0, 1, 2, 3, 4].map((i) => facts.of(text.word(i)))).toEqual(['this', null, 'that', null, 'this'])
    expect(asked).toBe(3)
  })

  it('lies by token, and all together', () => {
    let asked = 0
    const bits = new WordBits(({ folded }) => {
      asked++
      return folded === 'red' ? 1 : folded === 'blue' ? 2 : 0
    })
    const text = new ScannedText(`Red, blue 12 red\n${'x'.repeat(50)}`)
    const { each, any } = bits.over(text)
    expect([...each]).toEqual([1, 0, 2, 0, 1, 0, 0])
    expect(any).toBe(3)
    expect(bits.over(text)).toBe(bits.over(text))
    expect(bits.over(new ScannedText('blue green')).any).toBe(2)
    expect(bits.of(wordOf('red'))).toBe(1)
    // Red, red and the comma, blue, the long word, green.
    expect(asked).toBe(6)
  })

  it('is not mixed up between texts of two tables', () => {
    const bits = new WordBits(({ raw }) => (raw === 'Anna' ? 1 : raw === 'Berta' ? 2 : 0))
    const old = new ScannedText('Anna Berta')
    const first = bits.over(old)
    new ScannedText(manyWords(70_000))
    const fresh = new ScannedText('Berta Anna')
    expect([...bits.over(fresh).each]).toEqual([2, 1])
    expect([...first.each]).toEqual([1, 2])
    expect([bits.of(old.word(0)), bits.of(fresh.word(0))]).toEqual([1, 2])
  })
})
