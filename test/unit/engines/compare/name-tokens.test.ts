import { describe, expect, it } from 'vitest'
import { NameTokens, splitTokens } from '../../../../src/engines/compare/entity-names/name-tokens.ts'
import { createTools } from '../../../../src/engines/compare/tools/pack-tools.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

describe('tokens of a name', () => {
  it.each([
    ['s. a. r. l. dupont', 'sarl dupont'],
    ['kbs1 and 1tv', 'kbs 1 and 1 tv'],
    ['the 2nd of smith & sons+', 'the 2nd of smith and sons plus'],
    ["o'brien", 'obrien'],
  ])('%s: %s', (text, expected) => expect(splitTokens(text).join(' ')).toBe(expected))

  it('reads numbers and territories of a name whose words they are, and no others', () => {
    const packs = loadPacks()
    const tools = createTools(packs, packs.entityPack('organisation').pack, null)
    const none = new Set<string>()
    const heads = { first: none, second: none, parts: none, kinds: new Map<string, string>() }
    const read = (text: string, located: boolean) => {
      const tokens = new NameTokens(tools, heads, { located, legal: true })
      return tokens
        .marked(tokens.read(text), false)
        .map((token) => token.text)
        .join(' ')
    }
    expect(read('Second Swedish Rail', true)).toBe('2 ~se rail')
    expect(read('Second Swedish Rail', false)).toBe('2 swedish rail')
    expect(read('Twenty Four Hours', true)).toBe('24 hours')
    expect(read('Plain Trading', true)).toBe('plain trading')
  })
})
