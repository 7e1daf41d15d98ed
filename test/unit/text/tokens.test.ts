import { describe, expect, it } from 'vitest'
import { TokenKind, type Tokens, tokenize } from '../../../src/text/tokens.ts'

const textOf = ({ text, start, end }: Tokens, index: number) => text.slice(start[index], end[index])
const read = (text: string) => {
  const tokens = tokenize(text)
  const names = new Map(Object.entries(TokenKind).map(([name, kind]) => [kind as number, name]))
  return Array.from({ length: tokens.count }, (_, i) => `${names.get(tokens.kind[i]!)}:${textOf(tokens, i)}`)
}

describe('tokens', () => {
  it('tells words, numbers, mixtures and signs apart', () => {
    expect(read('Frau DE89 ab 12-x')).toEqual([
      'capital:Frau',
      'mixed:DE89',
      'lower:ab',
      'number:12',
      'sign:-',
      'lower:x',
    ])
  })

  it('counts CRLF as one line break and an astral character as one sign', () => {
    expect(read('a\r\nb😀c')).toEqual(['lower:a', 'newline:\r\n', 'lower:b', 'sign:😀', 'lower:c'])
  })

  it('knows upper case in every script', () => {
    expect(read('ΑΔΤ ЕГН Āne É')).toEqual(['upper:ΑΔΤ', 'upper:ЕГН', 'capital:Āne', 'upper:É'])
  })

  it('covers everything but white space, in order, without overlap', () => {
    const text = ' Ana  +49\t(0)30\u2028x_y@z.de '
    const tokens = tokenize(text)
    let rebuilt = ''
    for (let i = 0; i < tokens.count; i++) rebuilt += textOf(tokens, i)
    expect(rebuilt).toBe(text.replace(/[ \t]/g, ''))
  })

  it.each([1, 2000])('lists the tokens with digits and the signs in order, in short texts and long ones', (times) => {
    const { kind, count, digits, signs } = tokenize('Call +49 30 a1 (or) 7.\n'.repeat(times))
    const of = (...kinds: number[]) =>
      Array.from({ length: count }, (_, i) => i).filter((i) => kinds.includes(kind[i]!))
    expect([...digits]).toEqual(of(TokenKind.number, TokenKind.mixed))
    expect([...signs]).toEqual(of(TokenKind.sign))
    expect(signs.length).toBe(4 * times)
  })

  it('says which signs a text may hold', () => {
    const { signBits } = tokenize('a, b (c)')
    for (const sign of ',()') expect(signBits & (1 << (sign.charCodeAt(0) & 31))).not.toBe(0)
    for (const sign of '@*+') expect(signBits & (1 << (sign.charCodeAt(0) & 31))).toBe(0)
  })
})
