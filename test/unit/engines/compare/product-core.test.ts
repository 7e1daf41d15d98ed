// Titles as shops write them: what one shop names more of the maker, the platform or the box says nothing.
import { describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const engine = createCompareEngine(loadPacks())
const factors = (a: Record<string, string>, b: Record<string, string>) => {
  const found = engine.measure('product_electronics', a, b)
  expect(engine.measure('product_electronics', b, a)).toEqual(found)
  return found
}

describe('what is left of two titles', () => {
  it('is the same without the maker of either side, the systems and the box', () => {
    const plain = { name: 'Harbour Tycoon Sailing Deluxe', brand: 'Quillsoft' }
    const shop = { name: 'Quillsoft 10653 Harbour Tycoon Sailing Deluxe Win 98 ME 2000 XP (jewel case)' }
    const { name_core, name_core_subset, name_core_extra } = factors(plain, shop)
    expect([name_core, name_core_subset, name_core_extra]).toEqual([1, 1, 1])
  })

  it('has models of one line apart, however many characters they have', () => {
    const { name_core_rival } = factors({ name: 'Norvik Aurora d5 camera' }, { name: 'Norvik Aurora d7200 camera' })
    expect(name_core_rival).toBeLessThan(0.8)
  })

  it('says nothing of two part numbers, nor of a title that is any of a maker', () => {
    expect(
      factors({ name: 'Norvik Aurora NX516 switch' }, { name: 'Norvik Aurora NX516 hub' })['name_core'],
    ).toBeUndefined()
    expect(factors({ name: 'Norvik 32 LED TV' }, { name: 'Norvik LED TV KD43XF8096' })['name_core']).toBeUndefined()
  })

  it('keeps the one system that a program is called by', () => {
    const { name_core } = factors(
      { name: 'Quillsoft Windows XP Harbour Sailing' },
      { name: 'Quillsoft Windows 2000 Harbour Sailing' },
    )
    expect(name_core).toBeLessThan(1)
  })
})
