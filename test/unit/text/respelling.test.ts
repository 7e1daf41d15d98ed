import { describe, expect, it } from 'vitest'
import { Respelling } from '../../../src/text/respelling.ts'

describe('Respelling', () => {
  const folds = new Respelling('ph=f ou=u c=k c+ei=s ^kn=n y$=i sch=S ch=x h=')
  it.each([
    ['philou', 'filu', 'several letters, anywhere'],
    ['knack', 'nak', 'the beginning; doubled letters once'],
    ['cecily', 'sesili', 'before some letters; the end'],
    ['schach', 'Sax', 'the longest first'],
    ['hanna', 'ana', 'a letter that is not heard'],
    ['', '', 'nothing'],
  ])('%s -> %s (%s)', (word, respelled) => expect(folds.of(word)).toBe(respelled))

  it('refuses what is no fold', () => {
    expect(() => new Respelling('ab')).toThrow('no fold')
    expect(() => new Respelling('=b')).toThrow('no fold')
  })
})
