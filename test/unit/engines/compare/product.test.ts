import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../../src/engines/compare/comparators/kinds.ts'
import { productReader } from '../../../../src/engines/compare/products/parsed-title.ts'
import type { Fields } from '../../../../src/engines/compare/tools/pack-tools.ts'
import { createTools } from '../../../../src/engines/compare/tools/pack-tools.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const packs = loadPacks()
const tools = createTools(packs, packs.entityPack('product_electronics').pack, null)
const read = (title: string) => productReader(tools).titled(title, '')
/** A measure of two titles under a comparator, null where it says nothing; the same from either side. */
const measure = (kind: string, suffix: string, a: string, b: string): number | null => {
  const comparator = kindOf(kind)!.comparator
  const bound = comparator.bind({ field: 'name', kind, with: [] }, tools)
  const compare = (...records: [Fields, Fields]) => {
    const [x, y] = records.map((record) => bound.prepare(record))
    return bound.compare(x, y, 0)
  }
  const at = comparator.measures.indexOf(suffix)
  const [one, other] = [
    compare(new Map([['name', a]]), new Map([['name', b]])),
    compare(new Map([['name', b]]), new Map([['name', a]])),
  ]
  const found = one?.measures[at] ?? Number.NaN
  expect(other?.measures[at] ?? Number.NaN).toBe(found)
  return Number.isNaN(found) ? null : found
}

describe('a generation', () => {
  it.each([
    ['Quartz Q9 Mark II body', 2, ['q9']],
    ['Quartz Q9 MkII', 2, ['q9']],
    ['Quartz Q9 mk2', 2, ['q9']],
    ['Quartz Q9 iii', 3, ['q9']],
    ['Slate 10 (5th generation)', 5, ['10']],
    ['Slate 10 5. Generation', 5, ['10']],
    ['Slate 10 second gen', 2, ['10']],
    ['Slate 10 Gen 3', 3, ['10']],
  ])('of "%s" is %i', (title, generation, series) => {
    expect(read(title).generations).toEqual([generation])
    expect(read(title).series).toEqual(series)
  })

  it('is no capacity, no model and no first letter', () => {
    for (const title of ['Slate gen 64 GB', 'Quartz Q9 v x i', 'Quartz mark', 'Slate 10'])
      expect(read(title).generations).toEqual([])
  })

  it.each([
    ['Q9 II', 'Q9 III', 0],
    ['Q9 II', 'Q9 mark 2', 1],
    ['Q9 II', 'Q9', 0.4],
    ['Q9 mark 1', 'Q9', null],
    ['Q9', 'Q9', null],
  ])('%s and %s: %s', (a, b, expected) => expect(measure('product_variant', 'generation', a, b)).toBe(expected))
})

describe('a word of a line', () => {
  it('counts where it is hung onto a model', () => {
    expect(read('Nova S9 Plus').variants).toEqual(['plus'])
    expect(read('Nova S9+ 64GB').variants).toEqual(['plus'])
    expect(read('Nova plus many extras S9 + case').variants).toEqual([])
    expect(read('Nova S9 ultra HD').variants).toEqual([])
    expect(read('Nova S9 ultra').variants).toEqual(['ultra'])
    expect(measure('product_variant', 'variant', 'Nova S9 plus', 'Nova S9 lite')).toBe(0)
    expect(measure('product_variant', 'variant', 'Nova S9 plus', 'Nova S9+')).toBe(1)
    expect(measure('product_variant', 'variant', 'Nova S9', 'Nova S9')).toBeNull()
  })
})

describe('sets and accessories', () => {
  it('tells a thing alone from one with more', () => {
    expect(measure('product_variant', 'bundle', 'Quartz Q9 body only', 'Quartz Q9 kit')).toBe(0)
    expect(measure('product_variant', 'bundle', 'Quartz Q9 body', 'Quartz Q9 Gehäuse')).toBe(1)
    expect(measure('product_variant', 'bundle', 'Quartz Q9 kit', 'Quartz Q9')).toBeNull()
  })

  it('tells a thing from what is made for it, whose code is that of the thing', () => {
    const [thing, made] = ['Quartz laser printer QL-2350DW', 'Toner for Quartz QL-2350DW TN-99X1']
    expect(measure('product_title', 'accessory', thing, made)).toBe(0)
    expect(read(made).hosts).toEqual(['ql2350dw', 'tn99x1'])
    expect(measure('product_code', 'code_text', thing, made)).toBe(0)
    expect(measure('product_code', 'code', made, 'Toner TN-99X1 for Quartz QL-2350DW')).toBe(1)
    expect(measure('product_title', 'accessory', 'Nova case', 'Nova strap')).toBe(0.3)
  })
})

describe('quantities', () => {
  it('agree in part where each side states one that the other lacks', () => {
    expect(measure('product_spec', 'spec', 'Nova 4GB 64GB', 'Nova 6GB 64GB')).toBe(0.5)
    expect(measure('product_spec', 'spec', 'Nova 64GB', 'Nova 6GB 64 GB')).toBe(1)
    expect(measure('product_spec', 'spec', 'Nova 1TB', 'Nova 1024 gb')).toBe(1)
    expect(measure('product_spec', 'spec', 'Nova 64GB', 'Nova 32GB')).toBe(0)
  })

  it('are told from codes, and colours are read in many languages', () => {
    const product = read('Nova NX500/A 24-70mm lens, vihreä')
    expect(product.codes).toEqual(['nx500a'])
    expect(product.colours).toEqual(['green'])
    expect(product.quantities).toEqual([{ dimension: 'mm', amount: 70, packs: 1 }])
  })
})
