import { describe, expect, it } from 'vitest'
import { sourceRange, viewOf } from '../../../src/text/view.ts'

const sourceOf = (source: string, part: string) => {
  const view = viewOf(source)
  const at = view.text.indexOf(part)
  expect(at).toBeGreaterThanOrEqual(0)
  const { start, end } = sourceRange(view, at, at + part.length)
  return source.slice(start, end)
}

describe('the view of a text', () => {
  it('is the text itself when nothing needs folding', () => {
    const view = viewOf('Frau Müller, Straße 5, +49 30 123, Ёлка, Ωμέγα €5 – “quoted”')
    expect(view.starts).toBeNull()
    expect(view.text).toBe(view.source)
  })

  it('reads full-width, mathematical and Arabic-Indic digits as digits', () => {
    expect(viewOf('０７９１１').text).toBe('07911')
    expect(viewOf('𝟙𝟚𝟛').text).toBe('123')
    expect(viewOf('٠١٢').text).toBe('012')
  })

  it('leaves out invisible characters and maps ranges back over them', () => {
    expect(viewOf('12\u200b34\u00ad56\ufeff').text).toBe('123456')
    expect(sourceOf('id 12\u200b34\u00ad56\ufeff.', '123456')).toBe('12\u200b34\u00ad56')
  })

  it('turns exotic spaces and dashes into plain ones', () => {
    expect(viewOf('12\u00a034\u202f56\u201178').text).toBe('12 34 56-78')
  })

  it('composes combining marks and keeps them inside the source range', () => {
    expect(viewOf('Andre\u0301 x').text).toBe('André x')
    expect(sourceOf('Andre\u0301 x', 'André')).toBe('Andre\u0301')
  })

  it('folds mathematical letters one to one and never splits ligatures or fractions', () => {
    expect(viewOf('𝐉𝐨𝐡𝐧').text).toBe('John')
    expect(viewOf('½ ﬁ').text).toBe('½ ﬁ')
  })

  it('survives lone surrogates and piles of marks', () => {
    expect(viewOf('a\ud83d b').text).toBe('a\ud83d b')
    const pile = '\u0301'.repeat(5000)
    expect(viewOf(`e${pile}`).text).toBe(`é${pile.slice(1)}`)
    expect(sourceOf(`e${pile} x`, 'x')).toBe('x')
  })
})
